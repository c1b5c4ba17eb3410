// Loaded into a server before its program (`bun --preload`): measures the longest stretch of processor time that its main thread
// spends without coming back to its event loop, while the process that started it asks for that. Processor time, not the clock,
// so that a busy machine changes little. A stretch that begins within a tick of a millisecond counts with what was before it.
// TURN_STACKS=1 also samples what runs, and tells it of stretches of 20 ms and more.
import { dlopen, FFIType, ptr } from "bun:ffi";
import * as jsc from "bun:jsc";

export type ToClock = "begin" | "end";
export interface FromClock {
  longestMs: number;
  /** What ran in it, the most often first; "" where nobody asked. */
  stacks: string;
}

/** clock_gettime(2): CLOCK_THREAD_CPUTIME_ID */
const threadTime = 3;
const { symbols } = dlopen("libc.so.6", {
  clock_gettime: { args: [FFIType.i32, FFIType.ptr], returns: FFIType.i32 },
});
const time = new BigInt64Array(2);
const timeAt = ptr(time);

/** Milliseconds of processor time of this thread. */
function threadMs(): number {
  symbols.clock_gettime(threadTime, timeAt);
  return Number(time[0]) * 1000 + Number(time[1]) / 1e6;
}

interface Sampled {
  traces: { frames: { name: string; location: string }[] }[];
}

const isSampling = process.env.TURN_STACKS === "1";
if (isSampling) jsc.startSamplingProfiler();

/** What was sampled since the last call. The types of Bun do not name it. */
function sampled(): Sampled["traces"] {
  return (jsc as unknown as { samplingProfilerStackTraces(): Sampled }).samplingProfilerStackTraces().traces;
}

function stacksOf(traces: Sampled["traces"]): string {
  const counts = new Map<string, number>();
  for (const { frames } of traces) {
    const stack = frames
      .slice(0, 14)
      .map(({ name }) => name)
      .join(" < ");
    counts.set(stack, (counts.get(stack) ?? 0) + 1);
  }
  const often = [...counts].sort(([, a], [, b]) => b - a).slice(0, 4);
  return often.map(([stack, count]) => `${count} of ${traces.length}: ${stack}`).join("\n");
}

let longest: FromClock = { longestMs: 0, stacks: "" };
let last = 0;
let ticking: ReturnType<typeof setInterval> | null = null;

function tick(): void {
  const longestMs = threadMs() - last;
  if (longestMs > longest.longestMs)
    longest = { longestMs, stacks: isSampling && longestMs >= 20 ? stacksOf(sampled()) : "" };
  else if (isSampling && longestMs < 1) sampled();
  last = threadMs();
}

process.on("message", (message: ToClock) => {
  if (message === "begin") {
    longest = { longestMs: 0, stacks: "" };
    last = threadMs();
    ticking = setInterval(tick, 1);
  } else if (message === "end") {
    clearInterval(ticking!);
    tick();
    process.send!(longest);
  }
});
// The server ends with the test.
process.on("disconnect", () => process.exit(0));
