// Scheduled drafts: claimed when due, composed, sent by the same turn as a call would. The claim keeps other processes
// away for a while; the turn decides: it converts the draft, or finds it converted. A crash in between is made up for
// when the claim has run out. What is refused becomes an ordinary draft again and says why: there is no endless retry.
import { addMs, nowInstant } from "../../src/lib/clock.ts";
import { Failure, messageOf } from "../../src/lib/failure.ts";
import type { Log } from "../../src/lib/log.ts";
import { type IdentityRow, identitiesByIds } from "../../src/store/addresses/identities.ts";
import { claimDrafts, type DueDraft, draftsById, nextDue, type StoredDraft } from "../../src/store/drafts.ts";
import { type DraftVersion, draftPreload } from "../identity/drafts/draft-loading.ts";
import { prepareDraftSend } from "../identity/drafts/drafting.ts";
import { DraftChanged, giveBackDraft, sendScheduled } from "../identity/drafts/drafts.ts";
import type { OutgoingDeps } from "../identity/sending/prepare.ts";
import type { Round } from "../runtime/clock-actor.ts";
import { type Actors, preloaded } from "../runtime/registry.ts";

export interface ScheduledDeps extends OutgoingDeps {
  actors: Actors;
  log: Log;
}

/** A claimed draft with its address; left out where they are gone. */
interface ReadDraft {
  due: DueDraft;
  draft: StoredDraft | undefined;
  identity: IdentityRow | undefined;
}

const batch = 128;
/** Drafts of one address that are composed at once. */
const ahead = 8;
/** The time after send_at in which a failure of our own is tried again; then the draft is given back. */
const patienceMs = 3_600_000;

export class ScheduledDrafts {
  readonly #deps: ScheduledDeps;

  constructor(deps: ScheduledDeps) {
    this.#deps = deps;
  }

  /** One round. */
  async round(): Promise<Round> {
    const { database, clock } = this.#deps;
    const now = nowInstant(clock);
    // Mostly nothing is due, and one look says so.
    const first = await nextDue(database, now);
    if (first === null || first > now) return { done: 0, more: false, next: first };
    const due = await claimDrafts(database, now, batch);
    const byIdentity = Map.groupBy(await this.#read(due), ({ due: { identityId } }) => identityId);
    // Drafts of one address are sent in order.
    await Promise.all([...byIdentity.values()].map((drafts) => this.#sendAll(drafts)));
    // Due drafts that were not taken wait for one before them, or are another process's.
    return { done: due.length, more: due.length > 0, needsHelp: due.length === batch };
  }

  /** Reads what was claimed in one statement for all, and the addresses in one an account. */
  async #read(due: readonly DueDraft[]): Promise<ReadDraft[]> {
    const { database } = this.#deps;
    const identityIds = Map.groupBy(due, ({ accountId }) => accountId);
    const [drafts, ...identities] = await Promise.all([
      draftsById(database, due),
      ...[...identityIds].map(([accountId, own]) => {
        const ids = [...new Set(own.map(({ identityId }) => identityId))];
        return identitiesByIds(database, { accountId, identityIds: ids }, ids);
      }),
    ]);
    const identityById = new Map(identities.flat().map((identity) => [identity.id, identity]));
    return due.map((each) => ({
      due: each,
      draft: drafts.get(each.id),
      identity: identityById.get(each.identityId),
    }));
  }

  /** Composes some at a time; the turns follow in the order of the drafts and share commits. */
  async #sendAll(drafts: readonly ReadDraft[]): Promise<void> {
    const composing = drafts.slice(0, ahead).map((each) => this.#prepare(each));
    const sending: Promise<void>[] = [];
    for (const [n, { due }] of drafts.entries()) {
      const send = await composing[n]!;
      const next = drafts[n + ahead];
      if (next) composing.push(this.#prepare(next));
      sending.push(
        send().catch((error) => {
          // Another round takes it when the claim has run out.
          this.#deps.log.error("a scheduled draft could not be sent", {
            message_id: due.id,
            error: messageOf(error),
          });
        }),
      );
    }
    await Promise.all(sending);
  }

  /** Composes; never rejects. @returns what runs the turn */
  #prepare(read: ReadDraft): Promise<() => Promise<void>> {
    return this.#composed(read).catch((error) => () => Promise.reject(error));
  }

  async #composed({ due, draft, identity }: ReadDraft): Promise<() => Promise<void>> {
    const { actors } = this.#deps;
    const scope = { accountId: due.accountId, identityIds: [due.identityId] };
    // Sent, taken back or deleted since it was claimed.
    if (!identity || draft?.row.state !== "sending" || draft.row.sendAt === null)
      return async () => undefined;
    const version: DraftVersion = { id: due.id, updatedAt: draft.row.updatedAt };
    const actor = actors.identity(due.accountId, due.identityId);
    const giveBack = async (error: unknown) => {
      // An edit came between: it has put the draft back among those that are due.
      if (error instanceof DraftChanged) return;
      const reason = this.#refusal(error, due);
      if (reason === null) throw error;
      await actor
        .run((turn) => giveBackDraft(turn, version, reason))
        .catch((failed) => {
          // The address was deleted meanwhile: the janitor removes its drafts.
          if (!(failed instanceof Failure && failed.code === "not_found")) throw failed;
        });
    };
    try {
      const outgoing = await prepareDraftSend(this.#deps, scope, { identity, draft });
      const input = { version, outgoing };
      const { scheduledBy } = draft.row;
      const options = scheduledBy === null ? {} : { origin: scheduledBy };
      return () =>
        actor
          .run(
            preloaded(draftPreload, input, (turn, loaded) => sendScheduled(turn, input, loaded)),
            options,
          )
          .then(() => undefined, giveBack);
    } catch (error) {
      return () => giveBack(error);
    }
  }

  /** Return the reason for which the draft cannot be sent; null: a later try may send it. */
  #refusal(error: unknown, { sendAt }: DueDraft): string | null {
    const ours =
      !(error instanceof Failure) || ["unavailable", "rate_limited", "internal_error"].includes(error.code);
    if (!ours) return error.message;
    const late = nowInstant(this.#deps.clock) > addMs(sendAt, patienceMs);
    return late ? "It could not be sent for an hour, for reasons of the service. Schedule it again." : null;
  }
}
