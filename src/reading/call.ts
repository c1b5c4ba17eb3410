// Calling a job in a thread of the pool: what goes in, and what comes out.
import { Failure, type FailureCode } from "../lib/failure.ts";
import type { JobName, Jobs } from "./jobs.ts";
import type { Outcome } from "./thread.ts";
import { runInThread, type Terms } from "./thread-pool.ts";

/** Milliseconds for the job of a client's request: of processor time, and by the clock, since their connection may be idle for 90 s. */
export const ordinary = { cpuMs: 20_000, wallMs: 45_000 };

export type Answer<J extends JobName> = Awaited<ReturnType<Jobs[J]>>;
type Done = Extract<Outcome, object>;

export interface Packed<Input> {
  input: Input;
  /** Moved to the thread instead of copied. */
  transfer: ArrayBuffer[];
}

/** @param pack called when the job begins */
export function inThread<J extends JobName>(
  job: J,
  pack: () => Packed<Parameters<Jobs[J]>[0]>,
  terms: Terms,
): Promise<Outcome> {
  const parcel = () => {
    const { input, transfer } = pack();
    return { request: { job, input }, transfer };
  };
  return runInThread(parcel, terms);
}

export function isAnswer(outcome: Outcome): outcome is Done {
  return typeof outcome === "object";
}

/** @throws the error that the job threw */
export function answerOf<J extends JobName>(outcome: Done): Answer<J> {
  if ("answer" in outcome) return outcome.answer as Answer<J>;
  const { code, message } = outcome.error as { code?: FailureCode; message: string };
  throw code === undefined ? new Error(message) : new Failure(code, message);
}

/** @throws Failure as the job; unavailable when it took too long */
export function answerOrBusy<J extends JobName>(outcome: Exclude<Outcome, "none">): Answer<J> {
  if (isAnswer(outcome)) return answerOf<J>(outcome);
  throw new Failure("unavailable", "The server is too busy for a text this large. Try again later.", 30);
}
