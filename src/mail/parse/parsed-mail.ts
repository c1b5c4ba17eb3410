// Everything that is known of a mail once it was read. Pure data.
import type { Instant } from "../../lib/clock.ts";
import type { Mailbox } from "../address.ts";
import type { Envelope } from "../mime/envelope.ts";
import type { PartStructure } from "../mime/structure.ts";
import type { ParsedAttachment } from "./attachments.ts";
import type { CalendarPart } from "./calendar-parts.ts";

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
  /**
   * How much of it: "plain" takes markup away instead of sanitising and folding it; "bare" gives what the scan of the parts
   * gives: the header, text parts as they are, attachments and calendar objects, nothing that was written in HTML.
   */
  effort?: "whole" | "plain" | "bare";
}
