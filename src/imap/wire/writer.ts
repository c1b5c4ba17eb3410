// Writes the tokens of responses into one growing buffer. Text from mail, clients or the database can only enter through
// methods that quote it or refuse it, so a line break in it can never end a response: there is no method that writes
// a caller's text as it is. RFC 9051 4.3, 9; RFC 6855 3

import { encodeUtf7 } from "../../mail/utf7.ts";
import { isAstringAtom, isAtom } from "./characters.ts";
import type { ParseMode } from "./limits.ts";
import { formatRanges, type Ranges } from "./sequence-set.ts";

const plainAscii = /^[\x20\x21\x23-\x5b\x5d-\x7e]*$/;
const quotableAscii = /^[\x20-\x7e]*$/;
const quotableUtf8 = /^[^\x00-\x1f\x7f-\x9f\u2028\u2029]*$/;

/** Longer texts go as literals: some clients read quoted strings into fixed buffers. */
const maxQuotedOctets = 1000;

const firstSize = 1024;

/** Characters of text above which it is encoded to octets. */
const heldText = 8192;

/** Flags as they are written, for many responses. */
export class FlagList {
  /** `FLAGS (...))` CRLF: the end of a response. */
  readonly ending: Uint8Array;
  /** The same with \Recent. */
  readonly recentEnding: Uint8Array;
  /** `FLAGS (...)`, and the same with \Recent. */
  readonly text: string;
  readonly recentText: string;

  /** @throws Error for what is no flag: a bug of the caller */
  constructor(readonly flags: readonly string[]) {
    const wrong = flags.find((flag) => !isAtom(flag.startsWith("\\") ? flag.slice(1) : flag));
    if (wrong !== undefined) throw new Error("not a flag");
    this.text = `FLAGS (${flags.join(" ")})`;
    this.recentText = `FLAGS (${[...flags, "\\Recent"].join(" ")})`;
    this.ending = Buffer.from(`${this.text})\r\n`, "latin1");
    this.recentEnding = Buffer.from(`${this.recentText})\r\n`, "latin1");
  }
}

const star = Buffer.from("* ");
const fetchOf = Buffer.from(" FETCH (");
const uidFetchOf = Buffer.from(" UIDFETCH (");
const uidItem = Buffer.from("UID ");
const onlyUid = Buffer.from(")\r\n");
/** Octets of a response of flags beside the flags themselves, at most. */
const flagsRoom = 64;

export class ResponseWriter {
  #bytes: Buffer | null = null;
  #length = 0;
  /** How many octets were taken last: a long answer is taken in pieces of one size. */
  #lastTaken = 0;
  /** Written, not yet octets: joining text and encoding it in one go is far cheaper than many small writes. */
  #text = "";
  /** The text has characters beyond ASCII. */
  #wide = false;

  /** @param mode what the session has enabled; may change between responses */
  constructor(public mode: ParseMode) {}

  /** Bytes written and not yet taken. */
  get length(): number {
    if (this.#wide) this.#flush();
    return this.#length + this.#text.length;
  }

  /** Hands over what has been written. */
  take(): Uint8Array {
    this.#flush();
    const taken = this.#bytes?.subarray(0, this.#length) ?? new Uint8Array(0);
    this.#bytes = null;
    this.#lastTaken = this.#length;
    this.#length = 0;
    return taken;
  }

  /** True when quoted strings and names may have UTF-8. */
  get utf8(): boolean {
    return this.mode.rev2 || this.mode.utf8Accept;
  }

  #room(count: number): Buffer {
    const need = this.#length + count;
    if (this.#bytes && need <= this.#bytes.length) return this.#bytes;
    const size = Math.max(firstSize, need, this.#bytes ? 0 : this.#lastTaken);
    const larger = Buffer.allocUnsafe(2 ** Math.ceil(Math.log2(size)));
    if (this.#bytes) larger.set(this.#bytes.subarray(0, this.#length));
    this.#bytes = larger;
    return larger;
  }

  #flush(): void {
    const text = this.#text;
    if (text === "") return;
    const room = this.#room(this.#wide ? text.length * 3 : text.length);
    this.#length += room.write(text, this.#length, this.#wide ? "utf8" : "latin1");
    this.#text = "";
    this.#wide = false;
  }

  #ascii(text: string): this {
    this.#text += text;
    if (this.#text.length > heldText) this.#flush();
    return this;
  }

  #utf8(text: string): this {
    // Octets that are kept as text must not be encoded with it.
    if (!this.#wide) this.#flush();
    this.#wide = true;
    return this.#ascii(text);
  }

  /** Constant syntax, never data. A character that could end a line is a bug. */
  syntax(text: string): this {
    if (!quotableAscii.test(text)) throw new Error("not response syntax");
    return this.#ascii(text);
  }

  space(): this {
    return this.#ascii(" ");
  }

  open(): this {
    return this.#ascii("(");
  }

  close(): this {
    return this.#ascii(")");
  }

  /** CRLF: the end of a response. */
  end(): this {
    return this.#ascii("\r\n");
  }

  /** A whole number from 0 on. */
  number(value: number): this {
    if (!Number.isSafeInteger(value) || value < 0) throw new Error("not a number of the protocol");
    return this.#ascii(String(value));
  }

  /** Must be an atom: flags, keywords, capabilities, mechanism names. Anything else is a bug of the caller. */
  atom(text: string): this {
    if (!isAtom(text)) throw new Error("not an atom");
    return this.#ascii(text);
  }

  /** A flag, with or without backslash, or `\*`. */
  flag(flag: string): this {
    if (flag === "\\*") return this.#ascii(flag);
    return flag.startsWith("\\") ? this.#ascii("\\").atom(flag.slice(1)) : this.atom(flag);
  }

  /** `(` flag ... `)` */
  flags(flags: readonly string[]): this {
    this.open();
    for (let i = 0; i < flags.length; i++) {
      if (i > 0) this.space();
      this.flag(flags[i]!);
    }
    return this.close();
  }

  /**
   * A whole FETCH or UIDFETCH response of flags and UID alone: there are as many as messages.
   * @param name.number the message number, or the UID with `uidOnly`; `uid`: sent as the UID item
   */
  fetchFlags(
    name: { number: number; uid: number | null; uidOnly: boolean },
    list: FlagList | null,
    recent: boolean,
  ): this {
    const { number, uid, uidOnly } = name;
    const ending = list === null ? onlyUid : recent ? list.recentEnding : list.ending;
    this.#flush();
    const bytes = this.#room(flagsRoom + ending.length);
    let at = put(bytes, this.#length, star);
    at = putNumber(bytes, at, number);
    at = put(bytes, at, uidOnly ? uidFetchOf : fetchOf);
    if (uid !== null) {
      at = putNumber(bytes, put(bytes, at, uidItem), uid);
      if (list !== null) bytes[at++] = 0x20;
    }
    this.#length = put(bytes, at, ending);
    return this;
  }

  /**
   * A whole FETCH or UIDFETCH response of items that were written before.
   * @param flags `FLAGS (...)`, or null
   * @param items from `writtenFrom`, with blanks between
   */
  fetchKept(
    { number, uid, uidOnly }: { number: number; uid: number | null; uidOnly: boolean },
    flags: string | null,
    items: string,
  ): this {
    if (this.#wide) this.#flush();
    const own = uid === null ? "" : `UID ${uid} `;
    const state = flags === null ? "" : `${flags} `;
    return this.#ascii(`* ${number} ${uidOnly ? "UIDFETCH" : "FETCH"} (${own}${state}${items})\r\n`);
  }

  /** A place for `writtenFrom`. */
  mark(): number {
    this.#flush();
    return this.#length;
  }

  /** The octets since a mark, as binary text, for `fetchKept`. Nothing may have been taken since. */
  writtenFrom(mark: number): string {
    this.#flush();
    return this.#bytes?.toString("latin1", mark, this.#length) ?? "";
  }

  ranges(ranges: Ranges): this {
    return this.#ascii(formatRanges(ranges));
  }

  nil(): this {
    return this.#ascii("NIL");
  }

  /** Text as a quoted string or a literal. NUL is left out, unpaired surrogates become U+FFFD. */
  string(text: string): this {
    if (text.length <= maxQuotedOctets) {
      if (plainAscii.test(text)) return this.#ascii(`"${text}"`);
      if (quotableAscii.test(text)) return this.#ascii(`"${text.replace(/["\\]/g, "\\$&")}"`);
      if (this.utf8 && quotableUtf8.test(text)) {
        return this.#utf8(`"${text.toWellFormed().replace(/["\\]/g, "\\$&")}"`);
      }
    }
    const bytes = Buffer.from(text.toWellFormed().replaceAll("\0", ""), "utf8");
    return this.#ascii(`{${bytes.length}}\r\n`).#octets(bytes);
  }

  /** A string, or NIL for null. */
  nstring(text: string | null): this {
    return text === null ? this.nil() : this.string(text);
  }

  /** An atom where the text allows it, else a string. */
  astring(text: string): this {
    // "NIL" unquoted would be read as nothing.
    return isAstringAtom(text) && text.toUpperCase() !== "NIL" ? this.#ascii(text) : this.string(text);
  }

  /** A mailbox name, in modified UTF-7 until the client has enabled UTF-8. RFC 9051 A.1 */
  mailbox(name: string): this {
    return this.astring(this.utf8 ? name : encodeUtf7(name));
  }

  /** As `mailbox`, quoted even where it need not be: what LIST has always sent. */
  quotedMailbox(name: string): this {
    return this.string(this.utf8 ? name : encodeUtf7(name));
  }

  #octets(bytes: Uint8Array): this {
    this.#flush();
    this.#room(bytes.length).set(bytes, this.#length);
    this.#length += bytes.length;
    return this;
  }

  /** A literal with its octets. NUL in it is sent as 0x80: only literal8 may carry NUL. RFC 9051 4.3.1 */
  literal(bytes: Uint8Array): this {
    return this.literalHeader(bytes.length).#octets(maskNul(bytes));
  }

  /** As `literal`, of octets in binary text: one character an octet. */
  literalText(text: string): this {
    this.literalHeader(text.length);
    if (this.#wide) this.#flush();
    return this.#ascii(text.includes("\0") ? text.replaceAll("\0", "\x80") : text);
  }

  /** A literal8 with its octets. RFC 3516 4.4 */
  literal8(bytes: Uint8Array): this {
    return this.literal8Header(bytes.length).#octets(bytes);
  }

  /** `{n}` CRLF; the caller then sends exactly n octets (through `maskNul`) after the octets that it takes from here. */
  literalHeader(size: number): this {
    return this.#ascii("{").number(size).#ascii("}\r\n");
  }

  literal8Header(size: number): this {
    return this.#ascii("~{").number(size).#ascii("}\r\n");
  }

  /** The human-readable end of a status response. Line breaks become blanks; so does non-ASCII until rev2. */
  text(text: string): this {
    const oneLine = text.replace(/[\x00-\x1f\x7f-\x9f\u2028\u2029]/g, " ");
    if (this.mode.rev2) return this.#utf8(oneLine.toWellFormed());
    return this.#ascii(oneLine.replace(/[^\x20-\x7e]/g, "?"));
  }

  /** A response code's inside: printable ASCII without `]`. RFC 9051 9 `resp-text-code` */
  code(code: string): this {
    return this.#ascii(code.replace(/[^\x20-\x5c\x5e-\x7e]/g, "?"));
  }
}

function put(bytes: Uint8Array, at: number, octets: Uint8Array): number {
  // For so few octets a native call would cost more.
  for (let i = 0; i < octets.length; i++) bytes[at + i] = octets[i]!;
  return at + octets.length;
}

function putNumber(bytes: Uint8Array, at: number, value: number): number {
  let digits = 1;
  for (let ten = 10; ten <= value; ten *= 10) digits++;
  let rest = value;
  for (let i = at + digits - 1; i >= at; i--) {
    const next = Math.floor(rest / 10);
    bytes[i] = 0x30 + rest - next * 10;
    rest = next;
  }
  return at + digits;
}

/** The same octets with NUL as 0x80, so that sizes stay. The original when there is none. */
export function maskNul(bytes: Uint8Array): Uint8Array {
  let at = bytes.indexOf(0);
  if (at < 0) return bytes;
  const masked = bytes.slice();
  for (; at >= 0; at = masked.indexOf(0, at + 1)) masked[at] = 0x80;
  return masked;
}
