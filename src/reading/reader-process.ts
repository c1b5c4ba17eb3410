// A reading process: it says once that it is ready, then runs one batch of jobs after the other. It first reads an ordinary mail
// a few times, so that its code is compiled when the first job comes. It ends with the server.
import { deserialize } from "bun:jsc";
import { Failure } from "../lib/failure.ts";
import { endWithParent } from "../lib/libc.ts";
import { jobs } from "./jobs.ts";
import {
  Cargo,
  type CargoPiece,
  type FromReader,
  Gathering,
  type JobResult,
  type ReaderJob,
  type ToReader,
} from "./reader-wire.ts";

/** A batch of more, or an answer in a file, takes hundreds of megabytes: they are collected before the next one. */
const largeBytes = 1024 * 1024;
/** Batches of fewer octets. */
const smallBytes = 128 * 1024;
/** Results wait so long for those that follow. */
const gatherMs = 5;

const large = new Gathering();

process.on("message", (message: ToReader) => {
  if ("jobs" in message) void run(deserialize(message.jobs) as ReaderJob[], message.jobs.length);
  else if ("clone" in message) {
    large.begin(message);
    say("more");
  } else gather(message);
});
process.on("disconnect", () => process.exit(0));
// Signals from a terminal or service manager end the server, which lets this process finish first.
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(signal, () => {});
endWithParent();

for (let n = 0; n < 3; n++) {
  const rows =
    "<tr><td style='color:#123456;padding:1px'><p>A <b>word</b>, <a href='https://a.example/'>a link</a>.</p></td></tr>";
  const raw = Buffer.from(
    `From: a@a.example\r\nContent-Type: text/html\r\n\r\n<table>${rows.repeat(100)}</table>`,
  );
  jobs.read({ raw, options: {} });
}
say("ready");

function gather(piece: CargoPiece): void {
  const isWhole = large.add(piece);
  const { size } = large;
  if (isWhole) void run(large.take() as ReaderJob[], size);
  else say("more");
}

async function run(batch: readonly ReaderJob[], bytes: number): Promise<void> {
  let answers: [number, Uint8Array][] = [];
  let since = performance.now();
  const flush = () => {
    if (answers.length > 0) say({ answers });
    answers = [];
    since = performance.now();
  };
  const isLarge = bytes > largeBytes || batch.some(({ job }) => job === "messagesInFile");
  for (const [place, job] of batch.entries()) {
    if (performance.now() - since > gatherMs) flush();
    // Answers to few octets are small: they are not looked through for large values.
    const result = new Cargo(await resultOf(job), bytes > smallBytes);
    if (result.isSmall) answers.push([place, result.clone]);
    else {
      flush();
      say({ place, ...result.announced });
      for (const piece of result.pieces()) say(piece);
    }
  }
  flush();
  if (!isLarge) return;
  setTimeout(() => Bun.gc(true), 0);
}

/** `input` is typed by the caller. */
async function resultOf({ job, input }: ReaderJob): Promise<JobResult> {
  try {
    return { answer: await (jobs[job] as (input: unknown) => unknown)(input) };
  } catch (error) {
    return { error: plain(error) };
  }
}

/** An error as it can be copied between processes. */
function plain(error: unknown): { code?: string; message: string } {
  if (error instanceof Failure) return { code: error.code, message: error.message };
  return { message: error instanceof Error ? (error.stack ?? error.message) : String(error) };
}

function say(message: FromReader): void {
  process.send!(message);
}
