// Quote marks other than `>`: "| ", ": ", "BS> ". A mark counts only when the line directly below an introduction has it, or when
// the lines behind bars read like a mail; then it counts in the whole mail. Tables are not quotes.

import type { VisibleLine } from "./lines.ts";
import { readsAsMail } from "./prose.ts";

const markPattern = /^(?:[|│┃¦»›:\]}]|\p{L}{1,4}>)(?= |$)/u;
/** Marks in one mail. */
const maxMarks = 4;
/** Lines that decide whether bars are marks. */
const maxLinesRead = 20;
const barPattern = /^[|│┃¦]/;
/** Marks that count below an introduction on one line alone: a label or a bracket may begin a line of the sender. */
const singlePattern = /^[|│┃¦»›]/;

/** Whether a line may have a mark. */
export function mayBeMarked(text: string): boolean {
  return markPattern.test(text);
}

/**
 * Sets the depth of all lines from `at` on that have the mark of line `at`.
 * @param known marks of earlier calls
 * @returns whether line `at` has a mark
 */
export function quoteMarked(lines: readonly VisibleLine[], at: number, known: Set<string>): boolean {
  const first = lines[at];
  const mark = first?.depth === 0 ? markPattern.exec(first.text)?.[0] : undefined;
  if (mark === undefined || known.has(mark) || known.size >= maxMarks || isCell(first!.text, mark))
    return false;
  const second = lines[at + 1];
  if (!singlePattern.test(mark) && (second === undefined || markPattern.exec(second.text)?.[0] !== mark))
    return false;
  known.add(mark);
  for (let next = at; next < lines.length; next++) {
    const line = lines[next]!;
    if (line.depth > 0 || !line.text.startsWith(mark) || markPattern.exec(line.text)?.[0] !== mark) continue;
    if (isCell(line.text, mark)) continue;
    line.text = line.text.slice(mark.length).trimStart();
    line.depth++;
    line.textStart = -1;
    line.plain = null;
  }
  return true;
}

const initialsPattern = /^\p{L}{1,4}>(?= |$)/u;

/**
 * Sets the depth of lines behind initials, "PK> ", where two such lines stand together. For comparing alone, as a prompt, "sql> ", looks
 * alike.
 * @returns the numbers of these lines
 */
export function markInitials(lines: readonly VisibleLine[]): ReadonlySet<number> {
  const known = new Set<string>();
  const bare = lines.flatMap(({ depth }, at) => (depth === 0 ? [at] : []));
  for (let at = 0; at < lines.length && known.size < maxMarks; at++) {
    if (lines[at]!.text.includes(">") && initialsPattern.test(lines[at]!.text)) quoteMarked(lines, at, known);
  }
  return new Set(known.size === 0 ? [] : bare.filter((at) => lines[at]!.depth > 0));
}

/** Whether lines behind bars that read like a mail begin at `at`, below a blank line. */
export function isBarred(lines: readonly VisibleLine[], at: number): boolean {
  const mark = barPattern.exec(lines[at]!.text)?.[0];
  if (mark === undefined || (lines[at - 1]?.text ?? "") !== "") return false;
  const run: VisibleLine[] = [];
  for (const line of lines.slice(at, at + maxLinesRead)) {
    if (line.depth > 0 || !line.text.startsWith(mark)) break;
    // A bar within the line means a table, too.
    if (isCell(line.text, mark) || line.text.includes(mark, mark.length)) return false;
    run.push({ ...line, text: line.text.slice(mark.length).trimStart(), depth: 1 });
  }
  return run.length >= 2 && readsAsMail(run, 0);
}

/** Whether a line is a table row, which begins and ends with a bar. */
function isCell(text: string, mark: string): boolean {
  return text.length > mark.length && text.endsWith(mark);
}
