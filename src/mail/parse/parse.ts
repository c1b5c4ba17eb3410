// Reading a raw mail: the entry point. Never throws: whatever the bytes, there is a ParsedMail. The server calls it in
// a process of its own (reading/mails.ts), so that neither the turn nor the main thread waits.

import { scanStructure } from "../mime/structure.ts";
import { unreadableDefect } from "./defects.ts";
import type { ParsedMail, ParseOptions } from "./parsed-mail.ts";
import { type Head, readHead } from "./read-head.ts";
import { readHeadOnly, readMail } from "./read-mail.ts";

export type { ParsedAttachment } from "./attachments.ts";
export { readPart } from "./attachments.ts";
export type { ParsedMail, ParseOptions } from "./parsed-mail.ts";

/** The header and structure of a mail whose body is known from a copy of it. */
export function readHeader(raw: Uint8Array, options: ParseOptions = {}): Head {
  return readHead(scanStructure(raw), options);
}

/** Reads a raw mail on the spot, whatever its size. Never throws. */
export function parseNow(raw: Uint8Array, options: ParseOptions = {}): ParsedMail {
  try {
    return readMail(raw, options);
  } catch (error) {
    return readHeadOnly(raw, options, unreadableDefect(error));
  }
}
