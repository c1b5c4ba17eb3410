// The threads that read and compose mail, and the one queue before them. Threads stay: one that has read mail reads the next
// several times as fast as a new one. One that exceeds its budget is ended, and another takes its place at once. Large
// work never has all threads, so that what is done quickly does not wait for it.
import { availableParallelism } from "node:os";
import { FairQueue } from "./fair-queue.ts";
import { type Budget, type Outcome, type Parcel, Thread } from "./thread.ts";

const most = Math.min(4, Math.max(2, availableParallelism()));
/** Bytes of a piece of work that is large. */
const largeBytes = 1024 * 1024;
/** About what a mail costs, before it is known. */
const bytesPerMs = 5000;

export interface Terms extends Budget {
  /** Whoever causes the work: sources share the threads equally. */
  source: string;
  /** Bytes to be worked on. */
  bytes: number;
  /** It was tried before and is cheap now. */
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
let largeOnes = 0;

/**
 * Does a piece of work in a thread, when its turn comes. `terms.wallMs` counts from now, waiting included.
 * @param pack called when it begins: what waits is in memory once
 */
export function runInThread(pack: () => Parcel, terms: Terms): Promise<Outcome> {
  return new Promise((resolve) => {
    const { source, urgent = false } = terms;
    const since = performance.now();
    const work: Work = { pack, terms, source, urgent, since, finish: resolve };
    queue.add(work);
    const timer = setTimeout(() => {
      if (queue.remove(work)) resolve("late");
    }, terms.wallMs);
    // Who waits no longer is in no queue.
    timer.unref?.();
    begin();
  });
}

/** Starts a thread where there is none, so that the first large mail finds it warm. */
export function warmUp(): void {
  if (started === 0) release(start());
}

function begin(): void {
  while (idle.length > 0 || started < most) {
    const work = queue.take(({ terms }) => terms.bytes < largeBytes || largeOnes < most - 1);
    if (work === null) return;
    const large = work.terms.bytes >= largeBytes;
    if (large) largeOnes++;
    void serve(idle.pop() ?? start(), work).then((outcome) => {
      if (large) largeOnes--;
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

/** A new thread waits for work once it is ready. */
function release(thread: Thread | null): void {
  void thread?.ready.then((isReady) => {
    if (!isReady) return drop(thread);
    idle.push(thread);
    begin();
  });
}
