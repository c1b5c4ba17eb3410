// Flags as clients write them and as placements keep them: five bits, and keywords.
import { Flag } from "../../store/tables/index.ts";

const words: readonly [string, number][] = [
  ["\\Answered", Flag.answered],
  ["\\Flagged", Flag.flagged],
  ["\\Deleted", Flag.deleted],
  ["\\Seen", Flag.seen],
  ["\\Draft", Flag.draft],
];

const combinations = Array.from({ length: 32 }, (_, flags) =>
  words.filter(([, bit]) => (flags & bit) !== 0).map(([word]) => word),
);

/** System flags first, then keywords; without \Recent. */
export function flagWords(flags: number, keywords: readonly string[]): readonly string[] {
  const system = combinations[flags & 31]!;
  return keywords.length === 0 ? system : [...system, ...keywords];
}

/** The bits and keywords that a list names. */
export function splitFlags(list: readonly string[]): { flags: number; keywords: string[] } {
  let flags = 0;
  const keywords: string[] = [];
  for (const word of list) {
    const known = words.find(([name]) => name === word);
    if (known) flags |= known[1];
    else keywords.push(word);
  }
  return { flags, keywords };
}

/** A list of flags after a change. Flags compare without case; one that is there keeps its spelling. */
export function changedWords(
  before: readonly string[],
  { action, flags }: { action: "replace" | "add" | "remove"; flags: readonly string[] },
): string[] {
  const named = new Set(flags.map((flag) => flag.toLowerCase()));
  const isNamed = (flag: string) => named.has(flag.toLowerCase());
  if (action === "remove") return before.filter((flag) => !isNamed(flag));
  const kept = action === "add" ? [...before] : before.filter(isNamed);
  const known = new Set(kept.map((flag) => flag.toLowerCase()));
  return [...kept, ...flags.filter((flag) => !known.has(flag.toLowerCase()))];
}
