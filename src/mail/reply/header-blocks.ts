// Header blocks and separators that mail programs put above an answered or forwarded mail: "From: … Sent: … To: … Subject: …",
// "-----Original Message-----", "---------- Forwarded message ---------", "Reply above this line", in the languages of
// language-words.ts; blocks in unknown languages by their form.

import { announces, isRule, maxLineLength, plain, startsWithWord, wordsOf } from "./compare-text.ts";
import { isSetIn, type VisibleLine } from "./lines.ts";

/** The field that a label stands for. `sent` is a date label that only mails have. */
const Kind = { from: 1, date: 2, to: 4, cc: 8, subject: 16, sent: 32 } as const;

const labelKinds = new Map<string, number>();
for (const [field, kind] of [
  ["from", Kind.from],
  ["date", Kind.date],
  ["sent", Kind.sent | Kind.date],
  ["to", Kind.to],
  ["cc", Kind.cc],
  ["subject", Kind.subject],
] as const) {
  // A label may stand for two fields in two languages ("от", "data"): both bits are set.
  for (const word of wordsOf(field)) labelKinds.set(word, (labelKinds.get(word) ?? 0) | kind);
}

/** Labels of programs that say nothing of whether a block is a mail's: attachments, importance. */
const besides = new Set(wordsOf("beside"));

const originalWords = byFirst(wordsOf("original"));
const forwardedWords = byFirst(wordsOf("forwarded"));

/** The value of a copied Date field, or an instant with its zone. RFC 5322 3.3, RFC 3339 5.6 */
const mailDatePattern =
  /\d:\d\d(?::\d\d)? [+-]\d{4}\b|\d-\d\d-\d\dT\d\d:\d\d(?::\d\d(?:\.\d{1,9})?)?(?:Z|[+-]\d\d:?\d\d)/;
const maxBlock = 40;
const maxLabels = 12;
const maxLabel = 40;
const addressPattern = /[^\s<>()[\]:;,"]@[^\s<>()[\]:;,"]/;

const bracketedPattern = /[<([][^\s<>()[\]]{1,200}@/;

function byFirst(words: string[]): Map<string, string[]> {
  return Map.groupBy(words, (word) => word.charAt(0));
}

/** The kind bits of a header line ("*From:* Bob"); 0 for other lines, and where the value is not of that kind. */
function labelOf(text: string): number {
  const colon = colonAt(text);
  const kinds = colon < 0 ? 0 : (labelKinds.get(labelTo(text, colon)) ?? 0);
  return kinds === 0 ? 0 : kinds & fitting(text, colon + 1);
}

const people = Kind.from | Kind.to | Kind.cc;
const dates = Kind.date | Kind.sent;
/** A period, "From: 01.01.2026", and a time of opening, "To: 12:30". */
const dayPattern = /^[\s*_]{0,8}\d{1,4}(?:[./-]\d{1,2}[./-]\d{2,4}|[:.]\d\d)(?!\d)[^@]{0,40}$/;
/** Two numbers of any script, a number before the word of a year, month or day among ideographs, or a day by its name. */
const datedPattern = /\p{Nd}[^\p{Nd}]{1,40}\p{Nd}|\p{Nd}[年月日년월일]|^[\p{L}*_]+$/u;

/** The kinds that a value may have: nobody is called by a date, and a date has two numbers. The next line may hold what is not here. */
function fitting(text: string, from: number): number {
  let at = from;
  while (at < text.length && " *_\u00a0".includes(text[at]!)) at++;
  if (at === text.length) return -1;
  const value = text.slice(at);
  if (dayPattern.test(value)) return ~people;
  return datedPattern.test(value) ? -1 : ~dates;
}

/** Lines of some programs between a rule and an attribution: recipients with an address, and then a subject. "A: yes" answers a question. */
export function headerLine(text: string): "recipients" | "subject" | null {
  const kinds = labelOf(text);
  if ((kinds & (Kind.to | Kind.cc)) !== 0 && addressPattern.test(text)) return "recipients";
  return (kinds & Kind.subject) !== 0 ? "subject" : null;
}

/** The label that ends at a colon, in plain form. */
function labelTo(text: string, colon: number): string {
  let from = 0;
  while (from < colon && (text[from] === "*" || text[from] === "_" || text[from] === " ")) from++;
  const label = plain(text.slice(from, colon));
  const isMarked = label.endsWith("*") || label.endsWith("_");
  return isMarked ? label.replace(/[*_ ]{1,8}$/, "") : label;
}

function colonAt(text: string): number {
  for (let at = 0; at < text.length && at < maxLabel; at++) {
    const code = text.charCodeAt(at);
    if (code === 0x3a || code === 0xff1a) return at;
  }
  return -1;
}

/** The values of a header block. */
export interface BlockFields {
  from: string;
  date: string;
  to: string;
  subject: string;
}

/** The author, date, recipients and subject that the lines [at, end) of a header block name; a value may go on in the next line. */
export function blockFields(lines: readonly VisibleLine[], at: number, end: number): BlockFields {
  const values = new Map<number, string>();
  let last = 0;
  for (let next = at; next < end; next++) {
    const { text } = lines[next]!;
    const kind = labelOf(text) & ~Kind.sent;
    // A label of two fields is the one that is not there yet.
    const field = [Kind.from, Kind.date, Kind.to, Kind.subject, Kind.cc].find(
      (one) => (kind & one) !== 0 && !values.has(one),
    );
    if (field !== undefined) values.set(field, text.slice(colonAt(text) + 1).replace(edgesPattern, ""));
    else if (kind === 0 && besides.has(labelTo(text, colonAt(text)))) last = 0;
    else if (kind === 0 && last !== 0 && text !== "") values.set(last, `${values.get(last)} ${text}`);
    last = field ?? last;
  }
  const value = (field: number) => (values.get(field) ?? "").slice(0, 1000).toWellFormed();
  return { from: value(Kind.from), date: value(Kind.date), to: value(Kind.to), subject: value(Kind.subject) };
}

const edgesPattern = /^[*_ \t]{1,8}|[*_ \t]{1,8}$/g;

/**
 * The header block that begins at line `at`. Without a separator above, and outside quotes, a block that a sentence announces
 * or that has labels of a form is text of the sender.
 * @param ruled a separator is directly above, so that labels of an unknown language count
 * @returns the first line after the block; 0 without one
 */
export function headerBlockAt(lines: readonly VisibleLine[], at: number, ruled: boolean): number {
  const depth = lines[at]!.depth;
  let kinds = 0;
  let count = 0;
  let end = at;
  let gap = 0;
  let address = false;
  let last = 0;
  let foreign = 0;
  let beside = 0;
  for (let next = at; next < lines.length && next < at + maxBlock; next++) {
    const line = lines[next]!;
    if (line.depth !== depth) break;
    if (line.text === "") {
      gap++;
      if (gap > 1 || next === at) break;
      continue;
    }
    const kind = labelOf(line.text);
    if (kind === 0) {
      if (next === at) return ruled ? shapedBlockAt(lines, at) : 0;
      if (gap === 0 && besides.has(labelTo(line.text, colonAt(line.text)))) {
        beside++;
        end = next + 1;
        last = 0;
        continue;
      }
      // A long value continues on the next lines: lists of recipients, long names.
      if (gap > 0 || next - end >= ((last & (Kind.to | Kind.cc)) !== 0 ? 8 : 2)) break;
      if (isLabelled(line.text)) foreign++;
      else if (addressPattern.test(line.text)) address = true;
      continue;
    }
    gap = 0;
    count++;
    if (count > maxLabels) break;
    kinds |= kind;
    if ((kind & Kind.date) !== 0 && mailDatePattern.test(line.text)) kinds |= Kind.sent;
    for (const inner of innerLabels(line.text)) {
      count++;
      kinds |= inner;
    }
    last = kind;
    if ((kind & (Kind.from | Kind.to | Kind.cc)) !== 0 && addressPattern.test(line.text)) address = true;
    end = next + 1;
  }
  const block = isBlock(kinds, count, address);
  if (block && depth > 0) return end;
  // A ticket has a priority too, and a parcel a time at which it was sent; programs name the subject of a mail beside that.
  if ((kinds & Kind.sent) === 0 || (kinds & Kind.subject) === 0) foreign += beside;
  const form = foreign > 0 && (kinds & Kind.to) === 0;
  const proven = ruled ? !form : isMailBlock(kinds, foreign, address) && !followsLabel(lines, at);
  const isCited = !ruled && (kinds & Kind.from) !== 0 && isSetIn(lines, at, end);
  if (block && proven && !isCited && !isAnnounced(lines, at)) return end;
  return ruled ? shapedBlockAt(lines, at) : 0;
}

/**
 * Whether the labels of an unmarked block are those of a mail: every mail program names recipients or writes "Sent". A form has
 * other labels beside them.
 */
function isMailBlock(kinds: number, foreign: number, address: boolean): boolean {
  const sent = (kinds & Kind.sent) !== 0;
  if (!sent && ((kinds & Kind.to) === 0 || !address)) return false;
  const complete = Kind.from | Kind.date | Kind.to | Kind.subject;
  return foreign === 0 || (foreign === 1 && (kinds & complete) === complete);
}

/** Whether the line above announces the block: "This mail was held:". */
function isAnnounced(lines: readonly VisibleLine[], at: number): boolean {
  let above = at - 1;
  while (above >= 0 && above > at - 6 && (lines[above]!.text === "" || isRule(lines[above]!.text))) above--;
  return above >= 0 && lines[above]!.depth === 0 && announces(lines[above]!.text);
}

/** Whether the line directly above is a label, of a form or of the list in which this one stands. */
function followsLabel(lines: readonly VisibleLine[], at: number): boolean {
  const above = lines[at - 1];
  return above !== undefined && above.depth === 0 && (isLabelled(above.text) || labelOf(above.text) !== 0);
}

/** Whether a line is "Label: value". */
function isLabelled(text: string): boolean {
  const colon = colonAt(text);
  if (colon < 1 || text.charCodeAt(colon + 1) === 0x2f || !/^[*_ ]{0,4}\p{Lu}/u.test(text)) return false;
  return text.slice(0, colon).split(" ").length <= 3;
}

/** Whether these labels are mail headers, not those of an itinerary or an appointment. */
function isBlock(kinds: number, count: number, address: boolean): boolean {
  const has = (wanted: number): boolean => (kinds & wanted) === wanted;
  const distinct = bits(kinds & ~Kind.sent);
  if (count < 2 || distinct < 2) return false;
  if (address)
    return (
      distinct >= 3 ||
      has(Kind.from | Kind.date) ||
      has(Kind.from | Kind.to) ||
      has(Kind.from | Kind.subject) ||
      has(Kind.date | Kind.to)
    );
  return (
    count >= 3 &&
    (has(Kind.from | Kind.subject | Kind.date) ||
      has(Kind.from | Kind.subject | Kind.to) ||
      has(Kind.from | Kind.sent | Kind.to))
  );
}

function bits(kinds: number): number {
  let count = 0;
  for (let rest = kinds; rest !== 0; rest &= rest - 1) count++;
  return count;
}

/** Labels later on the same line: "From: bob@example.com Date: Thu, 24 Mar 2016". */
function innerLabels(text: string): number[] {
  const found: number[] = [];
  for (
    let at = text.indexOf(":", colonAt(text) + 1);
    at > 0 && found.length < 4;
    at = text.indexOf(":", at + 1)
  ) {
    const space = text.lastIndexOf(" ", text[at - 1] === " " ? at - 2 : at - 1);
    if (space < 0) continue;
    const kind = labelKinds.get(plain(text.slice(space, at)));
    if (kind !== undefined && /\p{Lu}/u.test(text[space + 1] ?? "")) found.push(kind);
  }
  return found;
}

/**
 * A header block in an unknown language: at least three "Label: value" lines, one with an address in brackets and one with a time.
 * A form has addresses without brackets, or known labels among unknown ones.
 */
function shapedBlockAt(lines: readonly VisibleLine[], at: number): number {
  const depth = lines[at]!.depth;
  let count = 0;
  let address = false;
  let time = false;
  let known = 0;
  let end = at;
  for (; end < lines.length && end < at + 8; end++) {
    const { text, depth: own } = lines[end]!;
    const colon = colonAt(text);
    if (own !== depth || colon < 1 || text.length >= maxLineLength || !/^[*_ ]{0,4}\p{L}/u.test(text)) break;
    if (plain(text.slice(0, colon)).split(" ").length > 4) break;
    count++;
    if (labelOf(text) !== 0) known++;
    address ||= bracketedPattern.test(text);
    time ||= /\d\D{1,3}\d\d/.test(text.slice(colon)) && /(?:19|20)\d\d|\d:\d\d/.test(text);
  }
  return count >= 3 && known < 2 && address && time ? end : 0;
}

/** The words between the dashes of a separator line, in plain form; "" for other lines. */
function separatorWords(text: string): string {
  // Nearly all lines begin with a letter.
  if (!isStroke(text.charCodeAt(0))) return "";
  let from = 1;
  while (from < text.length && isStroke(text.charCodeAt(from))) from++;
  if (from < 2) return "";
  return plain(text.slice(from, 200))
    .replace(/[\s\-_=*~>\u2010-\u2015:\u2500]{1,120}$/u, "")
    .replace(/^[\s>*]{1,8}/, "");
}

function isStroke(code: number): boolean {
  return (
    code === 0x2d ||
    code === 0x5f ||
    code === 0x3d ||
    code === 0x2a ||
    code === 0x7e ||
    (code >= 0x2010 && code <= 0x2015) ||
    code === 0x2500 ||
    code === 0x20
  );
}

const authors = wordsOf("from").map((word) => ` ${word} `);

/** Whether a separator names who wrote the mail behind its words: "original text from the contract" is a heading. */
function isBy(words: string, word: string): boolean {
  const rest = words.slice(word.length);
  return (
    !/te(?:x|ks)t$/.test(word) && rest.split(" ").length <= 6 && authors.some((by) => rest.startsWith(by))
  );
}

/** Strokes at the end of a separator too: "===== Original message from Bob =====". */
const framedPattern = /[-_=*~\u2010-\u2015\u2500]{2}$/;
const namePattern = /^["'(<]?[\p{Lu}\p{Lo}]/u;

/** Whether a name is the last word before strokes at the end. */
function endsWithName(text: string): boolean {
  if (!framedPattern.test(text)) return false;
  let end = text.length;
  while (end > 0 && isStroke(text.charCodeAt(end - 1))) end--;
  return namePattern.test(text.slice(text.lastIndexOf(" ", end - 1) + 1, end));
}

/** Whether the line is the separator above an answered mail, "-----Original Message-----". */
export function isOriginalSeparator(text: string): boolean {
  const words = separatorWords(text);
  return (
    words !== "" &&
    (originalWords.get(words.charAt(0)) ?? []).some(
      (word) =>
        words === word ||
        (words.startsWith(word) &&
          (/^ ?-{2}/.test(words.slice(word.length)) ||
            (endsWithName(text) && startsWithWord(words, word) && isBy(words, word)))),
    )
  );
}

/** Whether the line introduces a forwarded mail, "---------- Forwarded message ---------", "Begin forwarded message:". */
export function isForwardLine(text: string): boolean {
  if (text.length > 200) return false;
  const dashed = separatorWords(text);
  if (dashed !== "")
    return (forwardedWords.get(dashed.charAt(0)) ?? []).some((word) => startsWithWord(dashed, word));
  if (!text.endsWith(":") && !text.endsWith("：")) return false;
  const words = plain(text.slice(0, -1));
  return (forwardedWords.get(words.charAt(0)) ?? []).some((word) => words === word);
}

/** The line of a help desk without a frame: "Please write your name above this line" is an instruction. */
const bareAbovePattern =
  /^(?:please )?(?:\w+ ){0,3}?(?:(?:reply|respond|response|answer) (?:\w+ ){0,2}|(?:type|write) )above (?:this|the) (?:line|text|message)[^.?!]{0,60}[.:]?$/i;
/** An entry of a list has a stroke in front alone. */
const entryPattern = /^[-*•–] .{0,140}[\p{L}\p{N}.!?]$/u;
const letterFirstPattern = /^[\p{L}\p{N}]/u;
const replyAbovePattern =
  /(?:reply|write|respond|response|type) (?:\w+ ){0,2}above (?:this|the) (?:line|text|message)|above this line to reply|(?:oberhalb|über) dieser (?:linie|zeile)|au-dessus de cette ligne|encima de esta l[ií]nea|acima desta linha|sopra questa riga|boven deze (?:regel|lijn)|powyżej tej linii|выше этой (?:строки|линии)|この行より上|在此行上方|在此行以上/i;

/** Whether the line asks for answers above it, as help desks write: "##- Please type your reply above this line -##". */
export function isReplyAbove(text: string): boolean {
  if (text.length < 8 || text.length > 140) return false;
  // Nearly all of these lines are framed, "##- … -##"; the English one also occurs without a frame.
  if (letterFirstPattern.test(text)) return bareAbovePattern.test(text);
  return replyAbovePattern.test(text) && !entryPattern.test(text);
}

/**
 * Whether the line belongs to the history below it: a drawn rule, words between dashes in an unknown language, or
 * the line that Notes puts above its headers, "Bob Smith---03/05/2024 10:00:00---Hello".
 */
export function isLeadIn(text: string): boolean {
  if (isRule(text)) return true;
  if (text.length > 200) return false;
  if (/^[-_=*\u2010-\u2015]{4}/u.test(text) && /[-_=*\u2010-\u2015]{4}$/u.test(text)) return true;
  return text.includes("---") && /-{3}\d{1,4}[./-]\d{1,2}[./-]\d{2,4} [\d:. apmAPM]{4,14}-{3}/.test(text);
}

/** Whether the line is a separator's words without its dashes, "Original Message". */
export function isBareSeparator(text: string): boolean {
  return text.length < 40 && isOriginalSeparator(`--${text}`);
}

/** Whether a line quoted three deep is GroupWise's introduction: ">>> Bob Smith <bob@example.com> 5/3/2024 10:00 AM >>>". */
export function isGroupWise(text: string): boolean {
  return text.length < 200 && text.endsWith(">>>") && /\d[./-]\d/.test(text);
}
