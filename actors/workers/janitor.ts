// Deletes expired data in small steps, between which other work runs: events and deliveries after 30 days, idempotency answers
// after a day, expunged messages after an hour, changes and removals of calendar objects after 30 days, spooled messages a day after they were delivered, rows
// of deleted addresses, unreferenced blobs, ended signups after 30 days, expired links, sessions
// and tokens, entries of an account's audit trail after two years. A step that changes what a cache may hold is a turn.
import { addMs, type Clock, type Instant, nowInstant } from "../../src/lib/clock.ts";
import { Failure } from "../../src/lib/failure.ts";
import { sweepRateLimits } from "../../src/store/access/rate-limits.ts";
import { unlessBackup } from "../../src/store/backup/hold.ts";
import { sweepOrphans, unlessAway } from "../../src/store/blobs/blobs.ts";
import type { OwnedBlobs } from "../../src/store/blobs/owned.ts";
import type { Database } from "../../src/store/database/database.ts";
import { sweepExpunged } from "../../src/store/mailbox/expunged.ts";
import {
  deletedIdentities,
  purgeIdentity,
  referencedBlobs,
  type Swept,
  sweepCalendars,
  sweepChanges,
  sweepEvents,
  sweepIdempotency,
} from "../../src/store/maintenance/sweep.ts";
import { sweepOauth } from "../../src/store/maintenance/sweep-oauth.ts";
import { sweepSignIns, sweepSignups } from "../../src/store/maintenance/sweep-signup.ts";
import { finalSpooled, listSpooled, type Spooled, spoolStep } from "../../src/store/message/spool.ts";
import { purgeRouted } from "../account/addresses/routed-mail.ts";
import { legalHoldSince } from "../identity/mailbox/legal-hold.ts";
import { purgeMessages } from "../identity/mailbox/purge.ts";
import type { Round } from "../runtime/clock-actor.ts";
import type { Actors } from "../runtime/registry.ts";
import type { Turn } from "../runtime/turn.ts";

export interface JanitorDeps {
  database: Database;
  blobs: OwnedBlobs;
  config: { dataDir: string };
  actors: Actors;
  clock: Clock;
}

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;
const keptMs = 30 * dayMs;
/** The time after a key's end in which its things can be handed over. */
const rememberedMs = 365 * dayMs;
/** The life of an entry of an account's audit trail. */
const auditedMs = 2 * 365 * dayMs;
/** Age of a blob without a reference: longer than any transaction that has written a blob and not yet referred to it. */
const orphanMs = dayMs;
const blobPauseMs = hourMs;
const fullStep = 500;

export class Janitor {
  readonly #deps: JanitorDeps;
  /** The last key that each sweep has seen; null: it starts over. */
  #account: string | null = null;
  #identity: string | null = null;
  #signup: string | null = null;
  #visitor: string | null = null;
  #grants: string | null = null;
  #spool: Instant | null = null;
  #blob: string | null = null;
  #blobsFrom = 0;
  #limitsFrom = 0;

  constructor(deps: JanitorDeps) {
    this.#deps = deps;
  }

  /** One step of every sweep. */
  async round(): Promise<Round> {
    const { database, clock } = this.#deps;
    const now = nowInstant(clock);
    const before = addMs(now, -keptMs);
    const answers = await sweepIdempotency(database, addMs(now, -dayMs));
    const events = await sweepEvents(database, { before, after: this.#account });
    this.#account = next(events, this.#account);
    const changes = await sweepChanges(database, { before, after: this.#identity });
    this.#identity = next(changes, this.#identity);
    const calendars = await sweepCalendars(database, before);
    const signups = await sweepSignups(database, { before, after: this.#signup });
    this.#signup = signups.last;
    const mailedBefore = addMs(now, -dayMs);
    const signIns = await sweepSignIns(database, { now, mailedBefore, after: this.#visitor });
    this.#visitor = next(signIns, this.#visitor);
    const codesBefore = addMs(now, -dayMs);
    const revokedBefore = addMs(now, -rememberedMs);
    const oauth = await sweepOauth(database, {
      now,
      codesBefore,
      revokedBefore,
      auditedBefore: addMs(now, -auditedMs),
      after: this.#grants,
    });
    this.#grants = next(oauth, this.#grants);
    const steps: Round[] = [
      ...[signups, signIns, oauth, events, changes].map(({ removed }) => ({
        done: removed,
        more: removed > 0,
      })),
      { done: answers, more: answers >= fullStep },
      { done: calendars, more: calendars >= fullStep },
      await this.#purgeSpool(addMs(now, -dayMs)),
      await this.#purgeDeleted(),
      await sweepExpunged(database, addMs(now, -hourMs)),
      await this.#sweepLimits(),
      // The last one: where a part of the database is away, it alone does not go on.
      await this.#sweepBlobs(),
    ];
    return {
      done: steps.reduce((sum, { done }) => sum + done, 0),
      more: steps.some(({ more }) => more),
    };
  }

  /** Once an hour: nothing waits for it. */
  async #sweepLimits(): Promise<Round> {
    const { database, clock } = this.#deps;
    if (clock.now() < this.#limitsFrom) return { done: 0, more: false };
    const done = await sweepRateLimits(database, addMs(nowInstant(clock), -hourMs));
    if (done === 0) this.#limitsFrom = clock.now() + hourMs;
    return { done, more: done > 0 };
  }

  async #purgeSpool(before: Instant): Promise<Round> {
    const { database, actors } = this.#deps;
    const found = await listSpooled(database, { before, after: this.#spool });
    this.#spool = found.length < spoolStep ? null : found.at(-1)!.createdAt;
    if (found.length === 0) return { done: 0, more: false };
    const final = await finalSpooled(database, found, before);
    for (const group of Map.groupBy(
      final,
      ({ accountId, identityId }) => `${accountId} ${identityId}`,
    ).values()) {
      await purge(actors, group);
    }
    return { done: found.length, more: this.#spool !== null };
  }

  async #purgeDeleted(): Promise<Round> {
    const { database } = this.#deps;
    const identities = await deletedIdentities(database);
    for (const identity of identities) await purgeIdentity(database, identity);
    return { done: identities.length, more: identities.length > 0 };
  }

  async #sweepBlobs(): Promise<Round> {
    const { clock } = this.#deps;
    if (this.#blob === null && clock.now() < this.#blobsFrom) return { done: 0, more: false };
    const swept = await this.#sweepSomeBlobs().catch(unlessAway);
    // The place stays away until somebody mends it; the store has logged it.
    if (swept === "away" || swept === null) this.#blob = null;
    if (this.#blob === null) this.#blobsFrom = clock.now() + blobPauseMs;
    return swept === "away" || swept === null ? { done: 0, more: false } : swept;
  }

  /** @returns null where nothing may be deleted now */
  async #sweepSomeBlobs(): Promise<Round | null> {
    const { database, blobs, config } = this.#deps;
    if (!(await blobs.mayDelete())) return null;
    const swept = await unlessBackup({ database, dataDir: config.dataDir }, () =>
      sweepOrphans(blobs, (keys) => referencedBlobs(database, keys), {
        olderThanMs: orphanMs,
        after: this.#blob,
      }),
    );
    if (swept === null) return null;
    this.#blob = swept.next;
    return { done: swept.seen, more: swept.next !== null };
  }
}

/** Where a sweep goes on: it repeats its step while there are rows to remove. */
function next({ removed, last }: Swept, before: string | null): string | null {
  return removed > 0 ? before : last;
}

/** Deletes messages of one address, or those that an account's routing rules received. */
async function purge(actors: Actors, group: readonly Spooled[]): Promise<void> {
  const { accountId, identityId } = group[0]!;
  const ids = group.map(({ id }) => id);
  try {
    const isFree = (turn: Turn) => legalHoldSince(turn) === null;
    if (identityId === null)
      await actors.account(accountId).run((turn) => (isFree(turn) ? purgeRouted(turn, ids) : undefined));
    else
      await actors
        .identity(accountId, identityId)
        .run((turn) => (isFree(turn) ? purgeMessages(turn, ids) : undefined));
  } catch (error) {
    // The address was deleted meanwhile: its messages are deleted with it.
    if (!(error instanceof Failure && error.code === "not_found")) throw error;
  }
}
