// DECISIONS Threads, messages, folders, labels: notes.
import { addNote, removeNote } from "../../../../actors/identity/mailbox/notes.ts";
import { newId } from "../../../lib/ids.ts";
import { Deleted, IdParams } from "../../../schema/common.ts";
import { Page, Single } from "../../../schema/envelope.ts";
import { Note, NoteCreate, NoteListQuery, NoteParams } from "../../../schema/mailbox/notes.ts";
import { listNotes, type NoteRow } from "../../../store/mailbox/notes.ts";
import { type Call, call } from "../../call.ts";
import { type Auth, type HttpDeps, originOf } from "../../context.ts";
import { operation } from "../../openapi/operation.ts";
import { foundThread } from "../../other-kind.ts";
import { pageByTime } from "../../paging.ts";
import { pathId } from "../../params.ts";
import { deleted } from "../../resource.ts";
import { answer, write } from "../../write.ts";

export const threadNoteCalls: readonly Call[] = [
  call(
    "GET /threads/{id}/notes",
    {
      params: IdParams,
      query: NoteListQuery,
      answer: Page(Note),
      doc: operation("listThreadNotes", "List a thread's notes, oldest first", {
        description: "Notes are seen by those who reach the thread, and are never sent.",
      }),
    },
    async (deps, { auth, params, query }) => {
      const { id: threadId } = await threadOf(deps, auth, params.id);
      const fetch = (window: { cursor: string | null; count: number }) =>
        listNotes(deps.database, auth, { threadId, ...window });
      return pageByTime(query, fetch, toNote);
    },
  ),
  call(
    "POST /threads/{id}/notes",
    {
      params: IdParams,
      body: NoteCreate,
      answer: { 201: Single(Note) },
      doc: operation("createThreadNote", "Leave a note in a thread", {
        description: "For those who work on it: people see it in the page, programs here. It is never sent.",
        errors: ["conflict"],
        example: { text: "The refund is on its way; tell him when he asks." },
      }),
    },
    write({
      keepsRefusals: true,
      find: async (deps, { auth, params, body }) => {
        const thread = await threadOf(deps, auth, params.id);
        return { thread, note: { id: newId(), threadId: thread.id, text: body.text } };
      },
      actor: (actors, { thread }) => actors.identity(thread.accountId, thread.identityId),
      turn: (turn, { note }) => addNote(turn, note),
      answer: answer(201, toNote),
    }),
  ),
  call(
    "DELETE /threads/{id}/notes/{noteId}",
    {
      params: NoteParams,
      answer: Single(Deleted),
      doc: operation("deleteThreadNote", "Delete a note", {
        description: "One that this key wrote; an unrestricted key deletes any.",
        errors: ["forbidden"],
      }),
    },
    async (deps, { auth, request, params }) => {
      const thread = await threadOf(deps, auth, params.id);
      const any = auth.identityIds === null && auth.level === null;
      const note = { threadId: thread.id, id: pathId(params.noteId), any };
      const actor = deps.actors.identity(auth.accountId, thread.identityId);
      await actor.run((turn) => removeNote(turn, note), { origin: originOf(request) });
      return deleted(note.id);
    },
  ),
];

function threadOf(deps: HttpDeps, auth: Auth, id: string) {
  return foundThread(deps, auth, id);
}

function toNote(row: NoteRow): Note {
  return {
    id: row.id,
    thread_id: row.threadId,
    author: row.author,
    text: row.text,
    created_at: row.createdAt,
  };
}
