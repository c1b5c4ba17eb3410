// The table of the account's audit trail. migrations/ defines the schema; a test compares these with it.
import { pgTable, primaryKey, text, uuid } from "drizzle-orm/pg-core";
import type { AccountAction } from "../../schema/access/account-audit.ts";
import { accountId, createdAt, json } from "./columns.ts";
import type { Origin } from "./reviews.ts";

/** Values of the fields that changed, by their names on the wire. */
export type AuditedFields = Record<string, unknown>;

export const accountAudit = pgTable(
  "account_audit",
  {
    accountId: accountId(),
    id: uuid("id").notNull(),
    action: text("action").$type<AccountAction>().notNull(),
    /** null: the account itself, or a thing without an id. */
    targetId: uuid("target_id"),
    /** The name at that time. */
    target: text("target"),
    /** null: it was not there. */
    before: json<AuditedFields | null>("before"),
    /** null: it is not there any more. */
    after: json<AuditedFields | null>("after"),
    actor: json<Origin>("actor").notNull(),
    createdAt: createdAt(),
  },
  (t) => [primaryKey({ columns: [t.accountId, t.id] })],
);
