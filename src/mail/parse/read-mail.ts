// Reads a raw mail. All parts are read out of one scan (mail/mime/structure.ts); libraries decode charsets and parse HTML. mailparser
// is not used: IMAP and attachments need the scan in any case, and a second parser would disagree with it (mailparser takes the
// last of duplicate headers, an invalid date as now, nested messages as text, and breaks unlabelled 8-bit text) and double the
// cost. The tests compare with it.

import { sanitise, shownCids, textToHtml } from "../html/sanitize.ts";
import { strippedText } from "../html/strip-markup.ts";
import { pictureNames, textOfReply, visibleText } from "../html/visible-text.ts";
import { clean } from "../mime/charset.ts";
import { enrichedText, partBytes, partText, withLineFeeds } from "../mime/part-text.ts";
import { withoutArmour } from "../mime/pgp-armour.ts";
import { type MailScan, type PartStructure, scanStructure } from "../mime/structure.ts";
import { readTnef, type Tnef } from "../mime/tnef.ts";
import { takeUuFiles } from "../mime/uuencode.ts";
import { foldHtml, foldText, type HistoryHints } from "../reply/fold.ts";
import { hintsOf } from "../reply/hints.ts";
import { type ContentSafety, contentSafety } from "../safety/content-safety.ts";
import { plainDifference } from "../safety/plain-part.ts";
import { Findings } from "../visible/findings.ts";
import { visibleMarkup } from "../visible/visible-markup.ts";
import { attachmentsOf, isTnef, type ParsedAttachment, uuAttachments } from "./attachments.ts";
import { bodiesOf, isMarkup, isRich } from "./bodies.ts";
import { type CalendarPart, calendarPartsOf, isHiddenCalendar } from "./calendar-parts.ts";
import { answers, comparedBodies, digestOfMail, isFoldable, isHtmlAlone } from "./compared-bodies.ts";
import {
  encryptedDefect,
  leavesParts,
  losses,
  markupDefect,
  partDefect,
  unreadableDefect,
} from "./defects.ts";
import { calendarForms, isOtherForm, otherForms } from "./other-forms.ts";
import type { ParsedMail, ParseOptions } from "./parsed-mail.ts";
import { charsetHint, headLines, noteHead, readHead } from "./read-head.ts";
import { digestIn, type WrappedEntity, wrappedIn } from "./wrapped.ts";

/** Mails within mails whose text is read. */
const maxWrapped = 8;
/** A large one is held once for each mail around it. */
const maxWrappedLarge = { octets: 4 * 1024 * 1024, depth: 3 };
const previewLength = 200;
/** HTML with more tags is not sanitised. */
const maxTags = 500_000;
const searchLength = 100_000;
const surrogate = /[\ud800-\udfff]/;
/** Words that the plain part must have beyond the HTML for its text to be dropped. */
const fewestOther = 3;

/** The content of a mail's parts, before folding. */
interface PartContent {
  text: string | null;
  html: string;
  /** The mail has HTML of its own. */
  ownHtml: boolean;
  /** The plain part says something else than the HTML. */
  isOtherText?: boolean;
  /** The text of the HTML beside a text part. */
  shown?: string;
  /** The text consists of other messages: nothing of it is folded as history. */
  isOfOthers?: boolean;
  attachments: ParsedAttachment[];
  /** Where the mail's parts stand: in the mail, or in what it wraps. */
  entity: { scan: MailScan; prefix: string };
}

/**
 * Reads a raw mail completely. Linear in its size.
 * @param findings takes what the mail hides
 */
export function readMail(
  raw: Uint8Array,
  options: ParseOptions = {},
  findings: Findings = new Findings(),
): ParsedMail {
  const scan = scanStructure(raw);
  const { effort = "whole" } = options;
  if (effort !== "whole") scan.defects.push(partDefect);
  const head = readHead(scan, options, findings);
  noteHead(head, scan, findings);
  const content = readContent({ scan, hint: charsetHint(scan), effort, findings });
  if (!options.isOwn) takeShownText(content, findings);
  const hints = hintsOf({ ...head, byList: findings.isBulk }, content.text ?? content.html);
  const isFolded = effort !== "bare" && !content.isOfOthers;
  const { words, searched, ...folded } = isFolded ? fold(content, hints) : unfolded(content);
  if (effort !== "whole" || leavesParts(scan.defects)) findings.isWhole = false;
  const mail: ParsedMail = {
    ...head,
    text: content.text,
    html: content.html,
    ...folded,
    attachments: content.attachments,
    calendarParts: calendarsOf(content, findings),
    preview: previewOf(words),
    searchText: searched.slice(0, searchLength).toWellFormed(),
    digest: effort === "whole" ? digestOfMail(content, words, folded.quotedHtml) : null,
    compared: effort === "whole" && isFolded && answers(head) ? comparedBodies(content, hints) : null,
    review: [],
  };
  mail.review = contentSafety(mail, findings).reasons;
  return mail;
}

/** Return the content's warnings for a person. Never throws. */
export function readSafety(raw: Uint8Array, options: ParseOptions = {}): ContentSafety {
  const findings = new Findings();
  try {
    return contentSafety(readMail(raw, options, findings), findings);
  } catch (error) {
    findings.isWhole = false;
    return contentSafety(readHeadOnly(raw, options, unreadableDefect(error)), findings);
  }
}

/** Header and structure of a mail without its body, for a mail that cannot be read. */
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
    digest: null,
    compared: null,
    review: ["not_judged"],
  };
}

function calendarsOf({ entity: { scan, prefix } }: PartContent, findings: Findings): CalendarPart[] {
  const found = calendarPartsOf(scan.binary, scan.root, findings);
  findings.forms.push(...calendarForms(found));
  return prefix === "" ? found : found.map((one) => ({ ...one, part: `${prefix}${one.part}` }));
}

interface ReadContext {
  scan: MailScan;
  /** How many mails are around this one. */
  depth?: number;
  hint: string | null;
  effort: Effort;
  findings: Findings;
}

function readContent(context: ReadContext): PartContent {
  const { scan, hint, effort, findings, depth = 0 } = context;
  const { binary, root } = scan;
  const bodies = bodiesOf(root);
  const isBare = bodies.text.length + bodies.html.length === 0;
  const isDeepest = depth >= (binary.length > maxWrappedLarge.octets ? maxWrappedLarge.depth : maxWrapped);
  const wrapped = isDeepest ? null : isBare ? wrappedIn(scan) : digestIn(scan);
  if (wrapped?.kind === "entity") return readEntity(context, wrapped);
  if (wrapped?.kind === "encrypted") scan.defects.push(encryptedDefect(wrapped.by));
  const attachments: ParsedAttachment[] = [];
  const read = new Map<PartStructure, string>();
  for (const part of new Set([...bodies.text, ...bodies.html])) {
    const text = isMarkup(part) ? partText(binary, part, hint) : plainText(scan, part, hint);
    const taken = isMarkup(part) ? { text, files: [] } : takeUuFiles(text);
    read.set(part, isMarkup(part) ? taken.text : findings.clean(taken.text));
    attachments.push(...uuAttachments(part.section, taken.files));
  }
  const markup = markupReader({ scan, hint, effort, findings });
  const textOf = (part: PartStructure) => read.get(part) ?? "";
  const ownText = bodies.text.some((part) => !isMarkup(part));
  const content: PartContent = {
    text: ownText
      ? joinTexts(bodies.text.map((part) => (isMarkup(part) ? markup.text(textOf(part)) : textOf(part))))
      : null,
    html: bodies.html
      .map((part) => (isMarkup(part) ? markup.html(textOf(part)) : textToHtml(textOf(part))))
      .join("\n"),
    ownHtml: bodies.html.some(isMarkup),
    attachments,
    entity: { scan, prefix: "" },
  };
  if (wrapped?.kind === "messages") takeMessages(content, context, wrapped.messages);
  for (const part of bodies.rest) {
    if (isHiddenCalendar(part) || isOtherForm(part)) continue;
    attachments.push(...attachmentsOf(binary, part));
    if (isTnef(part) && !content.ownHtml && (content.text ?? "").trim() === "") {
      takeTnefText(content, readTnef(partBytes(binary, part)), markup, findings);
    }
  }
  if (effort !== "bare") findings.forms.push(...otherForms(binary, bodies.rest, hint));
  const shown = shownCids(content.html);
  for (const attachment of attachments) {
    if (attachment.contentId !== null && shown.has(attachment.contentId)) attachment.inline = true;
  }
  attachments.sort((a, b) => compareSections(a.part, b.part));
  return content;
}

type Effort = NonNullable<ParseOptions["effort"]>;

interface MarkupReader {
  html: (source: string) => string;
  text: (source: string) => string;
}

/** Reads what is visible of HTML: sanitised, or stripped of its tags where sanitising would take too long. */
function markupReader({ scan, effort, findings }: ReadContext): MarkupReader {
  if (effort === "bare") return { html: () => "", text: () => "" };
  const strip = (source: string) => {
    if (!scan.defects.includes(markupDefect)) scan.defects.push(markupDefect);
    findings.isWhole = false;
    return findings.clean(clean(strippedText(source)));
  };
  // A part can stand in the text and in the HTML: it is read once.
  const read = new Map<string, string>();
  const sanitised = (source: string) => {
    const known = read.get(source) ?? sanitise(seenMarkup(source, findings));
    read.set(source, known);
    return known;
  };
  return {
    html: (source) =>
      effort === "plain" || isTooMuch(source) ? textToHtml(strip(source)) : sanitised(source),
    text: (source) =>
      effort === "plain" || isTooMuch(source) ? strip(source) : visibleText(sanitised(source)),
  };
}

/** Markup that cannot be judged stays as it is, and the findings say so: the mail is read all the same. */
function seenMarkup(source: string, findings: Findings): string {
  try {
    return visibleMarkup(source, findings);
  } catch {
    findings.isWhole = false;
    return source;
  }
}

/**
 * Common programs show the HTML of a mail alone. Where its plain part says something else, the text is that of the HTML.
 * DECISIONS Visible text
 */
function takeShownText(content: PartContent, findings: Findings): void {
  const { text, html, ownHtml } = content;
  if (text === null || !ownHtml || text.trim() === "") return;
  const shown = visibleText(html, { links: true });
  const beside = findings.beside.join("\n");
  const difference = plainDifference(text, `${shown}\n${pictureNames(html)}`, beside);
  findings.plainDiffers = difference;
  content.shown = shown;
  if (difference === null || shown === "") return;
  content.isOtherText = true;
  // A few words are a wording, which the text keeps; an account or a link to somebody else is none.
  if (difference.words >= fewestOther || difference.hasAccount || difference.isLeading)
    content.text = visibleText(html);
}

function isTooMuch(html: string): boolean {
  if (html.length < maxTags) return false;
  let tags = 0;
  for (let at = html.indexOf("<"); at >= 0 && tags <= maxTags; at = html.indexOf("<", at + 1)) tags++;
  return tags > maxTags;
}

function takeTnefText(content: PartContent, tnef: Tnef, markup: MarkupReader, findings: Findings): void {
  if (tnef.text !== null) {
    content.text = findings.clean(clean(withLineFeeds(tnef.text)));
    content.html = textToHtml(content.text);
  }
  if (tnef.html !== null) {
    content.html = markup.html(tnef.html);
    content.ownHtml = true;
  }
}

function plainText({ binary, defects }: MailScan, part: PartStructure, hint: string | null): string {
  const text = partText(binary, part, hint);
  if (isRich(part)) return enrichedText(text);
  const { text: bare, isEncrypted } = withoutArmour(text);
  if (isEncrypted) defects.push(encryptedDefect("OpenPGP"));
  return bare;
}

/** Reads the mail inside an S/MIME part as if it stood in its place. */
function readEntity(context: ReadContext, { scan, prefix }: WrappedEntity): PartContent {
  const content = readContent({ ...context, scan, hint: charsetHint(scan), depth: (context.depth ?? 0) + 1 });
  context.scan.defects.push(...scan.defects);
  return {
    ...content,
    attachments: content.attachments.map((file) => ({ ...file, part: `${prefix}${file.part}` })),
    entity: { scan: content.entity.scan, prefix: `${prefix}${content.entity.prefix}` },
  };
}

/** The messages that a mail without a text of its own consists of: who wrote each, when, about what, and its text. */
function takeMessages(content: PartContent, context: ReadContext, messages: readonly MailScan[]): void {
  const read = messages.map((scan) => {
    const inner = readContent({ ...context, scan, hint: charsetHint(scan), depth: (context.depth ?? 0) + 1 });
    context.scan.defects.push(...scan.defects.filter((defect) => losses([defect]).length > 0));
    const head = headLines(readHead(scan, {}, context.findings));
    return { head, text: inner.text ?? visibleText(inner.html), html: inner.html };
  });
  const before = { text: content.text ?? visibleText(content.html), html: content.html };
  const texts = read.map(({ head, text }) => `${head}\n\n${text}`);
  const htmls = read.map(({ head, html }) => `${textToHtml(head)}\n${html}`);
  content.text = joinTexts(before.text.trim() === "" ? texts : [before.text, ...texts]);
  content.html = (before.html === "" ? htmls : [before.html, ...htmls]).join("\n<hr>\n");
  content.isOfOthers = true;
  context.findings.beforeMessages = before.text;
}

function joinTexts(texts: string[]): string {
  if (texts.length === 1) return texts[0] ?? "";
  return texts.map((text) => text.replace(/(?<!\n)\n+$/, "")).join("\n\n");
}

interface FoldedBody {
  replyText: string;
  replyHtml: string;
  quotedHtml: string | null;
  /** The reply without the targets of links and what pictures say, for previews. */
  words: string;
  /** The reply without the targets of links, for search. */
  searched: string;
}

function fold(content: PartContent, hints: HistoryHints): FoldedBody {
  const { text, html } = content;
  if (!content.ownHtml) {
    const { reply, quoted } = foldText(text ?? "", hints);
    const texts = { replyText: reply, words: reply, searched: reply };
    if (quoted === null) return { ...texts, replyHtml: html, quotedHtml: null };
    return { ...texts, replyHtml: textToHtml(reply), quotedHtml: textToHtml(quoted) };
  }
  const { reply, quoted } = isFoldable(html) ? foldHtml(html, hints) : { reply: html, quoted: null };
  const shown = () => {
    const { words, searched, text: replyText } = textOfReply(reply);
    return { words, searched, replyText };
  };
  if (isHtmlAlone(content)) return { ...shown(), replyHtml: reply, quotedHtml: quoted };
  const folded = foldText(text ?? "", hints);
  const replyText = folded.reply;
  // The markup of a quote is better evidence than its wording: where only the HTML folds, its reply is used.
  if (quoted !== null && folded.quoted === null) {
    const better = shown();
    if (better.words !== "" && better.words.length < replyText.length)
      return { ...better, replyHtml: reply, quotedHtml: quoted };
  }
  return { replyText, replyHtml: reply, quotedHtml: quoted, words: replyText, searched: replyText };
}

/** The whole mail counts as the reply. */
function unfolded({ text, html }: PartContent): FoldedBody {
  return {
    replyText: text ?? "",
    replyHtml: html,
    quotedHtml: null,
    words: text ?? "",
    searched: text ?? "",
  };
}

/** 200 characters, white space collapsed. */
export function previewOf(replyText: string): string {
  const short = replyText
    .slice(0, previewLength * 2)
    .replace(/\s+/g, " ")
    .trim();
  const head = short.length > previewLength ? short : replyText.slice(0, 4000).replace(/\s+/g, " ").trim();
  if (head.length <= previewLength) return head;
  const begun = head.slice(0, previewLength);
  const characters = surrogate.test(begun) ? [...head.slice(0, previewLength * 2)] : null;
  return (characters?.slice(0, previewLength).join("") ?? begun).trimEnd();
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
