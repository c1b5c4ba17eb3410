// Claims of due deliveries, by any number of processes. Each webhook has its own limit, so that a slow endpoint delays no
// other. A claim counts the attempt before the network is touched, and ends after a lease.
// DECISIONS Events, webhooks, deliveries.

import { addMs, type Instant } from "../../lib/clock.ts";
import { must } from "../../lib/must.ts";
import type { Database, Executor } from "../database/database.ts";
import { eachThere } from "../database/parts.ts";

/** A claimed delivery, with the data of its request. */
export interface DueDelivery {
  accountId: string;
  id: string;
  webhookId: string;
  attemptCount: number;
  /** Identifies the attempt together with its count, which a replay resets. */
  claimedAt: Instant;
  createdAt: Instant;
  url: string;
  /** The current secret, then the previous one while it is valid. */
  secrets: readonly string[];
  event: { id: string; type: string; created_at: Instant; data: Record<string, unknown> };
}

/** The webhook after which the next claim begins. */
export interface ClaimPlace {
  accountId: string;
  webhookId: string;
}

export interface DeliveryClaim {
  /** null: the first webhook. */
  after: ClaimPlace | null;
  /** The most concurrent requests to one webhook; 1 after `manyFailures` consecutive failures. */
  perWebhook: number;
  manyFailures: number;
}

export interface ClaimedDeliveries {
  due: DueDelivery[];
  /** Deliveries that failed unsent, as their webhook is disabled or deleted. */
  ended: number;
  /** Webhooks with all their concurrent requests under way: more may be due. */
  full: ReadonlySet<string>;
  /** The last webhook that was read; null: all of them were. */
  last: ClaimPlace | null;
}

/** Longer than a request lasts: after a crash the attempt is repeated. */
const leaseMs = 30_000;

/** The most webhooks with queued deliveries, due or not, that one claim reads. */
const webhooksAtOnce = 64;

/** The most deliveries of a disabled webhook that one claim fails. */
const endedAtOnce = 200;

const nil = "00000000-0000-0000-0000-000000000000";

/** The predicate of the partial index `deliveries_queued`. */
const queued = "next_attempt_at is not null and status <> 'delivering'";

/** Skips from webhook to webhook by the index, without reading all that is queued for each. */
const claimSql = `with recursive hooks as (
    (select account_id, webhook_id, 1 as n from deliveries
     where ${queued} and (account_id, webhook_id) > ($3::uuid, $4::uuid) order by account_id, webhook_id limit 1)
    union all
    select d.account_id, d.webhook_id, h.n + 1 from hooks h cross join lateral (
      select account_id, webhook_id from deliveries
      where ${queued} and (account_id, webhook_id) > (h.account_id, h.webhook_id) order by account_id, webhook_id limit 1) d
    where h.n < ${webhooksAtOnce}
  ), open as (
    select h.account_id, h.webhook_id, h.n, coalesce(w.status <> 'disabled', false) as open,
           greatest(0, case when w.consecutive_failures >= $6::int then 1 else $5::int end - (
             select count(*)::int from deliveries u
             where u.account_id = h.account_id and u.webhook_id = h.webhook_id and u.status = 'delivering')) as room
    from hooks h left join webhooks w on w.account_id = h.account_id and w.id = h.webhook_id
  ), due as (
    select d.account_id, d.id, o.open from open o cross join lateral (
      select d.account_id, d.id from deliveries d
      where d.account_id = o.account_id and d.webhook_id = o.webhook_id and d.${queued}
        and d.next_attempt_at <= case when o.open then $1::timestamptz else 'infinity' end
      order by d.next_attempt_at limit case when o.open then o.room else ${endedAtOnce} end
      for update skip locked) d
  ), claimed as (
    update deliveries d set
      attempt_count = d.attempt_count + case when due.open then 1 else 0 end,
      status = case when due.open then 'delivering' else 'failed' end,
      last_attempt_at = case when due.open then $1::timestamptz else d.last_attempt_at end,
      next_attempt_at = case when due.open then $2::timestamptz end,
      error = case when due.open then d.error else 'the webhook is disabled or deleted' end
    from due where d.account_id = due.account_id and d.id = due.id
    returning d.account_id, d.id, d.webhook_id, d.attempt_count, d.created_at, d.event_xid, d.event_id, d.status
  )
  select o.account_id, o.webhook_id, o.n, o.room, c.id, c.attempt_count, c.created_at, c.status, w.url, w.secret,
         case when w.previous_secret_until > $1::timestamptz then w.previous_secret end as previous_secret,
         e.id as event_id, e.type, e.created_at as event_at, e.data
  from open o
  left join claimed c on c.account_id = o.account_id and c.webhook_id = o.webhook_id
  left join webhooks w on c.status = 'delivering' and w.account_id = o.account_id and w.id = o.webhook_id
  left join events e on c.status = 'delivering' and e.account_id = o.account_id and e.xid = c.event_xid and e.id = c.event_id
  where c.id is not null or o.n = ${webhooksAtOnce}`;

interface ClaimRow {
  account_id: string;
  webhook_id: string;
  n: number;
  room: number;
  id: string | null;
  attempt_count: number;
  created_at: Instant;
  status: string;
  url: string;
  secret: string;
  previous_secret: string | null;
  event_id: string;
  type: string;
  event_at: Instant;
  data: Record<string, unknown>;
}

/** Claims due deliveries of the next webhooks, oldest first, up to each webhook's free requests. */
export async function claimDeliveries(
  db: Database,
  now: Instant,
  claim: DeliveryClaim,
): Promise<ClaimedDeliveries> {
  const found: ClaimedDeliveries[] = [];
  await eachThere(db, async (part) => void found.push(await claimInPart(part, now, claim)));
  const [only, ...others] = found;
  if (only && others.length === 0) return only;
  const lasts = found.flatMap(({ last }) => (last ? [last] : []));
  return {
    due: found.flatMap(({ due }) => due),
    ended: found.reduce((sum, { ended }) => sum + ended, 0),
    full: new Set(found.flatMap(({ full }) => [...full])),
    last: lasts.toSorted((a, b) => (a.accountId < b.accountId ? -1 : 1))[0] ?? null,
  };
}

async function claimInPart(
  db: Executor,
  now: Instant,
  { after, perWebhook, manyFailures }: DeliveryClaim,
): Promise<ClaimedDeliveries> {
  const rows = await db.rows<ClaimRow>(claimSql, [
    now,
    addMs(now, leaseMs),
    after?.accountId ?? nil,
    after?.webhookId ?? nil,
    perWebhook,
    manyFailures,
  ]);
  const taken = rows.filter(({ status }) => status === "delivering");
  const counts = new Map<string, number>();
  for (const { webhook_id } of taken) counts.set(webhook_id, (counts.get(webhook_id) ?? 0) + 1);
  const last = rows.find(({ n }) => n === webhooksAtOnce);
  return {
    due: taken.map((row) => toDue(row, now)),
    ended: rows.filter(({ status }) => status === "failed").length,
    full: new Set(
      taken.filter((row) => counts.get(row.webhook_id) === row.room).map((row) => row.webhook_id),
    ),
    last: last ? { accountId: last.account_id, webhookId: last.webhook_id } : null,
  };
}

/** The first of each webhook's queue; of what is under way, when its claim runs out. */
const nextSql = `with recursive hooks as (
    (select account_id, webhook_id, next_attempt_at, 1 as n from deliveries
     where ${queued} order by account_id, webhook_id, next_attempt_at limit 1)
    union all
    select d.account_id, d.webhook_id, d.next_attempt_at, h.n + 1 from hooks h cross join lateral (
      select account_id, webhook_id, next_attempt_at from deliveries
      where ${queued} and (account_id, webhook_id) > (h.account_id, h.webhook_id)
      order by account_id, webhook_id, next_attempt_at limit 1) d
    where h.n < ${webhooksAtOnce}
  )
  select case when count(*) < ${webhooksAtOnce} then
           least(min(next_attempt_at), (select min(next_attempt_at) from deliveries where status = 'delivering'))
         else $1::timestamptz end as next from hooks`;

/** When a delivery is next due, an earlier instant than now for what is due already; null: none waits. Of many webhooks nobody knows: now. */
export async function nextDelivery(db: Executor, now: Instant): Promise<Instant | null> {
  const [row] = await db.rows<{ next: Instant | null }>(nextSql, [now]);
  return row?.next ?? null;
}

function toDue(row: ClaimRow, now: Instant): DueDelivery {
  return {
    accountId: row.account_id,
    id: must(row.id, "a claimed row has an id"),
    webhookId: row.webhook_id,
    attemptCount: row.attempt_count,
    claimedAt: now,
    createdAt: row.created_at,
    url: row.url,
    secrets: [row.secret, row.previous_secret].filter((secret) => secret !== null),
    event: { id: row.event_id, type: row.type, created_at: row.event_at, data: row.data },
  };
}

/** Queues deliveries again whose claim ended without an outcome, as their process is gone. */
export async function giveBackDeliveries(db: Executor, now: Instant): Promise<void> {
  await db.values(
    `update deliveries set status = 'retrying' where ctid = any(array(
       select ctid from deliveries where status = 'delivering' and next_attempt_at <= $1::timestamptz
       limit 1000 for update skip locked)) returning 1`,
    [now],
  );
}
