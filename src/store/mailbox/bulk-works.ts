// Queries over actions on many threads: those of a person, what is due, and the steps that are taken back.
import { and, asc, desc, eq, type InferSelectModel, inArray, sql } from "drizzle-orm";
import type { Instant } from "../../lib/clock.ts";
import { by, merged } from "../cluster/together.ts";
import type { Executor } from "../database/database.ts";
import { orm } from "../database/orm.ts";
import { type BulkPhase, bulkSteps, bulkWorks } from "../tables/index.ts";

export type BulkWorkRow = InferSelectModel<typeof bulkWorks>;
export type BulkStepRow = InferSelectModel<typeof bulkSteps>;

/** Works of an account that go on at a time. */
export const maxRunningWorks = 10;
/** Works that an account keeps, with those that can be taken back. */
export const maxKeptWorks = 50;

const running: readonly BulkPhase[] = ["doing", "undoing"];

export interface BulkWorkKey {
  accountId: string;
  id: string;
}

export async function getBulkWork(db: Executor, { accountId, id }: BulkWorkKey): Promise<BulkWorkRow | null> {
  const [row] = await orm(db)
    .select()
    .from(bulkWorks)
    .where(and(eq(bulkWorks.accountId, accountId), eq(bulkWorks.id, id)));
  return row ?? null;
}

/** Works of the account without those that are due to be removed, the newest first. */
export async function keptBulkWorks(db: Executor, accountId: string): Promise<BulkWorkRow[]> {
  return orm(db)
    .select()
    .from(bulkWorks)
    .where(eq(bulkWorks.accountId, accountId))
    .orderBy(desc(bulkWorks.createdAt), desc(bulkWorks.id))
    .limit(2 * maxKeptWorks);
}

/** The newest of a person's works that go on. */
export async function runningBulkWork(
  db: Executor,
  { accountId, personId }: { accountId: string; personId: string },
): Promise<BulkWorkRow | null> {
  const [row] = await orm(db)
    .select()
    .from(bulkWorks)
    .where(
      and(
        eq(bulkWorks.accountId, accountId),
        eq(bulkWorks.personId, personId),
        inArray(bulkWorks.phase, [...running]),
      ),
    )
    .orderBy(desc(bulkWorks.createdAt))
    .limit(1);
  return row ?? null;
}

export const isRunning = ({ phase }: Pick<BulkWorkRow, "phase">) => running.includes(phase);

/** The steps of a work from the last one on. */
export async function lastBulkSteps(
  db: Executor,
  { accountId, id }: BulkWorkKey,
  count: number,
): Promise<BulkStepRow[]> {
  return orm(db)
    .select()
    .from(bulkSteps)
    .where(and(eq(bulkSteps.accountId, accountId), eq(bulkSteps.workId, id)))
    .orderBy(desc(bulkSteps.n))
    .limit(count);
}

/** Works with which a worker goes on, or which it removes, the earliest first. */
export async function dueBulkWorks(db: Executor, now: Instant, count: number): Promise<BulkWorkKey[]> {
  const rows = await orm(db)
    .select({ accountId: bulkWorks.accountId, id: bulkWorks.id, at: bulkWorks.dueAt })
    .from(bulkWorks)
    .where(sql`${bulkWorks.dueAt} <= ${now}::timestamptz`)
    .orderBy(asc(bulkWorks.dueAt))
    .limit(count);
  return merged(
    rows,
    by(({ at }) => at),
    count,
  ).map(({ accountId, id }) => ({ accountId, id }));
}

/** The earliest time at which a work is due, past or not; null: there is none. */
export async function nextBulkWork(db: Executor): Promise<Instant | null> {
  const [row] = await orm(db)
    .select({ at: bulkWorks.dueAt })
    .from(bulkWorks)
    .orderBy(asc(bulkWorks.dueAt))
    .limit(1);
  return row?.at ?? null;
}
