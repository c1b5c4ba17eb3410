// One step of an action on many threads that a page or a worker goes on with: some threads of what a person asked for, as long as
// they may ask for it. The row of the work says how far it came, so any process makes the next step.
import {
  type BulkStepResult,
  endBulkWork,
  planBulkStep,
  takeBulkWork,
  tellBulkStep,
  tellBulkUndone,
} from "../../../actors/account/mailbox/bulk-works.ts";
import type { HttpDeps } from "../../http/context.ts";
import { Failure, type FailureCode } from "../../lib/failure.ts";
import { type BulkWorkKey, type BulkWorkRow, lastBulkSteps } from "../../store/mailbox/bulk-works.ts";
import { getThreads, type ThreadRow } from "../../store/mailbox/threads.ts";
import { accountsOf, may, ownerPersonId } from "../session/accounts.ts";
import { planStep, planText, readPlan, type StepRest } from "./bulk-plan.ts";
import { actOnAll, type BulkAction, type BulkPerson, bulkActions, takeBackAll } from "./bulk-work.ts";
import { threadsOf } from "./list-data.ts";
import { type ListAddress, narrowingParts, partsQuery, placeOf } from "./places.ts";
import { readUndo, undoText } from "./undo-text.ts";

type StepDeps = Pick<HttpDeps, "database" | "actors" | "screening">;

/** Threads of one step that are named; of a list it is a page of it. */
const perStep = 50;

/** @returns false: somebody else is at it, or it is over */
export async function bulkStep(
  deps: StepDeps,
  { accountId, id }: BulkWorkKey,
  { isPage }: { isPage: boolean },
): Promise<boolean> {
  const account = deps.actors.account(accountId);
  const work = await account.run((turn) => takeBulkWork(turn, id));
  if (!work) return false;
  if (work === "old") return true;
  const person = await personOf(deps, work);
  const did = person && (await oneStep(person, work).catch(givenUp));
  if (did === "late") return false;
  await account.run(async (turn) => {
    if (!did) await endBulkWork(turn, work);
    else if ("rest" in did) await tellBulkStep(turn, work, { result: did, isPage });
    else await tellBulkUndone(turn, work, { ...did, isPage });
  });
  return true;
}

/** @returns "late": somebody else has it by now @throws Failure not_found: the folder or label that the work is about is gone */
async function oneStep(
  person: BulkPerson,
  work: BulkWorkRow,
): Promise<BulkStepResult | { did: number } | "late"> {
  if (work.phase === "undoing") {
    const [step] = await lastBulkSteps(person.deps.database, work, 1);
    return { did: step ? await takeBackAll(person, readUndo(step.undo), actionOf(work)) : 0 };
  }
  const { database, actors } = person.deps;
  const action = actionOf(work);
  const [last] = await lastBulkSteps(database, work, 1);
  // Left by a process that died at it, or is late: how its threads were before is known by the plan alone.
  const begun = last?.n === work.steps ? readPlan(last.undo) : null;
  const plan = begun ?? (await planStep(person, await nextThreads(person, work), action));
  const keep = () => actors.account(work.accountId).run((turn) => planBulkStep(turn, work, planText(plan)));
  if (!begun && !(await keep())) return "late";
  const { undone, left } = await actOnAll(person, await getThreads(database, person.scope, plan.ids), action);
  const undo = undoText(begun ? plan.undo : undone);
  return { did: undone.length, leftAlone: left, undo, rest: plan.rest };
}

/** Refusals that a step would meet each time: the work would go on for a week. */
const lasting: readonly FailureCode[] = ["not_found", "validation_error", "invalid_cursor"];

function givenUp(error: unknown): null {
  if (error instanceof Failure && lasting.includes(error.code)) return null;
  throw error;
}

/** The person who asked, as a page would know them now; null: they may not ask for it any more. */
async function personOf(deps: StepDeps, work: BulkWorkRow): Promise<BulkPerson | null> {
  const { accountId, personId, email } = work;
  const opened = await accountsOf(deps.database, { accountId, ownerEmail: email });
  const account = opened.find((one) => one.accountId === accountId);
  if (!account || !may(account, "member")) return null;
  if ((account.memberId ?? ownerPersonId(accountId)) !== personId) return null;
  const scope = { accountId, identityIds: null };
  return {
    deps,
    scope,
    auth: { ...scope, level: null, keyId: personId, tokenHash: new Uint8Array(), plan: account.plan },
    origin: { kind: "person", id: email ?? "operator", ip: work.ip },
  };
}

function actionOf({ asked }: BulkWorkRow): BulkAction {
  return { name: bulkActions.find((name) => name === asked.action)!, to: asked.to };
}

/** The list that a work is about, from where it began. */
export function placeOfWork({ asked, nextCursor }: BulkWorkRow): ListAddress {
  const { list, addressId, podId = null, labelId = null, of } = asked;
  const query = partsQuery({ ...narrowingParts({ addressId, podId, labelId }), of });
  return { ...placeOf(list, query), cursor: nextCursor };
}

/** @returns rest null: these are the last */
async function nextThreads(
  { deps, scope }: BulkPerson,
  work: BulkWorkRow,
): Promise<{ threads: ThreadRow[]; rest: StepRest }> {
  const { ids } = work.asked;
  const { nextNamed } = work;
  if (ids !== null) {
    const to = nextNamed + perStep;
    const threads = await getThreads(deps.database, scope, ids.slice(nextNamed, to));
    return { threads, rest: to >= ids.length ? null : { nextNamed: to, nextCursor: null } };
  }
  const { threads, next } = await threadsOf({ deps, scope }, placeOfWork(work));
  return { threads, rest: next === null ? null : { nextNamed, nextCursor: next } };
}
