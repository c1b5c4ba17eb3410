import { expect, test } from "bun:test";
import { readFileSync } from "node:fs";
import { releaseMappedFile } from "../../src/lib/libc.ts";

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
