// The time between two polls of a worker.
import { describe, expect, test } from "bun:test";
import { PollBackoff } from "../../../actors/workers/poll-backoff.ts";

describe("the time between two polls", () => {
  const options = { minMs: 1, maxMs: 8 };
  const intervals = (backoff: PollBackoff, polls: readonly boolean[]) =>
    polls.map((isFutile) => {
      backoff.polled(isFutile);
      return backoff.ms;
    });

  test("doubles while polls are futile, up to its maximum, and is the minimum after one that was not", () => {
    const backoff = new PollBackoff(options);
    expect(intervals(backoff, [true, true, true, true, false, true])).toEqual([2, 4, 8, 8, 1, 2]);
  });

  test("ends when it is reset, before it and in the middle of it", async () => {
    const backoff = new PollBackoff({ minMs: 1, maxMs: 24 * 3_600_000 });
    intervals(
      backoff,
      Array.from({ length: 40 }, () => true),
    );
    await backoff.wait();
    backoff.reset();
    expect(backoff.ms).toBe(1);
    await backoff.wait();
    // A reset ends one wait, not the next.
    expect(backoff.ms).toBe(24 * 3_600_000);
    const waiting = backoff.wait();
    setTimeout(() => backoff.reset(), 5);
    await waiting;
  });
});
