// A segment of the search index: for each number of a run of letters the mails that have it, by their places. Lists
// stand by number; ranges of numbers have an offset each, so that one list is read without the others.
import { Pauses } from "../../lib/pauses.ts";
import { gramBits, gramSpace, type MailNumbers } from "./gram-numbers.ts";

export interface SearchSegment {
  /** Mails. */
  size: number;
  /** A number shifted right by it is its range. */
  shift: number;
  /** 32 bits a range, most significant first, and one more for the end. */
  offsets: Uint8Array;
  /** Entries: the number's distance to the one before in its range, then its postings. */
  postings: Uint8Array;
}

/** Octets of a range, nearly. */
const rangeOctets = 2000;
const maxRangeBits = 12;

/** The place of a mail, and whether REST does not search the text. */
function posting(place: number, isOther: boolean): number {
  return place * 2 + (isOther ? 1 : 0);
}

class SegmentWriter {
  readonly #size: number;
  readonly #shift: number;
  readonly #starts: number[] = [];
  #octets: Uint8Array;
  #length = 0;
  #last = 0;

  constructor(size: number, expectedOctets: number) {
    const ranges = Math.min(maxRangeBits, Math.max(0, Math.ceil(Math.log2(expectedOctets / rangeOctets))));
    this.#size = size;
    this.#shift = gramBits - ranges;
    this.#octets = new Uint8Array(expectedOctets + 1024);
  }

  /** Numbers come ascending. @param from the first of its postings, which are ascending; @param to behind the last */
  add(number: number, postings: Uint32Array, from: number, to: number): void {
    this.#reserve(15 + 5 * (to - from));
    const range = number >> this.#shift;
    while (this.#starts.length <= range) {
      this.#starts.push(this.#length);
      this.#last = this.#starts.length - 1 === range ? range << this.#shift : 0;
    }
    const isSingle = to - from === 1;
    this.#varint((number - this.#last) * 2 + (isSingle ? 1 : 0));
    this.#last = number;
    if (!isSingle) this.#varint(to - from);
    let before = 0;
    for (let at = from; at < to; at++) {
      const each = postings[at]!;
      this.#varint(each - before);
      before = each;
    }
  }

  finish(): SearchSegment {
    const ranges = gramSpace >> this.#shift;
    const offsets = new DataView(new ArrayBuffer(4 * (ranges + 1)));
    for (let n = 0; n <= ranges; n++) offsets.setUint32(4 * n, this.#starts[n] ?? this.#length);
    return {
      size: this.#size,
      shift: this.#shift,
      offsets: new Uint8Array(offsets.buffer),
      postings: this.#octets.slice(0, this.#length),
    };
  }

  #varint(value: number): void {
    let rest = value;
    while (rest > 127) {
      this.#octets[this.#length++] = (rest & 127) | 128;
      rest >>>= 7;
    }
    this.#octets[this.#length++] = rest;
  }

  #reserve(more: number): void {
    if (this.#length + more <= this.#octets.length) return;
    const larger = new Uint8Array(2 * this.#octets.length + more);
    larger.set(this.#octets);
    this.#octets = larger;
  }
}

/** Reads entries one after the other. */
class EntryReader {
  number = 0;
  postings = new Uint32Array(16);
  count = 0;
  #at = 0;

  constructor(readonly octets: Uint8Array) {}

  get isAtEnd(): boolean {
    return this.#at >= this.octets.length;
  }

  get at(): number {
    return this.#at;
  }

  /**
   * @param base the first number of the range where it begins one, else the number before
   * @param wanted postings of other numbers are passed over
   */
  next(base: number, wanted?: ReadonlySet<number>): void {
    const head = this.#varint();
    this.number = base + (head >>> 1);
    this.count = head & 1 ? 1 : this.#varint();
    if (wanted && !wanted.has(this.number)) {
      let left = this.count;
      while (left > 0) if (this.octets[this.#at++]! < 128) left--;
      return;
    }
    if (this.postings.length < this.count) this.postings = new Uint32Array(2 * this.count);
    let before = 0;
    for (let i = 0; i < this.count; i++) {
      before += this.#varint();
      this.postings[i] = before;
    }
  }

  #varint(): number {
    let value = 0;
    for (let shift = 0; ; shift += 7) {
      const octet = this.octets[this.#at++]!;
      value |= (octet & 127) << shift;
      if (octet < 128) return value;
    }
  }
}

/** Used by one segment at a time; all zero between two. */
const counts = new Uint32Array(gramSpace);

/** The segment of mails in their order. */
export function segmentOf(mails: readonly MailNumbers[]): SearchSegment {
  const used: number[] = [];
  try {
    return segmentBy(mails, used);
  } finally {
    for (const number of used) counts[number] = 0;
  }
}

/** @param used takes the numbers that are counted */
function segmentBy(mails: readonly MailNumbers[], used: number[]): SearchSegment {
  for (const { shown, others } of mails) {
    count(shown, used);
    count(others, used);
  }
  const numbers = Uint32Array.from(used).sort();
  const ends = new Uint32Array(numbers.length);
  let start = 0;
  for (let n = 0; n < numbers.length; n++) {
    const number = numbers[n]!;
    const of = counts[number]!;
    counts[number] = start;
    start += of;
    ends[n] = start;
  }
  const postings = new Uint32Array(start);
  for (let place = 0; place < mails.length; place++) {
    const { shown, others } = mails[place]!;
    fillIn(shown, posting(place, false), postings);
    fillIn(others, posting(place, true), postings);
  }
  const writer = new SegmentWriter(mails.length, 2 * start);
  for (let n = 0; n < numbers.length; n++)
    writer.add(numbers[n]!, postings, n === 0 ? 0 : ends[n - 1]!, ends[n]!);
  return writer.finish();
}

function count(numbers: ArrayLike<number>, used: number[]): void {
  for (let i = 0; i < numbers.length; i++) {
    const number = numbers[i]!;
    const before = counts[number]!;
    if (before === 0) used.push(number);
    counts[number] = before + 1;
  }
}

/** Writes a mail behind the others of each of its numbers: `counts` says where. */
function fillIn(numbers: ArrayLike<number>, value: number, postings: Uint32Array): void {
  for (let i = 0; i < numbers.length; i++) {
    const number = numbers[i]!;
    const at = counts[number]!;
    postings[at] = value;
    counts[number] = at + 1;
  }
}

/** A segment that is merged, and the new place of each of its mails; -1: it is left out. */
export interface MergedSegment {
  segment: SearchSegment;
  places: Int32Array;
}

/** Merges segments, with pauses. @param size mails of all */
export async function mergedSegment(merged: readonly MergedSegment[], size: number): Promise<SearchSegment> {
  const pauses = new Pauses();
  const sources = merged.map(({ segment, places }) => new MergeSource(segment, places));
  const octets = sources.reduce((sum, { octets: { length } }) => sum + length, 0);
  const writer = new SegmentWriter(size, octets);
  let postings = new Uint32Array(2 * size);
  for (;;) {
    let number = gramSpace;
    for (const source of sources) if (source.number < number) number = source.number;
    if (number === gramSpace) return writer.finish();
    let length = 0;
    let isSorted = true;
    for (const source of sources) {
      if (source.number !== number) continue;
      const { postings: from, count } = source.reader;
      if (length + count > postings.length) {
        const larger = new Uint32Array(2 * (length + count));
        larger.set(postings);
        postings = larger;
      }
      for (let i = 0; i < count; i++) {
        const place = source.places[from[i]! >>> 1]!;
        if (place < 0) continue;
        const each = place * 2 + (from[i]! & 1);
        if (length > 0 && each <= postings[length - 1]!) isSorted = false;
        postings[length++] = each;
      }
      source.advance();
    }
    if (length > 0 && isSorted) writer.add(number, postings, 0, length);
    else if (length > 0) {
      const list = Uint32Array.from(new Set(postings.subarray(0, length).sort()));
      writer.add(number, list, 0, list.length);
    }
    if (pauses.isDue) await pauses.take();
  }
}

/** Walks over all entries of a segment. */
class MergeSource {
  readonly reader: EntryReader;
  /** `gramSpace` at the end. */
  number = 0;
  #range = -1;

  constructor(
    readonly segment: SearchSegment,
    readonly places: Int32Array,
  ) {
    this.reader = new EntryReader(segment.postings);
    this.advance();
  }

  get octets(): Uint8Array {
    return this.segment.postings;
  }

  advance(): void {
    if (this.reader.isAtEnd) {
      this.number = gramSpace;
      return;
    }
    const { offsets, shift } = this.segment;
    const view = new DataView(offsets.buffer, offsets.byteOffset, offsets.byteLength);
    let base = this.number;
    while (
      4 * (this.#range + 1) < offsets.byteLength - 4 &&
      view.getUint32(4 * (this.#range + 1)) <= this.reader.at
    ) {
      this.#range++;
      base = this.#range << shift;
    }
    this.reader.next(base);
    this.number = this.reader.number;
  }
}

/** A condition on mails: all or one of several, or a number that they have. */
export type GramCondition = number | { op: "and" | "or"; of: readonly GramCondition[] };

/** The numbers of a condition. */
export function numbersIn(condition: GramCondition): number[] {
  return typeof condition === "number" ? [condition] : condition.of.flatMap(numbersIn);
}

/**
 * Places of the mails that meet a condition, ascending.
 * @param ranges octets of each range that a number of the condition is in
 * @param where "shown": in the texts that REST searches
 */
export function placesIn(
  { size, shift }: Pick<SearchSegment, "size" | "shift">,
  ranges: ReadonlyMap<number, Uint8Array>,
  { condition, where }: { condition: GramCondition; where: "shown" | "whole" },
): number[] {
  const found = new Map<number, Uint8Array>();
  const asked = new Set(numbersIn(condition));
  for (const [range, octets] of ranges) {
    const reader = new EntryReader(octets);
    let base = range << shift;
    while (!reader.isAtEnd) {
      reader.next(base, asked);
      base = reader.number;
      if (!asked.has(reader.number)) continue;
      const flags = new Uint8Array(size);
      for (const each of reader.postings.subarray(0, reader.count))
        if (where === "whole" || (each & 1) === 0) flags[each >>> 1] = 1;
      found.set(reader.number, flags);
    }
  }
  const flags = flagsOf(condition, found, size);
  const places: number[] = [];
  for (let place = 0; flags !== null && place < size; place++) if (flags[place]) places.push(place);
  return places;
}

/** null: no mail. */
function flagsOf(
  condition: GramCondition,
  found: ReadonlyMap<number, Uint8Array>,
  size: number,
): Uint8Array | null {
  if (typeof condition === "number") return found.get(condition) ?? null;
  const all = condition.of.map((each) => flagsOf(each, found, size));
  const some = all.filter((flags) => flags !== null);
  if (condition.op === "and" && some.length < all.length) return null;
  const [first, ...rest] = some;
  if (!first) return null;
  const flags = first.slice();
  for (const other of rest) {
    for (let place = 0; place < size; place++)
      flags[place] = condition.op === "and" ? flags[place]! & other[place]! : flags[place]! | other[place]!;
  }
  return flags;
}
