// Octets of mails from outside, in one go and the same for the same input: the house's composer draws its boundaries by chance, and
// a world has to give the same octets for the same seed. It writes what programs of others write, also what the composer refuses.
import { createHash } from "node:crypto";
import { instantOf } from "../../lib/clock.ts";
import { mailDate } from "../../mail/compose/compose.ts";

export interface LetterMailbox {
  email: string;
  name?: string;
}

export interface LetterFile {
  filename: string;
  contentType: string;
  content: string | Uint8Array;
}

export interface WorldLetter {
  from: LetterMailbox;
  to: readonly LetterMailbox[];
  cc?: readonly LetterMailbox[];
  replyTo?: LetterMailbox;
  subject: string;
  /** `<id>` */
  messageId: string;
  dateMs: number;
  inReplyTo?: string;
  references?: readonly string[];
  /** Further fields, in order; ASCII. */
  headers?: readonly (readonly [string, string])[];
  text: string | null;
  html?: string | null;
  calendar?: { method: string; text: string };
  files?: readonly LetterFile[];
  /** Makes the mail a multipart/report of the text, these fields and the header of a mail. RFC 6522 */
  report?: { type: string; fieldsType: string; fields: string; original: string };
}

interface Part {
  head: string[];
  body: string;
}

export function writeLetter(letter: WorldLetter): Uint8Array {
  const seed = createHash("sha256").update(letter.messageId).digest("hex").slice(0, 20);
  const head = [
    `From: ${mailbox(letter.from)}`,
    `To: ${letter.to.map(mailbox).join(",\r\n ")}`,
    ...(letter.cc?.length ? [`Cc: ${letter.cc.map(mailbox).join(",\r\n ")}`] : []),
    ...(letter.replyTo ? [`Reply-To: ${mailbox(letter.replyTo)}`] : []),
    `Subject: ${encoded(letter.subject)}`,
    `Date: ${mailDate(instantOf(letter.dateMs))}`,
    `Message-ID: ${letter.messageId}`,
    ...(letter.inReplyTo ? [`In-Reply-To: ${letter.inReplyTo}`] : []),
    ...(letter.references?.length ? [`References: ${letter.references.join("\r\n ")}`] : []),
    ...(letter.headers ?? []).map(([name, value]) => `${name}: ${value}`),
    "MIME-Version: 1.0",
  ];
  const body = bodyOf(letter, seed);
  return Buffer.from(`${[...head, ...body.head].join("\r\n")}\r\n\r\n${body.body}\r\n`);
}

function bodyOf(letter: WorldLetter, seed: string): Part {
  if (letter.report) {
    const { type, fieldsType, fields, original } = letter.report;
    const plain = (kind: string, body: string): Part => ({ head: [`Content-Type: ${kind}`], body });
    return multipart(`report; report-type=${type}`, `r${seed}`, [
      textPart("plain", letter.text ?? ""),
      plain(fieldsType, `${crlf(fields)}\r\n`),
      plain("text/rfc822-headers", crlf(original)),
    ]);
  }
  const bodies = [
    ...(letter.text === null ? [] : [textPart("plain", letter.text)]),
    ...(letter.html ? [textPart("html", letter.html)] : []),
    ...(letter.calendar
      ? [textPart(`calendar; method=${letter.calendar.method}`, letter.calendar.text)]
      : []),
  ];
  const first = bodies[0] ?? textPart("plain", "");
  const shown = bodies.length > 1 ? multipart("alternative", `a${seed}`, bodies) : first;
  const files = (letter.files ?? []).map(filePart);
  return files.length > 0 ? multipart("mixed", `m${seed}`, [shown, ...files]) : shown;
}

function multipart(kind: string, boundary: string, parts: readonly Part[]): Part {
  const inner = parts.map(({ head, body }) => `--${boundary}\r\n${head.join("\r\n")}\r\n\r\n${body}`);
  return {
    head: [`Content-Type: multipart/${kind};\r\n boundary="${boundary}"`],
    body: `${inner.join("\r\n")}\r\n--${boundary}--`,
  };
}

/** Text in base64 where most of it is beyond ASCII, else quoted-printable. */
function textPart(kind: string, text: string): Part {
  const bytes = Buffer.from(crlf(text));
  const isForeign = bytes.filter((byte) => byte > 127).length > bytes.length / 3;
  return {
    head: [
      `Content-Type: text/${kind}; charset=utf-8`,
      `Content-Transfer-Encoding: ${isForeign ? "base64" : "quoted-printable"}`,
    ],
    body: isForeign ? wrapped(bytes.toString("base64")) : quotedPrintable(crlf(text)),
  };
}

function filePart({ filename, contentType, content }: LetterFile): Part {
  return {
    head: [
      `Content-Type: ${contentType}; name="${filename}"`,
      `Content-Disposition: attachment; filename="${filename}"`,
      "Content-Transfer-Encoding: base64",
    ],
    body: wrapped(Buffer.from(content as Uint8Array).toString("base64")),
  };
}

function wrapped(base64: string): string {
  return (base64.match(/.{1,76}/g) ?? []).join("\r\n");
}

/** RFC 2045 6.7 */
function quotedPrintable(text: string): string {
  return text
    .split("\r\n")
    .map((line) => {
      const marks: string[] = [];
      for (const byte of Buffer.from(line)) {
        const isPlain = byte !== 61 && (byte === 9 || (byte >= 32 && byte < 127));
        marks.push(isPlain ? String.fromCharCode(byte) : hex(byte));
      }
      const last = marks.at(-1);
      if (last === " " || last === "\t") marks[marks.length - 1] = hex(last.charCodeAt(0));
      let out = "";
      let length = 0;
      for (const mark of marks) {
        if (length + mark.length > 75) {
          out += "=\r\n";
          length = 0;
        }
        out += mark;
        length += mark.length;
      }
      return out;
    })
    .join("\r\n");
}

function hex(byte: number): string {
  return `=${byte.toString(16).toUpperCase().padStart(2, "0")}`;
}

function mailbox({ email, name }: LetterMailbox): string {
  if (!name) return email;
  const shown = /^[\x20-\x7e]*$/.test(name) ? `"${name.replace(/["\\]/g, "\\$&")}"` : encoded(name);
  return `${shown} <${email}>`;
}

/** Encoded words of at most 75 characters; line ends become spaces. RFC 2047 2 */
function encoded(text: string): string {
  const flat = text.replace(/[\r\n]+/g, " ");
  if (flat.length < 900 && /^[\x20-\x7e]*$/.test(flat) && !flat.includes("=?")) return flat;
  const words: string[] = [];
  let open = "";
  for (const char of flat) {
    if (Buffer.byteLength(open + char) > 42) {
      words.push(open);
      open = "";
    }
    open += char;
  }
  words.push(open);
  return words.map((word) => `=?UTF-8?B?${Buffer.from(word).toString("base64")}?=`).join("\r\n ");
}

export function crlf(text: string): string {
  return text.replace(/\r?\n/g, "\r\n");
}
