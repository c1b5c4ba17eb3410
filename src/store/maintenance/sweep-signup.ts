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
  const { accounts, last } = await accountsOfStep(db, after);
  const gone = [
    await sweepExpired(db, { table: "sign_in_links", key: "token_hash" }, { accounts, until: now }),
    await sweepExpired(db, { table: "console_sessions", key: "token_hash" }, { accounts, until: now }),
    await sweepExpired(db, { table: "used_challenges", key: "challenge_hash" }, { accounts, until: now }),
    await db.values(
      `delete from human_mails where ctid = any(array(
         select o.ctid from unnest($2::uuid[]) as a(account_id) cross join lateral (
           select x.ctid from human_mails x where x.account_id = a.account_id and x.created_at <= $1::timestamptz
           order by x.created_at limit ${rowsOfOwner}) o)) returning 1`,
      [mailedBefore, accounts],
    ),
  ];
  return { removed: gone.reduce((sum, rows) => sum + rows.length, 0), last };
}

/** The next accounts of a sweep; `last` null: there are no more. */
export async function accountsOfStep(
  db: Executor,
  after: string | null,
): Promise<{ accounts: string[]; last: string | null }> {
  const seen = await db.values(
    `select account_id from accounts where account_id > $1::uuid order by account_id limit ${owners}`,
    [after ?? nil],
  );
  const accounts = seen.map(([id]) => id as string);
  return { accounts, last: accounts.length < owners ? null : accounts.at(-1)! };
}

/**
 * Deletes rows of these accounts that expired. By their key: on a cluster such a table has a copy on every node, in which
 * rows stand in other places.
 */
export function sweepExpired(
  db: Executor,
  { table, key }: { table: string; key: string },
  { accounts, until }: { accounts: readonly string[]; until: Instant },
): Promise<unknown[][]> {
  return db.values(
    `delete from ${table} where ${key} = any(array(
       select o.${key} from unnest($2::uuid[]) as a(account_id) cross join lateral (
         select x.${key} from ${table} x where x.account_id = a.account_id and x.expires_at <= $1::timestamptz
         order by x.expires_at, x.${key} limit ${rowsOfOwner}) o)) returning 1`,
    [until, accounts],
  );
}
