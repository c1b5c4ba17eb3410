// LIST and LSUB. RFC 9051 6.3.9, RFC 5258 (LIST-EXTENDED), RFC 5819 (LIST-STATUS), RFC 6154 (SPECIAL-USE),
// RFC 3501 6.3.9 (LSUB).

import type { ImapCommand, ListCommand } from "../commands.ts";
import { bad } from "../failure.ts";
import { readPattern } from "../mailbox-name.ts";
import type { Scanner } from "../scanner.ts";
import { readStatusItems } from "./mailboxes.ts";

/** Patterns in one LIST, and wildcards in one pattern: matching takes time for each. */
const maxPatterns = 100;
const maxWildcards = 50;

export function parseList(scanner: Scanner): ImapCommand {
  const list: ListCommand = {
    name: "LIST",
    extended: false,
    selection: { subscribed: false, remote: false, recursiveMatch: false, specialUse: false },
    reference: "",
    patterns: [],
    returns: { subscribed: false, children: false, specialUse: false, status: null },
  };
  scanner.space();
  if (scanner.peek() === 0x28) {
    list.extended = true;
    readSelection(scanner, list);
    scanner.space();
  }
  list.reference = readReference(scanner);
  scanner.space();
  if (scanner.peek() === 0x28) {
    list.extended = true;
    list.patterns = scanner.list(() => readBoundedPattern(scanner), 1);
    if (list.patterns.length > maxPatterns) throw bad("Too many patterns");
  } else list.patterns = [readBoundedPattern(scanner)];
  if (scanner.acceptSpace()) {
    list.extended = true;
    if (!scanner.acceptWord("RETURN")) throw bad("Only RETURN may follow the pattern");
    scanner.space();
    scanner.list(() => readReturn(scanner, list), 0);
  }
  return list;
}

function readBoundedPattern(scanner: Scanner): string {
  const pattern = readPattern(scanner);
  let wildcards = 0;
  for (const char of pattern) if (char === "*" || char === "%") wildcards++;
  if (wildcards > maxWildcards) throw bad("Too many wildcards in one pattern");
  return pattern;
}

/** A `mailbox`, but clients put `~` and wildcards there, and an empty one is usual. */
function readReference(scanner: Scanner): string {
  return readPattern(scanner);
}

function readSelection(scanner: Scanner, { selection }: ListCommand): void {
  scanner.list(() => {
    switch (scanner.word()) {
      case "SUBSCRIBED":
        selection.subscribed = true;
        break;
      case "REMOTE":
        selection.remote = true;
        break;
      case "RECURSIVEMATCH":
        selection.recursiveMatch = true;
        break;
      case "SPECIAL-USE":
        selection.specialUse = true;
        break;
      default:
        throw bad("A LIST selection option is not known");
    }
  }, 0);
  // RFC 9051 9 `list-select-opts`: RECURSIVEMATCH changes another option and cannot stand alone.
  if (selection.recursiveMatch && !selection.subscribed && !selection.specialUse) {
    throw bad("RECURSIVEMATCH needs SUBSCRIBED or SPECIAL-USE beside it");
  }
}

function readReturn(scanner: Scanner, { returns }: ListCommand): void {
  switch (scanner.word()) {
    case "SUBSCRIBED":
      returns.subscribed = true;
      break;
    case "CHILDREN":
      returns.children = true;
      break;
    case "SPECIAL-USE":
      returns.specialUse = true;
      break;
    case "STATUS":
      scanner.space();
      returns.status = readStatusItems(scanner);
      break;
    default:
      throw bad("A LIST return option is not known");
  }
}

export function parseLsub(scanner: Scanner): ImapCommand {
  scanner.space();
  const reference = readReference(scanner);
  scanner.space();
  return { name: "LSUB", reference, pattern: readBoundedPattern(scanner) };
}
