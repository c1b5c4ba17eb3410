// Everything that is known of a mail once it was read. Pure data.
import type { Instant } from "../../lib/clock.ts";
import type { ReviewReason } from "../../schema/message/message-safety.ts";
import type { Mailbox } from "../address.ts";
import type { Envelope } from "../mime/envelope.ts";
import type { PartStructure } from "../mime/structure.ts";
import type { ComparedLines } from "../reply/compared-lines.ts";
import type { ParsedAttachment } from "./attachments.ts";
import type { CalendarPart } from "./calendar-parts.ts";

export interface ParsedMail {
  /** Without angle brackets. */
  messageId: string | null;
  inReplyTo: string[];
  /** Oldest first; of more than 100 the first and the newest. */
  references: string[];
  subject: string | null;
  /** From; without it Sender, the envelope sender, or an empty address. */
  from: Mailbox;
  sender: Mailbox | null;
  replyTo: Mailbox[];
  to: Mailbox[];
  cc: Mailbox[];
  bcc: Mailbox[];
  /** Null when it is absent or invalid. */
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
  /** Written by a program: must not be answered automatically. RFC 3834 */
  automated: boolean;
  autoSubmitted: string | null;
  listId: string | null;
  structure: PartStructure;
  envelope: Envelope;
  /** 200 characters of the reply, white space collapsed. */
  preview: string;
  searchText: string;
  /** The shingles with which later answers are compared (reply/shingles.ts); null: it has too few words. */
  digest: Uint8Array | null;
  /** For a mail that answers: its lines, to be compared with what it answers. */
  compared: ComparedBodies | null;
  /** Defects of the mail, as text. */
  defects: string[];
  /** Why a person should look at it; empty: nothing speaks against it. */
  review: ReviewReason[];
}

/** The lines of the text, and of the HTML; null where there is none of its own, or it is too much. */
export interface ComparedBodies {
  text: ComparedLines | null;
  html: ComparedLines | null;
  /** The reply text is what the reply's HTML shows. */
  isHtmlAlone: boolean;
}

export interface ParseOptions {
  /** The envelope sender, for a mail without From and Sender. */
  envelopeFrom?: string;
  /**
   * How much is read: "plain" strips HTML instead of sanitising it; "bare" reads the header, plain text parts, attachments and
   * calendar objects, and no HTML.
   */
  effort?: "whole" | "plain" | "bare";
  /** The mail was written here: its plain part is what its sender gave, whatever the HTML says. */
  isOwn?: boolean;
}
