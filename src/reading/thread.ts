// One thread of the pool: a worker that does one piece of work at a time, within a budget of processor time. On a machine
// that is busy with other things a piece of work takes long without costing much: what counts is the thread's own time,
// where the system tells it (Linux), and a far longer time by the clock.
import { readFileSync } from "node:fs";
import type { Answered } from "./reading-worker.ts";

/**
 * What came of a piece of work: "spent" its processor time is used up, "late" its time by the clock is over, "broken" the
 * thread ended, "none" no thread can be started.
 */
export type Outcome = { answer: unknown } | { error: unknown } | "spent" | "late" | "broken" | "none";

/** What is sent to a thread, and its buffers that are handed over. */
export interface Parcel {
  request: object;
  transfer: ArrayBuffer[];
}

export interface Budget {
  /** Milliseconds of processor time. */
  cpuMs: number;
  /** Milliseconds by the clock. */
  wallMs: number;
}

/** Bundled in one executable, a module's address is the executable's, and workers lie where they lie under src. */
const workerPath = import.meta.url.endsWith("/thread.ts")
  ? "./reading-worker.ts"
  : "./reading/reading-worker.js";

export class Thread {
  readonly #worker: Worker;
  /** The system's number of the thread. */
  #id: string | null = null;
  /** Resolves false when it does not start. */
  readonly ready: Promise<boolean>;

  /** @throws Error when there can be no worker */
  constructor() {
    this.#worker = new Worker(new URL(workerPath, import.meta.url).href);
    this.#worker.unref();
    const { promise, resolve } = Promise.withResolvers<boolean>();
    this.ready = promise;
    this.#worker.onmessage = (event: MessageEvent<{ thread: string | null }>) => {
      this.#id = event.data.thread;
      resolve(true);
    };
    this.#worker.onerror = () => resolve(false);
  }

  /**
   * Does a piece of work.
   * @returns what came of it, and the milliseconds it took: processor time where that is known
   */
  ask({ request, transfer }: Parcel, budget: Budget): Promise<{ outcome: Outcome; ms: number }> {
    const begun = performance.now();
    const cpuBefore = this.#cpuMs();
    const { promise, resolve } = Promise.withResolvers<{ outcome: Outcome; ms: number }>();
    const wall = () => performance.now() - begun;
    const spent = () => {
      const cpu = this.#cpuMs();
      return cpu === null || cpuBefore === null ? null : cpu - cpuBefore;
    };
    let timer: ReturnType<typeof setTimeout>;
    const finish = (outcome: Outcome) => {
      clearTimeout(timer);
      this.#worker.onmessage = null;
      this.#worker.onerror = null;
      this.#worker.unref();
      resolve({ outcome, ms: spent() ?? wall() });
    };
    const look = () => {
      const cpu = spent();
      // A thread cannot have used more time than has passed: nothing is to be seen before that.
      const cpuLeft = cpu === null ? Number.POSITIVE_INFINITY : budget.cpuMs - cpu;
      const wallLeft = budget.wallMs - wall();
      if (cpuLeft <= 0) finish("spent");
      else if (wallLeft <= 0) finish("late");
      else timer = setTimeout(look, Math.max(Math.min(cpuLeft, wallLeft), 20));
    };
    timer = setTimeout(look, Math.max(1, Math.min(budget.cpuMs, budget.wallMs)));
    this.#worker.onmessage = (event: MessageEvent<Answered>) => finish(event.data);
    this.#worker.onerror = () => finish("broken");
    this.#worker.ref();
    this.#worker.postMessage(request, transfer);
    return promise;
  }

  end(): void {
    this.#worker.terminate();
  }

  /** Processor time of the thread so far; null where the system does not tell. proc_pid_stat(5): utime, stime in 1/100 s */
  #cpuMs(): number | null {
    if (this.#id === null) return null;
    try {
      const stat = readFileSync(`/proc/self/task/${this.#id}/stat`, "latin1");
      const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
      return (Number(fields[11]) + Number(fields[12])) * 10;
    } catch {
      return null;
    }
  }
}
