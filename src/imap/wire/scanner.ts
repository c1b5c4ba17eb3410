// Reads tokens out of one command's bytes, from left to right. Literals lie in the bytes as they came: `{5}` CRLF and
// five octets. A message literal of APPEND does not: it is streamed, so `literalHeader` stops after its CRLF.
// Every method either consumes what it names or throws WireFailure.

import { ASTRING, ATOM, classOf, DIGIT, LIST, SET, TAG, WORD } from "./characters.ts";
import { bad } from "./failure.ts";
import type { ParseMode, WireLimits } from "./limits.ts";
import { type MessageSet, type NumberSet, parseNumberSet } from "./sequence-set.ts";

export interface LiteralHeader {
  size: number;
  /** A synchronising literal, without `+`: the client waits for a continuation request. RFC 7888 3 */
  sync: boolean;
  /** literal8: may hold NUL. RFC 3516 4.4 */
  binary: boolean;
}

/** Thrown when the bytes end after a literal's header: the caller has to read more. Not an error. */
export class LiteralAhead extends Error {
  override readonly name = "LiteralAhead";
}

const strictUtf8 = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });
const empty = new Uint8Array(0);

/** UTF-8 to text. @throws WireFailure on anything else, and on NUL */
export function utf8Text(bytes: Uint8Array): string {
  let text: string;
  try {
    text = strictUtf8.decode(bytes);
  } catch {
    throw bad("A string is not valid UTF-8");
  }
  if (text.includes("\0")) throw bad("NUL is not allowed in a string");
  return text;
}

export class Scanner {
  at = 0;
  readonly #end: number;

  constructor(
    readonly bytes: Uint8Array,
    readonly mode: ParseMode,
    readonly limits: WireLimits,
  ) {
    // Blanks before the CRLF mean nothing and some clients send them.
    let end = bytes.length;
    while (end > 0 && bytes[end - 1] === 0x20) end--;
    this.#end = end;
  }

  /** The next byte, or -1 at the end. */
  peek(): number {
    return this.at < this.#end ? this.bytes[this.at]! : -1;
  }

  atEnd(): boolean {
    return this.at >= this.#end;
  }

  expectEnd(): void {
    if (!this.atEnd()) throw bad("More arguments than the command takes");
  }

  /** Consumes this character, given as its code. */
  expect(code: number): void {
    if (this.peek() !== code) throw bad(`Expected "${String.fromCharCode(code)}"`);
    this.at++;
  }

  accept(code: number): boolean {
    if (this.peek() !== code) return false;
    this.at++;
    return true;
  }

  /** Exactly one space. RFC 9051 9 note 2 */
  space(): void {
    if (this.peek() !== 0x20) throw bad(this.atEnd() ? "Arguments are missing" : "Expected one space");
    this.at++;
  }

  acceptSpace(): boolean {
    return this.accept(0x20);
  }

  #run(mask: number, what: string): string {
    const begin = this.at;
    let at = begin;
    while (at < this.#end && (classOf[this.bytes[at]!]! & mask) !== 0) at++;
    if (at === begin) throw bad(`Expected ${what}`);
    this.at = at;
    if (at - begin > 64)
      return Buffer.from(this.bytes.buffer, this.bytes.byteOffset + begin, at - begin).toString("latin1");
    let text = "";
    for (let i = begin; i < at; i++) text += String.fromCharCode(this.bytes[i]!);
    return text;
  }

  atom(): string {
    return this.#run(ATOM, "an atom");
  }

  tag(): string {
    return this.#run(TAG, "a tag");
  }

  /** A name of letters, digits, dots, hyphens and underscores, in upper case. */
  word(): string {
    return this.#run(WORD, "a name").toUpperCase();
  }

  /** Consumes the name if it is the next token, in any case. */
  acceptWord(name: string): boolean {
    const next = this.bytes[this.at + name.length];
    if (this.at + name.length > this.#end) return false;
    if (this.at + name.length < this.#end && (classOf[next!]! & WORD) !== 0) return false;
    for (let i = 0; i < name.length; i++) {
      const byte = this.bytes[this.at + i]!;
      const upper = byte >= 0x61 && byte <= 0x7a ? byte - 0x20 : byte;
      if (upper !== name.charCodeAt(i)) return false;
    }
    this.at += name.length;
    return true;
  }

  /** @param max inclusive; larger values up to 2^63-1 are cut to it when `clamp`, else refused */
  #digits(max: number, clamp: boolean): number {
    const text = this.#run(DIGIT, "a number");
    const value = Number(text);
    if (value <= max && text.length <= 16) return value;
    if (clamp && BigInt(text.slice(0, 40)) < 2n ** 63n && text.length <= 40) return Math.min(value, max);
    if (value <= max) return value;
    throw bad("The number is too large");
  }

  /** 0 to 2^32-1. RFC 9051 9 `number` */
  number(): number {
    return this.#digits(0xffff_ffff, false);
  }

  /** 1 to 2^32-1. */
  nzNumber(): number {
    const value = this.number();
    if (value === 0) throw bad("The number must not be 0");
    return value;
  }

  /**
   * 0 to 2^63-1, with everything above 2^53-1 read as 2^53-1: sizes and mod-sequences here never come near, so
   * comparisons stay right. RFC 9051 9 `number64`, RFC 7162 7
   */
  number64(): number {
    return this.#digits(Number.MAX_SAFE_INTEGER, true);
  }

  nzNumber64(): number {
    const value = this.number64();
    if (value === 0) throw bad("The number must not be 0");
    return value;
  }

  /** True where a literal's header begins, `{` or `~{`. */
  literalNext(): boolean {
    return this.peek() === 0x7b || (this.peek() === 0x7e && this.bytes[this.at + 1] === 0x7b);
  }

  /** `{n}`, `{n+}` or `~{n}` with its CRLF; leaves the octets unread. RFC 7888, RFC 3516 4.4 */
  literalHeader(): LiteralHeader {
    const binary = this.accept(0x7e);
    this.expect(0x7b);
    const size = this.number64();
    const sync = !this.accept(0x2b);
    this.expect(0x7d);
    if (this.bytes[this.at] !== 0x0d || this.bytes[this.at + 1] !== 0x0a) throw bad("Expected a line end");
    this.at += 2;
    return { size, sync, binary };
  }

  #literal(): Uint8Array {
    const { size, binary } = this.literalHeader();
    if (this.at === this.bytes.length && size > 0) throw new LiteralAhead();
    if (this.at + size > this.bytes.length) throw bad("A literal is shorter than announced");
    const value = this.bytes.subarray(this.at, this.at + size);
    this.at += size;
    if (!binary && value.includes(0)) throw bad("NUL is not allowed in a literal");
    return value;
  }

  #quoted(): Uint8Array {
    const { bytes } = this;
    let at = ++this.at;
    let escapes = 0;
    for (;;) {
      if (at >= this.#end) throw bad("A quoted string does not end");
      const byte = bytes[at]!;
      if (byte === 0x22) break;
      if (byte === 0x5c) {
        const next = bytes[at + 1];
        // quoted = DQUOTE *QUOTED-CHAR DQUOTE; only these two may be escaped
        if (next !== 0x22 && next !== 0x5c) throw bad('Only " and \\ may follow a backslash');
        escapes++;
        at++;
      } else if (byte === 0 || byte === 0x0d || byte === 0x0a)
        throw bad("A quoted string has a control character");
      at++;
    }
    const begin = this.at;
    this.at = at + 1;
    if (escapes === 0) return at === begin ? empty : bytes.subarray(begin, at);
    const value = new Uint8Array(at - begin - escapes);
    let to = 0;
    for (let from = begin; from < at; from++) {
      if (bytes[from] === 0x5c) from++;
      value[to++] = bytes[from]!;
    }
    return value;
  }

  /** quoted / literal, as octets. */
  stringBytes(): Uint8Array {
    if (this.peek() === 0x22) return this.#quoted();
    if (this.literalNext()) return this.#literal();
    throw bad("Expected a string");
  }

  /** True where a quoted string or a literal begins. */
  stringNext(): boolean {
    return this.peek() === 0x22 || this.literalNext();
  }

  astringBytes(): Uint8Array {
    if (this.stringNext()) return this.stringBytes();
    const begin = this.at;
    this.#run(ASTRING, "a string");
    return this.bytes.subarray(begin, this.at);
  }

  /** An astring as text. */
  astring(): string {
    if (this.stringNext()) return utf8Text(this.stringBytes());
    return this.#run(ASTRING, "a string");
  }

  string(): string {
    return utf8Text(this.stringBytes());
  }

  /** string / NIL */
  nstring(): string | null {
    if (this.stringNext()) return this.string();
    if (this.acceptWord("NIL")) return null;
    throw bad("Expected a string or NIL");
  }

  /** list-mailbox: 1*list-char / string, as octets. */
  listMailboxBytes(): Uint8Array {
    if (this.stringNext()) return this.stringBytes();
    const begin = this.at;
    this.#run(LIST, "a mailbox pattern");
    return this.bytes.subarray(begin, this.at);
  }

  /** A sequence set without `$`. */
  numberSet(): NumberSet {
    return parseNumberSet(this.#run(SET, "a sequence set"), this.limits.setRanges);
  }

  /** A sequence set, or `$` for the saved result. RFC 5182 2.1 */
  messageSet(): MessageSet {
    if (this.accept(0x24)) return { kind: "saved" };
    return this.numberSet();
  }

  /** `(` item *(SP item) `)`. @param least 0 allows `()` */
  list<T>(item: () => T, least: 0 | 1): T[] {
    this.expect(0x28);
    const items: T[] = [];
    if (least === 0 && this.accept(0x29)) return items;
    for (;;) {
      if (items.length >= this.limits.listItems) throw bad("The list is too long");
      items.push(item());
      if (this.accept(0x29)) return items;
      this.space();
    }
  }
}
