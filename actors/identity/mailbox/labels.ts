// Turns over labels. A label is a keyword on placements; a thread has it when any of its messages' placements has. Work on
// many placements runs as successive turns, so that no turn runs long.
// DECISIONS Threads, messages, folders, labels.
import { Failure, invalid, notFound } from "../../../src/lib/failure.ts";
import {
  allLabels,
  getLabel,
  keywordKeys,
  type LabelRow,
  labelKey,
  maxLabels,
} from "../../../src/store/mailbox/labels.ts";
import { placementsOfThread, placementsWithKeyword } from "../../../src/store/mailbox/placements.ts";
import { labels } from "../../../src/store/tables/index.ts";
import type { Actor } from "../../runtime/registry.ts";
import type { Turn } from "../../runtime/turn.ts";
import { changeFlags, turnPlacements } from "./placements.ts";
import { tellLabelled } from "./told.ts";

export interface LabelInput {
  id: string;
  name: string;
  colour: string;
}

/** @throws Failure label_exists, validation_error, forbidden */
export async function createLabel(turn: Turn, { id, name, colour }: LabelInput): Promise<LabelRow> {
  const known = await allLabels(turn, turn.owner);
  if (known.length >= maxLabels) {
    throw new Failure("forbidden", `An address has at most ${maxLabels} labels. Delete one first.`);
  }
  const clean = checkName(name);
  refuseTaken(known, { id, name: clean });
  const row: LabelRow = {
    accountId: turn.accountId,
    id,
    identityId: turn.ref.id,
    name: clean,
    nameKey: labelKey(clean),
    colour: colour.toLowerCase(),
    keyword: keywordFor(known, { id, name: clean }),
    retiredKeyword: null,
    removedAt: null,
    createdAt: turn.instant(),
  };
  turn.insert(labels, row);
  return row;
}

function checkName(name: string): string {
  const clean = name.normalize("NFC").trim();
  if (clean === "" || /[\u0000-\u001f\u007f-\u009f\u2028\u2029]/.test(clean)) {
    throw invalid("A label's name needs a visible character, and no control characters.");
  }
  return clean;
}

function refuseTaken(known: readonly LabelRow[], { id, name }: { id: string; name: string }): void {
  const taken = known.find(
    (label) => label.removedAt === null && label.id !== id && label.nameKey === labelKey(name),
  );
  if (!taken) return;
  throw new Failure(
    "label_exists",
    `Label ${taken.id} of this address is named "${taken.name}" already (case does not count). Use it, or choose another name.`,
  );
}

/** RFC 9051 9: flag-keyword */
const atom = /^[!#&'+,./0-9:;<=>?@A-Z[^_`a-z|}~-]+$/;
/** Keywords that mail programs set. */
const reserved = /^(?:label-|(?:not?n?)?junk$|forwarded$|redirected$|mdnsent$)/i;

/** The label's keyword: its name where that is a free atom, else one made of its id. A retired keyword is not free yet. */
function keywordFor(known: readonly LabelRow[], { id, name }: { id: string; name: string }): string {
  const taken = known.some(
    (label) =>
      label.id !== id &&
      [label.keyword, label.retiredKeyword].some((word) => word?.toLowerCase() === name.toLowerCase()),
  );
  return atom.test(name) && !reserved.test(name) && !taken ? name : `label-${id.slice(-8)}`;
}

/** @throws Failure not_found, label_exists, validation_error */
export async function changeLabel(
  actor: Actor,
  id: string,
  change: { name?: string; colour?: string },
): Promise<LabelRow> {
  await finishLabel(actor, id);
  const row = await actor.run((turn) => patchLabel(turn, id, change));
  await finishLabel(actor, id);
  return row;
}

async function patchLabel(
  turn: Turn,
  id: string,
  change: { name?: string; colour?: string },
): Promise<LabelRow> {
  const known = await allLabels(turn, turn.owner);
  const label = known.find((row) => row.id === id && row.removedAt === null);
  if (!label) throw notFound();
  const patch: Partial<LabelRow> = {};
  if (change.colour !== undefined) patch.colour = change.colour.toLowerCase();
  if (change.name !== undefined) {
    const name = checkName(change.name);
    refuseTaken(known, { id, name });
    Object.assign(patch, { name, nameKey: labelKey(name) }, renamed(known, label, name));
  }
  turn.update(labels, { accountId: turn.accountId, id, ...patch }, label);
  return { ...label, ...patch };
}

/** The columns that change with the keyword. Keywords compare without case, so a change of case alone changes none. */
function renamed(known: readonly LabelRow[], label: LabelRow, name: string): Partial<LabelRow> {
  const keyword = keywordFor(known, { id: label.id, name });
  if (keyword.toLowerCase() === label.keyword.toLowerCase() || label.retiredKeyword !== null) return {};
  return { keyword, retiredKeyword: label.keyword };
}

/** Deletes a label; its threads stay. SPEC Labels @throws Failure not_found */
export async function deleteLabel(actor: Actor, id: string): Promise<void> {
  await finishLabel(actor, id);
  await actor.run(async (turn) => {
    const label = await readLabel(turn, id);
    const patch = { accountId: turn.accountId, id, removedAt: turn.instant(), retiredKeyword: label.keyword };
    turn.update(labels, patch, label);
  });
  await finishLabel(actor, id);
}

async function readLabel(turn: Turn, id: string): Promise<LabelRow> {
  const scope = { accountId: turn.accountId, identityIds: [turn.ref.id] };
  const label = await getLabel(turn, scope, id);
  if (!label) throw notFound();
  return label;
}

/** Runs the turns that remove a retired keyword from all placements. */
export async function finishLabel(actor: Actor, id: string): Promise<void> {
  while (await actor.run((turn) => retireStep(turn, id)));
}

/** @returns true when there is more to do */
async function retireStep(turn: Turn, id: string): Promise<boolean> {
  const label = (await allLabels(turn, turn.owner)).find((row) => row.id === id);
  if (!label || label.retiredKeyword === null) return false;
  const { accountId, identityId, keyword, retiredKeyword, removedAt } = label;
  const keys = keywordKeys({ identityId, keyword: retiredKeyword, retiredKeyword: null });
  const rows = await placementsWithKeyword(turn, accountId, { keys, count: turnPlacements });
  const left = changeFlags(turn, rows, { action: "remove", flags: 0, keywords: [retiredKeyword] });
  if (removedAt === null) changeFlags(turn, left, { action: "add", flags: 0, keywords: [keyword] });
  if (rows.length === turnPlacements) return true;
  if (removedAt === null) turn.update(labels, { accountId, id, retiredKeyword: null }, label);
  else turn.remove(labels, { accountId, id });
  return false;
}

/** Sets a label on all present messages of a thread, or clears it. @throws Failure not_found (the label) */
export async function labelThread(
  actor: Actor,
  { threadId, labelId, on }: { threadId: string; labelId: string; on: boolean },
): Promise<void> {
  let isFirst = true;
  while (await actor.run((turn) => labelStep(turn, { threadId, labelId, on, isFirst }))) isFirst = false;
}

async function labelStep(
  turn: Turn,
  step: { threadId: string; labelId: string; on: boolean; isFirst: boolean },
): Promise<boolean> {
  const { threadId, labelId, on, isFirst } = step;
  const label = await readLabel(turn, labelId);
  const { keyword, retiredKeyword } = label;
  const keys = keywordKeys(on ? { ...label, retiredKeyword: null } : label);
  const thread = { id: threadId, keys, has: !on, count: turnPlacements };
  const rows = await placementsOfThread(turn, turn.owner, thread);
  const keywords = on || retiredKeyword === null ? [keyword] : [keyword, retiredKeyword];
  changeFlags(turn, rows, { action: on ? "add" : "remove", flags: 0, keywords });
  if (isFirst && rows.length > 0)
    tellLabelled(turn, on ? "thread.labelled" : "thread.unlabelled", { label, threadIds: [threadId] });
  return rows.length === turnPlacements;
}
