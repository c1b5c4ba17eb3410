// Turns a client's byte stream into events. Bytes go in with `push`; `next` takes out one event at a time, so that the
// session decides when the next command is read (and in which mode). Nothing is thrown: bytes that are not a command
// become a failure event, after which reading continues with the next command, or ends when the failure is fatal.
//
// Memory: at most one command (limits.command) and what was pushed and not read; APPEND's messages pass through.

import { type AppendEvent, AppendParser } from "./append.ts";
import { ByteQueue, HeldBytes } from "./byte-queue.ts";
import type { ImapCommand } from "./commands.ts";
import { bad, WireFailure } from "./failure.ts";
import { authenticatedLimits, type ParseMode, type WireLimits } from "./limits.ts";
import { headerAtEnd, type LineLiteral } from "./line-literal.ts";
import { isAppend, readArguments, readHead, tagOf } from "./parse/command.ts";
import { RefusedRest, withoutCr } from "./refused-rest.ts";
import { Scanner } from "./scanner.ts";

export type WireEvent =
  | { kind: "command"; tag: string; command: ImapCommand }
  | AppendEvent
  /** Octets of the literal announced last. A view into what was pushed. */
  | { kind: "data"; bytes: Uint8Array }
  /** The client waits to send an accepted literal: answer `+`. RFC 9051 7.6 */
  | { kind: "go-ahead" }
  /** Answer with the failure's status, tagged, or untagged without a tag; after a fatal one say BYE and close. */
  | { kind: "failure"; tag: string | null; failure: WireFailure; fatal: boolean };

type ReaderState =
  /** Text of a command. */
  | "text"
  /** An argument's literal, held; "ask" until its go-ahead is taken. */
  | "ask"
  | "held"
  /** A message's literal, passed on; "decide" until `accept` or `refuse`. */
  | "decide"
  | "stream"
  /** The rest of a refused command. */
  | "skip"
  | "dead";

const lf = 0x0a;
const crlf = new Uint8Array([0x0d, 0x0a]);

export class CommandReader {
  #queue = new ByteQueue();
  #held = new HeldBytes();
  #events: WireEvent[] = [];
  #state: ReaderState = "text";
  /** Octets of the current literal still to come. */
  #left = 0;
  /** Text of the current command so far, literals apart. */
  #text = 0;
  /** Where in #held the current line begins: a held literal may itself end like a header. */
  #lineStart = 0;
  #append: AppendParser | null = null;
  #rest: RefusedRest | null = null;

  constructor(public limits: WireLimits = authenticatedLimits) {}

  /** Bytes pushed and not yet read. */
  get pending(): number {
    return this.#queue.size;
  }

  /** Takes bytes over. False asks the caller to stop reading the socket until `next` returns null. */
  push(chunk: Uint8Array): boolean {
    if (this.#state === "dead") return false;
    if (this.#queue.size > this.limits.pending * 4) {
      this.#die("Too much was sent before the answers were read");
      return false;
    }
    this.#queue.push(chunk);
    return this.#queue.size <= this.limits.pending;
  }

  /** The next event, or null when more bytes (or `accept`) are needed. */
  next(mode: ParseMode): WireEvent | null {
    for (;;) {
      const event = this.#events.shift();
      if (event) {
        if (event.kind === "go-ahead") this.#state = "held";
        return event;
      }
      switch (this.#state) {
        case "text":
          if (!this.#readText(mode)) return null;
          break;
        case "held":
          if (!this.#readHeld()) return null;
          break;
        case "stream": {
          const bytes = this.#take();
          if (bytes) return { kind: "data", bytes };
          if (this.#left > 0) return null;
          this.#state = "text";
          break;
        }
        case "skip":
          if (!this.#skip()) return null;
          break;
        case "ask":
        case "decide":
        case "dead":
          return null;
      }
    }
  }

  /** One line that is not a command: SASL after `+`, or DONE. Without its CRLF; null when more bytes are needed. */
  nextLine(): { kind: "line"; bytes: Uint8Array } | Extract<WireEvent, { kind: "failure" }> | null {
    while (this.#state === "skip") if (!this.#skip()) break;
    const event = this.#events.shift();
    if (event?.kind === "failure") return event;
    if (this.#state !== "text") return null;
    const line = this.#line();
    if (line === "long") {
      this.#startSkip(true);
      return { kind: "failure", tag: null, failure: bad("The line is too long"), fatal: false };
    }
    if (!line) return null;
    const bytes = line.slice();
    this.#reset();
    return { kind: "line", bytes };
  }

  /** Accepts the literal announced last. Send `+` first when it was `sync`. */
  accept(): void {
    if (this.#state === "decide") this.#state = "stream";
  }

  /** Refuses the APPEND being read: the rest of it is dropped, and no event of it follows. */
  refuse(): void {
    if (this.#append === null && this.#state !== "decide") {
      this.#events = [];
      return;
    }
    this.#events = [];
    if (this.#state === "ask" || this.#state === "decide") this.#reset();
    else if (this.#state !== "dead") this.#startSkip(false);
  }

  /** Removes and returns all unread bytes: COMPRESS feeds them to inflate, STARTTLS refuses any. */
  takeRest(): Uint8Array {
    const rest = new Uint8Array(this.#queue.size);
    let at = 0;
    for (let chunk = this.#queue.first(); chunk; chunk = this.#queue.first()) {
      rest.set(chunk, at);
      at += chunk.length;
      this.#queue.drop(chunk.length);
    }
    return rest;
  }

  /** The available octets of the current literal, or null. */
  #take(): Uint8Array | null {
    const chunk = this.#queue.first();
    if (!chunk || this.#left === 0) return null;
    const bytes = chunk.length > this.#left ? chunk.subarray(0, this.#left) : chunk;
    this.#queue.drop(bytes.length);
    this.#left -= bytes.length;
    return bytes;
  }

  /** Gathers text up to a line end; the line is in #held, or is a view of the only chunk it lies in. */
  #line(): Uint8Array | "long" | null {
    for (let chunk = this.#queue.first(); chunk; chunk = this.#queue.first()) {
      const end = chunk.indexOf(lf);
      const part = end < 0 ? chunk : chunk.subarray(0, end);
      this.#text += part.length;
      if (this.#text > this.limits.line || this.#held.length + part.length > this.limits.command)
        return "long";
      this.#queue.drop(end < 0 ? part.length : end + 1);
      if (end < 0) {
        this.#held.add(part);
        continue;
      }
      if (this.#held.length === 0) return withoutCr(part);
      this.#held.add(part);
      return withoutCr(this.#held.view());
    }
    return null;
  }

  #readText(mode: ParseMode): boolean {
    const line = this.#line();
    if (line === null) return false;
    if (line === "long") {
      const begin = this.#held.length > 0 ? this.#held.view() : this.#queue.first()!;
      this.#fail(this.#append?.head.tag ?? tagOf(begin), bad("The line is too long"));
      this.#startSkip(false);
      return true;
    }
    const literal = headerAtEnd(line.subarray(this.#lineStart));
    try {
      if (!literal) this.#finish(line, mode);
      else this.#literal(line, literal, mode);
    } catch (error) {
      if (!(error instanceof WireFailure)) throw error;
      // Without a literal, or with one that the client has not begun to send, the command ends here.
      const tag = this.#append?.head.tag ?? tagOf(line);
      if (literal && !literal.sync) this.#startSkip(false, literal.size);
      else this.#reset();
      this.#fail(tag, error);
    }
    return true;
  }

  /** A whole command, or the last piece of an APPEND. */
  #finish(line: Uint8Array, mode: ParseMode): void {
    if (!this.#append) {
      const scanner = new Scanner(line, mode, this.limits);
      const head = readHead(scanner);
      if (!isAppend(head)) {
        const command = readArguments(scanner, head);
        this.#reset();
        this.#events.push({ kind: "command", tag: head.tag, command });
        return;
      }
      this.#append = new AppendParser(head, scanner.at);
    }
    const step = this.#append.read(new Scanner(line, mode, this.limits), this.#appendEvents());
    if (step.next !== "done") throw bad("A literal was expected");
    this.#reset();
  }

  #appendEvents(): AppendEvent[] {
    return this.#events as AppendEvent[];
  }

  /** The line ends with a literal's header. */
  #literal(line: Uint8Array, literal: LineLiteral, mode: ParseMode): void {
    const piece = this.#hold(line);
    if (!this.#append) {
      const scanner = new Scanner(piece, mode, this.limits);
      const head = readHead(scanner);
      if (isAppend(head)) this.#append = new AppendParser(head, scanner.at);
    }
    const step = this.#append?.read(new Scanner(piece, mode, this.limits), this.#appendEvents()) ?? {
      next: "hold",
    };
    if (step.next === "done") throw bad("A literal is not expected here");
    this.#left = literal.size;
    if (step.next === "stream") {
      if (literal.size > this.limits.message)
        throw new WireFailure("The message is too large", { status: "NO", code: "TOOBIG" });
      this.#events.push({ kind: "literal", ...step.literal, utf8: step.utf8 });
      this.#state = literal.sync ? "decide" : "stream";
      this.#held.clear();
      this.#lineStart = 0;
      this.#text = 0;
      return;
    }
    if (literal.size > this.limits.literal || this.#held.length + literal.size > this.limits.command) {
      throw new WireFailure("The literal is too large", { code: "TOOBIG" });
    }
    if (literal.sync) {
      this.#events.push({ kind: "go-ahead" });
      this.#state = "ask";
    } else this.#state = "held";
  }

  /** The line so far with a proper CRLF, in #held, where the literal will be added. */
  #hold(line: Uint8Array): Uint8Array {
    if (this.#held.length === 0) this.#held.add(line);
    else this.#held.cut(line.length);
    this.#held.add(crlf);
    return this.#held.view();
  }

  #readHeld(): boolean {
    for (let bytes = this.#take(); bytes; bytes = this.#take()) this.#held.add(bytes);
    if (this.#left > 0) return false;
    this.#lineStart = this.#held.length;
    this.#state = "text";
    return true;
  }

  /**
   * Drops the rest of the command.
   * @param octets of a literal that the client sends without waiting
   */
  #startSkip(plainLine: boolean, octets = this.#left): void {
    const rest = new RefusedRest(this.#held.view().subarray(this.#lineStart), octets, plainLine);
    this.#reset();
    this.#rest = rest;
    this.#state = "skip";
  }

  /** False when more bytes are needed. */
  #skip(): boolean {
    const outcome = this.#rest?.read(this.#queue, this.limits.swallow) ?? "ended";
    if (outcome === "more") return false;
    if (outcome === "ended") this.#reset();
    else this.#die("Too much was sent for a refused command");
    return true;
  }

  #fail(tag: string | null, failure: WireFailure): void {
    this.#events.push({ kind: "failure", tag, failure, fatal: false });
  }

  #die(message: string): void {
    this.#reset();
    this.#queue.clear();
    this.#state = "dead";
    this.#events = [{ kind: "failure", tag: null, failure: bad(message), fatal: true }];
  }

  /** Ready for the next command. Events stay. */
  #reset(): void {
    this.#state = "text";
    this.#left = 0;
    this.#text = 0;
    this.#lineStart = 0;
    this.#append = null;
    this.#rest = null;
    this.#held.clear();
  }
}
