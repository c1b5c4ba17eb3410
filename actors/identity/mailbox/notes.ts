// Turns over notes in threads. DECISIONS Threads, messages, folders, labels.
import { Failure, notFound } from "../../../src/lib/failure.ts";
import { countNotes, getNote, maxNotes, type NoteRow } from "../../../src/store/mailbox/notes.ts";
import { readThread } from "../../../src/store/mailbox/threads.ts";
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

/**
 * @param note.any of others too: for owners and unrestricted keys
 * @throws Failure not_found; forbidden: somebody else wrote it
 */
export async function removeNote(
  turn: Turn,
  { any, ...note }: { threadId: string; id: string; any: boolean },
): Promise<void> {
  const found = await getNote(turn, turn.owner, note);
  if (!found) throw notFound();
  const { kind, id } = found.author;
  const isOwn = id !== null && kind === turn.origin.kind && id === turn.origin.id;
  if (!any && !isOwn)
    throw new Failure(
      "forbidden",
      "Somebody else wrote this note. Its author deletes it, or an owner of the account, or an unrestricted key.",
    );
  turn.remove(notes, { accountId: turn.accountId, id: note.id });
}
