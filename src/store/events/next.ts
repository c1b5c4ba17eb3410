// Items that were handed out to a key, of the events that it takes in turn. A place says up to which event all is settled for one
// filter; an item is an event that was handed out, with its lease, for all filters of the key. Nothing here is cached: each
// write is one statement that holds beside any other.
import type { Instant } from "../../lib/clock.ts";
import { must } from "../../lib/must.ts";
import type { Executor } from "../database/database.ts";
import type { EventPosition } from "./events.ts";

/** A key, or the grant of a program, which is a key of the same id. */
export interface TakingKey {
  accountId: string;
  keyId: string;
}

export interface NextPlace extends EventPosition {
  /** Mail up to this event counts only where it is unread. */
  begun: EventPosition;
  /** All from before is settled. */
  settledAt: Instant;
  usedAt: Instant;
}

/** Filters of a key whose places are remembered: those that it used last. */
const maxPlaces = 100;
/** Items of a key that are remembered beside those that are leased: those that were handed out last. */
const maxItems = 2000;

const placeColumns = "xid, event_id as id, begun_xid, begun_id, settled_at, used_at";

interface PlaceRow extends EventPosition {
  begun_xid: string;
  begun_id: string;
  settled_at: Instant;
  used_at: Instant;
}

/** The place of a filter; null: the key has not asked with it, or long ago. @param filter SHA-256 of what is asked for */
export async function findNextPlace(
  db: Executor,
  { accountId, keyId }: TakingKey,
  filter: Uint8Array,
): Promise<NextPlace | null> {
  const [row] = await db.rows<PlaceRow>(
    `select ${placeColumns} from next_places where account_id = $1::uuid and key_id = $2::uuid and filter = $3::bytea`,
    [accountId, keyId, filter],
  );
  if (!row) return null;
  const { xid, id, begun_xid, begun_id, settled_at: settledAt, used_at: usedAt } = row;
  return { xid, id, begun: { xid: begun_xid, id: begun_id }, settledAt, usedAt };
}

/** Stores the place of a filter, unless another call has just done so; the longest unused beyond the most are forgotten. */
export async function beginNextPlace(
  db: Executor,
  { accountId, keyId }: TakingKey,
  { filter, xid, id, begun, settledAt, usedAt }: NextPlace & { filter: Uint8Array },
): Promise<void> {
  await db.values(
    `insert into next_places (account_id, key_id, filter, xid, event_id, begun_xid, begun_id, settled_at, used_at)
     select k.account_id, k.id, $3::bytea, $4::xid8, $5::uuid, $6::xid8, $7::uuid, $8::timestamptz, $9::timestamptz
     from api_keys k where k.account_id = $1::uuid and k.id = $2::uuid on conflict do nothing returning 1`,
    [accountId, keyId, filter, xid, id, begun.xid, begun.id, settledAt, usedAt],
  );
  await db.values(
    `delete from next_places where account_id = $1::uuid and key_id = $2::uuid and filter in (
       select filter from next_places where account_id = $1::uuid and key_id = $2::uuid
       order by used_at desc, filter offset ${maxPlaces}) returning 1`,
    [accountId, keyId],
  );
}

/** Moves a place on; never back, whichever of two calls comes last. */
export async function moveNextPlace(
  db: Executor,
  { accountId, keyId }: TakingKey,
  {
    filter,
    xid,
    id,
    settledAt,
    usedAt,
  }: Pick<NextPlace, "xid" | "id" | "settledAt" | "usedAt"> & { filter: Uint8Array },
): Promise<void> {
  const further = "(p.xid, p.event_id) < ($4::xid8, $5::uuid)";
  await db.values(
    `update next_places p set xid = case when ${further} then $4::xid8 else p.xid end,
       event_id = case when ${further} then $5::uuid else p.event_id end,
       settled_at = greatest(p.settled_at, $6::timestamptz), used_at = greatest(p.used_at, $7::timestamptz)
     where p.account_id = $1::uuid and p.key_id = $2::uuid and p.filter = $3::bytea returning 1`,
    [accountId, keyId, filter, xid, id, settledAt, usedAt],
  );
}

export interface HandedItem {
  id: string;
  leasedUntil: Instant;
  isAcknowledged: boolean;
}

/** Return the items among these that were handed out to the key, by id. */
export async function handedOut(
  db: Executor,
  { accountId, keyId }: TakingKey,
  ids: readonly string[],
): Promise<Map<string, HandedItem>> {
  if (ids.length === 0) return new Map();
  const rows = await db.rows<{ item_id: string; leased_until: Instant; acknowledged: boolean }>(
    `select item_id, leased_until, acknowledged_at is not null as acknowledged from next_items
     where account_id = $1::uuid and key_id = $2::uuid and item_id = any($3::uuid[])`,
    [accountId, keyId, ids],
  );
  return new Map(
    rows.map(({ item_id: id, leased_until: leasedUntil, acknowledged: isAcknowledged }) => [
      id,
      { id, leasedUntil, isAcknowledged },
    ]),
  );
}

/** Return the items that the key was handed out and has not acknowledged, on lease or not. */
export async function openItems(db: Executor, { accountId, keyId }: TakingKey): Promise<string[]> {
  const rows = await db.values(
    `select item_id from next_items
     where account_id = $1::uuid and key_id = $2::uuid and acknowledged_at is null
     order by leased_until desc limit ${maxItems}`,
    [accountId, keyId],
  );
  return rows.map(([id]) => id as string);
}

export interface Lease {
  id: string;
  /** null: mail whose event is no longer kept. */
  eventId: string | null;
  /** Names the lease, and ends with it where another call gets the item. */
  ack: string;
  until: Instant;
  now: Instant;
  /** Digests of the Idempotency-Key and the body of the call; null: it has none. */
  asked: { by: Uint8Array; with: Uint8Array } | null;
}

/** Leases an item that is free. @returns how often it was handed out; null: another call was faster, or the key is gone */
export async function leaseItem(
  db: Executor,
  { accountId, keyId }: TakingKey,
  { id, eventId, ack, until, now, asked }: Lease,
): Promise<number | null> {
  const [row] = await db.rows<{ attempt: number }>(
    `insert into next_items as i (account_id, key_id, item_id, ack, attempt, leased_until, asked_by, asked_with, created_at, event_id)
     select k.account_id, k.id, $3::uuid, $4::text, 1, $5::timestamptz, $7::bytea, $8::bytea, $6::timestamptz, $9::uuid
     from api_keys k where k.account_id = $1::uuid and k.id = $2::uuid
     on conflict (account_id, key_id, item_id) do update set ack = excluded.ack, attempt = i.attempt + 1,
       leased_until = excluded.leased_until, asked_by = excluded.asked_by, asked_with = excluded.asked_with
     where i.acknowledged_at is null and i.leased_until <= $6::timestamptz
     returning attempt`,
    [accountId, keyId, id, ack, until, now, asked?.by ?? null, asked?.with ?? null, eventId],
  );
  return row?.attempt ?? null;
}

/** Forgets the oldest items of a key beyond the most, but none that is leased. */
export async function forgetOldItems(
  db: Executor,
  { accountId, keyId }: TakingKey,
  now: Instant,
): Promise<void> {
  await db.values(
    `delete from next_items where account_id = $1::uuid and key_id = $2::uuid
       and (acknowledged_at is not null or leased_until <= $3::timestamptz) and created_at < (
         select created_at from next_items where account_id = $1::uuid and key_id = $2::uuid
         order by created_at desc offset ${maxItems - 1} limit 1) returning 1`,
    [accountId, keyId, now],
  );
}

/** Ends the lease that the token names: its item is not handed out again. @returns whether the token holds, from before too */
export async function acknowledgeItem(
  db: Executor,
  { accountId, keyId }: TakingKey,
  { ack, now }: { ack: string; now: Instant },
): Promise<boolean> {
  const rows = await db.values(
    `update next_items set acknowledged_at = coalesce(acknowledged_at, $4::timestamptz)
     where account_id = $1::uuid and key_id = $2::uuid and ack = $3::text returning 1`,
    [accountId, keyId, ack, now],
  );
  return rows.length > 0;
}

/** How many items of a key are leased. */
export async function leasedItems(
  db: Executor,
  { accountId, keyId }: TakingKey,
  now: Instant,
): Promise<number> {
  const [row] = await db.rows<{ count: number }>(
    `select count(*)::int as count from next_items
     where account_id = $1::uuid and key_id = $2::uuid and acknowledged_at is null and leased_until > $3::timestamptz`,
    [accountId, keyId, now],
  );
  return must(row, "the statement returns one row").count;
}

/** An answer that an Idempotency-Key was given before. */
export interface AnsweredItem {
  id: string;
  eventId: string | null;
  ack: string;
  attempt: number;
  leasedUntil: Instant;
  askedWith: Uint8Array;
}

/** The item that was handed out to the call with this Idempotency-Key, while no other call got it. @param askedBy SHA-256 of the key */
export async function itemAskedBy(
  db: Executor,
  { accountId, keyId }: TakingKey,
  askedBy: Uint8Array,
): Promise<AnsweredItem | null> {
  const [row] = await db.rows<{
    item_id: string;
    event_id: string | null;
    ack: string;
    attempt: number;
    leased_until: Instant;
    asked_with: Uint8Array;
  }>(
    `select item_id, event_id, ack, attempt, leased_until, asked_with from next_items
     where account_id = $1::uuid and key_id = $2::uuid and asked_by = $3::bytea order by created_at desc limit 1`,
    [accountId, keyId, askedBy],
  );
  if (!row) return null;
  const { ack, attempt } = row;
  return {
    id: row.item_id,
    eventId: row.event_id,
    ack,
    attempt,
    leasedUntil: row.leased_until,
    askedWith: row.asked_with,
  };
}

/** Return the reviews among these that a send of the key waits, or waited, for. */
export async function reviewsAskedBy(
  db: Executor,
  { accountId, keyId }: TakingKey,
  ids: readonly string[],
): Promise<Set<string>> {
  if (ids.length === 0) return new Set();
  const rows = await db.values(
    `select id from reviews where account_id = $1::uuid and id = any($3::uuid[])
       and requested_by->>'kind' = 'key' and requested_by->>'id' = $2::text`,
    [accountId, keyId, ids],
  );
  return new Set(rows.map(([id]) => id as string));
}
