// Words of a mail in the form in which two mails are compared, and a digest that remembers which runs of words a mail has: a Bloom
// filter over shingles of three words, or of six characters where a script has no spaces. Linear.

import { withoutInvisible } from "./compare-text.ts";

/** Hashes of words, in order; the lowest bit of each says that it is one character of a script without spaces. */
export type WordHashes = number[];

/** Shingles that a digest remembers; of a longer mail the first. */
const maxShingles = 4_096;
const bitsPerShingle = 12;
const probes = 4;
const spacedWords = 3;
const unspacedWords = 6;
const version = 1;
const headBytes = 4;
const isCut = 1;

const asciiPattern = /^[\x00-\x7f]*$/;
const prime = 16777619;
const basis = 0x811c9dc5 | 0;

/** Adds the words of a text: letters and digits, whatever their case and width, without links. */
export function addWords(words: WordHashes, text: string): void {
  const isAscii = asciiPattern.test(text);
  const form = (isAscii ? text : withoutInvisible(text).normalize("NFKC")).toLowerCase();
  const { length } = form;
  let hash = basis;
  let start = -1;
  for (let at = 0; at <= length; at++) {
    const code = at < length ? form.charCodeAt(at) : 0x20;
    const isUnspacedChar = code >= 0x0e00 && isUnspaced(code);
    if (!isUnspacedChar && (code < 0x80 ? isWordAscii(code) : !isSeparator(code))) {
      if (start < 0) start = at;
      hash = Math.imul(hash ^ code, prime);
      continue;
    }
    if (start >= 0) {
      const link = code === 0x3a && isLink(form, start, at);
      if (!link && !(code === 0x3b && isReference(form, start, at))) words.push(hash & ~1);
      start = -1;
      hash = basis;
      if (link) while (at + 1 < length && !isLinkEnd(form.charCodeAt(at + 1))) at++;
    }
    if (isUnspacedChar) words.push((code << 1) | 1);
  }
}

/** Whether the word before a semicolon is a character reference of HTML: some programs quote `&` as `&amp;`. */
function isReference(form: string, start: number, at: number): boolean {
  if (form.endsWith("&#", start)) return /^x?[\da-f]{1,6}$/.test(form.slice(start, Math.min(at, start + 8)));
  return (
    form.endsWith("&", start) &&
    /^(?:amp|lt|gt|quot|apos|nbsp)$/.test(form.slice(start, Math.min(at, start + 5)))
  );
}

const slash = 0x2f;

/** Whether the colon at `at` ends the scheme of a link. */
function isLink(form: string, start: number, at: number): boolean {
  if (form.charCodeAt(at + 1) === slash && form.charCodeAt(at + 2) === slash) return true;
  // The length is compared first: most colons stand behind other words, and none of them is copied.
  const length = at - start;
  if (length === 6) return form.startsWith("mailto", start);
  return length === 3 && (form.startsWith("cid", start) || form.startsWith("tel", start));
}

function isLinkEnd(code: number): boolean {
  return code <= 0x20 || code === 0x3e || code === 0x22 || code === 0x29 || code === 0x5d || code === 0xa0;
}

function isWordAscii(code: number): boolean {
  return (code >= 97 && code <= 122) || (code >= 48 && code <= 57);
}

/** Punctuation and spaces beyond ASCII. */
function isSeparator(code: number): boolean {
  return (
    (code >= 0x80 && code <= 0xbf && code !== 0xaa && code !== 0xb5 && code !== 0xba) ||
    code === 0xd7 ||
    code === 0xf7 ||
    code === 0x060c ||
    code === 0x061b ||
    code === 0x061f ||
    code === 0x06d4 ||
    (code >= 0x2000 && code <= 0x206f) ||
    (code >= 0x2190 && code <= 0x2bff) ||
    (code >= 0x3000 && code <= 0x303f && code !== 0x3005) ||
    code === 0x30fb ||
    (code >= 0xfe00 && code <= 0xfe6f) ||
    (code >= 0xff00 && code <= 0xff0f) ||
    code === 0xfffc
  );
}

/** Scripts without spaces: Thai, Lao, Burmese, Khmer, kana, Han. */
function isUnspaced(code: number): boolean {
  return (
    (code >= 0x0e00 && code <= 0x0eff) ||
    (code >= 0x1000 && code <= 0x109f) ||
    (code >= 0x1780 && code <= 0x17ff) ||
    (code >= 0x3005 && code <= 0x9fff) ||
    (code >= 0xf900 && code <= 0xfaff)
  );
}

/** How many words the shingle has that ends with this one. */
export function shingleLength(word: number): number {
  return word & 1 ? unspacedWords : spacedWords;
}

/** The shingle that ends at a word, as a hash that keeps the word's lowest bit; 0 where too few words come before. */
export function shingleAt(words: WordHashes, at: number): number {
  const mark = words[at]! & 1;
  const first = at + 1 - (mark === 1 ? unspacedWords : spacedWords);
  if (first < 0) return 0;
  let hash = basis;
  for (let next = first; next <= at; next++) hash = Math.imul(hash ^ words[next]!, prime);
  hash = Math.imul(hash ^ (hash >>> 15), 0x2c1b3c6d);
  hash ^= hash >>> 13;
  return ((hash & ~1) | mark) >>> 0;
}

/** The digest of a mail's texts; null where they have no shingle. */
export function digestOf(texts: readonly string[]): Uint8Array | null {
  const words: WordHashes = [];
  for (const text of texts) addWords(words, text.slice(0, maxDigested));
  const isLong = words.length > maxShingles || texts.some((text) => text.length > maxDigested);
  const count = Math.min(words.length, maxShingles);
  if (count < spacedWords || (count < unspacedWords && words.every((word) => word & 1))) return null;
  const digest = new Uint8Array(headBytes + Math.ceil((count * bitsPerShingle) / 8));
  digest[0] = version;
  digest[1] = isLong ? isCut : 0;
  const shown = Math.min(words.length, 0xffff);
  digest[2] = shown & 0xff;
  digest[3] = shown >> 8;
  const bits = (digest.length - headBytes) * 8;
  for (let at = 0; at < count; at++) {
    const shingle = shingleAt(words, at);
    if (shingle === 0) continue;
    for (let probe = 0, hash = shingle; probe < probes; probe++) {
      const bit = Math.floor((hash * bits) / 4294967296);
      digest[headBytes + (bit >> 3)]! |= 1 << (bit & 7);
      hash = nextHash(hash);
    }
  }
  return digest;
}

/** Characters of a text that a digest reads. */
const maxDigested = 100_000;

function nextHash(hash: number): number {
  return Math.imul(hash ^ (hash >>> 15), 0x85ebca6b) >>> 0;
}

/** Whether a digest holds the shingle: false is certain. */
export function holds(digest: Uint8Array, shingle: number): boolean {
  const bits = (digest.length - headBytes) * 8;
  for (let probe = 0, hash = shingle; probe < probes; probe++) {
    const bit = Math.floor((hash * bits) / 4294967296);
    if ((digest[headBytes + (bit >> 3)]! & (1 << (bit & 7))) === 0) return false;
    hash = nextHash(hash);
  }
  return true;
}

/** Whether the bytes are a digest that this version reads. */
export function isDigest(bytes: Uint8Array | null | undefined): bytes is Uint8Array {
  return bytes != null && bytes.length > headBytes && bytes[0] === version;
}

/** Whether the digest leaves out the end of a long mail. */
export function isPartial(digest: Uint8Array): boolean {
  return digest[1] === isCut;
}

/** Words of the mail. */
export function wordCountOf(digest: Uint8Array): number {
  return (digest[2] ?? 0) | ((digest[3] ?? 0) << 8);
}
