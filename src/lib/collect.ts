// Gives memory back. The runtime's collector looks at its own heap, which large buffers hardly touch: without this, a gigabyte
// of mails that were stored long ago stays resident. And what a start or a busy hour needed (compiled code, threads, pages of
// the executable) stays for hours after it.
import { edenGC } from "bun:jsc";
import { releaseMappedFile } from "./libc.ts";
import { othersTurn } from "./pauses.ts";

/** Between two full collections. */
const collectMs = 250;
const waitMs = 1000;
let timer: ReturnType<typeof setTimeout> | null = null;
let collectedMs = Number.NEGATIVE_INFINITY;

const megabyte = 1024 * 1024;
/** Bytes above which it is worth a collection that they are let go of. */
const largeBytes = megabyte;
/** Bytes that were let go of and are collected at once; fewer are collected beside other work. */
const maxFreeBytes = 24 * megabyte;
/** Bytes in pieces after which what is young is collected. */
const youngBytes = 8 * megabyte;
let freeBytes = 0;
let freeYoung = 0;

/** The runtime's full collection: at once, or beside other work. Tests, whose process holds more than a server's, replace it. */
export const collector = { full: (atOnce: boolean): void => void Bun.gc(atOnce) };

/** Asks for a full collection where this many bytes, just let go of, are worth it. */
export function collectAfter(bytes: number): void {
  if (bytes <= largeBytes) return;
  freeBytes += bytes;
  const leftMs = freeBytes >= maxFreeBytes ? 0 : collectedMs + collectMs - performance.now();
  if (timer && leftMs > 0) return;
  clearTimeout(timer ?? undefined);
  timer = setTimeout(collect, Math.max(0, leftMs)).unref();
}

/** Counts a piece of something large, which is short-lived: what is young is collected once there are many. */
export function collectPieces(bytes: number): void {
  freeYoung += bytes;
  if (freeYoung < youngBytes) return;
  freeYoung = 0;
  edenGC();
}

/**
 * Counts a piece that arrives: beside those of many others it lives too long to be collected as young. Their reader
 * waits for it, so that they do not come faster than they are collected, in turns of their own.
 */
export async function collectArriving(bytes: number): Promise<void> {
  freeBytes += bytes;
  if (freeBytes < maxFreeBytes) {
    collectPieces(bytes);
    return;
  }
  await othersTurn();
  // Somebody else's wait may have ended in it.
  if (freeBytes >= maxFreeBytes) collect();
}

/** At once it takes some 20 ms of the main thread; beside other work less than 1 ms, and some time until bytes are free. */
function collect(): void {
  const atOnce = freeBytes >= maxFreeBytes;
  clearTimeout(timer ?? undefined);
  timer = null;
  if (atOnce) freeBytes = 0;
  collector.full(atOnce);
  collectedMs = performance.now();
}

/** How often the server looks at its processor time. */
const lookMs = 5_000;
/** Processor time between two looks from which on the server is in use; one that nobody talks to takes a tenth of it. */
const useMs = 75;
/** Less use than this needs nothing that could be given back. */
const someUseMs = 300;
/** Looks without use after which the server is idle: five minutes, as work that comes back finds its code uncompiled. */
const idleLooks = 60;
/** After a start, which nobody waits behind. */
const firstIdleLooks = 2;
/** Looks after giving back in which what it costs itself is no use. */
const restLooks = 2;

/** When a server is idle: told its processor time at each look, it says once after each time of use that it is. */
export class IdleWatch {
  #usedMs = someUseMs;
  #looks = firstIdleLooks;
  #quiet = 0;
  #rest = 0;

  /** @param ms processor time since the last look */
  fallsIdle(ms: number): boolean {
    if (this.#rest > 0) {
      this.#rest--;
      return false;
    }
    if (ms > useMs) {
      this.#usedMs += ms;
      this.#quiet = 0;
    } else this.#quiet++;
    if (this.#quiet < this.#looks || this.#usedMs < someUseMs) return false;
    this.#usedMs = 0;
    this.#quiet = 0;
    this.#looks = idleLooks;
    this.#rest = restLooks;
    return true;
  }
}

const listeners = new Set<() => void>();

/** Calls the function each time the server falls idle, so that it releases what only use needs. @returns ends that */
export function onIdle(release: () => void): () => void {
  listeners.add(release);
  return () => void listeners.delete(release);
}

/** Gives memory back whenever the server falls idle: after its start, and after use. */
export function watchIdle(): void {
  const watch = new IdleWatch();
  let before = cpuMs();
  setInterval(() => {
    const now = cpuMs();
    const isIdle = watch.fallsIdle(now - before);
    before = now;
    if (isIdle) giveBack();
  }, lookMs).unref();
}

function giveBack(): void {
  for (const release of listeners) release();
  // Compiled code goes too: what is still needed is read from the executable again and compiled when it is hot.
  Bun.shrink();
  if (!Bun.isStandaloneExecutable) return;
  // Later, as shrinking reads the executable too.
  setTimeout(() => releaseMappedFile(process.execPath), waitMs).unref();
}

/** Processor time of the process so far. */
function cpuMs(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}
