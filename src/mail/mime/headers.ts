// Reads header blocks (RFC 5322 2.2). Works on the binary text of the mail (one character for each byte), so that offsets are byte
// offsets and nothing is lost before its charset is known. Of duplicate fields the first counts.

import { binaryText, latin1 } from "./charset.ts";
import { octetBlanks, trimOctets } from "./octet-blanks.ts";

export interface HeaderField {
  /** As written. */
  name: string;
  /** Lower case. */
  key: string;
  /** Binary text behind the colon, unfolded, trimmed. */
  value: string;
}

export interface HeaderBlock {
  fields: HeaderField[];
  /** Where the body begins. */
  bodyStart: number;
  /** True when a line in the block was no header field. */
  malformed: boolean;
  /** True when the block ended without an empty line. */
  unterminated: boolean;
  /** True when it has more fields than are read. */
  isCut: boolean;
}

/** Further fields of a block are ignored. */
const maxFields = 5000;

/** True when the line that begins at the given offset is a boundary of an enclosing multipart. */
export type IsBoundary = (lineStart: number) => boolean;

const noBoundary: IsBoundary = () => false;

/** The header of a message, without the empty lines that some programs send before it. */
export function readMessageHeader(
  binary: string,
  start: number,
  isBoundary: IsBoundary = noBoundary,
): HeaderBlock {
  return readHeaderBlock(binary, start + blankBytes(binary, start), isBoundary);
}

const maxBlankLines = 20;

/**
 * Bytes of the empty lines before a message's header; 0 where no well-known field follows them: such a message has no header,
 * RFC 5322 2.1.
 */
export function blankBytes(binary: string, start = 0): number {
  let at = start;
  for (let lines = 0; lines <= maxBlankLines; lines++) {
    const newline = binary.indexOf("\n", at);
    const line = binary.slice(at, newline < 0 ? at + 200 : Math.min(newline, at + 200));
    if (!/^[ \t\r]*$/.test(line)) return knownField.test(line) ? at - start : 0;
    if (newline < 0) return 0;
    at = newline + 1;
  }
  return 0;
}

/** The same of a raw mail. Its first 4,096 bytes are looked at. */
export function blankBytesOf(raw: Uint8Array): number {
  return blankBytes(latin1(raw.subarray(0, 4096)));
}

/** Reads the header block that begins at `start` of the binary text. */
export function readHeaderBlock(
  binary: string,
  start: number,
  isBoundary: IsBoundary = noBoundary,
): HeaderBlock {
  const block: HeaderBlock = {
    fields: [],
    bodyStart: binary.length,
    malformed: false,
    unterminated: true,
    isCut: false,
  };
  let fieldStart = -1;
  let fieldColon = -1;
  let fieldEnd = -1;
  let isFolded = false;
  const close = () => {
    if (fieldStart >= 0 && block.fields.length === maxFields) block.isCut = true;
    else if (fieldStart >= 0) {
      const written = binary.slice(fieldStart, fieldColon);
      const name = isInk(binary.charCodeAt(fieldColon - 1)) ? written : written.trimEnd();
      const value = isFolded
        ? unfold(binary.slice(fieldColon + 1, fieldEnd))
        : lineValue(binary, fieldColon + 1, fieldEnd);
      block.fields.push({ name, key: name.toLowerCase(), value });
    }
    fieldStart = -1;
  };
  let at = start;
  while (at < binary.length) {
    const newline = binary.indexOf("\n", at);
    const next = newline < 0 ? binary.length : newline + 1;
    let end = newline < 0 ? binary.length : newline;
    if (end > at && binary.charCodeAt(end - 1) === 0x0d) end--;
    if (end === at) {
      block.bodyStart = next;
      block.unterminated = false;
      break;
    }
    const first = binary.charCodeAt(at);
    if ((first === 0x20 || first === 0x09) && at > start) {
      fieldEnd = end;
      isFolded = true;
    } else if (first === 0x2d && isBoundary(at)) {
      block.bodyStart = at;
      break;
    } else {
      const colon = colonOf(binary, at, end);
      if (colon >= 0) {
        close();
        fieldStart = at;
        fieldColon = colon;
        fieldEnd = end;
        isFolded = false;
      } else if (!isEnvelopeLine(binary, at, start)) {
        block.malformed = true;
        // A line like a boundary ends the header: the empty line before it is missing.
        if (binary.startsWith("--", at) || !headerFollows(binary, next)) {
          block.bodyStart = at;
          break;
        }
      }
    }
    at = next;
  }
  close();
  return block;
}

/** The colon that ends a field name in [at, end), or -1 when the line is no field. RFC 5322 2.2, 4.5.8 (space before it) */
function colonOf(binary: string, at: number, end: number): number {
  for (let i = at; i < end && i - at < 1000; i++) {
    const code = binary.charCodeAt(i);
    if (code === 0x3a) return i > at ? i : -1;
    if (code <= 0x20 || code >= 0x7f) {
      if (code !== 0x20 && code !== 0x09) return -1;
      let j = i;
      while (j < end && (binary.charCodeAt(j) === 0x20 || binary.charCodeAt(j) === 0x09)) j++;
      return binary.charCodeAt(j) === 0x3a && j < end && i > at ? j : -1;
    }
  }
  return -1;
}

/** Whether it is the "From " or ">From " line of a mailbox file, which is not part of the mail. */
function isEnvelopeLine(binary: string, at: number, start: number): boolean {
  return at === start && (binary.startsWith("From ", at) || binary.startsWith(">From ", at));
}

const knownField =
  /^(?:received|from|to|cc|bcc|subject|date|message-id|in-reply-to|references|reply-to|sender|return-path|mime-version|content-[\w-]{2,30}|x-[\w-]{2,60}|dkim-signature|arc-[\w-]{2,40}|authentication-results|list-[\w-]{2,20}|precedence|delivered-to|organization|user-agent|thread-[\w-]{2,20}|importance|priority|errors-to|status)[ \t]*:/i;

/** Whether a well-known field follows an invalid line within three lines: otherwise the body has begun. */
function headerFollows(binary: string, from: number): boolean {
  let at = from;
  for (let lines = 0; lines < 3 && at < binary.length; lines++) {
    const newline = binary.indexOf("\n", at);
    const line = binary.slice(at, Math.min(newline < 0 ? binary.length : newline, at + 200));
    if (line === "" || line === "\r") return false;
    if (knownField.test(line)) return true;
    if (newline < 0) return false;
    at = newline + 1;
  }
  return false;
}

/** Removes line breaks and keeps the white space behind them. RFC 5322 2.2.3 */
function unfold(value: string): string {
  return value.includes("\n") || value.includes("\r")
    ? trimOctets(value.replace(/[\r\n]+/g, ""))
    : trimOctets(value);
}

/** The value of a field in one line. Most begin behind one space, and end with a letter. */
function lineValue(binary: string, from: number, to: number): string {
  const start = binary.charCodeAt(from) === 0x20 ? from + 1 : from;
  if (start >= to || !isInk(binary.charCodeAt(start)) || !isInk(binary.charCodeAt(to - 1)))
    return unfold(binary.slice(from, to));
  const value = binary.slice(start, to);
  return value.includes("\r") ? unfold(value) : value;
}

/** Printable in ASCII. */
function isInk(code: number): boolean {
  return code > 0x20 && code < 0x7f;
}

/** Value of the first field of that name (lower case), or null. */
export function firstField(fields: HeaderField[], key: string): string | null {
  for (const field of fields) if (field.key === key) return field.value;
  return null;
}

/** Values of all fields of that name (lower case), in order. */
export function allFields(fields: HeaderField[], key: string): string[] {
  return fields.filter((field) => field.key === key).map((field) => field.value);
}

/** RFC 5322 3.6, RFC 2045 3: at most one of each. */
const once =
  /^(?:date|from|sender|reply-to|to|cc|bcc|message-id|in-reply-to|references|subject|mime-version|content-.*)$/;
/** Among those, the fields that people do not see. */
const unseen = /^(?:message-id|in-reply-to|references|mime-version|content-language)$/;

/**
 * Whether a copy of a field that may occur once stands above those that a signature covers, which are the last ones (RFC 6376
 * 5.4.2), and says something else: of several copies the first is displayed. A field that is seen must not differ from a
 * second one where neither is covered.
 * @param covered names of the fields that the signature covers, in lower case, each as often as it does
 */
export function hasCopyAbove(fields: readonly HeaderField[], covered: readonly string[]): boolean {
  const copies = Map.groupBy(fields, ({ key }) => key);
  return [...copies].some(([key, all]) => {
    if (all.length < 2 || !once.test(key)) return false;
    const signed = Math.min(all.length, covered.filter((name) => name === key).length);
    if (signed === 0 && unseen.test(key)) return false;
    const meant = spaced(all[Math.min(all.length - signed, all.length - 1)]!.value);
    return all.slice(0, all.length - signed).some(({ value }) => spaced(value) !== meant);
  });
}

function spaced(value: string): string {
  return value.replace(octetBlanks, " ");
}

/** Every header field of a raw mail, unfolded, in order, otherwise as sent; bytes that are no UTF-8 are windows-1252. */
export function rawHeaders(raw: Uint8Array): { name: string; value: string }[] {
  const binary = latin1(raw.subarray(0, headerBytes(raw)));
  return readMessageHeader(binary, 0).fields.map((field) => ({
    name: field.name,
    value: binaryText(field.value),
  }));
}

/** Octets of a header beyond which no mail comes in by SMTP or APPEND: ten times what mail servers let through. */
export const maxHeaderBytes = 1024 * 1024;

/** Whether the header of a raw mail has more octets than that. */
export function hasLongHeader(raw: Uint8Array): boolean {
  if (raw.length <= maxHeaderBytes) return false;
  const head = Buffer.from(raw.buffer, raw.byteOffset, maxHeaderBytes).subarray(blankBytesOf(raw));
  // RFC 5322 2.1: no header at all.
  if (head[0] === 10 || (head[0] === 13 && head[1] === 10)) return false;
  return !head.includes("\n\r\n") && !head.includes("\n\n");
}

/** Servers that a mail may have passed through: RFC 5321 6.3 asks for at least 100. */
export const maxHops = 100;

/** How many servers the mail has passed through, by its Received fields. */
export function hopsOf(raw: Uint8Array): number {
  const head = Buffer.from(raw.buffer, raw.byteOffset, Math.min(headerBytes(raw), maxHeaderBytes));
  return head.toString("latin1").match(/^received[ \t]*:/gim)?.length ?? 0;
}

/** Length of the head of the mail that holds its header: up to the first empty line. */
function headerBytes(raw: Uint8Array): number {
  let at = blankBytesOf(raw);
  while (at < raw.length) {
    const newline = raw.indexOf(10, at);
    if (newline < 0) return raw.length;
    if (newline === at || (newline === at + 1 && raw[at] === 13)) return newline + 1;
    at = newline + 1;
  }
  return raw.length;
}
