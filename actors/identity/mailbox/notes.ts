// Turns over notes in threads. DECISIONS Threads, messages, folders, labels.
import { Failure, notFound } from "../../../src/lib/failure.ts";
import { readThread } from "../../../src/store/mail/threads.ts";
import { countNotes, getNote, maxNotes, type NoteRow } from "../../../src/store/pages/notes.ts";
import { notes } from "../../../src/store/tables/index.ts";
import type { Turn } from "../../runtime/turn.ts";

/** @throws Failure not_found, conflict: the thread has as many as it may */
export async function addNote(
  turn: Turn,
  { id, threadId, text }: { id: string; threadId: string; text: string },
): Promise<NoteRow> {
  const [thread, count] = await Promise.all([
    readThread(turn, turn.owner, threadId),
    countNotes(turn, turn.accountId, threadId),
  ]);
  if (!thread) throw notFound();
  if (count >= maxNotes)
    throw new Failure("conflict", `A thread has at most ${maxNotes} notes. Delete one first.`);
  const { accountId, identityId } = turn.owner;
  const row: NoteRow = {
    accountId,
    id,
    identityId,
    threadId,
    author: turn.origin,
    text,
    createdAt: turn.instant(),
  };
  turn.insert(notes, row);
  return row;
}

/** @throws Failure not_found */
export async function removeNote(turn: Turn, note: { threadId: string; id: string }): Promise<void> {
  if (!(await getNote(turn, turn.owner, note))) throw notFound();
  turn.remove(notes, { accountId: turn.accountId, id: note.id });
}
