// Spans of traces: how long a step of a mail, a request or a tool took, and which step caused it. Nothing is made unless somebody takes
// them (src/telemetry). A mail's trace has the message's id for its trace id, and the ids of events and requests name their spans, so
// processes agree about them without telling each other. Attributes hold no address, subject or text of a mail.
import { isUuid, passingId } from "./ids.ts";

/** W3C Trace Context 3.2: lower-case hexadecimal digits, 32 and 16. */
export interface SpanContext {
  traceId: string;
  spanId: string;
  isSampled: boolean;
}

/** As OpenTelemetry numbers them. */
export const spanKinds = ["internal", "server", "client", "producer", "consumer"] as const;

export type SpanAttributes = Readonly<Record<string, string | number | boolean | null | undefined>>;

export interface FinishedSpan {
  name: string;
  kind: (typeof spanKinds)[number];
  context: SpanContext;
  /** Null: the root of its trace. */
  parentId: string | null;
  /** Moments of `performance.now()`. */
  startMs: number;
  endMs: number;
  attributes: SpanAttributes;
  links?: readonly SpanContext[];
  /** Failures of the service or of the other side; a refusal is an answer. */
  hasFailed?: boolean;
}

export interface SpanTaker {
  take(span: FinishedSpan): void;
  /** @param parent the decision of the caller, where there is one */
  isSampled(traceId: string, parent: boolean | null): boolean;
}

let taker: SpanTaker | null = null;

/** @returns what ends it */
export function takeSpans(by: SpanTaker): () => void {
  taker = by;
  return () => {
    if (taker === by) taker = null;
  };
}

export function isTracing(): boolean {
  return taker !== null;
}

/** Takes a finished span, where its trace is sampled. */
export function noteSpan(span: FinishedSpan): void {
  if (span.context.isSampled) taker?.take(span);
}

/** The root span of a message, an event or a request; null: nobody takes spans. @param id a UUID */
export function rootOf(id: string): SpanContext | null {
  if (taker === null || !isUuid(id)) return null;
  const traceId = id.replaceAll("-", "");
  return { traceId, spanId: traceId.slice(16), isSampled: taker.isSampled(traceId, null) };
}

/** A span of a trace that the caller began; null: nobody takes spans. @param id of the request, which names the span */
export function continuedBy(
  parent: Pick<SpanContext, "traceId" | "isSampled">,
  id: string,
): SpanContext | null {
  if (taker === null) return null;
  const { traceId } = parent;
  return { traceId, spanId: spanIdOf(id), isSampled: taker.isSampled(traceId, parent.isSampled) };
}

/** A span of the same trace. @param id a UUID that names it; without one it has an id of its own */
export function childOf({ traceId, isSampled }: SpanContext, id: string = passingId()): SpanContext {
  return { traceId, spanId: spanIdOf(id), isSampled };
}

/** The random half of a UUID, whose first bits are never all zero. RFC 9562 5.7 */
function spanIdOf(id: string): string {
  return id.replaceAll("-", "").slice(16);
}

/** The header field by which a trace goes on elsewhere. W3C Trace Context 3.2 */
export function traceparentOf({ traceId, spanId, isSampled }: SpanContext): string {
  return `00-${traceId}-${spanId}-${isSampled ? "01" : "00"}`;
}

const traceparentPattern =
  /^(?!ff)[0-9a-f]{2}-(?!0{32})([0-9a-f]{32})-(?!0{16})([0-9a-f]{16})-([0-9a-f]{2})(?:-|$)/;

/** @returns null: the field is absent or none */
export function readTraceparent(field: string | null): SpanContext | null {
  const [, traceId, spanId, flags] = traceparentPattern.exec(field ?? "") ?? [];
  if (traceId === undefined || spanId === undefined) return null;
  return { traceId, spanId, isSampled: (Number.parseInt(flags ?? "0", 16) & 1) === 1 };
}

/** A step of something larger: its name, and when it began and ended by `performance.now()`. */
export interface TimedStep {
  name: string;
  startMs: number;
  endMs: number;
}

/** Notes the steps of a span. */
export function noteSteps(context: SpanContext, steps: readonly TimedStep[]): void {
  if (!context.isSampled) return;
  for (const step of steps)
    noteSpan({
      ...step,
      kind: "internal",
      context: childOf(context),
      parentId: context.spanId,
      attributes: {},
    });
}
