// FETCH, STORE, COPY, MOVE and EXPUNGE. RFC 9051 6.4, RFC 7162 3.1 (CHANGEDSINCE, UNCHANGEDSINCE) and 3.2.6
// (VANISHED), RFC 9394 3.3 (PARTIAL), RFC 4315 2.1 (UID EXPUNGE), RFC 6851 (MOVE).

import type { FetchCommand, ImapCommand, StoreCommand } from "../commands.ts";
import { bad } from "../failure.ts";
import { distinctFlags, readFlag, readFlagList } from "../flags.ts";
import { readMailbox } from "../mailbox-name.ts";
import type { Scanner } from "../scanner.ts";
import { readFetchItems, readPartialRange } from "./section.ts";

export function parseFetch(scanner: Scanner, uid: boolean): ImapCommand {
  scanner.space();
  const set = scanner.messageSet();
  scanner.space();
  const items = readFetchItems(scanner);
  const fetch: FetchCommand = {
    name: "FETCH",
    uid,
    set,
    items,
    changedSince: null,
    vanished: false,
    partial: null,
  };
  if (scanner.acceptSpace()) scanner.list(() => readFetchModifier(scanner, fetch), 1);
  if (fetch.vanished && (!uid || fetch.changedSince === null))
    throw bad("VANISHED goes with UID FETCH and CHANGEDSINCE");
  if (fetch.partial && !uid) throw bad("PARTIAL goes with UID FETCH");
  return fetch;
}

function readFetchModifier(scanner: Scanner, fetch: FetchCommand): void {
  switch (scanner.word()) {
    case "CHANGEDSINCE":
      scanner.space();
      fetch.changedSince = scanner.number64();
      break;
    case "VANISHED":
      fetch.vanished = true;
      break;
    case "PARTIAL":
      scanner.space();
      fetch.partial = readPartialRange(scanner).range;
      break;
    default:
      throw bad("A FETCH modifier is not known");
  }
}

const actions: Record<string, StoreCommand["action"]> = { "+": "add", "-": "remove" };

export function parseStore(scanner: Scanner, uid: boolean): ImapCommand {
  scanner.space();
  const set = scanner.messageSet();
  scanner.space();
  let unchangedSince: number | null = null;
  if (scanner.peek() === 0x28) {
    scanner.list(() => {
      if (unchangedSince !== null || scanner.word() !== "UNCHANGEDSINCE")
        throw bad("STORE takes one UNCHANGEDSINCE");
      scanner.space();
      unchangedSince = scanner.number64();
    }, 1);
    scanner.space();
  }
  const sign = scanner.accept(0x2b) ? "+" : scanner.accept(0x2d) ? "-" : "";
  const item = scanner.word();
  if (item !== "FLAGS" && item !== "FLAGS.SILENT") throw bad("STORE changes FLAGS and nothing else");
  scanner.space();
  const flags = scanner.peek() === 0x28 ? readFlagList(scanner) : readBareFlags(scanner);
  const action = actions[sign] ?? "replace";
  return { name: "STORE", uid, set, action, silent: item === "FLAGS.SILENT", flags, unchangedSince };
}

/** flag *(SP flag) */
function readBareFlags(scanner: Scanner): string[] {
  const flags = [readFlag(scanner)];
  while (scanner.acceptSpace()) {
    if (flags.length >= scanner.limits.listItems) throw bad("Too many flags");
    flags.push(readFlag(scanner));
  }
  return distinctFlags(flags);
}

export function parseCopy(name: "COPY" | "MOVE"): (scanner: Scanner, uid: boolean) => ImapCommand {
  return (scanner, uid) => {
    scanner.space();
    const set = scanner.messageSet();
    scanner.space();
    return { name, uid, set, mailbox: readMailbox(scanner) };
  };
}

export function parseExpunge(scanner: Scanner, uid: boolean): ImapCommand {
  if (!uid) return { name: "EXPUNGE", uids: null };
  scanner.space();
  return { name: "EXPUNGE", uids: scanner.messageSet() };
}
