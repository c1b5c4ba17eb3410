// A mail as it is shown to mail programs: its raw bytes with some fields of ours in front, and some ranges left out. Only the
// difference is stored; everything that has sizes or offsets of the mail is made from both.
import type { PartStructure } from "./mime/part.ts";

export interface DisplayedForm {
  /** ASCII, whole lines. */
  prefix: string;
  /** Ranges [from, to) of the raw bytes, ascending, whole lines: from, to, from, to, … */
  cuts: number[];
}

/** By how many bytes the shown mail is longer. */
export function displayedGrowth({ prefix, cuts }: DisplayedForm): number {
  return prefix.length - cutBytes(cuts, Number.POSITIVE_INFINITY);
}

/** The mail as it is shown. The same array when nothing is to be done. */
export function displayedBytes(raw: Uint8Array, shown: DisplayedForm | null | undefined): Uint8Array {
  if (!shown) return raw;
  const pieces: Uint8Array[] = [Buffer.from(shown.prefix, "latin1")];
  let from = 0;
  for (let i = 0; i < shown.cuts.length; i += 2) {
    pieces.push(raw.subarray(from, shown.cuts[i]!));
    from = shown.cuts[i + 1]!;
  }
  pieces.push(raw.subarray(from));
  return Buffer.concat(pieces);
}

/** The structure of the shown mail. @param root of the raw one */
export function displayedStructure(root: PartStructure, shown: DisplayedForm): PartStructure {
  return { ...moved(root, shown), headerStart: 0 };
}

function moved(part: PartStructure, shown: DisplayedForm): PartStructure {
  return {
    ...part,
    headerStart: shownOffset(part.headerStart, shown),
    bodyStart: shownOffset(part.bodyStart, shown),
    end: shownOffset(part.end, shown),
    parts: part.parts.map((child) => moved(child, shown)),
  };
}

/** Where a raw byte stands in the shown mail. */
function shownOffset(offset: number, { prefix, cuts }: DisplayedForm): number {
  return prefix.length + offset - cutBytes(cuts, offset);
}

/** Bytes that are cut before an offset. */
function cutBytes(cuts: readonly number[], offset: number): number {
  let bytes = 0;
  for (let i = 0; i < cuts.length; i += 2) {
    const [from, to] = [cuts[i]!, cuts[i + 1]!];
    if (from < offset) bytes += Math.min(to, offset) - from;
  }
  return bytes;
}
