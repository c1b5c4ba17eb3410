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
    const [, name, value = ""] = /^(?:export\s+)?([A-Za-z_]\w*)\s*=(.*)$/.exec(line.trim()) ?? [];
    return name === undefined ? [] : [{ name, value: unquoted(value.trim()) }];
  });
}

function unquoted(value: string): string {
  const quote = /^["'`]/.exec(value)?.[0];
  const inside = quote === undefined ? null : inQuotes(value, quote);
  if (inside === null) return value.replace(/(?<!\s)\s+#.*$/s, "");
  return quote === '"' ? inside.replaceAll("\\n", "\n") : inside;
}

/** Return the text between the first quote and the one that ends the line, or that only a comment follows. */
function inQuotes(value: string, quote: string): string | null {
  const comment = /\s+#/y;
  for (let at = value.indexOf(quote, 1); at > 0; at = value.indexOf(quote, at + 1)) {
    comment.lastIndex = at + 1;
    if (at === value.length - 1 || comment.test(value)) return value.slice(1, at);
  }
  return null;
}

/** A line of the file. Values with blanks or signs that the file gives a meaning stand in quotes. */
export function envLine({ name, value }: EnvLine): string {
  return `${name}=${/^[\w@%+=:,./-]*$/.test(value) ? value : `'${value}'`}`;
}
