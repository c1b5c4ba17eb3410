// Failures that a call may answer: those that follow from its form and those that its route names. Calls with the same
// failures at a status share one response.
import type { FailureCode } from "../../lib/failure.ts";
import type { Level } from "../../lib/levels.ts";
import { failures } from "../errors.ts";
import type { OperationDetail } from "./operation.ts";
import type { MediaType, Reference, ResponseObject } from "./types.ts";

/** The form of a call, which decides its responses. */
export interface CallForm {
  method: string;
  hasBody: boolean;
  isPaged: boolean;
  /** The level that it takes of a program; null: no level has it. */
  level: Level | null;
}

/** Failures of every call. SPEC Errors 2 */
const always: readonly FailureCode[] = [
  "validation_error",
  "unauthorized",
  "not_found",
  "rate_limited",
  "internal_error",
  "unavailable",
  "storage_full",
];

export function failuresOf(form: CallForm, { errors = [], etag, ranges }: OperationDetail): FailureCode[] {
  const codes = new Set<FailureCode>([...always, ...errors]);
  // Every program has the level read.
  if (form.level !== "read") codes.add("forbidden");
  if (form.isPaged) codes.add("invalid_cursor");
  if (form.hasBody) codes.add("request_timeout").add("payload_too_large").add("unsupported_media_type");
  if (form.method === "POST") codes.add("idempotency_in_flight").add("idempotency_key_reuse");
  if (etag) codes.add("precondition_failed");
  if (ranges) codes.add("range_not_satisfiable");
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
  416: "Nothing of the range is there",
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
    const byStatus = Map.groupBy(codes, (code) => failures[code].status);
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
      content: { "application/json": failureBodyOf(codes) },
    };
    return { $ref: `#/components/responses/${name}` };
  }
}

/** Statuses whose answers are stored for an Idempotency-Key. DECISIONS Authentication and keys: Idempotency */
const storedStatuses = new Set([403, 404, 409, 410, 422]);

/** One schema for all; the examples list the codes that this response may carry. */
function failureBodyOf(codes: readonly FailureCode[]): MediaType {
  return {
    schema: { $ref: "#/components/schemas/Failure" },
    examples: Object.fromEntries(
      codes.map((code) => [code, { value: { error: { code, message: failures[code].example } } }]),
    ),
  };
}
