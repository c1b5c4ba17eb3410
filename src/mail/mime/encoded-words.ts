// Encoded words in header text (RFC 2047), read as leniently as senders write them: characters split between two
// words, base64 split between two words, raw 8-bit bytes inside, language tags (RFC 2231 5). Linear time.

import { binaryText, charsetName, clean, decodeCharset, oneLine } from "./charset.ts";

interface Word {
  charset: string;
  base64: boolean;
  payload: string;
  end: number;
}

const strictWord = /=\?([^?\s]{1,80})\?([bBqQ])\?([^?]*)\?=/y;
/** Q text with unencoded question marks. */
const looseWord = /=\?([^?\s]{1,80})\?([qQ])\?([^\s]{0,300}?)\?=(?=[\s",;<)]|$)/y;

/**
 * Decodes the encoded words of unfolded header text. Control characters become spaces.
 * @param binary one character for each byte
 * @param hint a charset seen elsewhere in the mail
 */
export function decodeWords(binary: string, hint: string | null = null): string {
  let from = binary.indexOf("=?");
  if (from < 0) return oneLine(binaryText(binary, hint));
  let out = "";
  let done = 0;
  let run: Word[] = [];
  while (from >= 0) {
    const word = wordAt(binary, from);
    if (word === null) {
      from = binary.indexOf("=?", from + 2);
      continue;
    }
    const between = binary.slice(done, from);
    // White space between two encoded words is dropped. RFC 2047 6.2
    if (run.length === 0 || !/^\s*$/.test(between)) {
      out += flush(run) + binaryText(between, hint);
      run = [];
    } else if (charsetName(run[0]?.charset) !== charsetName(word.charset)) {
      out += flush(run);
      run = [];
    }
    run.push(word);
    done = word.end;
    from = binary.indexOf("=?", done);
  }
  return oneLine(out + flush(run) + binaryText(binary.slice(done), hint));
}

/** The charset of the first encoded word, if any: a hint for unlabelled text in the same mail. */
export function firstWordCharset(binary: string): string | null {
  const at = binary.indexOf("=?");
  return at < 0 ? null : (wordAt(binary, at)?.charset ?? null);
}

/** The end of the encoded word that begins at `at`; -1 without one. */
export function wordEnd(binary: string, at: number): number {
  return wordAt(binary, at)?.end ?? -1;
}

function wordAt(binary: string, at: number): Word | null {
  for (const pattern of [strictWord, looseWord]) {
    pattern.lastIndex = at;
    const match = pattern.exec(binary);
    if (match) {
      const [, charset = "", encoding = "", payload = ""] = match;
      return { charset, base64: encoding === "b" || encoding === "B", payload, end: pattern.lastIndex };
    }
  }
  return null;
}

/** A run of adjacent words in one charset, decoded as one text. */
function flush(run: Word[]): string {
  const first = run[0];
  if (first === undefined) return "";
  const chunks: Buffer[] = [];
  let pending = "";
  for (const word of run) {
    if (word.base64) {
      pending += word.payload;
      // Some senders cut base64 between words: it is decoded at a whole group of four or at padding.
      if (pending.length % 4 !== 0 && !pending.endsWith("=")) continue;
      chunks.push(Buffer.from(pending, "base64"));
      pending = "";
    } else {
      if (pending) chunks.push(Buffer.from(pending, "base64"));
      pending = "";
      chunks.push(decodeQ(word.payload));
    }
  }
  if (pending) chunks.push(Buffer.from(pending, "base64"));
  const bytes = chunks.length === 1 && chunks[0] ? chunks[0] : Buffer.concat(chunks);
  return clean(decodeCharset(bytes, first.charset));
}

/** RFC 2047 4.2 */
function decodeQ(payload: string): Buffer {
  const bytes = Buffer.allocUnsafe(payload.length);
  let length = 0;
  for (let i = 0; i < payload.length; i++) {
    const code = payload.charCodeAt(i);
    if (code === 0x3d && i + 2 < payload.length) {
      const value = hexPair(payload, i + 1);
      if (value >= 0) {
        bytes[length++] = value;
        i += 2;
        continue;
      }
    }
    bytes[length++] = code === 0x5f ? 0x20 : code;
  }
  return bytes.subarray(0, length);
}

/** The byte of two hexadecimal digits at `at`, or -1. */
export function hexPair(text: string, at: number): number {
  const high = hexDigit(text.charCodeAt(at));
  const low = hexDigit(text.charCodeAt(at + 1));
  return high < 0 || low < 0 ? -1 : high * 16 + low;
}

function hexDigit(code: number): number {
  if (code >= 0x30 && code <= 0x39) return code - 0x30;
  const lower = code | 0x20;
  return lower >= 0x61 && lower <= 0x66 ? lower - 0x57 : -1;
}
