// The search index: documents of queued messages, written a batch a transaction, beside the turns. It looks four times a second.
// In a flood of mail receiving goes first: the index waits, and takes a growing part of the time the longer it is behind.
import type { Clock } from "../../src/lib/clock.ts";
import { messageOf } from "../../src/lib/failure.ts";
import type { Log } from "../../src/lib/log.ts";
import type { BlobStore } from "../../src/store/blobs/blobs.ts";
import { type Database, SqlError } from "../../src/store/database/database.ts";
import { dropFirstQueued, indexQueued } from "../../src/store/mailbox/search.ts";
import type { Round } from "../runtime/clock-actor.ts";

/** Messages a transaction. The embedded database does nothing else meanwhile: few, unless nobody has waited for it for `aloneMs`. */
const batchOf = { postgres: { usual: 50, alone: 50 }, embedded: { usual: 10, alone: 50 } };
const aloneMs = 1000;
/** Where time stands meanwhile. */
const leapBatch = 50;
/** Turns a second that are a flood. */
const floodPerSecond = 100;
/** In a flood the index does nothing while it has been behind for less. */
const patienceMs = 30_000;
/**
 * Rests are so many times as long as the work before them: in a flood the first, halved with each `patienceMs` that it is behind;
 * else the embedded database is left to others for a while where somebody has waited for it.
 */
const floodRest = 16;
const usualRest = { postgres: 0, embedded: 2 };
const maxRestMs = 2000;

export interface IndexDeps {
  database: Database;
  blobs: BlobStore;
  log: Log;
  clock: Clock;
  /** Turns that were run since the start. */
  turnsRun: () => number;
  /** Rests; `Bun.sleep` unless given. */
  sleep?: (ms: number) => Promise<void>;
}

/** Makes the round. */
export function createSearchIndex(deps: IndexDeps): () => Promise<Round> {
  const sleep = deps.sleep ?? ((ms: number) => Bun.sleep(ms));
  let seen = { turns: deps.turnsRun(), at: deps.clock.now() };
  /** Since when messages wait; null: none does. */
  let behindSince: number | null = null;
  /** Since when nobody has waited for the database while it indexed; null: somebody did in the last batch. */
  let aloneSince: number | null = null;
  return async () => {
    const begun = deps.clock.now();
    const turns = deps.turnsRun();
    const flood =
      !deps.clock.leaps && (turns - seen.turns) * 1000 > floodPerSecond * Math.max(1, begun - seen.at);
    seen = { turns, at: begun };
    if (flood) behindSince = Math.min(behindSince ?? begun, begun);
    const behindMs = begun - (behindSince ?? begun);
    // The next tick looks again.
    if (flood && behindMs < patienceMs) return { done: 0, more: false };
    const { usual: few, alone: many } = batchOf[deps.database.kind];
    const isAlone = aloneSince !== null && begun - aloneSince >= aloneMs;
    const batch = deps.clock.leaps ? leapBatch : isAlone ? many : few;
    const { done, more, othersWait } = await indexRound(deps, batch);
    aloneSince = more && !othersWait ? (aloneSince ?? begun) : null;
    behindSince = more ? (behindSince ?? begun) : null;
    if (more && !deps.clock.leaps) {
      const usual = othersWait ? usualRest[deps.database.kind] : 0;
      const rest = flood ? Math.max(usual, floodRest / 2 ** Math.floor(behindMs / patienceMs - 1)) : usual;
      await sleep(Math.min(maxRestMs, rest * Math.max(1, deps.clock.now() - begun)));
    }
    return { done, more, ...(done === 0 && !more && { next: null }) };
  };
}

async function indexRound(
  { database, blobs, log }: IndexDeps,
  batch: number,
): Promise<Round & { othersWait: boolean }> {
  try {
    const { taken, othersWait } = await indexQueued(database, blobs, batch);
    return { done: taken, more: taken === batch, othersWait };
  } catch (error) {
    if (!(error instanceof SqlError) || error.sqlState.startsWith("40")) throw error;
    const done = await indexSingly({ database, blobs, log });
    return { done, more: done > 0, othersWait: false };
  }
}

/**
 * One by one: what cannot be indexed must not keep the others from it.
 * @returns messages that left the queue
 */
async function indexSingly({
  database,
  blobs,
  log,
}: Pick<IndexDeps, "database" | "blobs" | "log">): Promise<number> {
  const batch = batchOf[database.kind].usual;
  let done = 0;
  while (done < batch) {
    try {
      if ((await indexQueued(database, blobs, 1)).taken === 0) return done;
    } catch (error) {
      if (!(error instanceof SqlError) || error.sqlState.startsWith("40")) throw error;
      const id = await dropFirstQueued(database);
      if (id === null) return done;
      log.warn("a message cannot be searched", { message_id: id, error: messageOf(error) });
    }
    done++;
  }
  return done;
}
