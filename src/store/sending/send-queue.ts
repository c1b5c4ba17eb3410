// The queue over all addresses, as its operator looks at it: recipients that wait to leave, oldest first. Ids rise with time, so
// that a page goes on where the one before ended though entries come due, leave and are taken meanwhile.
import type { Instant } from "../../lib/clock.ts";
import { by, merged, summed } from "../cluster/together.ts";
import type { Executor, Parted } from "../database/database.ts";
import { toRow } from "../database/rows.ts";
import { Where } from "../scope.ts";
import { outbound } from "../tables/index.ts";
import type { OutboundRow } from "./outbound.ts";

/** `held_by` of a recipient that the operator holds. */
export const heldByOperator = "operator";

/** The next attempt of a held recipient: never. It stays queued, and no claim reaches it. */
export const heldUntil: Instant = "9999-12-31T00:00:00.000000Z";

/** Recipients that are counted by destination, and the counts that are given. */
const maxCounted = 10_000;
const maxDestinations = 100;

/** Entries that one page looks at. */
const maxLookedAt = 5000;

export const queueStates = ["active", "due", "deferred", "paced", "held"] as const;
export type QueueState = (typeof queueStates)[number];

export interface QueueFilter {
  ids?: readonly string[];
  accountId?: string;
  identityId?: string;
  messageId?: string;
  /** The recipient's, in ASCII. */
  domain?: string;
  state?: QueueState;
  /** A part of the last answer, in any case. */
  error?: string;
  /** Queued before. */
  before?: Instant;
}

export interface QueuedRecipient extends OutboundRow {
  state: QueueState;
  /** The author; null: the message is gone. */
  fromEmail: string | null;
  /** Bytes of the message. */
  size: number | null;
}

interface QueuePage {
  rows: QueuedRecipient[];
  /** Where the next page begins; null: this one ends the queue. */
  end: string | null;
}

/** @param place of the time now */
function stateSql(place: string): string {
  return `case when o.claimed_by is not null then 'active' when o.held_by = '${heldByOperator}' then 'held'
    when o.next_attempt_at <= ${place}::timestamptz then 'due' when o.held_by is not null then 'paced' else 'deferred' end`;
}

/** The entries past the cursor that fit, oldest first. A page may be short of `count` and not be the last: it looks at so many. */
export async function listQueue(
  db: Executor,
  filter: QueueFilter,
  { now, cursor, count }: { now: Instant; cursor: string | null; count: number },
): Promise<QueuePage> {
  const looked = new Where()
    .and("next_attempt_at is not null")
    .and("id > ?::uuid", cursor ?? undefined)
    .and("id = any(?::uuid[])", filter.ids);
  const fits = new Where();
  fits.params.push(...looked.params);
  const state = stateSql(fits.param(now));
  fits
    .and("o.account_id = ?::uuid", filter.accountId)
    .and("o.identity_id = ?::uuid", filter.identityId)
    .and("o.message_id = ?::uuid", filter.messageId)
    .and("right(lower(o.recipient), length(?::text) + 1) = '@' || ?::text", filter.domain, filter.domain)
    .and(`${state} = ?::text`, filter.state)
    .and("position(lower(?::text) in lower(o.response)) > 0", filter.error)
    .and("o.created_at < ?::timestamptz", filter.before);
  const rows = await db.rows<Record<string, unknown> & { looked_at: number; last: string | null }>(
    `with looked as materialized (select * from outbound ${looked} order by id limit ${maxLookedAt}),
     found as (select o.*, ${state} as state from looked o ${fits} order by o.id limit ${fits.param(count)}::int)
     select (select count(*)::int from looked) as looked_at, (select id from looked order by id desc limit 1) as last,
            f.*, m.from_email, m.size
     from (values (1)) one left join found f on true
     left join messages m on m.account_id = f.account_id and m.id = f.message_id order by f.id`,
    fits.params,
  );
  // Where a part stopped looking, the page ends: what that part has behind it is not known.
  const stops = rows.flatMap(({ looked_at, last }) =>
    looked_at === maxLookedAt && last !== null ? [last] : [],
  );
  const [stop = null] = stops.toSorted();
  const known = rows.filter(({ id }) => id !== null && (stop === null || (id as string) <= stop));
  const page = merged(known.map(toQueued), by(idOf), count);
  const full = page.length === count ? (page.at(-1)?.id ?? null) : null;
  return { rows: page, end: full ?? stop };
}

function idOf({ id }: OutboundRow): string {
  return id;
}

function toQueued(row: Record<string, unknown>): QueuedRecipient {
  return {
    ...toRow<OutboundRow>(outbound, row),
    state: row.state as QueueState,
    fromEmail: row.from_email as string | null,
    size: row.size as number | null,
  };
}

/** Recipients of a message that still wait, as they are now; until the transaction ends nobody claims them. */
export async function lockQueued(
  db: Executor,
  asked: { accountId: string; messageId: string; ids: readonly string[] },
): Promise<OutboundRow[]> {
  const rows = await db.rows(
    `select * from outbound where account_id = $1::uuid and message_id = $2::uuid and id = any($3::uuid[])
       and next_attempt_at is not null order by id for update`,
    [asked.accountId, asked.messageId, [...asked.ids]],
  );
  return rows.map((row) => toRow<OutboundRow>(outbound, row));
}

/** Claims of a process that the operator has taken from it. */
export async function heldAmong(db: Executor, rows: readonly OutboundRow[]): Promise<Set<string>> {
  const held = await db.values(
    `select o.id from unnest($1::uuid[], $2::uuid[]) as k(account_id, id)
     join outbound o on o.account_id = k.account_id and o.id = k.id where o.held_by = '${heldByOperator}'`,
    [rows.map((row) => row.accountId), rows.map((row) => row.id)],
  );
  return new Set(held.map(([id]) => id as string));
}

interface DestinationCount {
  destination: string;
  state: QueueState;
  recipients: number;
}

/** Waiting recipients by destination and state, the fullest first; the oldest `maxCounted` (of a cluster: of each part) are counted. */
export async function queueByDestination(db: Parted, now: Instant): Promise<DestinationCount[]> {
  // Each part gives all of its: one that is among its last may be among the first of all parts.
  const most = db.parts ? maxCounted : maxDestinations;
  const rows = await db.rows<DestinationCount & Record<string, unknown>>(
    `select lane as destination, state, count(*)::int as recipients
     from (select o.lane, ${stateSql("$1")} as state from outbound o where o.next_attempt_at is not null order by o.id limit ${maxCounted}) q
     group by lane, state order by count(*) desc, lane, state limit ${most}`,
    [now],
  );
  const all = summed(
    rows,
    ({ destination, state }) => `${destination} ${state}`,
    (a, b) => ({ ...a, recipients: a.recipients + b.recipients }),
  );
  return merged(
    all,
    by(
      ({ recipients }) => -recipients,
      ({ destination }) => destination,
      ({ state }) => state,
    ),
    maxDestinations,
  );
}
