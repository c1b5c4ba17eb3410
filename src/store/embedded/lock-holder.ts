// Embedded database: the process that has locked a data directory, as /proc shows it.
import { readFileSync, statSync } from "node:fs";
import { attempt } from "../../lib/attempt.ts";

export interface LockHolder {
  pid: number;
  /** A letter of proc_pid_stat(5); null: not known. */
  state: string | null;
  /** Text of /proc/PID/status; "" when it cannot be read. */
  status: string;
}

/** The process that has locked the file; null: none that is seen from here. proc_locks(5) */
export function lockHolder(path: string): LockHolder | null {
  const locks = attempt(() => readFileSync("/proc/locks", "utf8"));
  const inode = attempt(() => statSync(path).ino);
  if (locks === null || inode === null) return null;
  const line = locks.split("\n").find((text) => text.includes(`:${inode} `) && text.includes("FLOCK"));
  const pid = Number(line?.trim().split(/\s+/)[4] ?? 0);
  if (!(pid > 0)) return null;
  const status = attempt(() => readFileSync(`/proc/${pid}/status`, "utf8")) ?? "";
  return { pid, state: /^State:\s+(\S)/m.exec(status)?.[1] ?? null, status };
}
