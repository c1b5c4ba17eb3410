// The heading that Lotus Notes puts above an answered mail: author, date, then labels without colons, each above its value or
// before it. "Bob Smith <bob@example.com>", "03-05-2024 10:00", "To", "Ann Lee", "cc", "Subject", "Plan".

import { wordsOf } from "./compare-text.ts";
import { plainOf, type VisibleLine } from "./lines.ts";
import { isDateLine } from "./prose.ts";

const toWords = new Set(wordsOf("to"));
const subjectWords = new Set(wordsOf("subject"));
/** Lines that are read. */
const maxLines = 24;
const maxAuthor = 120;
const maxDate = 40;

/** The first line after the heading that begins at line `at`; 0 without one. */
export function notesBlockAt(lines: readonly VisibleLine[], at: number): number {
  if (!hasDateBelow(lines, at)) return 0;
  let named = false;
  for (let next = at + 2; next < lines.length && next < at + maxLines; next++) {
    const line = lines[next]!;
    if (line.depth !== lines[at]!.depth) return 0;
    if (line.text === "") continue;
    // The first label is that of the recipients.
    if (isLabel(line, toWords)) named = true;
    else if (!named) return 0;
    else if (isLabel(line, subjectWords)) return subjectEnd(lines, next);
  }
  return 0;
}

/** Whether a line is an author with the date directly below. */
function hasDateBelow(lines: readonly VisibleLine[], at: number): boolean {
  const author = lines[at]!;
  const date = lines[at + 1];
  if (author.text === "" || author.text.length > maxAuthor || date?.depth !== author.depth) return false;
  const code = date.text.charCodeAt(0);
  return code >= 0x30 && code <= 0x39 && date.text.length <= maxDate && isDateLine(date);
}

/** Whether a line is a label alone, or in a table's row a label before its value; never "Label: value". */
function isLabel(line: VisibleLine, words: ReadonlySet<string>): boolean {
  const form = plainOf(line);
  if (words.has(form)) return true;
  const space = form.indexOf(" ");
  return space > 0 && words.has(form.slice(0, space)) && /^\p{Lu}/u.test(line.text);
}

/** A label alone has its value in the next line. */
function subjectEnd(lines: readonly VisibleLine[], at: number): number {
  if (!subjectWords.has(plainOf(lines[at]!))) return at + 1;
  let next = at + 1;
  while (next < lines.length && lines[next]!.text === "") next++;
  return Math.min(next + 1, lines.length);
}
