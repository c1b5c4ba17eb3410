// Two calls of the C library through bun:ffi, on Linux (glibc and musl) and macOS: a file lock that lasts as long as the
// process, and the sync of a whole file system.
import { dlopen, FFIType } from "bun:ffi";

const names =
  process.platform === "darwin"
    ? ["libSystem.B.dylib"]
    : ["libc.so.6", "libc.so", `libc.musl-${process.arch === "arm64" ? "aarch64" : "x86_64"}.so.1`];

/** flock(2): LOCK_EX | LOCK_NB, the same numbers on Linux and macOS */
const exclusiveNow = 2 | 4;

/**
 * Locks an open file exclusively; the kernel ends the lock with the process.
 * @returns false when another process (or another open of the same file) holds the lock
 * @throws Error where the C library cannot be loaded
 */
export function lockExclusively(fd: number): boolean {
  const libc = open({ flock: { args: [FFIType.i32, FFIType.i32], returns: FFIType.i32 } });
  try {
    return libc.symbols.flock(fd, exclusiveNow) === 0;
  } finally {
    libc.close();
  }
}

/**
 * Writes all cached data of an open file's file system to disk. syncfs(2), Linux only.
 * @returns false where syncfs is missing: the caller syncs each file instead
 */
export function syncFileSystem(fd: number): boolean {
  if (process.platform !== "linux") return false;
  const libc = open({ syncfs: { args: [FFIType.i32], returns: FFIType.i32 } });
  try {
    return libc.symbols.syncfs(fd) === 0;
  } finally {
    libc.close();
  }
}

function open<const Symbols extends Parameters<typeof dlopen>[1]>(symbols: Symbols) {
  let problem: unknown;
  for (const name of names) {
    try {
      return dlopen(name, symbols);
    } catch (error) {
      problem = error;
    }
  }
  throw new Error(`the C library cannot be called: ${problem}`);
}
