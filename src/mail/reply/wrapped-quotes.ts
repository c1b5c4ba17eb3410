// Finds the rests of quoted lines that a server or program wrapped without a quote mark: an unmarked line that continues the quoted
// line above it. Such a rest counts as quoted; an answer below a quoted line does not.

import type { Line } from "./lines.ts";

const linkAlonePattern = /^[(<]?https?:\/\/\S{1,500}[ )>]{0,4}$/;
const endedPattern = /[.!?:;…。]["')]?$/;

/** The unmarked lines before `end` that are the rest of the quoted line above them. */
export function wrappedRestsOf(lines: readonly Line[], end: number): Set<number> {
  const candidates: number[] = [];
  for (let at = 1; at < end; at++) {
    if (lines[at]!.depth === 0 && lines[at]!.text !== "" && lines[at - 1]!.depth > 0) candidates.push(at);
  }
  const rests = new Set(candidates.filter((at) => isBetween(lines, at) && isRest(lines, at)));
  if (rests.size === 0) return rests;
  // A certain rest shows that lines were wrapped, and at which width.
  let widest = 0;
  for (const at of rests) widest = Math.max(widest, widthOf(lines[at - 1]!));
  for (const at of candidates) if (isProbableRest(lines, at, widest)) rests.add(at);
  return rests;
}

function isBetween(lines: readonly Line[], at: number): boolean {
  const after = lines[at + 1];
  return after !== undefined && after.depth > 0;
}

/** Whether an unmarked line between quoted ones is certainly the rest of the line above. */
function isRest(lines: readonly Line[], at: number): boolean {
  const { text } = lines[at]!;
  if (linkAlonePattern.test(text)) return true;
  const before = lines[at - 1]!;
  if (before.text === "") return false;
  const token = before.text.slice(before.text.lastIndexOf(" ") + 1);
  if (token.includes("://") && !text.includes(" ")) return true;
  const width = widthOf(before);
  if (width < 57 || endedPattern.test(before.text) || /^["'(]?\p{Lu}/u.test(text)) return false;
  // Wrapped: the line's first word did not fit on the line above, or continues that line in lower case.
  const overflows = width < 100 && width + 1 + firstWord(text) > 72 && text.length <= 30;
  return overflows || (text.length < width && /^["'(]?\p{Ll}/u.test(text));
}

/** Whether a line is probably a rest, given that others are. */
function isProbableRest(lines: readonly Line[], at: number, widest: number): boolean {
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
