// A share of a processor for a process and its children, by the kernel's control groups (cpu.max of version 2, cpu.cfs_quota_us
// of version 1). That takes root, and a hierarchy that can be written.
import { existsSync, mkdirSync, readdirSync, readFileSync, rmdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";

/** Short, so that a process that has used its share waits for milliseconds. */
const periodUs = 10_000;

const roots = ["/sys/fs/cgroup/cpu", "/sys/fs/cgroup/unified", "/sys/fs/cgroup"];

export interface Quota {
  /** Puts a process and all its children under the quota. */
  add(pid: number): void;
  /** Of a core; null: no limit. */
  limit(cores: number | null): void;
  remove(): void;
}

/** What makes quotas here; null: nothing does. */
export function quotas(): { kind: string; make(name: string): Quota } | null {
  for (const root of roots) {
    const isOld = existsSync(join(root, "cpu.cfs_quota_us"));
    const isNew = existsSync(join(root, "cgroup.controllers"));
    if (!isOld && !isNew) continue;
    if (isNew && !readFileSync(join(root, "cgroup.controllers"), "utf8").includes("cpu")) continue;
    try {
      const probe = makeQuota(root, isOld, "probe");
      probe.remove();
      const kind = isOld ? "cgroup v1, cpu.cfs_quota_us" : "cgroup v2, cpu.max";
      return { kind, make: (name) => makeQuota(root, isOld, name) };
    } catch {}
  }
  return null;
}

function makeQuota(root: string, isOld: boolean, name: string): Quota {
  if (!isOld) writeFileSync(join(root, "cgroup.subtree_control"), "+cpu");
  const dir = join(root, `postroom-${process.pid}-${name}`);
  mkdirSync(dir, { recursive: true });
  const write = (file: string, text: string) => writeFileSync(join(dir, file), text);
  const quota: Quota = {
    add(pid) {
      for (const each of withChildren(pid)) {
        try {
          write("cgroup.procs", String(each));
        } catch (error) {
          // It has ended meanwhile.
          if ((error as NodeJS.ErrnoException).code !== "ESRCH") throw error;
        }
      }
    },
    limit(cores) {
      const us = cores === null ? null : Math.round(cores * periodUs);
      if (isOld) {
        write("cpu.cfs_quota_us", "-1");
        write("cpu.cfs_period_us", String(periodUs));
        write("cpu.cfs_quota_us", String(us ?? -1));
      } else write("cpu.max", `${us ?? "max"} ${periodUs}`);
    },
    remove() {
      // What still runs goes back to the hierarchy's root.
      for (const pid of readFileSync(join(dir, "cgroup.procs"), "utf8").split("\n").filter(Boolean))
        writeFileSync(join(root, "cgroup.procs"), pid);
      rmdirSync(dir);
    },
  };
  // What its processes may use they get at once, whatever else the machine does.
  if (isOld) write("cpu.shares", "100000");
  else write("cpu.weight", "10000");
  quota.limit(null);
  return quota;
}

function withChildren(pid: number): number[] {
  return [pid, ...childrenOf(pid).flatMap(withChildren)];
}

/** The processes that this one has begun and that live. */
export function childrenOf(pid: number): number[] {
  return readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name) && parentOf(name) === pid)
    .map(Number);
}

/** proc(5) */
function parentOf(pid: string): number | null {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, "utf8");
    return Number(text.slice(text.lastIndexOf(")") + 2).split(" ")[1]);
  } catch {
    return null;
  }
}
