// The number of recipients that an account has sent to on a day (UTC).
import type { DeferredStatement, Executor } from "../database/database.ts";

interface AccountDay {
  accountId: string;
  /** YYYY-MM-DD. */
  day: string;
}

/** The day's count. */
export async function dailyRecipients(db: Executor, { accountId, day }: AccountDay): Promise<number> {
  const [row] = await db.rows<{ recipients: number }>(
    "select recipients from daily_recipients where account_id = $1::uuid and day = $2::date",
    [accountId, day],
  );
  return row?.recipients ?? 0;
}

/** The day's count, locked until the commit: other identities of the account may add to it in other processes. */
export async function lockDailyRecipients(db: Executor, { accountId, day }: AccountDay): Promise<number> {
  await db.rows(
    "insert into daily_recipients (account_id, day, recipients) values ($1::uuid, $2::date, 0) on conflict do nothing",
    [accountId, day],
  );
  const [row] = await db.rows<{ recipients: number }>(
    "select recipients from daily_recipients where account_id = $1::uuid and day = $2::date for update",
    [accountId, day],
  );
  return row?.recipients ?? 0;
}

/** Adds to the day's count, whose row `lockDailyRecipients` has inserted. */
export function addDailyRecipients({ accountId, day }: AccountDay, recipients: number): DeferredStatement {
  return {
    text: "update daily_recipients set recipients = recipients + $3::int where account_id = $1::uuid and day = $2::date",
    params: [accountId, day, recipients],
  };
}
