// Which backups are kept: the newest of so many hours, days and weeks.
import { expect, test } from "bun:test";
import { keptNames, readKeep } from "../../src/lib/keep.ts";

/** One name for each half hour, the newest last. */
function halfHours(count: number): string[] {
  const end = Date.parse("2026-11-26T21:45:00Z");
  return Array.from({ length: count }, (_, n) =>
    new Date(end - (count - 1 - n) * 1_800_000).toISOString().replaceAll(":", "-"),
  );
}

test("a number, or parts with units, each once", () => {
  expect(readKeep("14")).toEqual({ newest: 14 });
  expect(readKeep("24h, 7d,4w")).toEqual({ hours: 24, days: 7, weeks: 4 });
  expect(readKeep("2w")).toEqual({ hours: 0, days: 0, weeks: 2 });
  for (const text of ["", "0", "-1", "1.5", "24", "24h,24h", "7x", "h", "24h;7d", "99999999"])
    expect([text, readKeep(text) === null || "newest" in readKeep(text)!]).toEqual([text, true]);
  expect(readKeep("24h,24h")).toBeNull();
});

// DECISIONS Settings and command line: and keeps what BACKUP_KEEP says: so many, or the newest of each of so many hours, days and weeks that have one
test("the newest of each hour, day and week that has one", () => {
  const names = halfHours(48 * 60);
  const kept = [...keptNames(names, { hours: 3, days: 2, weeks: 2 })].sort();
  expect(kept).toEqual([
    "2026-11-22T23-45-00.000Z",
    "2026-11-25T23-45-00.000Z",
    "2026-11-26T19-45-00.000Z",
    "2026-11-26T20-45-00.000Z",
    "2026-11-26T21-45-00.000Z",
  ]);
  expect([...keptNames(names, { newest: 2 })]).toEqual(names.slice(-2));
  expect([...keptNames(names, { hours: 0, days: 0, weeks: 0 })]).toEqual(names.slice(-1));
  expect(keptNames([], { hours: 1, days: 1, weeks: 1 }).size).toBe(0);
  // Gaps are no spans: what there is counts.
  const sparse = ["2026-01-01T00-00-00.000Z", "2026-06-01T00-00-00.000Z", "2026-11-01T00-00-00.000Z"];
  expect([...keptNames(sparse, { hours: 0, days: 3, weeks: 0 })].sort()).toEqual(sparse);
});
