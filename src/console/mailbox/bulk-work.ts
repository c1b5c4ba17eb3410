// One action on one thread among many, and the way back. The turns are those of the API; what a person looks at (human_review)
// is neither put away nor moved together with others.
import { changeMessages, trashThread } from "../../../actors/identity/mailbox/batch.ts";
import { createLabel, labelThread } from "../../../actors/identity/mailbox/labels.ts";
import { changeReviewedThread } from "../../../actors/identity/reviews/watched-threads.ts";
import type { HttpDeps } from "../../http/context.ts";
import { trainSpam } from "../../http/resources/mailbox/message-batch.ts";
import { Failure, notFound } from "../../lib/failure.ts";
import { newId } from "../../lib/ids.ts";
import { type FolderRow, findFolder } from "../../store/mailbox/folders.ts";
import { threadWindow } from "../../store/mailbox/inbox.ts";
import { allLabels, keywordKeys, type LabelRow, labelKey } from "../../store/mailbox/labels.ts";
import { type PlacementRow, placementsOf, placementsOfThread } from "../../store/mailbox/placements.ts";
import { getThread, type ThreadRow } from "../../store/mailbox/threads.ts";
import { getMessageRows, type MessageRow } from "../../store/message/messages.ts";
import { Flag, type ThreadStatus } from "../../store/tables/index.ts";
import { type Here, person } from "../frame/answers.ts";

/** Messages that one turn changes, so that it writes at most 1,000 rows. */
const perTurn = 50;
/** The newest messages of a thread that are changed with others. */
const maxMessages = 500;

export const bulkActions = [
  "resolved",
  "open",
  "read",
  "unread",
  "spam",
  "inbox",
  "archive",
  "trash",
  "move",
  "label",
  "unlabel",
] as const;
export type BulkActionName = (typeof bulkActions)[number];

/** Characters of a folder's or label's name. */
export const maxNameCharacters = 250;

export interface BulkAction {
  name: BulkActionName;
  /** Role, id or name of a folder, or a label's name. */
  to: string;
}

/** The facts of one thread that take an action back. */
export interface ThreadUndo {
  thread: string;
  /** Before; absent: it did not change. */
  status?: ThreadStatus;
  /** Folders with the messages that lay in them. */
  places?: Record<string, string[]>;
  /** Messages whose read state changed. */
  seen?: string[];
  /** The label that no mail of the thread had, or all had. */
  label?: string;
}

/** The person at work, on a page or gone on with for. */
export interface BulkPerson extends Pick<Here, "scope" | "auth" | "origin"> {
  deps: Pick<HttpDeps, "database" | "actors" | "screening">;
}

/** The person at work, with the labels found so far, by address. */
export interface BulkHere extends BulkPerson {
  labels: Map<string, Promise<LabelRow | null>>;
}

const labelColour = "#6b7280";
/** Roles of folders in which a thread is done. */
const closing: readonly (string | null)[] = ["spam", "trash", "archive"];
/** Roles of folders into which nobody moves mail. */
export const unmovable: readonly (string | null)[] = ["drafts", "scheduled", "sent"];

/** Threads that are worked on at once: their turns share commits. */
const atOnce = 25;

/** Acts on some threads; one that somebody changed, or that takes no such action, is left alone. */
export async function actOnAll(
  here: BulkPerson,
  threads: readonly ThreadRow[],
  action: BulkAction,
): Promise<{ undone: ThreadUndo[]; left: number }> {
  const work: BulkHere = { ...here, labels: new Map() };
  const undone: ThreadUndo[] = [];
  for (let at = 0; at < threads.length; at += atOnce)
    await Promise.all(
      threads.slice(at, at + atOnce).map(async (thread) => {
        const undo = await actOn(work, thread, action).catch(leftAlone);
        if (undo) undone.push(undo);
      }),
    );
  return { undone, left: threads.length - undone.length };
}

/** Takes some threads back. @returns how many are as before */
export async function takeBackAll(
  here: BulkPerson,
  undo: readonly ThreadUndo[],
  action: BulkAction,
): Promise<number> {
  let did = 0;
  for (let at = 0; at < undo.length; at += atOnce)
    await Promise.all(
      undo.slice(at, at + atOnce).map(async (one) => {
        if (await takeBack(here, one, action).catch(leftAlone)) did++;
      }),
    );
  return did;
}

/** A refusal of one thread is no refusal of the others. */
export function leftAlone(error: unknown): null {
  if (error instanceof Failure) return null;
  throw error;
}

/** @returns null: the thread is left as it is @throws Failure not_found, validation_error, conflict */
async function actOn(here: BulkHere, thread: ThreadRow, action: BulkAction): Promise<ThreadUndo | null> {
  const { name } = action;
  if (name === "read" || name === "unread") return markThread(here, thread, name === "read");
  if (name === "label" || name === "unlabel") return labelAs(here, thread, action);
  if (thread.status === "human_review") return null;
  if (name === "resolved" || name === "open") return setStatus(here, thread, name);
  return moveTo(here, thread, name === "move" ? action.to : name);
}

/** Takes back what still stands: what somebody has changed since stays. */
async function takeBack(here: BulkPerson, undo: ThreadUndo, action: BulkAction): Promise<boolean> {
  const { deps, scope } = here;
  const thread = await getThread(deps.database, scope, undo.thread);
  if (!thread) return false;
  const { name } = action;
  if (undo.seen) await setSeen(here, thread, { ids: undo.seen, isRead: name !== "read" });
  if (undo.label)
    await labelThread(actorOf(here, thread), {
      threadId: thread.id,
      labelId: undo.label,
      on: name === "unlabel",
    });
  const target = undo.places ? await targetOf(here, thread, name === "move" ? action.to : name) : null;
  for (const [folderId, ids] of Object.entries(undo.places ?? {})) {
    const rows = await getMessageRows(deps.database, scope, ids);
    const placed = newestOf(await placementsOf(deps.database, thread, ids));
    const there = new Set(placed.flatMap((row) => (row.folderId === target?.id ? row.messageId : [])));
    await moveRows(
      here,
      thread,
      rows.filter(({ id, threadId }) => there.has(id) && threadId === thread.id),
      folderId,
    );
  }
  if (undo.status && thread.status !== "human_review" && thread.status === statusAfter(undo, name))
    await setStatus(here, thread, undo.status);
  return true;
}

/** The status that the action has given, by which an undo knows that nobody else changed it. */
function statusAfter({ status }: ThreadUndo, name: BulkActionName): ThreadStatus {
  if (name === "resolved" || name === "open") return name;
  return status === "resolved" ? "open" : "resolved";
}

const actorOf = ({ deps }: BulkPerson, { accountId, identityId }: ThreadRow) =>
  deps.actors.identity(accountId, identityId);

async function setStatus(here: BulkPerson, thread: ThreadRow, status: ThreadStatus): Promise<ThreadUndo> {
  const { id: threadId } = thread;
  if (thread.status === status) return { thread: threadId };
  let was = thread.status;
  await actorOf(here, thread).run(
    async (turn) => {
      const { status: now } = (await getThread(turn, here.scope, threadId)) ?? {};
      if (now === undefined) throw notFound();
      was = now;
      // A person may have been asked meanwhile.
      if (now === status || now === "human_review") return;
      await changeReviewedThread(turn, { id: threadId, change: { status }, reviewer: person });
    },
    { origin: here.origin },
  );
  return was === status || was === "human_review" ? { thread: threadId } : { thread: threadId, status: was };
}

async function messagesOf({ deps, scope }: BulkPerson, { id: threadId }: ThreadRow): Promise<MessageRow[]> {
  const ids = await threadWindow(deps.database, scope, { threadId, before: null, count: maxMessages });
  const rows = await getMessageRows(deps.database, scope, ids);
  return rows.sort((a, b) => (a.createdAt < b.createdAt ? 1 : -1));
}

async function markThread(here: BulkPerson, thread: ThreadRow, isRead: boolean): Promise<ThreadUndo> {
  const ids = await readMessagesOf(here, thread, isRead);
  return { thread: thread.id, seen: await setSeen(here, thread, { ids, isRead }) };
}

/** The messages of a thread that are read with it, or unread: the newest one. */
export async function readMessagesOf(
  here: BulkPerson,
  thread: ThreadRow,
  isRead: boolean,
): Promise<string[]> {
  const received = (await messagesOf(here, thread)).filter(({ direction }) => direction === "inbound");
  return (isRead ? received : received.slice(0, 1)).map(({ id }) => id);
}

/** The messages with a placement that is unread although they are to be read, or the other way round. */
export function otherwiseSeen(placed: readonly PlacementRow[], isRead: boolean): string[] {
  const other = placed.filter(({ flags }) => ((flags & Flag.seen) !== 0) !== isRead);
  return [...new Set(other.map(({ messageId }) => messageId))];
}

/** @returns the messages that were otherwise */
async function setSeen(
  here: BulkPerson,
  thread: ThreadRow,
  { ids, isRead }: { ids: readonly string[]; isRead: boolean },
): Promise<string[]> {
  const changed: string[] = [];
  for (let at = 0; at < ids.length; at += perTurn) {
    const some = ids.slice(at, at + perTurn);
    changed.push(
      ...(await actorOf(here, thread).run(
        async (turn) => {
          const placed = await placementsOf(turn, turn.owner, some);
          const otherIds = otherwiseSeen(placed, isRead);
          if (otherIds.length > 0)
            await changeMessages(
              turn,
              otherIds.map((id) => ({ id, threadId: thread.id })),
              { isRead },
            );
          return otherIds;
        },
        { origin: here.origin },
      )),
    );
  }
  return changed;
}

async function labelAs(
  here: BulkHere,
  thread: ThreadRow,
  { name, to }: BulkAction,
): Promise<ThreadUndo | null> {
  const on = name === "label";
  const label = await labelOf(here, thread, { name: to, isMade: on });
  if (!label) return on ? null : { thread: thread.id };
  const keys = labelKeys(label, on);
  const others = { id: thread.id, keys, has: !on, count: 1 };
  if ((await placementsOfThread(here.deps.database, thread, others)).length === 0)
    return { thread: thread.id };
  // Where some mails of the thread had it, the way back would take it from those too, or give it to all.
  const alike = { ...others, has: on };
  const isMixed = (await placementsOfThread(here.deps.database, thread, alike)).length > 0;
  await labelThread(actorOf(here, thread), { threadId: thread.id, labelId: label.id, on });
  return isMixed ? { thread: thread.id } : { thread: thread.id, label: label.id };
}

/** Keys of the keywords by which mails have a label: one that is put on gets its present keyword. */
export function labelKeys(label: LabelRow, on: boolean): ReturnType<typeof keywordKeys> {
  return keywordKeys(on ? { ...label, retiredKeyword: null } : label);
}

/** The label of this name of the thread's address. @param asked.isMade where there is none */
export function labelOf(
  here: BulkHere,
  thread: ThreadRow,
  { name, isMade }: { name: string; isMade: boolean },
): Promise<LabelRow | null> {
  const found = async () => {
    const all = await allLabels(here.deps.database, thread);
    const key = labelKey(name);
    const known = all.find((row) => row.removedAt === null && row.nameKey === key);
    if (known || !isMade) return known ?? null;
    return actorOf(here, thread).run(
      (turn) => createLabel(turn, { id: newId(), name, colour: labelColour }),
      { origin: here.origin },
    );
  };
  const known = here.labels.get(thread.identityId) ?? found();
  here.labels.set(thread.identityId, known);
  return known;
}

/** @throws Failure not_found, validation_error, conflict */
async function moveTo(here: BulkHere, thread: ThreadRow, folder: string): Promise<ThreadUndo | null> {
  const target = await targetOf(here, thread, folder);
  if (!target) return null;
  const { rows, places } = await movesOf(here, thread, target);
  if (target.role === "trash") await trashThread(actorOf(here, thread), thread.id);
  else await moveRows(here, thread, rows, target.id);
  const followed = await setStatus(here, thread, statusAfterMove(thread, target));
  return rows.length === 0 ? followed : { ...followed, places };
}

/** The messages of a thread that a move takes along, by the folders in which they lie. */
export async function movesOf(
  here: BulkPerson,
  thread: ThreadRow,
  target: FolderRow,
): Promise<{ rows: MessageRow[]; places: Record<string, string[]> }> {
  const all = await messagesOf(here, thread);
  const some = target.role === "trash" ? all : all.filter(({ direction }) => direction === "inbound");
  const ids = some.map(({ id }) => id);
  const placed = newestOf(await placementsOf(here.deps.database, thread, ids));
  const moved = placed.filter(({ folderId }) => folderId !== target.id);
  const places: Record<string, string[]> = {};
  for (const [id, rows] of Map.groupBy(moved, ({ folderId }) => folderId))
    places[id] = rows.map(({ messageId }) => messageId);
  const movedIds = new Set(moved.map(({ messageId }) => messageId));
  return { rows: some.filter(({ id }) => movedIds.has(id)), places };
}

export function statusAfterMove({ status }: ThreadRow, { role }: FolderRow): ThreadStatus {
  if (closing.includes(role)) return "resolved";
  return role === "inbox" && status === "resolved" ? "open" : status;
}

/** @returns null: the thread's address has no such folder, or it takes nothing */
export async function targetOf(
  { deps, scope }: BulkPerson,
  { identityId }: ThreadRow,
  folder: string,
): Promise<FolderRow | null> {
  const found = await findFolder(deps.database, scope, { identityId, folder });
  return found && !unmovable.includes(found.role) ? found : null;
}

function newestOf(placed: readonly PlacementRow[]): PlacementRow[] {
  const newest = new Map<string, PlacementRow>();
  for (const row of placed) if (!newest.has(row.messageId)) newest.set(row.messageId, row);
  return [...newest.values()];
}

async function moveRows(
  here: BulkPerson,
  thread: ThreadRow,
  rows: readonly MessageRow[],
  folder: string,
): Promise<void> {
  const { deps, auth, origin } = here;
  const change = { folder };
  for (let at = 0; at < rows.length; at += perTurn) {
    const some = rows.slice(at, at + perTurn);
    await actorOf(here, thread).run(
      async (turn) => {
        // A person may have been asked meanwhile.
        const now = await getThread(turn, here.scope, thread.id);
        if (!now || now.status === "human_review") return;
        const ids = some.map(({ id }) => id);
        const placed = new Set((await placementsOf(turn, turn.owner, ids)).map(({ messageId }) => messageId));
        const there = some.filter(({ id }) => placed.has(id));
        if (there.length > 0) await changeMessages(turn, there, change);
      },
      { origin },
    );
    await trainSpam(deps, auth, { identityId: thread.identityId, rows: some, change });
  }
}
