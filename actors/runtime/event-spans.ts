// Spans of committed events, each in the trace of the mail that it is about. The one of message.sent stands below the root span of a mail
// that goes out: from its turn's beginning to its commit, after the request that asked for it.
import { childOf, noteSpan, rootOf, type SpanContext } from "../../src/lib/spans.ts";

export interface TracedEvent {
  id: string;
  type: string;
  data: object;
  /** Fields of the request that caused it, with the names of its span. */
  logFields: object | null;
  /** A moment of `performance.now()`. */
  askedMs: number;
}

export function noteEventSpans({ id, type, data, logFields, askedMs }: TracedEvent): void {
  const { message_id: messageId } = data as { message_id?: unknown };
  const isOfMail = typeof messageId === "string";
  const root = rootOf(isOfMail ? messageId : id);
  if (!root?.isSampled) return;
  const endMs = performance.now();
  const asked = causeOf(logFields);
  const links = asked ? { links: [asked] } : {};
  if (type === "message.sent" && isOfMail)
    noteSpan({
      name: "send",
      kind: "producer",
      context: root,
      parentId: null,
      startMs: askedMs,
      endMs,
      attributes: {
        "messaging.operation.name": "send",
        "messaging.operation.type": "send",
        "messaging.system": "postroom",
        "messaging.message.id": messageId,
      },
      ...links,
    });
  noteSpan({
    name: `publish ${type}`,
    kind: "producer",
    context: childOf(root, id),
    parentId: isOfMail ? root.spanId : null,
    startMs: endMs,
    endMs,
    attributes: {
      "messaging.operation.name": "publish",
      "messaging.operation.type": "send",
      "messaging.system": "postroom",
      "postroom.event.id": id,
      "postroom.event.type": type,
    },
    ...(type === "message.sent" ? {} : links),
  });
}

function causeOf(fields: object | null): SpanContext | null {
  const { trace_id: traceId, span_id: spanId } = (fields ?? {}) as { trace_id?: unknown; span_id?: unknown };
  return typeof traceId === "string" && typeof spanId === "string"
    ? { traceId, spanId, isSampled: true }
    : null;
}
