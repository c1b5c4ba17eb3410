// One walk over the lines of a mail that notes everything which may be history: introductions (attribution lines,
// header blocks, separators, programs' own elements), quotes, and forwards, below which nothing is history.

import { attributionAt } from "./attribution.ts";
import { isBarred, quoteMarked } from "./bar-marks.ts";
import { says } from "./compare-text.ts";
import {
  headerBlockAt,
  isForwardLine,
  isGroupWise,
  isLeadIn,
  isOriginalSeparator,
  isReplyAbove,
} from "./header-blocks.ts";
import { type Line, Mark } from "./lines.ts";
import { isDateLine, isFullDate } from "./prose.ts";

/**
 * Where history begins: its first line, how many characters of that line's text stay in the reply, and what says so: a
 * line with a date or an address, a line with no more than a name, or nothing but quote marks or markup.
 */
export type Cut = { line: number; column: number; by: "line" | "name" | "quote" };

/** What is known of the mail beyond its body. */
export interface Hints {
  /** The subject says that the mail is a forward: a mail that it carries below a header block is no history. */
  forwarded?: boolean;
}

/** What introduces history. */
interface Introduction {
  /** The first line after it. */
  end: number;
  /** Enough to believe it above unmarked text. */
  strong: boolean;
  column: number;
  /** A whole mail follows, as in forwards: a header block or a separator stands here. */
  mail: boolean;
}

/** What may be history in a mail. */
export interface Found {
  /** Attributed histories marked as quotes, in order. */
  attributed: Cut[];
  /** Bare quotes, in order. */
  bare: number[];
  /** Lines of attributions and header blocks, which nobody said. */
  introductions: Set<number>;
  /** History without quote marks, which runs to the end; or null. */
  open: Cut | null;
  /** Where the sender's part ends at the latest: the open history, or the end of the mail. */
  end: number;
  /** Nothing may be folded: the mail carries a forward, or is beyond what is looked at. */
  whole: boolean;
}

/** Nobody writes a longer reply: mails with more unquoted lines or quotes above their history stay whole. */
const maxLooked = 20_000;

/** Walks the lines once and notes everything that may be history. */
export function survey(lines: readonly Line[], hints: Hints): Found {
  const found: Found = {
    attributed: [],
    bare: [],
    introductions: new Set(),
    open: null,
    end: lines.length,
    whole: false,
  };
  const marks = new Set<string>();
  let ruled = false;
  let looked = 0;
  let at = 0;
  while (at < lines.length) {
    const line = lines[at]!;
    if (line.text === "" && line.depth === 0) {
      at++;
      continue;
    }
    looked++;
    if (looked > maxLooked) {
      found.whole = true;
      return found;
    }
    if (line.depth === 3 && isGroupWise(line.text)) return openAt(found, { line: at, column: 0, by: "line" });
    if (line.depth > 0) {
      at = surveyQuote(lines, at, found);
      if (found.whole) return found;
      continue;
    }
    if ((line.mark & Mark.forward) !== 0 || isForwardLine(line.text)) {
      found.whole = true;
      return found;
    }
    // What bars mark is a quote from here on.
    if (isBarred(lines, at) && quoteMarked(lines, at, marks)) continue;
    const after = introductionAt(lines, at, ruled || (line.mark & Mark.rule) !== 0);
    ruled = isLeadIn(line.text);
    if (after === null) {
      if (isDateAbove(lines, at)) {
        found.attributed.push({ line: at, column: 0, by: "quote" });
        found.introductions.add(at);
      }
      at++;
      continue;
    }
    if (after.mail && hints.forwarded) {
      found.whole = true;
      return found;
    }
    const next = nextText(lines, after.end);
    if (next < lines.length && (lines[next]!.depth > 0 || quoteMarked(lines, next, marks))) {
      found.attributed.push({ line: at, column: after.column, by: evidence(lines, at, after) });
      for (let own = at + (after.column > 0 ? 1 : 0); own < after.end; own++) found.introductions.add(own);
      at = after.end;
    } else if (after.strong) {
      return openAt(found, { line: at, column: after.column, by: "line" });
    } else at++;
  }
  return found;
}

function openAt(found: Found, cut: Cut): Found {
  found.open = cut;
  found.end = cut.line;
  return found;
}

/** Whether history is introduced at this unquoted line, and where the introduction ends. */
function introductionAt(lines: readonly Line[], at: number, ruled: boolean): Introduction | null {
  const { text, mark } = lines[at]!;
  if (isOriginalSeparator(text)) return { end: at + 1, strong: true, column: 0, mail: true };
  if (isReplyAbove(text)) return { end: at + 1, strong: true, column: 0, mail: false };
  const block = headerBlockAt(lines, at, ruled);
  if (block > 0) return { end: block, strong: true, column: 0, mail: true };
  const attribution = attributionAt(lines, at);
  const marked = (mark & Mark.history) !== 0 ? markedEnd(lines, at) : 0;
  if (marked > 0)
    return { end: Math.max(attribution?.end ?? 0, marked), strong: true, column: 0, mail: false };
  return attribution && { ...attribution, mail: false };
}

/**
 * The first line after an introduction that a program's own element marks, in whatever language: up to the quote, if
 * that is near. 0 when what stands there looks like words of the sender.
 */
function markedEnd(lines: readonly Line[], at: number): number {
  let next = at;
  let likely = false;
  for (; next < lines.length && next < at + 5 && lines[next]!.depth === 0; next++) {
    likely ||= /[\d@:：]/.test(lines[next]!.text);
  }
  if (!likely) return 0;
  return next < lines.length && lines[next]!.depth > 0 ? next : at + 1;
}

/** Whether a line is a date right above a quote, or a full one with a blank line between, and no answer that the words above it announce. */
function isDateAbove(lines: readonly Line[], at: number): boolean {
  const next = lines[at + 1];
  if (next === undefined || (next.depth === 0 && next.text !== "") || !isDateLine(lines[at]!)) return false;
  if (next.depth === 0 && (!isFullDate(lines[at]!.text) || (lines[at + 2]?.depth ?? 0) === 0)) return false;
  let above = at - 1;
  while (above >= 0 && above > at - 4 && lines[above]!.text === "") above--;
  return above < 0 || !/[:：,、]$/.test(lines[above]!.text);
}

/** How much an introduction says of what follows. */
function evidence(lines: readonly Line[], at: number, found: Introduction): Cut["by"] {
  if (found.strong) return "line";
  for (let next = at; next < found.end; next++) {
    const { text } = lines[next]!;
    if (bracketedPattern.test(text) || (/\d{4}/.test(text) && /\d\D+\d/.test(text))) return "line";
  }
  return "name";
}

const bracketedPattern = /[<([]\S{0,200}@/;

/** Notes the quote that begins at `at`; returns the first line after it. */
function surveyQuote(lines: readonly Line[], at: number, found: Found): number {
  let end = at;
  while (end < lines.length && (lines[end]!.depth > 0 || lines[end]!.text === "")) end++;
  const by = introducedBy(lines, at, found);
  if (by !== null) found.attributed.push({ line: at, column: 0, by });
  else found.bare.push(at);
  return end;
}

/** What says that a quote is history, null when nothing does. Its first three lines are looked at. */
function introducedBy(lines: readonly Line[], at: number, found: Found): Cut["by"] | null {
  const marked = (lines[at]!.mark & (Mark.cited | Mark.history)) !== 0;
  let seen = 0;
  for (let next = at; next < lines.length && lines[next]!.depth > 0 && seen < 3; next++) {
    const { text } = lines[next]!;
    if (!says(text)) continue;
    seen++;
    if (isForwardLine(text)) {
      found.whole = true;
      return null;
    }
    if (isOriginalSeparator(text) || headerBlockAt(lines, next, false) > 0) return "line";
    const attribution = attributionAt(lines, next);
    if (attribution !== null)
      return evidence(lines, next, { ...attribution, mail: false }) === "line" ? "line" : "quote";
  }
  return marked ? "quote" : null;
}

/** The next line that is not an unquoted blank one. */
export function nextText(lines: readonly Line[], from: number): number {
  let at = from;
  while (at < lines.length && lines[at]!.text === "" && lines[at]!.depth === 0) at++;
  return at;
}
