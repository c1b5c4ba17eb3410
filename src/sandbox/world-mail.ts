// Reads a mail for who lives in the world.
import { rawHeaders } from "../mail/mime/headers.ts";
import { parseNow } from "../mail/parse/parse.ts";
import type { WorldMail } from "./resident.ts";

export function readWorldMail(
  raw: Uint8Array,
  { envelopeFrom, recipient }: { envelopeFrom: string; recipient: string },
): WorldMail {
  const mail = parseNow(raw, { envelopeFrom });
  const fields = rawHeaders(raw).map(({ name, value }): [string, string] => [
    name.toLowerCase(),
    value.trim(),
  ]);
  // The first of several fields of one name counts.
  const headers = new Map(fields.toReversed());
  const hasHtml = /text\/html/i.test(Buffer.from(raw).toString("latin1"));
  return {
    envelopeFrom,
    recipient,
    from: mail.from.email,
    to: mail.to.map(({ email }) => email),
    cc: mail.cc.map(({ email }) => email),
    subject: mail.subject ?? "",
    text: mail.text ?? "",
    html: hasHtml ? mail.html : null,
    messageId: mail.messageId ?? "",
    references: mail.references,
    headers,
    raw,
    calendar: mail.calendarParts[0]?.text ?? null,
  };
}
