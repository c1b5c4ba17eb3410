// Gives the memory of large buffers back. The runtime's collector looks at its own heap, which large buffers hardly touch:
// without this, a gigabyte of mails that were stored long ago stays resident.

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
