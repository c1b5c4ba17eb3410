// Room on the disk of DATA_DIR that a start after a kill has where the disk is full: a file is freed, and the database recovers
// and the ports are announced in its place. A server makes it again once there is room.

import { randomBytes } from "node:crypto";
import { existsSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { freeBytes } from "../../lib/disk-room.ts";

/** A recovery takes a segment of the log (4 MB), and a checkpoint's files. */
export const reserveBytes = 8 << 20;
/** Less than this is left to others: the reserve would be what fills the disk. */
const ampleBytes = 8 * reserveBytes;

const reserveOf = (dataDir: string) => join(dataDir, "reserve");

/** @returns whether the disk was full, and there was a reserve to free */
export function freeReserve(dataDir: string): boolean {
  const file = reserveOf(dataDir);
  try {
    dropHalf(file);
    if (!existsSync(file) || freeBytes(dataDir) >= reserveBytes) return false;
    rmSync(file);
    return true;
  } catch {
    // what cannot be removed, as on a disk that takes no writes, hinders no start
    return false;
  }
}

/** Makes the reserve where it is missing and the disk has ample room. Bytes that do not compress, so that they take it. */
export function keepReserve(dataDir: string): void {
  const file = reserveOf(dataDir);
  try {
    if (existsSync(file) || freeBytes(dataDir) < ampleBytes) return;
    writeFileSync(`${file}.new`, randomBytes(reserveBytes), { mode: 0o600 });
    renameSync(`${file}.new`, file);
  } catch {
    // no room after all: nothing is kept, and the disk's own finding says so
    dropHalf(file);
  }
}

/** Between two looks of a server whether its reserve is there: one statement of the file system. */
const lookMs = 10 * 60_000;

/** Keeps a reserve from now on: one that was used is made again once the disk has room. @returns ends that */
export function holdReserve(dataDir: string, everyMs = lookMs): () => void {
  keepReserve(dataDir);
  const timer = setInterval(() => keepReserve(dataDir), everyMs);
  timer.unref();
  return () => clearInterval(timer);
}

function dropHalf(file: string): void {
  try {
    rmSync(`${file}.new`, { force: true });
  } catch {
    // a folder of somebody else, or a disk that takes no writes
  }
}
