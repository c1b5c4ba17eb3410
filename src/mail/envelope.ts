// The envelope of a message as IMAP gives it (RFC 9051 7.5.2): header fields as text, encoded words left as they are.

import { type AddressEntry, parseAddressList } from "./address-list.ts";
import { binaryText } from "./charset.ts";
import { firstField, type HeaderField } from "./headers.ts";

export interface Envelope {
  date: string | null;
  subject: string | null;
  from: AddressEntry[];
  sender: AddressEntry[];
  replyTo: AddressEntry[];
  to: AddressEntry[];
  cc: AddressEntry[];
  bcc: AddressEntry[];
  inReplyTo: string | null;
  messageId: string | null;
}

/** Absent Sender and Reply-To are From's (RFC 9051 7.5.2). */
export function envelopeOf(fields: HeaderField[]): Envelope {
  const from = addresses(fields, "from");
  const sender = addresses(fields, "sender");
  const replyTo = addresses(fields, "reply-to");
  return {
    date: text(fields, "date"),
    subject: text(fields, "subject"),
    from,
    sender: sender.length > 0 ? sender : from,
    replyTo: replyTo.length > 0 ? replyTo : from,
    to: addresses(fields, "to"),
    cc: addresses(fields, "cc"),
    bcc: addresses(fields, "bcc"),
    inReplyTo: text(fields, "in-reply-to"),
    messageId: text(fields, "message-id"),
  };
}

function text(fields: HeaderField[], key: string): string | null {
  const value = firstField(fields, key);
  return value === null ? null : binaryText(value);
}

function addresses(fields: HeaderField[], key: string): AddressEntry[] {
  const value = firstField(fields, key);
  if (value === null) return [];
  return parseAddressList(value).map((entry) => ({
    name: entry.name === null ? null : binaryText(entry.name),
    mailbox: entry.mailbox === null ? null : binaryText(entry.mailbox),
    host: entry.host === null ? null : binaryText(entry.host),
  }));
}
