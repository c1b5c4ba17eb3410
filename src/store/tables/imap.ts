// Tables that only IMAP needs. The SQL of migrations/ is the truth.
import { pgTable, primaryKey, text, uuid } from "drizzle-orm/pg-core";
import { accountId, bytes, int8 } from "./columns.ts";

/** Subscriptions to names that have no folder; a folder's own is its column `subscribed`. */
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
    /** First uid that no session was told of as \Recent. */
    recentFrom: int8("recent_from").notNull(),
  },
  (t) => [primaryKey({ columns: [t.accountId, t.folderId] })],
);

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
