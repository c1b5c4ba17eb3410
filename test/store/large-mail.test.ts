import { expect, test } from "bun:test";
import { type DisplayedForm, displayedBytes } from "../../src/mail/displayed-form.ts";
import { largePieces } from "../../src/store/blobs/large-mail.ts";
import { seeded } from "../support/app/random.ts";

const roll = seeded(20260102);
const raw = Buffer.from(Array.from({ length: 900_000 }, () => 32 + roll(90)));
const packed = Bun.zstdCompressSync(raw, { level: 1 });

function source(bytes: Uint8Array | null, displayedForm: DisplayedForm | null) {
  const get = async (_key: string, range?: { start: number; end: number }) =>
    bytes?.subarray(range!.start, range!.end) ?? null;
  return { blobs: { get }, key: "k", displayedForm };
}

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

test("a blob that is gone is a failure, and one that ends early has less", async () => {
  const all = async (bytes: Uint8Array | null) => {
    let octets = 0;
    const stretch = { from: 0, to: raw.length };
    for await (const piece of largePieces(source(bytes, null), stretch)) octets += piece.length;
    return octets;
  };
  expect(await all(null).catch((error) => error.message)).toBe("blob k is gone");
  expect(await all(packed.subarray(0, 300_000)).catch(() => 0)).toBeLessThan(raw.length);
  expect(await all(packed)).toBe(raw.length);
});
