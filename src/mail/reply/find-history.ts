// Finds everything in a mail that may be history, in one pass over its lines: introductions (attribution lines, header blocks,
// separators, mail programs' own elements), quotes, and forwards, below which nothing is history.

import { attributionAt } from "./attribution.ts";
import { isBarred, quoteMarked } from "./bar-marks.ts";
import { hasContent, plain } from "./compare-text.ts";
import { datedNameAt } from "./dated-names.ts";
import {
  blockFields,
  headerBlockAt,
  isForwardLine,
  isGroupWise,
  isLeadIn,
  isOriginalSeparator,
  isReplyAbove,
} from "./header-blocks.ts";
import { introducingPattern, Mark, type VisibleLine } from "./lines.ts";
import { notesBlockAt } from "./notes-block.ts";
import { isDateLine, isFullDate } from "./prose.ts";
import { saidAt } from "./said.ts";

/**
 * Where history begins: its first line, how many characters of that line stay in the reply, and the evidence: "line" with a date
 * or an address, "name" alone, or only "quote" marks or markup.
 */
export type HistoryStart = {
  line: number;
  column: number;
  by: "line" | "name" | "quote";
  /** The introduction is nothing but a name and a verb at most. */
  isName?: boolean;
};

/** Facts about the mail from outside its body. */
export interface HistoryHints {
  /** The subject marks a forward: of one that answers a mail, only quotes behind marks, with an attribution, are history; of another, nothing. */
  forwarded?: boolean;
  /** The header and the subject name no mail that is answered: only quotes behind marks, with an attribution, are history. */
  answersNone?: boolean;
  /** The address of its sender, in small letters. */
  author?: string;
  /** Names of the people that the mail goes to, in plain form: one of them may stand alone above a quote. */
  people?: ReadonlySet<string>;
  /** True: the mail came by a list, and the person whom it answers may not be named by To and Cc. */
  byList?: boolean;
  /** History was found already, so a label above a quote is the sender's: "Tools:". */
  folded?: boolean;
}

/** The introduction of a history. */
interface Introduction {
  /** The first line after it. */
  end: number;
  /** Certain enough to count above unquoted text. */
  strong: boolean;
  column: number;
  /** A header block or separator, or a program's own element alone: a whole mail follows, as in forwards. */
  mail?: boolean;
  isName?: boolean;
}

/** Everything in a mail that may be history. */
export interface MailHistory {
  /** Quotes with an attribution, in order. */
  attributed: HistoryStart[];
  /** First lines of quotes without an attribution, in order. */
  bare: number[];
  /** Lines of attributions and header blocks, which are not text of the sender. */
  introductions: Set<number>;
  /** History without quote marks, which extends to the end; or null. */
  open: HistoryStart | null;
  /** The first line after the introduction of the open history. */
  openEnd: number;
  /** The last possible end of the sender's text: the open history, or the end of the mail. */
  end: number;
  /** Nothing may be folded: the mail holds a forward, or too many lines. */
  whole: boolean;
}

/** Mails with more unquoted lines and quotes above their history are not folded. */
const maxLinesRead = 20_000;

/** Finds everything that may be history. */
export function findHistory(lines: readonly VisibleLine[], hints: HistoryHints): MailHistory {
  const found: MailHistory = {
    attributed: [],
    bare: [],
    introductions: new Set(),
    open: null,
    openEnd: lines.length,
    end: lines.length,
    whole: false,
  };
  const marks = new Set<string>();
  let ruled = false;
  let linesRead = 0;
  let at = 0;
  while (at < lines.length) {
    const line = lines[at]!;
    if (line.text === "" && line.depth === 0) {
      at++;
      continue;
    }
    linesRead++;
    if (linesRead > maxLinesRead) {
      found.whole = true;
      return found;
    }
    if (line.depth === 3 && isGroupWise(line.text))
      return openAt(found, { line: at, column: 0, by: "line" }, at + 1);
    if (line.depth > 0) {
      const { end, opens } = recordQuote(lines, at, found, hints);
      if (opens && hints.answersNone !== true) return openAt(found, { line: at, column: 0, by: "line" }, end);
      at = end;
      if (found.whole) return found;
      continue;
    }
    if ((line.mark & Mark.forward) !== 0 || isForwardLine(line.text)) {
      found.whole = true;
      return found;
    }
    // Lines behind bars count as quotes from here on.
    if (isBarred(lines, at) && quoteMarked(lines, at, marks)) continue;
    const program = introductionAt(lines, at, { ruled: ruled || (line.mark & Mark.rule) !== 0, hints });
    const after: Introduction | null =
      program?.strong === true
        ? program
        : (named(program, saidAt(lines, at, hints)) ?? datedNameAt(lines, at, hints));
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
      const { column, isName = false } = after;
      found.attributed.push({ line: at, column, by: evidence(lines, at, after), isName });
      for (let own = at + (after.column > 0 ? 1 : 0); own < after.end; own++) found.introductions.add(own);
      at = after.end;
    } else if (after.strong && hints.answersNone !== true) {
      return openAt(found, { line: at, column: after.column, by: "line" }, after.end);
    } else at++;
  }
  return found;
}

/** An introduction by a program, with the mark of a name where a person may have typed it. */
function named(program: Introduction | null, said: Introduction | null): Introduction | null {
  if (program === null || said?.end !== program.end) return program ?? said;
  return { ...program, isName: true };
}

function openAt(found: MailHistory, cut: HistoryStart, introductionEnd: number): MailHistory {
  found.open = cut;
  found.openEnd = introductionEnd;
  found.end = cut.line;
  return found;
}

/** The introduction that begins at this unquoted line, or null. */
function introductionAt(
  lines: readonly VisibleLine[],
  at: number,
  { ruled, hints }: { ruled: boolean; hints: HistoryHints },
): Introduction | null {
  const { text, mark } = lines[at]!;
  if (isOriginalSeparator(text) && opensMail(lines, at + 1))
    return { end: at + 1, strong: true, column: 0, mail: true };
  if (isReplyAbove(text)) return { end: at + 1, strong: true, column: 0 };
  const block = headerBlockAt(lines, at, ruled) || notesBlockAt(lines, at);
  if (block > 0 && !isOwnMail(lines, { at, end: block }, hints))
    return { end: block, strong: true, column: 0, mail: true };
  const attribution = attributionAt(lines, at);
  const marked = (mark & Mark.history) !== 0 ? markedEnd(lines, at) : 0;
  const mail = attribution === null;
  if (marked > 0) return { end: Math.max(attribution?.end ?? 0, marked), strong: true, column: 0, mail };
  return attribution;
}

/** Whether a header block is that of a mail by the sender of this one to others: they show what did not arrive. */
function isOwnMail(
  lines: readonly VisibleLine[],
  { at, end }: { at: number; end: number },
  { author = "", people }: HistoryHints,
): boolean {
  if (author === "" || people === undefined || people.size === 0) return false;
  const { from, to } = blockFields(lines, at, end);
  if (to === "" || !addressesOf(from).includes(author)) return false;
  return !to.split(/[^\p{L}\p{M}\p{N}]+/u, 60).some((word) => people.has(plain(word)));
}

function addressesOf(text: string): string[] {
  return text.toLowerCase().match(/[^\s<>()[\]:;,"@]{1,64}@[^\s<>()[\]:;,"@]{1,255}/g) ?? [];
}

/**
 * Whether a mail begins below a separator: a label, an address, a date or a greeting says so, a quote, or the end. Below a
 * sentence that goes on there, "In Outlook you will see", the separator is what it speaks of.
 */
function opensMail(lines: readonly VisibleLine[], from: number): boolean {
  const line = lines[nextText(lines, from)];
  // Some programs write the labels behind the separator.
  if (/[@:：]/.test(lines[from - 1]!.text)) return true;
  if (line === undefined || line.depth > 0) return true;
  const above = lines[lastText(lines, from - 2)]?.text ?? "";
  // "The banner reads … and our parser skips it": above is no name, and no farewell, below no label.
  const goesOn = / \p{Ll}/u.test(above) && /[\p{L}\p{N}]$/u.test(above);
  if (goesOn && /^\p{Ll}[^:：@]*$/u.test(line.text)) return false;
  if (/[\d@:：]|[,!，！]$/.test(line.text)) return true;
  return !/[\p{L}\p{N},]$/u.test(above) || (above.split(" ").length <= 3 && !ideographsPattern.test(above));
}

/** More of them than a name has. */
const ideographsPattern = /[\p{sc=Han}\p{sc=Hira}\p{sc=Kana}]{5}/u;

/**
 * The first line after an introduction that a mail program's own element marks, in any language: up to the quote, if that is
 * near. 0 when the lines look like text of the sender.
 */
function markedEnd(lines: readonly VisibleLine[], at: number): number {
  let next = at;
  let likely = false;
  for (; next < lines.length && next < at + 5 && lines[next]!.depth === 0; next++) {
    likely ||= introducingPattern.test(lines[next]!.text);
  }
  if (!likely) return 0;
  return next < lines.length && lines[next]!.depth > 0 ? next : at + 1;
}

/** Whether a line is a date directly above a quote, or a full date above a blank line and a quote, and not announced by the line above. */
function isDateAbove(lines: readonly VisibleLine[], at: number): boolean {
  const next = lines[at + 1];
  if (next === undefined || (next.depth === 0 && next.text !== "") || !isDateLine(lines[at]!)) return false;
  if (next.depth === 0 && (!isFullDate(lines[at]!.text) || (lines[at + 2]?.depth ?? 0) === 0)) return false;
  let above = at - 1;
  while (above >= 0 && above > at - 4 && lines[above]!.text === "") above--;
  return above < 0 || !/[:：,、]$/.test(lines[above]!.text);
}

/** The evidence of an introduction. */
function evidence(lines: readonly VisibleLine[], at: number, found: Introduction): HistoryStart["by"] {
  if (found.strong) return "line";
  for (let next = at; next < found.end; next++) {
    const { text } = lines[next]!;
    if (bracketedPattern.test(text) || (/\d{4}/.test(text) && /\d\D+\d/.test(text))) return "line";
  }
  return "name";
}

const bracketedPattern = /[<([]\S{0,200}@/;

/**
 * Records the quote that begins at `at`.
 * @returns the first line after it, and whether it is a header block in a program's own element above unquoted text: some
 *   programs put nothing else there
 */
function recordQuote(
  lines: readonly VisibleLine[],
  at: number,
  found: MailHistory,
  hints: HistoryHints,
): { end: number; opens: boolean } {
  let end = at;
  while (end < lines.length && (lines[end]!.depth > 0 || lines[end]!.text === "")) end++;
  const by = introducedBy(lines, at, found, hints.forwarded === true);
  if (by !== null) found.attributed.push({ line: at, column: 0, by });
  else found.bare.push(at);
  const isMarked = (lines[at]!.mark & Mark.history) !== 0 && end < lines.length;
  const block = by === "line" && isMarked ? headerBlockAt(lines, at, false) : 0;
  return { end, opens: block > 0 && nextText(lines, block) === end };
}

/** The evidence that a quote is history, in its first three lines; null without any. */
function introducedBy(
  lines: readonly VisibleLine[],
  at: number,
  found: MailHistory,
  forwarded: boolean,
): HistoryStart["by"] | null {
  const marked = (lines[at]!.mark & (Mark.cited | Mark.history)) !== 0;
  // An answered mail may begin with a mail that it forwarded.
  const answered = found.introductions.has(lastText(lines, at - 1));
  const isForwarded = forwarded && !answered;
  let seen = 0;
  for (let next = at; next < lines.length && lines[next]!.depth > 0 && seen < 3; next++) {
    const { text } = lines[next]!;
    if (!hasContent(text)) continue;
    seen++;
    if (isForwardLine(text) && !answered) {
      found.whole = true;
      return null;
    }
    if (isOriginalSeparator(text) || headerBlockAt(lines, next, false) > 0) {
      found.whole ||= isForwarded;
      return "line";
    }
    const attribution = attributionAt(lines, next);
    if (attribution !== null) return evidence(lines, next, attribution) === "line" ? "line" : "quote";
  }
  found.whole ||= marked && isForwarded;
  return marked ? "quote" : null;
}

function lastText(lines: readonly VisibleLine[], from: number): number {
  let at = from;
  while (at >= 0 && lines[at]!.text === "") at--;
  return at;
}

/** The next line that is quoted or not blank. */
function nextText(lines: readonly VisibleLine[], from: number): number {
  let at = from;
  while (at < lines.length && lines[at]!.text === "" && lines[at]!.depth === 0) at++;
  return at;
}
