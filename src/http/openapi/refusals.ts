// Which refusals a call may answer: those that follow from its form, and those that the list of operations names.

import type { FailureCode } from "../../lib/failure.ts";
import { httpStatus } from "../errors.ts";
import type { Operation } from "./operations.ts";
import type { JsonSchema, MediaType, Reference, ResponseObject } from "./types.ts";

/** What the form of a call says. */
export interface CallForm {
  method: string;
  hasBody: boolean;
  isPaged: boolean;
}

/** Refusals of every call. SPEC Errors 2 */
const always: readonly FailureCode[] = [
  "validation_error",
  "unauthorized",
  "not_found",
  "rate_limited",
  "internal_error",
  "unavailable",
];

/** @param operation null: one that nobody has described yet may answer anything */
export function refusalsOf(form: CallForm, operation: Operation | null): FailureCode[] {
  if (!operation) return Object.keys(httpStatus) as FailureCode[];
  const codes = new Set<FailureCode>([...always, ...(operation.errors ?? [])]);
  if (form.isPaged) codes.add("invalid_cursor");
  if (form.hasBody) codes.add("request_timeout").add("payload_too_large").add("unsupported_media_type");
  if (form.method === "POST") codes.add("idempotency_in_flight").add("idempotency_key_reuse");
  if (operation.etag) codes.add("precondition_failed");
  return [...codes];
}

const meanings: Record<number, string> = {
  400: "Malformed: the message names the field and what to send instead",
  401: "No API key, or one that is not valid",
  403: "Understood and refused",
  404: "Nothing here that this key can reach",
  405: "This path has no such method",
  408: "The body was too slow to come",
  409: "In conflict with what is there",
  410: "Used up or expired",
  412: "The ETag no longer matches",
  413: "Too large",
  415: "Another media type is needed",
  422: "Well formed, and cannot be done",
  429: "Too many requests: wait for `Retry-After`",
  500: "Our fault; the message names the request to report",
  503: "Not possible just now: try again",
};

/** Responses that several calls share, by name: for `components.responses`. */
export class SharedResponses {
  readonly named: Record<string, ResponseObject> = {};

  /** One response a status, its codes listed. @param headers of every response of the call */
  refer(
    codes: readonly FailureCode[],
    headers: Readonly<Record<string, Reference>>,
  ): Record<string, Reference> {
    const byStatus = Map.groupBy(codes, (code) => httpStatus[code]);
    return Object.fromEntries(
      [...byStatus].map(([status, some]) => [String(status), this.#one(status, some, headers)]),
    );
  }

  #one(
    status: number,
    codes: readonly FailureCode[],
    headers: Readonly<Record<string, Reference>>,
  ): Reference {
    const { "Idempotency-Replayed": replay, ...plain } = headers;
    const replayed = replay !== undefined && storedStatuses.has(status);
    const name = `${status}-${codes.join("-")}${replayed ? "-replayed" : ""}`;
    this.named[name] ??= {
      description: meanings[status] ?? "Refused",
      headers: {
        ...plain,
        ...(replayed ? { "Idempotency-Replayed": replay } : {}),
        ...(status === 429 || status === 503
          ? { "Retry-After": { $ref: "#/components/headers/Retry-After" } }
          : {}),
      },
      content: { "application/json": refusalBody(codes) },
    };
    return { $ref: `#/components/responses/${name}` };
  }
}

/** Refusals that are stored for an Idempotency-Key. DECISIONS Authentication and keys: Idempotency */
const storedStatuses = new Set([403, 404, 409, 410, 422]);

function refusalBody(codes: readonly FailureCode[]): MediaType {
  const code: JsonSchema = { type: "string", enum: codes };
  const error: JsonSchema = {
    type: "object",
    required: ["code", "message"],
    properties: { code, message: { type: "string", description: "what was wrong, and what to do instead" } },
    additionalProperties: false,
  };
  return {
    schema: { type: "object", required: ["error"], properties: { error }, additionalProperties: false },
    examples: Object.fromEntries(
      codes.map((name) => [name, { value: { error: { code: name, message: said[name] } } }]),
    ),
  };
}

/** What each refusal says, as an example. */
const said: Record<FailureCode, string> = {
  validation_error: 'Unknown field "labels" in the body. Did you mean "label"?',
  invalid_cursor:
    "This cursor is not one. Give the next_cursor of the page before, or leave it out to start over.",
  unauthorized: "This call needs a valid API key. Send it as: Authorization: Bearer pr_…",
  forbidden: "Creating a pod takes an unrestricted key; this one is limited to some addresses.",
  reach_exceeded:
    "identity_ids must be addresses that the calling key reaches. List them with GET /api/v1/identities.",
  capability_missing: "An address of type application cannot have drafts. Use another address.",
  send_policy_violation: "This address may only write to those on its send list.",
  identity_suspended: "This address is not active, so it cannot send. Set its status to active first.",
  domain_unverified: "example.com is not verified yet. Publish its ownership record and verify it first.",
  not_found: "There is nothing here that this key can reach. Check the id, or list the resource to find it.",
  method_not_allowed: "DELETE does not exist here. Use GET or PATCH.",
  request_timeout: "The body did not come within 60 seconds. Send it faster, or less of it.",
  payload_too_large: "The body is larger than 36 MB. Send less, or upload attachments one by one.",
  unsupported_media_type: "Send the body as JSON, with Content-Type: application/json.",
  conflict: "This is not possible as things stand. The message says what to change first.",
  address_taken: "support@agents.example.com is taken. Choose another local part.",
  address_exists: "sales@agents.example.com is an address already. It takes precedence: no rule is needed.",
  client_id_taken: "Another pod of this account has this client_id. Choose another one.",
  label_exists: "This address has a label of this name. Use that one, or choose another name.",
  draft_state: "This draft is not scheduled, so there is nothing to take back.",
  idempotency_in_flight: "The first request with this Idempotency-Key still runs. Try again in a moment.",
  signup_spent: "Ten wrong codes have used this signup up. Sign up again.",
  code_expired: "This code has expired. Ask for a fresh one with POST /api/v1/agent/human.",
  precondition_failed: "The event has changed since this ETag. Read it again, then decide.",
  idempotency_key_reuse:
    "This Idempotency-Key was used before with a different body. Use a new key for a new request.",
  schedule_out_of_range: "send_at must be at least one minute and at most thirty days from now.",
  code_invalid: "This is not the code. 8 tries are left.",
  recipient_refused: "Every recipient was refused (gone@example.com: suppressed). Nothing was sent.",
  rate_limited: "Too many requests. Wait for the seconds in Retry-After, then go on.",
  daily_limit: "This account has written to 100 recipients today. Go on tomorrow.",
  internal_error: "Something went wrong on our side. Try again; if it stays, report request 019a2f4e….",
  unavailable: "The database does not answer just now. Try again in a moment.",
};
