// DECISIONS Authentication and keys: the audit trail of an account, for unrestricted keys.

import { parseInstant } from "../../../lib/clock.ts";
import { isUuid } from "../../../lib/ids.ts";
import { AccountAuditEntry, AccountAuditListQuery } from "../../../schema/access/account-audit.ts";
import { Page } from "../../../schema/envelope.ts";
import { type AccountAuditRow, listAccountAudit } from "../../../store/access/account-audit.ts";
import type { Executor } from "../../../store/database/database.ts";
import { type Call, call } from "../../call.ts";
import { requireUnrestricted } from "../../context.ts";
import { operation } from "../../openapi/operation.ts";
import { type KeySource, pageByKey } from "../../paging.ts";

export const accountAuditCalls: readonly Call[] = [
  call(
    "GET /audit",
    {
      query: AccountAuditListQuery,
      answer: Page(AccountAuditEntry),
      doc: operation("listAccountAudit", "Read who changed roles, keys and settings, newest first", {
        description: "With the values before and since. Entries are kept for two years.",
        errors: ["forbidden"],
      }),
    },
    async ({ database }, { auth, query }) => {
      requireUnrestricted(auth, "Reading the audit trail of the account");
      return pageByKey(query, auditSource(database, auth.accountId), toAccountAuditEntry);
    },
  ),
];

/** The entries of an account in pages. */
export function auditSource(database: Executor, accountId: string): KeySource<AccountAuditRow> {
  return {
    fetch: (after, count) => listAccountAudit(database, accountId, { after, count }),
    keyOf: ({ createdAt, id }) => [createdAt, id],
    parts: [(text) => parseInstant(text) === text, isUuid],
  };
}

function toAccountAuditEntry(row: AccountAuditRow): AccountAuditEntry {
  return {
    id: row.id,
    action: row.action,
    actor: row.actor,
    target_id: row.targetId,
    target: row.target,
    before: row.before,
    after: row.after,
    created_at: row.createdAt,
  };
}
