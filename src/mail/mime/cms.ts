// The mail inside an S/MIME part: signed or compressed ones can be read by everybody, encrypted ones cannot. RFC 8551 3, RFC 5652
// (signed-data, enveloped-data), RFC 3274 (compressed-data), X.690 8 (BER). Signatures are not judged here.
import { inflateSync } from "node:zlib";
import { decodedParam } from "./parameters.ts";
import type { PartStructure } from "./part.ts";

export type CmsContent = { kind: "mail"; raw: Uint8Array } | { kind: "encrypted" } | { kind: "unknown" };

const kinds: Record<string, "signed" | "compressed" | "encrypted"> = {
  "1.2.840.113549.1.7.2": "signed",
  "1.2.840.113549.1.9.16.1.9": "compressed",
  "1.2.840.113549.1.7.3": "encrypted",
  "1.2.840.113549.1.9.16.1.23": "encrypted",
};

const maxUnpacked = 50 * 1024 * 1024;
const maxChunks = 100_000;

export function isCms({ type, subtype, params, disposition }: PartStructure): boolean {
  if (type !== "application") return false;
  if (/^(?:x-)?pkcs7-mime$/.test(subtype)) return true;
  // Gateways that do not know the type keep the name. RFC 8551 3.2.1
  const names = [decodedParam(disposition?.params ?? {}, "filename"), decodedParam(params, "name")];
  return subtype === "octet-stream" && names.some((name) => name?.toLowerCase() === "smime.p7m");
}

/** Reads a part's decoded bytes. Never throws; linear in their number. */
export function cmsContent(bytes: Uint8Array): CmsContent {
  try {
    const [oid, content] = childrenOf(bytes, valueAt(bytes, 0));
    const kind = oid && kinds[oidOf(bytes, oid)];
    if (kind === "encrypted") return { kind };
    if (!kind || !content) return { kind: "unknown" };
    const [data] = childrenOf(bytes, content);
    // Behind the version and the algorithms.
    const wrapped = data && childrenOf(bytes, data, 3)[2];
    const octets = wrapped && childrenOf(bytes, wrapped, 2)[1];
    const [first] = octets ? childrenOf(bytes, octets, 1) : [];
    // A detached signature has none.
    if (!first) return { kind: "unknown" };
    const raw = Buffer.concat(octetsOf(bytes, first));
    if (kind === "signed") return { kind: "mail", raw };
    return { kind: "mail", raw: inflateSync(raw, { maxOutputLength: maxUnpacked }) };
  } catch {
    return { kind: "unknown" };
  }
}

/** A value by its place: its contents are [start, end), the next value begins at `next`. */
interface BerValue {
  tag: number;
  start: number;
  /** -1: it goes on to an end mark. */
  end: number;
  next: number;
}

/** @throws RangeError the bytes end before the value does */
function valueAt(bytes: Uint8Array, at: number): BerValue {
  const tag = byteAt(bytes, at);
  const first = byteAt(bytes, at + 1);
  let start = at + 2;
  if (first === 0x80) return { tag, start, end: -1, next: -1 };
  let length = first;
  if (first > 0x80) {
    length = 0;
    for (let n = first & 0x7f; n > 0; n--) length = length * 256 + byteAt(bytes, start++);
  }
  if (start + length > bytes.length) throw new RangeError("The value is longer than the part.");
  return { tag, start, end: start + length, next: start + length };
}

function byteAt(bytes: Uint8Array, at: number): number {
  const byte = bytes[at];
  if (byte === undefined) throw new RangeError("The part ends within a value.");
  return byte;
}

/** The first values in a value. */
function childrenOf(bytes: Uint8Array, { start, end }: BerValue, count = maxChunks): BerValue[] {
  const children: BerValue[] = [];
  let at = start;
  while (children.length < count && (end < 0 ? !isEnd(bytes, at) : at < end)) {
    const child = valueAt(bytes, at);
    children.push(child);
    at = children.length < count ? endOf(bytes, child) : at;
  }
  return children;
}

function isEnd(bytes: Uint8Array, at: number): boolean {
  return byteAt(bytes, at) === 0 && byteAt(bytes, at + 1) === 0;
}

/** Where a value ends; values without a length end behind their last child's end mark. Without recursion: depth is the sender's. */
function endOf(bytes: Uint8Array, value: BerValue): number {
  if (value.next >= 0) return value.next;
  let open = 1;
  let at = value.start;
  while (open > 0) {
    if (isEnd(bytes, at)) {
      open--;
      at += 2;
      continue;
    }
    const inner = valueAt(bytes, at);
    if (inner.next < 0) open++;
    at = inner.next < 0 ? inner.start : inner.next;
  }
  return at;
}

const octetString = 0x04;
const octetStringOfParts = 0x24;

function octetsOf(bytes: Uint8Array, value: BerValue): Uint8Array[] {
  if (value.tag === octetString) return [bytes.subarray(value.start, value.end)];
  if (value.tag !== octetStringOfParts) return [];
  return childrenOf(bytes, value).flatMap(({ tag, start, end }) =>
    tag === octetString ? [bytes.subarray(start, end)] : [],
  );
}

/** X.690 8.19 */
function oidOf(bytes: Uint8Array, { tag, start, end }: BerValue): string {
  if (tag !== 0x06 || end - start > 40) return "";
  const numbers: number[] = [];
  let number = 0;
  for (const byte of bytes.subarray(start, end)) {
    number = number * 128 + (byte & 0x7f);
    if (byte > 0x7f) continue;
    if (numbers.length === 0)
      numbers.push(Math.min(Math.floor(number / 40), 2), number - Math.min(Math.floor(number / 40), 2) * 40);
    else numbers.push(number);
    number = 0;
  }
  return numbers.join(".");
}
