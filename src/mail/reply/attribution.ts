// Finds attribution lines, with which a mail program introduces a quote: "On 3 May 2024 at 10:00, Bob <bob@example.com> wrote:",
// in any language of language-words.ts, over up to five lines, with the date before or after the name. Signs decide, not grammar:
// a verb, a date, an address, and how the line ends. Sentences have too few of them.

import { endsWithColon, maxLineLength, plain, startsWithWord, wordsOf } from "./compare-text.ts";
import { plainOf, type VisibleLine } from "./lines.ts";
import { isMobileFooter } from "./signature.ts";
import { endVerb, innerVerb } from "./verbs.ts";

/** An attribution that begins at some line. */
export interface Attribution {
  /** The first line after it. */
  end: number;
  /** Certain enough to count above unquoted text. */
  strong: boolean;
  /** The attribution's offset in its first line; nearly always 0. */
  column: number;
}

const maxLines = 5;
const maxBlanksAbove = 20;
const maxWords = 40;
/** The only openers that are searched within a line; others are too common. */
const insideOpeners = ["on ", "am ", "le ", "el ", "op ", "em ", "il ", "den "];

const openers = wordsOf("on");
const openersByFirst = Map.groupBy(openers, (word) => word.charAt(0));

const fullDatePattern =
  /(?:^|\D)\d{1,4}(?:[./\u2010-\u2015-] ?| (?:de |d'|of |the )?)(?:\d{1,2}|[\p{L}\p{M}]{3,14}\.?)(?:[./\u2010-\u2015-] ?| (?:de |del |d'|of )?|, ?)\d{2,4}(?!\d)/u;
const usDatePattern = /\p{L} \d{1,2}(?:st|nd|rd|th)?, (?:19|20)\d\d/u;
const yearPattern = /(?:^|\D)(?:19|20|25)\d\d(?!\d)/;
export const timePattern = /(?:^|\D)\d{1,2} ?[:.h\u6642\u65f6\u70b9] ?\d{2}(?!\d)/;
const cjkDatePattern = /\d ?[年月日] ?|\d ?(?:\u1102\u1167\u11ab|\u110b\u116f\u11af|\u110b\u1175\u11af)/;
const halfDayPattern = /\d ?am $/;
const weekdayFirstPattern = /^[\p{L}\p{M}]{2,14}[.,]{0,2} (?:den |the |de )?\d/u;
/** The end of a sentence, but not of "sept.", "J." or a longer month before its year: "marrask. 2024". */
export const prosePattern = /[?!] |\p{L}{7}\. (?!\d{4}(?!\d))/u;
const addressPattern = /[^\s<>()[\]:;,"]@[^\s<>()[\]:;,"]/;
/** Digits, "@", and characters beyond ASCII, since other scripts have their own digits. */
const evidencePattern = /[\d@\u0080-\uffff]/;
const anyNumberPattern = /[\d@]/;
/** "--- Comment #4 from Bob <bob@example.com> 2024-05-03 ---" */
const commentPattern = /^comment #?\d{1,6} from /;
/** "----- Message from Bob <bob@example.com> on 3 May 2024 -----" */
const messagePattern =
  /^(?:message|e-?mail|nachricht|mensaje|messaggio|mensagem|bericht) (?:from|von|de|da|van) /;
const firstPersonPattern = /(?:^| )i (?:have |had |just |also |once )?(?:wrote|write|sent|said)(?: |$)/;
/** The blanks that phones write between an attribution and its quote. */
const gapPattern = /[:：] {3,8}\S/;
const bracketedPattern = /[<([«][^<>()[\]«@]{0,200}@[^<>()[\]«]{1,200}[>)\]»]/;

/** The attribution that begins at line `at`, or null. Reads at most six lines. */
export function attributionAt(lines: readonly VisibleLine[], at: number): Attribution | null {
  const found = candidateAt(lines, at);
  if (found === null || found.column > 0) return found;
  // A line above a complete attribution is the sender's: "Call me at 555 1234".
  if (found.end > at + 1 && bracketedPattern.test(lines[at]!.text)) return found;
  for (let next = at + 1; next < found.end; next++) {
    if (opensWithDate(plainOf(lines[next]!)) && isWhole(lines, next, found.end)) return null;
  }
  return found;
}

/** Whether the lines are a complete attribution with a date and a name. */
function isWhole(lines: readonly VisibleLine[], at: number, end: number): boolean {
  const { depth } = lines[at]!;
  if (depth !== lines[end - 1]!.depth && lines[end - 1]!.depth !== depth + 1) return false;
  let joined = plainOf(lines[at]!);
  for (let next = at + 1; next < end; next++) joined += ` ${plainOf(lines[next]!)}`;
  return (
    (fullDatePattern.test(joined) || usDatePattern.test(joined)) &&
    wordCount(joined) >= 4 &&
    candidateAt(lines, at)?.end === end
  );
}

function candidateAt(lines: readonly VisibleLine[], at: number): Attribution | null {
  const line = lines[at]!;
  if (quotesBehind(line.text) && isOnlyQuoter(lines, at)) return { end: at + 1, strong: true, column: 0 };
  if (line.text === "" || line.text.length >= maxLineLength || isProse(lines, at)) return null;
  const first = plainOf(line);
  if (first === "" || isTold(lines, first)) return null;
  if (opensWithDate(first)) {
    const found = widen(lines, at, false);
    if (found) return found;
  }
  const inside = attributionInside(line, first);
  if (inside > 0) return { end: at + 1, strong: false, column: inside };
  if (opensWithName(lines, at, first) && !isMobileFooter(line.text)) {
    const found = widen(lines, at, true);
    if (found) return found;
  }
  if (!mayEnd(first)) return null;
  const verdict = judge(first, true);
  return verdict === null ? null : { end: at + 1, strong: verdict, column: 0 };
}

/** Whether the quote begins on the line of its attribution: "On 3 May 2024 at 10:00, Bob<bob@example.com> wrote:   Where are you?" */
function quotesBehind(text: string): boolean {
  const gap = text.search(gapPattern);
  if (gap < 0) return false;
  const head = plain(text.slice(0, gap + 1));
  if (!bracketedPattern.test(head) || !opensWithWord(head) || judge(head, false) !== true) return false;
  const body = withoutColon(withoutEdges(head));
  return endVerb(body) !== null || innerVerb(body) > 0;
}

/** Whether no other line is one: several are what somebody tells of a talk. From near to far, so that all together are linear. */
function isOnlyQuoter(lines: readonly VisibleLine[], at: number): boolean {
  for (let far = 1; far <= at || at + far < lines.length; far++) {
    for (const other of [lines[at - far], lines[at + far]])
      if (other !== undefined && quotesBehind(other.text)) return false;
  }
  return true;
}

/** Whether a comment stands in a tracker's own mail, which begins with a link to the ticket: it is what that mail tells. */
function isTold(lines: readonly VisibleLine[], first: string): boolean {
  if (!first.startsWith("-") || !commentPattern.test(withoutEdges(first))) return false;
  const top = lines.slice(0, maxBlanksAbove).find(({ text }) => text !== "");
  return top === undefined || /^<?https?:/.test(top.text);
}

/** A cheap test that excludes most lines: no number, no address and no typical end, here or on the next line. */
function isProse(lines: readonly VisibleLine[], at: number): boolean {
  const { text } = lines[at]!;
  if (evidencePattern.test(text) || ":-_=*".includes(text.charAt(text.length - 1))) return false;
  const next = lines[at + 1];
  return next === undefined || (!next.text.startsWith("<") && !next.text.startsWith("(<"));
}

/** Offset of an attribution that follows text of the sender on the same line; 0 without one. */
function attributionInside(line: VisibleLine, first: string): number {
  if (line.textStart < 0 || !anyNumberPattern.test(first) || !mayEnd(first)) return 0;
  const lower = line.text.toLowerCase();
  if (lower.length !== line.text.length) return 0;
  for (const opener of insideOpeners) {
    const column = insideAt(lower, opener);
    if (column > 0) return column;
  }
  return 0;
}

function insideAt(lower: string, opener: string): number {
  let column = lower.length;
  for (let tries = 0; tries < 4; tries++) {
    column = lower.lastIndexOf(opener, column - 1);
    if (column <= 0) return 0;
    const before = lower.charCodeAt(column - 1);
    if (before !== 0x20 && before !== 0x2d) continue;
    // "9:12 AM" has no opener.
    if (halfDayPattern.test(lower.slice(0, column + opener.length))) continue;
    // "Bob <bob@example.com> on 3 May 2024 wrote:": the name belongs to it.
    if (/[>)\]] ?$/.test(lower.slice(0, column)) && lower.lastIndexOf("@", column) >= 0) return 0;
    const rest = plain(lower.slice(column));
    if (!opensWithDate(rest) || judge(rest, false) !== true) continue;
    while (column > 0 && (lower[column - 1] === "-" || lower[column - 1] === " ")) column--;
    return column;
  }
  return 0;
}

/** Joins the next lines to one that begins like an attribution, until together they are one. */
function widen(lines: readonly VisibleLine[], at: number, nameFirst: boolean): Attribution | null {
  const depth = lines[at]!.depth;
  let joined = plainOf(lines[at]!);
  let blanks = 0;
  for (let next = at; next < lines.length && next < at + maxLines + 1; next++) {
    const line = lines[next]!;
    if (next > at) {
      const text = plainOf(line);
      if (text === "") {
        blanks++;
        if (blanks > 1 || line.depth !== depth) return null;
        continue;
      }
      // A wrapped "<address\n> wrote:" looks like a quoted line "wrote:".
      const tail = isTail(line, depth, joined);
      if (line.depth !== depth && !tail) return null;
      joined += tail ? `> ${text}` : ` ${text}`;
      if (joined.length > maxLineLength) return null;
    }
    if (!mayEnd(joined)) continue;
    const verdict = judge(joined, nameFirst);
    if (verdict === null) continue;
    // "… <bob@example.com>" without a colon may continue on the next line: "wrote:".
    if (verdict === false && next + 1 < lines.length && !endsWithColon(joined)) {
      const more = lines[next + 1]!;
      if (more.text !== "" && (more.depth === depth || isTail(more, depth, joined))) continue;
    }
    return { end: next + 1, strong: verdict, column: 0 };
  }
  return null;
}

/** Whether a line begins with the ">" of a wrapped address, so that it looks like a quote: "> wrote:". */
function isTail(line: VisibleLine, depth: number, joined: string): boolean {
  if (line.depth !== depth + 1 || !joined.includes("<") || line.text.length > 40) return false;
  const words = withoutColon(plainOf(line));
  return words === "" ? line.text !== "" : endVerb(words) !== null;
}

function withoutColon(text: string): string {
  return endsWithColon(text) ? text.slice(0, -1).trimEnd() : text;
}

/** Whether a plain line begins like an attribution: with an opener or a weekday and then a number, or with a date. */
function opensWithDate(text: string): boolean {
  if (!anyNumberPattern.test(text)) return false;
  let from = 0;
  while (
    from < text.length &&
    (text[from] === "-" || text[from] === " " || text[from] === "*" || text[from] === "[")
  )
    from++;
  const line = from > 0 ? text.slice(from) : text;
  const code = line.charCodeAt(0);
  if (code >= 48 && code <= 57) return hasDate(line.slice(0, 40));
  return opensWithWord(line) || (weekdayFirstPattern.test(line) && hasDate(line.slice(0, 60)));
}

/** Whether a plain line begins with an opener and then a number. */
function opensWithWord(line: string): boolean {
  return (openersByFirst.get(line.charAt(0)) ?? []).some(
    (opener) =>
      startsWithWord(line, opener) &&
      (/\d/.test(line.slice(opener.length, opener.length + 36)) || line.includes("@")),
  );
}

/** Whether a line begins with a name and an address, which may begin the next line. */
function opensWithName(lines: readonly VisibleLine[], at: number, first: string): boolean {
  const address = first.indexOf("@");
  if (address >= 0) return wordCount(first.slice(0, address)) <= 7;
  const next = lines[at + 1];
  if (!next || next.depth !== lines[at]!.depth || !/^\(?<[^\s<>]{1,200}@/.test(next.text)) return false;
  return wordCount(first) <= 6;
}

/** A cheap test whether an attribution may end with this plain text. */
function mayEnd(text: string): boolean {
  return endsWithColon(text) || ">-,*_=".includes(text.charAt(text.length - 1)) || endVerb(text) !== null;
}

/**
 * Judges one joined, plain line.
 * @param alone the line does not begin like an attribution, so the name must come first
 * @returns true: an attribution; false: an attribution only above quoted lines; null: none
 */
function judge(text: string, alone: boolean): boolean | null {
  const core = withoutEdges(text);
  const body = withoutColon(core);
  const colon = body.length < core.length;
  const address = body.includes("@") && addressPattern.test(body);
  const verb = endVerb(body);
  // A line that ends without a verb needs an address, else a digit or the first person before its colon, or dashes.
  if (verb === null && !address && (colon ? !hasDigit(body) && !isFirstPerson(body) : !isDashed(text)))
    return null;
  if (body === "" || wordCount(body) > (address ? maxWords : maxWords / 2) || prosePattern.test(body))
    return null;
  if (isFirstPerson(body)) return colon ? false : null;
  const date = hasDate(body);
  if (verb === null && !date && (!colon || !address)) return null;
  const signs = {
    colon,
    dashed: isDashed(text),
    address,
    bracketed: body.includes("@") && bracketedPattern.test(body),
    date,
    time: hasDigit(body) && timePattern.test(body),
  };
  if (verb !== null) {
    const name = body.slice(0, body.length - verb.length).trimEnd();
    return alone ? verbAlone(name, signs) : verbLast(name, signs);
  }
  // "---- Am 3. Mai 2024 schrieb Bob <bob@example.com> ----", but not "=== Call with Bob <bob@example.com>, 3 May 2024 ==="
  if (signs.dashed && date && isProgramLine(body)) return signs.bracketed;
  if (!colon) return body.endsWith(">") ? false : null;
  const inside = innerVerb(body);
  if (inside > 0) return verbInside(body.slice(inside), signs, alone);
  // "3 May 2024, 10:00, Bob <bob@example.com>:"
  return !alone && signs.date && signs.bracketed && /[>)\]]$/.test(body);
}

function isDashed(text: string): boolean {
  return /^[-–—_=*]{2}/.test(text) && /[-–—_=*]{2}$/.test(text);
}

function isProgramLine(body: string): boolean {
  return innerVerb(body) > 0 || messagePattern.test(body) || commentPattern.test(body);
}

/** Without strokes and spaces at its ends. */
function withoutEdges(text: string): string {
  const begun = isWordCode(text.charCodeAt(0)) ? text : text.replace(/^[-–—_=*>[\s]{1,80}/, "");
  const last = begun.charCodeAt(begun.length - 1);
  return isWordCode(last) || last === 0x3a ? begun : begun.replace(/[-–—_=*\s]{1,80}$/, "");
}

/** Digits and small letters of ASCII. */
function isWordCode(code: number): boolean {
  return (code >= 97 && code <= 122) || (code >= 48 && code <= 57);
}

interface Signs {
  colon: boolean;
  dashed: boolean;
  address: boolean;
  bracketed: boolean;
  date: boolean;
  time: boolean;
}

/** "On 3 May 2024 at 10:00, Bob <bob@example.com> wrote:" */
function verbLast(name: string, signs: Signs): boolean | null {
  if (signs.date && signs.dashed) return true;
  if (!signs.colon && signs.date && signs.bracketed && /[>)\]]$/.test(name)) return true;
  if (!signs.colon) return signs.date && signs.time ? false : null;
  if (signs.date) return signs.address || signs.time || / you$/.test(name);
  return signs.bracketed;
}

/** "Am 3.5.2024 um 10:00 schrieb Bob <bob@example.com>:", "Bob <bob@example.com> schrieb am 3.5.2024:" */
function verbInside(rest: string, signs: Signs, alone: boolean): boolean {
  if (signs.bracketed) return /[>)\]]$/.test(rest) || (signs.date && wordCount(rest) <= 14);
  return !alone && signs.time && wordCount(rest) <= 4;
}

/** "Bob <bob@example.com> wrote:", "---- Bob wrote ----", "Bob wrote:": only a name before the verb. */
function verbAlone(name: string, signs: Signs): boolean | null {
  const words = wordCount(name);
  if (signs.dashed && words <= 8) return true;
  if (!signs.colon) return null;
  if (signs.address) {
    const cut = name.indexOf("<") >= 0 ? name.indexOf("<") : name.search(addressPattern);
    return signs.bracketed && wordCount(name.slice(0, cut)) <= 6 && words <= 10;
  }
  return words <= 8 ? false : null;
}

function hasDigit(text: string): boolean {
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code >= 48 && code <= 57) return true;
  }
  return false;
}

export function isFirstPerson(body: string): boolean {
  return body.includes("i ") && firstPersonPattern.test(body);
}

export function hasDate(text: string): boolean {
  if (!hasDigit(text)) return false;
  return (
    fullDatePattern.test(text) ||
    (timePattern.test(text) && /\d\D+\d\D+\d/.test(text)) ||
    (yearPattern.test(text) && /\d\D+\d/.test(text)) ||
    cjkDatePattern.test(text)
  );
}

function wordCount(text: string): number {
  let count = 0;
  let inWord = false;
  for (let at = 0; at < text.length; at++) {
    const space = text.charCodeAt(at) === 32;
    if (!space && !inWord) count++;
    inWord = !space;
  }
  return count;
}
