// The words of a text, for the index of whole words: in lower case, without stemming. Documents and queries are cut by the
// same rule, so that an address, a URL or a number with a point is the phrase of its words, wherever it stands.

/** A word: letters, digits and combining marks. */
export const words = /[\p{L}\p{N}\p{M}]+/gu;

/** A part of a document, with its weight in the ranking. PostgreSQL 12.3.1 */
export interface WeightedText {
  text: string;
  weight: "A" | "B" | "D";
}

/** Characters of a word that is indexed: a lexeme has less than 2 KiB in UTF-8. PostgreSQL 12.11 */
const maxWordCharacters = 680;
/** A tsvector counts no further, and keeps so many places of a word. PostgreSQL 12.11 */
const lastPlace = 16_383;
const maxPlaces = 255;

/** The words of a text in their order. */
export function wordsOf(text: string): string[] {
  const lower = text.toLowerCase();
  const found = asciiWords(lower) ?? lower.match(words) ?? [];
  return found.some(({ length }) => length > maxWordCharacters)
    ? found.filter(({ length }) => length <= maxWordCharacters)
    : found;
}

/** As `words` has them, in a third of the time; null: there is another character. */
function asciiWords(lower: string): string[] | null {
  const found: string[] = [];
  let start = -1;
  for (let i = 0; i < lower.length; i++) {
    const code = lower.charCodeAt(i);
    if (code > 127) return null;
    // a to z, 0 to 9
    if ((code >= 97 && code <= 122) || (code >= 48 && code <= 57)) {
      if (start === -1) start = i;
    } else if (start !== -1) {
      found.push(lower.slice(start, i));
      start = -1;
    }
  }
  if (start !== -1) found.push(lower.slice(start));
  return found;
}

/** A tsvector in its text form: each word with its places, which go on from one part to the next. PostgreSQL 8.11.1 */
export function searchDocument(parts: readonly WeightedText[]): string {
  const entries = new Map<string, { text: string; places: number }>();
  let last = 0;
  for (const { text, weight } of parts) {
    const mark = weight === "D" ? "" : weight;
    for (const word of wordsOf(text)) {
      last = Math.min(last + 1, lastPlace);
      const entry = entries.get(word);
      if (entry === undefined) entries.set(word, { text: `${word}:${last}${mark}`, places: 1 });
      else if (entry.places++ < maxPlaces) entry.text += `,${last}${mark}`;
    }
  }
  return Array.from(entries.values(), ({ text }) => text).join(" ");
}
