// Levels of OAuth access: each includes all before it. DECISIONS OAuth

export const levels = ["read", "draft", "send", "approve"] as const;
export type Level = (typeof levels)[number];

/** @param level of the credential; null: it is a key, which no level narrows */
export function includesLevel(level: Level | null, needed: Level): boolean {
  return level === null || levels.indexOf(level) >= levels.indexOf(needed);
}

/** A level with all before it. */
export function levelsUpTo(level: Level): Level[] {
  return levels.slice(0, levels.indexOf(level) + 1);
}

/** The highest of those named; words that are none are passed over. @returns null: none is named */
export function highestLevel(words: readonly string[]): Level | null {
  return levels.findLast((level) => words.includes(level)) ?? null;
}
