// Reads FETCH items and their sections. RFC 9051 6.4.5, RFC 3516 (BINARY), RFC 7162 (MODSEQ), RFC 8474 (EMAILID,
// THREADID), RFC 8514 (SAVEDATE), RFC 8970 (PREVIEW).

import type { FetchItem, Partial, PartialRange, Section } from "../commands.ts";
import { bad } from "../failure.ts";
import type { Scanner } from "../scanner.ts";

/** How deep a part path may go; no stored structure is deeper. */
const partDepth = 100;

/** header-fld-name, as written. Only characters that a field name can have: it is sent back in the answer. RFC 5322 2.2 */
export function readHeaderName(scanner: Scanner): string {
  const name = scanner.astring();
  if (name.length > 200 || !/^[!-9;-~]+$/.test(name)) throw bad("A header field name is not valid");
  return name;
}

/** ALL, FAST, FULL, one item, or a list of items. */
export function readFetchItems(scanner: Scanner): FetchItem[] {
  if (scanner.peek() === 0x28) return readFetchList(scanner);
  if (scanner.acceptWord("FAST")) return macro(false, false);
  if (scanner.acceptWord("ALL")) return macro(true, false);
  if (scanner.acceptWord("FULL")) return macro(true, true);
  return [readFetchItem(scanner)];
}

/** `(` fetch-att *(SP fetch-att) `)` */
export function readFetchList(scanner: Scanner): FetchItem[] {
  return scanner.list(() => readFetchItem(scanner), 1);
}

function macro(envelope: boolean, body: boolean): FetchItem[] {
  const items: FetchItem[] = [{ item: "FLAGS" }, { item: "INTERNALDATE" }, { item: "RFC822.SIZE" }];
  if (envelope) items.push({ item: "ENVELOPE" });
  if (body) items.push({ item: "BODY" });
  return items;
}

const whole: Section = { part: [], text: null, fields: [] };

function readFetchItem(scanner: Scanner): FetchItem {
  const name = scanner.word();
  switch (name) {
    case "FLAGS":
    case "ENVELOPE":
    case "INTERNALDATE":
    case "RFC822.SIZE":
    case "UID":
    case "MODSEQ":
    case "EMAILID":
    case "THREADID":
    case "SAVEDATE":
    case "BODYSTRUCTURE":
      return { item: name };
    case "PREVIEW":
      return { item: "PREVIEW", lazy: readLazy(scanner) };
    case "RFC822":
      return { item: "SECTION", section: whole, peek: false, partial: null, legacy: "RFC822" };
    case "RFC822.HEADER":
      return {
        item: "SECTION",
        section: { ...whole, text: "HEADER" },
        peek: true,
        partial: null,
        legacy: name,
      };
    case "RFC822.TEXT":
      return {
        item: "SECTION",
        section: { ...whole, text: "TEXT" },
        peek: false,
        partial: null,
        legacy: name,
      };
    case "BODY":
    case "BODY.PEEK": {
      const peek = name === "BODY.PEEK";
      if (scanner.peek() !== 0x5b && !peek) return { item: "BODY" };
      const section = readSection(scanner);
      return { item: "SECTION", section, peek, partial: readPartial(scanner), legacy: null };
    }
    case "BINARY":
    case "BINARY.PEEK": {
      const part = readBinaryPart(scanner);
      return { item: "BINARY", part, peek: name === "BINARY.PEEK", partial: readPartial(scanner) };
    }
    case "BINARY.SIZE":
      return { item: "BINARY.SIZE", part: readBinaryPart(scanner) };
    default:
      throw bad("A FETCH item is not known");
  }
}

/** PREVIEW (LAZY); a parenthesis with anything else belongs to FETCH. RFC 8970 3.2 */
function readLazy(scanner: Scanner): boolean {
  const begin = scanner.at;
  if (scanner.acceptSpace() && scanner.accept(0x28) && scanner.acceptWord("LAZY") && scanner.accept(0x29))
    return true;
  scanner.at = begin;
  return false;
}

/** `[` section-spec `]` */
export function readSection(scanner: Scanner): Section {
  scanner.expect(0x5b);
  const { part, more } = readPart(scanner);
  if (!more) {
    scanner.expect(0x5d);
    return { part, text: null, fields: [] };
  }
  const text = scanner.word();
  let fields: string[] = [];
  switch (text) {
    case "HEADER":
    case "TEXT":
      break;
    case "MIME":
      if (part.length === 0) throw bad("MIME takes a part number");
      break;
    case "HEADER.FIELDS":
    case "HEADER.FIELDS.NOT":
      scanner.space();
      fields = scanner.list(() => readHeaderName(scanner), 1);
      break;
    default:
      throw bad("A body section is not known");
  }
  scanner.expect(0x5d);
  return { part, text, fields };
}

/** 1.2.3; `more` when a name (or its dot) follows. */
function readPart(scanner: Scanner): { part: number[]; more: boolean } {
  const part: number[] = [];
  for (;;) {
    const next = scanner.peek();
    if (next < 0x30 || next > 0x39) return { part, more: part.length > 0 || next !== 0x5d };
    if (part.length >= partDepth) throw bad("The part number is too long");
    part.push(scanner.nzNumber());
    if (!scanner.accept(0x2e)) return { part, more: false };
  }
}

/** section-binary: `[` [section-part] `]` */
function readBinaryPart(scanner: Scanner): number[] {
  scanner.expect(0x5b);
  const { part, more } = readPart(scanner);
  if (more) throw bad("BINARY takes a part number and nothing else");
  scanner.expect(0x5d);
  return part;
}

/** `<` number `.` nz-number `>`, or nothing. */
function readPartial(scanner: Scanner): Partial | null {
  if (!scanner.accept(0x3c)) return null;
  const offset = scanner.number64();
  scanner.expect(0x2e);
  const length = scanner.nzNumber64();
  scanner.expect(0x3e);
  return { offset, length };
}

/** `1:100` or `-1:-100`; either end may come first. `written`: as it is answered by, the lower first. RFC 9394 4 */
export function readPartialRange(scanner: Scanner): { range: PartialRange; written: string } {
  const fromEnd = scanner.accept(0x2d);
  const first = scanner.nzNumber();
  scanner.expect(0x3a);
  if (fromEnd) scanner.expect(0x2d);
  const second = scanner.nzNumber();
  const from = Math.min(first, second);
  const to = Math.max(first, second);
  return { range: { from, to, fromEnd }, written: fromEnd ? `-${from}:-${to}` : `${from}:${to}` };
}
