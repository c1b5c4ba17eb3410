// SEARCH in SQL: a filter over the messages of one folder. What text a mail holds is not decided here, only which mails may
// hold it: those whose grams say so, and those that are not indexed yet.
import type { Instant } from "../../lib/clock.ts";
import type { Executor } from "../database/database.ts";
import { Where } from "../scope.ts";
import { Flag } from "../tables/index.ts";
import type { Owner } from "./imap.ts";
import { identityWord } from "./search.ts";

/** A value that a message has not counts as false. */
export type PlacementFilter =
  | { op: "all" }
  | { op: "none" }
  | { op: "and" | "or"; filters: PlacementFilter[] }
  | { op: "not"; filter: PlacementFilter }
  /** Flat pairs, ascending. */
  | { op: "uids"; ranges: readonly number[] }
  | { op: "flag"; flag: string }
  | { op: "keyword"; keyword: string }
  /** from <= date < before */
  | { op: "internalDate" | "saveDate" | "sentDate"; from: Instant | null; before: Instant | null }
  | { op: "size"; above: number | null; below: number | null }
  | { op: "modseq"; atLeast: number }
  | { op: "emailId" | "threadId"; id: string }
  /** A tsquery over the grams of a mail; see mail/search/trigrams.ts. */
  | { op: "grams"; query: string };

const bits: Record<string, number> = {
  "\\Seen": Flag.seen,
  "\\Answered": Flag.answered,
  "\\Flagged": Flag.flagged,
  "\\Deleted": Flag.deleted,
  "\\Draft": Flag.draft,
};

const isUuid = /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/;

const atOnce = 10_000;

/** Uids that the filter lets through, ascending, each with its modseq. */
export async function searchPlacements(
  db: Executor,
  at: Owner & { folderId: string },
  filter: PlacementFilter,
): Promise<{ uid: number; modseq: number }[]> {
  const holders = new Map<PlacementFilter, string[] | null>();
  for (const leaf of gramsIn(filter)) holders.set(leaf, await fewHolders(db, at, leaf.query));
  const found: { uid: number; modseq: number }[] = [];
  for (let after = 0; ; ) {
    const where = new Where()
      .and("p.account_id = ?::uuid", at.accountId)
      .and("p.folder_id = ?::uuid", at.folderId)
      .and("p.identity_id = ?::uuid", at.identityId)
      .and("p.uid > ?::int8", after);
    const into: Into = { where, at, holders, tables: [] };
    const condition = conditionOf(filter, into);
    const tables = into.tables.length > 0 ? `with ${into.tables.join(", ")} ` : "";
    const joined = /\bm\./.test(condition)
      ? "join messages m on m.account_id = p.account_id and m.id = p.message_id"
      : "";
    const rows = await db.rows<{ uid: number; modseq: number }>(
      `${tables}select p.uid, p.modseq from placements p ${joined} ${where} and (${condition}) order by p.uid limit ${atOnce}`,
      where.params,
    );
    found.push(...rows);
    if (rows.length < atOnce) return found;
    after = rows.at(-1)!.uid;
  }
}

interface Into {
  where: Where;
  at: Owner;
  /** Of each filter of grams the messages that may hold the text; null: they are many. */
  holders: ReadonlyMap<PlacementFilter, string[] | null>;
  /** What stands before the query. */
  tables: string[];
}

function conditionOf(filter: PlacementFilter, into: Into): string {
  const { where } = into;
  switch (filter.op) {
    case "all":
      return "true";
    case "none":
      return "false";
    case "and":
    case "or":
      return filter.filters.map((each) => `(${conditionOf(each, into)})`).join(` ${filter.op} `);
    case "not":
      return `not (${conditionOf(filter.filter, into)})`;
    case "uids":
      return uidCondition(filter.ranges, where);
    case "flag":
      return `p.flags & ${bits[filter.flag] ?? 0} <> 0`;
    case "keyword":
      return `exists (select from unnest(p.keywords) as k where lower(k) = ${where.param(filter.keyword.toLowerCase())}::text)`;
    case "internalDate":
      return between("p.internal_date", filter, where);
    case "saveDate":
      return between("p.created_at", filter, where);
    case "sentDate":
      return `coalesce(${between("m.date_header", filter, where)}, false)`;
    case "size":
      return [
        filter.above === null ? "true" : `m.size + m.shown_growth > ${where.param(filter.above)}::int8`,
        filter.below === null ? "true" : `m.size + m.shown_growth < ${where.param(filter.below)}::int8`,
      ].join(" and ");
    case "modseq":
      return `p.modseq >= ${where.param(filter.atLeast)}::int8`;
    case "emailId":
    case "threadId": {
      if (!isUuid.test(filter.id)) return "false";
      return `${filter.op === "emailId" ? "p.message_id" : "m.thread_id"} = ${where.param(filter.id)}::uuid`;
    }
    case "grams":
      return mayHold(filter, into);
  }
}

type GramsFilter = Extract<PlacementFilter, { op: "grams" }>;

function gramsIn(filter: PlacementFilter): GramsFilter[] {
  if (filter.op === "grams") return [filter];
  if (filter.op === "not") return gramsIn(filter.filter);
  return filter.op === "and" || filter.op === "or" ? filter.filters.flatMap(gramsIn) : [];
}

/** Messages that are looked up one by one; of more, every row of the folder is asked whether it is one of them. */
const mostHolders = 2000;

/**
 * Messages of the address that may hold the text, and all that wait to be indexed.
 * @returns null when there are more than a few: while the index is far behind, or for a common text
 */
async function fewHolders(db: Executor, at: Owner, query: string): Promise<string[] | null> {
  const where = new Where();
  const indexed = indexedHolders(query, where, at);
  const account = where.param(at.accountId);
  const rows = await db.values(
    `with holders as materialized (
       ${indexed}
       union all (select q.message_id from search_queue q where q.account_id = ${account}::uuid limit ${mostHolders + 1})
     ) select message_id from holders limit ${mostHolders + 1}`,
    where.params,
  );
  return rows.length > mostHolders ? null : rows.map(([id]) => id as string);
}

/** The index, and what it does not take: mails that have too many grams, and drafts. */
function indexedHolders(query: string, where: Where, at: Owner): string {
  const account = `${where.param(at.accountId)}::uuid`;
  const identity = `${where.param(at.identityId)}::uuid`;
  const grams = `${where.param(`${identityWord(at.identityId)} & (${query})`)}::tsquery`;
  const own = `from message_search s where s.account_id = ${account} and s.identity_id = ${identity}`;
  return `select s.message_id ${own} and s.grams @@ ${grams}
    union all select s.message_id ${own} and s.grams is null
    union all select d.id from messages d where d.account_id = ${account} and d.identity_id = ${identity}
      and d.state in ('draft', 'scheduled', 'sending')`;
}

/**
 * The messages that were found to be few; else those of the index, and each that waits for it, in one statement: what is
 * indexed meanwhile is in the one or the other.
 */
function mayHold(filter: GramsFilter, { where, at, holders, tables }: Into): string {
  const few = holders.get(filter);
  if (few) return `p.message_id = any(${where.param(few)}::uuid[])`;
  const name = `holders${tables.length}`;
  tables.push(`${name} as materialized (${indexedHolders(filter.query, where, at)})`);
  return `(p.message_id in (select h.message_id from ${name} h) or exists (
    select from search_queue q where q.account_id = p.account_id and q.message_id = p.message_id))`;
}

/** A set of as few UIDs as this is looked up one by one. */
const fewUids = 5000;

function uidCondition(ranges: readonly number[], where: Where): string {
  const few = ranges.length > 2 ? listed(ranges) : null;
  if (few) return `p.uid = any(${where.param(few)}::int8[])`;
  const low = where.param(ranges[0] ?? 0);
  const high = where.param(ranges.at(-1) ?? 0);
  const bounds = `p.uid between ${low}::int8 and ${high}::int8`;
  if (ranges.length <= 2) return bounds;
  const pairs: string[] = [];
  for (let i = 0; i < ranges.length; i += 2) pairs.push(`[${ranges[i]},${ranges[i + 1]}]`);
  return `${bounds} and ${where.param(`{${pairs.join(",")}}`)}::int8multirange @> p.uid`;
}

/** All UIDs of ranges, or null when they are many. */
function listed(ranges: readonly number[]): number[] | null {
  const uids: number[] = [];
  for (let i = 0; i < ranges.length; i += 2) {
    if (uids.length + ranges[i + 1]! - ranges[i]! >= fewUids) return null;
    for (let uid = ranges[i]!; uid <= ranges[i + 1]!; uid++) uids.push(uid);
  }
  return uids;
}

function between(
  column: string,
  { from, before }: { from: Instant | null; before: Instant | null },
  where: Where,
): string {
  return [
    from === null ? "true" : `${column} >= ${where.param(from)}::timestamptz`,
    before === null ? "true" : `${column} < ${where.param(before)}::timestamptz`,
  ].join(" and ");
}
