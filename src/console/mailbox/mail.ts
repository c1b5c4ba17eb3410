// The pages of mail: lists, threads, the mails' own markup and files.

import { changeMessages } from "../../../actors/identity/mailbox/batch.ts";
import type { HttpDeps } from "../../http/context.ts";
import { parseInstant } from "../../lib/clock.ts";
import { notFound } from "../../lib/failure.ts";
import { listAllKeys } from "../../store/access/api-keys.ts";
import { seenEvents } from "../../store/events/events.ts";
import { answerInvitation, applyInvitation } from "../calendar/invitations.ts";
import { action, type Here, page, redirect, routes } from "../frame/answers.ts";
import { pathPart } from "../frame/path-part.ts";
import { panes } from "../frame/shell.ts";
import { phrases } from "../phrases.ts";
import { may } from "../session/accounts.ts";
import { answerFile } from "./files.ts";
import { showHistory } from "./history.ts";
import { goneList, listAnswer, listOf } from "./list-page.ts";
import { type ListView, listView } from "./list-view.ts";
import { answerFrame } from "./mail-frame.ts";
import { ifGone } from "./narrowing.ts";
import { listPath, placeOf, threadPath } from "./places.ts";
import { assign, changeStatus, liftSuppression } from "./thread-actions.ts";
import { maxShown, readThreadPage, shownAtOnce, type ThreadPage } from "./thread-data.ts";
import { changeLabels } from "./thread-labels.ts";
import { markUnread, moveThread } from "./thread-moves.ts";
import { deleteNote, leaveNote } from "./thread-notes.ts";
import { snoozeThread } from "./thread-snooze.ts";
import { type ThreadViewChoices, threadView } from "./thread-view.ts";

export function mailPages(deps: HttpDeps) {
  return routes()
    .get("/console", page(deps, "reviewer", showFirst))
    .get("/console/mail/:list", page(deps, "reviewer", showList))
    .get("/console/threads/:id", page(deps, "reviewer", showThread))
    .get("/console/messages/:id/frame", page(deps, "reviewer", answerFrame))
    .get("/console/files/:id", page(deps, "reviewer", answerFile))
    .post("/console/threads/:id/status", action(deps, "member", changeStatus))
    .post("/console/threads/:id/snooze", action(deps, "member", snoozeThread))
    .post("/console/threads/:id/assign", action(deps, "member", assign))
    .get("/console/threads/:id/history", page(deps, "reviewer", showHistory))
    .post("/console/threads/:id/labels", action(deps, "member", changeLabels))
    .post("/console/threads/:id/move", action(deps, "member", moveThread))
    .post("/console/threads/:id/unread", action(deps, "member", markUnread))
    .post("/console/threads/:id/notes", action(deps, "reviewer", leaveNote))
    .post("/console/threads/:id/notes/delete", action(deps, "reviewer", deleteNote))
    .post("/console/suppressions/lift", action(deps, "member", liftSuppression))
    .post("/console/messages/:id/answer", action(deps, "member", answerInvitation))
    .post("/console/messages/:id/apply", action(deps, "member", applyInvitation));
}

/** Redirect to what needs a person; in an account without a key yet, to the page that mints one. */
async function showFirst({ deps, account, role, visit }: Here): Promise<Response> {
  const isNew = role === "owner" && (await listAllKeys(deps.database, account.accountId)).length === 0;
  return redirect(isNew ? "/console/settings/keys" : "/console/mail/needs", visit);
}

async function showList(here: Here): Promise<Response> {
  const place = placeOf(pathPart(here.url.pathname, -1), here.url.searchParams);
  if (place.list === "drafts" && !may(here, "member")) throw notFound();
  return listAnswer(here, place);
}

async function showThread(here: Here): Promise<Response> {
  const { searchParams: query, pathname } = here.url;
  const place = placeOf(query.get("list") ?? "open", query);
  const before = query.get("before");
  const shown: ThreadViewChoices = {
    flipped: query.get("flipped"),
    pictures: query.get("pictures"),
    whole: query.get("whole"),
    before: before === null ? null : parseInstant(before),
    count: countOf(query.get("shown")),
  };
  const id = pathPart(pathname, -1);
  const seen = await seenEvents(here.deps.database);
  const [view, thread] = await Promise.all([
    listOf(here, place, id).catch(ifGone),
    readThreadPage(here, { id, before: shown.before, count: shown.count, closer: query.get("closer") }),
  ]);
  await markRead(here, thread);
  const title = thread.thread.subject?.trim() || phrases.lists.noSubject;
  const next = view ? nextOf(view, id) : listPath(place);
  const reading = threadView(here, thread, { place, shown, next });
  const options = view
    ? { title, place: place.list, narrowing: place, of: place.of }
    : { title, place: null };
  const listLabel = view ? phrases.lists.title(view.name, view.narrowed) : phrases.narrow.goneTitle;
  const list = view ? listView(view) : goneList(place, 2);
  return panes(here, options, { seen, list, listLabel, reading });
}

/** Messages that the page's address asks for. */
function countOf(text: string | null): number {
  const count = Number(text ?? shownAtOnce);
  return Number.isInteger(count) ? Math.min(Math.max(count, shownAtOnce), maxShown) : shownAtOnce;
}

/** The page that follows when a thread is put away: the next of its list, where there is one. */
function nextOf({ lines, place }: ListView, id: string): string {
  const threads = lines.filter(({ draftId }) => draftId === undefined).map(({ threadId }) => threadId);
  const at = threads.indexOf(id);
  const others = at < 0 ? [] : [...threads.slice(at + 1), ...threads.slice(0, at).toReversed()];
  const next = others.find((other) => other !== id);
  return next === undefined ? listPath(place) : threadPath(next, place);
}

/** A thread that a person looks after is read once it is shown; programs wait for unread mail of the others. */
async function markRead({ deps, role, request, origin }: Here, page: ThreadPage): Promise<void> {
  const { thread, messages } = page;
  const unread = messages.filter(({ message }) => !message.is_read);
  const isAhead = (request.headers.get("sec-purpose") ?? "").includes("prefetch");
  if (thread.ownerType !== "human" || unread.length === 0 || isAhead || !may({ role }, "member")) return;
  const rows = unread.map(({ row }) => ({ id: row.id, threadId: row.threadId }));
  const actor = deps.actors.identity(thread.accountId, thread.identityId);
  await actor.run((turn) => changeMessages(turn, rows, { isRead: true }), { origin });
}
