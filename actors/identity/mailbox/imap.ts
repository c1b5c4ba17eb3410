// The turns that IMAP commands call: over messages of one folder, by UID. Callers keep within `turnPlacements` UIDs a turn;
// messages that are gone are left out.
import { Failure } from "../../../src/lib/failure.ts";
import type { PlacementRow } from "../../../src/store/mailbox/placements.ts";
import { keepRecent } from "../../../src/store/mailbox/recent.ts";
import { Flag } from "../../../src/store/tables/index.ts";
import type { Turn } from "../../runtime/turn.ts";
import { type AppendInput, append } from "./append.ts";
import { folderById } from "./folders.ts";
import {
  changeFlags,
  copyPlacements,
  deletePlacements,
  type FlagUpdate,
  movePlacements,
  placementsAt,
} from "./placements.ts";
import type { ReceiveLoaded } from "./threading.ts";

export interface StoreFlags {
  folderId: string;
  uids: readonly number[];
  change: FlagUpdate;
  /** Messages that have changed after this modseq are left as they are; null: none. RFC 7162 3.1.3 */
  unchangedSince: number | null;
}

/** @returns the messages to be changed, as they were and as they are now, and those that `unchangedSince` kept */
export async function storeFlags(
  turn: Turn,
  { folderId, uids, change, unchangedSince }: StoreFlags,
): Promise<{ before: PlacementRow[]; after: PlacementRow[]; kept: PlacementRow[] }> {
  const rows = await placementsAt(turn, folderId, uids);
  const isFree = (row: PlacementRow) => unchangedSince === null || row.modseq <= unchangedSince;
  const before = rows.filter(isFree);
  return { before, after: changeFlags(turn, before, change), kept: rows.filter((row) => !isFree(row)) };
}

export interface CopyMessages {
  folderId: string;
  targetId: string;
  uids: readonly number[];
}

export interface Copied {
  /** In the folder, ascending. */
  uids: number[];
  /** In the target, in the same order. */
  made: number[];
  messageIds: string[];
  /** The verdict that the move or copy expresses: true spam, false none after all; null: neither. */
  isSpam: boolean | null;
}

/** RFC 9051 6.4.7 @throws Failure not_found (a folder), draft_state (scheduled drafts) */
export function copyMessages(turn: Turn, input: CopyMessages): Promise<Copied> {
  return transfer(turn, input, copyPlacements);
}

/** RFC 9051 6.4.8 @throws Failure as copyMessages */
export function moveMessages(turn: Turn, input: CopyMessages): Promise<Copied> {
  return transfer(turn, input, movePlacements);
}

async function transfer(
  turn: Turn,
  { folderId, targetId, uids }: CopyMessages,
  apply: typeof copyPlacements,
): Promise<Copied> {
  const rows = await placementsAt(turn, folderId, uids);
  const from = folderById(turn, folderId);
  const target = folderById(turn, targetId);
  if (from.role === "scheduled")
    throw new Failure(
      "draft_state",
      "A scheduled draft stays here until it is sent, unscheduled or deleted.",
    );
  return {
    uids: rows.map((row) => row.uid),
    made: apply(turn, rows, target),
    messageIds: rows.map((row) => row.messageId),
    isSpam: spamVerdict(from.role, target.role),
  };
}

function spamVerdict(from: string | null, to: string | null): boolean | null {
  if (from === to || to === "trash") return null;
  return to === "spam" ? true : from === "spam" ? false : null;
}

/** Removes those of the messages that have \Deleted. RFC 9051 6.4.3 @throws Failure legal_hold, forbidden */
export async function expungeMessages(
  turn: Turn,
  { folderId, uids }: { folderId: string; uids: readonly number[] },
): Promise<void> {
  const rows = await placementsAt(turn, folderId, uids);
  const marked = rows.filter((row) => (row.flags & Flag.deleted) !== 0);
  await deletePlacements(turn, marked);
}

export interface AppendMessages extends AppendInput {
  /** The message that goes when they are stored. RFC 8508 */
  replaces: { folderId: string; uid: number } | null;
}

/** Stores messages, all or none. @throws Failure as append */
export async function appendMessages(
  turn: Turn,
  input: AppendMessages,
  loaded: readonly ReceiveLoaded[],
): Promise<{ uidValidity: number; uids: number[] }> {
  const stored = await append(turn, input, loaded);
  const { replaces } = input;
  if (replaces) await deletePlacements(turn, await placementsAt(turn, replaces.folderId, [replaces.uid]));
  return stored;
}

/** Stores which messages have been \Recent in some session: those below this UID. RFC 3501 2.3.2 */
export function keepRecentFrom(turn: Turn, folderId: string, recentFrom: number): void {
  turn.bulk(keepRecent({ accountId: turn.accountId, folderId, recentFrom }));
}
