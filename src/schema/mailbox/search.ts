// DECISIONS Threads, messages, folders, labels: GET /messages/search.
import { type Static, Type } from "@sinclair/typebox";
import { closed, PageQuery, Uuid } from "../common.ts";
import { view } from "../message/messages.ts";

/** The words and operators of a search. */
export const SearchText = Type.String({
  minLength: 1,
  maxLength: 500,
  description:
    'words or parts of them, "a phrase", -without, this or that, (groups); also names, addresses and domains. Operators: from:, to: (me too), cc:, bcc:, subject:, filename:, label:, in: (a folder), is: (unread, read, starred, answered, received, sent, open, waiting, resolved, human_review), has: (attachment, invitation, pdf), before:, after: and on: (2026-01-31, yesterday, last week, 7d), larger: and smaller: (500k, 5M). Without words the conditions alone say what is listed, newest first',
  examples: ['invoice from:ada "march 2026" -draft has:attachment'],
});

export const MessageSearchQuery = Type.Object(
  {
    q: Type.Optional(SearchText),
    identity_id: Type.Optional(Uuid),
    from: Type.Optional(Type.String({ minLength: 1, description: "the sender's address, or its domain" })),
    to: Type.Optional(
      Type.String({ minLength: 1, description: "an address in to, cc or bcc, or that it came to" }),
    ),
    after: Type.Optional(Type.String({ format: "date-time", description: "created at or after" })),
    before: Type.Optional(Type.String({ format: "date-time", description: "created before" })),
    is_read: Type.Optional(Type.Boolean()),
    has_attachments: Type.Optional(Type.Boolean()),
    label_id: Type.Optional(Uuid),
    view,
    ...PageQuery,
  },
  closed,
);
export type MessageSearchQuery = Static<typeof MessageSearchQuery>;
