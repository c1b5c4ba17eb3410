// Queries over events: in the order of (xid, id), and only those below the oldest running transaction, so that no reader
// passes an event that commits later. DECISIONS Events, webhooks, deliveries.

import { type Instant, msOf } from "../../lib/clock.ts";
import { firstIdAt } from "../../lib/ids.ts";
import { must } from "../../lib/must.ts";
import type { Executor, Param } from "../database/database.ts";
import { ownedBy, reaches, type Scope, Where } from "../scope.ts";

/** A reader's position: after this event. */
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
  /** Oldest first: events after it; newest first: events before it. */
  from: EventPosition;
  /** Older events are left out. */
  since: Instant;
  /** Kinds of events; all without it. */
  types?: readonly string[] | undefined;
  identityId?: string;
  count: number;
  /** Lists newest first, down to this one. */
  downTo?: EventPosition;
}

/** Before every event. */
export const beginning: EventPosition = { xid: "0", id: "00000000-0000-0000-0000-000000000000" };

/**
 * The next `count` events from a position. An index serves each combination of type and identity, so that other events
 * cost nothing. A restricted scope sees the events of its identities.
 */
export async function listEvents(db: Executor, scope: Scope, query: EventQuery): Promise<EventRow[]> {
  const { text, params } = statementOf(scope, query, "e.xid, e.id, e.type, e.created_at, e.data");
  const rows = await db.rows<ListedEventRow>(text, params);
  return rows.map(({ created_at: createdAt, ...rest }) => ({ ...rest, createdAt }));
}

/** Return the `count`-th event from a position, or null where there are fewer. */
export async function farthestOfEvents(
  db: Executor,
  scope: Scope,
  query: EventQuery,
): Promise<EventPosition | null> {
  const { text, params } = statementOf(scope, query, "e.xid, e.id");
  const rows = await db.rows<EventPosition>(`${text} offset $${params.length + 1}::int`, [
    ...params,
    query.count - 1,
  ]);
  return rows[0] ?? null;
}

function statementOf(
  scope: Scope,
  query: EventQuery,
  shown: string,
): { text: string; params: readonly Param[] } {
  const { from, since, types = [], identityId, count, downTo } = query;
  const where = new Where().and("e.account_id = ?::uuid", scope.accountId);
  const reached = identitiesOf(scope, identityId);
  // Each filter has an index in which its columns precede the position. Filter and position are compared as one row from
  // both sides and ordered by, which only that index serves: the planner cannot scan events that are filtered out.
  const [only, another] = types;
  const kind = another !== undefined ? "k.type" : only === undefined ? null : `${where.param(only)}::text`;
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
  const until = downTo ? `${where.param(downTo.xid)}::xid8` : "(select event_horizon())";
  const position = [`${where.param(from.xid)}::xid8`, `${where.param(from.id)}::uuid`];
  where
    .and(`${row(columns, "e.xid", "e.id")} ${downTo ? "<" : ">"} ${row(values, ...position)}`)
    .and(`${row(columns, "e.xid")} ${downTo ? ">=" : "<"} ${row(values, until)}`)
    .and("e.created_at >= ?::timestamptz", since);
  const direction = downTo ? " desc" : "";
  const orderBy = (names: readonly string[]) => names.map((name) => name + direction).join(", ");
  const limit = `${where.param(count)}::int`;
  const some = `select ${shown} from events e ${where}
    order by ${orderBy([...columns, "e.xid", "e.id"])} limit ${limit}`;
  const each = [
    ...(reached ? [`(select distinct unnest(${where.param(reached)}::uuid[]) as id) i`] : []),
    ...(another !== undefined ? [`(select distinct unnest(${where.param(types)}::text[]) as type) k`] : []),
  ];
  const text =
    each.length > 0
      ? `select e.* from ${each.join(" cross join ")} cross join lateral (${some}) e
         order by ${orderBy(["e.xid", "e.id"])} limit ${limit}`
      : some;
  return { text, params: where.params };
}

type ListedEventRow = Omit<EventRow, "createdAt"> & { created_at: Instant };

/** Identities whose events are listed; null: all of the account, and events without an identity. */
function identitiesOf(scope: Scope, identityId: string | undefined): readonly string[] | null {
  if (identityId === undefined) return scope.identityIds;
  return reaches(scope, identityId) ? [identityId] : [];
}

export interface EventBounds {
  /** Before all events from `since` on. */
  begin: EventPosition;
  /** After all events that a reader can see now. */
  end: EventPosition;
}

/** More than a transaction may last (a minute) and the clocks of processes may differ. */
const spreadMs = 5 * 60_000;

/** The last transaction whose events a reader can see now, as `end`; all its events come before this id. */
const endColumn = "(event_horizon()::text::numeric - 1)::text as end";
const lastId = "ffffffff-ffff-ffff-ffff-ffffffffffff";

/** The position after all events that a reader can see now. */
export async function seenEvents(db: Executor): Promise<EventPosition> {
  const [row] = await db.rows<{ end: string }>(`select ${endColumn}`);
  return { xid: must(row, "the statement returns one row").end, id: lastId };
}

/** The positions before and after the events from this instant on. */
export async function eventBounds(db: Executor, scope: Scope, since: Instant): Promise<EventBounds> {
  const [row] = await db.rows<{ end: string; xid: string | null; id: string | null }>(
    `select ${endColumn}, o.xid, o.id
     from (values (1)) one left join lateral (
       select xid, id from events where account_id = $1::uuid and id < $2::uuid order by id desc limit 1) o on true`,
    [scope.accountId, firstIdAt(msOf(since) - spreadMs)],
  );
  const { end, xid, id } = must(row, "the statement returns one row");
  return {
    begin: xid === null || id === null ? beginning : { xid, id },
    end: { xid: end, id: lastId },
  };
}

/** Whether `a` comes after `b`. */
export function isBehind(a: EventPosition, b: EventPosition): boolean {
  const [one, other] = [BigInt(a.xid), BigInt(b.xid)];
  return one > other || (one === other && a.id > b.id);
}

/** The position of the event with this id, or null when the scope sees none. */
export async function findEvent(db: Executor, scope: Scope, id: string): Promise<EventPosition | null> {
  const where = ownedBy(scope, "identity_id").and("id = ?::uuid", id);
  const [row] = await db.rows<{ xid: string; id: string }>(
    `select xid, id from events ${where}`,
    where.params,
  );
  return row ?? null;
}

/** The event with this id, or null when the scope sees none. */
export async function getEvent(db: Executor, scope: Scope, id: string): Promise<EventRow | null> {
  const where = ownedBy(scope, "identity_id").and("id = ?::uuid", id);
  const [row] = await db.rows<ListedEventRow>(
    `select xid, id, type, created_at, data from events ${where}`,
    where.params,
  );
  if (!row) return null;
  const { created_at: createdAt, ...rest } = row;
  return { ...rest, createdAt };
}

/** Whether committed events of the account wait for an older transaction to end before a reader may see them. */
export async function hasHeldEvents(db: Executor, accountId: string): Promise<boolean> {
  const rows = await db.values(
    `select 1 from events where account_id = $1::uuid and xid >= (select event_horizon()) limit 1`,
    [accountId],
  );
  return rows.length > 0;
}

/** Whether events of any account wait for older transactions of the server to end before a reader sees them. */
export async function anyHiddenEvents(db: Executor): Promise<boolean> {
  const rows = await db.values("select 1 from events where xid >= (select event_horizon()) limit 1");
  return rows.length > 0;
}
