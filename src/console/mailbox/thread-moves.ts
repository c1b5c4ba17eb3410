// A thread moved by a person: into a folder, the spam folder or the trash, and unread again. The turns are those of the API.

import { type BatchChange, changeMessages, trashThread } from "../../../actors/identity/mailbox/batch.ts";
import { changeReviewedThread } from "../../../actors/identity/reviews/watched-threads.ts";
import { trainSpam } from "../../http/resources/mailbox/message-batch.ts";
import type { Instant } from "../../lib/clock.ts";
import { invalid, notFound } from "../../lib/failure.ts";
import { type Html, html } from "../../lib/html.ts";
import { isUuid } from "../../lib/ids.ts";
import { type FolderRow, findFolder } from "../../store/mailbox/folders.ts";
import { threadWindow } from "../../store/mailbox/inbox.ts";
import { placementsOf } from "../../store/mailbox/placements.ts";
import { readThread, type ThreadRow } from "../../store/mailbox/threads.ts";
import { getMessageRows, type MessageRow } from "../../store/message/messages.ts";
import { Flag, type ThreadStatus } from "../../store/tables/index.ts";
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
/** Statuses that an undo brings back. */
const undone = ["open", "waiting", "resolved"] as const;
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
  const undo = form.has("status") ? {} : await undoOf(sent, thread, folder);
  if (folder.role === "trash" && !form.has("at"))
    await trashThread(deps.actors.identity(thread.accountId, identityId), thread.id);
  else await changeReceived(sent, thread, { folder: folder.id });
  await follow(sent, thread, folder.role);
  return back(sent, folder.role === "trash" || folder.role === "spam" ? folder.role : "moved", undo);
}

/** The folder and status to which an undo takes the thread back; nothing where it came from several folders. */
async function undoOf(
  { deps, scope }: SentForm,
  { id: threadId, accountId, identityId, status, messageCount }: ThreadRow,
  { id: to, role }: FolderRow,
): Promise<Record<string, string>> {
  if (messageCount > perTurn || status === "human_review") return {};
  const window = { threadId, before: null, count: perTurn };
  const rows = await getMessageRows(deps.database, scope, await threadWindow(deps.database, scope, window));
  const moved = role === "trash" ? rows : rows.filter(({ direction }) => direction === "inbound");
  const placed = await placementsOf(
    deps.database,
    { accountId, identityId },
    moved.map(({ id }) => id),
  );
  const from = [...new Set(placed.map(({ folderId }) => folderId))];
  const isOne = from.length === 1 && from[0] !== to && moved.every((row) => row.direction === "inbound");
  if (!isOne) return {};
  return { undo: threadId, was: status, from: from[0]!, now: to, after: followed(role, status) };
}

/** The newest mail that the thread received is unread again. @throws Failure not_found */
export async function markUnread(sent: SentForm): Promise<Response> {
  const { deps, form, origin, scope, url } = sent;
  const thread = await threadOf(sent, pathPart(url.pathname, -2));
  const read = form.get("read");
  if (read !== null) {
    const [row] = isUuid(read) ? await getMessageRows(deps.database, scope, [read]) : [];
    if (row?.threadId !== thread.id) throw notFound();
    const own = deps.actors.identity(thread.accountId, thread.identityId);
    await own.run((turn) => changeMessages(turn, [row], { isRead: true }), { origin });
    return back(sent, "read");
  }
  for await (const rows of received(sent, thread)) {
    const newest = rows[0];
    if (!newest) continue;
    const { accountId, identityId } = thread;
    const placed = await placementsOf(deps.database, { accountId, identityId }, [newest.id]);
    const wasRead = placed.length > 0 && placed.every(({ flags }) => (flags & Flag.seen) !== 0);
    const actor = deps.actors.identity(accountId, identityId);
    await actor.run((turn) => changeMessages(turn, [newest], { isRead: false }), { origin });
    return back(sent, "unread", wasRead ? { undo: thread.id, now: newest.id } : {});
  }
  return back(sent, "unread");
}

/** Mark a thread that is put away as done, and open one that comes back into the inbox. */
async function follow(
  { deps, form, origin }: SentForm,
  { id, accountId, identityId, status: before }: ThreadRow,
  role: string | null,
): Promise<void> {
  const wanted = undone.find((one) => one === form.get("status"));
  const status = wanted && before !== "human_review" ? wanted : followed(role, before);
  if (status === before) return;
  await deps.actors.identity(accountId, identityId).run(
    async (turn) => {
      // An undo leaves a status that somebody has given it since.
      const now = form.has("only") ? await readThread(turn, turn.owner, id) : null;
      if (now && now.status !== form.get("only")) return;
      await changeReviewedThread(turn, { id, change: { status }, reviewer: person });
    },
    { origin },
  );
}

function followed(role: string | null, before: ThreadStatus): ThreadStatus {
  return closing.includes(role) ? "resolved" : role === "inbox" && before === "resolved" ? "open" : before;
}

async function changeReceived(sent: SentForm, thread: ThreadRow, change: BatchChange): Promise<void> {
  const { deps, auth, form, origin } = sent;
  const { accountId, identityId } = thread;
  const actor = deps.actors.identity(accountId, identityId);
  for await (const rows of received(sent, thread)) {
    await actor.run(
      async (turn) => {
        const ids = rows.map(({ id }) => id);
        const at = form.get("at");
        const places = await placementsOf(turn, turn.owner, ids);
        // An undo leaves what somebody has moved since.
        const placed = new Set(
          places.flatMap(({ messageId, folderId }) => (at === null || folderId === at ? messageId : [])),
        );
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
