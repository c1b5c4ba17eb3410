// An entry of ours in a program's file of TOML or YAML, as text: comments and what else is there stay as they are. What comes
// out is read again, and must say the same of all others.
import { isDeepStrictEqual } from "node:util";

type FileContents = Record<string, unknown>;

/** The file's text with the entry, in place of the one that is there; null: it cannot be done without harm. */
export type Merge = (known: string, entry: string) => string | null;

/** @param entry a table with its head, `[mcp_servers.postroom]` */
export const withTomlTable: Merge = (known, entry) => {
  const head = entry.split("\n", 1)[0]!;
  const lines = known.split("\n");
  const at = lines.findIndex((line) => line.trim() === head);
  if (at < 0) return checked(known, `${ended(known)}${known.trim() === "" ? "" : "\n"}${entry}\n`, parseToml);
  const next = lines.findIndex((line, index) => index > at && /^\s*\[/.test(line));
  const after = next < 0 ? [] : ["", ...lines.slice(next)];
  return checked(
    known,
    `${[...lines.slice(0, at), ...entry.split("\n"), ...after].join("\n").trimEnd()}\n`,
    parseToml,
  );
};

/** @param entry a block below one key of the first level: `extensions:`, then the lines of `postroom`, two blanks in */
export const withYamlEntry: Merge = (known, entry) => {
  const [top, ...block] = entry.split("\n") as [string, ...string[]];
  const lines = known.split("\n");
  const at = lines.findIndex((line) => line.trimEnd() === top);
  if (at < 0)
    return lines.some((line) => line.startsWith(top))
      ? null
      : checked(known, `${ended(known)}${entry}\n`, parseYaml);
  const first = lines.slice(at + 1).find((line) => line.trim() !== "" && !line.trim().startsWith("#"));
  const indent = /^ +/.exec(first ?? "")?.[0] ?? "  ";
  const own = block.map((line) => `${indent}${line.slice(2)}`);
  const begin = lines.findIndex((line, index) => index > at && line.trimEnd() === own[0]);
  const isInside = (line: string) => line.trim() === "" || line.startsWith(`${indent} `);
  const past = begin < 0 ? -1 : lines.findIndex((line, index) => index > begin && !isInside(line));
  const rest = begin < 0 ? lines.slice(at + 1) : past < 0 ? [""] : lines.slice(past);
  const before = begin < 0 ? lines.slice(0, at + 1) : lines.slice(0, begin);
  return checked(known, [...before, ...own, ...rest].join("\n"), parseYaml);
};

function ended(text: string): string {
  return text === "" || text.endsWith("\n") ? text : `${text}\n`;
}

function parseToml(text: string): FileContents {
  return Bun.TOML.parse(text) as FileContents;
}

function parseYaml(text: string): FileContents {
  return (Bun.YAML.parse(text) ?? {}) as FileContents;
}

function checked(before: string, after: string, parse: (text: string) => FileContents): string | null {
  try {
    return isDeepStrictEqual(withoutOurs(parse(before)), withoutOurs(parse(after))) ? after : null;
  } catch {
    return null;
  }
}

/** All that the file says beside our entry. */
function withoutOurs(parsed: FileContents): FileContents {
  const kept = Object.entries(parsed).map(([key, value]): [string, unknown] => {
    if (typeof value !== "object" || value === null || !("postroom" in value)) return [key, value];
    const { postroom: _, ...others } = value as FileContents;
    return [key, others];
  });
  return Object.fromEntries(kept.filter(([, value]) => !isEmpty(value)));
}

function isEmpty(value: unknown): boolean {
  return typeof value === "object" && value !== null && Object.keys(value).length === 0;
}
