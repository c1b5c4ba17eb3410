// Tables of labels, the search index, messages to be parsed again, actions on many threads, and saved searches. migrations/ defines the
// schema.
import { boolean, integer, pgTable, primaryKey, text, uuid } from "drizzle-orm/pg-core";
import { accountId, createdAt, instant, json } from "./columns.ts";
import type { Origin } from "./reviews.ts";

export const labels = pgTable(
  "labels",
  {
    accountId: accountId(),
    id: uuid("id").notNull(),
    identityId: uuid("identity_id").notNull(),
    name: text("name").notNull(),
    /** The name in its comparison form. */
    nameKey: text("name_key").notNull(),
    /** #rrggbb */
    colour: text("colour").notNull(),
    keyword: text("keyword").notNull(),
    /** The keyword that a rename or removal takes off placements, in steps; a rename puts `keyword` in its place. */
    retiredKeyword: text("retired_keyword"),
    removedAt: instant("removed_at"),
    createdAt: createdAt(),
  },
  (t) => [primaryKey({ columns: [t.accountId, t.id] })],
);

/** A note in a thread: what somebody says to the others who work on it. */
export const notes = pgTable(
  "notes",
  {
    accountId: accountId(),
    id: uuid("id").notNull(),
    identityId: uuid("identity_id").notNull(),
    threadId: uuid("thread_id").notNull(),
    author: json<Origin>("author").notNull(),
    text: text("text").notNull(),
    createdAt: createdAt(),
  },
  (t) => [primaryKey({ columns: [t.accountId, t.id] })],
);

/** Messages whose search document is missing or out of date. */
export const searchQueue = pgTable(
  "search_queue",
  { accountId: accountId(), messageId: uuid("message_id").notNull() },
  (t) => [primaryKey({ columns: [t.accountId, t.messageId] })],
);

/** Messages whose parsing ran out of time. */
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

/** Messages whose files are still to be read for the search index. */
export const searchFiles = pgTable(
  "search_files",
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

/** Retention rules: the action on mail that has lain in a folder for long. */
export const retentionRules = pgTable(
  "retention_rules",
  {
    accountId: accountId(),
    id: uuid("id").notNull(),
    /** null: all addresses of the account. */
    identityId: uuid("identity_id"),
    /** The role, or the name as IMAP shows it; null: all folders but drafts and scheduled. */
    folder: text("folder"),
    action: text("action").$type<"delete" | "archive">().notNull(),
    afterDays: integer("after_days").notNull(),
    createdAt: createdAt(),
  },
  (t) => [primaryKey({ columns: [t.accountId, t.id] })],
);

export type BulkPhase = "doing" | "done" | "undoing" | "undone" | "ended";

/** The thing that a person asked for of many threads. */
export interface BulkAsked {
  list: string;
  addressId: string | null;
  /** The folder or label that the list is of. */
  of: string | null;
  /** Pod and label that narrow the list; absent: 0.2.0 began it. `list` is `keptListName` then. */
  podId?: string | null;
  labelId?: string | null;
  action: string;
  /** Role, id or name of a folder, or a label's name. */
  to: string;
  /** Threads by name; null: all of the list. */
  ids: string[] | null;
}

/** Actions on many threads, each with how far it has come. */
export const bulkWorks = pgTable(
  "bulk_works",
  {
    accountId: accountId(),
    id: uuid("id").notNull(),
    personId: uuid("person_id").notNull(),
    /** null: the operator, who has none. */
    email: text("email"),
    ip: text("ip"),
    asked: json<BulkAsked>("asked").notNull(),
    phase: text("phase").$type<BulkPhase>().notNull(),
    /** The place in `asked.ids` from which the rest stands. */
    nextNamed: integer("next_named").notNull(),
    /** The place in the list from which the rest stands; null: its newest. */
    nextCursor: text("next_cursor"),
    did: integer("did").notNull(),
    leftAlone: integer("left_alone").notNull(),
    /** Steps that are kept to be taken back. */
    steps: integer("steps").notNull(),
    undoChars: integer("undo_chars").notNull(),
    /** Names the turn of work of a process; null: nobody is at it. */
    claim: uuid("claim"),
    /** When a worker goes on with it, or removes it. */
    dueAt: instant("due_at").notNull(),
    createdAt: createdAt(),
  },
  (t) => [primaryKey({ columns: [t.accountId, t.id] })],
);

/** The facts that take a step of a work back. */
export const bulkSteps = pgTable(
  "bulk_steps",
  {
    accountId: accountId(),
    workId: uuid("work_id").notNull(),
    n: integer("n").notNull(),
    undo: text("undo").notNull(),
  },
  (t) => [primaryKey({ columns: [t.accountId, t.workId, t.n] })],
);

/** Searches that people keep under a name. */
export const savedSearches = pgTable(
  "saved_searches",
  {
    accountId: accountId(),
    id: uuid("id").notNull(),
    name: text("name").notNull(),
    q: text("q").notNull(),
    addressId: uuid("address_id"),
    podId: uuid("pod_id"),
    labelId: uuid("label_id"),
    /** All people of the account have it. */
    isShared: boolean("is_shared").notNull(),
    /** null: the owner's, or everybody's where it is shared. */
    memberId: uuid("member_id"),
    createdAt: createdAt(),
    updatedAt: instant("updated_at").notNull(),
  },
  (t) => [primaryKey({ columns: [t.accountId, t.id] })],
);
