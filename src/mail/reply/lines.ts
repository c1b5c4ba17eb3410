// The lines of a mail as the fold sees them, whether they come from plain text or from HTML. A line knows where it
// lies in its source, so that what is folded away is cut out of the source, never rebuilt.

import { maxLineLength, plain, withoutInvisible } from "./compare-text.ts";

/** One visible line. `text` is trimmed, without its quote marks, and capped; offsets are UTF-16 units of the source. */
export interface Line {
  text: string;
  /** How deep it is quoted: `>` marks in text, blockquotes and history containers in HTML. */
  depth: number;
  /** Where the line begins in the source. */
  start: number;
  /** Where `text` begins in the source, or -1 where text and source do not run in step (HTML). */
  textStart: number;
  /** Where the line's visible text ends in the source. */
  end: number;
  /** What the structure says about it: a sum of Mark. */
  mark: number;
  /** `text` as it is compared, once somebody asked (plainOf). */
  plain: string | null;
}

/** Lines [line, end) are history; the first `column` characters of the first of them stay in the reply. */
export interface Fold {
  line: number;
  column: number;
  end: number;
}

/** What structure (HTML elements, classes) says about a line. */
export const Mark = {
  /** A mail program's own element for history begins here. */
  history: 1,
  /** The quote that begins here is history by its markup (blockquote type=cite and the like). */
  cited: 2,
  /** The quote that begins here may be a mere indentation. */
  indent: 4,
  /** Inside a signature's own element. */
  signature: 8,
  /** A mail program's own element for a forwarded mail begins here. */
  forward: 16,
  /** A drawn rule stands right above. */
  rule: 32,
} as const;

/** A line's text as it is compared. */
export function plainOf(line: Line): string {
  line.plain ??= plain(line.text);
  return line.plain;
}

/** Mails of more lines are not folded. */
export const maxLines = 200_000;

/** Whether the lines from `at` on may introduce history in some language: a date, an address or a colon stands there. */
export function mayIntroduce(lines: readonly Line[], at: number): boolean {
  for (let next = at; next < lines.length && next < at + 5; next++) {
    if (/[\d@:：]/.test(lines[next]!.text)) return true;
  }
  return false;
}

/** Splits plain text into lines, LF or CRLF, counting and removing `>` marks (RFC 3676 4.5). Null: too many lines. */
export function textLines(text: string): Line[] | null {
  const lines: Line[] = [];
  let start = 0;
  while (start <= text.length) {
    const newline = text.indexOf("\n", start);
    const end = newline < 0 ? text.length : newline;
    lines.push(textLine(text, start, end));
    if (lines.length > maxLines) return null;
    start = end + 1;
  }
  liftEscapes(lines);
  return lines;
}

/** An mbox escape that was escaped again, ">>From ", with nothing quoted around it, is a line of the sender. */
export function liftEscapes(lines: readonly Line[]): void {
  for (const [at, line] of lines.entries()) {
    if (line.depth < 2 || !line.text.startsWith("From ")) continue;
    if ((lines[at - 1]?.depth ?? 0) === 0 && (lines[at + 1]?.depth ?? 0) === 0) line.depth = 0;
  }
}

/** What some programs write before an introduction: `>>>>> "Bob" == Bob Smith <bob@example.com> writes:`. */
export const supercitePrefix = '>>>>> "';

function textLine(source: string, start: number, end: number): Line {
  let at = skipBlanks(source, start, end);
  let depth = 0;
  // More than three blanks before the first mark is an indented text, not a quote.
  if (at - start <= 3) {
    while (at < end && source.charCodeAt(at) === 0x3e && !source.startsWith(supercitePrefix, at)) {
      depth++;
      at = skipBlanks(source, at + 1, end);
    }
  }
  const given = source.slice(at, Math.min(end, at + maxLineLength));
  const text = withoutElements(withoutInvisible(given)).trim();
  // ">From " at the start is an mbox escape, not a quote.
  const escaped = depth === 1 && source.startsWith(">From ", start);
  return {
    text,
    depth: escaped ? 0 : depth,
    start,
    textStart: text.length === given.trimEnd().length ? at : -1,
    end,
    mark: 0,
    plain: null,
  };
}

/** Some programs leave elements in the text that they make of HTML: "<div>-------- Original message --------</div>". */
function withoutElements(text: string): string {
  return text.includes("<") ? text.replace(elementsPattern, " ") : text;
}

const elementsPattern = /<\/?(?:div|p|span|br|b|font|hr)(?: [^<>]{0,200})? ?\/?>/gi;

function skipBlanks(source: string, from: number, end: number): number {
  let at = from;
  while (at < end) {
    const code = source.charCodeAt(at);
    if (code !== 0x20 && code !== 0x09 && code !== 0xa0 && code !== 0x0d) break;
    at++;
  }
  return at;
}
