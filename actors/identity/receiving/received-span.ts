// The span of a received mail: the root of the message's trace, whose steps are its children.
import {
  noteSpan,
  noteSteps,
  rootOf,
  type SpanAttributes,
  type SpanContext,
  type TimedStep,
} from "../../../src/lib/spans.ts";
import type { Received } from "./receive.ts";

export interface ReceivedMail {
  /** How it came in. */
  source: "smtp" | "internal";
  /** In the order in which they were done; one or more. */
  steps: readonly TimedStep[];
  attributes: SpanAttributes;
  /** The message that it is a copy of. */
  sent?: SpanContext | null;
}

/** Notes a mail that is stored. A repeat of one, and a report that became no message, have no span. */
export function noteReceived(
  { messageId, threadId, repeated }: Received,
  { source, steps, attributes, sent }: ReceivedMail,
): void {
  const context = repeated || threadId === "" ? null : rootOf(messageId);
  const [first] = steps;
  if (!context?.isSampled || !first) return;
  noteSpan({
    name: `receive ${source}`,
    kind: source === "smtp" ? "server" : "consumer",
    context,
    parentId: null,
    startMs: first.startMs,
    endMs: steps.at(-1)?.endMs ?? first.endMs,
    attributes: {
      "messaging.operation.name": "receive",
      "messaging.operation.type": "receive",
      "messaging.system": source === "smtp" ? "smtp" : "postroom",
      "messaging.message.id": messageId,
      "network.protocol.name": source === "smtp" ? "smtp" : undefined,
      ...attributes,
    },
    ...(sent ? { links: [sent] } : {}),
  });
  noteSteps(context, steps);
}
