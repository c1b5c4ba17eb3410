// Flags as clients write them, and as placements store them: five bits and keywords.
import { Flag } from "../tables/index.ts";

const systemFlagBits: readonly [string, number][] = [
  ["\\Answered", Flag.answered],
  ["\\Flagged", Flag.flagged],
  ["\\Deleted", Flag.deleted],
  ["\\Seen", Flag.seen],
  ["\\Draft", Flag.draft],
];

const combinations = Array.from({ length: 32 }, (_, flags) =>
  systemFlagBits.filter(([, bit]) => (flags & bit) !== 0).map(([name]) => name),
);

/** System flags first, then keywords; without \Recent. */
export function flagNames(flags: number, keywords: readonly string[]): readonly string[] {
  const system = combinations[flags & 31]!;
  return keywords.length === 0 ? system : [...system, ...keywords];
}

/** The bits and keywords that a list names. */
export function splitFlags(list: readonly string[]): { flags: number; keywords: string[] } {
  let flags = 0;
  const keywords: string[] = [];
  for (const flag of list) {
    const known = systemFlagBits.find(([name]) => name === flag);
    if (known) flags |= known[1];
    else keywords.push(flag);
  }
  return { flags, keywords };
}

/** The list of flags after a STORE. Flags compare without case; a flag that is set already keeps its spelling. */
export function changedFlags(
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
