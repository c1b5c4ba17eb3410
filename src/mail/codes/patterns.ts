// How lists of patterns are written: one a line, some alternatives in a line.

/** One of the lines, as alternatives without a group around them. */
export function anyOf(lines: string): string {
  return lines
    .trim()
    .split("\n")
    .map((line) => line.trim())
    .join("|");
}

/**
 * Finds stems of words: those of scripts with spaces where a word begins, those of other scripts anywhere.
 * @param flags `iu`, and `g` for those who look for all
 */
export function stems(spaced: string, unspaced: string | null = null, flags: "iu" | "giu" = "iu"): RegExp {
  const begun = `(?<![\\p{L}\\p{M}])(?:${anyOf(spaced)})`;
  return new RegExp(unspaced === null ? begun : `${begun}|${anyOf(unspaced)}`, flags);
}

/** Where a sentence ends. */
export const sentenceEnd = /[.!?;。！？؟।](?:\s|$)|[。！？।]/u;
