// The program by the name that works where it runs: sources have no `postroom`.
import { relative } from "node:path";
import { commands } from "./index.ts";

const firstWords = ["serve", "healthcheck", "version", ...commands.map(({ name }) => name.split(" ")[0]!)];
const named = new RegExp(`\\bpostroom (?=(?:${[...new Set(firstWords)].join("|")}|--help)\\b)`, "g");
/** A line that is a command to paste: what stands behind its name are the caller's own words, which may go on in the next line. */
const wholeLine = /^((?:Did you mean|In a shell): )postroom /;
/** A call of a tool, in its own words. */
const ofTool = /^(?:given|right|call): /;

/** The words that a person pastes in place of `postroom`; null: the program has that name here. */
function runAs(): string | null {
  if (Bun.main.startsWith("/$bunfs/")) return null;
  const near = relative(process.cwd(), Bun.main);
  return `bun ${near.startsWith("..") ? Bun.main : near}`;
}

/** Words of ours about commands, with the name under which they can be pasted here. */
export function asRun(text: string, name: string | null = runAs()): string {
  if (name === null) return text;
  let isQuoted = false;
  const line = (one: string) => {
    const [wasQuoted, isPasted] = [isQuoted, wholeLine.test(one)];
    if (isPasted || isQuoted) isQuoted = isQuoted !== ((one.match(/(?<!\\)'/g) ?? []).length % 2 === 1);
    if (isPasted) return one.replace(wholeLine, `$1${name} `);
    return wasQuoted || ofTool.test(one) ? one : one.replaceAll(named, `${name} `);
  };
  return text.split("\n").map(line).join("\n");
}
