// SPEC Mailboxes; DECISIONS Threads, messages, folders, labels.
import { type Static, Type } from "@sinclair/typebox";
import { closed, Id, MailboxRef, MailFilters, nullable, PageQuery, Timestamp, Uuid } from "../common.ts";
import { threadStatus } from "./threads.ts";

/** An entry of the list of folders. */
export const Folder = Type.Object(
  {
    id: Id,
    name: Type.String({ description: "as IMAP shows it" }),
    role: nullable(
      Type.String({
        description: "inbox, sent, drafts, scheduled, archive, spam or trash; null: a mail program made it",
      }),
    ),
    total: Type.Integer(),
    unread: Type.Integer(),
  },
  closed,
);
export type Folder = Static<typeof Folder>;

/** The newest message of a thread in a folder. */
export const ConversationRow = Type.Object(
  {
    thread_id: Id,
    message_id: Id,
    identity_id: Id,
    from: MailboxRef,
    to: Type.Array(MailboxRef),
    subject: nullable(Type.String()),
    preview: Type.String({ description: "at most 200 characters" }),
    is_read: Type.Boolean(),
    has_attachments: Type.Boolean(),
    message_count: Type.Integer({ description: "messages of the whole thread" }),
    labels: Type.Array(Type.String(), { description: "names of the thread's labels" }),
    status: threadStatus,
    last_message_at: nullable(Timestamp),
  },
  closed,
);
export type ConversationRow = Static<typeof ConversationRow>;

/** The list is whole: `limit` and `cursor` are taken as everywhere, and change nothing. */
export const FolderListQuery = Type.Object({ identity_id: Uuid, ...PageQuery }, closed);
export const ConversationListQuery = Type.Object({ identity_id: Uuid, ...MailFilters, ...PageQuery }, closed);
/** Messages of an address's inbox. */
export const UnreadCount = Type.Object(
  {
    identity_id: Id,
    unread: Type.Integer({ description: "unread messages in the inbox" }),
    total: Type.Integer({ description: "messages in the inbox" }),
  },
  closed,
);
export type UnreadCount = Static<typeof UnreadCount>;

export const UnreadCountQuery = Type.Object({ identity_id: Type.Optional(Uuid), ...PageQuery }, closed);
export const FolderParams = Type.Object({
  folder: Type.String({ description: "a role, an id or a name" }),
});
