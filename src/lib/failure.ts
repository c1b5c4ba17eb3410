// Expected refusals. A Failure carries a code that every protocol has words for (one total table each) and a
// message that says what was wrong and what to do instead. Anything else that is thrown is a bug or a broken world.

/** Every refusal the service knows. DECISIONS Errors. */
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
  | "idempotency_in_flight"
  | "signup_spent"
  | "code_expired"
  | "precondition_failed"
  | "idempotency_key_reuse"
  | "schedule_out_of_range"
  | "code_invalid"
  | "recipient_refused"
  | "rate_limited"
  | "daily_limit"
  | "internal_error"
  | "unavailable";

export class Failure extends Error {
  override readonly name = "Failure";

  /**
   * @param code what kind of refusal
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

/** The one answer for "not there" and "not yours". SPEC Errors 2. */
export function notFound(): Failure {
  return new Failure(
    "not_found",
    "There is nothing here that this key can reach. Check the id, or list the resource to find it.",
  );
}

export function invalid(message: string): Failure {
  return new Failure("validation_error", message);
}

/** The message of anything thrown. */
export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
