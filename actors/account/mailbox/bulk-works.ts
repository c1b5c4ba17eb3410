// Turns over actions on many threads: one begins, processes take it for a step and record how far it came, and it is removed once
// it can no longer be taken back. A step itself is turns of the addresses whose threads it changes. DECISIONS Agent signup and console.
import { addMs, type Instant } from "../../../src/lib/clock.ts";
import { Failure, notFound } from "../../../src/lib/failure.ts";
import {
  type BulkWorkKey,
  type BulkWorkRow,
  getBulkWork,
  isRunning,
  keptBulkWorks,
  lastBulkSteps,
  maxKeptWorks,
  maxRunningWorks,
} from "../../../src/store/mailbox/bulk-works.ts";
import { type BulkAsked, bulkSteps, bulkWorks } from "../../../src/store/tables/index.ts";
import type { Turn } from "../../runtime/turn.ts";

/** A step that takes longer is somebody else's to repeat: each thread of it is left as it is then. */
const claimMs = 60_000;
/** A page goes on by itself within this time: then the worker does. */
const pageMs = 10_000;
/** A work that is not over by then is given up. */
const maxAgeMs = 7 * 86_400_000;
/** A work that is over can be taken back for so long. */
const keptMs = 86_400_000;
/** Characters of all that takes a work back: some 300,000 threads. */
const maxUndoChars = 24_000_000;
/** Steps that one turn removes. */
const maxRemoved = 500;

interface NewWork {
  id: string;
  personId: string;
  email: string | null;
  ip: string | null;
  asked: BulkAsked;
  cursor: string | null;
}

/** @throws Failure conflict: too many go on */
export async function beginBulkWork(turn: Turn, work: NewWork): Promise<BulkWorkRow> {
  const { accountId } = turn;
  const kept = await keptBulkWorks(turn, accountId);
  if (kept.filter(isRunning).length >= maxRunningWorks)
    throw new Failure(
      "conflict",
      `At most ${maxRunningWorks} of these go on at a time. Wait for one to end.`,
    );
  const createdAt = turn.instant();
  for (const old of kept.filter((one) => !isRunning(one)).slice(maxKeptWorks - maxRunningWorks))
    turn.update(bulkWorks, { accountId, id: old.id, phase: "ended", dueAt: createdAt }, old);
  const { cursor, ...asked } = work;
  const row: BulkWorkRow = {
    accountId,
    ...asked,
    phase: "doing",
    nextNamed: 0,
    nextCursor: cursor,
    did: 0,
    leftAlone: 0,
    steps: 0,
    undoChars: 0,
    claim: null,
    dueAt: addMs(createdAt, pageMs),
    createdAt,
  };
  turn.insert(bulkWorks, row);
  turn.poke("bulk");
  return row;
}

/** Takes a work for a step. @returns null: somebody is at it, or it is over; "old": it is given up */
export async function takeBulkWork(turn: Turn, id: string): Promise<BulkWorkRow | "old" | null> {
  const row = await latestWork(turn, { accountId: turn.accountId, id });
  const now = turn.instant();
  if (!row || !isRunning(row) || (row.claim !== null && row.dueAt > now)) return null;
  if (addMs(row.createdAt, maxAgeMs) <= now) {
    endWork(turn, row);
    return "old";
  }
  const taken = { claim: turn.newId(), dueAt: addMs(now, claimMs) };
  turn.update(bulkWorks, { ...keyOf(row), ...taken }, row);
  return { ...row, ...taken };
}

/**
 * Keeps what a step is about to change, before it does: where the process dies at it, the next one finds that there.
 * @returns false: another process has taken the work since
 */
export async function planBulkStep(turn: Turn, taken: BulkWorkRow, plan: string): Promise<boolean> {
  const row = await heldWork(turn, taken);
  if (!row) return false;
  turn.insert(bulkSteps, { accountId: row.accountId, workId: row.id, n: row.steps, undo: plan });
  return true;
}

/** The result of a step. */
export interface BulkStepResult {
  did: number;
  leftAlone: number;
  /** Takes the step back; empty: nothing changed. */
  undo: string;
  /** The place of the rest; null: nothing is left. */
  rest: { nextNamed: number; nextCursor: string | null } | null;
}

/** Tells how far a step of the action came. @param told.isPage a page goes on with the rest by itself */
export async function tellBulkStep(
  turn: Turn,
  taken: BulkWorkRow,
  { result, isPage }: { result: BulkStepResult; isPage: boolean },
): Promise<void> {
  const row = await heldWork(turn, taken);
  if (!row) return;
  const { did, leftAlone, undo, rest } = result;
  const undoChars = Math.min(row.undoChars + undo.length, maxUndoChars + 1);
  const isKept = undo !== "" && undoChars <= maxUndoChars;
  const step = { accountId: row.accountId, workId: row.id, n: row.steps };
  if (isKept) turn.update(bulkSteps, { ...step, undo });
  else turn.remove(bulkSteps, step);
  change(turn, row, {
    did: row.did + did,
    leftAlone: row.leftAlone + leftAlone,
    steps: row.steps + (isKept ? 1 : 0),
    undoChars,
    claim: null,
    ...(rest ?? { phase: "done" }),
    dueAt: dueAfterStep(turn, { isOver: rest === null, isPage }),
  });
}

/** @returns whether all of the work is taken back by undoing its steps */
export const canUndoBulkWork = ({ phase, steps, undoChars }: BulkWorkRow) =>
  phase === "done" && steps > 0 && undoChars <= maxUndoChars;

/** Begins to take a work back. @throws Failure not_found, conflict */
export async function undoBulkWork(turn: Turn, id: string): Promise<BulkWorkRow> {
  const row = await latestWork(turn, { accountId: turn.accountId, id });
  if (!row) throw notFound();
  if (!canUndoBulkWork(row)) throw new Failure("conflict", "This can no longer be undone.");
  const dueAt = dueAfterStep(turn, { isOver: false, isPage: true });
  return change(turn, row, { phase: "undoing", did: 0, leftAlone: 0, claim: null, dueAt });
}

/** Tells that the last step is taken back. */
export async function tellBulkUndone(
  turn: Turn,
  taken: BulkWorkRow,
  { did, isPage }: { did: number; isPage: boolean },
): Promise<void> {
  const row = await heldWork(turn, taken);
  if (!row) return;
  const steps = row.steps - 1;
  const isOver = steps <= 0;
  turn.remove(bulkSteps, { accountId: row.accountId, workId: row.id, n: steps });
  change(turn, row, {
    did: row.did + did,
    steps,
    claim: null,
    ...(isOver && { phase: "undone" }),
    dueAt: dueAfterStep(turn, { isOver, isPage }),
  });
}

/** Ends a work whose person may no longer ask for it, or whose folder or label is gone. */
export async function endBulkWork(turn: Turn, taken: BulkWorkRow): Promise<void> {
  const row = await heldWork(turn, taken);
  if (row) endWork(turn, row);
}

/** Removes a work that is over and whose time has come, at most 500 steps a turn. @returns whether anything was there */
export async function removeBulkWork(turn: Turn, key: BulkWorkKey): Promise<boolean> {
  const row = await latestWork(turn, key);
  if (!row || isRunning(row) || row.dueAt > turn.instant()) return false;
  const steps = await lastBulkSteps(turn, key, maxRemoved);
  for (const { accountId, workId, n } of steps) turn.remove(bulkSteps, { accountId, workId, n });
  if (steps.length < maxRemoved) turn.remove(bulkWorks, keyOf(row));
  return true;
}

const keyOf = ({ accountId, id }: BulkWorkRow) => ({ accountId, id });

/** When a worker goes on with a work after a step of it, or removes it. */
function dueAfterStep(turn: Turn, { isOver, isPage }: { isOver: boolean; isPage: boolean }): Instant {
  const now = turn.instant();
  if (isOver) return addMs(now, keptMs);
  return isPage ? addMs(now, pageMs) : now;
}

/** Changes a work, and says so to the worker. */
function change(turn: Turn, row: BulkWorkRow, patch: Partial<BulkWorkRow>): BulkWorkRow {
  turn.update(bulkWorks, { ...keyOf(row), ...patch }, row);
  turn.poke("bulk");
  return { ...row, ...patch };
}

/** The work as this batch has left it: two turns of one batch do not take it both. */
async function latestWork(turn: Turn, key: BulkWorkKey): Promise<BulkWorkRow | null> {
  const row = await getBulkWork(turn, key);
  return row && turn.latest(bulkWorks, row);
}

/** @returns null: another process has taken it since */
async function heldWork(turn: Turn, taken: BulkWorkRow): Promise<BulkWorkRow | null> {
  const row = await latestWork(turn, taken);
  return row && row.claim === taken.claim ? row : null;
}

function endWork(turn: Turn, row: BulkWorkRow): void {
  const dueAt: Instant = addMs(turn.instant(), keptMs);
  turn.update(bulkWorks, { ...keyOf(row), phase: "ended", claim: null, dueAt }, row);
}
