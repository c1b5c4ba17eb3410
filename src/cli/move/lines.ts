// The lines of an export in JSON: one object a line, so that it is written and read a mail at a time.
import type { Instant } from "../../lib/clock.ts";

export const lineVersion = 1;

export interface HeadLine {
  postroom_export: number;
  address: string;
  exported_at: Instant;
  labels: { name: string; colour: string; keyword: string }[];
}

export interface MailLine {
  folder: string;
  uid: number;
  internal_date: Instant;
  /** System flags and keywords. */
  flags: string[];
  /** Names of labels. */
  labels: string[];
  /** The message's id at this service. */
  id: string;
  thread_id: string;
  direction: "inbound" | "outbound";
  state: string;
  /** Message-ID, without brackets. */
  message_id: string | null;
  from: string;
  to: string[];
  cc: string[];
  bcc: string[];
  subject: string | null;
  created_at: Instant;
  size: number;
  sha256: string;
  /** Exactly one of the two: the bytes, or a file beside this one. */
  raw_base64?: string;
  file?: string;
}

export interface ObjectLine {
  calendar: string;
  name: string;
  ics: string;
}

export type Line = HeadLine | MailLine | ObjectLine;
