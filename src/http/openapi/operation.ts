// The route's entry in the OpenAPI document: `detail: operation("getLabel", "Read a label")` in its options.
import { addMs, type Clock, nowInstant } from "../../lib/clock.ts";
import type { FailureCode } from "../../lib/failure.ts";

/** The document's facts of a call beyond its path and schemas. */
export interface OperationDetail {
  /** Unique; a verb and what it acts on. */
  readonly operationId: string;
  /** A sentence without its full stop. */
  readonly summary: string;
  readonly description?: string;
  /** Failures beside those that follow from the call's form, which responses.ts adds. */
  readonly errors?: readonly FailureCode[];
  /** Example of a body; without it one is made from the schema. */
  readonly example?: unknown;
  /** Media types of an answer that is not JSON. */
  readonly produces?: readonly string[];
  /** Schema of an item, where the answer is a stream of them. */
  readonly items?: unknown;
  /** Example of a query, where the call needs more than what it requires. */
  readonly query?: Readonly<Record<string, string>>;
  /** Media types of the body beside JSON. */
  readonly accepts?: readonly string[];
  /** Without a body the call is as with one that names no field. */
  readonly optionalBody?: true;
  /** A download: `Range` asks for a part of it. */
  readonly ranges?: boolean;
  /** The answer carries an ETag; changing calls take If-Match. */
  readonly etag?: boolean;
}

export function operation(
  operationId: string,
  summary: string,
  rest: Omit<OperationDetail, "operationId" | "summary"> = {},
): OperationDetail {
  return { operationId, summary, ...rest };
}

/** Failures of every call that sends mail. */
export const sendingFailures = [
  "forbidden",
  "capability_missing",
  "identity_suspended",
  "domain_unverified",
  "send_policy_violation",
  "recipient_refused",
  "daily_limit",
] as const satisfies readonly FailureCode[];

/** An id for examples. */
export const exampleId = "019a2f4e-8b1c-7def-8a90-1234567890ab";

/** A time for examples that a schedule takes for four weeks from now on. */
export function exampleSendAt(clock: Clock): string {
  const fourWeeksMs = 28 * 24 * 3_600_000;
  return `${addMs(nowInstant(clock), fourWeeksMs).slice(0, 10)}T09:00:00Z`;
}
