// The interface of commands. A command returns its output; it may run inside the server that holds the embedded database
// (through the control socket), so it must not use the streams or the exit code of its process.
import type { Core } from "../app/core.ts";
import type { Config, ConfigError } from "../config/config.ts";

/** The command's words and arguments, for --help. */
export interface CliCommandHead {
  /** As typed, e.g. "keys create". */
  name: string;
  /** Arguments, for --help. */
  usage: string;
  summary: string;
  options: readonly Option[];
  /** Names of arguments; those that may be left out stand in brackets, last. One that ends in "…" may stand several times. */
  positionals: readonly string[];
  /** With this option the first positional is left out. */
  insteadOfFirst?: string;
  /** Other commands call it: --help does not list it. */
  internal?: true;
  /** Whole lines for --help. */
  examples?: readonly string[];
}

/** A command on the open store. */
export interface CliCommand extends CliCommandHead {
  run(core: Core, input: Input, job: CommandJob): Promise<Output>;
}

/** The link between a long command and the person who waits for it. */
export interface CommandJob {
  /** Says how far it is: one line of a terminal, which the next one replaces. */
  progress(text: string): void;
  /** Aborted when nobody waits any more. */
  signal: AbortSignal;
}

/** The job of a command that nobody watches. */
export const unwatched: CommandJob = { progress: () => undefined, signal: new AbortController().signal };

/** A command that opens what it needs itself, in its own process, and says how far it is. */
export interface LocalCommand extends CliCommandHead {
  runHere(config: Config, input: Input, progress: (text: string) => void): Promise<Output>;
  /** The command's answer to invalid settings; absent: the program prints its own. */
  refused?(error: ConfigError, input: Input): Output;
}

/** A command that needs no settings of a server: a client of one, through the SDK, or what makes the settings. */
export interface ClientCommand extends CliCommandHead {
  /** For --help. */
  examples: readonly string[];
  /** True: lines are all that it is for, so that it ends where their reader has gone, as `head` does. */
  endsWithReader?: true;
  /** @param print writes a line at once, for what goes on */
  runClient(input: Input, print: (line: string) => void): Promise<Output>;
}

export interface Option {
  name: string;
  /** Name of its value; omitted for a switch. */
  value?: string;
  summary: string;
  required?: boolean;
  /** Times that the option may be given; absent: the last one counts. */
  repeats?: number;
  /** The option makes the command read standard input to its end. */
  readsStdin?: boolean;
}

/** For commands whose answer is a table or a secret. */
export const asJson: Option = { name: "json", summary: "print as JSON" };

export interface Input {
  positionals: string[];
  options: Record<string, string | true | string[]>;
  stdin?: string;
  /** The folder in which relative paths begin: that of the caller's process. */
  cwd?: string;
}

export interface Output {
  stdout: string;
  /** A remark for the person at the terminal. */
  stderr?: string;
  exitCode: number;
}

/** A line of the control socket's answer: the server lives, how far the command is, or what came of it. */
export type ControlLine = { alive: true } | { progress: string } | { output: Output };

export function ok(stdout: string): Output {
  return { stdout: stdout.endsWith("\n") || stdout === "" ? stdout : `${stdout}\n`, exitCode: 0 };
}

/** A refusal of a command; its message goes to stderr. */
export class CommandError extends Error {
  override readonly name = "CommandError";
}

/** A refusal of one word of a command, and the word that is meant: the command is said with it. */
export class WrongWord extends CommandError {
  constructor(
    message: string,
    readonly given: string,
    readonly meant: string,
  ) {
    super(message);
  }
}

/** A refusal of a command that another one does. */
export class OtherCommand extends CommandError {
  /** @param meant the words of the other one, by those that were given; null: they are not certain */
  constructor(
    message: string,
    readonly meant: (words: readonly string[]) => string[] | null,
  ) {
    super(message);
  }
}

/** The value of an option, or undefined. */
export function optionOf(input: Input, name: string): string | undefined {
  const value = input.options[name];
  return typeof value === "string" ? value : undefined;
}

/** The values of an option that may be repeated; empty: it is not there. */
export function valuesOf(input: Input, name: string): string[] {
  const values = input.options[name];
  return Array.isArray(values) ? values : [];
}

/** Rows under their headings, columns aligned. */
export function table(headings: string[], rows: (string | null)[][]): string {
  const all = [headings, ...rows.map((row) => row.map((cell) => cell ?? "-"))];
  const widths = headings.map((_, column) => Math.max(...all.map((row) => row[column]?.length ?? 0)));
  return all
    .map((row) =>
      row
        .map((cell, column) => cell.padEnd(widths[column]!))
        .join("  ")
        .trimEnd(),
    )
    .join("\n");
}
