// Calls of the C library through bun:ffi, on Linux (glibc and musl) and macOS: a file lock that lasts as long as the
// process, the sync of a whole file system, the release of pages of memory that hold parts of files or nothing, and the end
// of a process with its parent.
import { dlopen, FFIType, type Pointer, ptr } from "bun:ffi";
import { readFileSync } from "node:fs";
import { messageOf } from "./failure.ts";

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

/** madvise(2), MADV_DONTNEED: forget the pages, also what was written to them */
const forget = 4;
/** madvise(2), MADV_PAGEOUT, Linux 5.4: release those that can be read again; a file of others is left alone */
const pageOut = 21;

/**
 * Releases what is in memory of a file that this process has mapped, such as its executable; what is still used is read
 * again, mostly from the page cache. Linux only; elsewhere, and where the kernel refuses, nothing happens.
 * @param path as /proc/self/maps names it
 */
export function releaseMappedFile(path: string): void {
  if (process.platform !== "linux") return;
  const libc = open({
    madvise: { args: [FFIType.ptr, FFIType.u64, FFIType.i32], returns: FFIType.i32 },
  });
  try {
    for (const line of readFileSync("/proc/self/maps", "latin1").split("\n")) {
      // from-to permissions offset device inode path. proc(5)
      if (!line.endsWith(` ${path}`)) continue;
      const [from, to] = line.split(/[- ]/, 2).map((address) => Number.parseInt(address, 16));
      // Code was never written to. Data may have been, also where it is read-only by now.
      const isCode = line.split(" ", 2)[1]!.startsWith("r-x");
      libc.symbols.madvise(from as Pointer, to! - from!, isCode ? forget : pageOut);
    }
  } finally {
    libc.close();
  }
}

/**
 * Releases the pages of a buffer that hold nothing but zeros; they read as zeros again. Linux only. No other thread may write
 * to the buffer meanwhile.
 * @param memory begins at a page, and the system's own memory is behind it: that of a WebAssembly instance
 * @returns bytes released
 */
export function releaseEmptyPages(memory: Uint8Array<ArrayBuffer>): number {
  if (process.platform !== "linux") return 0;
  const libc = open({
    getpagesize: { args: [], returns: FFIType.i32 },
    mincore: { args: [FFIType.ptr, FFIType.u64, FFIType.ptr], returns: FFIType.i32 },
    madvise: { args: [FFIType.ptr, FFIType.u64, FFIType.i32], returns: FFIType.i32 },
  });
  try {
    const size = libc.symbols.getpagesize();
    const begin = ptr(memory);
    const pages = Math.floor(memory.length / size);
    const isPresent = new Uint8Array(pages);
    // Pages that were never touched are not looked at: that would touch them.
    if (begin % size !== 0 || libc.symbols.mincore(begin, pages * size, ptr(isPresent)) !== 0) return 0;
    const bytes = Buffer.from(memory.buffer, memory.byteOffset, memory.length);
    const zeros = Buffer.alloc(size);
    const isEmpty = (page: number) =>
      isPresent[page]! % 2 === 1 && zeros.compare(bytes, page * size, (page + 1) * size) === 0;
    let released = 0;
    for (let page = 0; page < pages; page++) {
      if (!isEmpty(page)) continue;
      const first = page;
      while (page + 1 < pages && isEmpty(page + 1)) page++;
      const length = (page + 1 - first) * size;
      if (libc.symbols.madvise((begin + first * size) as Pointer, length, forget) === 0) released += length;
    }
    return released;
  } finally {
    libc.close();
  }
}

/** prctl(2), PR_SET_PDEATHSIG */
const signalOfParentsDeath = 1;
/** signal(7), SIGKILL */
const killed = 9;

/** The kernel kills this process when its parent is gone, whatever it does then. Linux only. */
export function endWithParent(): void {
  if (process.platform !== "linux") return;
  const libc = open({
    prctl: {
      args: [FFIType.i32, FFIType.u64, FFIType.u64, FFIType.u64, FFIType.u64],
      returns: FFIType.i32,
    },
  });
  try {
    libc.symbols.prctl(signalOfParentsDeath, killed, 0, 0, 0);
  } finally {
    libc.close();
  }
}

function open<const Symbols extends Parameters<typeof dlopen>[1]>(symbols: Symbols) {
  const problems: string[] = [];
  for (const name of names) {
    try {
      return dlopen(name, symbols);
    } catch (error) {
      problems.push(messageOf(error));
    }
  }
  // Names of other systems are not there; the one that is says why it cannot be loaded.
  const said = problems.find((problem) => !problem.includes("No such file")) ?? problems[0];
  throw new Error(`the C library cannot be called: ${said}`);
}
