// The lines of a mail for folding, from plain text or HTML. A line has its offsets in the source, so that folded text is cut out
// of the source and never rebuilt.

import { maxLineLength, plain, withoutInvisible } from "./compare-text.ts";

/** One visible line. `text` is trimmed, without its quote marks, and capped; offsets are UTF-16 units of the source. */
export interface VisibleLine {
  text: string;
  /** How deep it is quoted: `>` marks in text, blockquotes and history containers in HTML. */
  depth: number;
  /** Where the line begins in the source. */
  start: number;
  /** Where `text` begins in the source; -1 where their offsets do not correspond (HTML). */
  textStart: number;
  /** Where the line's visible text ends in the source. */
  end: number;
  /** The marks of its elements: a sum of Mark. */
  mark: number;
  /** The plain form of `text`, cached by plainOf. */
  plain: string | null;
}

/** Lines [line, end) are history; the first `column` characters of the first of them stay in the reply. */
export interface Fold {
  line: number;
  column: number;
  end: number;
}

/** Marks that HTML elements and classes give to a line. */
export const Mark = {
  /** A mail program's own element for history begins here. */
  history: 1,
  /** The quote that begins here is history by its markup (blockquote type=cite and the like). */
  cited: 2,
  /** The quote that begins here may be an indentation. */
  indent: 4,
  /** Inside a signature's own element. */
  signature: 8,
  /** A mail program's own element for a forwarded mail begins here. */
  forward: 16,
  /** A drawn rule is directly above. */
  rule: 32,
} as const;

/** A line's text in plain form. */
export function plainOf(line: VisibleLine): string {
  line.plain ??= plain(line.text);
  return line.plain;
}

/** Mails of more lines are not folded. */
export const maxLines = 200_000;

/** Whether the five lines from `at` on may introduce history: one has an address, a colon, or a time of day, a day or a year. */
export function mayIntroduce(lines: readonly VisibleLine[], at: number): boolean {
  for (let next = at; next < lines.length && next < at + 5; next++) {
    if (introducingPattern.test(lines[next]!.text)) return true;
  }
  return false;
}

/** An address, a colon, a time of day, a day or a year. */
export const introducingPattern =
  /[@:：]|\p{Nd}[.h時时]\p{Nd}\p{Nd}|\p{Nd}{4}|\p{Nd}[/-]\p{Nd}{1,2}[/-]\p{Nd}|年/u;

/** Splits plain text with LF or CRLF into lines, counts and removes `>` marks (RFC 3676 4.5). Null for too many lines. */
export function textLines(text: string): VisibleLine[] | null {
  const lines: VisibleLine[] = [];
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

/** A doubly escaped mbox line, ">>From ", without quotes around it is a line of the sender. */
export function liftEscapes(lines: readonly VisibleLine[]): void {
  for (const [at, line] of lines.entries()) {
    if (line.depth < 2 || !line.text.startsWith("From ")) continue;
    if ((lines[at - 1]?.depth ?? 0) === 0 && (lines[at + 1]?.depth ?? 0) === 0) line.depth = 0;
  }
}

/** The beginning of an attribution line of some programs: `>>>>> "Bob" == Bob Smith <bob@example.com> writes:`. */
export const supercitePrefix = '>>>>> "';

function textLine(source: string, start: number, end: number): VisibleLine {
  let at = skipBlanks(source, start, end);
  let depth = 0;
  // More than three spaces before the first mark mean an indented text, not a quote.
  if (at - start <= 3) {
    while (at < end && isQuoteMark(source.charCodeAt(at)) && !source.startsWith(supercitePrefix, at)) {
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

/** `>`, or its full-width form in East Asian mail. */
function isQuoteMark(code: number): boolean {
  return code === 0x3e || code === 0xff1e;
}

/** Some programs leave tags in the text that they convert from HTML: "<div>-------- Original message --------</div>". */
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

/** Blanks before each line of code, and of what a person sets in between lines at the margin. */
const leastSetIn = 4;

/** Whether lines [at, end) are set in, and the text below them is not: a person shows a header, and writes on. */
export function isSetIn(lines: readonly VisibleLine[], at: number, end: number): boolean {
  const indent = ({ start, textStart }: VisibleLine) => (textStart < 0 ? 0 : textStart - start);
  const isIn = (line: VisibleLine) => line.text === "" || indent(line) >= leastSetIn;
  if (!lines.slice(at, end).every(isIn)) return false;
  const below = lines.slice(end, end + 3).find(({ text }) => text !== "");
  return below !== undefined && below.depth === 0 && below.textStart >= 0 && indent(below) === 0;
}
