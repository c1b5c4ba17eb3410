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

/** The two parts of a mail. `quoted` is null when nothing was folded. */
export type Folded = { reply: string; quoted: string | null };

/** Longer HTML is not folded. */
const MAX_HTML = 16_000_000;

/** How often a reply is looked at again before the mail is left whole. */
const MAX_ROUNDS = 6;

/**
 * Folds the plain text of a mail (its own text/plain part, LF or CRLF). `reply` comes without trailing blanks,
 * `quoted` is the exact rest from where the history begins.
 */
export function foldText(text: string): Folded {
  let lines: Line[] = textLines(text);
  let end = text.length;
  let quoted: string | null = null;
  for (let round = 0; round < MAX_ROUNDS; round += 1) {
    const cut = findCut(lines);
    if (cut === null) return { reply: text.slice(0, end).trimEnd(), quoted };
    const line = lines[cut.line]!;
    end = cut.column > 0 ? line.textStart + cut.column : line.start;
    quoted = text.slice(end);
    lines = textLines(text.slice(0, end).trimEnd());
  }
  return { reply: text.trimEnd(), quoted: null };
}

/**
 * Folds the sanitised HTML of a mail (what html.ts keeps is listed in reply-html.ts). Both parts are well-formed
 * fragments; with nothing to fold `reply` is the input, unchanged.
 */
export function foldHtml(html: string): Folded {
  if (html.length > MAX_HTML) return { reply: html, quoted: null };
  const document = htmlLines(html);
  let lines = document.lines;
  let at = -1;
  for (let round = 0; round < MAX_ROUNDS; round += 1) {
    const cut = findCut(lines);
    if (cut === null) {
      const parts = at < 0 ? null : document.split(at);
      return parts ?? { reply: html, quoted: null };
    }
    at = cut.line;
    lines = lines.slice(0, at);
  }
  return { reply: html, quoted: null };
}
