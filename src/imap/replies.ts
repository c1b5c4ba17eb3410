// The table from failures to IMAP replies. RFC 9051 7.1, RFC 5530.
import { Failure, type FailureCode, storageFailure } from "../lib/failure.ts";
import { outageFailure } from "../store/outage.ts";
import type { Status } from "./wire/encode.ts";
import { WireFailure } from "./wire/failure.ts";

/** The tagged response that ends a command. */
export interface TaggedReply {
  status: Status;
  /** Response code without brackets. */
  code?: string | null;
  text: string;
}

export function ok(text: string, code: string | null = null): TaggedReply {
  return { status: "OK", code, text };
}

export function no(text: string, code: string | null = null): TaggedReply {
  return { status: "NO", code, text };
}

export function bad(text: string, code: string | null = null): TaggedReply {
  return { status: "BAD", code, text };
}

const bug = ["NO", "SERVERBUG"] as const;

const replies: Record<FailureCode, readonly [status: Status, code: string]> = {
  validation_error: ["NO", "CANNOT"],
  invalid_cursor: bug,
  unauthorized: ["NO", "AUTHENTICATIONFAILED"],
  forbidden: ["NO", "CANNOT"],
  reach_exceeded: ["NO", "NOPERM"],
  capability_missing: ["NO", "NOPERM"],
  send_policy_violation: ["NO", "NOPERM"],
  identity_suspended: ["NO", "NOPERM"],
  domain_unverified: ["NO", "NOPERM"],
  not_found: ["NO", "NONEXISTENT"],
  method_not_allowed: ["NO", "CANNOT"],
  request_timeout: ["NO", "CANNOT"],
  payload_too_large: ["NO", "TOOBIG"],
  unsupported_media_type: ["NO", "CANNOT"],
  conflict: ["NO", "ALREADYEXISTS"],
  address_taken: ["NO", "ALREADYEXISTS"],
  address_exists: ["NO", "ALREADYEXISTS"],
  client_id_taken: ["NO", "ALREADYEXISTS"],
  label_exists: ["NO", "ALREADYEXISTS"],
  draft_state: ["NO", "CANNOT"],
  legal_hold: ["NO", "NOPERM"],
  idempotency_in_flight: ["NO", "INUSE"],
  signup_spent: ["NO", "EXPIRED"],
  code_expired: ["NO", "EXPIRED"],
  precondition_failed: ["NO", "CANNOT"],
  range_not_satisfiable: ["NO", "CANNOT"],
  idempotency_key_reuse: bug,
  schedule_out_of_range: ["NO", "CANNOT"],
  code_invalid: ["NO", "AUTHENTICATIONFAILED"],
  recipient_refused: ["NO", "CANNOT"],
  rate_limited: ["NO", "LIMIT"],
  daily_limit: ["NO", "OVERQUOTA"],
  internal_error: bug,
  unavailable: ["NO", "UNAVAILABLE"],
  storage_full: ["NO", "LIMIT"],
};

/** The reply to anything thrown; null for an error that is neither a Failure nor a WireFailure: a bug, or a fault of the system. */
export function replyTo(error: unknown): TaggedReply | null {
  if (error instanceof WireFailure) return { status: error.status, code: error.code, text: error.message };
  const failure = error instanceof Failure ? error : (storageFailure(error) ?? outageFailure(error));
  if (!failure) return null;
  const [status, code] = replies[failure.code];
  return { status, code, text: failure.message };
}
