// Room on disks: of none, of one that does not tell, and of two that are alike.
import { expect, test } from "bun:test";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { diskRoom, freeBytes } from "../../src/lib/disk-room.ts";

test("of a folder that is there, and of none", async () => {
  const { free, freeFiles, share } = await diskRoom(tmpdir());
  expect([free > 0, Number.isFinite(free), freeFiles >= 0, share > 0 && share <= 1]).toEqual([
    true,
    true,
    true,
    true,
  ]);
  const none = join(tmpdir(), "no-such-folder", "x");
  expect(() => freeBytes(none)).toThrow(/ENOENT/);
  expect(diskRoom(none)).rejects.toThrow(/ENOENT/);
});

// Both count no blocks, as file systems of a network do that tell nothing.
test.skipIf(process.platform !== "linux")(
  "that does not tell is not full, and alike is not the same",
  async () => {
    const [one, other] = [await diskRoom("/proc"), await diskRoom("/sys")];
    expect([one.free, other.free, freeBytes("/proc")]).toEqual(Array(3).fill(Number.POSITIVE_INFINITY));
    expect(one.share).toBe(1);
    expect(one.disk).not.toBe(other.disk);
    expect((await diskRoom("/proc/self")).disk).toBe(one.disk);
  },
);
