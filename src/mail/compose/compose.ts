// Composes every mail that is written here. Rules: CRLF only; no Bcc; no text of a caller can end a header line (control
// characters are refused); the header is ASCII unless an address needs SMTPUTF8.
import { isAscii as isAsciiBytes, isUtf8 } from "node:buffer";
import { createHash } from "node:crypto";
import { convert, type FormatCallback } from "html-to-text";
import { encode as encodeBase64, wrap as wrapBase64 } from "nodemailer/lib/base64";
import MailComposer from "nodemailer/lib/mail-composer";
import { encodeWord } from "nodemailer/lib/mime-funcs";
import type MimeNode from "nodemailer/lib/mime-node";
import { encode as encodeQuoted, wrap as wrapQuoted } from "nodemailer/lib/qp";
import { type Instant, msOf } from "../../lib/clock.ts";
import { invalid } from "../../lib/failure.ts";
import type { Mailbox } from "../address.ts";
import { linkTarget } from "../html/link-target.ts";
import { answerCountField } from "../trust/answer-count.ts";
import { checkHeaders, isAscii, messageIdsIn, refuseControls } from "./header-values.ts";

export type { Mailbox } from "../address.ts";
export { checkHeaders, messageIdsIn, referencesFor } from "./header-values.ts";

/** A mailbox of an address field; the name is optional. */
export type ComposedMailbox = Readonly<Pick<Mailbox, "email"> & Partial<Pick<Mailbox, "name">>>;

export interface ComposeAttachment {
  readonly filename: string;
  readonly contentType: string;
  readonly content: Uint8Array;
  /** Without angle brackets; the HTML refers to it as `cid:…`. */
  readonly contentId?: string;
  /** Content-Disposition inline. */
  readonly inline?: boolean;
}

export interface ComposeInput {
  readonly from: ComposedMailbox;
  readonly to: readonly ComposedMailbox[];
  readonly cc: readonly ComposedMailbox[];
  readonly replyTo?: readonly ComposedMailbox[];
  readonly subject: string | null;
  readonly text: string | null;
  readonly html: string | null;
  readonly attachments: readonly ComposeAttachment[];
  /** An iTIP object: `text` is the whole VCALENDAR with CRLF. RFC 6047 */
  readonly calendar?: { readonly method: string; readonly text: string; readonly filename: string };
  /** `<id>` of the parent. */
  readonly inReplyTo: string | null;
  /** From `referencesFor(parent)`. */
  readonly references: readonly string[];
  /** From `checkHeaders`. */
  readonly headers: Record<string, string>;
  /** `<uuid@host>`. */
  readonly messageId: string;
  readonly date: Instant;
  /** Adds `Auto-Submitted`: auto-replied to an answer, else auto-generated. RFC 3834 5 */
  readonly autoSubmitted: boolean;
  /** `X-Postroom-Answers`; none without it. */
  readonly answerCount?: number;
  /** https and mailto URIs (RFC 2369 3.2); `oneClick` adds List-Unsubscribe-Post (RFC 8058 3.1). */
  readonly listUnsubscribe?: { readonly uris: readonly string[]; readonly oneClick: boolean };
}

/**
 * Composes a mail: multipart/alternative of text and HTML (a missing text is made from the HTML), inline images in
 * multipart/related, attachments in multipart/mixed, a calendar object as an alternative and as an .ics file.
 *
 * @returns the bytes, CRLF line ends, no Bcc
 * @throws Failure(validation_error) for control characters in anything that becomes a header, and for invalid
 *   values; the message names them
 */
export async function composeMail(input: ComposeInput): Promise<Uint8Array> {
  checkFields(input);
  const html = input.html === null ? null : unixLines(input.html);
  const text = input.text ?? (html === null ? null : textFromHtml(html));
  const composer = new MailComposer({
    from: headerAddress(input.from),
    to: input.to.map(headerAddress),
    cc: input.cc.map(headerAddress),
    replyTo: (input.replyTo ?? []).map(headerAddress),
    inReplyTo: input.inReplyTo ? messageIdsIn(input.inReplyTo)[0] : undefined,
    references: input.references.flatMap(messageIdsIn),
    messageId: input.messageId,
    date: mailDate(input.date),
    headers: extraHeaders(input),
    text: unixLines(text ?? "") || "\n",
    html: html ?? undefined,
    icalEvent: input.calendar && {
      method: input.calendar.method,
      content: input.calendar.text,
      filename: input.calendar.filename,
    },
    attachments: input.attachments.map((attachment) => mimeAttachment(attachment, html !== null)),
    newline: "win",
    disableFileAccess: true,
    disableUrlAccess: true,
    baseBoundary: boundaryOf(input, text),
  });
  return build(composer.compile());
}

/** The part that boundaries share: it follows from what they stand in, which so cannot have it, and is the same each time. RFC 2046 5.1.1 */
function boundaryOf({ messageId, html }: ComposeInput, text: string | null): string {
  const hash = createHash("sha256");
  for (const part of [messageId, text ?? "", html ?? ""]) hash.update(`${part.length} ${part}`);
  return hash.digest("hex").slice(0, 24);
}

/**
 * Builds the bytes. nodemailer's own `build` uses streams, which cost several times the work itself: a mail with a single text
 * part is built directly.
 */
export function build(root: MimeNode): Promise<Uint8Array> | Uint8Array {
  const { content, childNodes } = root;
  if (childNodes.length > 0 || typeof content !== "string" || content === "") return root.build();
  const encoding = root.getTransferEncoding();
  const head = root.buildHeaders();
  const encoded =
    encoding === "base64"
      ? wrapBase64(encodeBase64(Buffer.from(content)))
      : encoding === "quoted-printable"
        ? wrapQuoted(encodeQuoted(Buffer.from(content)))
        : content;
  const text = `${head}\r\n\r\n${encoded}`.replace(/\r?\n/g, "\r\n");
  return Buffer.from(text.endsWith("\r\n") ? text : `${text}\r\n`);
}

/** Characters of HTML that are converted to text. */
const maxConverted = 5_000_000;

/** The text of an HTML body, for the text/plain part beside it: links keep their targets, images their alt texts. */
export function textFromHtml(html: string): string {
  return convert(html.slice(0, maxConverted), {
    wordwrap: false,
    formatters: { linkWithTarget },
    limits: { maxInputLength: maxConverted, maxDepth: 200, ellipsis: "…" },
    selectors: [
      { selector: "img", format: "inlineString", options: { string: "" } },
      { selector: "a", format: "linkWithTarget" },
      ...["h1", "h2", "h3", "h4", "h5", "h6"].map((selector) => ({
        selector,
        options: { uppercase: false },
      })),
      { selector: "table", options: { uppercaseHeaderCells: false } },
    ],
  });
}

const linkWithTarget: FormatCallback = (elem, walk, builder) => {
  let words = "";
  builder.pushWordTransform((word) => {
    words += word;
    return word;
  });
  walk(elem.children, builder);
  builder.popWordTransform();
  const target = linkTarget(elem.attribs.href ?? "", words);
  if (target !== null) builder.addInline(` <${target}>`, { noWordTransform: true });
};

/** RFC 5322 3.3, always in UTC. */
export function mailDate(instant: Instant): string {
  return new Date(msOf(instant)).toUTCString().replace("GMT", "+0000");
}

/**
 * Whether a mail needs SMTPUTF8: a local part of the envelope is not ASCII, or the header has UTF-8 beyond ASCII. A header in
 * another 8-bit charset is invalid and does not count. RFC 6531 3.4, RFC 6532 3
 */
export function needsSmtpUtf8(raw: Uint8Array, addresses: readonly string[] = []): boolean {
  if (addresses.some((address) => !isAscii(address.slice(0, Math.max(address.lastIndexOf("@"), 0)))))
    return true;
  const bytes = Buffer.from(raw.buffer, raw.byteOffset, raw.byteLength);
  const end = bytes.indexOf("\r\n\r\n");
  const header = end < 0 ? bytes : bytes.subarray(0, end);
  return !isAsciiBytes(header) && isUtf8(header);
}

function checkFields(input: ComposeInput): void {
  checkMailbox("from", input.from);
  for (const mailbox of input.to) checkMailbox("to", mailbox);
  for (const mailbox of input.cc) checkMailbox("cc", mailbox);
  for (const mailbox of input.replyTo ?? []) checkMailbox("reply_to", mailbox);
  if (input.subject !== null) refuseControls("subject", input.subject);
  if (!/^<[!-;=?-~]{1,500}>$/.test(input.messageId)) throw new Error(`not a Message-ID: ${input.messageId}`);
  if (input.inReplyTo !== null) refuseControls("in_reply_to", input.inReplyTo);
  for (const id of input.references) refuseControls("references", id);
  checkHeaders(input.headers);
  for (const attachment of input.attachments) {
    refuseControls("The file name of an attachment", attachment.filename);
    refuseControls("The content type of an attachment", attachment.contentType);
    refuseControls("The content id of an attachment", attachment.contentId ?? "");
  }
  for (const uri of input.listUnsubscribe?.uris ?? []) refuseControls("list_unsubscribe", uri);
  if (input.calendar) refuseControls("The calendar method", input.calendar.method + input.calendar.filename);
  for (const body of [input.text, input.html]) {
    if (body?.includes("\u0000")) throw invalid("The body holds a NUL character. Remove it.");
  }
}

function checkMailbox(where: string, mailbox: ComposedMailbox): void {
  refuseControls(`An address in ${where}`, mailbox.email);
  const name = mailbox.name ?? "";
  refuseControls(`The display name in ${where}`, name);
  if (name.length > 300)
    throw invalid(`The display name in ${where} has ${name.length} characters; send at most 300.`);
}

function headerAddress(mailbox: ComposedMailbox): { name: string; address: string } {
  return { name: mailbox.name?.toWellFormed().trim() ?? "", address: mailbox.email };
}

interface PreparedValue {
  value: string;
  prepared: true;
  foldLines: true;
}

function prepared(value: string): PreparedValue {
  return { value, prepared: true, foldLines: true };
}

function extraHeaders(input: ComposeInput): { key: string; value: string | PreparedValue }[] {
  const list: { key: string; value: string | PreparedValue }[] = [];
  const names = new Set(Object.keys(input.headers).map((name) => name.toLowerCase()));
  for (const [key, value] of Object.entries(input.headers)) list.push({ key, value: encodedText(value) });
  if (input.subject !== null && input.subject.trim() !== "") {
    list.push({ key: "Subject", value: encodedText(input.subject.toWellFormed()) });
  }
  if (input.autoSubmitted && !names.has("auto-submitted")) {
    list.push({ key: "Auto-Submitted", value: input.inReplyTo === null ? "auto-generated" : "auto-replied" });
  }
  if (input.answerCount) list.push({ key: answerCountField, value: String(input.answerCount) });
  if (input.listUnsubscribe !== undefined && !names.has("list-unsubscribe")) {
    list.push({ key: "List-Unsubscribe", value: prepared(unsubscribeList(input.listUnsubscribe.uris)) });
    if (input.listUnsubscribe.oneClick)
      list.push({ key: "List-Unsubscribe-Post", value: prepared("List-Unsubscribe=One-Click") });
  }
  return list;
}

/** Encodes ASCII text that looks like an encoded word, or has a word too long to fold. RFC 2047 5 */
function encodedText(text: string): string | PreparedValue {
  if (!isAscii(text)) return text;
  if (!text.includes("=?") && !text.split(/\s/).some((word) => word.length > 400)) return text;
  return prepared(encodeWord(text, "Q", 52));
}

function unsubscribeList(uris: readonly string[]): string {
  for (const uri of uris) {
    if (!/^(?:https?|mailto):[!-;=?-~]{1,800}$/i.test(uri))
      throw invalid(`list_unsubscribe: "${uri}" is no https: or mailto: URI.`);
  }
  return uris.map((uri) => `<${uri}>`).join(", ");
}

function mimeAttachment(attachment: ComposeAttachment, hasHtml: boolean): Record<string, unknown> {
  const content = Buffer.from(
    attachment.content.buffer,
    attachment.content.byteOffset,
    attachment.content.byteLength,
  );
  return {
    filename: attachment.filename.toWellFormed(),
    contentType: safeContentType(attachment.contentType, attachment.content),
    content,
    contentDisposition: attachment.inline ? "inline" : "attachment",
    ...(attachment.contentId && hasHtml ? { cid: attachment.contentId } : {}),
    ...(attachment.contentId && !hasHtml
      ? { headers: { "Content-ID": `<${attachment.contentId.replace(/[<>]/g, "")}>` } }
      : {}),
  };
}

/**
 * A media type for a single part. A well-formed type keeps its parameters; a message that cannot be sent unencoded, as RFC 2046
 * 5.2.1 demands, becomes application/octet-stream; text that is UTF-8 says so.
 */
function safeContentType(contentType: string, content: Uint8Array): string {
  const type = contentType.split(";", 1)[0]?.trim().toLowerCase() ?? "";
  if (!/^[a-z0-9][a-z0-9!#$&^_.+-]{0,126}\/[a-z0-9][a-z0-9!#$&^_.+-]{0,126}$/.test(type))
    return "application/octet-stream";
  if (type.startsWith("multipart/")) return "application/octet-stream";
  if (type.startsWith("message/")) return canGoUnencoded(content) ? type : "application/octet-stream";
  const given = isAscii(contentType) && contentType.length <= 300 ? contentType.trim() : type;
  // RFC 6657 3: programs take text without its charset for whatever they like.
  const isUnnamed = type.startsWith("text/") && !/;\s*charset=/i.test(given);
  return isUnnamed && !isAsciiBytes(content) && isUtf8(content) ? `${given}; charset=utf-8` : given;
}

function canGoUnencoded(content: Uint8Array): boolean {
  let lineLength = 0;
  for (const byte of content) {
    if (byte === 0) return false;
    lineLength = byte === 10 ? 0 : lineLength + 1;
    if (lineLength > 999) return false;
  }
  return true;
}

/** All line ends as LF; the builder writes CRLF. */
function unixLines(text: string): string {
  return text.replaceAll("\r\n", "\n").replaceAll("\r", "\n").toWellFormed();
}
