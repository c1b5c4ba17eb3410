// Every refusal in HTTP's words, in one place. DECISIONS Errors.
import { Failure, type FailureCode } from "../lib/failure.ts";
import type { FailureBody } from "../schema/envelope.ts";

export const httpStatus: Record<FailureCode, number> = {
  validation_error: 400,
  invalid_cursor: 400,
  unauthorized: 401,
  forbidden: 403,
  reach_exceeded: 403,
  capability_missing: 403,
  send_policy_violation: 403,
  identity_suspended: 403,
  domain_unverified: 403,
  not_found: 404,
  method_not_allowed: 405,
  request_timeout: 408,
  payload_too_large: 413,
  unsupported_media_type: 415,
  conflict: 409,
  address_taken: 409,
  address_exists: 409,
  client_id_taken: 409,
  label_exists: 409,
  draft_state: 409,
  idempotency_in_flight: 409,
  signup_spent: 410,
  code_expired: 410,
  precondition_failed: 412,
  idempotency_key_reuse: 422,
  schedule_out_of_range: 422,
  code_invalid: 422,
  recipient_refused: 422,
  rate_limited: 429,
  daily_limit: 429,
  internal_error: 500,
  unavailable: 503,
};

export function failureBody(failure: Failure): FailureBody {
  return { error: { code: failure.code, message: failure.message } };
}

/** What the caller sees of a bug: nothing but where to look for it. */
export function internalError(requestId: string): Failure {
  return new Failure(
    "internal_error",
    `Something went wrong on our side. Try again; if it stays, report request ${requestId}.`,
  );
}
