// Queries over queued recipients.
import type { InferSelectModel } from "drizzle-orm";
import { addMs, type Instant } from "../lib/clock.ts";
import type { Executor } from "./database.ts";
import { toRow } from "./rows.ts";
import { outbound } from "./tables/index.ts";

export type OutboundRow = InferSelectModel<typeof outbound>;

/** A recipient that was claimed, and the lane that it goes by: a domain, `here` or `relay`. */
export interface ClaimedOutbound extends OutboundRow {
  lane: string;
}

/** Mail to addresses of this service. No domain has this name. */
export const lane = { here: "@here", relay: "@relay" } as const;

/** How long a claimed row is left alone; who works on it renews the claim. After a crash it is tried again then. */
const leaseMs = 5 * 60_000;

/** How far ahead one look goes for rows of lanes that have room. */
const lookAhead = 512;

export interface OutboundClaim {
  now: Instant;
  count: number;
  /** Rows of a lane at most; `room` says otherwise for lanes that have some under way. */
  perLane: number;
  room: ReadonlyMap<string, number>;
  /** Everything that is not for here goes one way. */
  relayed: boolean;
  /** Rows that this process works on already. */
  underWay: readonly string[];
}

/** Takes due rows, counts the attempt and sets the next time before the network is touched: a crash repeats nothing at once. */
export async function claimOutbound(db: Executor, claim: OutboundClaim): Promise<ClaimedOutbound[]> {
  const { now, room } = claim;
  const rows = await db.rows(
    `with due_now as (
       select d.*, row_number() over (partition by d.lane order by d.next_attempt_at, d.id) as n
       from (select o.account_id, o.id, o.next_attempt_at, l.lane
             from outbound o
             cross join lateral (select lower(substring(o.recipient from '[^@]*$')) as domain) d
             cross join lateral (
               select case when exists (select from domain_names k where k.domain = d.domain) then '${lane.here}'
                           when $8::boolean then '${lane.relay}' else d.domain end as lane) l
             where o.next_attempt_at <= $1::timestamptz and o.id <> all($9::uuid[]) and l.lane <> all($4::text[])
             order by o.next_attempt_at limit ${lookAhead}) d
     ),
     allowed as (
       select due_now.* from due_now left join unnest($5::text[], $6::int[]) as r(lane, room) using (lane)
       where n <= coalesce(r.room, $7::int) order by next_attempt_at, id limit $3::int
     )
     update outbound o set attempts = o.attempts + 1, next_attempt_at = $2::timestamptz
     from (select x.account_id, x.id, a.lane from allowed a join outbound x on x.account_id = a.account_id and x.id = a.id
           where x.next_attempt_at <= $1::timestamptz for update of x skip locked) due
     where o.account_id = due.account_id and o.id = due.id
     returning o.*, due.lane`,
    [
      now,
      addMs(now, leaseMs),
      claim.count,
      [...room].filter(([, free]) => free <= 0).map(([name]) => name),
      [...room.keys()],
      [...room.values()],
      claim.perLane,
      claim.relayed,
      claim.underWay,
    ],
  );
  return rows.map((row) => ({ ...toRow<OutboundRow>(outbound, row), lane: row.lane as string }));
}

/** Holds claimed rows for as long again. */
export function renewOutbound(db: Executor, now: Instant, rows: readonly ClaimKey[]): Promise<void> {
  return moveClaims(db, addMs(now, leaseMs), rows);
}

/** Gives claimed rows back that were not tried. */
export function releaseOutbound(db: Executor, now: Instant, rows: readonly ClaimKey[]): Promise<void> {
  return moveClaims(db, now, rows);
}

type ClaimKey = Pick<OutboundRow, "accountId" | "id" | "attempts">;

async function moveClaims(db: Executor, until: Instant, rows: readonly ClaimKey[]): Promise<void> {
  await db.values(
    `update outbound o set next_attempt_at = $1::timestamptz
     from unnest($2::uuid[], $3::uuid[], $4::int[]) as k(account_id, id, attempts)
     where o.account_id = k.account_id and o.id = k.id and o.attempts = k.attempts and o.next_attempt_at is not null`,
    [until, rows.map((row) => row.accountId), rows.map((row) => row.id), rows.map((row) => row.attempts)],
  );
}
