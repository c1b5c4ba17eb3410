// Expected refusals. A Failure carries a code, which each protocol translates by one total table, and a message that says
// what was wrong and what to do instead. Any other thrown error is a bug or an outage.

/** All codes of refusals. DECISIONS Errors. */
export type FailureCode =
  | "validation_error"
  | "invalid_cursor"
  | "unauthorized"
  | "forbidden"
  | "reach_exceeded"
  | "capability_missing"
  | "send_policy_violation"
  | "identity_suspended"
  | "domain_unverified"
  | "not_found"
  | "method_not_allowed"
  | "request_timeout"
  | "payload_too_large"
  | "unsupported_media_type"
  | "conflict"
  | "address_taken"
  | "address_exists"
  | "client_id_taken"
  | "label_exists"
  | "draft_state"
  | "legal_hold"
  | "idempotency_in_flight"
  | "signup_spent"
  | "code_expired"
  | "precondition_failed"
  | "range_not_satisfiable"
  | "idempotency_key_reuse"
  | "schedule_out_of_range"
  | "code_invalid"
  | "recipient_refused"
  | "rate_limited"
  | "daily_limit"
  | "internal_error"
  | "unavailable"
  | "storage_full";

export class Failure extends Error {
  override readonly name = "Failure";

  /**
   * @param message one or two sentences for the caller: what was wrong, and what to do instead
   * @param retryAfterSeconds set where a retry helps
   */
  constructor(
    readonly code: FailureCode,
    message: string,
    readonly retryAfterSeconds?: number,
  ) {
    super(message);
  }
}

/** The words of a refusal that has no better ones. */
export const nothingHere =
  "There is nothing here that this key can reach. Check the id, or list the resource to find it.";

/** The same answer for "does not exist" and "belongs to another account". SPEC Errors 2. */
/** @param message another one, which says no more to who may not see it than to who may */
export function notFound(message = nothingHere): Failure {
  return new Failure("not_found", message);
}

export function invalid(message: string): Failure {
  return new Failure("validation_error", message);
}

/** How deep a cause may lie. */
const maxCauses = 5;

/**
 * The refusal for anything thrown because a disk has no room: the file system's ENOSPC or EDQUOT, or PostgreSQL's SQLSTATE
 * 53100 (disk_full), of whichever database. null: it was something else.
 */
export function storageFailure(thrown: unknown): Failure | null {
  let error = thrown as { code?: unknown; sqlState?: unknown; cause?: unknown } | null | undefined;
  for (let depth = 0; depth < maxCauses && typeof error === "object" && error !== null; depth++) {
    if (error.sqlState === "53100" || ["ENOSPC", "EDQUOT", "53100"].includes(error.code as string)) {
      return new Failure(
        "storage_full",
        "The server's disk is full, nothing was stored. Try again later; who runs the server has to make room in DATA_DIR or on the database's disk.",
        60,
      );
    }
    error = error.cause as typeof error;
  }
  return null;
}

/** The message of anything thrown. */
export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
