// The different words of a mail of ASCII, each once: their places for the index of whole words, and the letters that runs of three
// are numbered by. One pass over the characters, without a string a word.
import {
  joinedWords,
  lastPlace,
  maxPlaces,
  maxWordCharacters,
  placeOf,
  type WeightedText,
} from "./search-words.ts";

/** Characters of texts that are read so; longer ones are cut by expressions. */
const maxCharacters = 32_768;

/** Digits and letters, with or without capitals, from 1 on; 0: no part of a word. */
const codeOf = new Uint8Array(128);
const letters = Buffer.from(" 0123456789abcdefghijklmnopqrstuvwxyz", "latin1");
for (let code = 1; code < letters.length; code++) {
  codeOf[letters[code]!] = code;
  codeOf[String.fromCharCode(letters[code]!).toUpperCase().charCodeAt(0)] = code;
}
const codes = letters.length;

/** Slots that words are looked up in: twice as many as words. What is below `base` is of a mail before. */
const slots = new Int32Array(maxCharacters);
let base = 1;
/** Slots in use, less one: as few as the texts need, which stay near the processor. */
let slotMask = slots.length - 1;

const maxWords = maxCharacters / 2;
/** Codes of the words, one after the other. */
const pool = new Uint8Array(2 * maxCharacters);
const starts = new Int32Array(maxWords + 1);
const hashes = new Int32Array(maxWords);
/** Numbers of the first and the last place of each word; 0: it has none. */
const firsts = new Int32Array(maxWords);
const lasts = new Int32Array(maxWords);
const counts = new Uint8Array(maxWords);
/** By the number of a place: the next one of its word (0: none), and where it is, with its weight. */
const nexts = new Int32Array(maxWords + 1);
const places = new Uint16Array(maxWords + 1);

const keys = new Float64Array(maxWords);
/** Letters that a word is sorted by at first, and how many words those keys tell apart. */
const keyLetters = 7;
const keyWords = maxWords;

/** Words that are read; they stand until the next texts are. */
export interface WordTable {
  /** How many there are. */
  count: number;
  /** Codes of the words, from 1 for the digit 0 to 36 for Z: word n has those at [starts[n], starts[n + 1]). */
  codes: Uint8Array;
  starts: Int32Array;
  /** As `searchDocument` has it. */
  document(): Uint8Array;
}

/** Null: there are other characters, or too many. */
export function asciiTable(parts: readonly WeightedText[]): WordTable | null {
  let characters = 0;
  for (const { text } of parts) characters += text.length;
  if (characters >= maxCharacters) return null;
  slotMask = Math.min(slots.length, 2 << (32 - Math.clz32(characters))) - 1;
  let words = 0;
  let placed = 0;
  let last = 0;
  let hasJoined = false;
  let isRead = true;
  starts[0] = 0;
  for (let part = 0; isRead && part < parts.length; part++) {
    const { text, weight } = parts[part]!;
    const bits = placeOf(0, weight);
    let start = starts[words]!;
    let at = start;
    let hash = 0;
    for (let i = 0; i <= text.length; i++) {
      const character = i < text.length ? text.charCodeAt(i) : 0;
      const code = character > 127 ? 0 : codeOf[character]!;
      if (code > 0) {
        pool[at++] = code;
        hash = mixed(hash, code);
        continue;
      }
      const length = at - start;
      if (character > 127 || length > maxWordCharacters) {
        isRead = false;
        break;
      }
      if (length === 0) continue;
      hasJoined ||= character === apostrophe || character === hyphen;
      const slot = slotOf(hash, start, length);
      let word = slots[slot]! - base;
      if (word < 0) {
        word = words++;
        begin(word, { slot, hash, end: at });
      }
      start = starts[words]!;
      at = start;
      hash = 0;
      last = Math.min(last + 1, lastPlace);
      if (counts[word] === maxPlaces || isPlaced(word, last)) continue;
      counts[word]!++;
      placed++;
      places[placed] = bits | last;
      nexts[placed] = 0;
      if (lasts[word] === 0) firsts[word] = placed;
      else nexts[lasts[word]!] = placed;
      lasts[word] = placed;
    }
  }
  if (isRead && hasJoined) {
    // Without a place they are no part of a phrase.
    for (const { text } of parts)
      for (const joined of joinedWords(text)) {
        if (joined.length > maxWordCharacters || words === maxWords) continue;
        let hash = 0;
        const start = starts[words]!;
        for (let i = 0; i < joined.length; i++) {
          const code = codeOf[joined.charCodeAt(i)]!;
          pool[start + i] = code;
          hash = mixed(hash, code);
        }
        const slot = slotOf(hash, start, joined.length);
        if (slots[slot]! < base) begin(words++, { slot, hash, end: start + joined.length });
      }
  }
  base += words;
  if (base > 0x3fffffff) {
    slots.fill(0);
    base = 1;
  }
  if (!isRead) return null;
  return {
    count: words,
    codes: pool,
    starts,
    document: () => documentOf(sorted(words), placed),
  };
}

/** Whether a word has that place: the last one is counted more than once. */
function isPlaced(word: number, place: number): boolean {
  return place === lastPlace && lasts[word] !== 0 && (places[lasts[word]!]! & lastPlace) === place;
}

const apostrophe = 0x27;
const hyphen = 0x2d;

/** The slot of the word of codes at `start`, or the one that it may take. */
function slotOf(hash: number, start: number, length: number): number {
  let slot = hash & slotMask;
  for (;;) {
    const word = slots[slot]! - base;
    if (word < 0 || (hashes[word] === hash && isSame(word, start, length))) return slot;
    slot = (slot + 1) & slotMask;
  }
}

/** A new word, whose codes stand at the end of the pool. */
function begin(word: number, { slot, hash, end }: { slot: number; hash: number; end: number }): void {
  slots[slot] = base + word;
  hashes[word] = hash;
  starts[word + 1] = end;
  firsts[word] = 0;
  lasts[word] = 0;
  counts[word] = 0;
}

/** One code more in the hash of a word. */
function mixed(hash: number, code: number): number {
  return Math.imul(hash ^ code, 0x01000193) ^ (hash >>> 15);
}

function isSame(word: number, start: number, length: number): boolean {
  const from = starts[word]!;
  if (starts[word + 1]! - from !== length) return false;
  for (let i = 0; i < length; i++) if (pool[from + i] !== pool[start + i]) return false;
  return true;
}

/** The database sorts words that are in their order in half the time. */
function sorted(words: number): Int32Array {
  for (let word = 0; word < words; word++) {
    const from = starts[word]!;
    const to = starts[word + 1]!;
    let key = 0;
    for (let i = 0; i < keyLetters; i++) key = key * codes + (from + i < to ? pool[from + i]! : 0);
    keys[word] = key * keyWords + word;
  }
  const order = new Int32Array(words);
  const ascending = keys.subarray(0, words).sort();
  let before = -1;
  for (let n = 0; n < words; n++) {
    const key = ascending[n]!;
    const word = key % keyWords;
    const isSameBegun = key - word === before;
    before = key - word;
    let to = n;
    // Words with the same first letters are few.
    if (isSameBegun)
      while (to > 0 && isBehind(order[to - 1]!, word)) {
        order[to] = order[to - 1]!;
        to--;
      }
    order[to] = word;
  }
  return order;
}

/** Whether a word comes behind another in the order of their octets. */
function isBehind(word: number, other: number): boolean {
  const from = starts[word]!;
  const to = starts[word + 1]!;
  const otherFrom = starts[other]!;
  const otherTo = starts[other + 1]!;
  for (let i = 0; from + i < to; i++) {
    if (otherFrom + i === otherTo) return true;
    const difference = pool[from + i]! - pool[otherFrom + i]!;
    if (difference !== 0) return difference > 0;
  }
  return false;
}

function documentOf(order: Int32Array, placed: number): Uint8Array {
  const words = order.length;
  const out = Buffer.allocUnsafeSlow(4 + starts[words]! + 3 * words + 2 * placed);
  let at = out.writeUInt32BE(words);
  for (let n = 0; n < words; n++) {
    const word = order[n]!;
    for (let i = starts[word]!; i < starts[word + 1]!; i++) out[at++] = letters[pool[i]!]!;
    // A zero behind the word; of the number of its places, which is small, the first octet is zero too.
    out[at++] = 0;
    out[at++] = 0;
    out[at++] = counts[word]!;
    for (let each = firsts[word]!; each !== 0; each = nexts[each]!) {
      const place = places[each]!;
      out[at++] = place >>> 8;
      out[at++] = place & 0xff;
    }
  }
  return out;
}
