// Mail, attached: the text of a file that came with a mail, told apart by its first bytes: PDF, Word, Excel, PowerPoint, OpenDocument,
// RTF, mail and text files. Bounded in pages, characters and unpacked bytes; it runs in a reading process, which bounds its
// processor time.

import { isUtf8 } from "node:buffer";
import { sanitise } from "../html/sanitize.ts";
import { visibleText } from "../html/visible-text.ts";
import { asBuffer, decodeCharset } from "../mime/charset.ts";
import { guessCharset } from "../mime/charset-guess.ts";
import { metaCharset, withLineFeeds } from "../mime/part-text.ts";
import { CalendarLetters } from "../parse/calendar-letters.ts";
import { headLines } from "../parse/read-head.ts";
import { readMail } from "../parse/read-mail.ts";
import { type ChildText, maxChildText } from "../reply/child-mails.ts";
import { Findings, type Hidden } from "../visible/findings.ts";
import { visibleMarkup } from "../visible/visible-markup.ts";
import { docxText } from "./docx.ts";
import { flatDocumentText, openDocumentText } from "./open-document.ts";
import { pdfText } from "./pdf.ts";
import { pptxText } from "./pptx.ts";
import { rtfText } from "./rtf.ts";
import { type FileText, fileTextOf, limits, noText } from "./text.ts";
import { xlsxText } from "./xlsx.ts";

export type { FileText } from "./text.ts";

export interface TextFile {
  bytes: Uint8Array;
  contentType: string;
  filename: string;
}

/** Never throws. */
export async function fileText(file: TextFile): Promise<FileText> {
  try {
    const read = await readFile(file);
    return read === null ? { ...noText, status: "unsupported" } : withoutInvisible(read);
  } catch (error) {
    const isProtected = error instanceof Error && error.name === "PasswordException";
    return { ...noText, status: isProtected ? "protected" : "unreadable" };
  }
}

async function readFile(file: TextFile): Promise<FileText | null> {
  const { bytes } = file;
  const head = Buffer.from(bytes.subarray(0, 1024)).toString("latin1");
  if (head.includes("%PDF-")) return pdfText(bytes);
  if (head.startsWith("PK\x03\x04")) {
    const words = docxText(bytes) ?? xlsxText(bytes) ?? pptxText(bytes) ?? openDocumentText(bytes);
    return words && fileTextOf(words);
  }
  if (head.startsWith("{\\rtf")) return fileTextOf(rtfText(bytes));
  if (isEncryptedOffice(bytes, head)) return { ...noText, status: "protected" };
  if (flatPattern.test(head) && !isPage(file)) return fileTextOf(flatDocumentText(bytes));
  if (isMail(file)) return fileTextOf(mailText(bytes));
  return isText(file) ? fileTextOf(plainText(file)) : null;
}

/** The root of an OpenDocument file that is one XML document. */
const flatPattern = /^(?:\xef\xbb\xbf)?\s{0,20}(?:<\?xml[^<>]{0,200}\?>\s{0,20})?<office:document[\s>]/;

/** Whether a browser opens it: by its name or type, whatever it begins with. */
function isPage({ contentType, filename }: TextFile): boolean {
  return /^(?:text\/html|application\/xhtml)/i.test(contentType) || /\.x?html?$/i.test(filename);
}

/** Invisible letters are in no text; those that spell something are told. */
function withoutInvisible(read: FileText): FileText {
  const findings = new Findings();
  const text = read.text && findings.clean(read.text);
  const spelled = [...findings.invisible.values()].filter((one) => one.text !== "");
  const letters = spelled.map((one): Hidden => ({ technique: "letters", text: one.text, where: "text" }));
  return { ...read, text, hidden: [...read.hidden, ...letters].slice(0, limits.hidden) };
}

/** A Word, Excel or PowerPoint file with a password is a compound file with this stream. MS-OFFCRYPTO 1.3 */
function isEncryptedOffice(bytes: Uint8Array, head: string): boolean {
  if (!head.startsWith("\xd0\xcf\x11\xe0")) return false;
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).includes("EncryptedPackage", 0, "utf16le");
}

/** Whether a file is a mail, by its type or name. */
export function isMail({ contentType, filename }: Omit<TextFile, "bytes">): boolean {
  return /^message\/(?:rfc822|global)\b/i.test(contentType) || /\.eml$/i.test(filename);
}

/** A mail: who, whom, when, about what, and what a person sees of it. */
function mailText(bytes: Uint8Array): { text: string; hidden: Hidden[] } {
  const findings = new Findings();
  const mail = readMail(bytes, {}, findings);
  const text = mail.text ?? visibleText(mail.html);
  return {
    text: `${headLines(mail)}\n\n${text}`,
    hidden: hiddenOf(findings, true),
  };
}

/** A mail that is attached to another, as its child; null: it names no author, time or subject. Never throws. */
export function attachedMail(bytes: Uint8Array): ChildText | null {
  const { from, date, subject, text, html } = readMail(bytes);
  if (from.email === "" && from.name === null && date === null && !subject) return null;
  return {
    from: from.email === "" && from.name === null ? null : from,
    date,
    subject,
    text: (text ?? visibleText(html)).trimEnd().slice(0, maxChildText).toWellFormed(),
  };
}

/** @param isMail lists of mails show its first words */
function hiddenOf({ hidden }: Findings, isMail = false): Hidden[] {
  return hidden
    .filter(({ isReadable, isPreheader }) => isReadable && !(isMail && isPreheader))
    .slice(0, limits.hidden)
    .map(({ technique, text, where }) => ({ technique, text, where }));
}

/** Text by its name or type, and without the bytes that no text has. */
function isText(file: TextFile): boolean {
  const { bytes, contentType, filename } = file;
  const isNamed =
    /^(?:text\/|application\/(?:json|xml|x?-?yaml|x-ndjson|csv|javascript)|[a-z]{1,20}\/[a-z0-9.-]{1,80}\+(?:json|xml))/i.test(
      contentType,
    ) || /\.(?:txt|csv|tsv|md|json|ndjson|xml|ya?ml|x?html?|log|ics|vcf|sql|ini|toml)$/i.test(filename);
  return isNamed && (wideCharset(bytes) !== null || !bytes.subarray(0, 4096).includes(0));
}

/** UTF-16, by its mark or by where its zeros stand. */
function wideCharset(bytes: Uint8Array): "utf-16le" | "utf-16be" | null {
  const [first, second] = bytes;
  if (first === 0xff && second === 0xfe) return "utf-16le";
  if (first === 0xfe && second === 0xff) return "utf-16be";
  const head = bytes.subarray(0, 512);
  if (head.length < 4 || head.length % 2 === 1) return null;
  const zeros = [0, 0];
  for (const [at, byte] of head.entries()) if (byte === 0) zeros[at % 2]!++;
  const half = head.length / 2;
  if (zeros[1]! > half * 0.7 && zeros[0]! < half * 0.1) return "utf-16le";
  return zeros[0]! > half * 0.7 && zeros[1]! < half * 0.1 ? "utf-16be" : null;
}

/** Octets by which a charset is guessed. */
const maxGuessed = 65_536;

function plainText(file: TextFile): { text: string; hidden: Hidden[] } {
  const { bytes, contentType } = file;
  const isHtml = isPage(file);
  const charset =
    wideCharset(bytes) ??
    /charset="?([\w.:-]{1,40})/i.exec(contentType)?.[1] ??
    (isHtml ? metaCharset(asBuffer(bytes)) : null) ??
    (isUtf8(bytes) ? null : guessCharset(bytes.subarray(0, maxGuessed)));
  const text = decodeCharset(bytes.subarray(0, limits.characters * 4), charset).replace(/^\ufeff/, "");
  const findings = new Findings();
  if (/^\s*BEGIN:VCALENDAR\r?\n/i.test(text)) {
    const seen = new CalendarLetters(findings).seen(withLineFeeds(text).replace(/\n[ \t]/g, ""));
    return { text: seen, hidden: hiddenOf(findings) };
  }
  if (!isHtml) return { text, hidden: [] };
  const shown = visibleText(sanitise(visibleMarkup(text, findings)));
  return { text: shown, hidden: hiddenOf(findings) };
}
