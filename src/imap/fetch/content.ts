// The octets of a planned section: from a mail in memory at once, or from a source of ranges in pieces, so that a large
// body is never held. A literal's size comes before its octets, so decoded sections are read twice: once to count.

import type { Partial } from "../wire/commands.ts";
import type { Segment, SegmentsPlan } from "./binary.ts";
import { type Decoder, decoderOf } from "./decoders.ts";
import { filterHeader } from "./header-fields.ts";
import type { FieldsPlan, RangePlan } from "./sections.ts";

/** A raw mail that is read by ranges. */
export interface RawSource {
  /** Octets in all. */
  readonly size: number;
  /** Octets [from, to), all of them. */
  read(from: number, to: number): Promise<Uint8Array>;
}

export type Plan = RangePlan | FieldsPlan | SegmentsPlan;

export interface Content {
  size: number;
  /** Set for BINARY only, where NUL needs a literal8; elsewhere it is masked. */
  hasNul: boolean;
  /** Octets [from, to) of the content, in pieces. */
  pieces(from: number, to: number): AsyncGenerator<Uint8Array>;
}

/** How much of a body is in memory at a time. */
export const pieceBytes = 64 * 1024;

/** What a partial leaves of a content: `<offset.length>`, cut to what there is. RFC 9051 6.4.5 */
export function partialBounds(size: number, partial: Partial | null): { from: number; to: number } {
  if (!partial) return { from: 0, to: size };
  const from = Math.min(partial.offset, size);
  return { from, to: Math.min(size, from + partial.length) };
}

/** A mail that is in memory as a source. */
export function memorySource(bytes: Uint8Array): RawSource {
  return { size: bytes.length, read: async (from, to) => bytes.subarray(from, to) };
}

/** The whole content of a plan out of a mail in memory. A view where nothing has to be changed. */
export function planBytes(plan: Plan, raw: Uint8Array): Uint8Array {
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

function pickFields(header: Uint8Array, { names, not }: FieldsPlan): Uint8Array {
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

/** Opens a plan on a source: counts, and gives pieces on demand. */
export async function openPlan(plan: Plan, source: RawSource): Promise<Content> {
  switch (plan.kind) {
    case "range":
      return {
        size: plan.to - plan.from,
        hasNul: false,
        pieces: (from, to) => rawPieces(source, plan.from + from, Math.min(plan.from + to, plan.to)),
      };
    case "fields": {
      const bytes = pickFields(await source.read(plan.from, plan.to), plan);
      return {
        size: bytes.length,
        hasNul: false,
        pieces: async function* (from, to) {
          yield bytes.subarray(from, to);
        },
      };
    }
    case "segments": {
      let size = 0;
      let hasNul = false;
      for await (const piece of segmentPieces(plan.segments, source)) {
        size += piece.length;
        hasNul ||= piece.includes(0);
      }
      return { size, hasNul, pieces: (from, to) => window(segmentPieces(plan.segments, source), from, to) };
    }
  }
}

async function* rawPieces(source: RawSource, from: number, to: number): AsyncGenerator<Uint8Array> {
  for (let at = from; at < to; at += pieceBytes) yield await source.read(at, Math.min(to, at + pieceBytes));
}

async function* segmentPieces(segments: readonly Segment[], source: RawSource): AsyncGenerator<Uint8Array> {
  for (const { from, to, coding } of segments) {
    if (coding === "header") {
      yield withoutEncoding(await source.read(from, to));
      continue;
    }
    const decoder = segmentDecoder(coding);
    for await (const piece of rawPieces(source, from, to)) {
      const bytes = decoder.push(piece);
      if (bytes.length > 0) yield bytes;
    }
    const last = decoder.end();
    if (last.length > 0) yield last;
  }
}

/** Octets [from, to) of what the pieces make together; stops reading behind them. */
async function* window(
  pieces: AsyncGenerator<Uint8Array>,
  from: number,
  to: number,
): AsyncGenerator<Uint8Array> {
  let at = 0;
  for await (const piece of pieces) {
    const begin = Math.max(0, from - at);
    const end = Math.min(piece.length, to - at);
    at += piece.length;
    if (begin < end) yield piece.subarray(begin, end);
    if (at >= to) return;
  }
}
