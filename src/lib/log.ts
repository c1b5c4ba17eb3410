// The log: one JSON object a line on stderr, readable lines on a terminal. Secrets are never passed to it.
import { instantOf, systemClock } from "./clock.ts";

export type LogFields = Record<string, string | number | boolean | null | undefined>;

export interface Log {
  debug(message: string, fields?: LogFields): void;
  info(message: string, fields?: LogFields): void;
  warn(message: string, fields?: LogFields): void;
  error(message: string, fields?: LogFields): void;
}

const levels = ["debug", "info", "warn", "error", "silent"] as const;

/** @param level the least level that is written; @param write takes one finished line */
export function createLog(level: (typeof levels)[number], write: (line: string) => void = toStderr): Log {
  const least = levels.indexOf(level);
  const line = (name: (typeof levels)[number]) => (message: string, fields?: LogFields) => {
    if (levels.indexOf(name) >= least)
      write(process.stderr.isTTY ? readable(name, message, fields) : json(name, message, fields));
  };
  return { debug: line("debug"), info: line("info"), warn: line("warn"), error: line("error") };
}

export const silentLog: Log = createLog("silent");

function json(level: string, message: string, fields?: LogFields): string {
  return JSON.stringify({ time: instantOf(systemClock.now()), level, message, ...fields });
}

function readable(level: string, message: string, fields?: LogFields): string {
  const rest = Object.entries(fields ?? {}).map(([key, value]) => ` ${key}=${value}`);
  return `${instantOf(systemClock.now()).slice(11, 23)} ${level.padEnd(5)} ${message}${rest.join("")}`;
}

function toStderr(line: string): void {
  process.stderr.write(`${line}\n`);
}
