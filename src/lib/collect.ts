// Gives memory back. The runtime's collector looks at its own heap, which large buffers hardly touch: without this, a gigabyte
// of mails that were stored long ago stays resident. And a start reads much of the executable that nothing needs afterwards.
import { releaseMappedFile } from "./libc.ts";

const waitMs = 1000;
let timer: ReturnType<typeof setTimeout> | null = null;

/** Asks for one full collection within a second, however often it is called before that. */
export function collectSoon(): void {
  if (timer) return;
  timer = setTimeout(() => {
    timer = null;
    Bun.gc(true);
  }, waitMs);
  timer.unref();
}

/** By then a start is over, also the work of its threads. */
const settleMs = 10_000;

/** Gives back, once, what the start needed and work does not: garbage, and pages of the executable. */
export function settleAfterStart(): void {
  setTimeout(() => {
    Bun.gc(true);
    if (Bun.isStandaloneExecutable) releaseMappedFile(process.execPath);
  }, settleMs).unref();
}
