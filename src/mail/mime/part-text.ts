// Decodes the text of one part: transfer encoding, charset, line ends, format=flowed.

import { charsetName, decodeCharset, latin1 } from "./charset.ts";
import { unflow } from "./format-flowed.ts";
import type { PartStructure } from "./structure.ts";
import { decodeTransfer } from "./transfer-encoding.ts";

/** Decoded bytes of a part's body. `binary` is the whole mail, one character a byte. */
export function partBytes(binary: string, part: PartStructure): Buffer {
  return decodeTransfer(binary.slice(part.bodyStart, part.end), part.encoding);
}

const beyondAscii = /[^\x00-\x7f]/;

/**
 * Text of a text part, lines separated by "\n".
 * @param hint a charset seen elsewhere in the mail, for parts without a right label
 */
export function partText(binary: string, part: PartStructure, hint: string | null): string {
  const label = part.params.charset ?? null;
  const isBare = isNoBase64(binary, part);
  const plain = isBare || part.encoding === "7bit" || part.encoding === "8bit" || part.encoding === "binary";
  let text: string;
  if (plain && isAsciiCharset(label)) {
    // Most mail is ASCII: the scanned text is used as it is.
    const body = binary.slice(part.bodyStart, part.end);
    const ready = !beyondAscii.test(body) && !body.includes("\x1b$") && !body.includes("\0");
    text = ready ? body : decodeBytes(Buffer.from(body, "latin1"), part, hint);
  } else {
    const bytes = isBare
      ? Buffer.from(binary.slice(part.bodyStart, part.end), "latin1")
      : partBytes(binary, part);
    text = decodeBytes(bytes, part, hint);
  }
  text = withLineFeeds(text);
  if (part.subtype === "x-amp-html") text = text.replace(boilerplate, "");
  if (part.subtype === "plain" && part.params.format?.toLowerCase() === "flowed") {
    text = unflow(text, part.params.delsp?.toLowerCase() === "yes");
  }
  return text;
}

/** The style that each form for AMP has, until its program shows it. */
const boilerplate =
  /<style\s(?:[^<>]{0,100}\s)?amp4email-boilerplate[^<>]{0,100}>\s{0,20}body\s{0,20}\{\s{0,20}visibility\s{0,20}:\s{0,20}hidden\s{0,20};?\s{0,20}\}\s{0,20}<\/style>/i;

/** Characters at the beginning of a part that is labelled base64, and of its first line, that are looked at. */
const lookedAt = 2000;
const lookedAtLine = 200;
/** Characters with one among them that base64 has not; stray ones are rarer. */
const oneOf = 16;
/** Letters of a longer word. */
const longestWord = 20;

/** Whether a text that is labelled base64 is written as it is: so is its first line, and no line below is base64. */
function isNoBase64(binary: string, { encoding, bodyStart, end }: PartStructure): boolean {
  if (encoding !== "base64") return false;
  const lines = binary.slice(bodyStart, Math.min(end, bodyStart + lookedAt)).split(/[\r\n]{1,4}/);
  const first =
    lines
      .find((line) => line.trim() !== "")
      ?.slice(0, lookedAtLine)
      .trim() ?? "";
  const others = first.match(/[^A-Za-z0-9+/=_\s-]/g)?.length ?? 0;
  return (others * oneOf >= first.length ? others > 0 : isOfWords(first)) && !lines.some(isBase64);
}

/** Whether a line is words without marks between spaces; groups of base64 are as long as one another. */
function isOfWords(line: string): boolean {
  const words = line.split(/[ \t]{1,4}/);
  return words.length > 2 && new Set(words.map((word) => word.length)).size > 2 && !words.some(isLong);
}

const isLong = (word: string) => word.length > longestWord;

function isBase64(line: string): boolean {
  return /^[A-Za-z0-9+/]{40,1000}={0,2}$/.test(line) && /[a-z]/.test(line) && /[A-Z]/.test(line);
}

/** Text of a text part's decoded bytes, line ends unchanged. */
export function decodeBytes(bytes: Buffer, part: PartStructure, hint: string | null): string {
  const label = part.params.charset ?? (part.subtype === "html" ? metaCharset(bytes) : null);
  return decodeCharset(bytes, label, hint);
}

/** First byte of a text in a raw mail, and the byte behind it. */
export type TextPlace = readonly [number, number];

/** Where the raw mail holds this text as it is, but for line ends; null: nowhere that is found at once. */
export function placeOfText(
  raw: Uint8Array,
  structure: PartStructure,
  text: string | null,
): TextPlace | null {
  let part = structure;
  while (part.type === "multipart" && part.parts[0]) part = part.parts[0];
  const { type, subtype, bodyStart, end } = part;
  if (type !== "text" || subtype !== "plain" || text === null || end - bodyStart < text.length) return null;
  const place: TextPlace = [bodyStart, end];
  return isTextAt(raw, place, text) ? place : null;
}

/** Whether `textAt` is the text. */
function isTextAt(raw: Uint8Array, [from, to]: TextPlace, text: string): boolean {
  let at = from;
  for (let n = 0; n < text.length; n++) {
    if (at >= to) return false;
    let code = raw[at++]!;
    if (code === carriageReturn) {
      code = lineFeed;
      if (at < to && raw[at] === lineFeed) at++;
    }
    if (code !== text.charCodeAt(n)) return false;
  }
  return at === to;
}

const carriageReturn = 0x0d;
const lineFeed = 0x0a;

/** The text that `placeOfText` has found. */
export function textAt(raw: Uint8Array, [from, to]: TextPlace): string {
  return withLineFeeds(latin1(raw.subarray(from, to)));
}

/** Line ends as "\n" only. */
export function withLineFeeds(text: string): string {
  if (!text.includes("\r")) return text;
  return text.replaceAll("\r\n", "\n").replaceAll("\r", "\n");
}

/** Whether ASCII bytes mean ASCII under that label. */
function isAsciiCharset(label: string | null): boolean {
  const name = charsetName(label);
  return (
    name === null || /^(?:ascii|utf-8|windows-125\d|iso-8859-\d+|koi8-[ru]|gb18030|big5|euc-kr)$/.test(name)
  );
}

/** The charset that an HTML document declares itself. */
export function metaCharset(bytes: Buffer): string | null {
  return (
    /<meta\s[^<>]{0,200}?charset=["']?([\w.:-]{1,40})/i.exec(bytes.toString("latin1", 0, 2048))?.[1] ?? null
  );
}

/** text/enriched and text/richtext (RFC 1896, RFC 1341): commands dropped. */
export function enrichedText(text: string): string {
  return text
    .replace(/<<|<param>[^<]{0,1000}<\/param>|<[^<>]{0,60}>/gi, (match) => (match === "<<" ? "\0" : ""))
    .replace(/\n(\n*)/g, (_all, more: string) => (more === "" ? " " : more))
    .replaceAll("\0", "<");
}
