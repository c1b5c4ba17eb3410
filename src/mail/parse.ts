// Understanding a received mail: the door. Small mails are read on the spot, large ones in a worker, so that neither the
// turn nor the main loop waits; bounded in time. Never throws: whatever the bytes, there is a ParsedMail.

import type { Instant } from "../lib/clock.ts";
import type { Mailbox } from "./address.ts";
import type { ParsedAttachment } from "./attachments.ts";
import type { CalendarPart } from "./calendar-parts.ts";
import type { Envelope } from "./envelope.ts";
import { readInWorker } from "./parse-pool.ts";
import { readHeadOnly, readMail } from "./read-mail.ts";
import type { PartStructure } from "./structure.ts";

export type { ParsedAttachment } from "./attachments.ts";
export { readPart } from "./attachments.ts";

export interface ParsedMail {
  /** Without angle brackets. */
  messageId: string | null;
  inReplyTo: string[];
  /** Oldest first; of more than 100 the first and the newest. */
  references: string[];
  subject: string | null;
  /** Sender's, the envelope's, or an empty address when the mail has no From. */
  from: Mailbox;
  sender: Mailbox | null;
  replyTo: Mailbox[];
  to: Mailbox[];
  cc: Mailbox[];
  bcc: Mailbox[];
  /** Null when there is none, or it cannot be read. */
  date: Instant | null;
  /** The mail's own text parts; null when it has none. */
  text: string | null;
  /** Sanitised; of a text-only mail its text as HTML. */
  html: string;
  replyText: string;
  replyHtml: string;
  quotedHtml: string | null;
  attachments: ParsedAttachment[];
  calendarParts: CalendarPart[];
  /** Written by a program: not to be answered by one. RFC 3834 */
  automated: boolean;
  autoSubmitted: string | null;
  listId: string | null;
  structure: PartStructure;
  envelope: Envelope;
  /** 200 characters of the reply, white space collapsed. */
  preview: string;
  searchText: string;
  /** What was wrong with the mail, in words. */
  defects: string[];
}

export interface ParseOptions {
  /** The envelope's sender, for a mail that names none. */
  envelopeFrom?: string;
  /** Mails larger than this are read in a worker; bytes, 256 kB by default. */
  workerBytes?: number;
  /** Milliseconds for a mail in a worker, 2000 by default. */
  timeoutMs?: number;
  /** Markup is taken away instead of sanitised and folded: for a mail that took too long otherwise. */
  plainly?: boolean;
}

const workerBytes = 256 * 1024;
const timeoutMs = 2000;

/** Reads a raw mail. Never rejects; a mail that cannot be read in time comes back with less of it, and a defect. */
export async function parseMail(raw: Uint8Array, options: ParseOptions = {}): Promise<ParsedMail> {
  if (raw.length <= (options.workerBytes ?? workerBytes)) return parseNow(raw, options);
  const time = options.timeoutMs ?? timeoutMs;
  let read = await readInWorker(raw, options, time * 0.8);
  if (read === "late") read = await readInWorker(raw, { ...options, plainly: true }, time * 0.2);
  if (read === "none") return parseNow(raw, options);
  return read === "late" ? readHeadOnly(raw, options, "not read in time") : read;
}

/** Reads a raw mail on the spot, whatever its size. Never throws. */
export function parseNow(raw: Uint8Array, options: ParseOptions = {}): ParsedMail {
  try {
    return readMail(raw, options);
  } catch (error) {
    return readHeadOnly(
      raw,
      options,
      `not readable: ${error instanceof Error ? error.message : String(error)}`,
    );
  }
}
