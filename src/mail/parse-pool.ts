// A small pool of workers for large mails. A worker that exceeds a mail's time is ended and another takes its place when
// needed; idle ones do not keep the process alive. Waiting for a free worker is not counted.

import type { ParsedMail, ParseOptions } from "./parse.ts";
import type { ParseRequest } from "./parse-worker.ts";

const maxWorkers = 2;

const idle: Worker[] = [];
const waiting: (() => void)[] = [];
let started = 0;

/** Reads a mail in a worker; null when it took longer than `timeoutMs` or broke the worker. */
export async function readInWorker(
  raw: Uint8Array,
  options: ParseOptions,
  timeoutMs: number,
): Promise<ParsedMail | null> {
  const worker = await take();
  if (worker === null) return null;
  return new Promise((resolve) => {
    const finish = (result: ParsedMail | null) => {
      clearTimeout(timer);
      worker.onmessage = null;
      worker.onerror = null;
      if (result === null) {
        worker.terminate();
        started--;
      } else {
        worker.unref();
        idle.push(worker);
      }
      waiting.shift()?.();
      resolve(result);
    };
    const timer = setTimeout(() => finish(null), timeoutMs);
    worker.onmessage = (event: MessageEvent<ParsedMail>) => finish(event.data);
    worker.onerror = () => finish(null);
    worker.ref();
    const copy = new Uint8Array(raw);
    const request: ParseRequest = { raw: copy, options };
    worker.postMessage(request, [copy.buffer]);
  });
}

async function take(): Promise<Worker | null> {
  for (;;) {
    const free = idle.pop();
    if (free) return free;
    if (started < maxWorkers) {
      started++;
      try {
        return new Worker(new URL("./parse-worker.ts", import.meta.url).href);
      } catch {
        started--;
        return null;
      }
    }
    await new Promise<void>((resolve) => waiting.push(resolve));
  }
}
