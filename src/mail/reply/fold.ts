// Reply folding: what the sender wrote now, and the history around it. Pure. Four things hold for every input:
//
//   - the reply says something whenever the mail does;
//   - reply and quoted together hold every visible word of the mail once, each in the order of the mail;
//   - folding a reply again changes nothing;
//   - the cost is linear in the length, and no expression backtracks over a body: lines are capped before any is tried.
//
// Signatures, forwards and answers between quotes are not history and stay in the reply (cut.ts).

import { type CutPoint, cutPoint, withoutMarks } from "./cut-html.ts";
import { findFold } from "./find-fold.ts";
import type { Hints } from "./find-history.ts";
import { htmlLines } from "./html-lines.ts";
import { type Line, textLines } from "./lines.ts";

/** The two parts of a mail. `quoted` is null when nothing was folded. */
export type Folded = { reply: string; quoted: string | null };

export type { Hints } from "./find-history.ts";

/** Longer HTML is not folded. */
const maxHtml = 16_000_000;

/** How often a reply is looked at again before the mail is left whole. */
const maxRounds = 6;

/** What was taken out of a reply, and the offset in the reply in front of which it stood. */
interface Hole {
  at: number;
  part: string;
}

/** A range of a reply that is taken out: its parts are joined with what was taken out inside it before. */
interface Range {
  from: number;
  to: number;
}

/**
 * Folds the plain text of a mail (its own text/plain part, LF or CRLF). `reply` comes without trailing blanks,
 * `quoted` holds the exact rest, from where each piece of history begins.
 */
export function foldText(text: string, hints: Hints = {}): Folded {
  const whole: Folded = { reply: text.trimEnd(), quoted: null };
  let kept = text;
  let holes: Hole[] = [];
  for (let round = 0; round < maxRounds; round++) {
    const lines = textLines(kept.trimEnd());
    if (lines === null) return whole;
    const fold = findFold(lines, hints);
    if (fold === null) return { reply: kept.trimEnd(), quoted: joined(holes) };
    const first = lines[fold.line]!;
    const from = fold.column > 0 ? first.textStart + fold.column : first.start;
    const to = fold.end < lines.length ? lines[fold.end]!.start : kept.length;
    const part = takenOut(kept, holes, { from, to });
    // Words in front of an attribution on its own line end that line.
    const head = kept.slice(0, from) + (fold.column > 0 && to < kept.length ? "\n" : "");
    holes = moved(holes, { from, to }, { at: head.length, part });
    kept = head + kept.slice(to);
  }
  return whole;
}

/**
 * Folds the sanitised HTML of a mail (what mail/html/sanitize.ts keeps is listed in html.ts). Both parts are well-formed
 * fragments; with nothing to fold `reply` is the input, unchanged.
 */
export function foldHtml(html: string, hints: Hints = {}): Folded {
  const whole: Folded = { reply: html, quoted: null };
  if (html.length > maxHtml) return whole;
  let kept = html;
  let holes: Hole[] = [];
  for (let round = 0; round < maxRounds; round++) {
    // What a program's element means can depend on what it holds: each reply is read afresh.
    const lines = htmlLines(kept);
    if (lines === null) return whole;
    const fold = findFold(lines, hints);
    if (fold === null) return { reply: kept, quoted: joined(holes) };
    const start = pointBefore(kept, lines, fold.line);
    const stop = pointBefore(kept, lines, fold.end);
    if (start === null || stop === null) return whole;
    const range = { from: start.at, to: stop.at };
    // Where something was taken out before, no element is open: the pieces fit together.
    const part = start.openers + takenOut(kept, holes, range) + stop.closers;
    const head = kept.slice(0, start.at) + start.closers;
    // What is opened again for words of the sender no longer marks history.
    const tail = withoutMarks(stop.openers) + kept.slice(stop.at);
    holes = moved(holes, range, { at: head.length, part });
    kept = head + tail;
  }
  return whole;
}

function joined(holes: readonly Hole[]): string | null {
  return holes.length === 0 ? null : holes.map((hole) => hole.part).join("");
}

/** What lies in a range, with what was taken out of it before at its place. */
function takenOut(kept: string, holes: readonly Hole[], range: Range): string {
  let part = "";
  let at = range.from;
  for (const hole of holes) {
    if (hole.at < range.from || hole.at > range.to) continue;
    part += kept.slice(at, hole.at) + hole.part;
    at = hole.at;
  }
  return part + kept.slice(at, range.to);
}

/** The holes once a range is taken out, which leaves the hole `made`. */
function moved(holes: readonly Hole[], range: Range, made: Hole): Hole[] {
  const before = holes.filter((hole) => hole.at < range.from);
  const after = holes.filter((hole) => hole.at > range.to);
  return [...before, made, ...after.map((hole) => ({ ...hole, at: hole.at - range.to + made.at }))];
}

/** Where the HTML is cut: between the last text before a line and the first from there on. */
function pointBefore(html: string, lines: readonly Line[], at: number): CutPoint | null {
  if (at >= lines.length) return { at: html.length, closers: "", openers: "" };
  let before = at - 1;
  while (before >= 0 && lines[before]!.text === "") before--;
  if (before < 0) return { at: 0, closers: "", openers: "" };
  const next = lines.slice(at).find((line) => line.text !== "") ?? lines[at]!;
  return cutPoint(html, lines[before]!.end, next.start);
}
