// The plan of a step of a work on many threads, kept before anything of it is done: a process that dies in the middle leaves it, and
// who repeats the step acts on the same threads and knows how they were before. DECISIONS Agent signup and console.
import { placementsOf, placementsOfThread } from "../../store/mailbox/placements.ts";
import type { ThreadRow } from "../../store/mailbox/threads.ts";
import {
  type BulkAction,
  type BulkHere,
  type BulkPerson,
  labelKeys,
  labelOf,
  leftAlone,
  movesOf,
  otherwiseSeen,
  readMessagesOf,
  statusAfterMove,
  type ThreadUndo,
  targetOf,
} from "./bulk-work.ts";
import { readUndo, undoText } from "./undo-text.ts";

/** The place of a work behind a step; null: nothing is left. */
export type StepRest = { nextNamed: number; nextCursor: string | null } | null;

export interface StepPlan {
  ids: string[];
  rest: StepRest;
  /** Takes the step back, where each of its threads is changed as it is asked for. */
  undo: ThreadUndo[];
}

export async function planStep(
  person: BulkPerson,
  { threads, rest }: { threads: readonly ThreadRow[]; rest: StepRest },
  action: BulkAction,
): Promise<StepPlan> {
  const here: BulkHere = { ...person, labels: new Map() };
  const undo = await Promise.all(threads.map((thread) => undoBefore(here, thread, action).catch(leftAlone)));
  return {
    ids: threads.map(({ id }) => id),
    rest,
    undo: undo.flatMap((one, n) => (one ? [{ thread: threads[n]!.id, ...one }] : [])),
  };
}

/** How a thread is before the action, as far as that changes it; null: it is left alone. */
async function undoBefore(
  here: BulkHere,
  thread: ThreadRow,
  action: BulkAction,
): Promise<Partial<ThreadUndo> | null> {
  const { name, to } = action;
  const { database } = here.deps;
  if (name === "read" || name === "unread") {
    const ids = await readMessagesOf(here, thread, name === "read");
    const placed = await placementsOf(database, thread, ids);
    return { seen: otherwiseSeen(placed, name === "read") };
  }
  if (name === "label" || name === "unlabel") {
    const on = name === "label";
    const label = await labelOf(here, thread, { name: to, isMade: on });
    if (!label) return null;
    const keys = labelKeys(label, on);
    const alike = await placementsOfThread(database, thread, { id: thread.id, keys, has: on, count: 1 });
    return alike.length > 0 ? null : { label: label.id };
  }
  if (thread.status === "human_review") return null;
  if (name === "resolved" || name === "open")
    return thread.status === name ? null : { status: thread.status };
  const target = await targetOf(here, thread, name === "move" ? to : name);
  if (!target) return null;
  const { places } = await movesOf(here, thread, target);
  const { status } = thread;
  const isClosed = statusAfterMove(thread, target) !== status;
  return { ...(isClosed && { status }), ...(Object.keys(places).length > 0 && { places }) };
}

export const planText = ({ undo, ...plan }: StepPlan) => JSON.stringify({ ...plan, undo: undoText(undo) });

export function readPlan(text: string): StepPlan {
  const { undo, ...plan } = JSON.parse(text) as Omit<StepPlan, "undo"> & { undo: string };
  return { ...plan, undo: undo === "" ? [] : readUndo(undo) };
}
