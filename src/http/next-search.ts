// One look for the next item of a key: candidates in their order; the first free one is leased.
import { addMs, type Instant, laterOf, msOf } from "../lib/clock.ts";
import { Failure } from "../lib/failure.ts";
import { must } from "../lib/must.ts";
import { randomBase62 } from "../lib/secrets.ts";
import type { Message } from "../schema/message/messages.ts";
import { identitiesByIds } from "../store/addresses/identities.ts";
import { type EventPosition, type EventRow, isBehind } from "../store/events/events.ts";
import {
  acknowledgeItem,
  forgetOldItems,
  type HandedItem,
  handedOut,
  type Lease,
  leasedItems,
  leaseItem,
  moveNextPlace,
  type NextPlace,
  openItems,
  reviewsAskedBy,
} from "../store/events/next.ts";
import {
  endOfScan,
  filteredMessages,
  type ListedMessage,
  type MessageFilter,
} from "../store/mailbox/message-filter.ts";
import { listMessages, matchingMessages } from "../store/message/messages.ts";
import type { Auth, HttpDeps } from "./context.ts";
import { readableTexts } from "./message-answer.ts";

/** The items that a call asks for. */
export interface NextFilter {
  /** SHA-256 of it. */
  digest: Uint8Array;
  /** Digests of wider filters: what is settled for them is settled for this one. */
  wider: readonly Uint8Array[];
  /** Kinds of events. */
  types: readonly string[];
  mail: MessageFilter;
  threadId?: string | undefined;
}

export interface NextCall {
  auth: Auth;
  filter: NextFilter;
  begin: "start" | "now";
  leaseSeconds: number;
  format?: "plain" | "markdown" | undefined;
  /** Digests of its Idempotency-Key and body; null: it has none. */
  asked: Lease["asked"];
}

/** An event, or mail whose event is no longer kept. */
type Offered = Omit<EventRow, "xid" | "id"> & { eventId: string | null };

export interface TakenItem extends Pick<Offered, "type" | "createdAt" | "data"> {
  /** The message's id; of what is no mail, the event's. */
  id: string;
  /** null: the event is about no received mail. */
  message: Message | null;
  ack: string;
  leasedUntil: Instant;
  attempt: number;
}

export interface Look {
  taken: TakenItem | null;
  /** The first lease that ends, of what the filter lets through; null: nothing is leased. */
  freeAt: Instant | null;
  /** Events from then until 30 days ago are gone; null: none is. */
  skippedSince: Instant | null;
}

export type NextDeps = Pick<HttpDeps, "database" | "clock" | "baseUrl" | "spills">;

/** Longer than a transaction lasts: what is older is committed. */
export const spreadMs = 5 * 60_000;
/** A place that stands still is written so often. */
const restMs = 3600_000;
/** Items behind one that is leased which are passed over, before nothing is handed out until it is free or done. */
const maxPassedItems = 1000;
/** Items of a key on lease at once. */
const maxLeasedItems = 100;
const ackLength = 20;

const mailTypes = ["message.received", "message.received.spam"];
const reviewTypes = ["review.approved", "review.rejected", "review.returned", "review.expired"];
export const typesOfKind = {
  mail: mailTypes,
  review: reviewTypes,
  bounce: ["message.bounced"],
  invitation: ["calendar.event.responded"],
  draft: ["draft.send_failed"],
} as const;

/** One look: candidates in their order, the first free one is leased. */
export class NextSearch {
  readonly #deps: NextDeps;
  readonly #call: NextCall;
  readonly #now: Instant;
  readonly #place: NextPlace;
  #settled: EventPosition;
  #settledAt: Instant;
  #kept: EventPosition;
  #taken: TakenItem | null = null;
  #freeAt: Instant | null = null;
  /** Something before is leased: the place stays in front of it. */
  #isBlocked = false;
  #passed = 0;

  constructor(deps: NextDeps, call: NextCall, { now, place }: { now: Instant; place: NextPlace }) {
    this.#deps = deps;
    this.#call = call;
    this.#now = now;
    this.#place = place;
    this.#settled = place;
    this.#kept = place;
    this.#settledAt = place.settledAt;
  }

  get mayGoOn(): boolean {
    return this.#passed < maxPassedItems;
  }

  look(skippedSince: Instant | null): Look {
    return { taken: this.#taken, freeAt: this.#freeAt, skippedSince };
  }

  /** All that can be seen was looked at. */
  reachEnd(): void {
    if (!this.#isBlocked) this.#settledAt = laterOf(this.#settledAt, addMs(this.#now, -spreadMs));
  }

  async keepPlace(): Promise<void> {
    const isMoved = isBehind(this.#settled, this.#kept);
    const isOld =
      msOf(this.#settledAt) - msOf(this.#place.settledAt) >= restMs ||
      msOf(this.#now) - msOf(this.#place.usedAt) >= restMs;
    if (!isMoved && !isOld) return;
    this.#kept = this.#settled;
    await this.#writePlace();
  }

  /** @returns whether one was leased */
  async events(rows: readonly EventRow[]): Promise<boolean> {
    const [first] = rows;
    // Nothing stands between the place and the first row.
    if (first && !this.#isBlocked)
      this.#settledAt = laterOf(this.#settledAt, addMs(first.createdAt, -spreadMs));
    const handed = await handedOut(
      this.#deps.database,
      this.#call.auth,
      rows.map((row) => itemIdOf(row, row.id)),
    );
    const wanted = await this.#wanted(rows, handed);
    for (const row of rows) {
      const before = handed.get(itemIdOf(row, row.id));
      const event = { ...row, eventId: row.id };
      const isDone = !wanted.has(row) || before?.isAcknowledged || (await this.#offer(event, before));
      if (this.#taken !== null) return true;
      if (!isDone) continue;
      if (this.#isBlocked) this.#passed++;
      else {
        this.#settled = row;
        this.#settledAt = laterOf(this.#settledAt, row.createdAt);
      }
    }
    return false;
  }

  /**
   * Unread mail from before the events that are kept, and since the filter was last asked for; read too, where the key was handed
   * it out.
   * @returns whether one was leased
   */
  async olderMail(oldest: Instant): Promise<boolean> {
    const { database } = this.#deps;
    const { auth, filter } = this.#call;
    const { threadId, types } = filter;
    const before =
      filter.mail.before !== undefined && filter.mail.before < oldest ? filter.mail.before : oldest;
    const anyReadIds = await openItems(database, auth);
    let cursor: { time: Instant; id: string | null } | null = null;
    while (types.includes(mailTypes[0]!)) {
      const after = laterOf(this.#place.settledAt, filter.mail.after ?? this.#place.settledAt);
      const mail = { ...filter.mail, isReceived: true, isRead: false, anyReadIds, after, before };
      const query = { filter: mail, cursor, count: olderCount, order: "asc" as const };
      const listed: ListedMessage[] =
        threadId === undefined
          ? await filteredMessages(database, auth, query)
          : await listMessages(database, auth, { ...query, threadId });
      const ids = listed.map(({ id }) => id);
      const handed = await handedOut(database, auth, ids);
      const matching = await matchingMessages(database, auth, { ids, filter: {} });
      const inTrash = new Set(matching.filter(({ isInTrash }) => isInTrash).map(({ id }) => id));
      for (const { id, createdAt } of listed) {
        const event = { eventId: null, type: mailTypes[0]!, createdAt, data: { message_id: id } };
        const item = handed.get(id);
        const isPassed = inTrash.has(id) && !this.#isLeased(item);
        const isDone = item?.isAcknowledged || isPassed || (await this.#offer(event, item));
        if (this.#taken !== null) {
          await this.#writePlace();
          return true;
        }
        if (isDone && !this.#isBlocked) this.#settledAt = createdAt;
      }
      const last = listed.at(-1);
      const end: Instant | null =
        listed.length >= olderCount || threadId !== undefined
          ? null
          : await endOfScan(database, auth, { filter: mail, cursor, order: "asc" });
      if (listed.length < olderCount && end === null) break;
      cursor =
        listed.length >= olderCount ? { time: last!.createdAt, id: last!.id } : { time: end!, id: null };
      if (!this.#isBlocked) this.#settledAt = laterOf(this.#settledAt, cursor.time);
    }
    if (!this.#isBlocked) this.#settledAt = oldest;
    await this.#writePlace();
    return false;
  }

  async #writePlace(): Promise<void> {
    const { xid, id } = this.#settled;
    const filter = this.#call.filter.digest;
    const [settledAt, usedAt] = [this.#settledAt, this.#now];
    await moveNextPlace(this.#deps.database, this.#call.auth, { filter, xid, id, settledAt, usedAt });
  }

  /** The events that the call asks for. @param handed items that the key had before: they come again, read or not */
  async #wanted(rows: readonly EventRow[], handed: ReadonlyMap<string, HandedItem>): Promise<Set<EventRow>> {
    const { database } = this.#deps;
    const { auth, filter } = this.#call;
    const { mail, threadId } = filter;
    const idsOf = (types: readonly string[], field: string) =>
      rows.filter(({ type }) => types.includes(type)).map(({ data }) => String(data[field]));
    const ids = idsOf(mailTypes, "message_id");
    const matching = await matchingMessages(database, auth, { ids, filter: mail, threadId });
    const readById = new Map(
      matching
        .filter(({ id, isInTrash }) => !isInTrash || this.#isLeased(handed.get(id)))
        .map(({ id, isRead }) => [id, isRead]),
    );
    const asked = await reviewsAskedBy(database, auth, idsOf(reviewTypes, "review_id"));
    const own = await this.#ownAnswers(rows);
    const isWanted = (row: EventRow) => {
      const { type, data, createdAt } = row;
      if (isMail(type)) {
        const id = String(data.message_id);
        const isRead = readById.get(id);
        if (isRead === undefined) return false;
        return !isRead || mail.isRead === true || handed.has(id) || isBehind(row, this.#place.begun);
      }
      if (own.has(row) || (threadId !== undefined && data.thread_id !== threadId)) return false;
      if (mail.after !== undefined && createdAt < mail.after) return false;
      if (mail.before !== undefined && createdAt >= mail.before) return false;
      return !reviewTypes.includes(type) || asked.has(String(data.review_id));
    };
    return new Set(rows.filter(isWanted));
  }

  /** One on lease stays in its place while it lies in the trash: it may be out of it again when the lease ends. */
  #isLeased(item: Pick<HandedItem, "leasedUntil"> | undefined): boolean {
    return item !== undefined && item.leasedUntil > this.#now;
  }

  /** Answers to invitations that the address itself has given. */
  async #ownAnswers(rows: readonly EventRow[]): Promise<Set<EventRow>> {
    const answers = rows.filter(({ type }) => (typesOfKind.invitation as readonly string[]).includes(type));
    const ids = answers.map(({ data }) => String(data.identity_id));
    const found = await identitiesByIds(this.#deps.database, this.#call.auth, ids);
    const emails = new Map(found.map(({ id, localPart, domain }) => [id, `${localPart}@${domain}`]));
    return new Set(answers.filter(({ data }) => emails.get(String(data.identity_id)) === data.attendee));
  }

  /** Leases an event, unless somebody has it. @returns whether it is done with for good */
  async #offer(
    event: Offered,
    before: Pick<HandedItem, "leasedUntil"> | undefined,
  ): Promise<boolean | undefined> {
    const { database } = this.#deps;
    const { auth, leaseSeconds, asked, format } = this.#call;
    const now = this.#now;
    if (before && this.#isLeased(before)) return this.#block(before.leasedUntil);
    if ((await leasedItems(database, auth, now)) >= maxLeasedItems)
      throw new Failure(
        "rate_limited",
        `This key has ${maxLeasedItems} items on lease. Acknowledge some: give their "ack" with the next call.`,
        5,
      );
    const ack = randomBase62(ackLength);
    const until = addMs(now, leaseSeconds * 1000);
    const { eventId } = event;
    const id = itemIdOf(event, eventId);
    const attempt = await leaseItem(database, auth, { id, eventId, ack, until, now, asked });
    if (attempt === null) return this.#block(until);
    if (attempt === 1) await forgetOldItems(database, auth, now);
    const message = isMail(event.type) ? await readableTexts({ ...this.#deps, format }, auth, id) : null;
    if (isMail(event.type) && message === null) {
      await acknowledgeItem(database, auth, { ack, now });
      return true;
    }
    const shown = shownAs(eventId === null ? null : event, message);
    this.#taken = { ...shown, id, message, ack, leasedUntil: until, attempt };
    return false;
  }

  #block(until: Instant): false {
    this.#isBlocked = true;
    if (this.#freeAt === null || until < this.#freeAt) this.#freeAt = until;
    return false;
  }
}

/** Messages of one look at mail that is older than the events. */
const olderCount = 50;

export function isMail(type: string): boolean {
  return mailTypes.includes(type);
}

/** The id by which an event's item is remembered. */
function itemIdOf({ type, data }: Pick<Offered, "type" | "data">, eventId: string | null): string {
  return eventId === null || isMail(type) ? String(data.message_id) : eventId;
}

/** An event as it is shown; mail whose event is no longer kept, as its event was. */
export function shownAs(
  event: Pick<TakenItem, "type" | "createdAt" | "data"> | null,
  message: Message | null,
): Pick<TakenItem, "type" | "createdAt" | "data"> {
  if (event !== null) return { type: event.type, createdAt: event.createdAt, data: event.data };
  const { id, thread_id, identity, delivered_to, from, subject, attachments, created_at } = must(
    message,
    "what has no event is mail",
  );
  const data = {
    message_id: id,
    thread_id,
    identity_id: identity,
    to: delivered_to ?? "",
    from: from.email,
    subject: subject ?? "",
    has_attachments: attachments.length > 0,
  };
  return { type: mailTypes[0]!, createdAt: created_at, data };
}
