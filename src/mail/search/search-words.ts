// The words of a text, for the index of whole words: in lower case, without stemming. Documents and queries are cut by the
// same rule, so that an address, a URL or a number with a point is the phrase of its words, wherever it stands.
import { isAscii } from "./ascii.ts";

/** A word: letters, digits and combining marks. */
export const words = /[\p{L}\p{N}\p{M}]+/gu;

/** Pictures and flags are words too, in what REST searches. */
const pictures = /\p{Extended_Pictographic}|\p{Regional_Indicator}{2}/gu;
const wordsAndPictures = /[\p{L}\p{N}\p{M}]+|\p{Extended_Pictographic}|\p{Regional_Indicator}{2}/gu;

/**
 * Apostrophes and hyphens between the words of a compound: O'Brien, e-mail; and what nobody sees between its parts: the zero-width
 * non-joiner of Persian, which many leave out (می‌شود, میشود), and soft hyphens.
 */
const unseenJoiners = "\u200c\u00ad";
const hyphens = "‐‑-";
const joinerCharacters = `'’ʼ${unseenJoiners}${hyphens}`;
const joiners = new RegExp(`[${joinerCharacters}]`, "g");
const isWord = /[\p{L}\p{N}\p{M}]/u;

/** The pictures of a text. */
export function picturesOf(text: string): string[] {
  return isAscii(text) ? [] : (text.match(pictures) ?? []);
}

/** Compounds as one word: OBrien, email. */
export function joinedWords(text: string): string[] {
  const found: string[] = [];
  let from = 0;
  for (const { index } of text.matchAll(joiners)) {
    if (index < from || !isWordAt(text, index - 1) || !isWordAt(text, index + 1)) continue;
    let start = index;
    while (start > from && isWordAt(text, start - 1)) start--;
    from = index + 1;
    while (isWordAt(text, from) || (isJoiner(text[from]) && isWordAt(text, from + 1))) from++;
    found.push(withoutJoiners(text.slice(start, from)));
  }
  return found;
}

function isWordAt(text: string, at: number): boolean {
  const character = text[at];
  return character !== undefined && isWord.test(character);
}

export function withoutJoiners(text: string): string {
  return text.replace(joiners, "");
}

export function withoutUnseenJoiners(text: string): string {
  return text.replaceAll("\u200c", "").replaceAll("\u00ad", "");
}

export function isHyphen(character: string | undefined): boolean {
  return character !== undefined && hyphens.includes(character);
}

export function isUnseenJoiner(character: string | undefined): boolean {
  return character !== undefined && unseenJoiners.includes(character);
}

export function isJoiner(character: string | undefined): boolean {
  return character !== undefined && joinerCharacters.includes(character);
}

/**
 * A part of a document, with its weight in the ranking: A a subject, B people, D the text, and C, which counts least, what is
 * quoted or stands in files. PostgreSQL 12.3.1
 */
export interface WeightedText {
  text: string;
  weight: "A" | "B" | "C" | "D";
}

/** Characters of a word that is indexed: a lexeme has less than 2 KiB in UTF-8. PostgreSQL 12.11 */
export const maxWordCharacters = 680;
/** A tsvector counts no further, and keeps so many places of a word. PostgreSQL 12.11 */
export const lastPlace = 16_383;
export const maxPlaces = 255;

/** The words and pictures of a text in their order. */
export function wordsOf(text: string): string[] {
  const lower = text.toLowerCase();
  const found = asciiWords(lower) ?? lower.match(wordsAndPictures) ?? [];
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

/** Bits of a place that say its weight. PostgreSQL 12.3.1 */
const weightBits = { A: 3, B: 2, C: 1, D: 0 };

/** A place as a tsvector has it, with its weight. */
export function placeOf(place: number, weight: WeightedText["weight"]): number {
  return (weightBits[weight] << 14) | place;
}

/** A tsvector in its binary form: each word with its places, which go on from one part to the next. PostgreSQL 8.11.1 */
export function searchDocument(parts: readonly WeightedText[]): Uint8Array {
  const entries = new Map<string, number[]>();
  let last = 0;
  for (const { text, weight } of parts) {
    for (const word of wordsOf(text)) {
      last = Math.min(last + 1, lastPlace);
      const places = entries.get(word);
      if (places === undefined) entries.set(word, [placeOf(last, weight)]);
      else if (places.length < maxPlaces && (places.at(-1)! & lastPlace) < last)
        places.push(placeOf(last, weight));
    }
  }
  // Without a place they are no part of a phrase.
  for (const { text } of parts)
    for (const word of joinedWords(text.toLowerCase()))
      if (word.length <= maxWordCharacters && !entries.has(word)) entries.set(word, []);
  return vectorOf(entries);
}

/** Words, counted; each with a zero behind it, the number of its places, and these: as PostgreSQL's tsvectorrecv reads them. */
function vectorOf(entries: ReadonlyMap<string, readonly number[]>): Uint8Array {
  let size = 4;
  for (const [word, places] of entries) size += Buffer.byteLength(word) + 3 + 2 * places.length;
  const out = Buffer.allocUnsafeSlow(size);
  let at = out.writeUInt32BE(entries.size);
  for (const [word, places] of entries) {
    at += out.write(word, at);
    out[at++] = 0;
    at = out.writeUInt16BE(places.length, at);
    for (const place of places) at = out.writeUInt16BE(place, at);
  }
  return out;
}
