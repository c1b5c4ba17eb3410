// The line with which a mail program introduces what it quotes: "On 3 May 2024 at 10:00, Bob <bob@example.com> wrote:",
// in any language of reply-words.ts, over up to five lines, with the date before or after the name. Evidence, not
// grammar, decides: a verb, a date, an address, and where the line ends. Sentences of prose have too little of it.

import { endsWithWord, LINE_CAP, plain, startsWithWord, wordsOf } from "./reply-compare.ts";
import { type Line, plainOf } from "./reply-lines.ts";

/** An attribution that begins at some line. */
export type Attribution = {
  /** The first line after it. */
  end: number;
  /** Enough evidence to believe it even when what follows bears no quote marks. */
  strong: boolean;
  /** How far into the text of its first line it begins; 0 nearly always. */
  column: number;
};

const MAX_LINES = 5;
const MAX_WORDS = 40;
/** Openers that are looked for in the middle of a line; elsewhere they are too common. */
const INSIDE_OPENERS = ["on ", "am ", "le ", "el ", "op ", "em ", "il ", "den "];

const OPENERS = wordsOf("on");
const VERBS = wordsOf("wrote");
const OPENERS_BY_FIRST = Map.groupBy(OPENERS, (word) => word.charAt(0));
const VERBS_BY_END = Map.groupBy(VERBS, (word) => word.slice(-2));

const FULL_DATE =
  /(?:^|\D)\d{1,4}(?:[./\u2010-\u2015-] ?| (?:de |d'|of |the )?)(?:\d{1,2}|\p{L}{3,14}\.?)(?:[./\u2010-\u2015-] ?| (?:de |del |d'|of )?|, ?)\d{2,4}(?!\d)/u;
const YEAR = /(?:^|\D)(?:19|20|25)\d\d(?!\d)/;
const TIME = /(?:^|\D)\d{1,2} ?[:.h\u6642\u65f6\u70b9] ?\d{2}(?!\d)/;
const CJK_DATE = /\d ?[年月日] ?|\d ?(?:\u1102\u1167\u11ab|\u110b\u116f\u11af|\u110b\u1175\u11af)/;
const WEEKDAY_FIRST = /^\p{L}{2,14}[.,]{0,2} (?:den |the |de )?\d/u;
/** The end of a sentence, not of "sept." or "J.". */
const PROSE = /[?!] |\p{L}{6}\. /u;
const ADDRESS = /[^\s<>()[\]:;,"]@[^\s<>()[\]:;,"]/;
const ANY_NUMBER = /[\d@]/;
const FIRST_PERSON = /(?:^| )i (?:have |had |just |also |once )?(?:wrote|writes|sent|said)$/;

/** The attribution that begins at line `at`, or null. Looks at no more than six lines. */
export function attributionAt(lines: readonly Line[], at: number): Attribution | null {
  const line = lines[at]!;
  if (line.text === "" || line.text.length >= LINE_CAP) return null;
  const first = plainOf(line);
  if (first === "") return null;
  if (opensAttribution(first)) {
    const found = widen(lines, at, first);
    if (found) return found;
  }
  if (!mayEnd(first)) return null;
  const verdict = judge(first, true);
  if (verdict !== null) return { end: at + 1, strong: verdict, column: 0 };
  return null;
}

/** The attribution that begins in the middle of line `at`, after words of the sender, or null. */
export function attributionInside(lines: readonly Line[], at: number): Attribution | null {
  const line = lines[at]!;
  if (line.textStart < 0 || line.text.length >= LINE_CAP) return null;
  if (!ANY_NUMBER.test(line.text) || !mayEnd(plainOf(line))) return null;
  const lower = line.text.toLowerCase();
  if (lower.length !== line.text.length) return null;
  for (const opener of INSIDE_OPENERS) {
    const column = insideAt(lower, opener);
    if (column > 0) return { end: at + 1, strong: false, column };
  }
  return null;
}

function insideAt(lower: string, opener: string): number {
  let column = lower.length;
  for (let tries = 0; tries < 4; tries += 1) {
    column = lower.lastIndexOf(opener, column - 1);
    if (column <= 0) return 0;
    const before = lower.charCodeAt(column - 1);
    if (before !== 0x20 && before !== 0x2d) continue;
    const rest = plain(lower.slice(column));
    if (!opensAttribution(rest) || judge(rest, false) !== true) continue;
    while (column > 0 && (lower[column - 1] === "-" || lower[column - 1] === " ")) column -= 1;
    return column;
  }
  return 0;
}

/** Joins following lines to one that opens like an attribution, until the whole reads like one. */
function widen(lines: readonly Line[], at: number, first: string): Attribution | null {
  const depth = lines[at]!.depth;
  let joined = first;
  let blanks = 0;
  for (let next = at; next < lines.length && next < at + MAX_LINES + 1; next += 1) {
    const line = lines[next]!;
    if (next > at) {
      const text = plainOf(line);
      if (text === "") {
        blanks += 1;
        if (blanks > 1 || line.depth !== depth) return null;
        continue;
      }
      // A wrapped "<address\n> wrote:" looks like a quoted "wrote:".
      const tail = isTail(line, depth, joined);
      if (line.depth !== depth && !tail) return null;
      joined += tail ? `> ${text}` : ` ${text}`;
      if (joined.length > LINE_CAP) return null;
    }
    if (!mayEnd(joined)) continue;
    const verdict = judge(joined, false);
    if (verdict === null) continue;
    // "… <bob@example.com>" without a colon may go on below: "wrote:".
    if (verdict === false && next + 1 < lines.length && !joined.endsWith(":")) {
      const more = lines[next + 1]!;
      if (more.text !== "" && (more.depth === depth || isTail(more, depth, joined))) continue;
    }
    return { end: next + 1, strong: verdict, column: 0 };
  }
  return null;
}

/** Whether a line is the ">" of an address and what follows it, wrapped so that they look like a quote: "> wrote:". */
function isTail(line: Line, depth: number, joined: string): boolean {
  if (line.depth !== depth + 1 || !joined.includes("<") || line.text.length > 40) return false;
  const words = withoutColon(plainOf(line));
  return words === "" ? line.text !== "" : endVerb(words) !== null;
}

function withoutColon(text: string): string {
  return /[:：]$/.test(text) ? text.slice(0, -1).trimEnd() : text;
}

/** Whether a plain line begins as attributions do: an opening word or a weekday and then a number, or a date. */
function opensAttribution(text: string): boolean {
  if (!ANY_NUMBER.test(text)) return false;
  let from = 0;
  while (
    from < text.length &&
    (text[from] === "-" || text[from] === " " || text[from] === "*" || text[from] === "[")
  )
    from += 1;
  const line = from > 0 ? text.slice(from) : text;
  const code = line.charCodeAt(0);
  if (code >= 48 && code <= 57) return hasDate(line.slice(0, 40));
  for (const opener of OPENERS_BY_FIRST.get(line.charAt(0)) ?? []) {
    if (!startsWithWord(line, opener)) continue;
    if (/\d/.test(line.slice(opener.length, opener.length + 36)) || line.includes("@")) return true;
  }
  return WEEKDAY_FIRST.test(line) && hasDate(line.slice(0, 60));
}

/** Cheap test: could an attribution end with this plain text? */
function mayEnd(text: string): boolean {
  const last = text.charAt(text.length - 1);
  return (
    last === ":" || last === "：" || last === ">" || last === "-" || last === "," || endVerb(text) !== null
  );
}

/**
 * Weighs one joined, plain line. True: an attribution by itself. False: one only if quoted lines follow. Null: none.
 * `alone` says that the line does not begin like an attribution, so that the name has to come first.
 */
function judge(text: string, alone: boolean): boolean | null {
  const dashed = /^[-–—_=*]{2,}/.test(text) && /[-–—_=*]{2,}$/.test(text);
  const core = text.replace(/^[-–—_=*[\s]{1,80}/, "").replace(/[-–—_=*\s]{1,80}$/, "");
  const colon = core.endsWith(":") || core.endsWith("：");
  const body = colon ? core.slice(0, -1).trimEnd() : core;
  const address = ADDRESS.test(body);
  if (body === "" || wordCount(body) > (address ? MAX_WORDS : MAX_WORDS / 2) || PROSE.test(body)) return null;
  const verb = endVerb(body);
  const date = hasDate(body);
  if (verb !== null) {
    if (FIRST_PERSON.test(body)) return colon ? false : null;
    const name = body.slice(0, body.length - verb.length);
    if (alone) return verbAlone(name, { colon, dashed, address });
    if (date && (colon || dashed || address)) return true;
    if (address && colon) return true;
    return colon ? false : null;
  }
  if (!colon) return date && address && body.endsWith(">") ? false : null;
  const inside = innerVerb(body);
  if (inside && (date || address) && !FIRST_PERSON.test(body.slice(0, inside.end))) {
    return !alone || address;
  }
  if (date && address) return !alone && endsWithAddress(body);
  return date || address ? false : null;
}

/** "Bob <bob@example.com> wrote:", "---- Bob wrote ----", "Bob wrote:": nothing but a name before the verb. */
function verbAlone(name: string, has: { colon: boolean; dashed: boolean; address: boolean }): boolean | null {
  const words = wordCount(name);
  if (has.dashed && words <= 8) return true;
  if (!has.colon) return null;
  if (has.address) {
    const cut = name.indexOf("<") >= 0 ? name.indexOf("<") : name.search(ADDRESS);
    return wordCount(name.slice(0, cut)) <= 6 && words <= 10;
  }
  return words <= 8 ? false : null;
}

function hasDate(text: string): boolean {
  if (!/\d/.test(text)) return false;
  return (
    FULL_DATE.test(text) ||
    (TIME.test(text) && /\d\D+\d\D+\d/.test(text)) ||
    (YEAR.test(text) && /\d\D+\d/.test(text)) ||
    CJK_DATE.test(text)
  );
}

function endsWithAddress(body: string): boolean {
  if (body.endsWith(">") || body.endsWith(")") || body.endsWith("]")) return true;
  return body.slice(body.lastIndexOf(" ") + 1).includes("@");
}

function endVerb(body: string): string | null {
  for (const verb of VERBS_BY_END.get(body.slice(-2)) ?? []) {
    if (endsWithWord(body, verb)) return verb;
  }
  return null;
}

function innerVerb(body: string): { end: number } | null {
  for (const verb of VERBS) {
    const at = body.indexOf(verb);
    if (at <= 0) continue;
    const before = body[at - 1]!;
    const after = body[at + verb.length];
    if (
      (before === " " || before === ">" || before === ",") &&
      (after === " " || after === "," || after === "<")
    )
      return { end: at + verb.length };
  }
  return null;
}

function wordCount(text: string): number {
  let count = 0;
  let inWord = false;
  for (let at = 0; at < text.length; at += 1) {
    const space = text.charCodeAt(at) === 32;
    if (!space && !inWord) count += 1;
    inWord = !space;
  }
  return count;
}
