// Room on the disk of a folder, asked here alone.
import { statfsSync } from "node:fs";
import { statfs } from "node:fs/promises";

/** @returns bytes; @throws Error when there is no such folder */
export function freeBytes(folder: string): number {
  const { bavail, bsize } = statfsSync(folder);
  return bavail * bsize;
}

export interface DiskRoom {
  /** Bytes. */
  free: number;
  /** Files that can still be made, of all there can be; 1 where a file system has no fixed number. */
  freeFiles: number;
  share: number;
  /** The same for folders of one disk. */
  disk: string;
}

/** As `freeBytes`, without waiting for a disk that hangs. */
export async function diskRoom(folder: string): Promise<DiskRoom> {
  const { bavail, bsize, blocks, files, ffree } = await statfs(folder);
  return {
    free: bavail * bsize,
    freeFiles: ffree,
    share: files > 0 ? ffree / files : 1,
    disk: `${blocks} ${files}`,
  };
}
