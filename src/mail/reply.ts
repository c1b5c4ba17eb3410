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
  let folded = whole;
  for (let round = 0; round < MAX_ROUNDS; round += 1) {
    // What a program's element means can depend on what it holds: each reply is read afresh.
    const lines = htmlLines(folded.reply);
    if (lines === null) return whole;
    const cut = findCut(lines, hints);
    if (cut === null) return folded;
    // Offsets in the reply, which is the beginning of the source, are offsets in the source.
    const parts = splitBefore(html, lines, cut.line);
    if (parts === null) return whole;
    folded = parts;
  }
  return whole;
}

/** Cuts between the last text before a line and the first from there on. */
function splitBefore(html: string, lines: readonly Line[], at: number): Folded | null {
  let before = at - 1;
  while (lines[before]!.text === "") before -= 1;
  const next = lines.slice(at).find((line) => line.text !== "") ?? lines[at]!;
  return splitHtml(html, lines[before]!.end, next.start);
}
