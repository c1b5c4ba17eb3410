import { expect, test } from "bun:test";
import { collectArriving, collector, IdleWatch } from "../../src/lib/collect.ts";

/** How often the server falls idle when it has taken so much processor time between looks. */
function timesIdle(watch: IdleWatch, looks: number[]): number {
  return looks.filter((ms) => watch.fallsIdle(ms)).length;
}

const quiet = (looks: number) => Array<number>(looks).fill(10);
const busy = (looks: number) => Array<number>(looks).fill(1_000);

test("a server falls idle once after its start, and not again while nobody uses it", () => {
  const watch = new IdleWatch();
  expect(timesIdle(watch, busy(2))).toBe(0);
  expect(timesIdle(watch, quiet(10))).toBe(1);
  expect(timesIdle(watch, quiet(10_000))).toBe(0);
});

test("it falls idle once after each time of use, and not in its pauses", () => {
  const watch = new IdleWatch();
  timesIdle(watch, quiet(10));
  for (let times = 0; times < 3; times++) {
    const pauses = [...busy(5), ...quiet(50), ...busy(5), ...quiet(50)];
    expect(timesIdle(watch, pauses)).toBe(0);
    expect(timesIdle(watch, quiet(100))).toBe(1);
  }
});

test("use in little parts is use", () => {
  const watch = new IdleWatch();
  timesIdle(watch, quiet(20));
  expect(
    timesIdle(
      watch,
      Array(4)
        .fill([100, ...quiet(50)])
        .flat(),
    ),
  ).toBe(0);
  expect(timesIdle(watch, quiet(20))).toBe(1);
  expect(timesIdle(watch, [100, ...quiet(1_000)])).toBe(0);
});

test("what giving back costs is no use", () => {
  const watch = new IdleWatch();
  timesIdle(watch, quiet(2));
  expect(timesIdle(watch, [5_000, 300, ...quiet(1_000)])).toBe(0);
});

test("pieces that many send at a time are collected once for all of them, in a turn of its own", async () => {
  const { full } = collector;
  let collections = 0;
  collector.full = () => void collections++;
  try {
    const collected = Promise.all(Array.from({ length: 8 }, () => collectArriving(48 * 1024 * 1024)));
    expect(collections).toBe(0);
    await collected;
    expect(collections).toBe(1);
  } finally {
    collector.full = full;
  }
});
