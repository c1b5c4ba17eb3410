// The file `.env`: one NAME=VALUE a line, as the runtime reads it at the start. Written by `setup`, read again at SIGHUP.
import { existsSync, readFileSync } from "node:fs";
import { resolve } from "node:path";

export interface EnvLine {
  name: string;
  value: string;
}

/** The file that a start in this directory reads. */
export function envFile(): string {
  return resolve(".env");
}

/** The settings of the file in their order; [] when it is not there. A later line of a name holds. */
export function readEnvFile(file = envFile()): EnvLine[] {
  return existsSync(file) ? parseEnv(readFileSync(file, "utf8")) : [];
}

export function parseEnv(text: string): EnvLine[] {
  return text.split(/\r?\n/).flatMap((line) => {
    const [, name, value = ""] = /^\s*(?:export\s+)?([A-Za-z_]\w*)\s*=\s*(.*?)\s*$/.exec(line) ?? [];
    return name === undefined ? [] : [{ name, value: unquoted(value) }];
  });
}

function unquoted(value: string): string {
  const [, quote, inside] = /^(["'`])(.*?)\1(?:\s+#.*)?$/.exec(value) ?? [];
  if (quote === undefined) return value.replace(/\s+#.*$/, "");
  return quote === '"' ? inside!.replaceAll("\\n", "\n") : inside!;
}

/** A line of the file. Values with blanks or signs that the file gives a meaning stand in quotes. */
export function envLine({ name, value }: EnvLine): string {
  return `${name}=${/^[\w@%+=:,./-]*$/.test(value) ? value : `'${value}'`}`;
}
