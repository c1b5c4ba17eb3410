// Queries over labels. Lists leave out a label that is being removed.
import { and, desc, eq, type InferSelectModel, inArray, isNotNull, isNull, sql } from "drizzle-orm";
import { by, merged } from "../cluster/together.ts";
import type { Executor, Param } from "../database/database.ts";
import { orm, ownedRows } from "../database/orm.ts";
import { toRow } from "../database/rows.ts";
import { type Owner, ownedBy, type Scope } from "../scope.ts";
import { labels } from "../tables/index.ts";

export type LabelRow = InferSelectModel<typeof labels>;

/** The most labels of an identity: the list is not paged. */
export const maxLabels = 500;

/** List an identity's labels, newest first. */
export async function listLabels(db: Executor, scope: Scope, identityId: string): Promise<LabelRow[]> {
  return orm(db)
    .select()
    .from(labels)
    .where(and(visibleLabels(scope), eq(labels.identityId, identityId)))
    .orderBy(desc(labels.createdAt))
    .limit(maxLabels);
}

export async function getLabel(db: Executor, scope: Scope, id: string): Promise<LabelRow | null> {
  const [row] = await orm(db)
    .select()
    .from(labels)
    .where(and(visibleLabels(scope), eq(labels.id, id)));
  return row ?? null;
}

/** Return the labels with these ids; missing ones are left out. */
export async function getLabels(db: Executor, scope: Scope, ids: readonly string[]): Promise<LabelRow[]> {
  if (ids.length === 0) return [];
  return orm(db)
    .select()
    .from(labels)
    .where(and(visibleLabels(scope), inArray(labels.id, [...ids])));
}

/** Labels of this name, whatever its case, of one identity or of all, `most` of them. */
export async function labelsWithName(
  db: Executor,
  scope: Scope,
  { name, identityId, most }: { name: string; identityId?: string | undefined; most: number },
): Promise<{ id: string; name: string; email: string }[]> {
  const where = ownedBy(scope, "l.identity_id", "l.account_id")
    .and("l.identity_id = ?::uuid", identityId)
    .and("lower(l.name) = lower(?::text)", name);
  return db.rows(
    `select l.id, l.name, i.local_part || '@' || i.domain as email
     from labels l join identities i on i.account_id = l.account_id and i.id = l.identity_id
     ${where} and l.removed_at is null and i.deleted_at is null order by l.created_at limit ${where.param(most)}::int`,
    where.params,
  );
}

/** The key of a label's name: names with equal keys are equal. */
export function labelKey(name: string): string {
  return name.normalize("NFKC").toLowerCase();
}

/** Leaves out labels of deleted identities, which the janitor has yet to purge. */
function visibleLabels(scope: Scope) {
  return and(
    ownedRows(scope, labels, labels.identityId),
    isNull(labels.removedAt),
    sql`(select i.deleted_at from identities i where i.account_id = ${labels.accountId} and i.id = ${labels.identityId}) is null`,
  );
}

/** Keys of the keyword index: `<identity id> <keyword>`. A label that is being renamed has the old and the new one. */
export function keywordKeys({
  identityId,
  keyword,
  retiredKeyword,
}: Pick<LabelRow, "identityId" | "keyword" | "retiredKeyword">): string[] {
  const words = retiredKeyword === null ? [keyword] : [keyword, retiredKeyword];
  return words.map((word) => `${identityId} ${word.toLowerCase()}`);
}

/** A condition on placements `p` that the keyword index serves. @param keys SQL of a text[] */
export const hasKeyword = (keys: string) =>
  `p.keywords <> '{}' and keyword_keys(p.identity_id, p.keywords) && ${keys}`;

/** The same condition for rows found by another index: its form keeps the planner off the keyword index. */
export const alsoHasKeyword = (keys: string, placement = "p") =>
  `cardinality(${placement}.keywords) > 0 and keyword_keys(${placement}.identity_id, ${placement}.keywords) && ${keys}`;

/** Up to this many placements of a label are read for their threads; of more, each thread is tested for the label. */
const fewPlacements = 1000;

/** The threads that have a label, where it is rare; null where it is common. @param keys from `keywordKeys` */
export async function fewLabelledThreads(
  db: Pick<Executor, "values">,
  accountId: string,
  keys: readonly string[],
): Promise<string[] | null> {
  // The table is read only as far as it is asked for.
  const threads = await db.values(
    `with labelled as materialized (select p.account_id, p.message_id from placements p where ${hasKeyword("$1::text[]")})
     select m.thread_id from (select * from labelled where account_id = $2::uuid limit ${fewPlacements + 1}) l
     cross join lateral (select m.thread_id from messages m where m.account_id = l.account_id and m.id = l.message_id offset 0) m`,
    [keys, accountId],
  );
  return threads.length <= fewPlacements ? [...new Set(threads.map(([id]) => id as string))] : null;
}

/**
 * Threads by label id, of at most `most` placements of each label's keyword.
 * @returns also how many placements were read
 */
export async function countLabelled(
  db: Pick<Executor, "values">,
  accountId: string,
  { labels: asked, most }: { labels: readonly LabelRow[]; most: number },
): Promise<Map<string, { threads: number; placements: number }>> {
  if (asked.length === 0) return new Map();
  const pairs = asked.flatMap((label) => keywordKeys(label).map((key) => [label.id, key] as const));
  const rows = await db.values(
    `select k.label, count(distinct m.thread_id)::int, count(*)::int
     from unnest($1::uuid[], $2::text[]) k(label, key)
     cross join lateral (select p.account_id, p.message_id from placements p
       where ${hasKeyword("array[k.key]")} and p.account_id = $3::uuid limit $4::int) l
     cross join lateral (select m.thread_id from messages m where m.account_id = l.account_id and m.id = l.message_id offset 0) m
     group by k.label`,
    [pairs.map(([label]) => label), pairs.map(([, key]) => key), accountId, most],
  );
  return new Map(
    rows.map(([label, threads, placements]) => [
      label as string,
      { threads: threads as number, placements: placements as number },
    ]),
  );
}

/** @param thread the columns of the account and the thread that are asked about; @param param takes a parameter */
export type LabelCondition = (
  thread: { account: string; id: string },
  param: (value: Param) => string,
) => string;

/**
 * A condition for threads that have a label. Its cost grows with the label's placements when they are few, else with the
 * rows that the query tests; never with the size of the mailbox.
 * @returns a function of the columns that hold account and thread id, and of `param`, which adds a parameter and returns
 *   its placeholder
 */
export async function labelCondition(
  db: Pick<Executor, "values">,
  { accountId }: Scope,
  keys: readonly string[],
): Promise<LabelCondition> {
  const few = await fewLabelledThreads(db, accountId, keys);
  if (few) return ({ id }, param) => `${id} = any(${param(few)}::uuid[])`;
  return ({ account, id }, param) => commonLabel({ account, id }, `${param(keys)}::text[]`);
}

/** A condition for threads that have a label which many have. @param thread as `labelCondition` has it */
export function commonLabel({ account, id }: { account: string; id: string }, keys: string): string {
  // No join that a planner could turn round.
  return `(select true from messages lm
    join placements lp on lp.account_id = lm.account_id and lp.message_id = lm.id
    where lm.account_id = ${account} and lm.thread_id = ${id} and ${alsoHasKeyword(keys, "lp")}
    limit 1)`;
}

/** Labels whose rename or removal is unfinished, as after a crash. */
export async function unfinishedLabels(db: Executor, count: number): Promise<LabelRow[]> {
  const rows = await orm(db)
    .select()
    .from(labels)
    .where(isNotNull(labels.retiredKeyword))
    .orderBy(labels.accountId, labels.id)
    .limit(count);
  return merged(
    rows,
    by(
      ({ accountId }) => accountId,
      ({ id }) => id,
    ),
    count,
  );
}

/** All labels of an identity, including those that are being removed, oldest first. */
export async function allLabels(db: Executor, { accountId, identityId }: Owner): Promise<LabelRow[]> {
  const rows = await db.rows(
    `select * from labels where account_id = $1::uuid and identity_id = $2::uuid order by created_at limit ${maxLabels * 2}`,
    [accountId, identityId],
  );
  return rows.map((row) => toRow<LabelRow>(labels, row));
}

/**
 * Keyword keys of the labels that have this name, or it with hyphens for its blanks and without its quotation marks, of one address or of
 * all in reach.
 */
export async function keywordKeysNamed(
  db: Executor,
  scope: Scope,
  { name, identityId }: { name: string; identityId: string | undefined },
): Promise<string[]> {
  const rows = await orm(db)
    .select()
    .from(labels)
    .where(
      and(
        visibleLabels(scope),
        identityId === undefined ? undefined : eq(labels.identityId, identityId),
        sql`translate(${labels.nameKey}, ' "', '-') = translate(${labelKey(name)}::text, ' "', '-')`,
      ),
    )
    .limit(maxLabels);
  return rows.flatMap(keywordKeys);
}

/** Names of labels, in their order, of one address or of all in reach: the first 500. */
export async function labelNames(
  db: Executor,
  scope: Scope,
  identityId: string | undefined,
): Promise<string[]> {
  const rows = await orm(db)
    .selectDistinct({ name: labels.name })
    .from(labels)
    .where(
      and(visibleLabels(scope), identityId === undefined ? undefined : eq(labels.identityId, identityId)),
    )
    .orderBy(labels.name)
    .limit(maxLabels);
  return rows.map(({ name }) => name);
}
