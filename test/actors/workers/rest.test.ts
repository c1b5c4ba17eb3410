// The rest between two looks of a worker.
import { describe, expect, test } from "bun:test";
import { Rest } from "../../../actors/workers/rest.ts";

describe("the rest between two looks", () => {
  const options = { shortestMs: 1, longestMs: 8 };
  const seen = (rest: Rest, looks: readonly boolean[]) =>
    looks.map((isFutile) => {
      rest.looked(isFutile);
      return rest.ms;
    });

  test("doubles while looks are futile, up to its limit, and is short after one that was not", () => {
    const rest = new Rest(options);
    expect(seen(rest, [true, true, true, true, false, true])).toEqual([2, 4, 8, 8, 1, 2]);
  });

  test("ends when there is room, before it and in the middle of it", async () => {
    const rest = new Rest({ shortestMs: 1, longestMs: 24 * 3_600_000 });
    seen(
      rest,
      Array.from({ length: 40 }, () => true),
    );
    await rest.over();
    rest.cut();
    expect(rest.ms).toBe(1);
    await rest.over();
    // What cut one rest does not cut the next.
    expect(rest.ms).toBe(24 * 3_600_000);
    const waiting = rest.over();
    setTimeout(() => rest.cut(), 5);
    await waiting;
  });
});
