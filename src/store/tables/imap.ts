// Tables that only IMAP uses. migrations/ defines the schema.
import { integer, pgTable, primaryKey, text, uuid } from "drizzle-orm/pg-core";
import { accountId, bytes, instant, int8 } from "./columns.ts";
import { placementColumns } from "./identity.ts";

/** Subscriptions to names without a folder; a folder's subscription is its column `subscribed`. */
export const subscriptions = pgTable(
  "subscriptions",
  { accountId: accountId(), identityId: uuid("identity_id").notNull(), name: text("name").notNull() },
  (t) => [primaryKey({ columns: [t.accountId, t.identityId, t.name] })],
);

export const folderRecent = pgTable(
  "folder_recent",
  {
    accountId: accountId(),
    folderId: uuid("folder_id").notNull(),
    /** The first uid that no session has reported as \Recent. */
    recentFrom: int8("recent_from").notNull(),
  },
  (t) => [primaryKey({ columns: [t.accountId, t.folderId] })],
);

/** Nobody reads or writes it any more: servers of the version before still do. */
export const urlKeys = pgTable(
  "url_keys",
  {
    accountId: accountId(),
    folderId: uuid("folder_id").notNull(),
    identityId: uuid("identity_id").notNull(),
    key: bytes("key").notNull(),
  },
  (t) => [primaryKey({ columns: [t.accountId, t.folderId] })],
);

/** Placements expunged within the last hour, in their last state. */
export const expunged = pgTable(
  "expunged",
  {
    ...placementColumns(),
    /** Row of expunged_mails; null while the message still has the mail. */
    mailId: uuid("mail_id"),
    expungedAt: instant("expunged_at").notNull(),
  },
  (t) => [primaryKey({ columns: [t.accountId, t.folderId, t.uid] })],
);

/** Mails of expunged placements whose message was deleted, or (a draft) has got another mail. */
export const expungedMails = pgTable(
  "expunged_mails",
  {
    accountId: accountId(),
    id: uuid("id").notNull(),
    identityId: uuid("identity_id").notNull(),
    threadId: uuid("thread_id").notNull(),
    /** RFC822.SIZE. */
    size: integer("size").notNull(),
    preview: text("preview").notNull(),
    raw: bytes("raw"),
    rawBlob: text("raw_blob"),
    head: bytes("head"),
    outline: bytes("outline").notNull(),
    expungedAt: instant("expunged_at").notNull(),
  },
  (t) => [primaryKey({ columns: [t.accountId, t.id] })],
);

/** How far imports from other IMAP servers have come. */
export const imports = pgTable(
  "imports",
  {
    accountId: accountId(),
    identityId: uuid("identity_id").notNull(),
    /** user@host:port */
    source: text("source").notNull(),
    folder: text("folder").notNull(),
    uidValidity: int8("uid_validity").notNull(),
    lastUid: int8("last_uid").notNull(),
    updatedAt: instant("updated_at").notNull(),
  },
  (t) => [primaryKey({ columns: [t.accountId, t.identityId, t.source, t.folder] })],
);
