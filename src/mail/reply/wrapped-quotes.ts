// Quoted lines that a server or program wrapped without marking the rest: an unmarked line below a quoted one that goes
// on where that one stops. Such a rest is quoted, too; an answer below a quoted line is not.

import type { Line } from "./lines.ts";

const linkAlonePattern = /^[(<]?https?:\/\/\S{1,500}[ )>]{0,4}$/;
const endedPattern = /[.!?:;…。]["')]?$/;

/** The unmarked lines in front of `end` that are the rest of the quoted line above them. */
export function spillsOf(lines: readonly Line[], end: number): Set<number> {
  const candidates: number[] = [];
  for (let at = 1; at < end; at++) {
    if (lines[at]!.depth === 0 && lines[at]!.text !== "" && lines[at - 1]!.depth > 0) candidates.push(at);
  }
  const spills = new Set(candidates.filter((at) => isBetween(lines, at) && isSpill(lines, at)));
  if (spills.size === 0) return spills;
  // One that is beyond doubt shows that lines were wrapped, and how wide they may be.
  let widest = 0;
  for (const at of spills) widest = Math.max(widest, widthOf(lines[at - 1]!));
  for (const at of candidates) if (isLikely(lines, at, widest)) spills.add(at);
  return spills;
}

function isBetween(lines: readonly Line[], at: number): boolean {
  const after = lines[at + 1];
  return after !== undefined && after.depth > 0;
}

/** Whether an unmarked line between quoted ones can be nothing but the rest of the line above. */
function isSpill(lines: readonly Line[], at: number): boolean {
  const { text } = lines[at]!;
  if (linkAlonePattern.test(text)) return true;
  const before = lines[at - 1]!;
  if (before.text === "") return false;
  const token = before.text.slice(before.text.lastIndexOf(" ") + 1);
  if (token.includes("://") && !text.includes(" ")) return true;
  const width = widthOf(before);
  if (width < 57 || endedPattern.test(before.text) || /^["'(]?\p{Lu}/u.test(text)) return false;
  // The first word would not have fitted on the line above, or the line goes on as the one above stopped.
  const overflows = width < 100 && width + 1 + firstWord(text) > 72 && text.length <= 30;
  return overflows || (text.length < width && /^["'(]?\p{Ll}/u.test(text));
}

/** Whether a line is one more rest where others are known. */
function isLikely(lines: readonly Line[], at: number, widest: number): boolean {
  const before = lines[at - 1]!;
  const { text } = lines[at]!;
  const width = widthOf(before);
  if (width < 57 || before.text === "" || text.length >= width) return false;
  const overflows = width + 1 + firstWord(text) > widest;
  if (!isBetween(lines, at)) {
    const after = lines[at + 1];
    if (after !== undefined && after.text !== "") return false;
    return overflows && !endedPattern.test(before.text) && /^["'(]?\p{Ll}/u.test(text);
  }
  return /^["'(]?\p{Ll}/u.test(text) || (overflows && text.length <= 30 && !endedPattern.test(before.text));
}

function widthOf(line: Line): number {
  return line.text.length + 2 * line.depth;
}

function firstWord(text: string): number {
  const space = text.indexOf(" ");
  return space < 0 ? text.length : space;
}
