// The pool of threads that read and compose mail, and its queue. Threads are reused: a warm one reads several times as fast as
// a new one. A thread that exceeds its budget is terminated and replaced at once. One thread is always left for small jobs,
// so that they never wait for large ones. Threads end when the server falls idle.
import { availableParallelism } from "node:os";
import { onIdle } from "../lib/collect.ts";
import { FairQueue } from "./fair-queue.ts";
import { type Budget, type Outcome, type Parcel, Thread } from "./thread.ts";

const maxThreads = Math.min(4, Math.max(2, availableParallelism()));
/** From this size on a job is large. */
const largeBytes = 1024 * 1024;
/** The estimate that a job is charged before its time is known. */
const bytesPerMs = 5000;

export interface Terms extends Budget {
  /** The account or network that causes the work: sources share the threads equally. */
  source: string;
  /** Bytes to be worked on. */
  bytes: number;
  /** The second, cheap attempt for a mail that exceeded its budget. */
  urgent?: boolean;
}

interface Work {
  readonly pack: () => Parcel;
  readonly terms: Terms;
  readonly source: string;
  readonly urgent: boolean;
  readonly since: number;
  readonly finish: (outcome: Outcome) => void;
}

const queue = new FairQueue<Work>();
const idle: Thread[] = [];
let started = 0;
let runningLarge = 0;

/**
 * Runs a job in a thread. `terms.wallMs` counts from now, waiting included.
 * @param pack called when the job begins, so that a waiting mail is in memory once
 */
export function runInThread(pack: () => Parcel, terms: Terms): Promise<Outcome> {
  return new Promise((resolve) => {
    const { source, urgent = false } = terms;
    const since = performance.now();
    const timer = setTimeout(() => {
      if (queue.remove(work)) resolve("late");
    }, terms.wallMs);
    timer.unref?.();
    // The timer holds the work, and with it the mail.
    const finish = (outcome: Outcome) => {
      clearTimeout(timer);
      resolve(outcome);
    };
    const work: Work = { pack, terms, source, urgent, since, finish };
    queue.add(work);
    begin();
  });
}

/** Starts the first thread, so that it is warm when the first large mail comes: 20 MB that a server without mail does not need. */
export function warmUp(): void {
  if (started === 0) release(start());
}

// Each holds some 20 MB.
onIdle(() => {
  for (const thread of idle.splice(0)) drop(thread);
});

function begin(): void {
  while (idle.length > 0 || started < maxThreads) {
    const work = queue.take(({ terms }) => terms.bytes < largeBytes || runningLarge < maxThreads - 1);
    if (work === null) return;
    const large = work.terms.bytes >= largeBytes;
    if (large) runningLarge++;
    void serve(idle.pop() ?? start(), work).then((outcome) => {
      if (large) runningLarge--;
      queue.done(work);
      work.finish(outcome);
      begin();
    });
  }
}

async function serve(thread: Thread | null, work: Work): Promise<Outcome> {
  const { source, terms, since, pack } = work;
  const expected = terms.bytes / bytesPerMs;
  queue.charge(source, expected);
  if (thread === null || !(await thread.ready)) {
    if (thread !== null) drop(thread);
    return "none";
  }
  const wallMs = terms.wallMs - (performance.now() - since);
  const { outcome, ms } = await thread.ask(pack(), { cpuMs: terms.cpuMs, wallMs });
  queue.charge(source, ms - expected);
  if (outcome === "spent" || outcome === "late" || outcome === "broken") {
    drop(thread);
    release(start());
  } else idle.push(thread);
  return outcome;
}

function start(): Thread | null {
  try {
    const thread = new Thread();
    started++;
    return thread;
  } catch {
    return null;
  }
}

function drop(thread: Thread): void {
  thread.end();
  started--;
}

/** Adds a new thread to the idle ones once it is ready. */
function release(thread: Thread | null): void {
  void thread?.ready.then((isReady) => {
    if (!isReady) return drop(thread);
    idle.push(thread);
    begin();
  });
}
