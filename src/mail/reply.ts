// Reply folding: what the sender wrote now, and the history below it. Pure. Four things hold for every input:
//
//   - the reply says something whenever the mail does;
//   - reply and quoted together hold every visible word of the mail, once and in order: there is one cut;
//   - folding a reply again changes nothing;
//   - the cost is linear in the length, and no expression backtracks over a body: lines are capped before any is tried.
//
// Signatures, forwards and answers between quotes are not history and stay in the reply (reply-cut.ts).

import { findCut } from "./reply-cut.ts";
import { htmlLines } from "./reply-html.ts";
import { type Line, textLines } from "./reply-lines.ts";
import { splitHtml } from "./reply-split.ts";
import type { Hints } from "./reply-survey.ts";

/** The two parts of a mail. `quoted` is null when nothing was folded. */
export type Folded = { reply: string; quoted: string | null };

export type { Hints } from "./reply-survey.ts";

/** Longer HTML is not folded. */
const MAX_HTML = 16_000_000;

/** How often a reply is looked at again before the mail is left whole. */
const MAX_ROUNDS = 6;

/**
 * Folds the plain text of a mail (its own text/plain part, LF or CRLF). `reply` comes without trailing blanks,
 * `quoted` is the exact rest from where the history begins.
 */
export function foldText(text: string, hints: Hints = {}): Folded {
  const whole: Folded = { reply: text.trimEnd(), quoted: null };
  let lines = textLines(text);
  let end = text.length;
  let quoted: string | null = null;
  for (let round = 0; round < MAX_ROUNDS; round += 1) {
    if (lines === null) return whole;
    const cut = findCut(lines, hints);
    if (cut === null) return quoted === null ? whole : { reply: text.slice(0, end).trimEnd(), quoted };
    const line = lines[cut.line]!;
    end = cut.column > 0 ? line.textStart + cut.column : line.start;
    quoted = text.slice(end);
    lines = textLines(text.slice(0, end).trimEnd());
  }
  return whole;
}

/**
 * Folds the sanitised HTML of a mail (what html.ts keeps is listed in reply-html.ts). Both parts are well-formed
 * fragments; with nothing to fold `reply` is the input, unchanged.
 */
export function foldHtml(html: string, hints: Hints = {}): Folded {
  const whole: Folded = { reply: html, quoted: null };
  if (html.length > MAX_HTML) return whole;
  const lines = htmlLines(html);
  if (lines === null) return whole;
  let kept = lines;
  for (let round = 0; round < MAX_ROUNDS; round += 1) {
    const cut = findCut(kept, hints);
    if (cut === null) return kept === lines ? whole : (splitBefore(html, lines, kept.length) ?? whole);
    kept = withoutBlanks(lines, cut.line);
  }
  return whole;
}

/** The lines before `end` without the blank ones at their end. */
function withoutBlanks(lines: Line[], end: number): Line[] {
  let last = end;
  while (last > 0 && lines[last - 1]!.text === "") last -= 1;
  return lines.slice(0, last);
}

function splitBefore(html: string, lines: Line[], end: number): Folded | null {
  const next = lines.slice(end).find((line) => line.text !== "") ?? lines[end]!;
  return splitHtml(html, lines[end - 1]!.end, next.start);
}
