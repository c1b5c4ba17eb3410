// IMAP URLs, as CATENATE, GENURLAUTH and URLFETCH carry them. RFC 5092 11, RFC 4467 (URLAUTH), RFC 4469 2 (relative).
// Only URLs of a message or a part of one mean anything there.

import { createHmac, timingSafeEqual } from "node:crypto";
import { type Instant, parseInstant } from "../lib/clock.ts";
import type { Partial, Section } from "./wire/commands.ts";
import { WireFailure } from "./wire/failure.ts";
import { authenticatedLimits, rev1Mode } from "./wire/limits.ts";
import { canonicalName } from "./wire/mailbox-name.ts";
import { readSection } from "./wire/parse/section.ts";
import { Scanner } from "./wire/scanner.ts";

export interface ImapUrl {
  /** null for a relative URL, which means this server and this user. */
  server: { user: string | null; host: string; port: number | null } | null;
  mailbox: string;
  uidValidity: number | null;
  uid: number;
  section: Section;
  /** Without a length: up to the end. */
  partial: Partial | null;
  expires: Instant | null;
  /** The access identifier; `user` for submit+ and user+. RFC 4467 3 */
  access: { kind: "submit" | "user" | "authuser" | "anonymous"; user: string | null } | null;
  /** The URL up to the verifier, which the token signs. */
  rump: string;
  token: { mechanism: string; value: string } | null;
}

/** Longer URLs are refused unread. */
const longest = 4000;

const pathPattern =
  /^([^?;]+)(?:;UIDVALIDITY=(\d{1,10}))?\/;UID=(\d{1,10})(?:\/;SECTION=([^;]+?))?(?:\/;PARTIAL=(\d{1,15})(?:\.(\d{1,15}))?)?(?:;EXPIRE=([^;]+))?(?:;URLAUTH=([^:;]+)(?::([A-Za-z0-9.-]+):([0-9A-Fa-f]+))?)?$/i;

const serverPattern = /^imap:\/\/(?:([^/]*)@)?(\[[0-9A-Fa-f:.]+\]|[^:/@\s]+)(?::(\d{1,5}))?\//i;

const accessPattern = /^(?:(submit|user)\+(.+)|(authuser|anonymous))$/i;

/** A URL of a message or part, or null when it is not one. Never throws. */
export function parseImapUrl(text: string): ImapUrl | null {
  if (text.length > longest || /[^\x21-\x7e]/.test(text)) return null;
  const server = serverPattern.exec(text);
  const absolute = server !== null;
  if (!absolute && !text.startsWith("/")) return null;
  const path = pathPattern.exec(text.slice(absolute ? server[0].length : 1));
  if (!path) return null;
  const [, name, validity, uid, sectionText, offset, length, expire, access, mechanism, token] = path;
  const mailbox = decode(name ?? "");
  const section = readSectionText(sectionText);
  const user = server?.[1] === undefined ? null : decode(server[1].replace(/;AUTH=.*$/is, ""));
  const expires = expire === undefined ? null : parseInstant(expire.toUpperCase());
  const allowed = access === undefined ? null : readAccess(access);
  if (mailbox === null || mailbox === "" || !section || (expire !== undefined && !expires)) return null;
  if ((access !== undefined && !allowed) || (server?.[1] !== undefined && user === null)) return null;
  if (!isUnsigned(uid) || (validity !== undefined && !isUnsigned(validity)) || length === "0") return null;
  return {
    server: server
      ? { user: user || null, host: server[2]!.toLowerCase(), port: server[3] ? Number(server[3]) : null }
      : null,
    mailbox: canonicalName(mailbox.normalize("NFC")),
    uidValidity: validity === undefined ? null : Number(validity),
    uid: Number(uid),
    section,
    partial:
      offset === undefined
        ? null
        : { offset: Number(offset), length: Number(length ?? Number.MAX_SAFE_INTEGER) },
    expires,
    access: allowed,
    rump: token === undefined ? text : text.slice(0, -(mechanism!.length + token.length + 2)),
    token: token === undefined ? null : { mechanism: mechanism!.toUpperCase(), value: token.toLowerCase() },
  };
}

function isUnsigned(digits: string | undefined): boolean {
  const value = Number(digits);
  return value > 0 && value < 2 ** 32;
}

function readAccess(text: string): ImapUrl["access"] {
  const match = accessPattern.exec(text);
  if (!match) return null;
  if (match[3]) return { kind: match[3].toLowerCase() as "authuser" | "anonymous", user: null };
  const user = decode(match[2]!);
  return user === null ? null : { kind: match[1]!.toLowerCase() as "submit" | "user", user };
}

/** The section as in FETCH BODY[...]; without one, the whole message. */
function readSectionText(encoded: string | undefined): Section | null {
  const text = encoded === undefined ? "" : decode(encoded);
  if (text === null) return null;
  const scanner = new Scanner(Buffer.from(`[${text}]`), rev1Mode, authenticatedLimits);
  try {
    const section = readSection(scanner);
    scanner.expectEnd();
    return section;
  } catch (error) {
    if (error instanceof WireFailure) return null;
    throw error;
  }
}

/** Percent-decodes UTF-8 text; null for other bytes and for control characters. */
function decode(text: string): string | null {
  try {
    const plain = decodeURIComponent(text);
    return /[\x00-\x1f\x7f]/.test(plain) ? null : plain;
  } catch {
    return null;
  }
}

/**
 * The verifier's token of the INTERNAL mechanism: an octet that names the algorithm, then HMAC-SHA-256 of the rump, in
 * hexadecimal. RFC 4467 2.4.1
 * @param key the mailbox access key; RESETKEY makes a new one
 */
export function urlAuthToken(rump: string, key: Uint8Array): string {
  return `01${createHmac("sha256", key).update(rump).digest("hex")}`;
}

/** True when the URL's token is that of the key, compared in constant time. */
export function urlAuthHolds(url: ImapUrl, key: Uint8Array): boolean {
  if (url.token?.mechanism !== "INTERNAL") return false;
  const expected = Buffer.from(urlAuthToken(url.rump, key));
  const given = Buffer.from(url.token.value);
  return given.length === expected.length && timingSafeEqual(given, expected);
}
