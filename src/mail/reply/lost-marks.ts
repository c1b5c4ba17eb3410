// Finds the rests of quoted lines that a program wrapped without a mark, where a stored mail proves it: its words lead from the
// quoted line above over the rest to the quoted line below. wrapped-quotes.ts finds those that widths alone prove.

import { hasContent } from "./compare-text.ts";
import type { VisibleLine } from "./lines.ts";
import { holds, shingleLength } from "./shingles.ts";

const endedPattern = /[.!?:;…。！？][\p{Pf}"')\]]{0,2}$/u;
/** Columns of a line that a program wraps; narrower ones count beside two wrapped lines of this width. */
const leastWidth = 57;
/** Words of a rest with nothing quoted below it. */
const fewestLast = 3;
const widePattern = /[\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60]/g;

/** Unmarked lines that may be the rest of the quoted line directly above. */
export function possibleRests(lines: readonly VisibleLine[], end: number): Set<number> {
  const rests = new Set<number>();
  const narrow: number[] = [];
  for (let at = 1; at < end; at++) {
    const line = lines[at]!;
    const above = lines[at - 1]!;
    if (line.depth > 0 || above.depth === 0 || !hasContent(line.text) || !hasContent(above.text)) continue;
    const width = columnsOf(above.text) + 2 * above.depth;
    if (endedPattern.test(above.text) || columnsOf(line.text) >= width) continue;
    if (width < leastWidth) narrow.push(at);
    else rests.add(at);
  }
  if (rests.size >= 2) for (const at of narrow) rests.add(at);
  return rests;
}

function columnsOf(text: string): number {
  return text.length + (text.match(widePattern)?.length ?? 0);
}

/** Lines with their words as numbers. `joined`: the shingle that ends at each word where rests are read with quoted lines. */
export interface JoinedLines {
  firstWord: Uint32Array;
  joined: Uint32Array;
  isRest: (line: number) => boolean;
  isQuoted: (line: number) => boolean;
}

/** The possible rests whose words the digest has between those of the quoted lines around them. */
export function provenRests(lines: JoinedLines, digest: Uint8Array): Set<number> {
  const { firstWord, isRest } = lines;
  const proven = new Set<number>();
  const last: number[] = [];
  for (let at = 0; at + 1 < firstWord.length; at++) {
    if (!isRest(at) || !areHeld(lines, digest, [firstWord[at]!, firstWord[at + 1]!])) continue;
    const below = quotedBelow(lines, at);
    if (below < 0) last.push(at);
    else if (continues(lines, digest, below)) proven.add(at);
  }
  if (proven.size > 0)
    for (const at of last) if (firstWord[at + 1]! - firstWord[at]! >= fewestLast) proven.add(at);
  return proven;
}

function areHeld({ joined }: JoinedLines, digest: Uint8Array, [from, to]: [number, number]): boolean {
  if (from === to) return false;
  for (let word = from; word < to; word++)
    if (joined[word] === 0 || !holds(digest, joined[word]!)) return false;
  return true;
}

/** The next quoted line with words, if nothing unmarked stands between; -1 without one. */
function quotedBelow({ firstWord, isQuoted }: JoinedLines, rest: number): number {
  for (let at = rest + 1; at + 1 < firstWord.length && isQuoted(at); at++)
    if (firstWord[at] !== firstWord[at + 1]) return at;
  return -1;
}

/** Whether the first words of a line stand behind those above it. */
function continues(lines: JoinedLines, digest: Uint8Array, at: number): boolean {
  const from = lines.firstWord[at]!;
  const reach = shingleLength(lines.joined[from]!) - 1;
  return areHeld(lines, digest, [from, Math.min(lines.firstWord[at + 1]!, from + reach)]);
}
