// Reads a mail for who lives in the world, and writes the plain mails that a person is told to send.
import { type Instant, msOf } from "../lib/clock.ts";
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

export interface Letter {
  from: { address: string; name: string };
  to: string;
  subject: string;
  text: string;
  html: string | null;
  /** Message-ID that it answers, without angle brackets; null: none. */
  inReplyTo: string | null;
  messageId: string;
  at: Instant;
}

/** The octets of a letter, UTF-8 in base64. */
export function writeLetter(letter: Letter): Uint8Array {
  const { from, to, subject, text, html, inReplyTo, messageId, at } = letter;
  const head = [
    `From: ${encoded(from.name)} <${from.address}>`,
    `To: <${to}>`,
    `Subject: ${encoded(subject)}`,
    `Date: ${new Date(msOf(at)).toUTCString().replace("GMT", "+0000")}`,
    `Message-ID: <${messageId}>`,
    ...(inReplyTo === null ? [] : [`In-Reply-To: <${inReplyTo}>`, `References: <${inReplyTo}>`]),
    "MIME-Version: 1.0",
  ];
  if (html === null) return octets([...head, ...part("plain", text)]);
  const boundary = `=_${messageId.replace(/[^\w]/g, "").slice(0, 40)}`;
  return octets([
    ...head,
    `Content-Type: multipart/alternative; boundary="${boundary}"`,
    "",
    `--${boundary}`,
    ...part("plain", text),
    `--${boundary}`,
    ...part("html", html),
    `--${boundary}--`,
  ]);
}

function part(kind: "plain" | "html", text: string): string[] {
  const lines =
    Buffer.from(text)
      .toString("base64")
      .match(/.{1,76}/g) ?? [];
  return [`Content-Type: text/${kind}; charset=utf-8`, "Content-Transfer-Encoding: base64", "", ...lines];
}

/** An encoded word where the text is more than plain letters. RFC 2047 */
function encoded(text: string): string {
  const line = text.replace(/[\r\n]+/g, " ");
  if (/^[\w .,!?'-]*$/.test(line)) return line;
  const words: string[] = [];
  let word = "";
  for (const letter of line) {
    if (Buffer.byteLength(word + letter) > 42) {
      words.push(word);
      word = "";
    }
    word += letter;
  }
  return [...words, word].map((each) => `=?utf-8?B?${Buffer.from(each).toString("base64")}?=`).join("\r\n ");
}

function octets(lines: string[]): Uint8Array {
  return Buffer.from(`${lines.join("\r\n")}\r\n`);
}
