// Reads again the messages whose reading ran out of time, for example on a busy processor: one at a time, with a larger
// time limit than a mail whose sender waits for the reply.
import { type Clock, nowInstant } from "../../src/lib/clock.ts";
import { Failure } from "../../src/lib/failure.ts";
import type { Log } from "../../src/lib/log.ts";
import { type Budget, cpuMsFor, readWhole } from "../../src/reading/mails.ts";
import { type BlobStore, unlessAway } from "../../src/store/blobs/blobs.ts";
import type { Database } from "../../src/store/database/database.ts";
import { claimPartlyRead, dropPartlyRead, loadPartlyRead } from "../../src/store/message/partly-read.ts";
import { storeReading } from "../identity/receiving/reread.ts";
import type { Round } from "../runtime/clock-actor.ts";
import type { Actors } from "../runtime/registry.ts";

/** Processor time for reading again, as a multiple of what a mail of its size may take when it comes. */
const patience = 4;
const wallMs = 600_000;
/** Spread over half a day. */
const maxAttempts = 16;

export interface RereadDeps {
  database: Database;
  blobs: BlobStore;
  actors: Actors;
  clock: Clock;
  log: Log;
  /** Milliseconds for one message. */
  budget?: Budget;
}

/** Reads one message again. */
export async function rereadRound(deps: RereadDeps): Promise<Round> {
  const { database, blobs, actors, log } = deps;
  const claimed = await claimPartlyRead(database, nowInstant(deps.clock));
  if (!claimed) return { done: 0, more: false };
  const { accountId, messageId, attempts } = claimed;
  const found = await loadPartlyRead(database, blobs, claimed).catch(unlessAway);
  if (found === "away" && attempts < maxAttempts) return { done: 1, more: true };
  if (!found || found === "away") {
    await dropPartlyRead(database, claimed);
    return { done: 1, more: true };
  }
  const { row, raw, written } = found;
  const options = { envelopeFrom: row.envelopeFrom ?? "", isOwn: row.direction === "outbound" };
  const budget = deps.budget ?? { cpuMs: patience * cpuMsFor(raw.length), wallMs };
  const read = await readWhole({ raw, options, written }, { source: "reading again", ...budget });
  const isOver = read === "spent" || attempts >= maxAttempts;
  if (typeof read === "string" && !isOver) return { done: 1, more: true };
  const reread = { messageId, sha256: row.rawSha256, read: typeof read === "string" ? null : read };
  if (reread.read === null)
    log.warn("a message could not be read whole", { message_id: messageId, attempts });
  const actor =
    row.identityId === null ? actors.account(accountId) : actors.identity(accountId, row.identityId);
  try {
    await actor.run((turn) => storeReading(turn, reread));
  } catch (error) {
    // The address was deleted: the janitor removes its messages.
    if (!(error instanceof Failure && error.code === "not_found")) throw error;
    await dropPartlyRead(database, claimed);
  }
  return { done: 1, more: true };
}
