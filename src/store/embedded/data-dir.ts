// The data directory and its lock. Two processes on one embedded database would lose rows silently, so the first one
// locks the directory; the kernel releases the lock when the process ends. DECISIONS Settings and command line.
import { closeSync, mkdirSync, openSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { messageOf } from "../../lib/failure.ts";
import { lockExclusively } from "../../lib/libc.ts";
import { syncPath } from "../../lib/sync-path.ts";
import { lockHolder } from "./lock-holder.ts";

/** The data directory cannot be used. The message names it and says what the operator can do. */
export class DataDirError extends Error {
  override readonly name = "DataDirError";
}

export interface DataDirLock {
  /** Unlocks the directory, as the end of the process does. */
  release(): void;
}

/**
 * Creates the directory if it does not exist (mode 0700) and locks it for this process.
 * @throws DataDirError when another process has locked it, or it cannot be made or written
 */
export async function lockDataDir(dataDir: string): Promise<DataDirLock> {
  const lock = tryLockDataDir(dataDir);
  if (lock) return lock;
  const holder = lockHolder(join(dataDir, "lock"));
  if (holder?.state === "T")
    throw new DataDirError(
      `DATA_DIR=${dataDir} is in use by another Postroom process (${holder.pid}), which was stopped by a signal. Let it go on: kill -CONT ${holder.pid}`,
    );
  throw new DataDirError(
    `DATA_DIR=${dataDir} is in use by another Postroom process. Stop that one, or set DATA_DIR to another directory.`,
  );
}

/**
 * As lockDataDir. @returns null when another process has locked it
 * @throws DataDirError when it cannot be made or written
 */
export function tryLockDataDir(dataDir: string): DataDirLock | null {
  let fd: number;
  try {
    makeDirectory(dataDir);
    // Opened close-on-exec: a child process does not inherit the lock.
    fd = openSync(join(dataDir, "lock"), "a", 0o600);
  } catch (error) {
    throw new DataDirError(
      `DATA_DIR=${dataDir} cannot be used: ${messageOf(error)}. Name a directory that this user may write.`,
    );
  }
  if (!lockExclusively(fd)) {
    closeSync(fd);
    return null;
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
 * Creates the directory without locking it: on Postgres, any number of processes may share it.
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

/** Creates a directory and syncs its entry: without it, a power failure could lose all files inside. */
function makeDirectory(path: string): void {
  const made = mkdirSync(path, { recursive: true, mode: 0o700 });
  if (made === undefined) return;
  const first = resolve(made);
  for (let at = resolve(path); at.startsWith(first); at = dirname(at)) syncPath(dirname(at));
}
