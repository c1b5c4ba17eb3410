// Tables of what hangs off an identity's mail: labels and the search index. The SQL of migrations/ is the truth.
import { integer, pgTable, primaryKey, text, uuid } from "drizzle-orm/pg-core";
import { accountId, createdAt, instant } from "./columns.ts";

export const labels = pgTable(
  "labels",
  {
    accountId: accountId(),
    id: uuid("id").notNull(),
    identityId: uuid("identity_id").notNull(),
    name: text("name").notNull(),
    /** The name as it is compared. */
    nameKey: text("name_key").notNull(),
    /** #rrggbb */
    colour: text("colour").notNull(),
    keyword: text("keyword").notNull(),
    /** Is being taken off placements, in steps; `keyword` takes its place, unless the label is being removed. */
    retiredKeyword: text("retired_keyword"),
    removedAt: instant("removed_at"),
    createdAt: createdAt(),
  },
  (t) => [primaryKey({ columns: [t.accountId, t.id] })],
);

/** Messages that the search index does not have yet, or not as they are now. */
export const searchQueue = pgTable(
  "search_queue",
  { accountId: accountId(), messageId: uuid("message_id").notNull() },
  (t) => [primaryKey({ columns: [t.accountId, t.messageId] })],
);

/** Messages that were not read whole in time. */
export const partlyRead = pgTable(
  "partly_read",
  {
    accountId: accountId(),
    messageId: uuid("message_id").notNull(),
    attempts: integer("attempts").notNull(),
    dueAt: instant("due_at").notNull(),
  },
  (t) => [primaryKey({ columns: [t.accountId, t.messageId] })],
);

/** `document` is written by SQL alone. */
export const messageSearch = pgTable(
  "message_search",
  {
    accountId: accountId(),
    messageId: uuid("message_id").notNull(),
    identityId: uuid("identity_id").notNull(),
    createdAt: createdAt(),
  },
  (t) => [primaryKey({ columns: [t.accountId, t.messageId] })],
);
