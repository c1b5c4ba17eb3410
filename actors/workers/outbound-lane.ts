// The queue of one destination in this process: claimed recipients in groups, each group in one state, and whether more is
// due in the database than was claimed.
import type { OutboundRow } from "../../src/store/sending/outbound.ts";
import type { AttemptMail } from "./mail-carrier.ts";

/** Recipients that one lane claims at most. */
export const maxLaneRecipients = 128;
/** Capacity from which on a lane with a backlog claims again. */
const refillRecipients = maxLaneRecipients / 4;
/** Queued groups that are read before they have a slot, many in one statement. */
const maxPrefetchedGroups = 32;
/** Attempts that begin within this time of each other prefetch. */
const closeMs = 30;
/** Age up to which a prefetched mail is used. */
const maxPrefetchAgeMs = 1000;

/** Recipients of one message that go the same way. */
export type RecipientGroup = readonly [OutboundRow, ...OutboundRow[]];

export type GroupState =
  /** The ramp and the pace decide whether it goes now. */
  | { kind: "paced" }
  /** Waits for a slot. */
  | { kind: "queued"; prefetch: Prefetch | null }
  /** The attempt began: the mail is read and signed. */
  | { kind: "preparing" }
  /** The transport has it, or its outcome is stored. */
  | { kind: "sending" };

interface Prefetch {
  startMs: number;
  mail: Promise<AttemptMail>;
}

export interface LaneGroup {
  recipients: RecipientGroup;
  state: GroupState;
}

/** drained: all that is due is claimed; refillable: more is due, and there is capacity; saturated: more is due, and there is none. */
export type LaneState = "drained" | "refillable" | "saturated";

export class Lane {
  readonly name: string;
  hasBacklog = false;
  readonly #groups = new Set<LaneGroup>();
  readonly #queue: LaneGroup[] = [];
  readonly #counts = { paced: 0, queued: 0, preparing: 0, sending: 0 };
  #recipients = 0;
  #lastAttemptMs = Number.NEGATIVE_INFINITY;

  constructor(name: string) {
    this.name = name;
  }

  get state(): LaneState {
    if (!this.hasBacklog) return "drained";
    return this.capacity >= refillRecipients ? "refillable" : "saturated";
  }

  /** Recipients that it may claim. */
  get capacity(): number {
    return maxLaneRecipients - this.#recipients;
  }

  get isEmpty(): boolean {
    return this.#groups.size === 0;
  }

  get recipients(): OutboundRow[] {
    return [...this.#groups].flatMap((group) => group.recipients);
  }

  /** The group that gets the next slot. */
  get next(): LaneGroup | undefined {
    return this.#queue[0];
  }

  get preparing(): number {
    return this.#counts.preparing;
  }

  get attempts(): number {
    return this.#counts.preparing + this.#counts.sending;
  }

  add(recipients: RecipientGroup): LaneGroup {
    const group: LaneGroup = { recipients, state: { kind: "paced" } };
    this.#groups.add(group);
    this.#recipients += recipients.length;
    this.#counts.paced++;
    return group;
  }

  /** Keeps those of a paced group that go now. */
  enqueue(group: LaneGroup, passed: RecipientGroup): void {
    const recipients = passed.filter(({ id }) => group.recipients.some((row) => row.id === id));
    if (!this.#groups.has(group) || !this.#keep(group, recipients)) return;
    this.#move(group, { kind: "queued", prefetch: null });
    this.#queue.push(group);
  }

  /** Begins the attempt of the next group. @returns its mail, if that was read a moment ago */
  start(group: LaneGroup): Promise<AttemptMail> | null {
    this.#queue.splice(this.#queue.indexOf(group), 1);
    const mail = group.state.kind === "queued" && isFresh(group) ? group.state.prefetch?.mail : null;
    this.#move(group, { kind: "preparing" });
    return mail ?? null;
  }

  handOver(group: LaneGroup): void {
    if (group.state.kind === "preparing") this.#move(group, { kind: "sending" });
  }

  remove(group: LaneGroup): void {
    if (!this.#groups.delete(group)) return;
    this.#counts[group.state.kind]--;
    this.#recipients -= group.recipients.length;
  }

  /** Removes what waits for a slot. */
  removeQueued(): OutboundRow[] {
    const queued = this.#queue.splice(0);
    for (const group of queued) this.remove(group);
    return queued.flatMap((group) => group.recipients);
  }

  /** Forgets those of these recipients whose attempt has not begun. */
  withdraw(ids: ReadonlySet<string>): void {
    for (const group of this.#groups) {
      const { kind } = group.state;
      if (kind !== "paced" && kind !== "queued") continue;
      const left = group.recipients.filter(({ id }) => !ids.has(id));
      if (!this.#keep(group, left) && kind === "queued") this.#queue.splice(this.#queue.indexOf(group), 1);
    }
  }

  /** Narrows a group. @returns false: nothing is left, and it is gone */
  #keep(group: LaneGroup, recipients: readonly OutboundRow[]): boolean {
    if (!isGroup(recipients)) {
      this.remove(group);
      return false;
    }
    this.#recipients += recipients.length - group.recipients.length;
    group.recipients = recipients;
    return true;
  }

  /** Where attempts begin closely one after the other, read those that follow: half of them are read before more are. */
  prefetch(read: (recipients: RecipientGroup) => Promise<AttemptMail>): void {
    const startMs = performance.now();
    const isClose = startMs - this.#lastAttemptMs <= closeMs;
    this.#lastAttemptMs = startMs;
    const middle = this.#queue[Math.min(this.#queue.length, maxPrefetchedGroups / 2) - 1];
    if (!isClose || !middle || isFresh(middle)) return;
    for (const group of this.#queue.slice(0, maxPrefetchedGroups)) {
      if (isFresh(group)) continue;
      const mail = read(group.recipients);
      mail.catch(() => undefined);
      group.state = { kind: "queued", prefetch: { startMs, mail } };
    }
  }

  #move(group: LaneGroup, state: GroupState): void {
    this.#counts[group.state.kind]--;
    this.#counts[state.kind]++;
    group.state = state;
  }
}

/** Claimed rows by their group: those of the same text to the same destination. */
export function groupsOf(rows: readonly OutboundRow[]): RecipientGroup[] {
  const groups = Map.groupBy(
    rows,
    ({ messageId, lane, forward }) => `${messageId} ${lane} ${forward?.rule_id ?? ""}`,
  );
  return [...groups.values()].flatMap((group) => (isGroup(group) ? [group] : []));
}

export function isGroup(rows: readonly OutboundRow[]): rows is RecipientGroup {
  return rows.length > 0;
}

function isFresh({ state }: LaneGroup): boolean {
  return (
    state.kind === "queued" &&
    state.prefetch !== null &&
    performance.now() - state.prefetch.startMs < maxPrefetchAgeMs
  );
}
