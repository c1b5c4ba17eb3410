// ENVELOPE. RFC 9051 7.5.2. Header text goes out as it stood: encoded words stay encoded; text that came as raw UTF-8
// is quoted once the client has enabled it and a literal until then.

import type { AddressEntry } from "../../mail/address.ts";
import type { Envelope } from "../../mail/mime/envelope.ts";
import type { ResponseWriter } from "../wire/writer.ts";

export function writeEnvelope(writer: ResponseWriter, envelope: Envelope): void {
  writer.open().nstring(envelope.date).space().nstring(envelope.subject);
  const { from, sender, replyTo, to, cc, bcc } = envelope;
  for (const entries of [from, sender, replyTo, to, cc, bcc]) writeAddresses(writer.space(), entries);
  writer.space().nstring(envelope.inReplyTo).space().nstring(envelope.messageId).close();
}

/** "(" 1*address ")" / NIL. The second member is a source route. */
function writeAddresses(writer: ResponseWriter, entries: readonly AddressEntry[]): void {
  if (entries.length === 0) {
    writer.nil();
    return;
  }
  writer.open();
  for (const { name, route, mailbox, host } of entries) {
    writer.open().nstring(name).space();
    writer.nstring(route ?? null).space();
    writer.nstring(mailbox).space().nstring(host).close();
  }
  writer.close();
}
