// Trigrams for the search index: all runs of three characters in each word of a text. A text that contains another has all its
// trigrams, in any language and without word boundaries.

/** A word: letters, digits and combining marks. */
const words = /[\p{L}\p{N}\p{M}]+/gu;
const ascii = /^[\x00-\x7f]*$/;
const size = 3;

/** A text with more different trigrams is not indexed. */
export const maxTrigrams = 20_000;
/** Trigrams of one query. */
const maxQueried = 32;

/**
 * The trigrams of a text.
 * @param text case-folded like the queries
 * @returns null when there are too many
 */
export function trigramsOf(text: string): Set<string> | null {
  const trigrams = new Set<string>();
  const seen = new Set<string>();
  for (const [word] of text.matchAll(words)) {
    if (seen.has(word)) continue;
    seen.add(word);
    for (const trigram of trigramsIn(word)) trigrams.add(trigram);
    if (trigrams.size > maxTrigrams) return null;
  }
  return trigrams;
}

/** Also the last one or two characters of a word beyond ASCII, so that short words of ideographs are found. */
function* trigramsIn(word: string): Generator<string> {
  if (ascii.test(word)) {
    for (let i = 0; i + size <= word.length; i++) yield word.slice(i, i + size);
    return;
  }
  const characters = [...word];
  for (let i = 0; i < characters.length; i++) {
    const trigram = characters.slice(i, i + size).join("");
    if (i + size <= characters.length || !ascii.test(trigram)) yield trigram;
  }
}

/**
 * A tsquery over trigrams that every text containing this one matches; null when `text` is too short.
 * @param text case-folded
 */
export function trigramQuery(text: string): string | null {
  const queried = new Set<string>();
  for (const [word] of text.matchAll(words)) {
    const characters = [...word];
    if (characters.length >= size) {
      for (let i = 0; i + size <= characters.length; i++)
        queried.add(`'${characters.slice(i, i + size).join("")}'`);
    } else if (!ascii.test(word)) queried.add(`'${word}':*`);
    if (queried.size >= maxQueried) break;
  }
  return queried.size === 0 ? null : [...queried].slice(0, maxQueried).join(" & ");
}
