// IMAP URLs, as CATENATE carries them. RFC 5092 11, RFC 4469 2 (relative).
// Only URLs of a message or a part of one mean anything there.

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
}

/** Longer URLs are refused unread. */
const maxCharacters = 4000;

const pathPattern =
  /^([^?;]+)(?:;UIDVALIDITY=(\d{1,10}))?\/;UID=(\d{1,10})(?:\/;SECTION=([^;]+?))?(?:\/;PARTIAL=(\d{1,15})(?:\.(\d{1,15}))?)?$/i;

const serverPattern = /^imap:\/\/(?:([^/]*)@)?(\[[0-9A-Fa-f:.]+\]|[^:/@\s]+)(?::(\d{1,5}))?\//i;

/** A URL of a message or part, or null when it is not one. Never throws. */
export function parseImapUrl(text: string): ImapUrl | null {
  if (text.length > maxCharacters || /[^\x21-\x7e]/.test(text)) return null;
  const server = serverPattern.exec(text);
  const absolute = server !== null;
  if (!absolute && !text.startsWith("/")) return null;
  const path = pathPattern.exec(text.slice(absolute ? server[0].length : 1));
  if (!path) return null;
  const [, name, validity, uid, sectionText, offset, length] = path;
  const mailbox = decode(name ?? "");
  const section = readSectionText(sectionText);
  const user = server?.[1] === undefined ? null : decode(server[1].replace(/;AUTH=.*$/is, ""));
  if (mailbox === null || mailbox === "" || !section) return null;
  if (server?.[1] !== undefined && user === null) return null;
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
  };
}

function isUnsigned(digits: string | undefined): boolean {
  const value = Number(digits);
  return value > 0 && value < 2 ** 32;
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
