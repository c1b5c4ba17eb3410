// Notes in a thread: what people and programs say to each other about it, never sent. DECISIONS Threads, messages, folders,
// labels.
import { type Static, Type } from "@sinclair/typebox";
import { closed, Id, PageQuery, Timestamp } from "../common.ts";
import { Actor } from "../reviews.ts";

export const longestNote = 10_000;

export const Note = Type.Object(
  {
    id: Id,
    thread_id: Id,
    author: Actor,
    text: Type.String(),
    created_at: Timestamp,
  },
  closed,
);
export type Note = Static<typeof Note>;

export const NoteCreate = Type.Object(
  { text: Type.String({ minLength: 1, maxLength: longestNote, description: "plain text" }) },
  closed,
);

export const NoteListQuery = Type.Object(PageQuery, closed);

export const NoteParams = Type.Object({ id: Type.String(), noteId: Type.String() });
