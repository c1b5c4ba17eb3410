// From the bytes of one whole command to a Command. APPEND and REPLACE are not here: see wire/append.ts.

import { isTag } from "../characters.ts";
import type { ImapCommand } from "../commands.ts";
import { bad } from "../failure.ts";
import type { Scanner } from "../scanner.ts";
import { parseList, parseLsub } from "./list.ts";
import {
  parseCreate,
  parseGetQuota,
  parseOneMailbox,
  parseRename,
  parseSelect,
  parseSetQuota,
  parseStatus,
} from "./mailboxes.ts";
import { parseCopy, parseExpunge, parseFetch, parseStore } from "./messages.ts";
import { parseNotify } from "./notify.ts";
import { parseCancelUpdate, parseSearch, parseSort, parseThread } from "./search.ts";
import { parseAuthenticate, parseBare, parseCompress, parseEnable, parseId, parseLogin } from "./session.ts";

type Parser = (scanner: Scanner, uid: boolean) => ImapCommand;

const parsers = new Map<string, Parser>([
  ["CAPABILITY", parseBare("CAPABILITY")],
  ["NOOP", parseBare("NOOP")],
  ["LOGOUT", parseBare("LOGOUT")],
  ["STARTTLS", parseBare("STARTTLS")],
  ["IDLE", parseBare("IDLE")],
  ["NAMESPACE", parseBare("NAMESPACE")],
  ["CHECK", parseBare("CHECK")],
  ["CLOSE", parseBare("CLOSE")],
  ["UNSELECT", parseBare("UNSELECT")],
  ["LOGIN", parseLogin],
  ["AUTHENTICATE", parseAuthenticate],
  ["ID", parseId],
  ["ENABLE", parseEnable],
  ["COMPRESS", parseCompress],
  ["SELECT", parseSelect("SELECT")],
  ["EXAMINE", parseSelect("EXAMINE")],
  ["CREATE", parseCreate],
  ["DELETE", parseOneMailbox("DELETE")],
  ["SUBSCRIBE", parseOneMailbox("SUBSCRIBE")],
  ["UNSUBSCRIBE", parseOneMailbox("UNSUBSCRIBE")],
  ["RENAME", parseRename],
  ["LIST", parseList],
  ["LSUB", parseLsub],
  ["STATUS", parseStatus],
  ["GETQUOTA", parseGetQuota],
  ["GETQUOTAROOT", parseOneMailbox("GETQUOTAROOT")],
  ["SETQUOTA", parseSetQuota],
  ["EXPUNGE", parseExpunge],
  ["FETCH", parseFetch],
  ["STORE", parseStore],
  ["COPY", parseCopy("COPY")],
  ["MOVE", parseCopy("MOVE")],
  ["SEARCH", parseSearch],
  ["SORT", parseSort],
  ["THREAD", parseThread],
  ["CANCELUPDATE", parseCancelUpdate],
  ["NOTIFY", parseNotify],
]);

/** The commands that UID may precede. RFC 9051 6.4.9, RFC 5256 3, RFC 8508 3.2 */
const uidNames = new Set([
  "COPY",
  "EXPUNGE",
  "FETCH",
  "MOVE",
  "REPLACE",
  "SEARCH",
  "SORT",
  "STORE",
  "THREAD",
]);

export interface CommandStart {
  tag: string;
  /** Upper case, without UID. */
  name: string;
  uid: boolean;
}

/** True for APPEND and REPLACE, whose messages are streamed. */
export function isAppend(head: CommandStart): boolean {
  return (head.name === "APPEND" && !head.uid) || head.name === "REPLACE";
}

/** Reads `tag SP [UID SP] name`. @throws WireFailure when the command is unknown */
export function readHead(scanner: Scanner): CommandStart {
  const tag = scanner.tag();
  if (tag.length > 255) throw bad("The tag is too long");
  scanner.space();
  let name = scanner.atom().toUpperCase();
  const uid = name === "UID";
  if (uid) {
    scanner.space();
    name = scanner.atom().toUpperCase();
    if (!uidNames.has(name)) throw bad("UID does not go with this command");
  }
  const head = { tag, name, uid };
  if (!parsers.has(name) && !isAppend(head)) throw bad("Unknown command");
  return head;
}

/** Parses the rest of a command after its head. @throws WireFailure */
export function readArguments(scanner: Scanner, head: CommandStart): ImapCommand {
  const parse = parsers.get(head.name);
  if (!parse) throw bad("Unknown command");
  const command = parse(scanner, head.uid);
  scanner.expectEnd();
  return command;
}

/** The tag a line begins with, or null: which tags the BAD when the rest cannot be parsed. */
export function tagOf(bytes: Uint8Array): string | null {
  const space = bytes.subarray(0, 256).indexOf(0x20);
  const end = space < 0 ? bytes.length : space;
  if (end === 0 || end > 255) return null;
  let tag = "";
  for (let i = 0; i < end; i++) tag += String.fromCharCode(bytes[i]!);
  return isTag(tag) ? tag : null;
}
