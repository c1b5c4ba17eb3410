// GET /messages/search in SQL. A message is a hit when its words match, or when the text may stand in it within words or with
// other accents, which the caller decides by reading it. A window is the newest so many matches, or the next ones; those that
// the filters let through are ranked within it.
import { type Instant, instantOf } from "../../lib/clock.ts";
import { msOfId } from "../../lib/ids.ts";
import { markNumber } from "../../mail/search/gram-numbers.ts";
import type { FieldCondition } from "../../mail/search/operators.ts";
import type { Alternative } from "../../mail/search/parse-search.ts";
import type { GramCondition } from "../../mail/search/segment.ts";
import { entriesQuery, gramsQuery, textQuery, wordsQuery } from "../../mail/search/text-query.ts";
import type { Executor, Param } from "../database/database.ts";
import { isHeld, ownedBy, type Scope, type TakeParam, type Where } from "../scope.ts";
import { fewFiltered } from "./few-messages.ts";
import { labelCondition } from "./labels.ts";
import { conditionsOn, type MessageFilter } from "./message-filter.ts";
import { accountWord, identityWord } from "./search.ts";
import { allOf, type StoredCondition } from "./search-conditions.ts";
import { indexedMessages } from "./search-segments.ts";
import { newestBefore } from "./search-start.ts";

export interface Hit {
  /** 0: not by its words. */
  rank: number;
  createdAt: Instant;
  id: string;
  /** Whether its words match; else its text has to be read. */
  isSure: boolean;
  /** Places of the alternatives whose conditions it meets; only they may be what it is found by. */
  alternatives: readonly number[];
}

/** Where a hit stands among those of its window: the best first, of equal ones the newest. */
export interface HitPlace extends Pick<Hit, "rank" | "id"> {
  /** null: about the time of its id; the row knows which, while it is there. */
  createdAt: Instant | null;
}

/** An alternative of a search: texts that fields of a hit have to hold, and the conditions that its words do not answer. */
export interface AskedAlternative extends Alternative {
  fields: readonly FieldCondition[];
  stored: readonly StoredCondition[];
}

/** Weights of words in D, C, B, A: what is quoted or stands in files counts less than the text. PostgreSQL 12.3.3 */
const weights = "'{0.1, 0.02, 0.4, 1}'::float4[]";

/** Alternatives of one search that may have conditions. */
export const maxAlternatives = 30;

/** Messages by their ids, which rise with time. */
export interface HitWindow {
  /** The newest message; null: no bound. */
  newest: string | null;
  /** The message below the window; null: not known yet, or no bound. */
  below: string | null;
}

export interface HitQuery {
  /** Each has a term; if none is a word, nothing is found. */
  alternatives: readonly AskedAlternative[];
  /** Slips of a letter are forgiven. */
  forgives: boolean;
  filter: MessageFilter;
  window: HitWindow;
  /** Matches in one window. */
  windowSize: number;
  /** The last hit that was seen. */
  after: HitPlace | null;
  count: number;
}

interface HitRow {
  /** null: no hit is left, and the row says what the window is. */
  message_id: string | null;
  created_at: Instant;
  rank: number;
  sure: boolean;
  /** Bits of the alternatives whose conditions it meets; null: none has any. */
  met: number | null;
  newest: string | null;
  below: string | null;
}

function placeIn({ rank, createdAt, id }: HitPlace, param: TakeParam): string {
  const last = `${param(id)}::uuid`;
  const time =
    createdAt === null
      ? `coalesce((select a.created_at from message_search a where a.account_id = $1::uuid and a.message_id = ${last}), ${param(instantOf(msOfId(id)))}::timestamptz)`
      : `${param(createdAt)}::timestamptz`;
  return `(${param(rank)}::float4, ${time}, ${last})`;
}

/** The best hits of a window past `after`, then the newest; and the window with its bounds. */
export async function searchMessages(
  db: Executor,
  scope: Scope,
  query: HitQuery,
): Promise<{ hits: Hit[]; window: HitWindow }> {
  const { alternatives, filter, windowSize } = query;
  const words = wordsQuery(alternatives);
  if (words === null || scope.identityIds?.length === 0) return { hits: [], window: query.window };
  const asked = textQuery(alternatives, query.forgives);
  const few = await fewFiltered(db, scope, { filter, conditions: conditionsAsked(query) });
  const window = few ? query.window : await begun(db, scope, query);
  const found = await inSegments(db, scope, {
    query: { ...query, window },
    condition: gramsQuery(asked),
    only: few,
  });
  // Where segments know of more, the window ends with theirs.
  const below = found[windowSize] ?? window.below;
  // Cheap to ask of every match: no document is unpacked, and no other table read.
  const where = ownedBy(scope, "s.identity_id", "s.account_id")
    .and("s.identity_id = ?::uuid", filter.identityId)
    .and("s.created_at >= ?::timestamptz", filter.after)
    .and("s.created_at < ?::timestamptz", filter.before)
    .and("s.message_id <= ?::uuid", window.newest ?? undefined)
    .and("s.message_id > ?::uuid", below ?? undefined)
    .and("s.message_id = any(?::uuid[])", few ?? undefined);
  // By the index of words or trigrams whatever the planner expects, never by walking the mailbox: `offset 0` hides the order.
  const newest = (isSure: string, condition: string) =>
    `(select * from (select s.message_id, ${isSure} as sure from message_search s ${where} and ${condition} offset 0) f
      order by message_id desc limit ${windowSize + 1})`;
  const tenant = tenantWords(scope, filter.identityId);
  const ofTenant = (entries: string) => `${where.param(`(${tenant}) & (${entries})`)}::tsquery`;
  const entries = entriesQuery(asked);
  const wanted = `${where.param(words)}::tsquery`;
  const ids = `${where.param(found.slice(0, windowSize))}::uuid[]`;
  const matches = [
    newest("null::bool", `s.message_id = any(${ids}) and s.words is not null`),
    newest("true", `s.document @@ ${ofTenant(words)}`),
  ];
  if (entries !== null) matches.push(newest("false", `s.grams @@ ${ofTenant(entries)}`));
  const { sure, met, some } = alternativesIn(alternatives, (value) => where.param(value));
  const conditions = await messageConditions(db, scope, { filter, where });
  const past = query.after
    ? `where (rank, created_at, message_id) < ${placeIn(query.after, (value) => where.param(value))}`
    : "";
  // The words are unpacked once, and of those alone that the filters let through.
  const rows = await db.rows<HitRow>(
    `with matches as materialized (
       select f.message_id, bool_or(f.sure) as sure from (${matches.join(" union all ")}) f
       group by f.message_id order by f.message_id desc limit ${windowSize + 1}
     ), edges as (
       select (select message_id from matches order by message_id desc limit 1) as newest,
              (select message_id from matches order by message_id desc offset ${windowSize} limit 1) as below
     ), hits as (
       select f.message_id, s.created_at, ${sure} as sure, case when d.sure then ts_rank(${weights}, d.words, ${wanted}) else 0 end as rank, ${met} as met
       from (select * from matches order by message_id desc limit ${windowSize}) f
       join message_search s on s.account_id = $1::uuid and s.message_id = f.message_id
       join messages m on m.account_id = $1::uuid and m.id = f.message_id
       cross join lateral (
         select w.words, coalesce(f.sure, w.words @@ ${wanted}) as sure
         from (select coalesce(s.words, s.document) || ''::tsvector as words offset 0) w offset 0) d
       where ${isHeld("m")} and m.state in ('received', 'sent') ${some} ${conditions}
     )
     select h.message_id, h.created_at, h.rank, h.sure, h.met, edges.newest, edges.below from edges left join (
       select * from hits ${past} order by rank desc, created_at desc, message_id desc limit ${where.param(query.count)}::int) h on true
     order by h.rank desc, h.created_at desc, h.message_id desc`,
    where.params,
  );
  const [first] = rows;
  const places = [...alternatives.keys()];
  return {
    hits: rows.flatMap(({ rank, created_at: createdAt, message_id: id, sure: isSure, met: bits }) =>
      id === null
        ? []
        : [
            {
              rank,
              createdAt,
              id,
              isSure,
              alternatives: places.filter((place) => bits === null || bits & (1 << place)),
            },
          ],
    ),
    window: {
      newest: window.newest ?? first?.newest ?? null,
      below: window.below ?? first?.below ?? below,
    },
  };
}

/** The window, which begins with the newest message that can be old enough, where older ones are asked for. */
async function begun(db: Executor, scope: Scope, query: HitQuery): Promise<HitWindow> {
  const { window, filter } = query;
  const asked = conditionsAsked(query).flatMap((each) =>
    each.name === "before" && !each.isExcluded ? [each.value] : [],
  );
  const [before] = [...asked, ...(filter.before === undefined ? [] : [filter.before])].sort();
  if (window.newest !== null || before === undefined) return window;
  return { ...window, newest: await newestBefore(db, scope, { before, identityId: filter.identityId }) };
}

/** Restrictions to more addresses are left to the rows. */
const maxMarks = 16;

/** Messages of a window that may match, by the segments of the index: newest first, and one more where there are more. */
async function inSegments(
  db: Executor,
  scope: Scope,
  {
    query: { filter, window, windowSize },
    condition,
    only,
  }: { query: HitQuery; condition: GramCondition | null; only: readonly string[] | null },
): Promise<string[]> {
  if (condition === null) return [];
  const identities = filter.identityId === undefined ? scope.identityIds : [filter.identityId];
  const marks = identities && identities.length <= maxMarks ? identities : [];
  return indexedMessages(db, scope.accountId, {
    condition,
    where: "shown",
    marks: marks.map((id) => markNumber(identityWord(id))),
    ...window,
    only,
    count: windowSize,
  });
}

/** Conditions that every hit must meet. */
function conditionsAsked({ alternatives: [only, ...others] }: HitQuery): readonly StoredCondition[] {
  return only && others.length === 0 ? only.stored : [];
}

/** SQL of a hit with its words `d` and message `m`: whether its words match, which alternatives it meets, that it meets one. */
function alternativesIn(alternatives: readonly AskedAlternative[], param: (value: Param) => string) {
  if (alternatives.every(({ stored }) => stored.length === 0)) {
    return { sure: "d.sure", met: "null::int", some: "" };
  }
  const each = alternatives.map((alternative) => allOf(alternative.stored, param));
  const sure = () =>
    alternatives.map((alternative, place) => {
      const words = wordsQuery([alternative]);
      return words === null ? "false" : `(${each[place]} and d.words @@ ${param(words)}::tsquery)`;
    });
  return {
    sure: alternatives.length === 1 ? "d.sure" : `(d.sure and (${sure().join(" or ")}))`,
    met: each.map((met, place) => `(case when ${met} then ${1 << place} else 0 end)`).join(" | "),
    some: `and (${each.join(" or ")})`,
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
