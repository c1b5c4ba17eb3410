// Content-Type and Content-Disposition values: `value; name=value; …` (RFC 2045 5.1, RFC 2183), and the decoding of
// parameters that are continued, percent-encoded (RFC 2231) or, against the rules, encoded words. Linear time.

import { binaryText, charsetName, clean, decodeCharset } from "./charset.ts";
import { decodeWords, hexPair } from "./encoded-words.ts";
import { trimOctets } from "./octet-blanks.ts";

export interface Parameterised {
  /** The text before the first semicolon, trimmed, without comments, lower case. */
  value: string;
  /** Parameter names in lower case and in order, values unquoted but otherwise raw (binary text). */
  params: Record<string, string>;
}

const maxParams = 200;

/** Splits a structured header value (unfolded binary text). */
export function parseParameterised(header: string): Parameterised {
  const params: Record<string, string> = Object.create(null) as Record<string, string>;
  const first = endOfValue(header);
  const value = trimOctets(stripComments(first < 0 ? header : header.slice(0, first))).toLowerCase();
  let at = first < 0 ? header.length : first + 1;
  for (let count = 0; at < header.length && count < maxParams; count++) {
    const equals = header.indexOf("=", at);
    if (equals < 0) break;
    const semicolon = header.indexOf(";", at);
    if (semicolon >= 0 && semicolon < equals) {
      at = semicolon + 1;
      continue;
    }
    const name = stripComments(header.slice(at, equals)).trim().toLowerCase();
    const read = readValue(header, equals + 1, name);
    if (name !== "" && !(name in params)) params[name] = read.text;
    at = read.next;
  }
  return { value, params };
}

/** Where the parameters begin: at a semicolon, or, where it is missing, at the white space before `name=`. */
function endOfValue(header: string): number {
  const semicolon = header.indexOf(";");
  const forgotten = /^\s*[\w.+/-]{1,100}(?=\s+[\w*-]{1,40}=)/.exec(header);
  return forgotten && (semicolon < 0 || forgotten[0].length < semicolon) ? forgotten[0].length : semicolon;
}

function readValue(header: string, from: number, name: string): { text: string; next: number } {
  let at = from;
  while (at < header.length && isSpace(header.charCodeAt(at))) at++;
  if (header.charCodeAt(at) === 0x22) return readQuoted(header, at + 1);
  const semicolon = header.indexOf(";", at);
  const end = semicolon < 0 ? header.length : semicolon;
  let text = trimOctets(header.slice(at, end));
  // A comment may follow a token, but unquoted file names hold brackets.
  if (!name.includes("name")) text = trimOctets(stripComments(text));
  return { text, next: end + 1 };
}

function readQuoted(header: string, from: number): { text: string; next: number } {
  let text = "";
  let at = from;
  for (; at < header.length; at++) {
    const code = header.charCodeAt(at);
    if (code === 0x22) break;
    const next = header.charCodeAt(at + 1);
    // Windows paths have single backslashes: only a quote or a backslash counts as escaped.
    if (code === 0x5c && (next === 0x22 || next === 0x5c)) at++;
    text += header[at];
  }
  const semicolon = header.indexOf(";", at);
  return { text, next: semicolon < 0 ? header.length : semicolon + 1 };
}

function isSpace(code: number): boolean {
  return code === 0x20 || code === 0x09 || code === 0x0a || code === 0x0d;
}

function stripComments(text: string): string {
  if (!text.includes("(")) return text;
  let out = "";
  let depth = 0;
  for (let i = 0; i < text.length; i++) {
    const char = text[i];
    if (char === "\\" && depth > 0) i++;
    else if (char === "(") depth++;
    else if (char === ")" && depth > 0) depth--;
    else if (depth === 0) out += char;
  }
  return out;
}

/** The decoded parameter `name`: RFC 2231 continuations and charsets, encoded words. Null when absent. */
export function decodedParam(params: Record<string, string>, name: string): string | null {
  const extended = params[`${name}*`];
  if (extended !== undefined) return decodeExtended([{ text: extended, encoded: true }]);
  const pieces: { text: string; encoded: boolean }[] = [];
  for (let i = 0; i < maxParams; i++) {
    const encoded = params[`${name}*${i}*`];
    const plain = params[`${name}*${i}`];
    if (encoded === undefined && plain === undefined) break;
    pieces.push({ text: encoded ?? plain ?? "", encoded: encoded !== undefined });
  }
  if (pieces.length > 0) {
    // Encoded words in continuations violate both RFCs, but occur.
    if (pieces.every((piece) => !piece.encoded))
      return decodeWords(pieces.map((piece) => piece.text).join(""));
    return decodeExtended(pieces);
  }
  const plain = params[name];
  if (plain === undefined) return null;
  if (plain.includes("=?")) return decodeWords(plain);
  const percent = /^([\w-]{3,20})'[\w-]{0,20}'(.*%[0-9a-f]{2})/i.exec(plain);
  return percent ? decodeExtended([{ text: plain, encoded: true }]) : binaryText(plain);
}

/** RFC 2231 4: charset'language'percent-encoded; the charset stands in the first piece only. */
function decodeExtended(pieces: { text: string; encoded: boolean }[]): string {
  let charset: string | null = null;
  const chunks: Buffer[] = [];
  for (const [index, piece] of pieces.entries()) {
    let text = piece.text;
    if (index === 0 && piece.encoded) {
      const prefix = /^([\w.:+-]*)'[\w-]*'/.exec(text);
      if (prefix) {
        charset = charsetName(prefix[1]);
        text = text.slice(prefix[0].length);
      }
    }
    chunks.push(piece.encoded ? percentDecode(text) : Buffer.from(text, "latin1"));
  }
  const text = clean(decodeCharset(Buffer.concat(chunks), charset));
  // Some programs percent-encode an encoded word, or label one as percent-encoded.
  return text.includes("=?") ? decodeWords(Buffer.from(text, "utf8").toString("latin1")) : text;
}

function percentDecode(text: string): Buffer {
  const bytes = Buffer.allocUnsafe(text.length);
  let length = 0;
  for (let i = 0; i < text.length; i++) {
    const value = text.charCodeAt(i) === 0x25 ? hexPair(text, i + 1) : -1;
    bytes[length++] = value >= 0 ? value : text.charCodeAt(i);
    if (value >= 0) i += 2;
  }
  return bytes.subarray(0, length);
}
