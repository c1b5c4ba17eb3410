// Queries over notes in threads.
import { and, count, gt, type InferSelectModel, sql } from "drizzle-orm";
import {
  all,
  type CursorPart,
  counted,
  inReach,
  one,
  type QueryPlaces,
  query,
  same,
  select,
} from "../database/query.ts";
import type { Owner, Scope } from "../scope.ts";
import { notes } from "../tables/index.ts";

export type NoteRow = InferSelectModel<typeof notes>;

/** The most notes of a thread. */
export const maxNotes = 1000;

/** Oldest first, `count` past the cursor. */
export const listNotes = query(($: QueryPlaces<Scope & CursorPart & { threadId: string }>) =>
  all(notes)
    .where(
      and(
        inReach($, notes),
        same(notes, $, "threadId"),
        $.maybe.cursor && gt(notes.createdAt, $.maybe.cursor),
      ),
    )
    .orderBy(sql`${notes.createdAt} fetch first (${$.count}::int) rows with ties`),
);

/** A note of a thread of this identity. */
export const getNote = one(($: QueryPlaces<Owner & { threadId: string; id: string }>) =>
  all(notes).where(same(notes, $, "accountId", "id", "identityId", "threadId")),
);

export const countNotes = counted(($: QueryPlaces<{ accountId: string; threadId: string }>) =>
  select({ count: count() })
    .from(notes)
    .where(same(notes, $, "accountId", "threadId")),
);
