// Sweeps of agent signup and the console: finished signups, expired links and sessions, records of mails to humans. Each
// function deletes one small step and may run in any number of processes at once. DECISIONS Agent signup and console.
import type { Instant } from "../../lib/clock.ts";
import type { Executor } from "../database/database.ts";
import { nil, type Swept } from "./sweep.ts";

const step = 200;
/** Accounts of one step, and rows of each. */
const owners = 50;
const rowsOfOwner = 200;

/** Deletes signups created before this instant, except those whose name is still held: they can still be verified. */
export async function sweepSignups(
  db: Executor,
  { before, after }: { before: Instant; after: string | null },
): Promise<Swept> {
  const [account = nil, signup = nil] = after?.split(" ") ?? [];
  // Ids rise with time: after the first signup that is too young, all are.
  const seen = await db.values(
    `select account_id || ' ' || id, created_at < $1::timestamptz from (
       select account_id, id, created_at from agent_signups where (account_id, id) > ($2::uuid, $3::uuid)
       order by account_id, id limit ${step}) s order by account_id, id`,
    [before, account, signup],
  );
  const old = seen.filter(([, isOld]) => isOld === true).map(([key]) => (key as string).split(" "));
  const gone = await db.values(
    `delete from agent_signups s using unnest($1::uuid[], $2::uuid[]) as o(account_id, id)
     where s.account_id = o.account_id and s.id = o.id and s.held_until is null returning 1`,
    [old.map(([accountId]) => accountId!), old.map(([, id]) => id!)],
  );
  const last = seen.at(-1);
  return {
    removed: gone.length,
    last: seen.length < step || last?.[1] !== true ? null : (last[0] as string),
  };
}

/** Deletes links and sessions that expired before `now`, and records of mails to humans from before `mailedBefore`. */
export async function sweepSignIns(
  db: Executor,
  { now, mailedBefore, after }: { now: Instant; mailedBefore: Instant; after: string | null },
): Promise<Swept> {
  const some = `(select account_id from accounts where account_id > $2::uuid order by account_id limit ${owners}) a`;
  const sweep = (table: string, time: string, until: Instant) =>
    db.values(
      `delete from ${table} where ctid = any(array(
         select o.ctid from ${some} cross join lateral (
           select x.ctid from ${table} x where x.account_id = a.account_id and x.${time} <= $1::timestamptz
           order by x.${time} limit ${rowsOfOwner}) o)) returning 1`,
      [until, after ?? nil],
    );
  const gone = [
    await sweep("sign_in_links", "expires_at", now),
    await sweep("console_sessions", "expires_at", now),
    await sweep("used_challenges", "expires_at", now),
    await sweep("human_mails", "created_at", mailedBefore),
  ];
  const seen = await db.values(
    `select account_id from accounts where account_id > $1::uuid order by account_id limit ${owners}`,
    [after ?? nil],
  );
  const last = seen.length < owners ? null : (seen.at(-1)![0] as string);
  return { removed: gone.reduce((sum, rows) => sum + rows.length, 0), last };
}
