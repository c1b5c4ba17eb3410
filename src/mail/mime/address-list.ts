// Parses address lists of header fields: RFC 5322 3.4 with its obsolete forms, and common errors. Linear; never throws.

import { shownDomain } from "../domain-name.ts";
import { binaryText, oneLine } from "./charset.ts";
import { decodeWords, wordEnd } from "./encoded-words.ts";
import { octetBlanks, trimOctets } from "./octet-blanks.ts";

/** One element of a header's address list, as IMAP's ENVELOPE has it (RFC 9051 7.5.2). */
export interface AddressEntry {
  /** Display name or comment, unquoted, encoded words left as they are. */
  name: string | null;
  /** Local part, "" when there was only a name; the group's name where `host` is null; null at a group's end. */
  mailbox: string | null;
  /** Domain; "" when there was none; null marks a group's start or end. */
  host: string | null;
  /** The source route, as in `@a,@b`; absent without one. Obsolete, RFC 5322 4.4 */
  route?: string;
}

export interface Mailbox {
  email: string;
  /** The display name, when one was given. */
  name: string | null;
}

const maxEntries = 10_000;

interface AddressToken {
  text: string;
  quoted: boolean;
  /** White space precedes it. */
  apart: boolean;
}

/**
 * A header's address list (unfolded binary text) to entries, groups marked. At most 10,000.
 * @param isDecoded the text was decoded: encoded words are not decoded again
 */
export function parseAddressList(header: string, isDecoded = false): AddressEntry[] {
  const entries: AddressEntry[] = [];
  let pieces: AddressToken[] = [];
  let comment = "";
  let angle: string | null = null;
  let inGroup = false;
  let apart = false;
  let at = 0;
  const close = () => {
    const hidden = isDecoded ? null : encodedEntries(pieces, angle);
    if (hidden !== null) for (const entry of hidden) pushEntry(entries, entry);
    else {
      const entry = entryOf(pieces, comment, angle);
      if (entry !== null) pushEntry(entries, entry);
    }
    pieces = [];
    comment = "";
    angle = null;
  };
  while (at < header.length && entries.length < maxEntries) {
    const char = header[at] ?? "";
    const before: number = at;
    if (char === '"') {
      const read = readDelimited(header, at, '"', '"');
      pieces.push({ text: read.text, quoted: true, apart });
      at = read.next;
    } else if (char === "(") {
      const read = readDelimited(header, at, "(", ")");
      comment = comment === "" ? read.text : `${comment} ${read.text}`;
      at = read.next;
    } else if (char === "<") {
      const end = angleEnd(header, at + 1);
      const inside = trimOctets(header.slice(at + 1, end));
      // A second address without a comma before it: some programs show the one, some the other.
      if (angle !== null && angle !== "" && inside.includes("@") && !sameAddress(angle, inside)) close();
      if (angle === null || angle === "") angle = inside;
      at = header[end] === ">" ? end + 1 : end;
    } else if (char === ",") {
      close();
      at++;
    } else if (char === ";") {
      close();
      if (inGroup) entries.push({ name: null, mailbox: null, host: null });
      inGroup = false;
      at++;
    } else if (char === ":" && !inGroup && angle === null && pieces.length > 0) {
      entries.push({ name: null, mailbox: joined(pieces), host: null });
      pieces = [];
      comment = "";
      inGroup = true;
      at++;
    } else if (char <= " ") {
      at++;
    } else {
      const end = atomEnd(header, at);
      pieces.push({ text: header.slice(at, end), quoted: false, apart });
      at = end;
    }
    apart = char <= " " || (apart && at === before);
  }
  close();
  if (inGroup) entries.push({ name: null, mailbox: null, host: null });
  return entries;
}

function sameAddress(one: string, other: string): boolean {
  return one.toLowerCase() === other.toLowerCase();
}

/** "Doe, John <j@example.com>": a bare name before an unquoted comma belongs to the address behind it. */
function pushEntry(entries: AddressEntry[], entry: AddressEntry): void {
  const last = entries.at(-1);
  if (last?.name && last.host === "" && last.mailbox === "" && entry.name !== null && entry.host) {
    if (last.name.includes(" ") || /^[A-Z][^A-Z]*$/.test(last.name)) {
      entries[entries.length - 1] = { ...entry, name: `${last.name}, ${entry.name}` };
      return;
    }
  }
  entries.push(entry);
}

/**
 * Mailboxes whose address is encoded words, in part or whole, which RFC 2047 5 forbids. Null without such an address.
 */
function encodedEntries(pieces: AddressToken[], angle: string | null): AddressEntry[] | null {
  if (angle !== null) {
    const entries = angle.includes("=?") ? decodedEntries(angle) : null;
    const name = joined(pieces);
    return entries && name !== "" ? [{ ...entries[0]!, name }] : entries;
  }
  if (!pieces.some(({ text }) => text.includes("=?"))) return null;
  const at = pieces.findIndex(({ text, quoted }) => !quoted && withoutWords(text).includes("@"));
  if (at < 0) return decodedEntries(joined(pieces));
  const entries = pieces[at]!.text.includes("=?") ? decodedEntries(pieces[at]!.text) : null;
  const name = joined([...pieces.slice(0, at), ...pieces.slice(at + 1)]);
  return entries && name !== "" ? [{ ...entries[0]!, name }] : entries;
}

/** Decoded encoded words, parsed as a list; null without an address. */
function decodedEntries(text: string): AddressEntry[] | null {
  const binary = Buffer.from(decodeWords(text), "utf8").toString("latin1");
  if (!binary.includes("@")) return null;
  const entries = parseAddressList(binary, true).filter(({ host }) => host);
  return entries.length > 0 ? entries : null;
}

function withoutWords(text: string): string {
  return text.replace(/=\?[^?\s]{1,80}\?[bq]\?[^?]*\?=/gi, "");
}

function entryOf(pieces: AddressToken[], comment: string, angle: string | null): AddressEntry | null {
  const note = comment === "" ? null : comment;
  if (angle !== null) {
    const name = pieces.length > 0 ? joined(pieces) : note;
    const { address, route } = addressIn(angle);
    if (address === "" && (name === null || name === "")) return null;
    const entry = { name: name === "" ? null : name, ...splitAddress(address) };
    return route === "" ? entry : { ...entry, route };
  }
  if (pieces.length === 0) return null;
  const index = pieces.findIndex((piece) => !piece.quoted && piece.text.includes("@"));
  if (index < 0) {
    const only = joined(pieces);
    if (only === "") return null;
    if (only.includes("@")) return { name: note, ...splitAddress(only) };
    return { name: only, mailbox: "", host: "" };
  }
  let text = pieces[index]?.text ?? "";
  let from = index;
  let to = index + 1;
  if (text.startsWith("@") && index > 0) {
    const local = pieces[index - 1];
    from--;
    text = (local?.quoted ? `"${local.text}"` : (local?.text ?? "")) + text;
  }
  if (text.endsWith("@") && to < pieces.length) {
    text += pieces[to]?.text ?? "";
    to++;
  }
  // RFC 5322 4.4 allows white space around the dots of an address.
  while (to < pieces.length && (text.endsWith(".") || pieces[to]?.text.startsWith("."))) {
    text += pieces[to]?.text ?? "";
    to++;
  }
  const rest = joined([...pieces.slice(0, from), ...pieces.slice(to)]);
  return { name: rest === "" ? note : rest, ...splitAddress(text) };
}

/** The address between angle brackets, without comments and what programs put before it, and its route or "". RFC 5322 4.4 */
function addressIn(angle: string): { address: string; route: string } {
  let address = angle;
  let route = "";
  if (address.includes("(")) address = address.replace(/\([^()]*\)/g, "").replace(octetBlanks, "");
  if (address.startsWith("@")) {
    const colon = address.indexOf(":");
    route = address.slice(0, Math.max(0, colon)).replace(octetBlanks, "");
    address = address.slice(colon + 1);
  }
  address = trimOctets(address.replace(/^(?:mailto|smtp):/i, ""));
  // An empty group that a relay took for an address: "<undisclosed-recipients:;@example.com>".
  return /^[^@"]*:(?:;@|@[^@]*;$)/.test(address) ? { address: "", route: "" } : { address, route };
}

function splitAddress(address: string): { mailbox: string; host: string } {
  const bare = address.includes('"') ? address : address.replace(octetBlanks, "");
  const at = bare.lastIndexOf("@");
  if (at < 0) return { mailbox: address, host: "" };
  return { mailbox: bare.slice(0, at), host: bare.slice(at + 1).replace(/\.$/, "") };
}

function joined(pieces: AddressToken[]): string {
  let text = "";
  for (const [index, piece] of pieces.entries())
    text += index > 0 && piece.apart ? ` ${piece.text}` : piece.text;
  return trimOctets(text);
}

/** A quoted string or a nested comment from `at`; an open one reaches to the end. RFC 5322 3.2.2, 3.2.4 */
function readDelimited(
  header: string,
  at: number,
  open: string,
  close: string,
): { text: string; next: number } {
  let text = "";
  let depth = 1;
  let i = at + 1;
  for (; i < header.length; i++) {
    const char = header[i] ?? "";
    if (char === "\\" && i + 1 < header.length) {
      i++;
      text += header[i];
      continue;
    }
    if (char === close) depth--;
    else if (char === open) depth++;
    if (depth === 0) break;
    text += char;
  }
  return { text: trimOctets(text), next: i + 1 };
}

/** The end of an address in angle brackets; without ">" it ends at the next comma, semicolon or "<". */
function angleEnd(header: string, from: number): number {
  let quoted = false;
  let separator = -1;
  for (let i = from; i < header.length; i++) {
    const char = header[i];
    if (char === "\\" && quoted) i++;
    else if (char === '"') quoted = !quoted;
    else if (quoted) continue;
    else if (char === ">") return i;
    else if (char === "<") return separator < 0 ? i : separator;
    else if ((char === "," || char === ";") && separator < 0) separator = i;
  }
  return separator < 0 ? header.length : separator;
}

function atomEnd(header: string, from: number): number {
  let at = from;
  let seenAt = false;
  while (at < header.length) {
    const char = header[at] ?? "";
    if (char === "@") seenAt = true;
    if (char === "=" && header[at + 1] === "?") {
      // Commas and colons inside an encoded word separate nothing.
      const end = wordEnd(header, at);
      if (end > at) {
        at = end;
        continue;
      }
    }
    if (char <= " " || '"(<,;:'.includes(char)) {
      // Only a phrase starts a group: a colon behind an "@" does not.
      if (!(char === ":" && seenAt)) break;
    }
    at++;
  }
  return Math.max(at, from + 1);
}

/** The mailboxes of an address list, those of groups included, with decoded names; `email` is "" for a name without an address. */
export function mailboxesOf(entries: AddressEntry[], hint: string | null = null): Mailbox[] {
  const mailboxes: Mailbox[] = [];
  for (const entry of entries) {
    if (entry.mailbox === null || entry.host === null) continue;
    const name = entry.name === null ? null : decodeWords(entry.name, hint).trim();
    mailboxes.push({ email: emailOf(entry.mailbox, entry.host), name: name === "" ? null : name });
  }
  return mailboxes;
}

function emailOf(mailbox: string, host: string): string {
  const local = oneLine(binaryText(mailbox));
  return host === "" ? local : `${local}@${shownDomain(oneLine(binaryText(host)))}`;
}
