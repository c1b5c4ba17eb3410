// Queries over deliveries of events to webhooks.
import type { InferSelectModel } from "drizzle-orm";
import { addMs, type Instant } from "../lib/clock.ts";
import type { Executor } from "./database.ts";
import { toRow } from "./rows.ts";
import { ownedBy, type Scope, Where } from "./scope.ts";
import { deliveries } from "./tables/index.ts";

export type DeliveryRow = InferSelectModel<typeof deliveries>;

/** Of one webhook that the scope has been found to reach: newest first, `count` past the cursor with ties. */
export async function listDeliveries(
  db: Executor,
  accountId: string,
  query: { webhookId: string; cursor: Instant | null; count: number },
): Promise<DeliveryRow[]> {
  const where = new Where()
    .and("account_id = ?::uuid", accountId)
    .and("webhook_id = ?::uuid", query.webhookId)
    .and("created_at < ?::timestamptz", query.cursor ?? undefined);
  const rows = await db.rows(
    `select * from deliveries ${where}
     order by created_at desc fetch first (${where.param(query.count)}::int) rows with ties`,
    where.params,
  );
  return rows.map((row) => toRow<DeliveryRow>(deliveries, row));
}

/** A delivery of a webhook that the scope reaches and that is still there. */
export async function getDelivery(
  db: Pick<Executor, "rows">,
  scope: Scope,
  id: string,
): Promise<DeliveryRow | null> {
  const where = ownedBy(scope, "w.identity_id", "d.account_id").and("d.id = ?::uuid", id);
  const [row] = await db.rows(
    `select d.* from deliveries d join webhooks w on w.account_id = d.account_id and w.id = d.webhook_id ${where}`,
    where.params,
  );
  return row ? toRow<DeliveryRow>(deliveries, row) : null;
}

/** A delivery that was claimed, with what its call needs. */
export interface DueDelivery {
  accountId: string;
  id: string;
  webhookId: string;
  attemptCount: number;
  /** Names this try, with its count: a delivery that is replayed meanwhile counts from one again. */
  claimedAt: Instant;
  createdAt: Instant;
  url: string;
  /** Tries of its webhook that have failed in a row. */
  failures: number;
  /** The current one first, then the one before while it is valid. */
  secrets: readonly string[];
  event: { id: string; type: string; created_at: Instant; data: Record<string, unknown> };
}

/** Longer than a call lasts: after a crash the try is made again. */
const leaseMs = 60_000;

/** How far ahead one round looks for deliveries of endpoints that have room. */
const lookAhead = 512;

export interface DeliveryClaim {
  count: number;
  /** Of one webhook at most, and one only when it has failed `manyFailures` times in a row. */
  perWebhook: number;
  manyFailures: number;
  /** Calls that may still start, of webhooks that have some under way. */
  room: ReadonlyMap<string, number>;
}

/**
 * Takes due deliveries (those of a webhook that is disabled or gone fail) and counts the try before the network is
 * touched: at most as many of one webhook as it has room.
 */
export async function claimDeliveries(
  db: Executor,
  now: Instant,
  { count, perWebhook, manyFailures, room }: DeliveryClaim,
): Promise<DueDelivery[]> {
  const rows = await db.rows(
    `with due_now as (
       select d.account_id, d.id, d.webhook_id, d.next_attempt_at,
              row_number() over (partition by d.webhook_id order by d.next_attempt_at) as n
       from (select * from deliveries where next_attempt_at <= $1::timestamptz and webhook_id <> all($4::uuid[])
             order by next_attempt_at limit ${lookAhead}) d
     ),
     allowed as (
       select due_now.* from due_now left join unnest($5::uuid[], $6::int[]) as r(webhook_id, room) using (webhook_id)
       left join webhooks w on w.account_id = due_now.account_id and w.id = due_now.webhook_id
       where n <= coalesce(r.room, case when w.consecutive_failures >= $8::int then 1 else $7::int end) order by next_attempt_at limit $3::int
     ),
     claimed as (
       update deliveries d set attempt_count = d.attempt_count + due.tries, status = case due.tries when 1 then 'delivering' else 'failed' end,
              last_attempt_at = case due.tries when 1 then $1::timestamptz else d.last_attempt_at end,
              next_attempt_at = case due.tries when 1 then $2::timestamptz end,
              error = case due.tries when 1 then d.error else 'the webhook is disabled or deleted' end
       from (select x.account_id, x.id, case when w.status <> 'disabled' then 1 else 0 end as tries
             from allowed a join deliveries x on x.account_id = a.account_id and x.id = a.id
             left join webhooks w on w.account_id = x.account_id and w.id = x.webhook_id
             where x.next_attempt_at <= $1::timestamptz for update of x skip locked) due
       where d.account_id = due.account_id and d.id = due.id
       returning d.*
     )
     select c.account_id, c.id, c.webhook_id, c.attempt_count, c.created_at, w.url, w.secret, w.consecutive_failures,
            case when w.previous_secret_until > $1::timestamptz then w.previous_secret end as previous_secret,
            e.id as event_id, e.type, e.created_at as event_at, e.data
     from claimed c
     join webhooks w on w.account_id = c.account_id and w.id = c.webhook_id
     join events e on e.account_id = c.account_id and e.xid = c.event_xid and e.id = c.event_id
     where c.status = 'delivering'`,
    [
      now,
      addMs(now, leaseMs),
      count,
      [...room].filter(([, free]) => free <= 0).map(([id]) => id),
      [...room.keys()],
      [...room.values()],
      perWebhook,
      manyFailures,
    ],
  );
  return rows.map((row) => ({
    accountId: row.account_id as string,
    id: row.id as string,
    webhookId: row.webhook_id as string,
    attemptCount: row.attempt_count as number,
    claimedAt: now,
    createdAt: row.created_at as string,
    url: row.url as string,
    failures: row.consecutive_failures as number,
    secrets: [row.secret as string, row.previous_secret as string | null].filter((secret) => secret !== null),
    event: {
      id: row.event_id as string,
      type: row.type as string,
      created_at: row.event_at as string,
      data: row.data as Record<string, unknown>,
    },
  }));
}
