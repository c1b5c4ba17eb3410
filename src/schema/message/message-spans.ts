// The text of a message, by whose words it is. DECISIONS Threads, messages, folders, labels.
import { type Static, Type } from "@sinclair/typebox";
import { closed, Id, nullable, oneOf } from "../common.ts";

const spanKinds = ["own", "quote", "forward", "signature", "notice"] as const;
export type SpanKind = (typeof spanKinds)[number];

/** A part of a message's text, with whose words it holds. */
export const MessageSpan = Type.Object(
  {
    kind: oneOf(spanKinds, {
      meanings: {
        own: "the sender's words",
        quote: "history",
        forward: "passed on",
        signature: "or a phone's footer",
        notice: "a footer of a list",
      },
    }),
    text: Type.String(),
    of: nullable({
      ...Id,
      description: "the message that a quote repeats",
    }),
  },
  closed,
);

export const MessageSpans = Type.Object(
  {
    message_id: Id,
    spans: Type.Array(MessageSpan, { description: "the whole text, in order" }),
  },
  closed,
);
export type MessageSpans = Static<typeof MessageSpans>;
