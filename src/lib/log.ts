// The log: one line an entry on stderr, as JSON or as text. Callers pass no secret and no text of a mail; ids that follow
// one mail through the service are fields: connection_id, request_id, message_id, event_id.
import { instantOf, systemClock } from "./clock.ts";

export type LogFields = Record<string, string | number | boolean | null | undefined>;

type WriteLog = (message: string, fields?: LogFields) => void;

export const logLevels = ["trace", "debug", "info", "warn", "error", "silent"] as const;
export type LogLevel = (typeof logLevels)[number];
export type LogFormat = "json" | "text";

export interface Log {
  /** Protocol lines, with secrets and mail text masked. */
  trace: WriteLog;
  /** Each request and command. */
  debug: WriteLog;
  /** Events that an operator counts. */
  info: WriteLog;
  warn: WriteLog;
  error: WriteLog;
  /** Whether entries of this level are written: for entries that are expensive to build. */
  isOn(level: Exclude<LogLevel, "silent">): boolean;
  /** A log whose entries all carry these fields. */
  with(fields: LogFields): Log;
}

export interface LogOptions {
  /** The least level that is written; a function where it changes meanwhile. */
  level: LogLevel | (() => LogLevel);
  format: LogFormat;
  /** Takes one finished line without its line end; by default stderr. */
  write?: (line: string) => void;
}

export function createLog({ level, format, write = toStderr }: LogOptions): Log {
  const form = format === "json" ? jsonLine : textLine;
  return new Entries({ level: typeof level === "function" ? level : () => level, form, write }, null);
}

interface LogTarget {
  level: () => LogLevel;
  form: typeof jsonLine;
  write: (line: string) => void;
}

/** Each connection has one with its fields, so it holds nothing else. */
class Entries implements Log {
  constructor(
    private readonly target: LogTarget,
    private readonly own: LogFields | null,
  ) {}

  trace(message: string, fields?: LogFields): void {
    this.#enter("trace", message, fields);
  }

  debug(message: string, fields?: LogFields): void {
    this.#enter("debug", message, fields);
  }

  info(message: string, fields?: LogFields): void {
    this.#enter("info", message, fields);
  }

  warn(message: string, fields?: LogFields): void {
    this.#enter("warn", message, fields);
  }

  error(message: string, fields?: LogFields): void {
    this.#enter("error", message, fields);
  }

  isOn(name: LogLevel): boolean {
    return logLevels.indexOf(name) >= logLevels.indexOf(this.target.level());
  }

  with(fields: LogFields): Log {
    return new Entries(this.target, { ...this.own, ...fields });
  }

  #enter(name: Exclude<LogLevel, "silent">, message: string, fields: LogFields | undefined): void {
    if (!this.isOn(name)) return;
    const { form, write } = this.target;
    const all = this.own ? { ...this.own, ...fields } : (fields ?? {});
    write(form(name, message, all));
    if (name !== "trace") observer?.(name, message, all);
  }
}

type LogObserver = (level: Exclude<LogLevel, "silent" | "trace">, message: string, fields: LogFields) => void;
let observer: LogObserver | null = null;

/** Shows each entry but protocol lines to one more reader. @returns what ends it */
export function observeLog(by: LogObserver): () => void {
  observer = by;
  return () => {
    if (observer === by) observer = null;
  };
}

function ignore(): void {}

export const silentLog: Log = {
  trace: ignore,
  debug: ignore,
  info: ignore,
  warn: ignore,
  error: ignore,
  isOn: () => false,
  with: () => silentLog,
};

function jsonLine(level: string, message: string, fields: LogFields): string {
  return JSON.stringify({ time: instantOf(systemClock.now()), level, message, ...fields });
}

function textLine(level: string, message: string, fields: LogFields): string {
  const time = instantOf(systemClock.now()).slice(11, 23);
  let line = `${time} ${level.padEnd(5)} ${message.replace(controls, escaped)}`;
  for (const [key, value] of Object.entries(fields))
    if (value !== undefined) line += ` ${key}=${textOf(value)}`;
  return line;
}

/** Protocol lines may contain control characters, which would end the line or control a terminal. */
const controls = /[\u0000-\u001f\u007f-\u009f]/g;

function escaped(character: string): string {
  return `\\x${character.charCodeAt(0).toString(16).padStart(2, "0")}`;
}

/** Quotes a value that could be read as another field or another line. */
function textOf(value: LogFields[string]): string {
  const text = String(value);
  return /^[^\s"=\u0000-\u001f\u007f-\u009f]+$/.test(text) ? text : JSON.stringify(text);
}

/** Lines that wait: those of one step of the event loop, such as of the mails of one commit, are one write. */
let waiting = "";

function toStderr(line: string): void {
  if (waiting === "") setImmediate(writeWaiting);
  waiting += `${line}\n`;
}

function writeWaiting(): void {
  const text = waiting;
  waiting = "";
  if (text !== "") process.stderr.write(text);
}

process.on("exit", writeWaiting);
