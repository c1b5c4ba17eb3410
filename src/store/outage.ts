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
  if (error instanceof BlobMissing)
    return new Failure(
      "unavailable",
      "The bytes of this mail are not here just now. Try again in a moment.",
      60,
    );
  if (error instanceof BlobsUnavailable)
    return new Failure(
      "unavailable",
      "Large mails cannot be stored or read just now. Try again in a moment.",
      5,
    );
  const isGivenUp = error instanceof SqlError && givenUp.has(error.sqlState);
  return error instanceof DatabaseUnavailable || isGivenUp
    ? new Failure("unavailable", "The database does not answer just now. Try again in a moment.", 2)
    : null;
}
