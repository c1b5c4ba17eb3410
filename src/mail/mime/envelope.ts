// The envelope of a message for IMAP (RFC 9051 7.5.2): header fields as text, encoded words not decoded.

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

/** The envelope of a header. Absent Sender and Reply-To are copied from From. RFC 9051 7.5.2 */
export function envelopeOf(fields: HeaderField[]): Envelope {
  // One place that reads lists, and one that reads texts: a compiler that inlines them does it once.
  const [from, sender, replyTo, to, cc, bcc] = addressFields.map((key) =>
    envelopeAddresses(fields, key),
  ) as OfAddressFields<AddressEntry[]>;
  const [date = null, subject = null, inReplyTo = null, messageId = null] = textFields.map((key) =>
    envelopeText(fields, key),
  );
  return {
    date,
    subject,
    from,
    sender: sender.length > 0 ? sender : from,
    replyTo: replyTo.length > 0 ? replyTo : from,
    to,
    cc,
    bcc,
    inReplyTo,
    messageId,
  };
}

/** Header fields that are lists of addresses. RFC 5322 3.6.2, 3.6.3 */
export const addressFields = ["from", "sender", "reply-to", "to", "cc", "bcc"];
/** One value for each of `addressFields`. */
export type OfAddressFields<T> = [from: T, sender: T, replyTo: T, to: T, cc: T, bcc: T];

/** Octets of each text: what is longer says nothing to a person, and would stand beside the mail several times. */
const maxOctets = 16 * 1024;

const textFields = ["date", "subject", "in-reply-to", "message-id"];

/** A field as text, encoded words not decoded; null when it is absent. @param key lower case */
export function envelopeText(fields: HeaderField[], key: string): string | null {
  const value = firstField(fields, key);
  return value === null ? null : shortText(value);
}

function shortText(value: string): string {
  return binaryText(value.slice(0, maxOctets));
}

/** Octets of a list that its first address is looked for in: a name and an address, or a long list's beginning. */
const maxFirstOctets = 4 * maxOctets;

/** The addresses with which a field begins, its first one among them; encoded words not decoded. @param key lower case */
export function firstAddresses(fields: HeaderField[], key: string): AddressEntry[] {
  const value = firstField(fields, key);
  return value === null ? [] : entriesOf(value.slice(0, maxFirstOctets));
}

/** The addresses of a field, encoded words not decoded. @param key lower case */
function envelopeAddresses(fields: HeaderField[], key: string): AddressEntry[] {
  const value = firstField(fields, key);
  return value === null ? [] : entriesOf(value);
}

function entriesOf(value: string): AddressEntry[] {
  return parseAddressList(value).map((entry) => ({
    name: entry.name === null ? null : shortText(entry.name),
    mailbox: entry.mailbox === null ? null : shortText(entry.mailbox),
    host: entry.host === null ? null : shortText(entry.host),
    ...(entry.route === undefined ? {} : { route: shortText(entry.route) }),
  }));
}
