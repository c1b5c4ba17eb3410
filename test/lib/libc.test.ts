import { expect, test } from "bun:test";
import { readFileSync } from "node:fs";
import { releaseEmptyPages, releaseMappedFile } from "../../src/lib/libc.ts";

/** Kilobytes of a mapped file that are in this process's memory, and of them those that were written to. */
function resident(path: string): { all: number; written: number } {
  let isOf = false;
  const sum = { all: 0, written: 0 };
  for (const line of readFileSync("/proc/self/smaps", "latin1").split("\n")) {
    if (/^[0-9a-f]+-/.test(line)) isOf = line.endsWith(` ${path}`);
    const [, name, kilobytes] = /^(Rss|Anonymous):\s+(\d+)/.exec(line) ?? [];
    if (isOf && name) sum[name === "Rss" ? "all" : "written"] += Number(kilobytes);
  }
  return sum;
}

test.skipIf(process.platform !== "linux")(
  "pages of the executable are released, without those that were written to, and come again",
  () => {
    const before = resident(process.execPath);
    expect(before.written).toBeGreaterThan(0);
    for (let times = 0; times < 3; times++) {
      releaseMappedFile(process.execPath);
      const after = resident(process.execPath);
      expect(after.all).toBeLessThan(before.all);
      expect(after.written).toBeGreaterThanOrEqual(before.written);
    }
    // What was released is still there to be called.
    expect(Bun.zstdDecompressSync(Bun.zstdCompressSync("again")).toString()).toBe("again");
    expect(resident(process.execPath).all).toBeGreaterThan(0);
  },
);

test.skipIf(process.platform !== "linux")(
  "pages that hold nothing are released, what others hold stays, and all can be written again",
  () => {
    const anonymous = () =>
      Number(/Anonymous:\s+(\d+)/.exec(readFileSync("/proc/self/smaps_rollup", "latin1"))![1]);
    const page = 65536;
    const { buffer } = new WebAssembly.Memory({ initial: 128, maximum: 256 });
    const memory = new Uint8Array(buffer as ArrayBuffer);
    // Every fourth page ends with a byte; the others were written to and are empty again; the second half was never touched.
    memory.fill(1, 0, memory.length / 2);
    memory.fill(0, 0, memory.length / 2);
    for (let at = page; at <= memory.length / 2; at += 4 * page) memory[at - 1] = 7;
    const before = anonymous();
    const released = releaseEmptyPages(memory);
    expect(released).toBeGreaterThan(memory.length / 4);
    expect(released).toBeLessThanOrEqual(memory.length / 2);
    expect(before - anonymous()).toBeGreaterThan(memory.length / 4 / 1024);
    const kept = memory.length / 2 / (4 * page);
    for (let at = page, n = 0; n < kept; at += 4 * page, n++)
      expect(memory.indexOf(7, n && at - 4 * page)).toBe(at - 1);
    expect(memory.lastIndexOf(7)).toBeLessThan(memory.length / 2);
    memory.fill(3);
    expect(releaseEmptyPages(memory)).toBe(0);
    expect(memory.indexOf(0)).toBe(-1);
    // A buffer that does not begin at a page is left alone.
    memory.fill(0);
    expect(releaseEmptyPages(memory.subarray(1))).toBe(0);
  },
);
