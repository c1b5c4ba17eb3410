// Decodes bytes to text, by any charset label that mail uses, wrong and missing ones included. The runtime's own TextDecoder
// (WHATWG) reads most; iconv-lite the rest (UTF-7, DOS code pages). Never throws. Output is well-formed UTF-16 without NUL.

import { isAscii, isUtf8 } from "node:buffer";
import iconv from "iconv-lite";
import { guessCharset, otherCyrillic } from "./charset-guess.ts";
import { decodeShifted, isShifted } from "./shifted-text.ts";

/** Labels that WHATWG does not define, or whose superset decodes more of real mail. */
const aliases: Record<string, string> = {
  "us-ascii": "ascii",
  ascii: "ascii",
  "ansi_x3.4-1968": "ascii",
  "7bit": "ascii",
  "8bit": "ascii",
  "unknown-8bit": "ascii",
  "x-unknown": "ascii",
  unknown: "ascii",
  default: "ascii",
  utf8: "utf-8",
  "utf-8": "utf-8",
  gb2312: "gb18030",
  "gb_2312-80": "gb18030",
  gbk: "gb18030",
  "x-gbk": "gb18030",
  cp936: "gb18030",
  ms936: "gb18030",
  cp932: "shift_jis",
  cp949: "euc-kr",
  cp950: "big5",
  cp874: "windows-874",
  "iso-2022-jp-1": "iso-2022-jp",
  csiso2022jp2: "iso-2022-jp-2",
  "iso-2022-jp-3": "iso-2022-jp",
  "iso-2022-jp-ms": "iso-2022-jp",
  cp50220: "iso-2022-jp",
  cp50221: "iso-2022-jp",
  csiso2022kr: "iso-2022-kr",
  hz: "hz-gb-2312",
  "x-euc-jp": "euc-jp",
  "x-sjis": "shift_jis",
  "iso-8859-8-e": "iso-8859-8",
  "x-mac-roman": "macintosh",
};

/** The part of ISO 8859 that is Latin alphabet number n. */
const latinParts = ["", "1", "2", "3", "4", "9", "10", "13", "14", "15", "16"];

/** Encodings in which 7-bit bytes are not ASCII. */
const stateful = /^(?:iso-2022-|utf-?7|utf-?16|utf-?32|ucs-?[24]|hz-gb|x-iso-2022)/;

const doubleByte = /^(?:gb|big5|euc-|shift_jis|utf-)/;

/** The canonical name of a charset label: lower case, without quotes, language tags and junk. */
export function charsetName(label: string | null | undefined): string | null {
  if (!label) return null;
  let name = label.trim().toLowerCase();
  if (name.startsWith('"') || name.startsWith("'")) name = name.slice(1);
  const end = name.search(/["';,*\s]/);
  if (end >= 0) name = name.slice(0, end);
  if (name === "") return null;
  const known = aliases[name];
  if (known !== undefined) return known;
  const windows = /^(?:win(?:dows)?|cp|x-cp)[-_]?(125[0-8])$/.exec(name);
  if (windows) return `windows-${windows[1]}`;
  const latin = /^(?:latin|l)[-_]?(\d{1,2})$/.exec(name);
  const part = /^iso[-_]?8859[-_]?(\d{1,2})$/.exec(name)?.[1] ?? latinParts[Number(latin?.[1])];
  if (part) return part === "1" ? "windows-1252" : `iso-8859-${part}`;
  return name;
}

/**
 * Decodes `bytes`.
 * @param label the declared charset, as written; null when none was
 * @param hint another charset seen in the same mail, tried when the label is missing, unknown or plainly wrong
 */
export function decodeCharset(bytes: Uint8Array, label: string | null, hint: string | null = null): string {
  const name = charsetName(label);
  if (isAscii(bytes) && !(name !== null && stateful.test(name))) {
    const text = latin1(bytes);
    if (!text.includes("\x1b$")) return clean(text);
    if (text.includes("\x1b$)C")) return clean(decodeKnown(bytes, "iso-2022-kr") ?? text);
    return clean(decodeKnown(withoutIdleEscapes(bytes), "iso-2022-jp") ?? text);
  }
  return clean(decodeLabelled(bytes, name, charsetName(hint)));
}

function decodeLabelled(bytes: Uint8Array, name: string | null, hint: string | null): string {
  if (name === null || name === "ascii") return sniff(bytes, hint);
  if (name === "utf-8") {
    if (isUtf8(bytes)) return utf8(bytes);
    return mostlyUtf8(bytes) ? utf8(bytes) : sniff(bytes, hint);
  }
  // Text in a one-byte charset is almost never valid UTF-8, and seven-bit text has none: the label is wrong.
  const isNever = isShifted(name) ? !isAscii(bytes) : !doubleByte.test(name) && !stateful.test(name);
  if (isNever && isUtf8(bytes)) return utf8(bytes);
  const other = otherCyrillic(bytes, name);
  if (other !== null) return decodeKnown(bytes, other) ?? sniff(bytes, hint);
  const text = decodeKnown(
    name === "iso-2022-jp" ? withoutIdleEscapes(bytes) : bytes,
    wideOrder(bytes, name),
  );
  if (text === null) return sniff(bytes, hint);
  // A few Chinese characters can be valid UTF-8 by chance, more cannot.
  if (doubleByte.test(name) && isUtf8(bytes) && (text.includes("\ufffd") || countBeyond(bytes) >= 8))
    return utf8(bytes);
  return text;
}

/** Without a usable label: UTF-8 when valid, else the charset used elsewhere in the mail, else windows-1252. */
function sniff(bytes: Uint8Array, hint: string | null): string {
  if (isUtf8(bytes)) return utf8(bytes);
  if (hint !== null && hint !== "ascii" && hint !== "utf-8") {
    const text = decodeKnown(bytes, hint);
    if (text !== null && !text.includes("\ufffd")) return text;
  }
  const guess = guessCharset(bytes);
  return decodeKnown(bytes, charsetName(guess) ?? "windows-1252") ?? latin1(bytes);
}

/** Removes escape sequences directly before another one: joined encoded words have them, and the decoder rejects them. */
function withoutIdleEscapes(bytes: Uint8Array): Uint8Array {
  const text = latin1(bytes);
  const lean = text.replace(/(?:\x1b(?:\([BJI]|\$[@B]))+(?=\x1b(?:\([BJI]|\$[@B]))/g, "");
  return lean.length === text.length ? bytes : Buffer.from(lean, "latin1");
}

function countBeyond(bytes: Uint8Array): number {
  let count = 0;
  for (const byte of bytes) if (byte > 0x7f) count++;
  return count;
}

/** Whether invalid sequences are fewer than valid ones: damaged UTF-8, not another charset. */
function mostlyUtf8(bytes: Uint8Array): boolean {
  const text = utf8(bytes);
  let broken = 0;
  let whole = 0;
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i);
    if (code === 0xfffd) broken++;
    else if (code > 0x7f) whole++;
  }
  return whole > broken;
}

/** UTF-16 without a byte order mark is big-endian by RFC 2781 4.3, but little-endian when its ASCII says so. */
function wideOrder(bytes: Uint8Array, name: string): string {
  if (!/^(?:utf-?16|ucs-?2)$/.test(name)) return name;
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return "utf-16le";
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return "utf-16be";
  let low = 0;
  for (let i = 0; i < Math.min(bytes.length, 200); i += 2) if (bytes[i] !== 0 && bytes[i + 1] === 0) low++;
  return low * 4 > Math.min(bytes.length, 200) / 2 ? "utf-16le" : "utf-16be";
}

const decoders = new Map<string, TextDecoder | null>();

function decodeKnown(bytes: Uint8Array, name: string): string | null {
  if (isShifted(name)) return decodeShifted(bytes, name, (some, set) => decodeKnown(some, set) ?? "");
  const decoder = decoderFor(name);
  if (decoder) return decoder.decode(bytes);
  try {
    if (!iconv.encodingExists(name)) return null;
    return iconv.decode(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength), name);
  } catch {
    return null;
  }
}

function decoderFor(name: string): TextDecoder | null {
  const cached = decoders.get(name);
  if (cached !== undefined) return cached;
  let decoder: TextDecoder | null = null;
  try {
    decoder = new TextDecoder(name as Bun.Encoding);
  } catch {
    // Not a WHATWG label.
  }
  if (decoders.size < 200) decoders.set(name, decoder);
  return decoder;
}

function utf8(bytes: Uint8Array): string {
  const text = asBuffer(bytes).toString("utf8");
  return text.charCodeAt(0) === 0xfeff ? text.slice(1) : text;
}

export function latin1(bytes: Uint8Array): string {
  // A Buffer over the same octets would cost more than the text of a few hundred.
  return Buffer.prototype.toString.call(bytes, "latin1");
}

export function asBuffer(bytes: Uint8Array): Buffer {
  return Buffer.isBuffer(bytes) ? bytes : Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}

/** No NUL, no unpaired surrogate: Postgres and JSON refuse them (DECISIONS Conventions, strings). */
export function clean(text: string): string {
  const bare = text.includes("\0") ? text.replaceAll("\0", "") : text;
  return bare.isWellFormed() ? bare : bare.toWellFormed();
}

const controls = /[\x00-\x1f\x7f-\x9f\u2028\u2029]+/g;

/** Text of a header field: line breaks and other control characters, encoded ones too, become a space. */
export function oneLine(text: string): string {
  return text.replace(controls, " ");
}

const beyondAscii = /[^\x00-\x7f]/;
const beyondByte = /[^\x00-\xff]/;

/**
 * A binary string (one character a byte, as the scanner reads headers) to text: UTF-8 when it is valid, else `hint`,
 * else windows-1252. RFC 6532 allows UTF-8 there; the rest is what senders do. Text that is decoded already stays.
 */
export function binaryText(binary: string, hint: string | null = null): string {
  if (!beyondAscii.test(binary) || beyondByte.test(binary)) return clean(binary);
  return clean(decodeLabelled(Buffer.from(binary, "latin1"), null, charsetName(hint)));
}
