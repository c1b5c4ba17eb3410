// Content-Transfer-Encoding (RFC 2045 6), from binary text (one character a byte) to bytes. Tolerant, linear, never throws.

import { hexPair } from "./encoded-words.ts";

/** Decodes `binary`; an unknown encoding is read as binary. */
export function decodeTransfer(binary: string, encoding: string): Buffer {
  switch (encoding) {
    case "base64":
      return decodeBase64(binary);
    case "quoted-printable":
      return decodeQuotedPrintable(binary);
    case "x-uuencode":
    case "x-uue":
    case "uuencode":
      return decodeUu(binary);
    default:
      return Buffer.from(binary, "latin1");
  }
}

/** Only further encoded pieces follow the padding, from a new line on. */
const pieces = /^=+[ \t]*\r?\n[A-Za-z0-9+/=\s]*$/;

function decodeBase64(binary: string): Buffer {
  const pad = binary.indexOf("=");
  if (pad < 0) return Buffer.from(binary, "base64");
  let next = pad;
  while (next < binary.length && isPadOrSpace(binary.charCodeAt(next))) next++;
  if (next === binary.length) return Buffer.from(binary, "base64");
  // Concatenated encoded pieces are all decoded; any other text behind the padding is ignored. RFC 2045 6.8
  if (!pieces.test(binary.slice(pad))) return Buffer.from(binary.slice(0, next), "base64");
  return Buffer.concat(binary.split(/=[=\s]*/).map((piece) => Buffer.from(piece, "base64")));
}

function isPadOrSpace(code: number): boolean {
  return code === 0x3d || code === 0x0a || code === 0x0d || code === 0x20 || code === 0x09;
}

/** RFC 2045 6.7. White space at a line's end is dropped (rule 3); a stray "=" stays. */
export function decodeQuotedPrintable(binary: string): Buffer {
  const bytes = Buffer.allocUnsafe(binary.length);
  let length = 0;
  let solid = 0; // bytes before trailing white space
  for (let i = 0; i < binary.length; i++) {
    const code = binary.charCodeAt(i);
    if (code === 0x3d) {
      const value = hexPair(binary, i + 1);
      if (value >= 0) {
        bytes[length++] = value;
        solid = length;
        i += 2;
        continue;
      }
      const end = softBreak(binary, i + 1);
      if (end >= 0) {
        solid = length;
        i = end;
        continue;
      }
    } else if (code === 0x0a || code === 0x0d) {
      length = solid;
    } else if (code === 0x20 || code === 0x09) {
      bytes[length++] = code;
      continue;
    }
    bytes[length++] = code;
    solid = length;
  }
  return bytes.subarray(0, length);
}

/** Index of the last character of the line break behind a soft "=", or -1 when it is no soft break. */
function softBreak(binary: string, from: number): number {
  let at = from;
  while (at < binary.length && (binary.charCodeAt(at) === 0x20 || binary.charCodeAt(at) === 0x09)) at++;
  if (at >= binary.length) return binary.length - 1;
  if (binary.charCodeAt(at) === 0x0d) return binary.charCodeAt(at + 1) === 0x0a ? at + 1 : at;
  return binary.charCodeAt(at) === 0x0a ? at : -1;
}

/** A uuencoded file: everything between its `begin` line, if any, and `end`. */
function decodeUu(binary: string): Buffer {
  const chunks: Buffer[] = [];
  let begun = !/^begin /m.test(binary);
  for (const line of binary.split(/\r?\n/)) {
    if (!begun) {
      begun = line.startsWith("begin ");
      continue;
    }
    if (line === "end") break;
    const bytes = decodeUuLine(line);
    if (bytes !== null) chunks.push(bytes);
  }
  return Buffer.concat(chunks);
}

/** One line of uuencoded data, or null when it is not one. */
export function decodeUuLine(line: string): Buffer | null {
  const length = (line.charCodeAt(0) - 32) & 63;
  if (line === "" || length === 0) return null;
  const text = line.trimEnd();
  const needed = Math.ceil((length * 4) / 3);
  if (text.length - 1 > Math.ceil(length / 3) * 4 + 2) return null;
  const bytes = Buffer.alloc(Math.ceil(length / 3) * 3);
  for (let i = 0, at = 0; i < needed; i += 4, at += 3) {
    const quad = [0, 1, 2, 3].map((k) => uuValue(text, 1 + i + k));
    if (quad.includes(-1)) return null;
    const [a = 0, b = 0, c = 0, d = 0] = quad;
    bytes[at] = (a << 2) | (b >> 4);
    bytes[at + 1] = ((b & 15) << 4) | (c >> 2);
    bytes[at + 2] = ((c & 3) << 6) | d;
  }
  return bytes.subarray(0, length);
}

/** Characters from space to backquote carry six bits; characters missing at the line's end were spaces. */
function uuValue(text: string, at: number): number {
  if (at >= text.length) return 0;
  const code = text.charCodeAt(at);
  return code < 32 || code > 96 ? -1 : (code - 32) & 63;
}
