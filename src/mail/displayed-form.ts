// The form of a mail that mail programs see: its raw bytes with our own fields in front and some ranges left out. Only the
// difference is stored; sizes and offsets of the mail are computed from both.
import type { PartStructure } from "./mime/part.ts";

export interface DisplayedForm {
  /** Our own fields; ASCII, whole lines. */
  prefix: string;
  /** Ranges [from, to) of the raw bytes that are left out, ascending, whole lines: from, to, from, to, … */
  cuts: number[];
}

/** The difference in bytes between the displayed and the raw mail. */
export function displayedGrowth({ prefix, cuts }: DisplayedForm): number {
  return prefix.length - cutBytes(cuts, Number.POSITIVE_INFINITY);
}

/** The displayed mail; the same array when it does not differ. */
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

/** The structure of the displayed mail. @param root structure of the raw mail */
export function displayedStructure(root: PartStructure, shown: DisplayedForm): PartStructure {
  return { ...moved(root, shown), headerStart: 0 };
}

function moved(part: PartStructure, shown: DisplayedForm): PartStructure {
  return {
    ...part,
    headerStart: displayedOffset(part.headerStart, shown),
    bodyStart: displayedOffset(part.bodyStart, shown),
    end: displayedOffset(part.end, shown),
    parts: part.parts.map((child) => moved(child, shown)),
  };
}

/** The offset in the displayed mail of an offset in the raw mail. */
function displayedOffset(offset: number, { prefix, cuts }: DisplayedForm): number {
  return prefix.length + offset - cutBytes(cuts, offset);
}

/** Bytes that are left out before an offset. */
function cutBytes(cuts: readonly number[], offset: number): number {
  let bytes = 0;
  for (let i = 0; i < cuts.length; i += 2) {
    const [from, to] = [cuts[i]!, cuts[i + 1]!];
    if (from < offset) bytes += Math.min(to, offset) - from;
  }
  return bytes;
}
