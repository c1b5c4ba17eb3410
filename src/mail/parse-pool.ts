// A small pool of workers for large mails. A worker that exceeds a mail's time is ended, and another is started when one is
// needed; idle ones do not keep the process alive. Starting, and waiting for a free one, are not counted.

import type { ParsedMail, ParseOptions } from "./parse.ts";
import type { ParseRequest } from "./parse-worker.ts";

const maxWorkers = 2;

const idle: Worker[] = [];
const waiting: (() => void)[] = [];
let started = 0;

/** Bundled in one executable, a module's address is the executable's, and workers lie where they lie under src. */
const workerPath = import.meta.url.endsWith("/parse-pool.ts")
  ? "./parse-worker.ts"
  : "./mail/parse-worker.js";

/**
 * Reads a mail in a worker.
 * @returns "late" when it took longer than `timeoutMs` or broke the worker, "none" when no worker can be started
 */
export async function readInWorker(
  raw: Uint8Array,
  options: ParseOptions,
  timeoutMs: number,
): Promise<ParsedMail | "late" | "none"> {
  const worker = await take();
  if (worker === null) return "none";
  const result = await ask(worker, raw, { options, timeoutMs });
  worker.onmessage = null;
  worker.onerror = null;
  if (result === "late") {
    worker.terminate();
    started--;
  } else {
    worker.unref();
    idle.push(worker);
  }
  waiting.shift()?.();
  return result;
}

function ask(
  worker: Worker,
  raw: Uint8Array,
  terms: { options: ParseOptions; timeoutMs: number },
): Promise<ParsedMail | "late"> {
  return new Promise((resolve) => {
    const timer = setTimeout(() => resolve("late"), terms.timeoutMs);
    const finish = (result: ParsedMail | "late") => {
      clearTimeout(timer);
      resolve(result);
    };
    worker.onmessage = (event: MessageEvent<ParsedMail>) => finish(event.data);
    worker.onerror = () => finish("late");
    worker.ref();
    // A copy that is handed over: the mail may be a view on a larger buffer, and the caller keeps it.
    const copy = new Uint8Array(raw);
    const request: ParseRequest = { raw: copy, options: terms.options };
    worker.postMessage(request, [copy.buffer]);
  });
}

async function take(): Promise<Worker | null> {
  for (;;) {
    const free = idle.pop();
    if (free) return free;
    if (started < maxWorkers) {
      started++;
      const worker = await start();
      if (worker === null) started--;
      return worker;
    }
    await new Promise<void>((resolve) => waiting.push(resolve));
  }
}

/** A worker that has said that it is ready, or null when it cannot be started. */
function start(): Promise<Worker | null> {
  return new Promise((resolve) => {
    try {
      const worker = new Worker(new URL(workerPath, import.meta.url).href);
      worker.onmessage = () => resolve(worker);
      worker.onerror = () => {
        worker.terminate();
        resolve(null);
      };
    } catch {
      resolve(null);
    }
  });
}
