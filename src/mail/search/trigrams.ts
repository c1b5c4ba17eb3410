// An index of parts of words: for each word of a text all its grams, the runs of three characters that it holds. A text
// that holds another as a substring holds all grams of it, in any language and without knowing where words begin.

/** A word: letters, digits and the marks on them. */
const words = /[\p{L}\p{N}\p{M}]+/gu;
const ascii = /^[\x00-\x7f]*$/;
const size = 3;

/** A text with more different grams is not indexed. */
export const maxTrigrams = 20_000;
/** More grams of a query tell no more. */
const mostAsked = 32;

/**
 * @param text folded, as the queries will be
 * @returns null when there are too many
 */
export function trigramsOf(text: string): Set<string> | null {
  const grams = new Set<string>();
  const seen = new Set<string>();
  for (const [word] of text.matchAll(words)) {
    if (seen.has(word)) continue;
    seen.add(word);
    for (const gram of gramsIn(word)) grams.add(gram);
    if (grams.size > maxTrigrams) return null;
  }
  return grams;
}

/** Also the one or two characters at a word's end where they are not ASCII: a word of a few ideographs is asked for. */
function* gramsIn(word: string): Generator<string> {
  if (ascii.test(word)) {
    for (let i = 0; i + size <= word.length; i++) yield word.slice(i, i + size);
    return;
  }
  const characters = [...word];
  for (let i = 0; i < characters.length; i++) {
    const gram = characters.slice(i, i + size).join("");
    if (i + size <= characters.length || !ascii.test(gram)) yield gram;
  }
}

/**
 * What every text that holds this one matches: a tsquery over grams; null when it says too little.
 * @param text folded
 */
export function trigramQuery(text: string): string | null {
  const asked = new Set<string>();
  for (const [word] of text.matchAll(words)) {
    const characters = [...word];
    if (characters.length >= size) {
      for (let i = 0; i + size <= characters.length; i++)
        asked.add(`'${characters.slice(i, i + size).join("")}'`);
    } else if (!ascii.test(word)) asked.add(`'${word}':*`);
    if (asked.size >= mostAsked) break;
  }
  return asked.size === 0 ? null : [...asked].slice(0, mostAsked).join(" & ");
}
