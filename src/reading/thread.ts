// One thread of the pool: a worker that runs one job at a time within a budget of processor time. On a busy machine a job may
// take long without costing much, so the thread's own processor time counts, where the system reports it (Linux), and a
// far longer time by the clock.
import { readFileSync } from "node:fs";
import type { JobResult } from "./reading-worker.ts";

/**
 * The result of a job: "spent" its processor time is used up, "late" its time by the clock is over, "broken" the thread
 * ended, "none" no thread could be started.
 */
export type Outcome = { answer: unknown } | { error: unknown } | "spent" | "late" | "broken" | "none";

/** A message to a thread, and the buffers that are transferred with it. */
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

/** In the compiled executable all code but workers lies in one folder, and workers keep their paths under src. */
const workerPath = import.meta.url.endsWith("/thread.ts")
  ? "./reading-worker.ts"
  : "./reading/reading-worker.js";

export class Thread {
  readonly #worker: Worker;
  /** The thread id of the operating system. */
  #id: string | null = null;
  /** Resolves to false when the worker does not start. */
  readonly ready: Promise<boolean>;

  /** @throws Error when no worker can be created */
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
   * Runs a job.
   * @returns its result and the milliseconds it took: processor time where that is known, else time by the clock
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
      // A thread cannot use more processor time than passes by the clock: the next check is not earlier.
      const cpuLeft = cpu === null ? Number.POSITIVE_INFINITY : budget.cpuMs - cpu;
      const wallLeft = budget.wallMs - wall();
      if (cpuLeft <= 0) finish("spent");
      else if (wallLeft <= 0) finish("late");
      else timer = setTimeout(look, Math.max(Math.min(cpuLeft, wallLeft), 20));
    };
    timer = setTimeout(look, Math.max(1, Math.min(budget.cpuMs, budget.wallMs)));
    this.#worker.onmessage = (event: MessageEvent<JobResult>) => finish(event.data);
    this.#worker.onerror = () => finish("broken");
    this.#worker.ref();
    this.#worker.postMessage(request, transfer);
    return promise;
  }

  end(): void {
    this.#worker.terminate();
  }

  /** Processor time of the thread so far; null where it is not known. proc_pid_stat(5): utime, stime in 1/100 s */
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
