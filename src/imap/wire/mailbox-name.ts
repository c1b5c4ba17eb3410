// Mailbox names and patterns as clients write them, turned into the one form used inside: text in Unicode NFC with
// "/" between levels, and INBOX in capitals. RFC 9051 5.1, RFC 3501 5.1.3, RFC 6855 3, RFC 5198 2

import { decodeUtf7 } from "../../mail/utf7.ts";
import { bad, WireFailure } from "./failure.ts";
import type { Scanner } from "./scanner.ts";
import { utf8Text } from "./scanner.ts";

export const hierarchySeparator = "/";

/** INBOX in any case is INBOX, also in front of what is below it; nothing else is. RFC 9051 5.1 */
export function canonicalName(name: string): string {
  return name.replace(/^inbox(?=\/|$)/i, "INBOX");
}

/** Control characters, line and paragraph separators: RFC 6855 3 forbids them in names. */
function hasForbidden(name: string): boolean {
  for (let i = 0; i < name.length; i++) {
    const code = name.charCodeAt(i);
    if (code < 0x20 || (code >= 0x7f && code <= 0x9f) || code === 0x2028 || code === 0x2029) return true;
  }
  return false;
}

function refuse(message: string): WireFailure {
  return new WireFailure(message, { status: "NO", code: "CANNOT" });
}

/** An argument `mailbox`. @throws WireFailure */
export function readMailbox(scanner: Scanner): string {
  return canonicalName(decodeName(scanner, scanner.astringBytes()));
}

function decodeName(scanner: Scanner, bytes: Uint8Array): string {
  if (bytes.length > scanner.limits.mailboxName * 2) throw refuse("The mailbox name is too long");
  const written = utf8Text(bytes);
  let name = written;
  // In IMAP4rev1 names are modified UTF-7. UTF-8 from clients that have not enabled it is accepted. RFC 9051 A.1
  if (!scanner.mode.rev2 && !scanner.mode.utf8Accept && !hasEightBit(bytes)) {
    const decoded = decodeUtf7(written);
    if (decoded === null) throw refuse("The mailbox name is not valid modified UTF-7; write & as &-");
    name = decoded;
  }
  name = name.normalize("NFC");
  if (hasForbidden(name)) throw refuse("The mailbox name has a control character");
  if (Buffer.byteLength(name) > scanner.limits.mailboxName) throw refuse("The mailbox name is too long");
  return name;
}

function hasEightBit(bytes: Uint8Array): boolean {
  for (let i = 0; i < bytes.length; i++) if (bytes[i]! > 0x7f) return true;
  return false;
}

/**
 * A LIST or LSUB pattern (`list-mailbox`). Wildcards stay as they are; the text between them is decoded piece by
 * piece, and a piece that is not modified UTF-7 is kept, so that it matches nothing instead of failing.
 */
export function readPattern(scanner: Scanner): string {
  const bytes = scanner.listMailboxBytes();
  if (bytes.length > scanner.limits.mailboxName * 2) throw bad("The pattern is too long");
  const written = utf8Text(bytes);
  if (scanner.mode.rev2 || scanner.mode.utf8Accept || hasEightBit(bytes)) return written.normalize("NFC");
  return written
    .split(/([*%])/)
    .map((piece) => decodeUtf7(piece) ?? piece)
    .join("")
    .normalize("NFC");
}
