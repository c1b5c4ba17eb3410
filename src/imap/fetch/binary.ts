// BINARY[...]: a section without its content transfer encoding. RFC 3516, RFC 9051 6.4.5. A leaf part is its decoded
// data. RFC 3516 also allows a whole message or a multipart: there every leaf inside is decoded in its place, and
// the field that named its encoding is left out.

import { decoderOf, isEncoded } from "../../mail/mime/decoders.ts";
import type { PartStructure } from "../../mail/mime/structure.ts";
import { partAt } from "./sections.ts";

export interface Segment {
  from: number;
  to: number;
  /** "header": a header block without Content-Transfer-Encoding; else the encoding to undo. */
  coding: "header" | "copy" | "base64" | "quoted-printable";
}

export interface SegmentsPlan {
  kind: "segments";
  segments: Segment[];
}

/** Null: no such part. "UNKNOWN-CTE": the response code that refuses it, RFC 3516 4.3. */
export function planBinary(
  root: PartStructure,
  path: readonly number[],
): SegmentsPlan | "UNKNOWN-CTE" | null {
  const part = partAt(root, path);
  if (!part) return null;
  const outermost = path.length === 0;
  const leaf = part.parts.length === 0;
  if (leaf && !decoderOf(part.encoding)) return "UNKNOWN-CTE";
  const segments: Segment[] = [];
  addPart(segments, part, { withHeader: outermost, limit: part.end });
  return { kind: "segments", segments };
}

/** @param within.limit the end of the enclosing part, beyond which an empty part may reach */
function addPart(
  segments: Segment[],
  part: PartStructure,
  within: { withHeader: boolean; limit: number },
): void {
  const { limit } = within;
  const leaf = part.parts.length === 0;
  const coding = leaf && isEncoded(part.encoding) ? (part.encoding as Segment["coding"]) : "copy";
  if (within.withHeader) {
    const header = coding === "copy" ? "copy" : "header";
    add(segments, { from: part.headerStart, to: Math.min(part.bodyStart, limit), coding: header });
  }
  const end = Math.min(part.end, limit);
  if (leaf) {
    add(segments, { from: part.bodyStart, to: end, coding });
    return;
  }
  let at = part.bodyStart;
  for (const child of part.parts) {
    add(segments, { from: at, to: child.headerStart, coding: "copy" });
    addPart(segments, child, { withHeader: true, limit: end });
    at = Math.min(child.end, end);
  }
  add(segments, { from: at, to: end, coding: "copy" });
}

/** Joins adjacent copies. */
function add(segments: Segment[], segment: Segment): void {
  if (segment.from >= segment.to) return;
  const last = segments.at(-1);
  if (last?.coding === "copy" && segment.coding === "copy" && last.to === segment.from) last.to = segment.to;
  else segments.push(segment);
}
