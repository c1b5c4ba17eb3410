// Refusals, asking to try again, for errors of a store that is away.
import { Failure } from "../lib/failure.ts";
import { BlobMissing, BlobsUnavailable } from "./blobs/blobs.ts";
import { DatabaseUnavailable, SqlError } from "./database/database.ts";

/** query_canceled (it took too long), lock_not_available, serialization_failure, deadlock_detected. PostgreSQL Appendix A */
const givenUp = new Set(["57014", "55P03", "40001", "40P01"]);

/**
 * The refusal for work that the store could not do now, and may do later: the database is away, or gave a statement up for what
 * others did at the same time; large mails can be neither stored nor read; the bytes of one are not where they are looked for.
 * Null for every other error.
 */
export function outageFailure(error: unknown): Failure | null {
  if (error instanceof BlobMissing) return later("The bytes of this mail are not here just now.", 60);
  if (error instanceof BlobsUnavailable) return later("Large mails cannot be stored or read just now.", 5);
  const isGivenUp = error instanceof SqlError && givenUp.has(error.sqlState);
  return error instanceof DatabaseUnavailable || isGivenUp
    ? later("The database does not answer just now.", 2)
    : null;
}

function later(what: string, retryAfterSeconds: number): Failure {
  return new Failure("unavailable", `${what} Try again in a moment.`, retryAfterSeconds);
}
