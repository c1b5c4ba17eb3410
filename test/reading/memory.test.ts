// What a mail takes in memory is free again once it is read, however long its reading might have taken.
import { expect, test } from "bun:test";
import { readMail, serverTimeouts } from "../../src/reading/mails.ts";

const megabyte = 1024 * 1024;

async function readOne(size: number): Promise<void> {
  // Unlike Buffer.alloc, this is counted in `arrayBuffers`.
  const raw = Buffer.from(new ArrayBuffer(size));
  raw.fill("some words\r\n");
  raw.write("From: a@b.c\r\n\r\n");
  const { isPartial } = await readMail({ raw, options: {} }, { source: "test", timeouts: serverTimeouts });
  expect(isPartial).toBe(false);
}

function heldBytes(): number {
  Bun.gc(true);
  return process.memoryUsage().arrayBuffers;
}

test("mails that were read are not held until their time would have been over", async () => {
  await readOne(megabyte);
  const before = heldBytes();
  for (let n = 0; n < 8; n++) await readOne(4 * megabyte);
  expect(heldBytes() - before).toBeLessThan(12 * megabyte);
});
