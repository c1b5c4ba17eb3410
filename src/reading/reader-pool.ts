// The pool of processes that read and compose mail, and its queue. Processes are reused: a warm one reads several times as fast as
// a new one. Small jobs that wait together go over as one batch. A process that exceeds its budget, or holds much when its work is
// done, is killed and replaced at once; the jobs beside the one that cost so much are run again, each alone. One process is always left for small jobs, so that
// they never wait for large ones. Processes end when the server falls idle, or when none was needed for some minutes.
import { availableParallelism } from "node:os";
import { collectAfter, onIdle } from "../lib/collect.ts";
import { FairQueue } from "./fair-queue.ts";
import { type BatchEnd, type Budget, type JobOutcome, ReaderProcess } from "./reader.ts";
import type { ReaderJob } from "./reader-wire.ts";

const maxReaders = Math.min(4, Math.max(2, availableParallelism()));
/** From this size on a job is large. */
const largeBytes = 1024 * 1024;
/** Jobs up to this size go over in batches, of so many jobs and bytes. */
const smallBytes = 32 * 1024;
const maxInBatch = { jobs: 16, bytes: 64 * 1024 };
/** A batch that has run so long may be stuck: what waits behind it goes to another process. */
const patienceMs = 50;
/** Milliseconds of processor time for a batch of several: many times what the costliest mails of this size take. */
const batchCpuMs = 1000;
/** A batch that takes less leaves little in memory. */
const lightMs = 200;
/** The estimate that a job is charged before its time is known. */
const bytesPerMs = 5000;
/** A process that nobody needed for so long ends. */
const unusedMs = 5 * 60_000;

export interface JobTerms extends Budget {
  /** The account or network that causes the work: sources share the processes equally. */
  source: string;
  /** Bytes to be worked on. */
  bytes: number;
  /** The second, cheap attempt for a mail that exceeded its budget. */
  urgent?: boolean;
}

interface QueuedJob {
  readonly pack: () => ReaderJob;
  readonly terms: JobTerms;
  readonly source: string;
  readonly urgent: boolean;
  readonly since: number;
  /** Runs in a batch of its own, since a batch with it and others did not end well. */
  alone: boolean;
  readonly finish: (outcome: JobOutcome) => void;
}

const queue = new FairQueue<QueuedJob>();
/** The longest idle first. */
const idle: { reader: ReaderProcess; since: number }[] = [];
let started = 0;
/** One at a time: what waits for it goes over together. */
let starting = 0;
let runningLarge = 0;
/** When the batches of small jobs that run began. */
const smallSince = new Set<{ at: number }>();
/** Set while small jobs wait for a batch that may be stuck. */
let lookAgain: ReturnType<typeof setTimeout> | null = null;
let willBegin = false;

/**
 * Runs a job in a process. `terms.wallMs` counts from now, waiting included.
 * @param pack called when the job begins, so that a waiting mail is in memory once
 */
export function runInReader(pack: () => ReaderJob, terms: JobTerms): Promise<JobOutcome> {
  return new Promise((resolve) => {
    const { source, urgent = false } = terms;
    const since = performance.now();
    const timer = setTimeout(() => {
      if (queue.remove(work)) resolve("late");
    }, terms.wallMs);
    timer.unref?.();
    // The timer holds the work, and with it the mail.
    const finish = (outcome: JobOutcome) => {
      clearTimeout(timer);
      resolve(outcome);
    };
    const work: QueuedJob = { pack, terms, source, urgent, since, alone: false, finish };
    queue.add(work);
    beginSoon();
  });
}

/** Ends the processes that have no work: each holds some 40 MB. */
export function endIdleReaders(): void {
  for (const { reader } of idle.splice(0)) drop(reader);
}
onIdle(endIdleReaders);

/** Hand over all jobs of one turn of the event loop together. */
function beginSoon(): void {
  if (willBegin) return;
  willBegin = true;
  setImmediate(() => {
    willBegin = false;
    begin();
  });
}

function begin(): void {
  for (;;) {
    while (idle.at(-1)?.reader.isOver) drop(idle.pop()!.reader);
    if (idle.length === 0 && (started === maxReaders || starting > 0)) return;
    const batch = nextBatch();
    if (batch.length === 0) return;
    const end = began(batch);
    void serve(idle.pop()?.reader ?? start(), batch).then(() => {
      end();
      beginSoon();
    });
  }
}

/** Counts a batch as running. @returns ends that */
function began(batch: readonly QueuedJob[]): () => void {
  if (batch[0]!.terms.bytes >= largeBytes) {
    runningLarge++;
    return () => void runningLarge--;
  }
  const since = { at: performance.now() };
  smallSince.add(since);
  return () => void smallSince.delete(since);
}

/**
 * Whether small jobs begin beside those that run. They cost least in one process, whose code is compiled once, and in whole
 * batches: another process takes them where more wait than go over at once, or where those that run may be stuck.
 */
function smallMayBegin(): boolean {
  if (smallSince.size === 0 || queue.length >= maxInBatch.jobs) return true;
  const now = performance.now();
  let newest = 0;
  for (const { at } of smallSince) newest = Math.max(newest, at);
  const wait = newest + patienceMs - now;
  if (wait <= 0) return true;
  if (lookAgain === null)
    lookAgain = setTimeout(() => {
      lookAgain = null;
      begin();
    }, wait);
  return false;
}

/** The next job, and as many small ones behind it as go over with it. */
function nextBatch(): QueuedJob[] {
  const batch: QueuedJob[] = [];
  if (queue.length === 0) return batch;
  let bytes = 0;
  const smallMay = smallMayBegin();
  const mayBegin = ({ terms, alone }: QueuedJob) =>
    batch.length === 0
      ? terms.bytes < largeBytes
        ? smallMay
        : runningLarge < maxReaders - 1
      : !alone && bytes + terms.bytes <= maxInBatch.bytes;
  while (batch.length < maxInBatch.jobs) {
    const work = queue.take(mayBegin);
    if (work === null) break;
    batch.push(work);
    bytes += work.terms.bytes;
    if (work.alone || work.terms.bytes > smallBytes) break;
  }
  return batch;
}

async function serve(reader: ReaderProcess | null, batch: readonly QueuedJob[]): Promise<void> {
  const expected = (work: QueuedJob) => work.terms.bytes / bytesPerMs;
  for (const work of batch) queue.charge(work.source, expected(work));
  if (reader === null || !(await reader.ready)) {
    if (reader !== null) drop(reader);
    for (const work of batch) end(work, "none");
    return;
  }
  const left = new Set(batch);
  const jobs = batch.map(({ pack }) => pack());
  const { ended, ms } = await reader.ask(jobs, budgetOf(batch), (place, result) => {
    left.delete(batch[place]!);
    batch[place]!.finish(result);
  });
  // The bytes that carried a large one there and back.
  collectAfter(batch[0]!.terms.bytes);
  const isKept = ended === "whole" && (ms < lightMs || !reader.isHeavy);
  if (isKept) idle.push({ reader, since: performance.now() });
  else {
    drop(reader);
    release(start());
  }
  endLater();
  // In a failed batch nobody knows which job took the time: each is charged when it runs alone.
  const each = ended === "whole" || batch.length === 1 ? ms / batch.length : null;
  for (const work of batch) {
    if (each !== null) queue.charge(work.source, each - expected(work));
    if (!left.has(work)) queue.done(work);
    else if (batch.length > 1) again(work);
    else end(work, ended as Exclude<BatchEnd, "whole">);
  }
}

function end(work: QueuedJob, outcome: JobOutcome): void {
  queue.done(work);
  work.finish(outcome);
}

/** Run a job again, alone: it may be the one that failed the batch. */
function again(work: QueuedJob): void {
  work.alone = true;
  queue.add(work);
  queue.done(work);
}

function budgetOf(batch: readonly QueuedJob[]): Budget {
  const now = performance.now();
  const cpuMs = Math.min(...batch.map(({ terms }) => terms.cpuMs));
  const wallMs = Math.min(...batch.map(({ terms, since }) => terms.wallMs - (now - since)));
  return batch.length === 1 ? { cpuMs, wallMs } : { cpuMs: Math.min(cpuMs, batchCpuMs), wallMs };
}

function start(): ReaderProcess | null {
  try {
    const reader = new ReaderProcess();
    started++;
    starting++;
    void reader.ready.then(() => {
      starting--;
      beginSoon();
    });
    return reader;
  } catch {
    return null;
  }
}

function drop(reader: ReaderProcess): void {
  reader.end();
  started--;
}

/** Adds a new process to the idle ones once it is ready. */
function release(reader: ReaderProcess | null): void {
  void reader?.ready.then((isReady) => {
    if (!isReady) return drop(reader);
    idle.push({ reader, since: performance.now() });
    begin();
  });
}

let ending: ReturnType<typeof setTimeout> | null = null;

/** Looks later whether a process was not needed. */
function endLater(): void {
  if (ending !== null) return;
  ending = setTimeout(() => {
    ending = null;
    const now = performance.now();
    while (idle.length > 0 && now - idle[0]!.since >= unusedMs) drop(idle.shift()!.reader);
    if (started > 0) endLater();
  }, unusedMs);
  ending.unref();
}
