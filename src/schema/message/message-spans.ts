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
        quote: "history: what the sender repeats of another message",
        forward: "a message that the sender passes on",
        signature: "a signature, or a phone's footer",
        notice: "a footer of a list or a company",
      },
    }),
    text: Type.String(),
    of: nullable({
      ...Id,
      description:
        "the message of this mailbox that a quote repeats, found by comparing; null where there is none, or it cannot be read",
    }),
  },
  closed,
);

export const MessageSpans = Type.Object(
  {
    message_id: Id,
    spans: Type.Array(MessageSpan, { description: "in the order of the text, of which nothing is left out" }),
  },
  closed,
);
export type MessageSpans = Static<typeof MessageSpans>;
