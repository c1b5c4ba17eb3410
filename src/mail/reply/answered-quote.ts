// Finds the one quote that the sender answers below it. A single quote above the sender's text, or between greeting and answer, is
// history; with answers between several quotes the quotes stay.

import { announces, hasContent } from "./compare-text.ts";
import type { MailHistory } from "./find-history.ts";
import { type Fold, Mark, type VisibleLine } from "./lines.ts";
import { readsAsMail } from "./prose.ts";
import { namesOneOf } from "./said.ts";
import { isSignatureTail } from "./signature.ts";

/** From this number of lines on an answer is understood without its quote. */
const fullAnswerLines = 3;

const toReaderPattern = /^(?:you|du|sie|vous|tu|usted|lei|u|je|вы|ты) /i;

/** A run of quoted lines with their introductions, without text of the sender inside. */
interface QuoteRun {
  first: number;
  last: number;
}

/** The only quote of a mail when the sender answers below it; null otherwise. */
export function answeredQuote(
  lines: readonly VisibleLine[],
  found: MailHistory,
  { wrapped, people }: { wrapped: ReadonlySet<number>; people: ReadonlySet<string> | undefined },
): Fold | null {
  if (found.open !== null) return null;
  const [quote, more] = quoteRuns(lines, found, { wrapped, from: lines.length });
  if (quote === undefined || more !== undefined) return null;
  const inline = found.attributed.find((one) => one.line === quote.first - 1 && one.column > 0);
  const cut = inline ?? found.attributed.find((one) => one.line >= quote.first && one.line <= quote.last);
  const end = nextFilled(lines, quote.last + 1);
  if (!hasText(lines, end, lines.length)) return null;
  const above = lastFilled(lines, inline ? quote.first : quote.first - 1);
  if (hasText(lines, 0, above + 1)) {
    // A quote between two texts of the sender is history only where a line names the quoted mail's sender.
    if (cut?.by !== "line" || announces(lines[above]!.text)) return null;
  } else {
    if (isSignatureTail(lines, end, lines.length)) return null;
    // Words to the reader are the sender's, and so is the choice of what they cite: "You wrote:".
    if (cut?.by === "name" && toReaderPattern.test(lines[cut.line]!.text)) return null;
    if (cut === undefined && (!readsAsMail(lines, quote.first) || announces(lines[quote.last]!.text)))
      return null;
    if (cut?.by === "name" && cut.isName !== true && !isNamed(lines[cut.line]!.text)) return null;
    if (isCited(lines, found, { quote, people })) return null;
  }
  return inline ? { line: inline.line, column: inline.column, end } : { line: quote.first, column: 0, end };
}

/**
 * Whether the quote that begins at `from` continues the only one above it: a short answer inside a quote is not understood
 * without it. A rest that holds only a signature does not count.
 */
export function isContinued(
  lines: readonly VisibleLine[],
  found: MailHistory,
  part: { wrapped: ReadonlySet<number>; from: number },
): boolean {
  const [quote, more] = quoteRuns(lines, found, part);
  if (quote === undefined || more !== undefined) return false;
  let answered = 0;
  for (let at = quote.last + 1; at < part.from; at++) if (hasContent(lines[at]!.text)) answered++;
  return answered < fullAnswerLines && !isSignatureTail(lines, part.from, lines.length);
}

/** The runs of quoted lines before `from`; at most three are returned. */
function quoteRuns(
  lines: readonly VisibleLine[],
  found: MailHistory,
  { wrapped, from }: { wrapped: ReadonlySet<number>; from: number },
): QuoteRun[] {
  const all: QuoteRun[] = [];
  let open: QuoteRun | null = null;
  for (let at = 0; at < from && all.length <= 2; at++) {
    const line = lines[at]!;
    const quoted = line.depth > 0 || found.introductions.has(at) || wrapped.has(at);
    if (quoted && open !== null) open.last = at;
    else if (quoted) {
      open = { first: at, last: at };
      all.push(open);
    } else if (hasContent(line.text)) open = null;
  }
  return all;
}

/**
 * Whether names of others stand above what is quoted, and nobody whom the mail goes to: above an indentation, "Kant wrote:", or
 * above two quotes, "The judge wrote:" and "The neighbour wrote:".
 */
function isCited(
  lines: readonly VisibleLine[],
  found: MailHistory,
  { quote, people }: { quote: QuoteRun; people: ReadonlySet<string> | undefined },
): boolean {
  const named = found.attributed.filter(({ line }) => line >= quote.first && line <= quote.last);
  if (named.length === 0 || named.some(({ by }) => by !== "name")) return false;
  if (named.some(({ line }) => namesOneOf(lines[line]!.text, people))) return false;
  if (named.length > 1) return true;
  const below = nextFilled(lines, named[0]!.line + 1);
  return below < lines.length && (lines[below]!.mark & Mark.indent) !== 0;
}

/** Whether an introduction is a name and a verb, "Bob Smith wrote:", not a sentence, "Here is what Bob wrote:". */
function isNamed(text: string): boolean {
  const words = text.split(/\s+/);
  return (
    words.length <= 5 && !words.slice(0, -1).some((word) => /^\p{Ll}/u.test(word) && !word.includes("@"))
  );
}

function hasText(lines: readonly VisibleLine[], from: number, to: number): boolean {
  for (let at = from; at < to; at++) {
    if (lines[at]!.depth === 0 && hasContent(lines[at]!.text)) return true;
  }
  return false;
}

function nextFilled(lines: readonly VisibleLine[], from: number): number {
  let at = from;
  while (at < lines.length && lines[at]!.text === "") at++;
  return at;
}

function lastFilled(lines: readonly VisibleLine[], from: number): number {
  let at = from;
  while (at > 0 && lines[at]!.text === "") at--;
  return at;
}
