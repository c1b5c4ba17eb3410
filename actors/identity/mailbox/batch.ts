// Turns over many messages at once: read state, labels and folder of those that one call names, and the deletion of threads.
// DECISIONS Threads, messages, folders, labels.
import { invalid, notFound } from "../../../src/lib/failure.ts";
import type { FolderRow } from "../../../src/store/mailbox/folders.ts";
import { allLabels, type LabelRow } from "../../../src/store/mailbox/labels.ts";
import {
  type PlacementRow,
  placementsOf,
  placementsOfConversation,
} from "../../../src/store/mailbox/placements.ts";
import { Flag } from "../../../src/store/tables/index.ts";
import type { Actor } from "../../runtime/registry.ts";
import type { Turn, TurnAsker } from "../../runtime/turn.ts";
import { folderOfRole } from "./folders.ts";
import { inNoFolder, moveTarget } from "./messages.ts";
import { changeFlags, deletePlacements, movePlacements, takeAway, turnPlacements } from "./placements.ts";
import { tellLabelled } from "./told.ts";

export interface BatchChange {
  isRead?: boolean;
  /** Role, id or name of a folder that each message's own address has. */
  folder?: string;
  addLabelIds?: readonly string[];
  removeLabelIds?: readonly string[];
}

/**
 * Changes stored messages of one address, all or none.
 * @throws Failure not_found (a folder or label), validation_error, conflict (a message is in no folder)
 */
export async function changeMessages(
  turn: Turn,
  messages: readonly { id: string; threadId: string }[],
  change: BatchChange,
): Promise<void> {
  const ids = messages.map(({ id }) => id);
  const [placed, known] = await Promise.all([
    placementsOf(turn, turn.owner, ids),
    allLabels(turn, turn.owner),
  ]);
  const byMessage = Map.groupBy(placed, (row) => row.messageId);
  if (ids.some((id) => !byMessage.has(id))) throw inNoFolder();
  const target = change.folder === undefined ? null : moveTarget(turn, change.folder);
  let rows = placed;
  if (change.isRead !== undefined) {
    const action = change.isRead ? "add" : "remove";
    rows = changeFlags(turn, rows, { action, flags: Flag.seen, keywords: [] });
  }
  const [added, removed] = [
    labelsOf(known, change.addLabelIds ?? []),
    labelsOf(known, change.removeLabelIds ?? []),
  ];
  const retired = removed.flatMap(({ keyword, retiredKeyword }) =>
    retiredKeyword === null ? [keyword] : [keyword, retiredKeyword],
  );
  if (retired.length > 0) rows = changeFlags(turn, rows, { action: "remove", flags: 0, keywords: retired });
  const keywords = added.map(({ keyword }) => keyword);
  if (keywords.length > 0) rows = changeFlags(turn, rows, { action: "add", flags: 0, keywords });
  const threadIds = messages.map(({ threadId }) => threadId);
  for (const label of removed) tellLabelled(turn, "thread.unlabelled", { label, threadIds });
  for (const label of added) tellLabelled(turn, "thread.labelled", { label, threadIds });
  if (!target) return;
  const newest = new Map<string, PlacementRow>();
  for (const row of rows) if (!newest.has(row.messageId)) newest.set(row.messageId, row);
  const moved = [...newest.values()].filter(({ folderId }) => folderId !== target.id);
  if (moved.length > 0) movePlacements(turn, moved, target);
}

function labelsOf(known: readonly LabelRow[], ids: readonly string[]): LabelRow[] {
  return ids.map((id) => {
    const label = known.find((row) => row.id === id && row.removedAt === null);
    if (label) return label;
    throw invalid(
      `Label ${id} is not a label of every message's address. Name labels and messages of one address.`,
    );
  });
}

/**
 * Moves a thread's messages to the trash, or deletes them for good when all are there already. Its drafts stay.
 * @throws Failure not_found, legal_hold, forbidden
 */
export async function deleteThread(actor: Actor, threadId: string, origin: TurnAsker): Promise<void> {
  const outside = await actor.run((turn) => trashStep(turn, threadId));
  if (outside === 0) {
    while ((await actor.run((turn) => purgeStep(turn, threadId), { origin })) === turnPlacements);
    return;
  }
  if (outside === turnPlacements) await trashThread(actor, threadId);
}

/** Moves a thread's messages to the trash; those that are there stay. @throws Failure not_found */
export async function trashThread(actor: Actor, threadId: string): Promise<void> {
  while ((await actor.run((turn) => trashStep(turn, threadId))) === turnPlacements);
}

/** Up to `turnPlacements` of a thread's places outside the trash. @returns how many there were */
async function trashStep(turn: Turn, threadId: string): Promise<number> {
  const trash = trashOf(turn);
  const at = { threadId, folderId: trash.id, count: turnPlacements };
  const rows = await placementsOfConversation(turn, turn.owner, { ...at, inFolder: false });
  const messageIds = [...new Set(rows.map((row) => row.messageId))];
  const placed = await placementsOf(turn, turn.owner, messageIds);
  const there = new Set(placed.filter((row) => row.folderId === trash.id).map((row) => row.messageId));
  const moved: PlacementRow[] = [];
  for (const row of rows) {
    if (there.has(row.messageId)) continue;
    there.add(row.messageId);
    moved.push(row);
  }
  if (moved.length > 0) movePlacements(turn, moved, trash);
  const left = rows.filter((row) => !moved.includes(row));
  if (left.length > 0) takeAway(turn, left);
  return rows.length;
}

/** Deletes up to `turnPlacements` of a thread's messages in the trash for good. */
async function purgeStep(turn: Turn, threadId: string): Promise<number> {
  const at = { threadId, folderId: trashOf(turn).id, count: turnPlacements };
  const rows = await placementsOfConversation(turn, turn.owner, { ...at, inFolder: true });
  await deletePlacements(turn, rows);
  return rows.length;
}

function trashOf(turn: Turn): FolderRow {
  const trash = folderOfRole(turn, "trash");
  if (!trash) throw notFound();
  return trash;
}
