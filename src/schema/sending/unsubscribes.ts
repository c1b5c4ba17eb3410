// DECISIONS Drafts and sending: recipients who have unsubscribed from one address.
import { type Static, Type } from "@sinclair/typebox";
import { closed, Id, oneOf, PageQuery, Timestamp } from "../common.ts";

const via = oneOf(["link", "mail"] as const, {
  meanings: { link: "by the link, or the button of a mail program", mail: "by a mail to the mailbox" },
});

export const Unsubscribe = Type.Object(
  {
    id: Id,
    identity_id: { ...Id, description: "the address whose mail it ends" },
    email: Type.String({ description: "the recipient" }),
    via,
    created_at: Timestamp,
  },
  closed,
);
export type Unsubscribe = Static<typeof Unsubscribe>;

export const UnsubscribeListQuery = Type.Object(
  {
    ...PageQuery,
    email: Type.Optional(
      Type.String({
        minLength: 3,
        maxLength: 320,
        description: "this recipient",
        examples: ["ada@example.com"],
      }),
    ),
  },
  closed,
);

export const UnsubscribeParams = Type.Object({ id: Type.String(), unsubscribeId: Type.String() });
