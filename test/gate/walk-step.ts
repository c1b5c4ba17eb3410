// A step of the walk as a row: who may try it, what it is done to, what the model says comes of it, and what it then knows. Each is
// taken in one way, and held to the model at once.
import type { Answer } from "../support/app/api.ts";
import type { Outcome } from "./model.ts";
import type { Actor } from "./walk-model.ts";
import type { WalkWorld } from "./walk-world.ts";

/** Something that somebody does, or tries. */
export interface Step<On> {
  /** How often it is drawn. */
  weight: number;
  /** The people who may try it. */
  by(w: WalkWorld, on: On): Actor[];
  /** What it is done to, of all there is; null: there is nothing. */
  needs(w: WalkWorld): On | null;
  /** Makes something that it can be done to. */
  make?(w: WalkWorld): Promise<unknown>;
  /** Whether somebody may at all, where it is refused to everybody: because of a recipient, or of what was before. */
  may?(w: WalkWorld, who: Actor, on: On): boolean;
  /** What the model says comes of it. */
  expect(w: WalkWorld, who: Actor, on: On): Outcome;
  /** @returns what came of it; null: what the server's answer does not tell */
  act(w: WalkWorld, who: Actor, on: On): Promise<Outcome | boolean | Answer | null>;
  /** What the model knows once it was refused. */
  forget?(w: WalkWorld, who: Actor, on: On): void;
  /** What the model knows once it was done. */
  learn?(w: WalkWorld, who: Actor, on: On, outcome: Outcome): unknown;
  says(w: WalkWorld, on: On): string;
}

/** A step whose object none else knows. */
export type AnyStep = Step<unknown>;
export const step = <On>(row: Step<On>): AnyStep => row as AnyStep;

export const outcomeIf = (isDone: boolean): Outcome => (isDone ? "allowed" : "refused");

/** Takes a step: it is held to the model at once. */
export async function take<On>(w: WalkWorld, one: Step<On>, who: Actor, on: On): Promise<void> {
  const expected = one.expect(w, who, on);
  const what = `${who.name} ${one.says(w, on)}`;
  w.note(`${what}: ${expected}`);
  const got = await one.act(w, who, on);
  if (got !== null) {
    const outcome =
      typeof got === "string" ? got : typeof got === "boolean" ? outcomeIf(got) : outcomeOf(got);
    const said = typeof got === "object" ? ` (${got.status}: ${got.text.slice(0, 400)})` : "";
    if (outcome !== expected)
      throw new Error(`${what}: the model says ${expected}, the answer ${outcome}${said}`);
    // What the answer brought, such as an id.
    if (typeof got === "object") w.answer = got;
  }
  if (expected === "refused") one.forget?.(w, who, on);
  else await one.learn?.(w, who, on, expected);
}

/** Of a call that makes mail leave; any other answer that is not refused is "allowed". */
function outcomeOf({ status, json }: Answer): Outcome {
  if (status >= 400) return "refused";
  const data = (json as { data?: { review_id?: string; held?: unknown[]; status?: string } } | null)?.data;
  const waits = data?.status === "pending_review" || (data?.held?.length ?? 0) > 0;
  return waits ? "held" : "allowed";
}

/** Whether something in the browser can be done: a page without its form is for somebody else. */
export async function trying(work: () => Promise<void>): Promise<boolean> {
  try {
    await work();
    return true;
  } catch (error) {
    if (String(error).includes("no form for")) return false;
    throw error;
  }
}
