// Queries over events: in the order of (xid, id), and only those below the oldest running transaction, so that no reader
// passes an event that commits later. DECISIONS Events, webhooks, deliveries.
import { type Instant, msOf } from "../../lib/clock.ts";
import { firstIdAt } from "../../lib/ids.ts";
import type { Executor } from "../database/database.ts";
import { ownedBy, reaches, type Scope, Where } from "../scope.ts";

/** Where a reader stands: behind this event. */
export interface EventPosition {
  xid: string;
  id: string;
}

export interface EventRow extends EventPosition {
  type: string;
  createdAt: Instant;
  data: Record<string, unknown>;
}

export interface EventQuery {
  /** Oldest first, events behind it; newest first, those before it. */
  from: EventPosition;
  /** None is shown from before. */
  since: Instant;
  type?: string;
  identityId?: string;
  count: number;
  /** Newest first, down to this one. */
  downTo?: EventPosition;
}

/** Where every list begins, and ends newest first. */
export const beginning: EventPosition = { xid: "0", id: "00000000-0000-0000-0000-000000000000" };

/**
 * The first `count` events on from a position. What is asked for is found by an index, whatever lies between: by kind, by
 * identity, or by both. A restricted scope sees the events of its identities.
 */
export async function listEvents(db: Executor, scope: Scope, query: EventQuery): Promise<EventRow[]> {
  const { from, since, type, identityId, count, downTo } = query;
  const where = new Where().and("e.account_id = ?::uuid", scope.accountId);
  const reached = identitiesOf(scope, identityId);
  // What is filtered by stands before the position in an index of its own. All is compared as one row, from both sides, and
  // ordered by: no other index gives that, so that no plan walks over what is not wanted.
  const kind = type === undefined ? null : `${where.param(type)}::text`;
  const columns: string[] = [];
  const values: string[] = [];
  if (reached && kind) {
    columns.push("(e.identity_id::text || e.type)");
    values.push(`(i.id::text || ${kind})`);
  } else if (reached) {
    columns.push("e.identity_id");
    values.push("i.id");
  } else if (kind) {
    columns.push("e.type");
    values.push(kind);
  }
  const row = (parts: readonly string[], ...rest: string[]) => `(${[...parts, ...rest].join(", ")})`;
  const until = downTo ? `${where.param(downTo.xid)}::xid8` : "pg_snapshot_xmin(pg_current_snapshot())";
  const position = [`${where.param(from.xid)}::xid8`, `${where.param(from.id)}::uuid`];
  where
    .and(`${row(columns, "e.xid", "e.id")} ${downTo ? "<" : ">"} ${row(values, ...position)}`)
    .and(`${row(columns, "e.xid")} ${downTo ? ">=" : "<"} ${row(values, until)}`)
    .and("e.created_at >= ?::timestamptz", since);
  const direction = downTo ? " desc" : "";
  const orderBy = (names: readonly string[]) => names.map((name) => name + direction).join(", ");
  const limit = `${where.param(count)}::int`;
  const some = `select e.xid, e.id, e.type, e.created_at, e.data from events e ${where}
    order by ${orderBy([...columns, "e.xid", "e.id"])} limit ${limit}`;
  const text = reached
    ? `select e.* from (select distinct unnest(${where.param(reached)}::uuid[]) as id) i cross join lateral (${some}) e
       order by ${orderBy(["e.xid", "e.id"])} limit ${limit}`
    : some;
  const rows = await db.rows<Listed>(text, where.params);
  return rows.map(({ created_at: createdAt, ...rest }) => ({ ...rest, createdAt }));
}

type Listed = Omit<EventRow, "createdAt"> & { created_at: Instant };

/** Identities whose events are shown; null: all of the account, and what belongs to none. */
function identitiesOf(scope: Scope, identityId: string | undefined): readonly string[] | null {
  if (identityId === undefined) return scope.identityIds;
  return reaches(scope, identityId) ? [identityId] : [];
}

export interface EventBounds {
  /** Behind it is everything from `since` on. */
  begin: EventPosition;
  /** Behind everything that a reader can see now. */
  end: EventPosition;
}

/** A transaction may last a minute, and clocks of processes differ: what is older than this began before. */
const spreadMs = 5 * 60_000;

/** Where the events from this moment on stand. */
export async function eventBounds(db: Executor, scope: Scope, since: Instant): Promise<EventBounds> {
  const [row] = await db.rows<{ end: string; xid: string | null; id: string | null }>(
    `select (pg_snapshot_xmin(pg_current_snapshot())::text::numeric - 1)::text as end, o.xid, o.id
     from (values (1)) one left join lateral (
       select xid, id from events where account_id = $1::uuid and id < $2::uuid order by id desc limit 1) o on true`,
    [scope.accountId, firstIdAt(msOf(since) - spreadMs)],
  );
  const { end, xid, id } = row!;
  return {
    begin: xid === null || id === null ? beginning : { xid, id },
    end: { xid: end, id: "ffffffff-ffff-ffff-ffff-ffffffffffff" },
  };
}

/** Whether `a` stands behind `b`. */
export function isBehind(a: EventPosition, b: EventPosition): boolean {
  const [one, other] = [BigInt(a.xid), BigInt(b.xid)];
  return one > other || (one === other && a.id > b.id);
}

/** Where the event of this id stands, or null: no event that the scope sees has it. */
export async function findEvent(db: Executor, scope: Scope, id: string): Promise<EventPosition | null> {
  const where = ownedBy(scope, "identity_id").and("id = ?::uuid", id);
  const [row] = await db.rows<{ xid: string; id: string }>(
    `select xid, id from events ${where}`,
    where.params,
  );
  return row ?? null;
}

/** Whether committed events of the account wait for an older transaction to end before a reader may see them. */
export async function hasHeldEvents(db: Executor, accountId: string): Promise<boolean> {
  const rows = await db.values(
    `select 1 from events where account_id = $1::uuid and xid >= pg_snapshot_xmin(pg_current_snapshot()) limit 1`,
    [accountId],
  );
  return rows.length > 0;
}
