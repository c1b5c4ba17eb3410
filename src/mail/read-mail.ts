// A raw mail to everything that is stored of it, on the spot. All parts are read out of one scan (structure.ts), and the
// libraries used are the ones for charsets and HTML. mailparser is not used: it is slower than the whole of this, and where it
// differs (README of its traps: the last of duplicate headers counts, an unreadable date is now, messages inside become
// text) it would be a second truth beside the structure that IMAP and attachments need. The tests compare with it.

import { attachmentsOf, isTnef, type ParsedAttachment, uuAttachments } from "./attachments.ts";
import { bodiesOf, isHtml, isRich, isText } from "./bodies.ts";
import { calendarPartsOf, isHiddenCalendar } from "./calendar-parts.ts";
import { clean } from "./charset.ts";
import { htmlToText, sanitise, shownCids, textToHtml } from "./html.ts";
import { visibleText } from "./html-text.ts";
import type { ParsedMail, ParseOptions } from "./parse.ts";
import { charsetHint, readHead } from "./read-head.ts";
import { foldHtml, foldText } from "./reply.ts";
import { type PartStructure, type Scan, scanStructure } from "./structure.ts";
import { enrichedText, partBytes, partText, withLineFeeds } from "./text.ts";
import { readTnef } from "./tnef.ts";
import { takeUuFiles } from "./uuencode.ts";

const previewLength = 200;
const maxFolded = 4_000_000;
const searchLength = 100_000;

/** What the parts of a mail say, before folding. */
interface Content {
  text: string | null;
  html: string;
  /** The mail has HTML of its own. */
  ownHtml: boolean;
  attachments: ParsedAttachment[];
}

/** Reads a raw mail completely. Linear in its size. */
export function readMail(raw: Uint8Array, options: ParseOptions = {}): ParsedMail {
  const scan = scanStructure(raw);
  const head = readHead(scan, options);
  const content = readContent(scan, charsetHint(scan));
  const folded = fold(content);
  return {
    ...head,
    text: content.text,
    html: content.html,
    ...folded,
    attachments: content.attachments,
    calendarParts: calendarPartsOf(scan.binary, scan.root),
    preview: previewOf(folded.replyText),
    searchText: folded.replyText.slice(0, searchLength).toWellFormed(),
  };
}

/** What a mail says in its header, and its structure, with nothing of its body: for a mail that took too long. */
export function readHeadOnly(raw: Uint8Array, options: ParseOptions, defect: string): ParsedMail {
  const scan = scanStructure(raw);
  scan.defects.push(defect);
  return {
    ...readHead(scan, options),
    text: null,
    html: "",
    replyText: "",
    replyHtml: "",
    quotedHtml: null,
    attachments: [],
    calendarParts: [],
    preview: "",
    searchText: "",
  };
}

function readContent(scan: Scan, hint: string | null): Content {
  const { binary, root } = scan;
  const bodies = bodiesOf(root);
  const attachments: ParsedAttachment[] = [];
  const read = new Map<PartStructure, string>();
  for (const part of new Set([...bodies.text, ...bodies.html])) {
    const taken = isHtml(part)
      ? { text: partText(binary, part, hint), files: [] }
      : takeUuFiles(plainText(binary, part, hint));
    read.set(part, taken.text);
    attachments.push(...uuAttachments(part.section, taken.files));
  }
  const ownText = bodies.text.some((part) => !isHtml(part));
  const ownHtml = bodies.html.some(isHtml);
  const textOf = (part: PartStructure) => read.get(part) ?? "";
  let text = ownText
    ? joinTexts(bodies.text.map((part) => (isHtml(part) ? htmlToText(textOf(part)) : textOf(part))))
    : null;
  let html = bodies.html
    .map((part) => (isHtml(part) ? sanitise(textOf(part)) : textToHtml(textOf(part))))
    .join("\n");
  let hasHtml = ownHtml;
  for (const part of bodies.rest) {
    if (isHiddenCalendar(part) || isUnnamedAlternative(part)) continue;
    attachments.push(...attachmentsOf(binary, part));
    if (isTnef(part) && (text ?? "").trim() === "" && !hasHtml) {
      const tnef = readTnef(partBytes(binary, part));
      text = tnef.text === null ? text : clean(withLineFeeds(tnef.text));
      hasHtml = tnef.html !== null;
      html = tnef.html === null ? textToHtml(text ?? "") : sanitise(tnef.html);
    }
  }
  const shown = shownCids(html);
  for (const attachment of attachments) {
    if (attachment.contentId !== null && shown.has(attachment.contentId)) attachment.inline = true;
  }
  attachments.sort((a, b) => compareSections(a.part, b.part));
  return { text, html, ownHtml: hasHtml, attachments };
}

function plainText(binary: string, part: PartStructure, hint: string | null): string {
  const text = partText(binary, part, hint);
  return isRich(part) ? enrichedText(text) : text;
}

function joinTexts(texts: string[]): string {
  if (texts.length === 1) return texts[0] ?? "";
  return texts.map((text) => text.replace(/\n+$/, "")).join("\n\n");
}

/** Other forms of the text itself (AMP and the like) are nothing that a person attached. */
function isUnnamedAlternative(part: PartStructure): boolean {
  return (
    part.type === "text" && /^(?:x-amp-html|watch-html|x-watch-html)$/.test(part.subtype) && !isText(part)
  );
}

function fold(content: Content): { replyText: string; replyHtml: string; quotedHtml: string | null } {
  const own = content.text !== null && content.text.trim() !== "";
  const text = foldText(own ? (content.text ?? "") : visibleText(content.html));
  if (!content.ownHtml) {
    const quoted = text.quoted === null ? null : textToHtml(text.quoted);
    return {
      replyText: text.reply,
      replyHtml: quoted === null ? content.html : textToHtml(text.reply),
      quotedHtml: quoted,
    };
  }
  const html = isFoldable(content.html) ? foldHtml(content.html) : { reply: content.html, quoted: null };
  const replyText = own ? text.reply : visibleText(html.reply);
  return { replyText, replyHtml: html.reply, quotedHtml: html.quoted };
}

/** Megabytes of markup are no conversation; pictures written into the HTML are not counted as markup. */
function isFoldable(html: string): boolean {
  return html.length <= maxFolded || html.includes('src="data:image/');
}

function previewOf(replyText: string): string {
  const head = replyText.slice(0, 4000).replace(/\s+/g, " ").trim();
  return head.length <= previewLength
    ? head
    : [...head.slice(0, previewLength * 2)].slice(0, previewLength).join("").trimEnd();
}

/** "1.2" before "1.10", files packed in a part after each other. */
function compareSections(a: string, b: string): number {
  const left = a.split(/[./]/);
  const right = b.split(/[./]/);
  for (let i = 0; i < Math.max(left.length, right.length); i++) {
    const difference = Number(left[i] ?? -1) - Number(right[i] ?? -1);
    if (difference) return difference;
  }
  return 0;
}
