// Short hashes for look-ups: the caller compares what it finds in full.

const mask = (1n << 52n) - 1n;

/** 52 bits of a fast hash, exact in a JavaScript number and a bigint column. Not for secrets. */
export function hash52(data: string | Uint8Array): number {
  return Number(BigInt(Bun.hash(data as string)) & mask);
}
