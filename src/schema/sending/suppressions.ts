// DECISIONS Drafts and sending: addresses that an account does not write to.
import { type Static, Type } from "@sinclair/typebox";
import { closed, Id, nullable, PageQuery, Timestamp } from "../common.ts";

/** In any script: the format `email` of JSON schema knows ASCII only, so the route reads it. */
const email = Type.String({
  minLength: 3,
  maxLength: 320,
  description: "the address that the account does not write to",
  examples: ["ada@example.com"],
});

const reason = Type.String({
  maxLength: 200,
  description: "manual unless you say otherwise; the service writes bounce and complaint",
  examples: ["manual", "bounce"],
});

export const Suppression = Type.Object(
  {
    id: Id,
    email: Type.String({ description: "what the account does not write to" }),
    reason,
    detail: nullable(
      Type.String({
        description: "what the other server, or its report, said of the address; null: nobody did",
      }),
    ),
    message_id: nullable({ ...Id, description: "the message that it was said about" }),
    created_at: Timestamp,
  },
  closed,
);
export type Suppression = Static<typeof Suppression>;

export const SuppressionCreate = Type.Object(
  {
    email,
    reason: Type.Optional(Type.String({ ...reason, minLength: 1 })),
  },
  closed,
);

export const SuppressionListQuery = Type.Object({ ...PageQuery, email: Type.Optional(email) }, closed);

export const SuppressionDeleteQuery = Type.Object({ email }, closed);
