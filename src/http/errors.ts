// Failures in HTTP's words: status, envelope and an example of each. DECISIONS Errors.
import { type Static, Type } from "@sinclair/typebox";
import { Failure, type FailureCode } from "../lib/failure.ts";
import { closed, oneOf } from "../schema/common.ts";

interface FailureText {
  status: number;
  /** The condition under which the failure is answered. */
  meaning: string;
  /** An example of its message. */
  example: string;
}

/** Each failure in HTTP's words; meanings and examples are the OpenAPI document's. */
export const failures: Readonly<Record<FailureCode, FailureText>> = {
  validation_error: {
    status: 400,
    meaning: "the request is malformed: JSON, a type, a missing or unknown field, an empty change",
    example: 'Unknown field "labels" in the body. Did you mean "label"?',
  },
  invalid_cursor: {
    status: 400,
    meaning: "the cursor is not one of this list",
    example:
      "This cursor is not one. Give the next_cursor of the page before, or leave it out to start over.",
  },
  unauthorized: {
    status: 401,
    meaning: "no API key, or one that is not valid, or a browser sent it",
    example: "This call needs a valid API key. Send it as: Authorization: Bearer pr_…",
  },
  forbidden: {
    status: 403,
    meaning: "the key is valid and may not do this",
    example: "Creating a pod takes an unrestricted key; this one is limited to some addresses.",
  },
  reach_exceeded: {
    status: 403,
    meaning: "a key is to be minted or revoked beyond what the calling key reaches",
    example:
      "identity_ids must be addresses that the calling key reaches. List them with GET /api/v1/identities.",
  },
  capability_missing: {
    status: 403,
    meaning: "the type of the address does not have what the call needs",
    example: "An address of type application cannot have drafts. Use another address.",
  },
  send_policy_violation: {
    status: 403,
    meaning: "an address of mode automated does not answer what a program wrote",
    example:
      "This message was written by a program (an automatic reply, a list, a bounce), and an automated address does not answer those.",
  },
  identity_suspended: {
    status: 403,
    meaning: "the address is suspended, archived or expired",
    example: "This address is not active, so it cannot send. Set its status to active first.",
  },
  domain_unverified: {
    status: 403,
    meaning: "the domain of the address is not verified yet",
    example: "example.com is not verified yet. Publish its ownership record and verify it first.",
  },
  not_found: {
    status: 404,
    meaning: "it is not there, or not yours: both answer alike",
    example:
      "There is no thread of this id that this key can reach. GET /api/v1/threads lists those that are.",
  },
  method_not_allowed: {
    status: 405,
    meaning: "the path has no such method",
    example: "DELETE does not exist here. Use GET or PATCH.",
  },
  request_timeout: {
    status: 408,
    meaning: "the body was too slow to come",
    example: "The body did not come within 60 seconds. Send it faster, or less of it.",
  },
  payload_too_large: {
    status: 413,
    meaning: "the body, a file or the message is too large",
    example: "The body is larger than 36 MB. Send less, or upload attachments one by one.",
  },
  unsupported_media_type: {
    status: 415,
    meaning: "the body has another media type than the call takes",
    example: "Send the body as JSON, with Content-Type: application/json.",
  },
  conflict: {
    status: 409,
    meaning: "something else has to change first",
    example: "This is not possible as things stand. The message says what to change first.",
  },
  legal_hold: {
    status: 409,
    meaning: "nothing is deleted here until the operator lifts the legal hold",
    example:
      "This address has been under legal hold since 2026-11-01T09:00:00.000000Z: nothing of it is deleted until the operator lifts that (postroom hold lift).",
  },
  address_taken: {
    status: 409,
    meaning: "somebody has this address, or had it",
    example: "support@agents.example.com is taken. Choose another local part.",
  },
  address_exists: {
    status: 409,
    meaning: "a routing rule is not needed where there is an address",
    example: "sales@agents.example.com is an address already. It takes precedence: no rule is needed.",
  },
  client_id_taken: {
    status: 409,
    meaning: "another pod has this client_id",
    example: "Another pod of this account has this client_id. Choose another one.",
  },
  label_exists: {
    status: 409,
    meaning: "the address has a label of this name",
    example: "This address has a label of this name. Use that one, or choose another name.",
  },
  draft_state: {
    status: 409,
    meaning: "the draft is not in the state that the call needs",
    example: "This draft is not scheduled, so there is nothing to take back.",
  },
  idempotency_in_flight: {
    status: 409,
    meaning: "the first request with this Idempotency-Key still runs",
    example: "The first request with this Idempotency-Key still runs. Try again in a moment.",
  },
  signup_spent: {
    status: 410,
    meaning: "the signup is used up, or verified already",
    example: "Ten wrong codes have used this signup up. Sign up again.",
  },
  code_expired: {
    status: 410,
    meaning: "the code is older than 24 hours",
    example: "This code has expired. Ask for a fresh one with POST /api/v1/agent/human.",
  },
  precondition_failed: {
    status: 412,
    meaning: "the event has changed since the ETag in If-Match",
    example: "The event has changed since this ETag. Read it again, then decide.",
  },
  range_not_satisfiable: {
    status: 416,
    meaning: "the range begins behind the last byte; Content-Range says how many there are",
    example: "There are 5120 bytes. Ask for a part of them.",
  },
  idempotency_key_reuse: {
    status: 422,
    meaning: "the Idempotency-Key was used with another body",
    example: "This Idempotency-Key was used before with a different body. Use a new key for a new request.",
  },
  schedule_out_of_range: {
    status: 422,
    meaning: "send_at is not between one minute and thirty days from now",
    example: "send_at must be at least one minute and at most thirty days from now.",
  },
  code_invalid: {
    status: 422,
    meaning: "the code is wrong; the tenth wrong one spends the signup",
    example: "This is not the code. 8 tries are left.",
  },
  recipient_refused: {
    status: 422,
    meaning: "every recipient was refused, nothing was sent",
    example: "Every recipient was refused (gone@example.com: suppressed). Nothing was sent.",
  },
  rate_limited: {
    status: 429,
    meaning: "too many requests at once: wait for Retry-After",
    example: "Too many requests. Wait for the seconds in Retry-After, then go on.",
  },
  daily_limit: {
    status: 429,
    meaning: "the recipients of today (UTC) are used up",
    example: "This account has written to 100 recipients today. Go on tomorrow.",
  },
  internal_error: {
    status: 500,
    meaning: "our fault: try again, and report the request that the message names",
    example: "Something went wrong on our side. Try again; if it stays, report request 019a2f4e….",
  },
  unavailable: {
    status: 503,
    meaning: "the database does not answer, or too much is under way: try again",
    example: "The database does not answer just now. Try again in a moment.",
  },
  storage_full: {
    status: 503,
    meaning: "the disk of the server is full: try again after Retry-After",
    example: "The server's disk is full, nothing was stored. Try again later.",
  },
};

const meanings = Object.fromEntries(
  Object.entries(failures).map(([code, { meaning }]) => [code, meaning]),
) as Record<FailureCode, string>;

/** The envelope of a failure. SPEC What the service does */
export const FailureBody = Type.Object(
  {
    error: Type.Object(
      {
        code: oneOf(Object.keys(failures) as FailureCode[], { meanings }),
        message: Type.String({ description: "what was wrong, and what to do instead" }),
      },
      closed,
    ),
  },
  closed,
);
type FailureBody = Static<typeof FailureBody>;

export function failureBody(failure: Failure): FailureBody {
  return { error: { code: failure.code, message: failure.message } };
}

/** The answer to an unexpected error: it hides the cause and names the request under which the log has it. */
export function internalError(requestId: string): Failure {
  return new Failure(
    "internal_error",
    `Something went wrong on our side. Try again; if it stays, report request ${requestId}.`,
  );
}
