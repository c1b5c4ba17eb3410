// Notes of a thread with their Markdown read, by the process that reads mail.
import { Failure } from "../../lib/failure.ts";
import { htmlOfNotes } from "../../reading/mails.ts";
import type { NoteRow } from "../../store/mailbox/notes.ts";

export interface ReadNote extends NoteRow {
  /** null: it was not read, or took too long, and the text stands as it is. */
  markup: string | null;
}

/** The notes of a thread with their Markdown as HTML. */
export async function readNotes(accountId: string, rows: readonly NoteRow[]): Promise<ReadNote[]> {
  if (rows.length === 0) return [];
  const markup = await htmlOfNotes(
    rows.map(({ text }) => text),
    { source: accountId },
  ).catch((error: unknown) => {
    if (error instanceof Failure && error.code === "unavailable") return null;
    throw error;
  });
  return rows.map((row, n) => ({ ...row, markup: markup?.[n] ?? null }));
}
