// URLAUTH: RESETKEY, GENURLAUTH, URLFETCH. RFC 4467 8, RFC 5524 4 (URLAUTH=BINARY). The URLs themselves are read
// where they are used.

import { type Command, type UrlFetchItem, urlItems } from "../commands.ts";
import { bad } from "../failure.ts";
import { readMailbox } from "../mailbox-name.ts";
import type { Scanner } from "../scanner.ts";

/** RESETKEY [SP mailbox *(SP mechanism)] */
export function parseResetKey(scanner: Scanner): Command {
  if (!scanner.acceptSpace()) return { name: "RESETKEY", mailbox: null, mechanisms: [] };
  const mailbox = readMailbox(scanner);
  const mechanisms: string[] = [];
  while (scanner.acceptSpace()) {
    if (mechanisms.length >= scanner.limits.listItems) throw bad("Too many mechanisms");
    mechanisms.push(scanner.atom().toUpperCase());
  }
  return { name: "RESETKEY", mailbox, mechanisms };
}

/** GENURLAUTH 1*(SP url-rump SP mechanism) */
export function parseGenUrlAuth(scanner: Scanner): Command {
  const requests: { url: string; mechanism: string }[] = [];
  do {
    if (requests.length >= scanner.limits.listItems) throw bad("Too many URLs");
    scanner.space();
    const url = scanner.astring();
    scanner.space();
    requests.push({ url, mechanism: scanner.atom().toUpperCase() });
  } while (!scanner.atEnd());
  return { name: "GENURLAUTH", requests };
}

/** URLFETCH 1*(SP (url / `(` url *(SP item) `)`)) */
export function parseUrlFetch(scanner: Scanner): Command {
  const requests: { url: string; items: UrlFetchItem[] }[] = [];
  do {
    if (requests.length >= scanner.limits.listItems) throw bad("Too many URLs");
    scanner.space();
    requests.push(readRequest(scanner));
  } while (!scanner.atEnd());
  return { name: "URLFETCH", requests };
}

function readRequest(scanner: Scanner): { url: string; items: UrlFetchItem[] } {
  if (!scanner.accept(0x28)) return { url: scanner.astring(), items: [] };
  const url = scanner.astring();
  const items: UrlFetchItem[] = [];
  while (!scanner.accept(0x29)) {
    scanner.space();
    const name = scanner.word();
    const item = urlItems.find((each) => each === name);
    if (!item || items.includes(item))
      throw bad("URLFETCH takes each of BODY, BINARY and BODYPARTSTRUCTURE once");
    items.push(item);
  }
  // RFC 5524 3.1: the whole part once, decoded or not.
  if (items.includes("BODY") && items.includes("BINARY")) throw bad("URLFETCH takes one of BODY and BINARY");
  return { url, items };
}
