import { expect, test } from "bun:test";
import { type DisplayedForm, displayedBytes } from "../../../src/mail/displayed-form.ts";
import { BlobMissing, blobKey } from "../../../src/store/blobs/blobs.ts";
import { largePieces } from "../../../src/store/blobs/large-mail.ts";
import { seeded } from "../../support/app/random.ts";

const roll = seeded(20260102);
const raw = Buffer.from(Array.from({ length: 900_000 }, () => 32 + roll(90)));
const key = blobKey(new Bun.CryptoHasher("sha256").update(raw).digest("hex"));
const packed = Bun.zstdCompressSync(raw, { level: 1 });

function source(bytes: Uint8Array | null, displayedForm: DisplayedForm | null) {
  const read = async (_key: string, range?: { start: number; end: number }) => {
    if (!bytes) throw new BlobMissing("gone", "gone");
    return bytes.subarray(range!.start, range!.end);
  };
  return { blobs: { read }, key, displayedForm };
}

// DECISIONS IMAP: Bodies that are kept in the blob store are streamed
test("any range of a large mail equals that range of the mail in memory", async () => {
  const displayedForm: DisplayedForm = {
    prefix: "Authentication-Results: a\r\n",
    cuts: [0, 10, 70_000, 200_000, 899_990, 900_000],
  };
  for (const each of [null, displayedForm, { prefix: "", cuts: [] }]) {
    const whole = Buffer.from(displayedBytes(raw, each));
    const stretches = [
      [0, whole.length],
      [whole.length - 1, whole.length],
      ...Array.from({ length: 12 }, () => [roll(whole.length), roll(whole.length)].sort((a, b) => a - b)),
    ];
    for (const [from, to] of stretches) {
      const pieces: Uint8Array[] = [];
      for await (const piece of largePieces(source(packed, each), { from: from!, to: to! }))
        pieces.push(piece);
      expect(Buffer.concat(pieces).equals(whole.subarray(from, to))).toBe(true);
    }
  }
});

test("a blob that is gone, ends early or has other bytes is a failure", async () => {
  const all = async (bytes: Uint8Array | null) => {
    let octets = 0;
    const stretch = { from: 0, to: raw.length };
    for await (const piece of largePieces(source(bytes, null), stretch)) octets += piece.length;
    return octets;
  };
  expect(await all(null).catch((error) => error.message)).toBe("gone");
  const flipped = Uint8Array.from(packed);
  flipped[200_000]! ^= 1;
  const other = Bun.zstdCompressSync(Buffer.from(raw).fill(33, raw.length - 9), { level: 1 });
  const whole = Bun.zstdCompressSync(raw.subarray(0, 800_000), { level: 1 });
  for (const bytes of [new Uint8Array(), packed.subarray(0, 300_000), flipped, other, whole])
    expect(await all(bytes).catch((error) => error.message)).toContain("is damaged");
  expect(await all(packed)).toBe(raw.length);
});
