// Reads the header of a mail: people, subject, ids, date, and whether a program wrote it.

import type { Mailbox } from "../address.ts";
import { mailboxesOf, parseAddressList } from "../mime/address-list.ts";
import { charsetName } from "../mime/charset.ts";
import { guessCharset } from "../mime/charset-guess.ts";
import { parseMailDate } from "../mime/dates.ts";
import { decodeWords, firstWordCharset } from "../mime/encoded-words.ts";
import { addressFields, type OfAddressFields } from "../mime/envelope.ts";
import { firstField } from "../mime/headers.ts";
import { partBytes } from "../mime/part-text.ts";
import type { MailScan, PartStructure } from "../mime/structure.ts";
import { messageIds, ownMessageId, shortened } from "../threading.ts";
import { automationOf } from "../trust/automated.ts";
import type { Findings } from "../visible/findings.ts";
import { withoutInvisible } from "../visible/invisible-characters.ts";
import type { ParsedMail, ParseOptions } from "./parsed-mail.ts";

const maxReferences = 100;

export type Head = Omit<
  ParsedMail,
  | "text"
  | "html"
  | "replyText"
  | "replyHtml"
  | "quotedHtml"
  | "attachments"
  | "calendarParts"
  | "preview"
  | "searchText"
  | "digest"
  | "compared"
  | "review"
>;

/** The fields of a ParsedMail that come from the header. @param findings counts its invisible characters */
export function readHead(scan: MailScan, options: ParseOptions, findings?: Findings): Head {
  const { fields } = scan;
  const seen = (text: string) => (findings ? findings.clean(text) : withoutInvisible(text));
  const hint = charsetHint(scan);
  // One place that reads lists: a compiler that inlines what they take does it once.
  const [[from], [sender = null], replyTo, to, cc, bcc] = addressFields.map((key) => {
    const value = firstField(fields, key);
    if (value === null) return [];
    const people = mailboxesOf(parseAddressList(value), hint);
    return people.map(({ email, name }) => ({
      email: beginning(email, maxEmail),
      name: name === null ? null : beginning(seen(name), maxName),
    }));
  }) as OfAddressFields<Mailbox[]>;
  const subject = firstField(fields, "subject");
  if (from === undefined) scan.defects.push("no From");
  const date = firstField(fields, "date");
  const instant = date === null ? null : parseMailDate(date);
  if (date !== null && instant === null) scan.defects.push("unreadable Date");
  return {
    messageId: ownMessageId(firstField(fields, "message-id")),
    inReplyTo: shortened(messageIds(firstField(fields, "in-reply-to")), maxReferences),
    references: shortened(messageIds(firstField(fields, "references")), maxReferences),
    subject: subject === null ? null : beginning(seen(decodeWords(subject, hint)).trim(), maxSubject),
    from: from ?? sender ?? fallbackFrom(options),
    sender,
    replyTo,
    to,
    cc,
    bcc,
    date: instant,
    ...automationOf(fields, scan.root),
    structure: scan.root,
    envelope: scan.envelope,
    defects: scan.defects,
  };
}

/** Characters of what lists and pages show of a header: several times what a mail program writes. */
const maxEmail = 1000;
const maxName = 1000;
const maxSubject = 10_000;

/** Characters of a subject that a person sees beside the text. */
const maxSeenSubject = 300;

/** Take what a person sees beside the text, and what programs repeat in it. */
export function noteHead(head: Head, { fields }: MailScan, findings: Findings): void {
  const { subject, from, messageId, listId } = head;
  findings.beside = [(subject ?? "").slice(0, maxSeenSubject), from.name ?? "", from.email];
  findings.messageId = messageId;
  findings.isBulk = listId !== null || firstField(fields, "list-unsubscribe") !== null;
}

function beginning(text: string, most: number): string {
  return text.length <= most ? text : text.slice(0, most).toWellFormed();
}

function fallbackFrom(options: ParseOptions): Mailbox {
  return { email: options.envelopeFrom ?? "", name: null };
}

const displayedFields = ["subject", "from", "to", "cc"];
const beyondAscii = /[^\x00-\x7f]/;

/**
 * A charset for text without a label: that of encoded words or of a part of the same mail; else a guess, where the header needs
 * one. Null when unknown.
 */
export function charsetHint({ fields, root, binary }: MailScan): string | null {
  const values = displayedFields.map((key) => firstField(fields, key) ?? "");
  for (const value of values) {
    const charset = charsetName(firstWordCharset(value));
    if (charset !== null && !/^(?:ascii|utf-8)$/.test(charset)) return charset;
  }
  const text = firstText(root);
  const declared = charsetName(text?.params.charset);
  if (declared !== null && !/^(?:ascii|utf-8)$/.test(declared)) return declared;
  if (text === null || !values.some((value) => beyondAscii.test(value))) return null;
  const body = { ...text, end: Math.min(text.end, text.bodyStart + 20_000) };
  return guessCharset(
    Buffer.concat([Buffer.from(`${values.join("\n")}\n`, "latin1"), partBytes(binary, body)]),
  );
}

function firstText(part: PartStructure): PartStructure | null {
  if (part.type === "text") return part;
  for (const child of part.type === "multipart" ? part.parts : []) {
    const found = firstText(child);
    if (found !== null) return found;
  }
  return null;
}

/** From, To, Cc, Date and Subject, a line each. */
export function headLines({ from, to, cc, date, subject }: Pick<ParsedMail, HeadField>): string {
  const list = (people: readonly Mailbox[]) =>
    people.map(({ name, email }) => (name ? `${name} <${email}>` : email)).join(", ");
  return [
    ["From", list([from])],
    ["To", list(to)],
    ["Cc", list(cc)],
    ["Date", date ?? ""],
    ["Subject", subject ?? ""],
  ]
    .filter(([, value]) => value !== "")
    .map(([name, value]) => `${name}: ${value}`)
    .join("\n");
}

type HeadField = "from" | "to" | "cc" | "date" | "subject";
