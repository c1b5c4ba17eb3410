// Turns over retention rules: what becomes of mail that has been in a folder for some days. DECISIONS Export, import, retention.
import { Failure, invalid, notFound } from "../../../src/lib/failure.ts";
import { isUuid } from "../../../src/lib/ids.ts";
import { getIdentity } from "../../../src/store/addresses/identities.ts";
import {
  getRetentionRule,
  listRetentionRules,
  maxRetentionRules,
  type RetentionRuleRow,
  roleOfFolder,
} from "../../../src/store/mailbox/retention.ts";
import { retentionRules } from "../../../src/store/tables/index.ts";
import type { Turn } from "../../runtime/turn.ts";
import { noteSetting } from "../access/account-audit.ts";

/** @throws Failure validation_error: no such rule holds for a folder of this role */
export function refuseFolder(role: string | null, action: RetentionRuleRow["action"]): void {
  if (role === "drafts" || role === "scheduled")
    throw invalid(`No rule holds for ${role}. Delete drafts with DELETE /api/v1/drafts/{id}.`);
  if (action === "archive" && role !== null && ["archive", "spam", "trash"].includes(role))
    throw invalid(
      `Mail of ${role} is not archived. Name inbox, sent or a folder of a mail program, or delete it.`,
    );
}

/** @throws Failure not_found (the address or folder), validation_error, forbidden (too many) */
export async function createRetentionRule(
  turn: Turn,
  input: Omit<RetentionRuleRow, "accountId" | "createdAt">,
): Promise<RetentionRuleRow> {
  const { accountId } = turn;
  if (input.identityId !== null) {
    const identity = await getIdentity(turn, { accountId, identityIds: null }, input.identityId);
    if (!identity) throw notFound();
  }
  if (input.folder !== null && isUuid(input.folder)) {
    const role = await roleOfFolder(turn, accountId, { id: input.folder, identityId: input.identityId });
    if (role === undefined) throw notFound();
    refuseFolder(role, input.action);
  }
  if ((await listRetentionRules(turn, accountId)).length >= maxRetentionRules)
    throw new Failure(
      "forbidden",
      `An account has at most ${maxRetentionRules} retention rules. Delete one first.`,
    );
  const row: RetentionRuleRow = { accountId, ...input, createdAt: turn.instant() };
  turn.insert(retentionRules, row);
  noteSetting(turn, {
    action: "retention_rule_made",
    target: { id: row.id, name: null },
    after: settingsOf(row),
  });
  return row;
}

/** @throws Failure not_found */
export async function deleteRetentionRule(turn: Turn, id: string): Promise<void> {
  const { accountId } = turn;
  const row = await getRetentionRule(turn, accountId, id);
  if (!row) throw notFound();
  turn.remove(retentionRules, { accountId, id });
  noteSetting(turn, {
    action: "retention_rule_removed",
    target: { id, name: null },
    before: settingsOf(row),
  });
}

const settingsOf = ({ identityId, folder, action, afterDays }: RetentionRuleRow) => ({
  identity_id: identityId,
  folder,
  action,
  after_days: afterDays,
});
