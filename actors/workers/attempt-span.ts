// Spans of a mail on its way out, in its message's trace: how long it waited, and each attempt with what the other server answered.
import { msOf } from "../../src/lib/clock.ts";
import { childOf, noteSpan, rootOf } from "../../src/lib/spans.ts";
import type { RecipientResult } from "../../src/outbound/outcome.ts";
import type { OutboundRow } from "../../src/store/sending/outbound.ts";

/** Notes how long a mail waited for its first attempt. @param row of a recipient whose attempt begins */
export function noteWait({ messageId, attempts, createdAt }: OutboundRow): void {
  const root = attempts > 1 ? null : rootOf(messageId);
  if (!root?.isSampled) return;
  const endMs = performance.now();
  noteSpan({
    name: "queue",
    kind: "internal",
    context: childOf(root),
    parentId: root.spanId,
    // The clock of another process may be ahead.
    startMs: Math.min(endMs, msOf(createdAt) - performance.timeOrigin),
    endMs,
    attributes: {},
  });
}

/** Notes an attempt at one destination. @param results of its recipients */
export function noteAttempt(
  { messageId, attempts }: OutboundRow,
  results: readonly RecipientResult[],
  startMs: number,
): void {
  const root = rootOf(messageId);
  const [first] = results;
  if (!root?.isSampled || !first) return;
  const countOf = (kind: RecipientResult["kind"]) => results.filter((result) => result.kind === kind).length;
  const hasFailed = countOf("delivered") < results.length;
  noteSpan({
    name: "smtp send",
    kind: "client",
    context: childOf(root),
    parentId: root.spanId,
    startMs,
    endMs: performance.now(),
    attributes: {
      "network.protocol.name": "smtp",
      "server.address": first.mx,
      "tls.protocol.version": first.tls?.protocol,
      "postroom.attempt": attempts,
      "postroom.recipients.delivered": countOf("delivered"),
      "postroom.recipients.deferred": countOf("deferred"),
      "postroom.recipients.failed": countOf("failed"),
      "postroom.smtp.status_code": first.code,
      "error.type": hasFailed ? String(first.code ?? "no_answer") : undefined,
    },
    hasFailed,
  });
}
