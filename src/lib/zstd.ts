// The head of a zstd frame. RFC 8878 3.1.1.1

/** Octets of the longest head of a frame. */
const maxHead = 18;

/** Bytes that a frame holds, unpacked; Infinity where it does not say, or is no frame. */
export function frameContentSize(frame: Uint8Array): number {
  const head = Buffer.alloc(maxHead);
  head.set(frame.subarray(0, maxHead));
  const descriptor = head.readUInt8(4);
  const isSingleSegment = (descriptor & 0x20) !== 0;
  const at = 5 + (isSingleSegment ? 0 : 1) + [0, 1, 2, 4][descriptor & 3]!;
  const flag = descriptor >> 6;
  if (frame.length < at) return Number.POSITIVE_INFINITY;
  if (flag === 0) return isSingleSegment ? head.readUInt8(at) : Number.POSITIVE_INFINITY;
  if (flag === 1) return head.readUInt16LE(at) + 256;
  return flag === 2 ? head.readUInt32LE(at) : Number(head.readBigUInt64LE(at));
}
