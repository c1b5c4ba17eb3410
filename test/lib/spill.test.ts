// Bytes that arrive: what is in memory, what is in a file, who waits, and that all of it is given back.
import { afterAll, expect, test } from "bun:test";
import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { ByteBudget } from "../../src/lib/byte-budget.ts";
import { Spills } from "../../src/lib/spill.ts";

const dir = mkdtempSync(join(tmpdir(), "spill-"));
afterAll(() => rmSync(dir, { recursive: true }));

test("bytes are held and given back", () => {
  const budget = new ByteBudget(10);
  const [one, two] = [budget.hold(), budget.hold()];
  expect([one.take(6), two.take(5), two.take(4)]).toEqual([true, false, true]);
  one.release();
  one.release();
  expect([two.take(6), two.take(1), budget.held]).toEqual([true, false, 10]);
});

test("who waits for room gets it in turn, and who wants more than there is gets it alone", async () => {
  const budget = new ByteBudget(10);
  const first = budget.hold();
  await first.wait(6);
  const order: string[] = [];
  const waits = (
    [
      ["large", 15],
      ["small", 1],
      ["other", 9],
    ] as const
  ).map(([name, bytes]) => {
    const hold = budget.hold();
    return hold.wait(bytes).then(() => {
      order.push(name);
      return hold;
    });
  });
  await Promise.resolve();
  expect(order).toEqual([]);
  first.release();
  const large = await waits[0]!;
  expect([order, budget.held]).toEqual([["large"], 15]);
  large.release();
  const [, small, other] = await Promise.all(waits);
  expect([order, budget.held]).toEqual([["large", "small", "other"], 10]);
  small!.release();
  other!.release();
  expect(budget.held).toBe(0);
});

const held = ({ arriving, whole, onDisk }: Spills) => [arriving.held, whole.held, onDisk.held];

test("the bytes are what was written, however they were cut, and every room is free again", async () => {
  const chunks = fc.array(fc.uint8Array({ maxLength: 40 }), { maxLength: 12 });
  await fc.assert(
    fc.asyncProperty(
      chunks,
      fc.integer({ min: 1, max: 200 }),
      fc.integer({ min: 1, max: 200 }),
      async (cut, inMemory, arriving) => {
        const spills = new Spills(dir, { inMemory, arriving, whole: 50 });
        const spill = spills.open();
        for (const chunk of cut) expect(await spill.write(chunk)).toBe(true);
        expect(spill.size).toBe(cut.reduce((sum, { length }) => sum + length, 0));
        expect(spills.arriving.held).toBeLessThanOrEqual(Math.min(inMemory, arriving));
        expect(Buffer.from(await spill.bytes()).equals(Buffer.concat(cut))).toBe(true);
        expect(spills.onDisk.held).toBe(0);
        await spill.release();
        await spill.release();
        expect(held(spills)).toEqual([0, 0, 0]);
      },
    ),
  );
  expect(readdirSync(dir)).toEqual([]);
});

test("who is released while he waits for room takes none", async () => {
  const spills = new Spills(dir, { inMemory: 1, whole: 10 });
  const [first, second] = [spills.open(), spills.open()];
  for (const each of [first, second]) await each!.write(new Uint8Array(8));
  await first!.bytes();
  const waiting = second!.bytes().catch((error: Error) => error.message);
  await second!.release();
  await first!.release();
  expect(await waiting).toContain("released");
  expect(held(spills)).toEqual([0, 0, 0]);
});

test("many senders together take so much memory and so much disk", async () => {
  const spills = new Spills(dir, { inMemory: 10, arriving: 25, whole: 30, onDisk: 40 });
  const senders = Array.from({ length: 6 }, () => spills.open());
  const taken: boolean[] = [];
  for (const sender of senders) taken.push(await sender.write(new Uint8Array(10)));
  // two in memory, for four there is just room on the disk
  expect([taken, held(spills)]).toEqual([Array(6).fill(true), [20, 0, 40]]);
  expect(readdirSync(dir)).toEqual([]);
  const late = spills.open();
  expect(await late.write(new Uint8Array(6))).toBe(false);
  await late.release();
  // read back, three fit into memory; the fourth waits for one of them
  const files = senders.slice(2);
  const read = files.map((sender) => sender.bytes());
  await Promise.all(read.slice(0, 3));
  expect(held(spills)).toEqual([20, 30, 10]);
  await files[0]!.release();
  expect((await read[3]!).length).toBe(10);
  for (const sender of senders) await sender.release();
  expect(held(spills)).toEqual([0, 0, 0]);
});
