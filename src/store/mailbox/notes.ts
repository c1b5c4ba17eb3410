// Queries over notes in threads.
import { and, eq, gt, type InferSelectModel, sql } from "drizzle-orm";
import type { Instant } from "../../lib/clock.ts";
import type { Executor } from "../database/database.ts";
import { orm, ownedRows } from "../database/orm.ts";
import type { Owner, Scope } from "../scope.ts";
import { notes } from "../tables/index.ts";

export type NoteRow = InferSelectModel<typeof notes>;

/** The most notes of a thread. */
export const maxNotes = 1000;

/** Oldest first, `count` past the cursor. */
export async function listNotes(
  db: Executor,
  scope: Scope,
  { threadId, cursor, count }: { threadId: string; cursor: Instant | null; count: number },
): Promise<NoteRow[]> {
  return orm(db)
    .select()
    .from(notes)
    .where(
      and(
        ownedRows(scope, notes, notes.identityId),
        eq(notes.threadId, threadId),
        cursor === null ? undefined : gt(notes.createdAt, cursor),
      ),
    )
    .orderBy(sql`${notes.createdAt} fetch first (${count}::int) rows with ties`);
}

/** A note of a thread of this identity. */
export async function getNote(
  db: Executor,
  { accountId, identityId }: Owner,
  { threadId, id }: { threadId: string; id: string },
): Promise<NoteRow | null> {
  const [row] = await orm(db)
    .select()
    .from(notes)
    .where(
      and(
        eq(notes.accountId, accountId),
        eq(notes.id, id),
        eq(notes.identityId, identityId),
        eq(notes.threadId, threadId),
      ),
    );
  return row ?? null;
}

export async function countNotes(db: Executor, accountId: string, threadId: string): Promise<number> {
  return orm(db).$count(notes, and(eq(notes.accountId, accountId), eq(notes.threadId, threadId)));
}
