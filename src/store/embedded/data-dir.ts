// The data directory and its lock. Two processes on one embedded database would lose rows silently, so the first one
// locks the directory; the kernel ends the lock with the process. DECISIONS Settings and command line.
import { closeSync, fsyncSync, mkdirSync, openSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { messageOf } from "../../lib/failure.ts";
import { lockExclusively } from "../../lib/libc.ts";

/** The data directory cannot be used; the message is for the operator and names it. */
export class DataDirError extends Error {
  override readonly name = "DataDirError";
}

export interface DataDirLock {
  /** Unlocks the directory; the end of the process does the same. */
  release(): void;
}

/**
 * Makes the directory if need be (mode 0700) and locks it for this process.
 * @throws DataDirError when another process has locked it, or it cannot be made or written
 */
export async function lockDataDir(dataDir: string): Promise<DataDirLock> {
  let fd: number;
  try {
    makeDirectory(dataDir);
    // opened close-on-exec: a child process does not inherit the lock
    fd = openSync(join(dataDir, "lock"), "a", 0o600);
  } catch (error) {
    throw new DataDirError(
      `DATA_DIR=${dataDir} cannot be used: ${messageOf(error)}. Name a directory that this user may write.`,
    );
  }
  if (!lockExclusively(fd)) {
    closeSync(fd);
    throw new DataDirError(
      `DATA_DIR=${dataDir} is in use by another Postroom process. Stop that one, or set DATA_DIR to another directory.`,
    );
  }
  let locked = true;
  return {
    release() {
      if (locked) closeSync(fd);
      locked = false;
    },
  };
}

/**
 * Makes the directory without locking it: on Postgres, any number of processes may share their files.
 * @throws DataDirError when it cannot be made
 */
export function shareDataDir(dataDir: string): DataDirLock {
  try {
    makeDirectory(dataDir);
  } catch (error) {
    throw new DataDirError(
      `DATA_DIR=${dataDir} cannot be used: ${messageOf(error)}. Name a directory that this user may write.`,
    );
  }
  return { release: () => undefined };
}

/** A new directory is on the disk, or a power cut would take all that was put into it. */
function makeDirectory(path: string): void {
  const made = mkdirSync(path, { recursive: true, mode: 0o700 });
  if (made === undefined) return;
  const first = resolve(made);
  for (let at = resolve(path); at.startsWith(first); at = dirname(at)) {
    const fd = openSync(dirname(at), "r");
    fsyncSync(fd);
    closeSync(fd);
  }
}
