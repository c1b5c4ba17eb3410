// Queries over events: in the order of (xid, id), and only those below the oldest running transaction, so that no reader
// passes an event that commits later. DECISIONS Events, webhooks, deliveries.
import type { Instant } from "../lib/clock.ts";
import type { Executor } from "./database.ts";
import { ownedBy, type Scope } from "./scope.ts";

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
  after: EventPosition | null;
  /** None is shown from before. */
  since: Instant;
  type?: string;
  identityId?: string;
  count: number;
}

export interface EventsFound {
  rows: EventRow[];
  /** Where the look ended before it had found enough: more may follow; null: it has seen all. */
  stoppedAt: EventPosition | null;
}

/** Events looked at in one statement, and statements of one call, whatever the filters let through. */
const step = 2000;
const steps = 10;

/**
 * The first `count` events past `after`. A filter that lets little through ends early, after 20,000 events.
 * A restricted scope sees the events of its identities.
 */
export async function listEvents(db: Executor, scope: Scope, query: EventQuery): Promise<EventsFound> {
  const rows: EventRow[] = [];
  let { after } = query;
  let size = isFiltered(scope, query) ? step : Math.min(step, query.count);
  for (let n = 0; n < steps; n++) {
    const found = await look(db, scope, { ...query, after, count: query.count - rows.length, size });
    rows.push(...found.rows);
    if (found.stoppedAt === null) return { rows, stoppedAt: null };
    after = found.stoppedAt;
    size = step;
  }
  return { rows, stoppedAt: after };
}

function isFiltered(scope: Scope, query: EventQuery): boolean {
  return scope.identityIds !== null || query.type !== undefined || query.identityId !== undefined;
}

interface Seen {
  xid: string;
  id: string;
  type: string;
  created_at: Instant;
  data: Record<string, unknown>;
  wanted: boolean;
  /** The last of a step, with more behind it. */
  last: boolean;
}

/** One step over `size` events: those that are wanted, and where it ended if they are too few. */
async function look(db: Executor, scope: Scope, query: EventQuery & { size: number }): Promise<EventsFound> {
  const { after, since, type, identityId, count, size } = query;
  const rows = await db.rows<Seen>(
    `with seen as (
       select e.*, row_number() over (order by xid, id) = $8::int as last,
              (created_at >= $4::timestamptz and ($5::text is null or type = $5::text)
               and ($6::uuid is null or identity_id = $6::uuid)
               and ($7::uuid[] is null or identity_id = any($7::uuid[]))) is true as wanted
       from (select * from events where account_id = $1::uuid and (xid, id) > ($2::xid8, $3::uuid)
               and xid < pg_snapshot_xmin(pg_current_snapshot())
             order by xid, id limit $8::int) e
     )
     (select * from seen where wanted order by xid, id limit $9::int)
     union all
     (select * from seen where last and not wanted)`,
    [
      scope.accountId,
      after?.xid ?? "0",
      after?.id ?? "00000000-0000-0000-0000-000000000000",
      since,
      type ?? null,
      identityId ?? null,
      scope.identityIds,
      size,
      count,
    ],
  );
  const wanted = rows.filter((row) => row.wanted);
  const last = rows.at(-1);
  const stoppedAt = last?.last && wanted.length < count ? { xid: last.xid, id: last.id } : null;
  return { rows: wanted.map(toEventRow), stoppedAt };
}

function toEventRow({ xid, id, type, created_at, data }: Seen): EventRow {
  return { xid, id, type, createdAt: created_at, data };
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

/** Behind everything that a reader can see now: for one that only wants what happens next. */
export async function endOfEvents(db: Executor): Promise<EventPosition> {
  const [row] = await db.rows<{ xid: string }>(
    "select (pg_snapshot_xmin(pg_current_snapshot())::text::numeric - 1)::text as xid",
  );
  return { xid: row!.xid, id: "ffffffff-ffff-ffff-ffff-ffffffffffff" };
}

/** Whether committed events of the account wait for an older transaction to end before a reader may see them. */
export async function hasHeldEvents(db: Executor, accountId: string): Promise<boolean> {
  const rows = await db.values(
    `select 1 from events where account_id = $1::uuid and xid >= pg_snapshot_xmin(pg_current_snapshot()) limit 1`,
    [accountId],
  );
  return rows.length > 0;
}
