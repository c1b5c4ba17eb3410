// Folds replies: separates the sender's text from the history around it. Pure. For every input:
//
//   - the reply has text whenever the mail has;
//   - reply and quoted together hold every visible word of the mail once, in the order of the mail;
//   - folding a reply again changes nothing, unless it begins with a label above a quote ("Tools:"), which alone reads as a name;
//   - the cost is linear, and no expression backtracks over a body: lines are cut before any is matched.
//
// Signatures, forwards and answers between quotes are not history and stay in the reply (find-fold.ts).

import { type CutPoint, cutPoint, withoutMarks } from "./cut-html.ts";
import { findFold } from "./find-fold.ts";
import type { HistoryHints } from "./find-history.ts";
import { htmlLines } from "./html-lines.ts";
import { textLines, type VisibleLine } from "./lines.ts";

/** The two parts of a mail. `quoted` is null when nothing was folded. */
export type FoldedReply = { reply: string; quoted: string | null };

export type { HistoryHints } from "./find-history.ts";

/** Longer HTML is not folded. */
const maxHtml = 16_000_000;

/** Folds in one mail; a mail with more is not folded. */
const maxRounds = 6;

/** Where plain text is cut: [from, to), to the end where `to` is -1. */
export type TextCut = [from: number, to: number];
/** Where HTML is cut: between the texts that end and begin there, twice; at the edge of the HTML where the end is -1. */
export type HtmlCut = [end: number, start: number, end: number, start: number];

/** Takes parts out of plain text. @param cuts in order, apart from each other */
export function cutText(text: string, cuts: readonly TextCut[]): FoldedReply {
  let reply = "";
  let quoted = "";
  let at = 0;
  for (const [from, to] of cuts) {
    const end = to < 0 ? text.length : to;
    reply += text.slice(at, from);
    quoted += text.slice(from, end);
    at = end;
  }
  return { reply: (reply + text.slice(at)).trimEnd(), quoted: cuts.length === 0 ? null : quoted };
}

/** As `cutText`, of sanitised HTML; null where it is nested too deep. */
export function cutHtml(html: string, cuts: readonly HtmlCut[]): FoldedReply | null {
  let kept = html;
  const parts: string[] = [];
  for (const [endBefore, startOf, endOf, startAfter] of cuts.toReversed()) {
    const start = endBefore < 0 ? edge(0) : cutPoint(html, endBefore, startOf);
    const stop = endOf < 0 ? edge(html.length) : cutPoint(html, endOf, startAfter);
    if (start === null || stop === null) return null;
    parts.push(start.openers + html.slice(start.at, stop.at) + stop.closers);
    kept = kept.slice(0, start.at) + start.closers + withoutMarks(stop.openers) + kept.slice(stop.at);
  }
  return { reply: kept, quoted: parts.length === 0 ? null : parts.reverse().join("") };
}

function edge(at: number): CutPoint {
  return { at, closers: "", openers: "" };
}

/** A part that was removed, and its offset in the remaining reply. */
interface RemovedPart {
  at: number;
  part: string;
}

/** A range of the reply that is removed; parts removed from it before are joined with it. */
interface ReplyRange {
  from: number;
  to: number;
}

/**
 * Folds the plain text of a mail (its text/plain part, LF or CRLF). `reply` has no trailing white space; `quoted` holds the
 * removed parts unchanged.
 */
export function foldText(text: string, hints: HistoryHints = {}): FoldedReply {
  const whole: FoldedReply = { reply: text.trimEnd(), quoted: null };
  let kept = text;
  let removed: RemovedPart[] = [];
  for (let round = 0; round < maxRounds; round++) {
    const lines = textLines(kept.trimEnd());
    if (lines === null) return whole;
    const fold = findFold(lines, removed.length > 0 ? { ...hints, folded: true } : hints);
    if (fold === null) return { reply: kept.trimEnd(), quoted: joined(removed) };
    const first = lines[fold.line]!;
    const from = fold.column > 0 ? first.textStart + fold.column : first.start;
    const to = fold.end < lines.length ? lines[fold.end]!.start : kept.length;
    const part = removedPart(kept, removed, { from, to });
    // The sender's text before an attribution on the same line ends that line.
    const head = kept.slice(0, from) + (fold.column > 0 && to < kept.length ? "\n" : "");
    removed = moved(removed, { from, to }, { at: head.length, part });
    kept = head + kept.slice(to);
  }
  return whole;
}

/**
 * Folds the sanitised HTML of a mail (html-lines.ts lists what mail/html/sanitize.ts keeps for it). Both parts are
 * well-formed fragments; without history `reply` is the input, unchanged.
 */
export function foldHtml(html: string, hints: HistoryHints = {}): FoldedReply {
  const whole: FoldedReply = { reply: html, quoted: null };
  if (html.length > maxHtml) return whole;
  let kept = html;
  let removed: RemovedPart[] = [];
  for (let round = 0; round < maxRounds; round++) {
    // The meaning of an element can depend on its content: the remaining reply is read again.
    const lines = htmlLines(kept);
    if (lines === null) return whole;
    const fold = findFold(lines, removed.length > 0 ? { ...hints, folded: true } : hints);
    if (fold === null) return { reply: kept, quoted: joined(removed) };
    const start = pointBefore(kept, lines, fold.line);
    const stop = pointBefore(kept, lines, fold.end);
    if (start === null || stop === null) return whole;
    const range = { from: start.at, to: stop.at };
    // No element is open where a part was removed before: the parts can be joined.
    const part = start.openers + removedPart(kept, removed, range) + stop.closers;
    const head = kept.slice(0, start.at) + start.closers;
    // Elements that are opened again for text of the sender must not mark history.
    const tail = withoutMarks(stop.openers) + kept.slice(stop.at);
    removed = moved(removed, range, { at: head.length, part });
    kept = head + tail;
  }
  return whole;
}

function joined(removed: readonly RemovedPart[]): string | null {
  return removed.length === 0 ? null : removed.map((hole) => hole.part).join("");
}

/** The content of a range, with the parts that were removed from it before. */
function removedPart(kept: string, removed: readonly RemovedPart[], range: ReplyRange): string {
  let part = "";
  let at = range.from;
  for (const hole of removed) {
    if (hole.at < range.from || hole.at > range.to) continue;
    part += kept.slice(at, hole.at) + hole.part;
    at = hole.at;
  }
  return part + kept.slice(at, range.to);
}

/** The removed parts after a range was removed as `made`. */
function moved(removed: readonly RemovedPart[], range: ReplyRange, made: RemovedPart): RemovedPart[] {
  const before = removed.filter((hole) => hole.at < range.from);
  const after = removed.filter((hole) => hole.at > range.to);
  return [...before, made, ...after.map((hole) => ({ ...hole, at: hole.at - range.to + made.at }))];
}

/** Where the HTML is cut: between the last text before a line and the first text from there on. */
function pointBefore(html: string, lines: readonly VisibleLine[], at: number): CutPoint | null {
  if (at >= lines.length) return edge(html.length);
  let before = at - 1;
  while (before >= 0 && lines[before]!.text === "") before--;
  if (before < 0) return edge(0);
  const next = lines.slice(at).find((line) => line.text !== "") ?? lines[at]!;
  return cutPoint(html, lines[before]!.end, next.start);
}
