// Turns over placements: a message's place in a folder, with its own flags and keywords. IMAP and REST place, move, flag and
// remove them here, so that counts, uids and the change log agree. RFC 9051 2.3
import type { Instant } from "../../../src/lib/clock.ts";
import { expungePlacements } from "../../../src/store/mailbox/expunge.ts";
import type { FolderRow } from "../../../src/store/mailbox/folders.ts";
import {
  countPlacements,
  type PlacementRow,
  placementsByUid,
} from "../../../src/store/mailbox/placements.ts";
import { setSpam } from "../../../src/store/message/messages.ts";
import { Flag, folders, placements } from "../../../src/store/tables/index.ts";
import type { Turn } from "../../runtime/turn.ts";
import { refuseHeld } from "./legal-hold.ts";
import { purgeMessages, refuseWatched } from "./purge.ts";
import { tellMessages, tellMoved } from "./told.ts";

/** Placements that one turn may touch, so that no turn runs long. Larger work runs as successive turns. */
export const turnPlacements = 200;

/** Placements of one folder, by uid; those that are not there are left out. */
export function placementsAt(turn: Turn, folderId: string, uids: readonly number[]): Promise<PlacementRow[]> {
  return placementsByUid(turn, turn.owner, { folderId, uids });
}

export interface NewPlacement {
  messageId: string;
  /** Bits of Flag. */
  flags: number;
  keywords: readonly string[];
  internalDate: Instant;
}

/** Places messages in a folder under new uids, in their order. @returns the uids */
export function place(turn: Turn, folder: FolderRow, added: readonly NewPlacement[]): number[] {
  const { accountId, id: folderId, identityId } = folder;
  const now = turn.latest(folders, folder) ?? folder;
  const uids: number[] = [];
  let unread = 0;
  for (const { messageId, flags, keywords, internalDate } of added) {
    const uid = now.uidNext + uids.length;
    const createdAt = turn.instant();
    turn.insert(placements, {
      accountId,
      folderId,
      uid,
      identityId,
      messageId,
      flags,
      keywords: [...keywords],
      internalDate,
      modseq: turn.modseq,
      createdAt,
    });
    turn.change({ kind: "placed", folderId, uid, messageId });
    if ((flags & Flag.seen) === 0) unread++;
    uids.push(uid);
  }
  if (uids.length > 0) {
    const counts = { total: now.total + uids.length, unread: now.unread + unread };
    turn.update(folders, { accountId, id: folderId, uidNext: now.uidNext + uids.length, ...counts }, now);
  }
  return uids;
}

/** A copy keeps flags, keywords and INTERNALDATE. RFC 9051 6.4.7 @returns the new uids, in the rows' order */
export function copyPlacements(turn: Turn, rows: readonly PlacementRow[], target: FolderRow): number[] {
  const uids = place(turn, target, rows);
  markSpam(
    turn,
    rows.map((row) => row.messageId),
    target,
  );
  return uids;
}

/** Moves placements: each gets a new uid in the target. RFC 9051 6.4.8 @returns the new uids, in the rows' order */
export function movePlacements(turn: Turn, rows: readonly PlacementRow[], target: FolderRow): number[] {
  const uids = copyPlacements(turn, rows, target);
  takeAway(turn, rows);
  tellMoved(turn, rows, target);
  return uids;
}

/** Removes placements; a message that has none left is deleted for good. */
export async function removePlacements(turn: Turn, rows: readonly PlacementRow[]): Promise<void> {
  if (rows.length > 0) await removeWith(turn, rows, await lastPlaced(turn, rows));
}

/** The same, where somebody asks for it. @throws Failure legal_hold; forbidden: a person looks at their thread */
export async function deletePlacements(turn: Turn, rows: readonly PlacementRow[]): Promise<void> {
  if (rows.length === 0) return;
  refuseHeld(turn);
  const last = await lastPlaced(turn, rows);
  await refuseWatched(turn, last);
  await removeWith(turn, rows, last);
}

/** @param last what `lastPlaced` says of the rows */
async function removeWith(turn: Turn, rows: readonly PlacementRow[], last: readonly string[]): Promise<void> {
  takeAway(turn, rows);
  await purgeMessages(turn, last);
}

/** Messages that have no placement beside these. */
async function lastPlaced(turn: Turn, rows: readonly PlacementRow[]): Promise<string[]> {
  const ids = [...new Set(rows.map((row) => row.messageId))];
  const left = await countPlacements(turn, turn.accountId, ids);
  for (const row of rows) left.set(row.messageId, (left.get(row.messageId) ?? 0) - 1);
  return ids.filter((id) => left.get(id) === 0);
}

/** Removes placements; the messages stay. */
export function takeAway(turn: Turn, rows: readonly PlacementRow[]): void {
  for (const [folderId, ofFolder] of Map.groupBy(rows, (row) => row.folderId)) {
    let unread = 0;
    const uids = ofFolder.map(({ uid }) => uid);
    turn.bulk(expungePlacements(turn.accountId, { folderId, uids, at: turn.now() }));
    for (const { uid, flags, messageId } of ofFolder) {
      turn.change({ kind: "expunged", folderId, uid, messageId });
      if ((flags & Flag.seen) === 0) unread++;
    }
    count(turn, folderId, { total: -ofFolder.length, unread: -unread });
  }
}

export interface FlagUpdate {
  action: "replace" | "add" | "remove";
  /** Bits of Flag. */
  flags: number;
  /** Atoms; they compare without case. RFC 9051 2.3.2 */
  keywords: readonly string[];
}

/** Changes flags and keywords. @returns the rows after the change, in order; a changed row has the turn's `modseq` */
export function changeFlags(turn: Turn, rows: readonly PlacementRow[], change: FlagUpdate): PlacementRow[] {
  const unread = new Map<string, number>();
  const [nowRead, nowUnread]: [string[], string[]] = [[], []];
  const after = rows.map((row) => {
    const flags = changedBits(row.flags, change);
    const keywords = changedKeywords(row.keywords, change);
    if (flags === row.flags && sameKeywords(keywords, row.keywords)) return row;
    const { accountId, folderId, uid } = row;
    const patch = { accountId, folderId, uid, flags, keywords, modseq: turn.modseq };
    turn.update(placements, patch, row);
    turn.change({ kind: "flags", folderId, uid, messageId: row.messageId });
    const seen = (row.flags & Flag.seen) - (flags & Flag.seen);
    if (seen !== 0) (seen < 0 ? nowRead : nowUnread).push(row.messageId);
    if (seen !== 0) unread.set(folderId, (unread.get(folderId) ?? 0) + seen);
    return { ...row, ...patch };
  });
  for (const [folderId, by] of unread) count(turn, folderId, { total: 0, unread: by });
  tellMessages(turn, "message.read", nowRead);
  tellMessages(turn, "message.unread", nowUnread);
  return after;
}

function changedBits(before: number, { action, flags }: FlagUpdate): number {
  if (action === "replace") return flags;
  return action === "add" ? before | flags : before & ~flags;
}

function changedKeywords(before: readonly string[], { action, keywords }: FlagUpdate): string[] {
  const named = new Set(keywords.map((keyword) => keyword.toLowerCase()));
  if (action === "remove") return before.filter((keyword) => !named.has(keyword.toLowerCase()));
  // A keyword keeps its first spelling.
  const kept = action === "add" ? [...before] : before.filter((keyword) => named.has(keyword.toLowerCase()));
  const known = new Set(kept.map((keyword) => keyword.toLowerCase()));
  return [...kept, ...keywords.filter((keyword) => !known.has(keyword.toLowerCase()))];
}

function sameKeywords(a: readonly string[], b: readonly string[]): boolean {
  return a.length === b.length && a.every((keyword, index) => keyword === b[index]);
}

/** A move to the spam folder marks spam, a move to any other folder but the trash unmarks it. */
function markSpam(turn: Turn, messageIds: readonly string[], target: FolderRow): void {
  if (target.role === "trash" || messageIds.length === 0) return;
  turn.bulk(setSpam(turn.accountId, messageIds, target.role === "spam"));
}

function count(turn: Turn, folderId: string, by: { total: number; unread: number }): void {
  const folder = turn.folders().find((each) => each.id === folderId);
  if (!folder || (by.total === 0 && by.unread === 0)) return;
  const { accountId, id } = folder;
  const counts = { total: folder.total + by.total, unread: folder.unread + by.unread };
  turn.update(folders, { accountId, id, ...counts }, folder);
}
