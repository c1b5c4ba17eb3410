// Reads files and large bodies of messages for the search index, one message at a time, behind the index of everything else.
import { type Clock, nowInstant } from "../../src/lib/clock.ts";
import { messageOf } from "../../src/lib/failure.ts";
import type { Log } from "../../src/lib/log.ts";
import { readSearched } from "../../src/reading/mails.ts";
import { type BlobStore, unlessAway } from "../../src/store/blobs/blobs.ts";
import { type Database, SqlError } from "../../src/store/database/database.ts";
import { loadFiles, writeFiles } from "../../src/store/mailbox/search.ts";
import { claimFiles, dropFiles } from "../../src/store/mailbox/search-files.ts";
import type { Round } from "../runtime/clock-actor.ts";

/** Five minutes lie behind the first attempt, and five more behind each: a bucket may be away for hours. */
const maxAttempts = 8;

export interface SearchFilesDeps {
  database: Database;
  blobs: BlobStore;
  clock: Clock;
  log: Log;
}

/** Reads the files of one message. */
export async function searchFilesRound({ database, blobs, clock, log }: SearchFilesDeps): Promise<Round> {
  const claimed = await claimFiles(database, nowInstant(clock));
  if (!claimed) return { done: 0, more: false, next: null };
  const drop = async (why?: string): Promise<Round> => {
    // The index without the files stays.
    if (why !== undefined)
      log.warn("the files of a message cannot be searched", { message_id: claimed.messageId, error: why });
    await dropFiles(database, claimed);
    return { done: 1, more: true };
  };
  // Each attempt before ended in an error, or ended the process.
  if (claimed.attempts > maxAttempts + 1) return drop(`given up after ${claimed.attempts - 1} attempts`);
  // A mail is found by its text though its files cannot be read: the last attempt reads the bodies alone.
  const withFiles = claimed.attempts <= maxAttempts;
  const found = await loadFiles(database, blobs, { ...claimed, withFiles }).catch(unlessAway);
  if (found === "away") return { done: 1, more: true };
  if (!found) return drop();
  const { row, raw, content } = found;
  let read = await readSearched(raw, content);
  if (read === null && raw !== null) read = await readSearched(null, content);
  if (read === "late") return { done: 1, more: true };
  if (read === null) return drop();
  try {
    await writeFiles(database, claimed, { row, found: read });
  } catch (error) {
    if (!(error instanceof SqlError) || error.sqlState.startsWith("40")) throw error;
    return drop(messageOf(error));
  }
  return { done: 1, more: true };
}
