// Answers below what they answer. One quote above the last words of the sender, or between their greeting and their
// answer, is history; words between several quotes are answers to each of them, and keep them.

import { announces, says } from "./compare-text.ts";
import type { Found } from "./find-history.ts";
import type { Fold, Line } from "./lines.ts";
import { readsAsMail } from "./prose.ts";
import { isSignatureTail } from "./signature.ts";

/** An answer of so many lines speaks for itself. */
const fullAnswerLines = 3;

/** A run of quoted lines with their introductions, without a word of the sender inside. */
interface Stretch {
  first: number;
  last: number;
}

/** The only quote of a mail when words of the sender answer it below; null otherwise. */
export function answeredQuote(
  lines: readonly Line[],
  found: Found,
  spills: ReadonlySet<number>,
): Fold | null {
  if (found.open !== null) return null;
  const [quote, more] = stretches(lines, found, { spills, from: lines.length });
  if (quote === undefined || more !== undefined) return null;
  const inline = found.attributed.find((one) => one.line === quote.first - 1 && one.column > 0);
  const cut = inline ?? found.attributed.find((one) => one.line >= quote.first && one.line <= quote.last);
  const end = nextFilled(lines, quote.last + 1);
  if (!isSaid(lines, end, lines.length)) return null;
  const above = lastFilled(lines, inline ? quote.first : quote.first - 1);
  if (isSaid(lines, 0, above + 1)) {
    // A quote between words of the sender is history only where a line says whose mail it is.
    if (cut?.by !== "line" || announces(lines[above]!.text)) return null;
  } else {
    if (isSignatureTail(lines, end, lines.length)) return null;
    if (cut === undefined && (!readsAsMail(lines, quote.first) || announces(lines[quote.last]!.text)))
      return null;
    if (cut?.by === "name" && !isNamed(lines[cut.line]!.text)) return null;
  }
  return inline ? { line: inline.line, column: inline.column, end } : { line: quote.first, column: 0, end };
}

/**
 * Whether the quote that begins at `from` goes on with the only one above it: one short answer stands inside a quote,
 * and means nothing without it. A rest that holds no more than a signature does not count.
 */
export function isContinued(
  lines: readonly Line[],
  found: Found,
  part: { spills: ReadonlySet<number>; from: number },
): boolean {
  const [quote, more] = stretches(lines, found, part);
  if (quote === undefined || more !== undefined) return false;
  let answered = 0;
  for (let at = quote.last + 1; at < part.from; at++) if (says(lines[at]!.text)) answered++;
  return answered < fullAnswerLines && !isSignatureTail(lines, part.from, lines.length);
}

/** The stretches of quoted lines in front of `from`. No more than two are looked for. */
function stretches(
  lines: readonly Line[],
  found: Found,
  { spills, from }: { spills: ReadonlySet<number>; from: number },
): Stretch[] {
  const all: Stretch[] = [];
  let open: Stretch | null = null;
  for (let at = 0; at < from && all.length <= 2; at++) {
    const line = lines[at]!;
    const quoted = line.depth > 0 || found.introductions.has(at) || spills.has(at);
    if (quoted && open !== null) open.last = at;
    else if (quoted) {
      open = { first: at, last: at };
      all.push(open);
    } else if (says(line.text)) open = null;
  }
  return all;
}

/** Whether a line introduces by a name alone, "Bob Smith wrote:", and is no sentence, "Here is what Bob wrote:". */
function isNamed(text: string): boolean {
  const words = text.split(/\s+/);
  return words.length <= 5 && !words.slice(0, -1).some((word) => /^\p{Ll}/u.test(word));
}

function isSaid(lines: readonly Line[], from: number, to: number): boolean {
  for (let at = from; at < to; at++) {
    if (lines[at]!.depth === 0 && says(lines[at]!.text)) return true;
  }
  return false;
}

function nextFilled(lines: readonly Line[], from: number): number {
  let at = from;
  while (at < lines.length && lines[at]!.text === "") at++;
  return at;
}

function lastFilled(lines: readonly Line[], from: number): number {
  let at = from;
  while (at > 0 && lines[at]!.text === "") at--;
  return at;
}
