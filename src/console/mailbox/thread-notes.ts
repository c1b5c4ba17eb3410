// Notes in a thread: what those who work on it say to each other. They are never sent.

import { addNote, removeNote } from "../../../actors/identity/mailbox/notes.ts";
import { invalid, notFound } from "../../lib/failure.ts";
import { Html, html } from "../../lib/html.ts";
import { isUuid, newId } from "../../lib/ids.ts";
import { longestNote } from "../../schema/mailbox/notes.ts";
import { getNote } from "../../store/mailbox/notes.ts";
import type { Here, SentForm } from "../frame/answers.ts";
import { buttonOf, hidden, postForm } from "../frame/forms.ts";
import { icon } from "../frame/icons.ts";
import { onceField, wordsAt } from "../frame/kept-words.ts";
import { pathPart } from "../frame/path-part.ts";
import { timeTag } from "../frame/times.ts";
import { phrases } from "../phrases.ts";
import type { Person } from "../session/accounts.ts";
import type { ReadNote } from "./read-notes.ts";
import { back } from "./thread-actions.ts";
import { threadOf } from "./thread-data.ts";

const words = phrases.notes;

/** @throws Failure not_found, validation_error, conflict */
export async function leaveNote(sent: SentForm): Promise<Response> {
  const { deps, form, origin, url } = sent;
  const text = (form.get("text") ?? "").replaceAll("\r\n", "\n").trim();
  if (text === "" || text.length > longestNote) throw invalid(words.wrongLength(longestNote));
  const thread = await threadOf(sent, pathPart(url.pathname, -2));
  const actor = deps.actors.identity(thread.accountId, thread.identityId);
  const once = form.get("once") ?? "";
  const note = { id: isUuid(once) ? once : newId(), threadId: thread.id, text };
  await actor.run(
    async (turn) => {
      const before = await getNote(turn, turn.owner, note);
      // A form that comes twice leaves one note; other words are another one.
      if (before?.text !== text) await addNote(turn, before ? { ...note, id: newId() } : note);
    },
    { origin },
  );
  return back(sent, "noted");
}

/** @throws Failure not_found; forbidden: of somebody else, by who is no owner */
export async function deleteNote(sent: SentForm): Promise<Response> {
  const { deps, form, origin, url } = sent;
  const thread = await threadOf(sent, pathPart(url.pathname, -3));
  const id = form.get("id") ?? "";
  if (!isUuid(id)) throw notFound();
  const actor = deps.actors.identity(thread.accountId, thread.identityId);
  await actor.run((turn) => removeNote(turn, { threadId: thread.id, id, any: sent.role === "owner" }), {
    origin,
  });
  return back(sent, "note-deleted");
}

export function noteView(
  here: Here,
  { id, threadId, author, text, markup, createdAt }: ReadNote,
  { people, path }: { people: readonly Person[]; path: string },
): Html {
  const named = people.find(({ email }) => email !== null && email === author.id)?.name;
  const isOwn = author.kind === "person" && author.id !== null && author.id === here.email;
  const removal = postForm(
    here,
    { action: `/console/threads/${threadId}/notes/delete`, class: "inline" },
    html`${hidden("id", id)}${hidden("back", path)}<button class="remove" aria-label="${words.delete}" title="${words.delete}">${icon("close")}</button>`,
  );
  const who = named ?? (author.kind === "key" ? words.program : (author.id ?? phrases.people.operator));
  return html`<section class="note" aria-label="${words.noteOf(who)}"><p class="note-head">${icon("note")}<strong>${who}</strong><span class="soft">${words.never}</span>${timeTag(createdAt, here.now)}${(isOwn || here.role === "owner") && removal}</p>${markup === null ? html`<div class="text">${text}</div>` : html`<div class="note-text">${new Html(markup)}</div>`}</section>`;
}

export function noteForm(here: Here, threadId: string, path: string): Html {
  return html`<details class="reply note-form"><summary data-key="m">${icon("note")}<span>${words.add}</span></summary>
${postForm(
  here,
  { action: `/console/threads/${threadId}/notes`, class: "stack", data: wordsAt(here, `note ${threadId}`) },
  html`${hidden("back", path)}${onceField(newId())}<div class="field"><label for="note-text">${words.label}</label><textarea id="note-text" name="text" rows="3" maxlength="${longestNote}" required></textarea></div>${buttonOf({ text: words.keep, class: "button", key: "Ctrl+Enter" })}`,
)}</details>`;
}
