// A thread moved by a person: into a folder, the spam folder or the trash, and unread again. The turns are those of the API.

import { type BatchChange, changeMessages, trashThread } from "../../../actors/identity/mailbox/batch.ts";
import { changeReviewedThread } from "../../../actors/identity/reviews/watched-threads.ts";
import { trainSpam } from "../../http/resources/mailbox/message-batch.ts";
import type { Instant } from "../../lib/clock.ts";
import { invalid, notFound } from "../../lib/failure.ts";
import { type Html, html } from "../../lib/html.ts";
import { findFolder } from "../../store/mailbox/folders.ts";
import { threadWindow } from "../../store/mailbox/inbox.ts";
import { placementsOf } from "../../store/mailbox/placements.ts";
import type { ThreadRow } from "../../store/mailbox/threads.ts";
import { getMessageRows, type MessageRow } from "../../store/message/messages.ts";
import { type Here, person, type SentForm } from "../frame/answers.ts";
import { buttonForm, buttonOf, hidden, option, postForm } from "../frame/forms.ts";
import { icon } from "../frame/icons.ts";
import { pathPart } from "../frame/path-part.ts";
import { phrases } from "../phrases.ts";
import { back } from "./thread-actions.ts";
import { type ThreadPage, threadOf } from "./thread-data.ts";

const words = phrases.moves;

/** Messages that one turn changes, so that it writes at most 1,000 rows. */
const perTurn = 50;
/** Roles of folders in which a thread is done. */
const closing: readonly (string | null)[] = ["spam", "trash", "archive"];
const unmovable: readonly (string | null)[] = ["drafts", "scheduled", "sent"];

/** Moves what the thread received; into the trash also what was sent in it. @throws Failure not_found, validation_error */
export async function moveThread(sent: SentForm): Promise<Response> {
  const { deps, form, scope, url } = sent;
  const thread = await threadOf(sent, pathPart(url.pathname, -2));
  const { identityId } = thread;
  const wanted = form.get("folder") ?? "";
  const folder =
    wanted === "" ? null : await findFolder(deps.database, scope, { identityId, folder: wanted });
  if (!folder) throw notFound();
  if (unmovable.includes(folder.role)) throw invalid(phrases.failure.useForm);
  if (folder.role === "trash")
    await trashThread(deps.actors.identity(thread.accountId, identityId), thread.id);
  else await changeReceived(sent, thread, { folder: folder.id });
  await follow(sent, thread, folder.role);
  return back(sent, folder.role === "trash" || folder.role === "spam" ? folder.role : "moved");
}

/** The newest mail that the thread received is unread again. @throws Failure not_found */
export async function markUnread(sent: SentForm): Promise<Response> {
  const { deps, origin, url } = sent;
  const thread = await threadOf(sent, pathPart(url.pathname, -2));
  for await (const rows of received(sent, thread)) {
    const newest = rows[0];
    if (!newest) continue;
    const actor = deps.actors.identity(thread.accountId, thread.identityId);
    await actor.run((turn) => changeMessages(turn, [newest], { isRead: false }), { origin });
    break;
  }
  return back(sent, "unread");
}

/** Mark a thread that is put away as done, and open one that comes back into the inbox. */
async function follow(
  { deps, origin }: SentForm,
  { id, accountId, identityId, status: before }: ThreadRow,
  role: string | null,
): Promise<void> {
  const status = closing.includes(role)
    ? "resolved"
    : role === "inbox" && before === "resolved"
      ? "open"
      : before;
  if (status === before) return;
  await deps.actors
    .identity(accountId, identityId)
    .run((turn) => changeReviewedThread(turn, { id, change: { status }, reviewer: person }), { origin });
}

async function changeReceived(sent: SentForm, thread: ThreadRow, change: BatchChange): Promise<void> {
  const { deps, auth, origin } = sent;
  const { accountId, identityId } = thread;
  const actor = deps.actors.identity(accountId, identityId);
  for await (const rows of received(sent, thread)) {
    await actor.run(
      async (turn) => {
        const ids = rows.map(({ id }) => id);
        const placed = new Set((await placementsOf(turn, turn.owner, ids)).map(({ messageId }) => messageId));
        const some = rows.filter(({ id }) => placed.has(id));
        if (some.length > 0) await changeMessages(turn, some, change);
      },
      { origin },
    );
    await trainSpam(deps, auth, { identityId, rows, change });
  }
}

/** Received messages of a thread by turns, the newest first. */
async function* received({ deps, scope }: Here, { id: threadId }: ThreadRow): AsyncGenerator<MessageRow[]> {
  let before: Instant | null = null;
  for (;;) {
    const ids: string[] = await threadWindow(deps.database, scope, { threadId, before, count: perTurn });
    const rows = await getMessageRows(deps.database, scope, ids);
    rows.sort((a, b) => (a.createdAt < b.createdAt ? 1 : -1));
    yield rows.filter(({ direction }) => direction === "inbound");
    before = rows.at(-1)?.createdAt ?? null;
    if (ids.length < perTurn || before === null) return;
  }
}

/** @param to the page that follows: the list, as the thread has left it */
export function putAwayButtons(here: Here, { thread, messages }: ThreadPage, to: string): Html {
  const action = `/console/threads/${thread.id}/move`;
  const inbound = messages.filter(({ row }) => row.direction === "inbound");
  const isSpam = inbound.length > 0 && inbound.every(({ row }) => row.isSpam);
  const button = (folder: string, shown: Parameters<typeof buttonForm>[2]) =>
    buttonForm(
      here,
      { action, fields: { folder, back: to } },
      { class: "button plain", iconOnly: true, ...shown },
    );
  return html`${button("trash", { text: words.trash, icon: "trash", key: "#" })}
${inbound.length > 0 && (isSpam ? button("inbox", { text: words.notSpam, icon: "inbox", key: "!", iconOnly: false }) : button("spam", { text: words.spam, icon: "alert", key: "!" }))}`;
}

export function unreadButton(here: Here, { thread, messages }: ThreadPage, to: string): Html | false {
  if (!messages.some(({ row }) => row.direction === "inbound")) return false;
  return buttonForm(
    here,
    { action: `/console/threads/${thread.id}/unread`, fields: { back: to } },
    { text: words.unread, icon: "mail", class: "menu-item", key: "u" },
  );
}

export function moveMenu(here: Here, { thread, messages, folders }: ThreadPage, to: string): Html | false {
  if (!messages.some(({ row }) => row.direction === "inbound")) return false;
  const others = folders.filter(({ role }) => !unmovable.includes(role));
  const nameOf = ({ role, name }: (typeof folders)[number]) =>
    (role === null ? undefined : words.folders[role]) ?? name;
  return html`<details class="menu"><summary class="button plain" data-key="v">${icon("folder")}<span>${words.move}</span></summary><div class="sheet">${postForm(
    here,
    { action: `/console/threads/${thread.id}/move`, class: "stack" },
    html`${hidden("back", to)}<label for="folder">${words.moveTo}</label><select id="folder" name="folder">${others.map((one) => option(one.id, nameOf(one), one.role === "archive"))}</select>${buttonOf({ text: words.move, class: "button primary" })}`,
  )}</div></details>`;
}
