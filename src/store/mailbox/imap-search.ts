// SEARCH in SQL: a filter over the messages of one folder. A text leaf selects every message that may hold the text: those
// whose entries match, and those that are not indexed yet.
import type { Instant } from "../../lib/clock.ts";
import { must } from "../../lib/must.ts";
import {
  allOf,
  anyOf,
  negated,
  type SearchFilter,
  type SearchTextFilter,
  type SystemFlag,
} from "../../mail/search/filter.ts";
import { markNumber, textNumbers } from "../../mail/search/gram-numbers.ts";
import { searchFold } from "../../mail/search/search-text.ts";
import type { GramCondition } from "../../mail/search/segment.ts";
import { orMissing, trigramQuery } from "../../mail/search/trigrams.ts";
import type { Executor } from "../database/database.ts";
import { Where } from "../scope.ts";
import { Flag } from "../tables/index.ts";
import type { Owner } from "./imap.ts";
import { identityWord } from "./search.ts";
import { indexedMessages } from "./search-segments.ts";

const bits: Record<SystemFlag, number> = {
  "\\Seen": Flag.seen,
  "\\Answered": Flag.answered,
  "\\Flagged": Flag.flagged,
  "\\Deleted": Flag.deleted,
  "\\Draft": Flag.draft,
};

const isUuid = /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/;

/** Rows that one statement returns. */
const pageRows = 10_000;

/**
 * Selects the messages of a folder that a filter lets through.
 * @param filter a superset or subset of mail/search/filter.ts: days of the Date field have become instants
 * @returns UIDs, ascending, each with its modseq
 */
export async function searchPlacements(
  db: Executor,
  at: Owner & { folderId: string },
  filter: SearchFilter,
): Promise<{ uid: number; modseq: number }[]> {
  const asked = answerable(filter);
  if (asked.op === "none") return [];
  const where = new Where()
    .and("p.account_id = ?::uuid", at.accountId)
    .and("p.folder_id = ?::uuid", at.folderId)
    .and("p.identity_id = ?::uuid", at.identityId)
    .and("p.uid > ?::int8", 0);
  const afterIndex = where.params.length - 1;
  const statement: SearchStatement = { db, at, where, tables: [] };
  const condition = await sqlOf(await conditionOf(asked, statement), statement);
  const tables = statement.tables.length > 0 ? `with ${statement.tables.join(", ")} ` : "";
  const joined = /\bm\./.test(condition)
    ? "join messages m on m.account_id = p.account_id and m.id = p.message_id"
    : "";
  const text = `${tables}select p.uid, p.modseq from placements p ${joined} ${where} and (${condition}) order by p.uid limit ${pageRows}`;
  const found: { uid: number; modseq: number }[] = [];
  for (;;) {
    const rows = await db.rows<{ uid: number; modseq: number }>(text, where.params);
    found.push(...rows);
    if (rows.length < pageRows) return found;
    where.params[afterIndex] = rows.at(-1)!.uid;
  }
}

interface SearchStatement {
  db: Executor;
  at: Owner;
  where: Where;
  /** Common table expressions before the query. */
  tables: string[];
}

/**
 * The filter without leaves that no index or column answers: a text too short for the index may stand anywhere, an id that is
 * none is nobody's. What they make true or false goes before any SQL is written, since the database refuses a statement
 * with a parameter that stands nowhere in it.
 */
function answerable(filter: SearchFilter): SearchFilter {
  switch (filter.op) {
    case "and":
      return allOf(filter.filters.map(answerable));
    case "or":
      return anyOf(filter.filters.map(answerable));
    case "not":
      return negated(answerable(filter.filter));
    case "text":
      return lookedUp(filter) === null ? { op: "all" } : filter;
    case "emailId":
    case "threadId":
      return isUuid.test(filter.id) ? filter : { op: "none" };
    default:
      return filter;
  }
}

/** Texts that messages may hold: a tsquery over the trigrams of older rows, and the numbers of segments. */
interface HeldTexts {
  trigrams: string;
  numbers: GramCondition;
}

/** How the index is asked for a text; null: it is too short, or written in a way that the index does not keep. */
function lookedUp({ text }: SearchTextFilter): HeldTexts | null {
  const folded = searchFold(text);
  const trigrams = trigramQuery(folded, "whole");
  const numbers = textNumbers(folded);
  return trigrams === null || numbers === null ? null : { trigrams, numbers: { op: "and", of: numbers } };
}

/** SQL, or texts that become SQL once all texts beside them have joined them: they are one look-up. */
type Condition = { sql: string } | HeldTexts;

async function sqlOf(condition: Condition, statement: SearchStatement): Promise<string> {
  return "sql" in condition ? condition.sql : mayHold(condition, statement);
}

async function conditionOf(filter: SearchFilter, statement: SearchStatement): Promise<Condition> {
  switch (filter.op) {
    case "and":
    case "or": {
      const conditions: Condition[] = [];
      for (const each of filter.filters) conditions.push(await conditionOf(each, statement));
      return join(conditions, filter.op, statement);
    }
    case "not":
      return { sql: `not (${await sqlOf(await conditionOf(filter.filter, statement), statement)})` };
    case "text":
      return must(lookedUp(filter), "a text that the index does not know is no leaf");
    default:
      return { sql: leafCondition(filter, statement.where) };
  }
}

async function join(
  conditions: Condition[],
  op: "and" | "or",
  statement: SearchStatement,
): Promise<Condition> {
  const held = conditions.flatMap((each) => ("sql" in each ? [] : [each]));
  const parts = conditions.flatMap((each) => ("sql" in each ? [each.sql] : []));
  const texts: HeldTexts = {
    trigrams: held.map(({ trigrams }) => `(${trigrams})`).join(op === "and" ? " & " : " | "),
    numbers: { op, of: held.map(({ numbers }) => numbers) },
  };
  if (parts.length === 0) return texts;
  if (held.length > 0) parts.unshift(await mayHold(texts, statement));
  return { sql: parts.map((part) => `(${part})`).join(` ${op} `) };
}

type Leaf = Exclude<SearchFilter, { op: "and" | "or" | "not" | "text" }>;

function leafCondition(filter: Leaf, where: Where): string {
  switch (filter.op) {
    case "all":
      return "true";
    case "none":
      return "false";
    case "uids":
      return uidCondition(filter.ranges, where);
    case "flag":
      return `p.flags & ${bits[filter.flag]} <> 0`;
    case "keyword":
      return `exists (select from unnest(p.keywords) as k where lower(k) = ${where.param(filter.keyword.toLowerCase())}::text)`;
    case "internalDate":
      return between("p.internal_date", filter, where);
    case "saveDate":
      return between("p.created_at", filter, where);
    case "sentDay":
      throw new Error("sentDay has no SQL; search by a superset or subset");
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
    case "threadId":
      return `${filter.op === "emailId" ? "p.message_id" : "m.thread_id"} = ${where.param(filter.id)}::uuid`;
  }
}

/** Older rows that the statement looks up one by one; when there are more, it tests every row of the folder. */
const maxHolders = 2000;
/** Messages that the statement takes; when there are more, each of the folder may hold the texts. */
const maxNamed = 100_000;

/**
 * Messages of the identity that may hold the texts by older rows and drafts, and all that wait to be indexed.
 * @returns null when there are more than `maxHolders`: the text is common, or the index is far behind
 */
async function fewHolders(db: Executor, at: Owner, trigrams: string): Promise<string[] | null> {
  const where = new Where();
  const indexed = olderHolders(trigrams, where, at);
  const account = where.param(at.accountId);
  const rows = await db.values(
    `with holders as materialized (
       ${indexed}
       union all (select q.message_id from search_queue q where q.account_id = ${account}::uuid limit ${maxHolders + 1})
     ) select message_id from holders limit ${maxHolders + 1}`,
    where.params,
  );
  return rows.length > maxHolders ? null : rows.map(([id]) => id as string);
}

/** SQL for messages whose rows have trigrams that match, and those the index does not cover: mails not read yet, and drafts. */
function olderHolders(query: string, where: Where, at: Owner): string {
  const account = `${where.param(at.accountId)}::uuid`;
  const identity = `${where.param(at.identityId)}::uuid`;
  const grams = `${where.param(`${identityWord(at.identityId)} & (${orMissing(query, "whole")})`)}::tsquery`;
  const own = `from message_search s where s.account_id = ${account} and s.identity_id = ${identity}`;
  return `select s.message_id ${own} and s.grams @@ ${grams}
    union all select s.message_id ${own} and s.grams is null
    union all select d.id from messages d where d.account_id = ${account} and d.identity_id = ${identity}
      and d.state in ('draft', 'scheduled', 'sending', 'pending_review')`;
}

/**
 * The messages that may hold the texts. The queue is read first: a message that is indexed meanwhile is in it or in a segment.
 */
async function mayHold(
  { trigrams, numbers }: HeldTexts,
  { db, at, where, tables }: SearchStatement,
): Promise<string> {
  const few = await fewHolders(db, at, trigrams);
  const waiting = few ?? (await queued(db, at));
  const indexed = await indexedMessages(db, at.accountId, {
    condition: numbers,
    where: "whole",
    marks: [markNumber(identityWord(at.identityId))],
    newest: null,
    below: null,
    count: maxNamed,
  });
  if (waiting.length > maxNamed || indexed.length > maxNamed) return "true";
  const named = `p.message_id = any(${where.param([...new Set([...waiting, ...indexed])])}::uuid[])`;
  if (few) return named;
  const name = `holders${tables.length}`;
  tables.push(`${name} as materialized (${olderHolders(trigrams, where, at)})`);
  return `(${named} or p.message_id in (select h.message_id from ${name} h))`;
}

async function queued(db: Executor, { accountId }: Owner): Promise<string[]> {
  const rows = await db.values(
    `select message_id from search_queue where account_id = $1::uuid limit ${maxNamed + 1}`,
    [accountId],
  );
  return rows.map(([id]) => id as string);
}

/** A set of fewer UIDs than this is looked up one by one. */
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

/** All UIDs of ranges, or null when there are more than `fewUids`. */
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
    from === null ? "true" : `${column} >= ${where.param(storable(from))}::timestamptz`,
    before === null ? "true" : `${column} < ${where.param(storable(before))}::timestamptz`,
  ].join(" and ");
}

/** Without the year 0, which SQL calls 1 BC. */
function storable(instant: Instant): string {
  return instant.startsWith("0000-") ? `0001-${instant.slice(5, 10)} 00:00:00+00 BC` : instant;
}
