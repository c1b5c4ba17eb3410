// Where history begins. One cut: what stands above it is the reply, what stands below is folded, so that no word is
// lost and order is kept by construction. The rules, in the order in which they decide:
//
//   - What follows a forward's separator was sent on purpose: nothing is folded from there on.
//   - History is *attributed* (an attribution line, a header block, a separator, a program's own markup) or is a bare
//     quote. Attributed history without quote marks runs to the end of the mail.
//   - Whatever the sender wrote after a quote keeps that quote in the reply: the cut lies below the last words of the
//     sender. Footers and signatures below a quote are not words of the sender.
//   - With nothing said above the cut there is no cut: forwards, and answers given below or inside, stay whole.

import { plain, says } from "./reply-compare.ts";
import { isBareSeparator, isLeadIn } from "./reply-headers.ts";
import { type Line, Mark } from "./reply-lines.ts";
import { isMobileFooter, isSignatureDelimiter, isSignatureTail } from "./reply-signature.ts";
import { type Cut, type Found, type Hints, nextText, survey } from "./reply-survey.ts";

/** Where the history in these lines begins, or null when nothing is to be folded. */
export function findCut(lines: readonly Line[], hints: Hints): Cut | null {
  const found = survey(lines, hints);
  if (found.whole) return null;
  const last = lastSaid(lines, found);
  const cut =
    found.attributed.find((one) => one.line > last || (one.line === last && one.column > 0)) ??
    found.open ??
    bareQuote(lines, found, last) ??
    afterFooter(lines, found);
  if (cut === null) return null;
  const start = cut.column > 0 ? cut : { line: withLeadIn(lines, cut.line), column: 0 };
  if (!isReply(lines, start)) return null;
  if (cut === found.open && answersInside(lines, cut.line)) return null;
  return start;
}

/** The last line before the open history that the sender wrote, -1 when there is none. */
function lastSaid(lines: readonly Line[], found: Found): number {
  let end = found.end;
  let quoted = end - 1;
  while (quoted >= 0 && lines[quoted]!.depth === 0 && !found.introductions.has(quoted)) quoted -= 1;
  if (quoted >= 0 && isSignatureTail(lines, quoted + 1, end)) end = quoted + 1;
  const rewrapped = isRewrapped(lines, end);
  for (let at = end - 1; at >= 0; at -= 1) {
    const line = lines[at]!;
    if (line.depth > 0 || found.introductions.has(at) || !says(line.text)) continue;
    if (!isSpill(lines, at, rewrapped)) return at;
  }
  return -1;
}

/** Whether quoted lines were broken by a program on the way: at least one spill that is beyond doubt. */
function isRewrapped(lines: readonly Line[], end: number): boolean {
  for (let at = 1; at < end; at += 1) {
    if (lines[at]!.depth === 0 && lines[at - 1]!.depth > 0 && isSpill(lines, at, false)) return true;
  }
  return false;
}

/** Whether an unmarked line between quoted ones is the rest of the quoted line above it. */
function isSpill(lines: readonly Line[], at: number, rewrapped: boolean): boolean {
  const before = lines[at - 1];
  const after = lines[at + 1];
  if (!between(before, after)) return false;
  const { text } = lines[at]!;
  if (LINK_ALONE.test(text)) return true;
  if (before!.text === "") return false;
  const token = before!.text.slice(before!.text.lastIndexOf(" ") + 1);
  if (token.includes("://") && !text.includes(" ")) return true;
  const width = before!.text.length + 2 * before!.depth;
  const ended = /[.!?:;…。]["')]?$/.test(before!.text);
  // The first word would not have fitted on the line above.
  const word = text.indexOf(" ") < 0 ? text.length : text.indexOf(" ");
  if (!ended && width < 100 && width + 1 + word > 72 && text.length <= 30) return true;
  if (width < 57 || text.length >= width || !/^["'(]?\p{Ll}/u.test(text)) return false;
  return rewrapped || !ended;
}

const LINK_ALONE = /^[(<]?https?:\/\/\S{1,500}[ )>]{0,4}$/;

function between(before: Line | undefined, after: Line | undefined): boolean {
  return before !== undefined && after !== undefined && before.depth > 0 && after.depth > 0;
}

/** A quote without attribution at the very end, unless the sender plainly shows something with it. */
function bareQuote(lines: readonly Line[], found: Found, last: number): Cut | null {
  const at = found.bare.find((one) => one > last);
  if (at === undefined || last < 0 || (lines[at]!.mark & Mark.indent) !== 0) return null;
  // Programs leave a blank line above history; who cites, or shows a difference, often does not.
  if (lines[at - 1]!.text !== "" || /[:：]$/.test(lines[last]!.text)) return null;
  let shallow = false;
  let spoken = false;
  let marks = 0;
  for (let next = at; next < lines.length && lines[next]!.depth > 0; next += 1) {
    if (lines[next]!.depth <= 2) shallow = true;
    spoken ||= says(lines[next]!.text);
    marks += 1;
  }
  if (!shallow || !spoken) return null; // ">>> print(1)"
  if (marks === 1 && /^[\d=$%]/.test(lines[at]!.text)) return null; // "> 5 items"
  return { line: at, column: 0 };
}

/** What stands below a phone's footer with no quote anywhere: the history that the phone did not mark. */
function afterFooter(lines: readonly Line[], found: Found): Cut | null {
  if (found.bare.length > 0 || found.attributed.length > 0) return null;
  for (let at = 1; at + 2 < lines.length; at += 1) {
    const { text } = lines[at]!;
    if (text === "" || lines[at - 1]!.text !== "" || lines[at + 1]!.text !== "" || !isMobileFooter(text))
      continue;
    const next = nextText(lines, at + 1);
    return next < lines.length ? { line: next, column: 0 } : null;
  }
  return null;
}

/** Moves a cut up over drawn rules and separators that stand right above it. */
function withLeadIn(lines: readonly Line[], cut: number): number {
  let start = cut;
  for (let at = cut - 1; at >= 0 && at >= cut - 6; at -= 1) {
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
  for (let at = 0; at < end; at += 1) {
    const { text, mark } = lines[at]!;
    if (isSignatureDelimiter(text)) return false;
    if ((mark & Mark.signature) !== 0 || !says(text) || isMobileFooter(text)) continue;
    return true;
  }
  return false;
}

const INLINE =
  /\bin-?line\b|\bin line\b|\b(?:answers?|comments?|repl(?:y|ies)|responses?|notes?|feedback) (?:are |is )?(?:below|in (?:red|blue|green|bold|colou?r))\b|\bsee (?:my )?(?:answers|comments|replies|responses) (?:below|in)\b/;

/** Whether the sender says that the answers stand inside unmarked history, where nothing else would show them. */
function answersInside(lines: readonly Line[], cut: number): boolean {
  let length = 0;
  for (let at = 0; at < cut; at += 1) {
    length += lines[at]!.text.length;
    if (length > 600) return false;
    if (INLINE.test(plain(lines[at]!.text))) return true;
  }
  return false;
}
