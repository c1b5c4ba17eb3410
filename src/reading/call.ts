// Calling a job in a process of the pool: what goes in, and what comes out.
import { Failure, type FailureCode } from "../lib/failure.ts";
import type { JobName, Jobs } from "./jobs.ts";
import type { Budget, JobOutcome } from "./reader.ts";
import { type JobTerms, runInReader } from "./reader-pool.ts";

/** Milliseconds by the clock for the job of a client's request, since their connection may be idle for 90 s. */
export const clientMs = 45_000;

/**
 * Milliseconds of processor time that any job may take, and what the largest may take: many times what they need. Tests of mails
 * without an end use up less.
 */
export const jobCpu = { leastMs: 2_000, mostMs: 20_000, largestBytes: 35 * 1024 * 1024 };

/** Milliseconds of processor time that a job on so many bytes may take. */
export function cpuMsFor(bytes: number): number {
  return jobCpu.leastMs + (jobCpu.mostMs - jobCpu.leastMs) * Math.min(1, bytes / jobCpu.largestBytes);
}

export type JobAnswer<J extends JobName> = Awaited<ReturnType<Jobs[J]>>;
type Done = Extract<JobOutcome, object>;

/** @param pack makes the job's input when the job begins, so that a job that waits holds no copy */
export function inReader<J extends JobName>(
  job: J,
  pack: () => Parameters<Jobs[J]>[0],
  terms: JobTerms,
): Promise<JobOutcome> {
  return runInReader(() => ({ job, input: pack() }), terms);
}

/** Runs a job of a client's request. @throws Failure as the job; unavailable when it took too long */
export async function answer<J extends JobName>(
  job: J,
  pack: () => Parameters<Jobs[J]>[0],
  terms: Pick<JobTerms, "source" | "bytes"> & Partial<Budget>,
): Promise<JobAnswer<J>> {
  const usual = { cpuMs: cpuMsFor(terms.bytes), wallMs: clientMs };
  return answerOrBusy<J>(await inReader(job, pack, { ...usual, ...terms }));
}

/** Bytes with a buffer of their own: with a view, its whole buffer would cross to the process. */
export function own<Bytes extends Uint8Array>(bytes: Bytes): Bytes | Uint8Array {
  return bytes.byteLength === bytes.buffer.byteLength ? bytes : new Uint8Array(bytes);
}

export function isAnswer(outcome: JobOutcome): outcome is Done {
  return typeof outcome === "object";
}

/** @throws the error that the job threw */
export function answerOf<J extends JobName>(outcome: Done): JobAnswer<J> {
  if ("answer" in outcome) return outcome.answer as JobAnswer<J>;
  const { code, message } = outcome.error as { code?: FailureCode; message: string };
  throw code === undefined ? new Error(message) : new Failure(code, message);
}

/** @throws Failure as the job; unavailable when it took too long */
export function answerOrBusy<J extends JobName>(outcome: JobOutcome): JobAnswer<J> {
  if (isAnswer(outcome)) return answerOf<J>(outcome);
  throw new Failure("unavailable", "The server is too busy for a text this large. Try again later.", 30);
}
