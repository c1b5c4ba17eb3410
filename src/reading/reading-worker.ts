// The worker that a thread of the pool runs: says once that it is ready, then one request in, one answer out. It reads
// an ordinary mail a few times before, so that the first that is sent to it finds everything compiled.
import { readlinkSync } from "node:fs";
import { basename } from "node:path";
import { Failure } from "../lib/failure.ts";
import { type JobName, jobs } from "./jobs.ts";

declare const self: Worker;

const largeBytes = 1024 * 1024;

export interface Asked {
  job: JobName;
  input: unknown;
}

export type Answered = { answer: unknown } | { error: unknown };

self.onmessage = async (event: MessageEvent<Asked>) => {
  try {
    const answer = await done(event.data);
    self.postMessage({ answer }, buffersOf(answer));
  } catch (error) {
    self.postMessage({ error: plain(error) });
  }
  // What a large mail needed, hundreds of megabytes, goes back before the next one.
  if (isLarge(event.data.input)) setTimeout(() => Bun.gc(true), 0);
};

for (let n = 0; n < 3; n++) {
  const rows =
    "<tr><td style='color:#123456;padding:1px'><p>A <b>word</b>, <a href='https://a.example/'>a link</a>.</p></td></tr>";
  const raw = Buffer.from(
    `From: a@a.example\r\nContent-Type: text/html\r\n\r\n<table>${rows.repeat(100)}</table>`,
  );
  jobs.read({ raw, options: {} });
}
self.postMessage({ thread: ownThread() });

/** The caller has typed it. */
function done({ job, input }: Asked): unknown {
  return (jobs[job] as (input: unknown) => unknown)(input);
}

function isLarge(input: unknown): boolean {
  const { raw } = input as { raw?: unknown };
  return raw instanceof Uint8Array && raw.length > largeBytes;
}

/** The system's number of this thread; null where it has none to tell. */
function ownThread(): string | null {
  try {
    return basename(readlinkSync("/proc/thread-self"));
  } catch {
    return null;
  }
}

/** Bytes of an answer that are handed over instead of copied. */
function buffersOf(answer: unknown): ArrayBuffer[] {
  const bytes = answer instanceof Uint8Array ? answer : (answer as { content?: unknown }).content;
  if (!(bytes instanceof Uint8Array) || bytes.buffer.byteLength !== bytes.byteLength) return [];
  return [bytes.buffer as ArrayBuffer];
}

/** What is left of an error between threads. */
function plain(error: unknown): { code?: string; message: string } {
  if (error instanceof Failure) return { code: error.code, message: error.message };
  return { message: error instanceof Error ? (error.stack ?? error.message) : String(error) };
}
