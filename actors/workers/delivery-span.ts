// The span of one call of a webhook, in the trace of the mail that its event is about; its field traceparent says so to the receiver.
// Semantic Conventions for HTTP
import { childOf, noteSpan, rootOf, type SpanContext } from "../../src/lib/spans.ts";
import { parseUrl } from "../../src/lib/urls.ts";
import type { DueDelivery } from "../../src/store/events/delivery-claims.ts";
import type { PostOutcome } from "../../src/webhooks/post.ts";

interface CallSpan {
  context: SpanContext;
  /** The span of the event. */
  parentId: string;
}

/** Null: nobody takes spans. */
export function callSpan({ id, data }: DueDelivery["event"]): CallSpan | null {
  const messageId = data.message_id;
  const root = rootOf(typeof messageId === "string" ? messageId : id);
  if (!root) return null;
  const { spanId: parentId } = childOf(root, id);
  return { context: childOf(root), parentId };
}

export function noteCall(
  delivery: DueDelivery,
  outcome: PostOutcome,
  { startMs, ...span }: CallSpan & { startMs: number },
): void {
  if (!span.context.isSampled) return;
  const url = parseUrl(delivery.url);
  const status = outcome.kind === "response" ? outcome.status : null;
  const hasFailed = status === null || status >= 400;
  noteSpan({
    name: "POST",
    kind: "client",
    ...span,
    startMs,
    endMs: performance.now(),
    attributes: {
      "http.request.method": "POST",
      "http.request.resend_count": delivery.attemptCount > 1 ? delivery.attemptCount - 1 : undefined,
      "http.response.status_code": status,
      "server.address": url?.hostname,
      "server.port": url ? Number(url.port) || (url.protocol === "https:" ? 443 : 80) : undefined,
      "error.type": hasFailed ? String(status ?? "no_answer") : undefined,
      "postroom.webhook.id": delivery.webhookId,
      "postroom.delivery.id": delivery.id,
      "postroom.event.id": delivery.event.id,
      "postroom.event.type": delivery.event.type,
    },
    hasFailed,
  });
}
