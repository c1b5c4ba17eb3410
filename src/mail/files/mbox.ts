// mbox: mails one after the other, each behind a separator line "From sender date". RFC 4155 and, since nobody writes one form,
// mboxrd (lines that begin with "From ", quoted or not, get one more ">"), mboxo (only the unquoted ones) and mboxcl2
// (Content-Length, nothing quoted). What we write is mboxrd whose octets are the mail's: CRLF stays CRLF.

import { linesOf } from "../../lib/byte-lines.ts";
import { type Instant, msOf } from "../../lib/clock.ts";
import { monthNames } from "../../lib/months.ts";
import { parseMailDate } from "../mime/dates.ts";

/** A mail of an mbox. */
export interface MboxMail {
  /** Null: it is larger than is read. */
  raw: Uint8Array | null;
  /** The date of the separator line. */
  date: Instant | null;
  /** Letters of Status and X-Status: R(ead), A(nswered), F(lagged), D(eleted), T (draft). */
  status: string;
  keywords: string[];
}

const days = ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"];

/** asctime(3), perhaps with a zone before or behind the year. */
const separator =
  /^From (?:.* )?((?:Sun|Mon|Tue|Wed|Thu|Fri|Sat),? [A-Z][a-z]{2} {1,3}\d{1,2} \d{1,2}:\d\d(?::\d\d)?(?: [A-Za-z]{1,5}| [+-]\d{4}){0,2} \d{4}(?: [A-Za-z]{1,5}| [+-]\d{4})?)$/;
/** A date as of a header field, which some programs write; people do too, in bodies that are not quoted, but not behind one word and with seconds. */
const fieldSeparator =
  /^From \S+ ((?:Sun|Mon|Tue|Wed|Thu|Fri|Sat),? \d{1,2} [A-Z][a-z]{2} (?:\d{4} \d{1,2}:\d\d:\d\d|\d{1,2}:\d\d:\d\d \d{4})(?: [A-Za-z]{1,5}| [+-]\d{4})?)$/;
const maxSeparatorBytes = 1000;

/** The block of fields that `writeMbox` puts above a mail; X-Octets of one whose last line does not end. */
const ownFields =
  /^Status: ([A-Z]*)\r\nX-Status: ([A-Z]*)\r\nX-Keywords: ?([^\r\n]*)\r\n(?:X-Octets: (\d+)\r\n)?/;

/** One mail in mboxrd, its flags in the fields that mutt, Dovecot and Thunderbird read. */
export function writeMbox(mail: {
  raw: Uint8Array;
  date: Instant;
  /** As in MboxMail. */
  status: string;
  keywords: readonly string[];
}): Uint8Array {
  const { raw, date, status, keywords } = mail;
  const text = Buffer.from(raw.buffer, raw.byteOffset, raw.length).toString("latin1");
  const quoted = text.replace(/(^|\n)(>*From )/g, "$1>$2");
  const read = status.includes("R") ? "RO" : "O";
  const others = status.replaceAll("R", "");
  const fields = `Status: ${read}\r\nX-Status: ${others}\r\nX-Keywords: ${keywords.join(" ")}\r\n`;
  const open = !text.endsWith("\r\n");
  const length = open ? `X-Octets: ${quoted.length}\r\n` : "";
  const head = Buffer.from(`From MAILER-DAEMON ${asctime(date)}\r\n${fields}${length}`);
  return Buffer.concat([head, Buffer.from(`${quoted}${open ? "\r\n" : ""}\r\n`, "latin1")]);
}

function asctime(instant: Instant): string {
  const at = new Date(msOf(instant));
  const day = String(at.getUTCDate()).padStart(2, " ");
  return `${days[at.getUTCDay()]} ${monthNames[at.getUTCMonth()]} ${day} ${instant.slice(11, 19)} ${String(at.getUTCFullYear()).padStart(4, "0")}`;
}

/** Where the body begins; the end where there is none. */
function endOfHeader(text: string): number {
  if (/^\r?\n/.test(text)) return text.indexOf("\n") + 1;
  const found = /\n\r?\n/.exec(text);
  return found ? found.index + found[0].length : text.length;
}

/**
 * Reads an mbox of any size, a mail at a time.
 * @param mostBytes of one mail; a larger one comes without its octets
 * @param onStray hears once that something stands before the first separator, and so is of no mail
 */
export async function* readMbox(
  pieces: AsyncIterable<Uint8Array>,
  mostBytes: number,
  onStray: () => void = () => undefined,
): AsyncGenerator<MboxMail> {
  let open: OpenMail | null = null;
  let isStrayHeard = false;
  for await (const { line, isWhole } of linesOf(pieces)) {
    const date = isWhole && line.length <= maxSeparatorBytes ? separatorDate(line) : null;
    if (date !== null && !(open && open.bodyLeft > 0)) {
      if (open) yield* mailsOf(open);
      open = new OpenMail(date.instant, isCrlf(line), mostBytes);
    } else if (open) open.add(line);
    else if (!isStrayHeard && line.some((octet) => octet > 0x20)) {
      isStrayHeard = true;
      onStray();
    }
  }
  if (open) yield* mailsOf(open);
}

/** The mail under way; several, where a wrong Content-Length has hidden the separators of others. */
function* mailsOf(open: OpenMail): Generator<MboxMail> {
  const lines = open.lines.splice(0);
  const text = Buffer.concat(lines).toString("latin1");
  const end = open.isOwn ? null : claimedEnd(text);
  const others = end === "wrong" ? lines.findIndex((line) => separatorDate(line) !== null) : -1;
  if (others < 0) {
    yield open.isTooLarge ? tooLarge(open) : mailOf(open, text, end === "wrong" ? null : end);
    return;
  }
  const parts: { open: OpenMail; from: number }[] = [{ open, from: 0 }];
  for (const [n, line] of lines.entries()) {
    const date = separatorDate(line);
    if (date) parts.push({ open: new OpenMail(date.instant, isCrlf(line), open.mostBytes), from: n + 1 });
  }
  for (const [n, { open: part, from }] of parts.entries()) {
    const own = lines.slice(from, n + 1 < parts.length ? parts[n + 1]!.from - 1 : lines.length);
    yield mailOf(part, Buffer.concat(own).toString("latin1"), null);
  }
}

function tooLarge({ date }: OpenMail): MboxMail {
  return { raw: null, date, status: "", keywords: [] };
}

function isCrlf(line: Buffer): boolean {
  return line.at(-1) === 0x0a && line.at(-2) === 0x0d;
}

/** A line of a separator; its date is null where the text is none. */
function separatorDate(line: Buffer): { instant: Instant | null } | null {
  if (line[0] !== 0x46 || line.toString("latin1", 0, 5) !== "From ") return null;
  const text = line.toString("latin1").trimEnd();
  const match = separator.exec(text) ?? fieldSeparator.exec(text);
  return match && { instant: parseMailDate(match[1]!) };
}

/** A mail under way. */
class OpenMail {
  readonly lines: Buffer[] = [];
  size = 0;
  isTooLarge = false;
  /** Octets that Content-Length still claims. */
  bodyLeft = 0;
  /**
   * True: the mail begins as those that we write, which need no Content-Length: one in its header is the
   * mail's own.
   */
  isOwn = false;
  #inHeader = true;
  #length = 0;

  constructor(
    readonly date: Instant | null,
    readonly isExact: boolean,
    readonly mostBytes: number,
  ) {}

  add(line: Buffer): void {
    if (this.size === 0) this.isOwn = this.isExact && /^Status: [A-Z]*\r\n$/.test(line.toString("latin1"));
    this.size += line.length;
    if (this.size > this.mostBytes) this.isTooLarge = true;
    if (this.isTooLarge) this.lines.length = 0;
    else this.lines.push(line);
    if (!this.#inHeader) this.bodyLeft = Math.max(0, this.bodyLeft - line.length);
    else if (line.length <= 2 && /^\r?\n$/.test(line.toString("latin1"))) {
      this.#inHeader = false;
      // A length beyond every mail is none.
      this.bodyLeft = this.#length <= this.mostBytes && !this.isOwn ? this.#length : 0;
    } else {
      const field = /^content-length: *(\d{1,12})\s*$/i.exec(line.toString("latin1", 0, 40));
      if (field) this.#length = Number(field[1]);
    }
  }
}

/** Where the mail ends as its Content-Length says; null without one, "wrong" where something else follows. */
function claimedEnd(text: string): number | "wrong" | null {
  const begin = endOfHeader(text);
  const value = fieldOf(text.slice(0, begin), "content-length");
  if (!/^\d{1,12}$/.test(value)) return null;
  const end = begin + Number(value);
  return end <= text.length && /^[\r\n]*$/.test(text.slice(end)) ? end : "wrong";
}

function mailOf(open: OpenMail, written: string, end: number | null): MboxMail {
  const own = open.isOwn ? ownFields.exec(written) : null;
  if (own) return ownMail(open, written.slice(own[0].length), own);
  // The empty line in front of the next separator is not the mail's.
  let text = end === null ? written.replace(/(^|\n)\r?\n$/, "$1") : written.slice(0, end);
  // mboxcl2 quotes nothing: a line that should have been quoted shows it.
  const isUnquoted = end !== null && /\nFrom /.test(text);
  if (!isUnquoted) text = unquoted(text);
  const header = text.slice(0, endOfHeader(text));
  if (!open.isExact) text = text.replace(/\r?\n/g, "\r\n");
  return {
    raw: Buffer.from(text, "latin1"),
    date: open.date,
    status: fieldOf(header, "status") + fieldOf(header, "x-status"),
    keywords: wordsOf(fieldOf(header, "x-keywords")),
  };
}

function ownMail({ date }: OpenMail, written: string, [, ...fields]: RegExpExecArray): MboxMail {
  const [status = "", others = "", keywords = "", octets] = fields;
  const text = octets === undefined ? written.replace(/\r\n$/, "") : written.slice(0, Number(octets));
  return {
    raw: Buffer.from(unquoted(text), "latin1"),
    date,
    status: status + others,
    keywords: wordsOf(keywords),
  };
}

function unquoted(text: string): string {
  return text.replace(/(^|\n)>(>*From )/g, "$1$2");
}

function wordsOf(text: string): string[] {
  return text.split(/[\s,]+/).filter((word) => word !== "");
}

/** The first value of a field of the header, without folds; empty where there is none. */
function fieldOf(header: string, name: string): string {
  const start = `${name}:`;
  const line = header.split("\n").find((one) => one.slice(0, start.length).toLowerCase() === start);
  return line?.slice(start.length).trim() ?? "";
}
