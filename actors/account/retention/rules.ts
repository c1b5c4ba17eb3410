// Turns over retention rules: what becomes of mail that has been in a folder for some days. DECISIONS Export, import, retention.
import { Failure, notFound } from "../../../src/lib/failure.ts";
import { getIdentity } from "../../../src/store/accounts/identities.ts";
import {
  getRetentionRule,
  listRetentionRules,
  maxRetentionRules,
  type RetentionRuleRow,
} from "../../../src/store/maintenance/retention.ts";
import { retentionRules } from "../../../src/store/tables/index.ts";
import type { Turn } from "../../runtime/turn.ts";

/** @throws Failure not_found (the address), forbidden (too many) */
export async function createRetentionRule(
  turn: Turn,
  input: Omit<RetentionRuleRow, "accountId" | "createdAt">,
): Promise<RetentionRuleRow> {
  const { accountId } = turn;
  if (input.identityId !== null) {
    const identity = await getIdentity(turn, { accountId, identityIds: null }, input.identityId);
    if (!identity) throw notFound();
  }
  if ((await listRetentionRules(turn, accountId)).length >= maxRetentionRules)
    throw new Failure(
      "forbidden",
      `An account has at most ${maxRetentionRules} retention rules. Delete one first.`,
    );
  const row: RetentionRuleRow = { accountId, ...input, createdAt: turn.instant() };
  turn.insert(retentionRules, row);
  return row;
}

/** @throws Failure not_found */
export async function deleteRetentionRule(turn: Turn, id: string): Promise<void> {
  const { accountId } = turn;
  if (!(await getRetentionRule(turn, accountId, id))) throw notFound();
  turn.remove(retentionRules, { accountId, id });
}
