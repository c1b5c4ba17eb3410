// Which lines are history. A fold is one range of lines that is taken out: mostly from where history begins to the end
// of the mail, or a quote above the words that answer it. The rules, in the order in which they decide:
//
//   - What follows a forward's separator was sent on purpose: nothing is folded from there on.
//   - History is *attributed* (an attribution line, a header block, a separator, a program's own markup) or is a bare
//     quote. Attributed history without quote marks runs to the end of the mail.
//   - What stands below the last words of the sender is folded from the first history there. Footers and signatures
//     below a quote are not words of the sender.
//   - One quote above the last words of the sender is what they answer, and is folded (answer.ts). Answers
//     between several quotes keep them.
//   - With nothing said beside the history nothing is folded.

import { answeredQuote, isContinued } from "./answered-quote.ts";
import { announces, plain, says } from "./compare-text.ts";
import { type Cut, type Found, type Hints, survey } from "./find-history.ts";
import { isBareSeparator, isLeadIn } from "./header-blocks.ts";
import { type Fold, type Line, Mark } from "./lines.ts";
import { readsAsMail } from "./prose.ts";
import { isMobileFooter, isSignatureDelimiter, isSignatureTail } from "./signature.ts";
import { spillsOf } from "./wrapped-quotes.ts";

/** The next history in these lines, or null when nothing is to be folded. */
export function findFold(lines: readonly Line[], hints: Hints): Fold | null {
  const found = survey(lines, hints);
  if (found.whole) return null;
  const spills = spillsOf(lines, found.end);
  const last = lastSaid(lines, found, spills);
  const cut = cutBelow(lines, found, last);
  if (cut === null) return answeredQuote(lines, found, spills);
  const { line, column, by } = cut;
  // What goes on below a single answer is the rest of one quote: the answer stands inside.
  if (by !== "line" && isContinued(lines, found, { spills, from: line })) return null;
  return { line: column > 0 ? line : withLeadIn(lines, line), column, end: lines.length };
}

/** The first history below the last words of the sender. */
function cutBelow(lines: readonly Line[], found: Found, last: number): Cut | null {
  const cut =
    found.attributed.find((one) => one.line > last || (one.line === last && one.column > 0)) ??
    found.open ??
    bareQuote(lines, found, last);
  if (cut === null) return null;
  const start = cut.column > 0 ? cut : { ...cut, line: withLeadIn(lines, cut.line) };
  if (!isReply(lines, start)) return null;
  return cut === found.open && answersInside(lines, cut.line) ? null : cut;
}

/** The last line before the open history that the sender wrote, -1 when there is none. */
function lastSaid(lines: readonly Line[], found: Found, spills: ReadonlySet<number>): number {
  let end = found.end;
  let quoted = end - 1;
  while (quoted >= 0 && lines[quoted]!.depth === 0 && !found.introductions.has(quoted) && !spills.has(quoted))
    quoted--;
  if (quoted >= 0 && isSignatureTail(lines, quoted + 1, end)) end = quoted + 1;
  for (let at = end - 1; at >= 0; at--) {
    const line = lines[at]!;
    if (line.depth > 0 || found.introductions.has(at) || spills.has(at) || !says(line.text)) continue;
    return at;
  }
  return -1;
}

/** A quote without attribution at the very end, unless the sender plainly shows something with it. */
function bareQuote(lines: readonly Line[], found: Found, last: number): Cut | null {
  const at = found.bare.find((one) => one > last);
  if (at === undefined || last < 0 || (lines[at]!.mark & Mark.indent) !== 0) return null;
  // Programs leave a blank line above history; who cites, or shows a difference, often does not.
  if (lines[at - 1]!.text !== "" || announces(lines[last]!.text)) return null;
  // The rest of an introduced quote needs no proof.
  if (found.attributed.length === 0 && !readsAsMail(lines, at)) return null;
  let shallow = false;
  let spoken = false;
  let marks = 0;
  for (let next = at; next < lines.length && lines[next]!.depth > 0; next++) {
    if (lines[next]!.depth <= 2) shallow = true;
    spoken ||= says(lines[next]!.text);
    marks++;
  }
  if (!shallow || !spoken) return null; // ">>> print(1)"
  if (marks === 1 && /^[\d=$%]/.test(lines[at]!.text)) return null; // "> 5 items"
  return { line: at, column: 0, by: "quote" };
}

/** Moves a cut up over drawn rules and separators that stand right above it. */
function withLeadIn(lines: readonly Line[], cut: number): number {
  let start = cut;
  for (let at = cut - 1; at >= 0 && at >= cut - 6; at--) {
    const { text, depth } = lines[at]!;
    if (text === "") continue;
    if (depth > 0 || isSignatureDelimiter(text) || !(isLeadIn(text) || isBareSeparator(text))) break;
    start = at;
  }
  return start;
}

/** Whether something was said above the cut, beyond a signature. */
function isReply(lines: readonly Line[], cut: Cut): boolean {
  const end = cut.line + (cut.column > 0 ? 1 : 0);
  for (let at = 0; at < end; at++) {
    const { text, mark } = lines[at]!;
    if (isSignatureDelimiter(text)) return false;
    if ((mark & Mark.signature) !== 0 || !says(text) || isMobileFooter(text)) continue;
    return true;
  }
  return false;
}

const inlinePattern =
  /\bin-?line\b|\bin line\b|\b(?:answers?|comments?|repl(?:y|ies)|responses?|notes?|feedback) (?:are |is )?(?:below|in (?:red|blue|green|bold|colou?r))\b|\bsee (?:my )?(?:answers|comments|replies|responses) (?:below|in)\b/;

/** Whether the sender says that the answers stand inside unmarked history, where nothing else would show them. */
function answersInside(lines: readonly Line[], cut: number): boolean {
  let length = 0;
  for (let at = 0; at < cut; at++) {
    length += lines[at]!.text.length;
    if (length > 600) return false;
    if (inlinePattern.test(plain(lines[at]!.text))) return true;
  }
  return false;
}
