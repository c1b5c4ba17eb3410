// APPEND and REPLACE, read piece by piece: their messages are streamed and never held. RFC 9051 6.3.12, RFC 3502
// (MULTIAPPEND), RFC 4469 (CATENATE), RFC 3516 (literal8), RFC 6855 4 (UTF8), RFC 8508 (REPLACE). A piece is the text
// from the last streamed literal to the next line end.

import type { Instant } from "../../lib/clock.ts";
import { parseDateTime } from "./dates.ts";
import { bad } from "./failure.ts";
import { readFlagList } from "./flags.ts";
import { readMailbox } from "./mailbox-name.ts";
import type { CommandHead } from "./parse/command.ts";
import { LiteralAhead, type LiteralHeader, type Scanner } from "./scanner.ts";
import { star } from "./sequence-set.ts";

export type AppendTarget =
  | { name: "APPEND"; mailbox: string }
  /** `target`: message number or UID of the message to replace; `star` for `*`. RFC 8508 3 */
  | { name: "REPLACE"; uid: boolean; target: number; mailbox: string };

/**
 * One command comes as: append, then for each message: message, one or more of (literal, data...) and url,
 * message-end; then append-end. More than one literal or any url means CATENATE.
 */
export type AppendEvent =
  | { kind: "append"; tag: string; target: AppendTarget }
  | { kind: "message"; flags: string[]; date: Instant | null; catenate: boolean }
  /** A CATENATE part that is fetched by URL. RFC 4469 2 */
  | { kind: "url"; url: string }
  /** Octets follow as data events. With `sync` the client waits until `accept` or `refuse`. */
  | { kind: "literal"; size: number; sync: boolean; binary: boolean; utf8: boolean }
  | { kind: "message-end" }
  | { kind: "append-end" };

type Phase = "target" | "message" | "part" | "part-close" | "part-end" | "close" | "end" | "after";

/** The reader's action after a piece: hold the literal (an argument), stream it (a message), or finish. */
export type AppendStep =
  | { next: "hold" }
  | { next: "stream"; literal: LiteralHeader; utf8: boolean }
  | { next: "done" };

export class AppendParser {
  #phase: Phase = "target";
  /** How far the current piece has been parsed. */
  #at: number;
  #messages = 0;

  /** @param at where the arguments begin in the first piece */
  constructor(
    readonly head: CommandHead,
    at: number,
  ) {
    this.#at = at;
  }

  /** Reads on in a piece; call again with the longer piece after "hold". @throws WireFailure */
  read(scanner: Scanner, events: AppendEvent[]): AppendStep {
    scanner.at = this.#at;
    try {
      for (;;) {
        const step = this.#step(scanner, events);
        this.#at = scanner.at;
        if (!step) continue;
        if (step.next === "stream") this.#at = 0;
        return step;
      }
    } catch (error) {
      if (error instanceof LiteralAhead) return { next: "hold" };
      throw error;
    }
  }

  #step(scanner: Scanner, events: AppendEvent[]): AppendStep | null {
    switch (this.#phase) {
      case "target":
        events.push({ kind: "append", tag: this.head.tag, target: readTarget(scanner, this.head) });
        this.#phase = "message";
        return null;
      case "message":
        return this.#message(scanner, events);
      case "part":
        return this.#part(scanner, events);
      case "part-close":
        scanner.expect(0x29);
        this.#phase = "part-end";
        return null;
      case "part-end":
        if (scanner.accept(0x29)) this.#phase = "end";
        else {
          scanner.space();
          this.#phase = "part";
        }
        return null;
      case "close":
        scanner.expect(0x29);
        this.#phase = "end";
        return null;
      case "end":
        events.push({ kind: "message-end" });
        this.#phase = "after";
        return null;
      case "after":
        if (scanner.atEnd()) {
          events.push({ kind: "append-end" });
          return { next: "done" };
        }
        if (this.head.name === "REPLACE") throw bad("REPLACE takes one message");
        if (this.#messages >= scanner.limits.listItems) throw bad("Too many messages in one APPEND");
        this.#phase = "message";
        return null;
    }
  }

  /** SP [flag-list SP] [date-time SP] append-data */
  #message(scanner: Scanner, events: AppendEvent[]): AppendStep | null {
    scanner.space();
    let flags: string[] = [];
    let date: Instant | null = null;
    if (scanner.peek() === 0x28) {
      flags = readFlagList(scanner);
      scanner.space();
    }
    if (scanner.peek() === 0x22) {
      date = parseDateTime(scanner);
      scanner.space();
    }
    this.#messages++;
    if (scanner.acceptWord("CATENATE")) {
      scanner.space();
      scanner.expect(0x28);
      events.push({ kind: "message", flags, date, catenate: true });
      this.#phase = "part";
      return null;
    }
    const utf8 = scanner.acceptWord("UTF8");
    if (utf8) openUtf8(scanner);
    if (!scanner.literalNext()) throw bad("APPEND takes a literal");
    const literal = scanner.literalHeader();
    events.push({ kind: "message", flags, date, catenate: false });
    this.#phase = utf8 ? "close" : "end";
    return stream(literal, utf8);
  }

  /** "URL" SP astring / "TEXT" SP literal / "UTF8" SP `(` literal8 `)` */
  #part(scanner: Scanner, events: AppendEvent[]): AppendStep | null {
    const name = scanner.word();
    if (name === "URL") {
      scanner.space();
      events.push({ kind: "url", url: scanner.astring() });
      this.#phase = "part-end";
      return null;
    }
    if (name === "UTF8") openUtf8(scanner);
    else if (name === "TEXT") scanner.space();
    else throw bad("CATENATE takes URL and TEXT");
    if (!scanner.literalNext()) throw bad("CATENATE TEXT takes a literal");
    const literal = scanner.literalHeader();
    this.#phase = name === "UTF8" ? "part-close" : "part-end";
    return stream(literal, name === "UTF8");
  }
}

/** UTF8 SP `(`, then a literal8. Only once UTF8=ACCEPT is enabled. RFC 6855 4 */
function openUtf8(scanner: Scanner): void {
  if (!scanner.mode.utf8Accept) throw bad("UTF8 needs ENABLE UTF8=ACCEPT first");
  scanner.space();
  scanner.expect(0x28);
  if (scanner.peek() !== 0x7e) throw bad("UTF8 takes a literal8");
}

function stream(literal: LiteralHeader, utf8: boolean): AppendStep {
  return { next: "stream", literal, utf8 };
}

function readTarget(scanner: Scanner, head: CommandHead): AppendTarget {
  scanner.space();
  if (head.name !== "REPLACE") return { name: "APPEND", mailbox: readMailbox(scanner) };
  const target = scanner.accept(0x2a) ? star : scanner.nzNumber();
  scanner.space();
  return { name: "REPLACE", uid: head.uid, target, mailbox: readMailbox(scanner) };
}
