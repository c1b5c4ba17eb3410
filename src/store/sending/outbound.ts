// Queries over queued recipients. A lane is the queue of one destination.
import type { InferSelectModel } from "drizzle-orm";
import { addMs, type Instant } from "../../lib/clock.ts";
import type { Database, Executor } from "../database/database.ts";
import { eachThere } from "../database/parts.ts";
import { toRow } from "../database/rows.ts";
import { outbound } from "../tables/index.ts";

export type OutboundRow = InferSelectModel<typeof outbound>;

/** The lane of recipients on this server; the other lanes are named by the next hop. */
export const localLane = "here";

/** Length of a claim, which the working process renews. It ends sooner when the process is found dead (`freeClaims`). */
const leaseMs = 15 * 60_000;

/** The most newly due rows that one claim reads. */
const maxScanned = 512;

export interface OutboundClaim {
  now: Instant;
  /** Reads rows that came due after this; null: all due rows. */
  after: Instant | null;
  maxRows: number;
  /** For a lane that `capacity` does not name. */
  maxPerLane: number;
  /** The most rows claimed by lane. */
  capacity: ReadonlyMap<string, number>;
  /** Lanes whose backlog is read too, from its oldest row on. */
  refilled: readonly string[];
  /** Lanes that are not read. */
  saturated: readonly string[];
  /** Rows that this process holds already. */
  held: readonly string[];
  /** The process that claims. */
  claimedBy: string;
}

export interface ClaimedRecipients {
  rows: OutboundRow[];
  /** Lanes with due rows that were read and not claimed, as their capacity or `maxRows` was used up. */
  backlogged: string[];
  /** Newly due rows that were read. */
  scanned: number;
  /** When the last row that was read came due; null: all due rows were read. */
  scannedUpTo: Instant | null;
  /** When the next row comes due after `now`; null: none waits. */
  next: Instant | null;
}

/**
 * Claims due rows: counts the attempt and stores the next attempt's time before the network is touched, so that nothing is
 * repeated at once after a crash. The cost is bounded by the rows read, not by the length of the queue.
 */
export async function claimOutbound(db: Database, claim: OutboundClaim): Promise<ClaimedRecipients> {
  const found: ClaimedRecipients[] = [];
  let room = claim.maxRows;
  let { capacity } = claim;
  await eachThere(db, async (part) => {
    const claimed = await claimInPart(part, { ...claim, maxRows: room, capacity });
    found.push(claimed);
    if (claimed.rows.length === 0) return;
    room -= claimed.rows.length;
    const left = new Map(capacity);
    for (const { lane } of claimed.rows) left.set(lane, (left.get(lane) ?? claim.maxPerLane) - 1);
    capacity = left;
  });
  const [only, ...others] = found;
  if (only && others.length === 0) return only;
  return {
    rows: found.flatMap(({ rows }) => rows),
    backlogged: [...new Set(found.flatMap(({ backlogged }) => backlogged))],
    scanned: found.reduce((sum, { scanned }) => sum + scanned, 0),
    scannedUpTo: earliest(found.map(({ scannedUpTo }) => scannedUpTo)),
    next: earliest(found.map(({ next }) => next)),
  };
}

function earliest(instants: readonly (Instant | null)[]): Instant | null {
  return instants.reduce((a, b) => (a === null || (b !== null && b < a) ? b : a), null);
}

async function claimInPart(db: Executor, claim: OutboundClaim): Promise<ClaimedRecipients> {
  const { now, capacity } = claim;
  const rows = await db.rows<Record<string, unknown> & LaneScan>(
    `with fresh as (
       select account_id, id, lane, next_attempt_at from outbound
       where next_attempt_at > coalesce($3::timestamptz, '-infinity') and next_attempt_at <= $1::timestamptz
       order by next_attempt_at limit ${maxScanned}
     ),
     backlog as (
       select o.* from unnest($4::text[]) as k(lane) cross join lateral (
         select account_id, id, lane, next_attempt_at from outbound
         where lane = k.lane and next_attempt_at <= $1::timestamptz
         order by next_attempt_at limit ${maxScanned / 4}) o
     ),
     ranked as (
       select d.*, coalesce(c.capacity, $7::int) as capacity,
              row_number() over (partition by d.lane order by d.next_attempt_at, d.id) as n
       from (select * from fresh where lane <> all($10::text[]) union select * from backlog) d
       left join unnest($5::text[], $6::int[]) as c(lane, capacity) on c.lane = d.lane
       where d.id <> all($9::uuid[])
     ),
     taken as (
       select * from ranked where n <= capacity order by next_attempt_at, id limit $8::int
     ),
     claimed as (
       update outbound o set attempts = o.attempts + 1, next_attempt_at = $2::timestamptz, claimed_by = $11::uuid
       where o.ctid = any(array(
         select x.ctid from taken t join outbound x on x.account_id = t.account_id and x.id = t.id
         where x.next_attempt_at <= $1::timestamptz for update of x skip locked))
       returning o.*
     )
     select array(select distinct lane from ranked where (account_id, id) not in (select account_id, id from taken)) as backlogged,
            (select count(*)::int from fresh) as scanned, (select max(next_attempt_at) from fresh) as scanned_up_to,
            (select next_attempt_at from outbound where next_attempt_at > $1::timestamptz order by next_attempt_at limit 1) as next,
            c.*
     from (values (1)) one left join claimed c on true`,
    [
      now,
      addMs(now, leaseMs),
      claim.after,
      claim.refilled,
      [...capacity.keys()],
      [...capacity.values()],
      claim.maxPerLane,
      claim.maxRows,
      claim.held,
      claim.saturated,
      claim.claimedBy,
    ],
  );
  const { backlogged = [], scanned = 0, scanned_up_to = null, next = null } = rows[0] ?? {};
  return {
    rows: rows.filter((row) => row.id !== null).map((row) => toRow<OutboundRow>(outbound, row)),
    backlogged,
    scanned,
    scannedUpTo: scanned < maxScanned ? null : scanned_up_to,
    next,
  };
}

interface LaneScan {
  backlogged: string[];
  scanned: number;
  scanned_up_to: Instant | null;
  next: Instant | null;
}

/** Recipients with a DSN due, oldest first: all of each attempt, at most `count` attempts. */
export async function dueReports(
  db: Executor,
  { after, count }: { after: Instant | null; count: number },
): Promise<OutboundRow[]> {
  const rows = await db.rows(
    `select o.* from (
       select account_id, message_id, updated_at from outbound
       where report in ('failed', 'delayed', 'delivered', 'relayed') and updated_at > $2::timestamptz
       group by account_id, message_id, updated_at order by updated_at limit $1::int) g
     join outbound o on o.account_id = g.account_id and o.message_id = g.message_id and o.updated_at = g.updated_at
     where o.report in ('failed', 'delayed', 'delivered', 'relayed') order by o.updated_at, o.message_id, o.ordinal`,
    [count, after ?? "1970-01-01T00:00:00.000Z"],
  );
  return rows.map((row) => toRow<OutboundRow>(outbound, row));
}

/** Drops the DSNs of these recipients, as their sender takes none. */
export async function dropReports(db: Executor, rows: readonly OutboundRow[]): Promise<void> {
  await db.values(
    `update outbound o set report = null from unnest($1::uuid[], $2::uuid[]) as k(account_id, id)
     where o.account_id = k.account_id and o.id = k.id`,
    [rows.map((row) => row.accountId), rows.map((row) => row.id)],
  );
}

/** Renews the claims of these rows for another lease. */
export function renewOutbound(db: Executor, now: Instant, rows: readonly ClaimKey[]): Promise<void> {
  return moveClaims(db, rows, { until: addMs(now, leaseMs), isHeld: true });
}

/** Releases claimed rows that were not attempted: they are due at once, and the claim counts as no attempt. */
export function releaseOutbound(db: Executor, now: Instant, rows: readonly ClaimKey[]): Promise<void> {
  return moveClaims(db, rows, { until: now, isHeld: false });
}

type ClaimKey = Pick<OutboundRow, "accountId" | "id" | "attempts" | "claimedBy">;

/** A claim that others have freed since is theirs. */
async function moveClaims(
  db: Executor,
  rows: readonly ClaimKey[],
  { until, isHeld }: { until: Instant; isHeld: boolean },
): Promise<void> {
  await db.values(
    `update outbound o set next_attempt_at = $1::timestamptz, claimed_by = case when $6::boolean then o.claimed_by end,
       attempts = o.attempts - case when $6::boolean then 0 else 1 end
     from unnest($2::uuid[], $3::uuid[], $4::int[], $5::uuid[]) as k(account_id, id, attempts, claimed_by)
     where o.account_id = k.account_id and o.id = k.id and o.attempts = k.attempts and o.claimed_by = k.claimed_by
       and o.next_attempt_at is not null`,
    [
      until,
      rows.map((row) => row.accountId),
      rows.map((row) => row.id),
      rows.map((row) => row.attempts),
      rows.map((row) => row.claimedBy),
      isHeld,
    ],
  );
}

/** A claimed row that is not tried now, or (`until` null) is tried and counts for a ramp. */
export interface Hold {
  row: ClaimKey;
  until: Instant | null;
  /** Why it waits. */
  heldBy: string | null;
  /** The same in words; null: what was said before stays. */
  response: string | null;
  rampDay: string | null;
}

/** Gives claims back until a time, without counting an attempt. A claim that others have freed since is theirs. */
export async function holdOutbound(db: Executor, holds: readonly Hold[]): Promise<void> {
  await db.values(
    `update outbound o set ramp_day = k.ramp_day,
       next_attempt_at = coalesce(k.until, o.next_attempt_at),
       claimed_by = case when k.until is null then o.claimed_by end,
       attempts = o.attempts - case when k.until is null then 0 else 1 end,
       held_by = case when k.until is null then o.held_by else k.held_by end,
       response = coalesce(k.response, o.response)
     from unnest($1::uuid[], $2::uuid[], $3::int[], $4::uuid[], $5::timestamptz[], $6::text[], $7::text[], $8::date[])
       as k(account_id, id, attempts, claimed_by, until, held_by, response, ramp_day)
     where o.account_id = k.account_id and o.id = k.id and o.attempts = k.attempts and o.claimed_by = k.claimed_by
       and o.next_attempt_at is not null`,
    [
      holds.map(({ row }) => row.accountId),
      holds.map(({ row }) => row.id),
      holds.map(({ row }) => row.attempts),
      holds.map(({ row }) => row.claimedBy),
      holds.map(({ until }) => until),
      holds.map(({ heldBy }) => heldBy),
      holds.map(({ response }) => response),
      holds.map(({ rampDay }) => rampDay),
    ],
  );
}

const freedAtOnce = 500;

/** Seconds until the next attempt of a row whose attempts ended with their processes: 0, 10, 30, 70, … 630. */
export function secondsAfterStops(attempts: number): number {
  return 5 * (2 ** Math.min(attempts, maxCountedStops) - 2);
}
const maxCountedStops = 7;

/** Shown of a recipient that waits because attempts ended with their process. RFC 3463 3.4 */
const endedResponse =
  "4.3.0 the server stopped during the last attempts; the next one waits, in case this mail is what stops it";

/**
 * Frees claims of dead processes. The first attempt of a row is made again at once; a row whose attempts ended so before waits
 * the longer the more there were, as it may be what ends them.
 * @param whose a process, or all but one; `but` names rows that stay claimed
 * @returns how many were freed; as many as `freedAtOnce` when there may be more
 */
export async function freeClaims(
  db: Executor,
  now: Instant,
  whose: { of: string; but?: readonly string[] } | { allBut: string },
): Promise<{ freed: number; more: boolean }> {
  const isOf = "of" in whose;
  const rows = await db.values(
    `update outbound set claimed_by = null,
       response = case when attempts > 1 then '${endedResponse}' else response end,
       next_attempt_at = to_timestamp(extract(epoch from $1::timestamptz) + 5 * (2 ^ least(attempts, ${maxCountedStops}) - 2))
     where ctid = any(array(
       select ctid from outbound
       where claimed_by ${isOf ? "=" : "<>"} $2::uuid and next_attempt_at > $1::timestamptz and id <> all($3::uuid[])
       limit ${freedAtOnce} for update skip locked))
     returning 1`,
    [now, isOf ? whose.of : whose.allBut, (isOf && whose.but) || []],
  );
  return { freed: rows.length, more: rows.length >= freedAtOnce };
}

/** Names under which rows are claimed. A name never comes back once its process is gone. */
export async function claimants(db: Executor): Promise<string[]> {
  const rows = await db.values("select distinct claimed_by from outbound where claimed_by is not null");
  return [...new Set(rows.map(([id]) => id as string))];
}

/** A message that was sent, with its recipients in order. */
export interface SentMessage {
  threadId: string;
  recipients: OutboundRow[];
}

/** Sent messages by their index in `asked`; a deleted one is left out. */
export async function sentMessages(
  db: Executor,
  asked: readonly { accountId: string; messageId: string }[],
): Promise<Map<number, SentMessage>> {
  const rows = await db.rows<Record<string, unknown> & { n: number; thread_id: string }>(
    `select k.n, m.thread_id, o.* from unnest($1::int[], $2::uuid[], $3::uuid[]) as k(n, account_id, message_id)
     join messages m on m.account_id = k.account_id and m.id = k.message_id
     join outbound o on o.account_id = k.account_id and o.message_id = k.message_id
     order by k.n, o.ordinal`,
    [asked.map((_, n) => n), asked.map((a) => a.accountId), asked.map((a) => a.messageId)],
  );
  const found = new Map<number, SentMessage>();
  for (const row of rows) {
    const sent = found.get(row.n) ?? { threadId: row.thread_id, recipients: [] };
    sent.recipients.push(toRow<OutboundRow>(outbound, row));
    found.set(row.n, sent);
  }
  return found;
}
