import { expect, test } from "bun:test";
import { addMs, msOf } from "../../src/lib/clock.ts";
import { nextAttempt } from "../../src/outbound/backoff.ts";

const since = "2026-01-02T03:04:05.678901Z";

test("from one minute to four hours over two days, then never", () => {
  let now = since;
  const delays: number[] = [];
  for (let attempts = 1; ; attempts++) {
    const next = nextAttempt(attempts, { since, now }, 0.5);
    if (next === null) break;
    delays.push((msOf(next) - msOf(now)) / 60_000);
    now = next;
  }
  expect(delays[0]).toBe(1);
  expect(delays[1]).toBe(1.5);
  expect(Math.max(...delays)).toBe(240);
  for (const [i, delay] of delays.slice(0, -1).entries())
    expect(delay).toBeGreaterThanOrEqual(delays[i - 1] ?? 0);
  expect((msOf(now) - msOf(since)) / 3_600_000).toBe(48);
  expect(delays.length).toBeGreaterThan(20);
  expect(delays.length).toBeLessThan(40);
});

test("jitter is 20 % either way; nothing overflows", () => {
  const delay = (attempts: number, random: number) =>
    msOf(nextAttempt(attempts, { since, now: since }, random) ?? "") - msOf(since);
  expect(delay(1, 0)).toBe(48_000);
  expect(delay(1, 1)).toBe(72_000);
  expect(delay(1_000_000, 0.5)).toBe(4 * 3_600_000);
  expect(delay(0, 0.5)).toBe(60_000);
});

test("late after downtime: the time that is over stays over", () => {
  expect(nextAttempt(3, { since, now: addMs(since, 49 * 3_600_000) }, 0.5)).toBeNull();
});
