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
  const found = text.toLowerCase().match(words) ?? [];
  return found.some(({ length }) => length > maxWordCharacters)
    ? found.filter(({ length }) => length <= maxWordCharacters)
    : found;
}

/** A tsvector in its text form: each word with its places, which go on from one part to the next. PostgreSQL 8.11.1 */
export function searchDocument(parts: readonly WeightedText[]): string {
  const placesOf = new Map<string, (string | number)[]>();
  let last = 0;
  for (const { text, weight } of parts) {
    for (const word of wordsOf(text)) {
      last = Math.min(last + 1, lastPlace);
      const place = weight === "D" ? last : `${last}${weight}`;
      const places = placesOf.get(word);
      if (places === undefined) placesOf.set(word, [place]);
      else if (places.length < maxPlaces) places.push(place);
    }
  }
  let document = "";
  for (const [word, places] of placesOf) document += `${word}:${places.join(",")} `;
  return document;
}
