// The text of a message, by whose words it is. DECISIONS Threads, messages, folders, labels.
import { type Static, Type } from "@sinclair/typebox";
import { closed, Id, MailboxRef, nullable, oneOf } from "../common.ts";

const spanKinds = ["own", "quote", "forward", "signature", "notice", "alt", "invitation", "file"] as const;
export type SpanKind = (typeof spanKinds)[number];

/** A mail within a mail. */
export const ChildMail = Type.Object(
  {
    from: nullable({ ...MailboxRef, description: "its author, where it names one" }),
    date: nullable(Type.String({ description: "as it is written there, or an instant" })),
    subject: nullable(Type.String()),
    text: Type.String({ description: "without its head; at most 100,000 characters" }),
  },
  closed,
);

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
        alt: "words of a picture, which programs show where they do not load it",
        invitation: "behind the text: the event",
        file: "behind the text: the name of a file",
      },
    }),
    text: Type.String(),
    of: nullable({
      ...Id,
      description: "the message that a quote repeats",
    }),
    mail: Type.Optional({ ...ChildMail, description: "of a `forward`, and of a `file` that is a mail" }),
    attachment_id: Type.Optional({ ...Id, description: "of a `file`" }),
    is_cut: Type.Optional(
      Type.Literal(true, { description: "the answer is full here: the text goes on in the message itself" }),
    ),
  },
  closed,
);

export type MessageSpan = Static<typeof MessageSpan>;

export const MessageSpans = Type.Object(
  {
    message_id: Id,
    spans: Type.Array(MessageSpan, {
      description: "the whole text, in order, then the invitation and the files",
    }),
  },
  closed,
);
export type MessageSpans = Static<typeof MessageSpans>;
