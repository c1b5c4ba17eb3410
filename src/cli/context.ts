// What commands are given. A command returns what it prints on stdout; it may run inside a server that holds the
// embedded database (through the control socket), so it never touches the process itself.
import type { Core } from "../app/core.ts";

export interface Command {
  /** As typed, e.g. "keys create". */
  name: string;
  /** Arguments in words, for --help. */
  usage: string;
  summary: string;
  options: readonly Option[];
  positionals: readonly string[];
  run(core: Core, input: Input): Promise<Output>;
}

export interface Option {
  name: string;
  /** Name of its value; left out: a switch. */
  value?: string;
  summary: string;
  required?: boolean;
  /** When it is given, standard input is read to its end and handed to the command. */
  readsStdin?: boolean;
}

export interface Input {
  positionals: string[];
  options: Record<string, string | true>;
  stdin?: string;
}

export interface Output {
  stdout: string;
  /** For the person at the terminal, beside what is printed. */
  stderr?: string;
  exitCode: number;
}

export function ok(stdout: string): Output {
  return { stdout: stdout.endsWith("\n") || stdout === "" ? stdout : `${stdout}\n`, exitCode: 0 };
}

/** A command's own refusal, for stderr. */
export class CommandError extends Error {
  override readonly name = "CommandError";
}

/** The value of an option, or undefined. */
export function optionOf(input: Input, name: string): string | undefined {
  const value = input.options[name];
  return typeof value === "string" ? value : undefined;
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
