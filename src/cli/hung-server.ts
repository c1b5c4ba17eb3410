// Cli: what is known of a server that holds the embedded database and does not answer: from /proc, as nothing else speaks.
import { readdirSync, readFileSync, readlinkSync, statSync } from "node:fs";
import { type Config, dataPath } from "../config/config.ts";
import { attempt } from "../lib/attempt.ts";
import { lockHolder } from "../store/embedded/lock-holder.ts";
import { CommandError } from "./context.ts";

/** The server of DATA_DIR does not answer. */
export class HungServer extends CommandError {
  readonly known: string;
  readonly remedy: string;

  constructor(config: Config) {
    const held = holderOf(dataPath(config, "lock"));
    const [known, remedy] = [stateText(held), remedyFor(held)];
    super(`${known} ${remedy}`);
    this.known = known;
    this.remedy = remedy;
  }
}

interface HeldBy {
  pid: number;
  /** A letter of proc_pid_stat(5); null: not known. */
  state: string | null;
  megabytes: number | null;
  files: number | null;
  lastLine: string | null;
}

const states: Record<string, string> = {
  R: "it is busy",
  S: "it waits for something",
  D: "it waits for the disk",
  T: "it was stopped by a signal",
  t: "a debugger has stopped it",
  Z: "it has ended and its parent has not noticed",
};

function stateText(held: HeldBy | null): string {
  if (held === null) return "The server of this DATA_DIR does not answer.";
  const { pid, state, megabytes, files, lastLine } = held;
  const known = [
    state === null ? null : (states[state] ?? `its state is ${state}`),
    megabytes === null ? null : `${megabytes} MB of memory`,
    files === null ? null : `${files} open files`,
  ].filter((text) => text !== null);
  const said = lastLine === null ? "" : ` The last line of its log: ${lastLine.replace(/\.?$/, ".")}`;
  return `The server of this DATA_DIR (process ${pid}) does not answer: ${known.join(", ") || "no more is known"}.${said}`;
}

function remedyFor(held: HeldBy | null): string {
  if (held === null) return "Restart it; what it has acknowledged is on disk.";
  if (held.state === "T") return `Let it go on: kill -CONT ${held.pid}`;
  return `Wait a moment, or end it (kill -KILL ${held.pid}) and start it again: what it has acknowledged is on disk.`;
}

/** The process that has locked the file, with what /proc says of it; null: none is seen from here. */
function holderOf(path: string): HeldBy | null {
  const holder = lockHolder(path);
  if (holder === null) return null;
  const { pid, state, status } = holder;
  const kilobytes = /^VmRSS:\s+(\d+)/m.exec(status)?.[1];
  return {
    pid,
    state,
    megabytes: kilobytes === undefined ? null : Math.round(Number(kilobytes) / 1024),
    files: attempt(() => readdirSync(`/proc/${pid}/fd`).length),
    lastLine: attempt(() => lastLineOf(readlinkSync(`/proc/${pid}/fd/1`))),
  };
}

const maxLogBytes = 4096;
const maxLineCharacters = 300;

/** @throws Error when the log is no file */
function lastLineOf(path: string): string | null {
  if (!statSync(path).isFile()) return null;
  const tail = readFileSync(path).subarray(-maxLogBytes).toString("utf8");
  return tail.trimEnd().split("\n").at(-1)?.slice(0, maxLineCharacters) || null;
}
