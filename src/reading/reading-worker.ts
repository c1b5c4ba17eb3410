// The worker of a reading thread: it reports once that it is ready, then answers one request after the other. It first reads an
// ordinary mail a few times, so that its code is compiled when the first request comes.
import { readlinkSync } from "node:fs";
import { basename } from "node:path";
import { Failure } from "../lib/failure.ts";
import { type JobName, jobs } from "./jobs.ts";

declare const self: Worker;

const largeBytes = 1024 * 1024;

export interface JobRequest {
  job: JobName;
  input: unknown;
}

export type JobResult = { answer: unknown } | { error: unknown };

self.onmessage = async (event: MessageEvent<JobRequest>) => {
  try {
    const answer = await done(event.data);
    self.postMessage({ answer }, buffersOf(answer));
  } catch (error) {
    self.postMessage({ error: plain(error) });
  }
  // A large mail, or a large answer, takes hundreds of megabytes: they are collected before the next one.
  if (event.data.job === "messagesInFile" || isLarge(event.data.input)) setTimeout(() => Bun.gc(true), 0);
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

/** `input` is typed by the caller. */
function done({ job, input }: JobRequest): unknown {
  return (jobs[job] as (input: unknown) => unknown)(input);
}

function isLarge(input: unknown): boolean {
  const { raw } = input as { raw?: unknown };
  return raw instanceof Uint8Array && raw.length > largeBytes;
}

/** The thread id of the operating system; null where it is not known. */
function ownThread(): string | null {
  try {
    return basename(readlinkSync("/proc/thread-self"));
  } catch {
    return null;
  }
}

/** Bytes of an answer that are transferred instead of copied. */
function buffersOf(answer: unknown): ArrayBuffer[] {
  const bytes = answer instanceof Uint8Array ? answer : (answer as { content?: unknown }).content;
  if (!(bytes instanceof Uint8Array) || bytes.buffer.byteLength !== bytes.byteLength) return [];
  return [bytes.buffer as ArrayBuffer];
}

/** An error as it can be copied between threads. */
function plain(error: unknown): { code?: string; message: string } {
  if (error instanceof Failure) return { code: error.code, message: error.message };
  return { message: error instanceof Error ? (error.stack ?? error.message) : String(error) };
}
