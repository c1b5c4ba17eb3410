// One process of the pool: it runs one batch of jobs at a time, within a budget of processor time. It is a process and no thread,
// as nothing ends a thread of the runtime that is inside a regular expression (Worker.terminate() does not stop it), while
// a process is killed whatever it does, and its memory is the system's again. On a busy machine a job may take long without
// costing much, so processor time counts, where the system reports it (Linux), and a far longer time by the clock. What it holds
// counts too: a file of some kilobytes may unpack to gigabytes.
import { deserialize } from "bun:jsc";
import { readFileSync } from "node:fs";
import { totalmem } from "node:os";
import { collectAfter, collectPieces } from "../lib/collect.ts";
import type { CargoPiece, FromReader, JobResult, ReaderJob, ToReader } from "./reader-wire.ts";
import { Batch, Gathering } from "./reader-wire.ts";

/**
 * The result of a job: "spent" its processor time or memory is used up, "late" its time by the clock is over, "broken" the process
 * ended, "none" no process could be started.
 */
export type JobOutcome = JobResult | "spent" | "late" | "broken" | "none";

export interface Budget {
  /** Milliseconds of processor time. */
  cpuMs: number;
  /** Milliseconds by the clock. */
  wallMs: number;
}

const megabyte = 1024 * 1024;
/**
 * Bytes that a process may hold: 34 MB of HTML take 770 MB, and a small machine reads its largest mails in part. Ordinary mail is
 * read on the smallest.
 */
const maxHeldBytes = Math.max(
  256 * megabyte,
  Math.min(1024 * megabyte, Math.min(process.constrainedMemory() || Infinity, totalmem()) / 2),
);
/** A process that holds more when it falls idle would be ended for what the next mail is not to blame for. */
const maxIdleBytes = Math.max(160 * megabyte, maxHeldBytes / 4);
const heldPattern = /^(?:RssAnon|RssShmem|VmSwap):\s+(\d+) kB/gm;
/** Milliseconds between two looks at what a process holds. */
const memoryEveryMs = 100;

/** How a batch ended: "whole", all jobs were answered. */
export type BatchEnd = "whole" | Extract<JobOutcome, string>;

/** Options of Bun before the program, where it runs from its sources. Tests add a module that is loaded before the jobs. */
export const readerOptions: string[] = [];

/** The file of this program is open as long as it runs, even where another version took its name. */
const program = process.platform === "linux" ? "/proc/self/exe" : process.execPath;
const command = Bun.isStandaloneExecutable
  ? () => [program, "read-mails"]
  : () => [process.execPath, ...readerOptions, new URL("./reader-process.ts", import.meta.url).pathname];

/** The environment of a reading process: paths and settings of the runtime, no secret. */
function environment(): Record<string, string> {
  const { env } = process;
  const told = Object.keys(env).filter((name) =>
    /^(?:PATH|HOME|TMPDIR|TZ|LANG|MIMALLOC_\w+|BUN_JSC_\w+)$/.test(name),
  );
  return Object.fromEntries(told.map((name) => [name, env[name]!]));
}

interface ReaderBatch {
  heard: (message: FromReader) => void;
  broken: () => void;
}

export class ReaderProcess {
  readonly #process: Bun.Subprocess;
  #batch: ReaderBatch | null = null;
  #isOver = false;
  /** Resolves to false when the process does not start. */
  readonly ready: Promise<boolean>;

  /** @throws Error when no process can be started */
  constructor() {
    const { promise, resolve } = Promise.withResolvers<boolean>();
    this.ready = promise;
    this.#process = Bun.spawn(command(), {
      env: environment(),
      stdio: ["ignore", "ignore", "inherit"],
      serialization: "advanced",
      ipc: (message: FromReader) => {
        if (message === "ready") resolve(true);
        else this.#batch?.heard(message);
      },
      onExit: () => {
        this.#isOver = true;
        resolve(false);
        this.#batch?.broken();
      },
    });
    this.#process.unref();
  }

  /**
   * Runs jobs one after the other.
   * @param onResult called for each job that was answered, with its place
   * @returns how that ended, and the milliseconds it took: processor time where that is known, else time by the clock
   */
  ask(
    jobs: readonly ReaderJob[],
    budget: Budget,
    onResult: (place: number, result: JobResult) => void,
  ): Promise<{ ended: BatchEnd; ms: number }> {
    const begun = performance.now();
    const cpuBefore = this.#cpuMs();
    const { promise, resolve } = Promise.withResolvers<{ ended: BatchEnd; ms: number }>();
    const wall = () => performance.now() - begun;
    const spent = () => {
      const cpu = this.#cpuMs();
      return cpu === null || cpuBefore === null ? null : cpu - cpuBefore;
    };
    let timer: ReturnType<typeof setTimeout>;
    const finish = (ended: BatchEnd) => {
      clearTimeout(timer);
      this.#batch = null;
      this.#process.unref();
      resolve({ ended, ms: spent() ?? wall() });
    };
    const look = () => {
      const cpu = spent();
      // Little more processor time than passes by the clock can be used: the next check is not earlier.
      const cpuLeft = cpu === null ? Number.POSITIVE_INFINITY : budget.cpuMs - cpu;
      const wallLeft = budget.wallMs - wall();
      if (cpuLeft <= 0 || this.#heldBytes() > maxHeldBytes) finish("spent");
      else if (wallLeft <= 0) finish("late");
      else timer = setTimeout(look, Math.max(Math.min(cpuLeft, wallLeft, memoryEveryMs), 20));
    };
    timer = setTimeout(look, Math.max(1, Math.min(budget.cpuMs, budget.wallMs, memoryEveryMs)));
    let answered = 0;
    const answer = (place: number, result: unknown) => {
      onResult(place, result as JobResult);
      if (++answered === jobs.length) finish("whole");
    };
    const large = new Gathering();
    let largePlace = 0;
    const gather = (piece: CargoPiece, size: number) => {
      collectPieces(size);
      if (large.add(piece)) answer(largePlace, large.take());
    };
    const send = this.#sender(new Batch(jobs));
    this.#batch = {
      broken: () => finish("broken"),
      heard: (message) => {
        if (message === "more") send();
        else if (message instanceof Uint8Array) gather(message, message.length);
        else if (typeof message !== "object") return;
        else if ("text" in message) gather(message, message.text.length);
        else if ("answers" in message)
          for (const [place, bytes] of message.answers) answer(place, deserialize(bytes));
        else {
          largePlace = message.place;
          large.begin(message);
        }
      },
    };
    this.#process.ref();
    if (this.#isOver) finish("broken");
    else send();
    return promise;
  }

  /** Sends a batch, a message a call; behind the last one nothing holds the batch. */
  #sender(batch: Batch): () => void {
    const { size } = batch;
    let left = batch.count;
    let messages: Generator<ToReader> | null = batch.messages();
    return () => {
      const message = messages?.next().value;
      if (--left === 0) {
        messages = null;
        collectAfter(size);
      }
      if (message) this.#send(message);
    };
  }

  /** Whether it holds so much that another process takes its place. */
  get isHeavy(): boolean {
    return this.#heldBytes() > maxIdleBytes;
  }

  get isOver(): boolean {
    return this.#isOver;
  }

  end(): void {
    this.#process.kill("SIGKILL");
  }

  #send(message: ToReader): void {
    try {
      this.#process.send(message);
    } catch {
      // The process has just ended, which is told.
    }
  }

  /** Processor time of the process so far; null where it is not known. proc_pid_stat(5): utime, stime in 1/100 s */
  #cpuMs(): number | null {
    if (process.platform !== "linux") return null;
    try {
      const stat = readFileSync(`/proc/${this.#process.pid}/stat`, "latin1");
      const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
      return (Number(fields[11]) + Number(fields[12])) * 10;
    } catch {
      return null;
    }
  }

  /** Bytes in memory, without the program, which processes share; 0 where they are not known. proc_pid_status(5): RssAnon, VmSwap */
  #heldBytes(): number {
    if (process.platform !== "linux") return 0;
    try {
      const status = readFileSync(`/proc/${this.#process.pid}/status`, "latin1");
      let held = 0;
      for (const [, kilobytes] of status.matchAll(heldPattern)) held += Number(kilobytes) * 1024;
      return held;
    } catch {
      return 0;
    }
  }
}
