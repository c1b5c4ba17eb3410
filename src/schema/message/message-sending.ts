// Many messages in one call. DECISIONS Drafts and sending.
import { type Static, Type } from "@sinclair/typebox";
import { closed } from "../common.ts";
import { MessageSend, Sent } from "./messages.ts";

/** Messages of one call. */
export const maxMessages = 100;

export const MessageBatchSend = Type.Object(
  {
    messages: Type.Array(MessageSend, {
      minItems: 1,
      maxItems: maxMessages,
      description: "each as POST /messages takes it",
    }),
  },
  closed,
);

const Refused = Type.Object(
  {
    code: Type.String({ description: "as in an answer of its own" }),
    message: Type.String({ description: "what was wrong, and what to do instead" }),
  },
  closed,
);

export const SentBatch = Type.Object(
  {
    results: Type.Array(
      Type.Object(
        {
          status: Type.Integer({
            description: "that POST /messages would answer: 201, 202, or of a refusal",
          }),
          data: Type.Optional(Sent),
          error: Type.Optional(Refused),
        },
        closed,
      ),
      { description: "one for each message, in the order given" },
    ),
  },
  closed,
);
export type SentBatch = Static<typeof SentBatch>;
