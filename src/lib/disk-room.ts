// Room on the disk of a folder, asked here alone.
import { type StatsFs, statfsSync } from "node:fs";
import { stat, statfs } from "node:fs/promises";

/** @returns bytes; Infinity where a file system does not tell, as some of a network do not; @throws Error when there is no such folder */
export function freeBytes(folder: string): number {
  return freeOf(statfsSync(folder));
}

export interface DiskRoom {
  /** As of `freeBytes`. */
  free: number;
  /** Files that can still be made, and their part of all there can be; 1 where a file system has no fixed number. */
  freeFiles: number;
  share: number;
  /** The same for folders of one disk. */
  disk: number;
}

/** As `freeBytes`, without waiting for a disk that hangs. */
export async function diskRoom(folder: string): Promise<DiskRoom> {
  const [room, { dev }] = await Promise.all([statfs(folder), stat(folder)]);
  const { files, ffree } = room;
  return { free: freeOf(room), freeFiles: ffree, share: files > 0 ? ffree / files : 1, disk: dev };
}

/** A file system of no blocks at all does not count them. */
function freeOf({ bavail, bsize, blocks }: StatsFs): number {
  return blocks > 0 ? bavail * bsize : Number.POSITIVE_INFINITY;
}
