// Turns over stored messages: read, spam, folder, deletion.
// DECISIONS Threads, messages, folders, labels.
import { Failure, invalid, notFound } from "../../../src/lib/failure.ts";
import { nearest } from "../../../src/lib/nearest.ts";
import type { FolderRow } from "../../../src/store/mailbox/folders.ts";
import { type PlacementRow, placementsOf } from "../../../src/store/mailbox/placements.ts";
import { messageState, setSpam } from "../../../src/store/message/messages.ts";
import { Flag } from "../../../src/store/tables/index.ts";
import type { Turn } from "../../runtime/turn.ts";
import { folderOfRole } from "./folders.ts";
import { changeFlags, deletePlacements, movePlacements } from "./placements.ts";

export interface MessageChange {
  isRead?: boolean;
  isSpam?: boolean;
  /** Role, id or name. */
  folder?: string;
}

/** @throws Failure not_found, validation_error, conflict */
export async function changeMessage(turn: Turn, id: string, change: MessageChange): Promise<void> {
  let placed = await placedMessage(turn, id);
  const target = targetOf(turn, placed[0]!, change);
  if (change.isRead !== undefined) {
    const action = change.isRead ? "add" : "remove";
    placed = changeFlags(turn, placed, { action, flags: Flag.seen, keywords: [] });
  }
  const newest = placed[0]!;
  if (target && target.id !== newest.folderId) movePlacements(turn, [newest], target);
  else if (change.isSpam !== undefined) {
    turn.bulk(setSpam(turn.accountId, [id], change.isSpam));
  }
}

/** The placements of a stored message, the newest first. @throws Failure not_found, conflict */
async function placedMessage(turn: Turn, id: string): Promise<PlacementRow[]> {
  const state = await messageState(turn, turn.owner, id);
  if (state !== "received" && state !== "sent" && state !== "spooled") throw notFound();
  const placed = await placementsOf(turn, turn.owner, [id]);
  if (placed.length === 0) throw inNoFolder();
  return placed;
}

export function inNoFolder(): Failure {
  return new Failure(
    "conflict",
    "This message is in no folder: it is kept only until it is delivered, and cannot be changed.",
  );
}

function targetOf(turn: Turn, newest: PlacementRow, { isSpam, folder }: MessageChange): FolderRow | null {
  const known = turn.folders();
  const ofRole = (role: string) => known.find((each) => each.role === role) ?? null;
  const here = known.find((each) => each.id === newest.folderId);
  if (folder === undefined) {
    if (isSpam === true) return ofRole("spam");
    return isSpam === false && here?.role === "spam" ? ofRole("inbox") : null;
  }
  const target = moveTarget(turn, folder);
  if (isSpam !== undefined && isSpam !== (target.role === "spam")) {
    throw invalid(`is_spam: ${isSpam} and folder: "${folder}" contradict each other. Send one of them.`);
  }
  return target;
}

/**
 * The folder that messages are moved to.
 * @param folder role, id or name
 * @throws Failure not_found, validation_error
 */
export function moveTarget(turn: Turn, folder: string): FolderRow {
  const known = turn.folders();
  const name = folder.trim().toLowerCase();
  const target =
    known.find((each) => each.role === name) ??
    known.find((each) => each.id === name) ??
    known.find((each) => each.name === folder) ??
    known.find((each) => each.name === folder.trim());
  if (!target)
    throw notFound(
      `"folder" names no folder of this address.${likeRole(name)} There are always inbox, archive, spam and trash; GET /api/v1/mailboxes?identity_id=… lists all.`,
    );
  if (target.role === "drafts" || target.role === "scheduled") {
    throw invalid(
      `A message cannot be moved to ${target.role}. Make a draft with POST /api/v1/drafts instead.`,
    );
  }
  return target;
}

/** The folder of every address whose name is near to a word; it says nothing of an address's own ones. */
function likeRole(name: string): string {
  const near = nearest(name.slice(0, 64), ["inbox", "archive", "spam", "trash"]);
  return near === null ? "" : ` Did you mean "${near}"?`;
}

/** Moves a message to the trash, or deletes it for good from there. @throws Failure not_found, conflict, legal_hold, forbidden */
export async function deleteMessage(turn: Turn, id: string): Promise<void> {
  const placed = await placedMessage(turn, id);
  const trash = folderOfRole(turn, "trash");
  if (!trash || placed[0]!.folderId === trash.id) await deletePlacements(turn, placed);
  else movePlacements(turn, [placed[0]!], trash);
}
