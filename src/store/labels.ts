// Queries over labels. A label that is being removed is shown nowhere.
import type { InferSelectModel } from "drizzle-orm";
import type { Executor } from "./database.ts";
import { toRow } from "./rows.ts";
import { heldBy, type Scope } from "./scope.ts";
import { labels } from "./tables/index.ts";

export type LabelRow = InferSelectModel<typeof labels>;

/** No identity has more: the list is not paged. */
export const maxLabels = 500;

/** Of one identity, newest first. */
export async function listLabels(
  db: Pick<Executor, "rows">,
  scope: Scope,
  identityId: string,
): Promise<LabelRow[]> {
  const where = heldBy(scope, "labels").and("identity_id = ?::uuid", identityId);
  const rows = await db.rows(
    `select * from labels ${where} and removed_at is null order by created_at desc limit ${maxLabels}`,
    where.params,
  );
  return rows.map((row) => toRow<LabelRow>(labels, row));
}

export async function getLabel(
  db: Pick<Executor, "rows">,
  scope: Scope,
  id: string,
): Promise<LabelRow | null> {
  const where = heldBy(scope, "labels").and("id = ?::uuid", id);
  const [row] = await db.rows(`select * from labels ${where} and removed_at is null`, where.params);
  return row ? toRow<LabelRow>(labels, row) : null;
}

/** As the index of keywords has them: `<identity id> <keyword>`. While a label is renamed it is found under both. */
export function keywordKeys({
  identityId,
  keyword,
  retiredKeyword,
}: Pick<LabelRow, "identityId" | "keyword" | "retiredKeyword">): string[] {
  const words = retiredKeyword === null ? [keyword] : [keyword, retiredKeyword];
  return words.map((word) => `${identityId} ${word.toLowerCase()}`);
}

/** A condition on placements `p`; the keys are its parameter. Written as the index is. */
export const hasKeyword = (keys: string) =>
  `p.keywords <> '{}' and keyword_keys(p.identity_id, p.keywords) && ${keys}`;

/** Labels whose change was left unfinished, by a crash. */
export async function unfinishedLabels(db: Executor, count: number): Promise<LabelRow[]> {
  const rows = await db.rows(
    "select * from labels where retired_keyword is not null order by account_id, id limit $1::int",
    [count],
  );
  return rows.map((row) => toRow<LabelRow>(labels, row));
}
