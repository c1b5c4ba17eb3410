// SEARCH in SQL: a filter over the messages of one folder. What text a mail holds is not decided here; what this lets
// through is looked at again.
import type { Instant } from "../lib/clock.ts";
import type { Executor } from "./database.ts";
import type { Owner } from "./imap.ts";
import { Where } from "./scope.ts";
import { Flag } from "./tables/index.ts";

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
  | { op: "emailId" | "threadId"; id: string };

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
  const found: { uid: number; modseq: number }[] = [];
  for (let after = 0; ; ) {
    const where = new Where()
      .and("p.account_id = ?::uuid", at.accountId)
      .and("p.folder_id = ?::uuid", at.folderId)
      .and("p.identity_id = ?::uuid", at.identityId)
      .and("p.uid > ?::int8", after);
    const condition = conditionOf(filter, where);
    const rows = await db.rows<{ uid: number; modseq: number }>(
      `select p.uid, p.modseq from placements p join messages m on m.account_id = p.account_id and m.id = p.message_id
       ${where} and (${condition}) order by p.uid limit ${atOnce}`,
      where.params,
    );
    found.push(...rows);
    if (rows.length < atOnce) return found;
    after = rows.at(-1)!.uid;
  }
}

function conditionOf(filter: PlacementFilter, where: Where): string {
  switch (filter.op) {
    case "all":
      return "true";
    case "none":
      return "false";
    case "and":
    case "or":
      return filter.filters.map((each) => `(${conditionOf(each, where)})`).join(` ${filter.op} `);
    case "not":
      return `not (${conditionOf(filter.filter, where)})`;
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
        filter.above === null ? "true" : `m.size > ${where.param(filter.above)}::int8`,
        filter.below === null ? "true" : `m.size < ${where.param(filter.below)}::int8`,
      ].join(" and ");
    case "modseq":
      return `p.modseq >= ${where.param(filter.atLeast)}::int8`;
    case "emailId":
    case "threadId": {
      if (!isUuid.test(filter.id)) return "false";
      return `${filter.op === "emailId" ? "m.id" : "m.thread_id"} = ${where.param(filter.id)}::uuid`;
    }
  }
}

function uidCondition(ranges: readonly number[], where: Where): string {
  const low = where.param(ranges[0] ?? 0);
  const high = where.param(ranges.at(-1) ?? 0);
  const bounds = `p.uid between ${low}::int8 and ${high}::int8`;
  if (ranges.length <= 2) return bounds;
  const pairs: string[] = [];
  for (let i = 0; i < ranges.length; i += 2) pairs.push(`[${ranges[i]},${ranges[i + 1]}]`);
  return `${bounds} and ${where.param(`{${pairs.join(",")}}`)}::int8multirange @> p.uid`;
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
