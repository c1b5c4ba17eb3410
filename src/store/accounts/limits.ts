// The most rows of an account of what calls alone make, and what every event or request then has to look through.
import type { Executor } from "../database/database.ts";

export const maxOfAccount = {
  webhooks: 500,
  api_keys: 10_000,
  routing_rules: 10_000,
  domains: 2000,
} as const;

export type LimitedResource = keyof typeof maxOfAccount;

/** Whether the account has as many as it may. */
export async function isFull(db: Executor, accountId: string, what: LimitedResource): Promise<boolean> {
  const rows = await db.values(
    `select 1 from ${what} where account_id = $1::uuid offset ${maxOfAccount[what] - 1} limit 1`,
    [accountId],
  );
  return rows.length > 0;
}
