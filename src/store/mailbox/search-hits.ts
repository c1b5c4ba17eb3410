// GET /messages/search in SQL. A message is a hit when its words match, or when the text may stand in it within words or with
// other accents, which the caller decides by reading it. A window is the newest so many matches, or the next ones; those that
// the filters let through are ranked within it.
import { entriesQuery, type TextQuery } from "../../mail/search/text-query.ts";
import type { Executor, Param } from "../database/database.ts";
import { isHeld, ownedBy, type Scope, type Where } from "../scope.ts";
import { labelCondition } from "./labels.ts";
import { conditionsOn, type MessageFilter } from "./message-filter.ts";
import { accountWord, identityWord } from "./search.ts";

export interface Hit {
  /** 0: not by its words. */
  rank: number;
  id: string;
  /** Whether its words match; else its text has to be read. */
  isSure: boolean;
}

/** Messages by their ids, which rise with time. */
export interface HitWindow {
  /** The newest message; null: no bound. */
  newest: string | null;
  /** The message below the window; null: not known yet, or no bound. */
  below: string | null;
}

export interface HitQuery {
  /** A tsquery of whole words; null: none is asked, and nothing found. */
  words: string | null;
  texts: TextQuery;
  filter: MessageFilter;
  window: HitWindow;
  /** Matches in one window. */
  windowSize: number;
  /** The last hit that was seen. */
  after: Pick<Hit, "rank" | "id"> | null;
  count: number;
}

interface HitRow {
  /** null: no hit is left, and the row says what the window is. */
  message_id: string | null;
  rank: number;
  sure: boolean;
  newest: string | null;
  below: string | null;
}

/** The best hits of a window past `after`, then the newest; and the window with its bounds. */
export async function searchMessages(
  db: Executor,
  scope: Scope,
  query: HitQuery,
): Promise<{ hits: Hit[]; window: HitWindow }> {
  const { filter, window, windowSize } = query;
  if (query.words === null || scope.identityIds?.length === 0) return { hits: [], window };
  // Cheap to ask of every match: no document is unpacked, and no other table read.
  const where = ownedBy(scope, "s.identity_id", "s.account_id")
    .and("s.identity_id = ?::uuid", filter.identityId)
    .and("s.created_at >= ?::timestamptz", filter.after)
    .and("s.created_at < ?::timestamptz", filter.before)
    .and("s.message_id <= ?::uuid", window.newest ?? undefined)
    .and("s.message_id > ?::uuid", window.below ?? undefined);
  // By the index of words or trigrams whatever the planner expects, never by walking the mailbox: `offset 0` hides the order.
  const newest = (isSure: boolean, condition: string) =>
    `(select * from (select s.message_id, ${isSure} as sure from message_search s ${where} and ${condition} offset 0) f
      order by message_id desc limit ${windowSize + 1})`;
  const tenant = tenantWords(scope, filter.identityId);
  const ofTenant = (asked: string) => `${where.param(`(${tenant}) & (${asked})`)}::tsquery`;
  const entries = entriesQuery(query.texts);
  const matches = [newest(true, `s.document @@ ${ofTenant(query.words)}`)];
  if (entries !== null) matches.push(newest(false, `s.grams @@ ${ofTenant(entries)}`));
  const words = `${where.param(query.words)}::tsquery`;
  const conditions = await messageConditions(db, scope, { filter, where });
  const past = query.after
    ? `where (rank, message_id) < (${where.param(query.after.rank)}::float4, ${where.param(query.after.id)}::uuid)`
    : "";
  const rows = await db.rows<HitRow>(
    `with matches as materialized (
       select f.message_id, bool_or(f.sure) as sure from (${matches.join(" union all ")}) f
       group by f.message_id order by f.message_id desc limit ${windowSize + 1}
     ), edges as (
       select (select message_id from matches order by message_id desc limit 1) as newest,
              (select message_id from matches order by message_id desc offset ${windowSize} limit 1) as below
     ), hits as (
       select f.message_id, f.sure, case when f.sure then ts_rank(s.document, ${words}) else 0 end as rank
       from (select * from matches order by message_id desc limit ${windowSize}) f
       join message_search s on s.account_id = $1::uuid and s.message_id = f.message_id
       join messages m on m.account_id = $1::uuid and m.id = f.message_id
       where ${isHeld("m")} and m.state in ('received', 'sent') ${conditions}
     )
     select h.message_id, h.rank, h.sure, edges.newest, edges.below from edges left join (
       select * from hits ${past} order by rank desc, message_id desc limit ${where.param(query.count)}::int) h on true
     order by h.rank desc, h.message_id desc`,
    where.params,
  );
  const [first] = rows;
  return {
    hits: rows.flatMap(({ rank, message_id: id, sure: isSure }) =>
      id === null ? [] : [{ rank, id, isSure }],
    ),
    window: {
      newest: window.newest ?? first?.newest ?? null,
      below: window.below ?? first?.below ?? null,
    },
  };
}

async function messageConditions(
  db: Executor,
  scope: Scope,
  { filter, where }: { filter: MessageFilter; where: Where },
): Promise<string> {
  const param = (value: Param) => where.param(value);
  const conditions = conditionsOn(filter, param);
  if (filter.labelKeys) {
    const labelled = await labelCondition(db, scope, filter.labelKeys);
    conditions.push(labelled({ account: "m.account_id", id: "m.thread_id" }, param));
  }
  return conditions.map((condition) => `and ${condition}`).join(" ");
}

function tenantWords({ accountId, identityIds }: Scope, identityId: string | undefined): string {
  if (identityId !== undefined) return identityWord(identityId);
  return identityIds === null ? accountWord(accountId) : identityIds.map(identityWord).join(" | ");
}
