// The SMTP reply to every failure. RFC 5321 4.2, RFC 3463. A failure of this service itself is always answered 4xx: mail
// must not bounce for our bug.
import type { TooMany } from "../lib/connection-limits.ts";
import { Failure, type FailureCode, storageFailure } from "../lib/failure.ts";
import { outageFailure } from "../store/outage.ts";

export class SmtpReply extends Error {
  /** @param text begins with an enhanced status code */
  constructor(
    readonly responseCode: number,
    text: string,
  ) {
    super(text);
  }
}

/** The reply to a connection beyond the limits; 421 closes it. RFC 5321 4.2 */
export const tooManyConnections: Record<TooMany, SmtpReply> = {
  "in all": new SmtpReply(421, "4.7.0 Too many connections, try again later"),
  "from one network": new SmtpReply(421, "4.7.0 Too many connections from your address, try again later"),
};

const serviceFailure = [451, "4.3.0"] as const;
const policy = [550, "5.7.1"] as const;

const replies: Record<FailureCode, readonly [code: number, enhanced: string]> = {
  validation_error: [550, "5.6.0"],
  invalid_cursor: serviceFailure,
  unauthorized: [535, "5.7.8"],
  forbidden: policy,
  reach_exceeded: policy,
  capability_missing: policy,
  send_policy_violation: policy,
  identity_suspended: [550, "5.2.1"],
  domain_unverified: policy,
  not_found: [550, "5.1.1"],
  method_not_allowed: serviceFailure,
  request_timeout: serviceFailure,
  payload_too_large: [552, "5.3.4"],
  unsupported_media_type: [554, "5.6.1"],
  range_not_satisfiable: serviceFailure,
  conflict: serviceFailure,
  address_taken: serviceFailure,
  address_exists: serviceFailure,
  client_id_taken: serviceFailure,
  label_exists: serviceFailure,
  draft_state: serviceFailure,
  legal_hold: serviceFailure,
  idempotency_in_flight: serviceFailure,
  signup_spent: serviceFailure,
  code_expired: serviceFailure,
  precondition_failed: serviceFailure,
  idempotency_key_reuse: serviceFailure,
  schedule_out_of_range: serviceFailure,
  code_invalid: serviceFailure,
  recipient_refused: [550, "5.7.1"],
  rate_limited: [451, "4.3.2"],
  daily_limit: [450, "4.7.1"],
  internal_error: serviceFailure,
  unavailable: serviceFailure,
  // RFC 3463 3.4: mail system full
  storage_full: [452, "4.3.1"],
};

/** The reply to anything thrown. An error that is not a Failure is a bug: its message is not sent. */
export function replyTo(error: unknown): SmtpReply {
  if (error instanceof SmtpReply) return error;
  const failure = error instanceof Failure ? error : (storageFailure(error) ?? outageFailure(error));
  if (!failure) return new SmtpReply(451, "4.3.0 Something went wrong here, try again later");
  const [code, enhanced] = replies[failure.code];
  return new SmtpReply(code, `${enhanced} ${failure.message}`);
}
