// Commands about mailboxes: SELECT and EXAMINE (RFC 9051 6.3.2, RFC 7162 3.2.5), CREATE with USE (RFC 6154),
// RENAME, DELETE, SUBSCRIBE, STATUS (RFC 9051 6.3.11 and its extensions), QUOTA (RFC 9208).

import type { ImapCommand, Qresync, StatusItem } from "../commands.ts";
import { bad } from "../failure.ts";
import { readMailbox } from "../mailbox-name.ts";
import type { Scanner } from "../scanner.ts";
import type { NumberSet } from "../sequence-set.ts";

export function parseSelect(name: "SELECT" | "EXAMINE"): (scanner: Scanner) => ImapCommand {
  return (scanner) => {
    scanner.space();
    const mailbox = readMailbox(scanner);
    let condstore = false;
    let qresync: Qresync | null = null;
    if (scanner.acceptSpace()) {
      scanner.list(() => {
        const parameter = scanner.word();
        if (parameter === "CONDSTORE") condstore = true;
        else if (parameter === "QRESYNC" && qresync === null) qresync = readQresync(scanner);
        else throw bad("SELECT takes CONDSTORE and one QRESYNC");
      }, 1);
    }
    return { name, mailbox, condstore, qresync };
  };
}

/** SP `(` uidvalidity SP modseq [SP known-uids] [SP `(` numbers SP uids `)`] `)`. RFC 7162 7 */
function readQresync(scanner: Scanner): Qresync {
  scanner.space();
  scanner.expect(0x28);
  const uidValidity = scanner.nzNumber();
  scanner.space();
  const qresync: Qresync = { uidValidity, modseq: scanner.nzNumber64(), knownUids: null, match: null };
  if (scanner.acceptSpace()) {
    if (scanner.peek() !== 0x28) {
      qresync.knownUids = withoutStar(scanner);
      if (scanner.acceptSpace()) qresync.match = readMatch(scanner);
    } else qresync.match = readMatch(scanner);
  }
  scanner.expect(0x29);
  return qresync;
}

function readMatch(scanner: Scanner): Qresync["match"] {
  scanner.expect(0x28);
  const sequences = withoutStar(scanner);
  scanner.space();
  const uids = withoutStar(scanner);
  scanner.expect(0x29);
  return { sequences, uids };
}

function withoutStar(scanner: Scanner): NumberSet {
  const set = scanner.numberSet();
  if (set.starFrom !== null) throw bad("* is not allowed here");
  return set;
}

/** CREATE mailbox [`(` USE `(` use-attr ... `)` `)`]. RFC 6154 3 */
export function parseCreate(scanner: Scanner): ImapCommand {
  scanner.space();
  const mailbox = readMailbox(scanner);
  let specialUse: string[] = [];
  if (scanner.acceptSpace()) {
    scanner.list(() => {
      if (!scanner.acceptWord("USE")) throw bad("CREATE takes USE and nothing else");
      scanner.space();
      specialUse = scanner.list(() => {
        scanner.expect(0x5c);
        return `\\${scanner.atom()}`;
      }, 0);
    }, 1);
  }
  return { name: "CREATE", mailbox, specialUse };
}

export function parseOneMailbox<N extends "DELETE" | "SUBSCRIBE" | "UNSUBSCRIBE" | "GETQUOTAROOT">(
  name: N,
): (scanner: Scanner) => { name: N; mailbox: string } {
  return (scanner) => {
    scanner.space();
    return { name, mailbox: readMailbox(scanner) };
  };
}

export function parseRename(scanner: Scanner): ImapCommand {
  scanner.space();
  const from = readMailbox(scanner);
  scanner.space();
  return { name: "RENAME", from, to: readMailbox(scanner) };
}

const statusItems: readonly StatusItem[] = [
  "MESSAGES",
  "RECENT",
  "UIDNEXT",
  "UIDVALIDITY",
  "UNSEEN",
  "DELETED",
  "SIZE",
  "HIGHESTMODSEQ",
  "APPENDLIMIT",
  "MAILBOXID",
  "DELETED-STORAGE",
];

/** `(` status-att *(SP status-att) `)`, repeats dropped. */
export function readStatusItems(scanner: Scanner): StatusItem[] {
  const items = scanner.list(() => {
    const name = scanner.word();
    const item = statusItems.find((each) => each === name);
    if (!item) throw bad("A STATUS item is not known");
    return item;
  }, 1);
  return [...new Set(items)];
}

export function parseStatus(scanner: Scanner): ImapCommand {
  scanner.space();
  const mailbox = readMailbox(scanner);
  scanner.space();
  return { name: "STATUS", mailbox, items: readStatusItems(scanner) };
}

export function parseGetQuota(scanner: Scanner): ImapCommand {
  scanner.space();
  return { name: "GETQUOTA", root: scanner.astring() };
}

/** SETQUOTA root `(` resource SP number ... `)`. RFC 9208 4.1.3; parsed so that the answer is NO, not BAD. */
export function parseSetQuota(scanner: Scanner): ImapCommand {
  scanner.space();
  const root = scanner.astring();
  scanner.space();
  const limits = scanner.list(() => {
    const resource = scanner.atom().toUpperCase();
    scanner.space();
    return { resource, limit: scanner.number64() };
  }, 0);
  return { name: "SETQUOTA", root, limits };
}
