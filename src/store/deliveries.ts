// Queries over deliveries of events to webhooks.
import { addMs, type Instant } from "../lib/clock.ts";
import type { Executor } from "./database.ts";

/** A delivery that was claimed, with what its call needs. */
export interface DueDelivery {
  accountId: string;
  id: string;
  webhookId: string;
  attemptCount: number;
  createdAt: Instant;
  url: string;
  secret: string;
  event: { id: string; type: string; created_at: Instant; data: Record<string, unknown> };
}

/** Longer than a call lasts: after a crash the try is made again. */
const leaseMs = 60_000;

/** How far ahead one round looks for deliveries of endpoints that have room. */
const lookAhead = 512;

/**
 * Takes due deliveries and counts the try before the network is touched: at most as many of one webhook as it has room.
 * @param room calls that may still start, for webhooks that have some under way; others have `perWebhook`
 */
export async function claimDeliveries(
  db: Executor,
  now: Instant,
  { count, perWebhook, room }: { count: number; perWebhook: number; room: ReadonlyMap<string, number> },
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
       where n <= coalesce(r.room, $7::int) order by next_attempt_at limit $3::int
     ),
     claimed as (
       update deliveries d set attempt_count = d.attempt_count + 1, status = 'delivering',
              last_attempt_at = $1::timestamptz, next_attempt_at = $2::timestamptz
       from (select x.account_id, x.id from allowed a join deliveries x on x.account_id = a.account_id and x.id = a.id
             where x.next_attempt_at <= $1::timestamptz for update of x skip locked) due
       where d.account_id = due.account_id and d.id = due.id
       returning d.*
     )
     select c.account_id, c.id, c.webhook_id, c.attempt_count, c.created_at, w.url, w.secret,
            e.id as event_id, e.type, e.created_at as event_at, e.data
     from claimed c
     join webhooks w on w.account_id = c.account_id and w.id = c.webhook_id
     join events e on e.account_id = c.account_id and e.xid = c.event_xid and e.id = c.event_id`,
    [
      now,
      addMs(now, leaseMs),
      count,
      [...room].filter(([, free]) => free <= 0).map(([id]) => id),
      [...room.keys()],
      [...room.values()],
      perWebhook,
    ],
  );
  return rows.map((row) => ({
    accountId: row.account_id as string,
    id: row.id as string,
    webhookId: row.webhook_id as string,
    attemptCount: row.attempt_count as number,
    createdAt: row.created_at as string,
    url: row.url as string,
    secret: row.secret as string,
    event: {
      id: row.event_id as string,
      type: row.type as string,
      created_at: row.event_at as string,
      data: row.data as Record<string, unknown>,
    },
  }));
}
