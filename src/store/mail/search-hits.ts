// GET /messages/search in SQL. A message is a hit when its words match, or when the text may stand in it within words or with
// other accents, which the caller decides by reading it. Hits are ranked within windows of the newest, then of the next ones.
import { entriesQuery, type TextQuery } from "../../mail/search/text-query.ts";
import type { Executor, Param } from "../database/database.ts";
import { heldBy, type Scope, type Where } from "../scope.ts";
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
  /** As websearch_to_tsquery reads it. */
  words: string;
  texts: TextQuery;
  filter: MessageFilter;
  window: HitWindow;
  /** Hits in one window. */
  windowSize: number;
  /** The last hit that was seen. */
  after: Pick<Hit, "rank" | "id"> | null;
  count: number;
}

/** The best hits of a window past `after`, then the newest; and the window with its bounds. */
export async function searchMessages(
  db: Executor,
  scope: Scope,
  query: HitQuery,
): Promise<{ hits: Hit[]; window: HitWindow }> {
  const { filter, window, windowSize } = query;
  const where = heldBy(scope, "s")
    .and("s.identity_id = ?::uuid", filter.identityId)
    .and("s.created_at >= ?::timestamptz", filter.after)
    .and("s.created_at < ?::timestamptz", filter.before)
    .and("s.message_id <= ?::uuid", window.newest ?? undefined)
    .and("s.message_id > ?::uuid", window.below ?? undefined);
  const conditions = await messageConditions(db, scope, { filter, where });
  const words = `websearch_to_tsquery('simple', ${where.param(query.words)}::text)`;
  const tenant = tenantWords(scope, filter.identityId);
  const select = (isSure: boolean, condition: string) =>
    `(select s.message_id, s.document, ${isSure} as sure from message_search s ${where} and ${condition}
      and exists (select from messages m where m.account_id = s.account_id and m.id = s.message_id
                  and m.state in ('received', 'sent') ${conditions})
      order by s.message_id desc limit ${windowSize + 1})`;
  const document = `s.document @@ (${words} && ${where.param(tenant)}::tsquery)`;
  const sources = [select(true, `${document} and numnode(${words}) > 0`)];
  const entries = entriesQuery(query.texts);
  if (entries !== null) {
    const condition = `s.grams @@ ${where.param(`(${tenant}) & (${entries})`)}::tsquery`;
    sources.push(select(false, `${condition} and not s.document @@ ${words}`));
  }
  const past = query.after
    ? `where (rank, message_id) < (${where.param(query.after.rank)}::float4, ${where.param(query.after.id)}::uuid)`
    : "";
  const rows = await db.rows<{
    message_id: string;
    rank: number;
    sure: boolean;
    newest: string;
    below: string | null;
  }>(
    `with found as materialized (
       select * from (${sources.join(" union all ")}) f order by message_id desc limit ${windowSize + 1}
     ), edges as (
       select (select message_id from found order by message_id desc limit 1) as newest,
              (select message_id from found order by message_id desc offset ${windowSize} limit 1) as below
     )
     select r.message_id, r.rank, r.sure, edges.newest, edges.below
     from edges, (select message_id, sure, case when sure then ts_rank(document, ${words}) else 0 end as rank
                  from (select * from found order by message_id desc limit ${windowSize}) h) r ${past}
     order by rank desc, message_id desc limit ${where.param(query.count)}::int`,
    where.params,
  );
  const [first] = rows;
  return {
    hits: rows.map(({ rank, message_id: id, sure: isSure }) => ({ rank, id, isSure })),
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
