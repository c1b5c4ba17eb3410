// The heading that Lotus Notes puts above an answered mail: author, date, then labels without colons, each above its value or
// before it. "Bob Smith <bob@example.com>", "03-05-2024 10:00", "To", "Ann Lee", "cc", "Subject", "Plan".

import { wordsOf } from "./compare-text.ts";
import { plainOf, type VisibleLine } from "./lines.ts";
import { isDateLine } from "./prose.ts";

const toWords = new Set(wordsOf("to"));
const subjectWords = new Set(wordsOf("subject"));
/** Lines below the date that are read. */
const maxLines = 24;
const maxAuthor = 120;
const maxDate = 40;

/** The first line after the heading that begins at line `at`; 0 without one. */
export function notesBlockAt(lines: readonly VisibleLine[], at: number): number {
  const date = dateBelow(lines, at);
  if (date < 0) return 0;
  let named = false;
  for (let next = date + 1; next < lines.length && next <= date + maxLines; next++) {
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

/** The date in one of the two lines below the author; -1 without one. */
function dateBelow(lines: readonly VisibleLine[], at: number): number {
  const { text, depth } = lines[at]!;
  if (text === "" || text.length > maxAuthor) return -1;
  let seen = 0;
  for (let next = at + 1; next < lines.length && next <= at + 3 && seen < 2; next++) {
    const line = lines[next]!;
    if (line.depth !== depth) return -1;
    if (line.text === "") continue;
    seen++;
    const code = line.text.charCodeAt(0);
    if (line.text.length <= maxDate && code >= 0x30 && code <= 0x39 && isDateLine(line)) return next;
  }
  return -1;
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
