// The octets of a planned section, out of a mail in memory. Large mails are read piece by piece: large-mail.ts.

import { type Decoder, decoderOf } from "../../mail/mime/decoders.ts";
import { filterHeader, filterHeaderText } from "../../mail/mime/header-fields.ts";
import type { Partial } from "../wire/commands.ts";
import type { Segment, SegmentsPlan } from "./binary.ts";
import type { FieldsPlan, RangePlan } from "./sections.ts";

export type BytesPlan = RangePlan | FieldsPlan | SegmentsPlan;

/** Octets of one piece. */
export const pieceBytes = 64 * 1024;

/** The octets that `<offset.length>` selects, cut to the content's length. RFC 9051 6.4.5 */
export function partialBounds(size: number, partial: Partial | null): { from: number; to: number } {
  if (!partial) return { from: 0, to: size };
  const from = Math.min(partial.offset, size);
  return { from, to: Math.min(size, from + partial.length) };
}

/** The content of a planned section of a mail in memory: a view where no octet changes. */
export function planBytes(plan: BytesPlan, raw: Uint8Array): Uint8Array {
  switch (plan.kind) {
    case "range":
      return raw.subarray(plan.from, plan.to);
    case "fields":
      return pickFields(raw.subarray(plan.from, plan.to), plan);
    case "segments": {
      const parts = plan.segments.map((segment) =>
        segmentBytes(segment, raw.subarray(segment.from, segment.to)),
      );
      return parts.length === 1 ? parts[0]! : Buffer.concat(parts);
    }
  }
}

/** As `pickFields`, in binary text. */
export function pickFieldsText(header: string, names: ReadonlySet<string>): string {
  return filterHeaderText(header, (name) => names.has(name));
}

/** @param header a header block, or some of its fields */
function pickFields(header: Uint8Array, { names, not }: Pick<FieldsPlan, "names" | "not">): Uint8Array {
  return filterHeader(header, (name) => names.has(name) !== not);
}

function segmentBytes({ coding }: Segment, bytes: Uint8Array): Uint8Array {
  if (coding === "copy") return bytes;
  if (coding === "header") return withoutEncoding(bytes);
  const decoder = segmentDecoder(coding);
  return Buffer.concat([decoder.push(bytes), decoder.end()]);
}

function withoutEncoding(header: Uint8Array): Uint8Array {
  return filterHeader(header, (name) => name !== "content-transfer-encoding");
}

function segmentDecoder(coding: Segment["coding"]): Decoder {
  return decoderOf(coding === "copy" ? "binary" : coding)!();
}
