// The limits that the system gives this process, and those that a server cannot work within. getrlimit(2), proc_pid_limits(5)
import { readFileSync } from "node:fs";

/** The most that the process may have; null: without limit, or not known. */
export interface ProcessLimits {
  openFiles: number | null;
  /** ulimit -v: memory that is set aside, most of which is never used. */
  addressSpaceBytes: number | null;
  /** ulimit -f: how large a file may grow; null with DATABASE_URL, too: no file is larger than a mail then. */
  fileBytes: number | null;
}

/** Each connection is a file, and the start alone opens some 80. */
const openFiles = { min: 256, enough: 4096 };
/** The engine of JavaScript sets aside gigabytes, and the programs that it makes need a part of them. */
const addressSpaceBytes = { min: 3_000_000_000, enough: 16_000_000_000 };

/** A table of the embedded database grows in files of 1 GB, and its log in files of 16 MB, which a start writes whole. */
const fileBytes = { min: 64_000_000, enough: 1_100_000_000 };

/** Limits of this process, as Bun has raised them: as far as it may. */
export function processLimits(): ProcessLimits {
  let text = "";
  try {
    text = readFileSync("/proc/self/limits", "utf8");
  } catch {
    // Another system than Linux.
  }
  const limitOf = (name: string) => {
    const found = text
      .split("\n")
      .find((line) => line.startsWith(name))
      ?.slice(name.length)
      .trim()
      .split(/\s+/)[0];
    return found === undefined || found === "unlimited" ? null : Number(found);
  };
  return {
    openFiles: limitOf("Max open files"),
    addressSpaceBytes: limitOf("Max address space"),
    fileBytes: namesDatabase() ? null : limitOf("Max file size"),
  };
}

/** The database is one that the operator names, not the embedded one. */
export function namesDatabase(): boolean {
  return Boolean(process.env.DATABASE_URL);
}

export interface LowLimit {
  /** As ulimit(1) names it. */
  name: "ulimit -n" | "ulimit -v" | "ulimit -f";
  message: string;
  remedy: string;
  /** A server does not start with it. */
  isTooLow: boolean;
}

export function lowLimits(limits: ProcessLimits): LowLimit[] {
  const low: LowLimit[] = [];
  if (limits.openFiles !== null && limits.openFiles < openFiles.enough)
    low.push({
      name: "ulimit -n",
      message: `This process may open ${limits.openFiles} files at once, and each connection is one.`,
      remedy:
        "Raise it: ulimit -n 65536 in its shell, LimitNOFILE=65536 in its systemd unit, --ulimit nofile=65536 of docker run.",
      isTooLow: limits.openFiles < openFiles.min,
    });
  if (limits.addressSpaceBytes !== null && limits.addressSpaceBytes < addressSpaceBytes.enough)
    low.push({
      name: "ulimit -v",
      message: `This process may set aside ${(limits.addressSpaceBytes / 1e9).toFixed(1)} GB of memory (ulimit -v), of which it would use a small part.`,
      remedy:
        "Take that limit off, and limit what is used: MemoryMax= in its systemd unit, --memory of docker run.",
      isTooLow: limits.addressSpaceBytes < addressSpaceBytes.min,
    });
  if (limits.fileBytes !== null && limits.fileBytes < fileBytes.enough)
    low.push({
      name: "ulimit -f",
      message: `This process may write files of ${(limits.fileBytes / 1e6).toFixed(0)} MB at most (ulimit -f), and those of the database grow larger.`,
      remedy:
        "Take that limit off: ulimit -f unlimited in its shell, LimitFSIZE=infinity in its systemd unit, --ulimit fsize=-1 of docker run.",
      isTooLow: limits.fileBytes < fileBytes.min,
    });
  return low;
}
