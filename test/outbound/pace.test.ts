// The pace of a provider and the ramp of a domain, as plain functions.
import { describe, expect, test } from "bun:test";
import { addMs, type Instant } from "../../src/lib/clock.ts";
import type { RecipientResult } from "../../src/outbound/outcome.ts";
import { asksForLess, endOf, type Pace, paceAt, providerOf, slowed } from "../../src/outbound/pace.ts";
import { limitOn, spread, timeOf } from "../../src/outbound/ramp.ts";

const now = "2026-03-01T12:00:00.000000Z" as Instant;
const minute = 60_000;

function answer(code: number, response: string, more: Partial<RecipientResult> = {}): RecipientResult {
  const enhanced = /^\d{3} (\d\.\d+\.\d+)/.exec(response)?.[1] ?? null;
  const kind = code < 400 ? "delivered" : code < 500 ? "deferred" : "failed";
  return {
    recipient: "a@far.example",
    ...{ kind, code, enhanced, response, refusedAt: kind === "delivered" ? null : "mail" },
    ...{ mx: "mx.far.example", tls: null, tlsFallback: null, dsn: false, ...more },
  };
}

describe("a provider's pace", () => {
  test("a provider is the registrable domain of its servers", () => {
    expect(
      ["alt1.mx.Big.co.uk", "big.co.uk", "10.0.0.1", "mx", "a.github.io"].map((host) => providerOf(host)),
    ).toEqual(["big.co.uk", "big.co.uk", "10.0.0.1", "mx", "github.io"]);
  });

  test("what asks for less mail, and what is about something else", () => {
    for (const [code, response, asks] of [
      [421, "421 4.7.0 Too many messages from your network", "strong"],
      [421, "421 Come back later", "strong"],
      [450, "450 4.7.28 rate limit exceeded for this sender", "strong"],
      [451, "451 Slow down, please", "strong"],
      [452, "452 4.3.2 Too many concurrent connections", "strong"],
      [451, "451 4.7.500 Server busy. Please try again later", "weak"],
      [450, "450 4.7.1 Temporarily deferred", "weak"],
      [450, "450 4.7.1 Greylisted, try again later", null],
      [451, "451 4.7.1 Greylisting in action, too many to count", null],
      [452, "452 4.2.2 Mailbox full, try again later", null],
      [452, "452 4.5.3 Too many recipients", null],
      [452, "452 4.3.1 Insufficient storage, try again later", null],
      [421, "421 4.3.2 Service shutting down", null],
      [451, "451 Local error in processing, try again later", null],
      [550, "550 5.7.1 Too many messages", null],
      [250, "250 2.0.0 at an even rate", null],
    ] as const)
      expect([response, asksForLess(answer(code, response))]).toEqual([response, asks]);
    // A server that does not answer, or is not reached, says nothing.
    expect(asksForLess({ ...answer(421, "421 rate"), code: null })).toBeNull();
  });

  test("halves each time, rises evenly, and ends where it was", () => {
    const observed = { rate: 400, concurrency: 12 };
    const asked = { provider: "big.example", response: "421", observed };
    const first = slowed(null, { ...asked, now });
    expect(first).toMatchObject({ rate: 200, ceiling: 400, concurrency: 6 });
    const later = addMs(now, minute);
    const second = slowed(first, { ...asked, now: later });
    expect(second.rate).toBeCloseTo((200 + 400 / 30) / 2, 5);
    expect(second).toMatchObject({ ceiling: 400, concurrency: 3 });
    let pace: Pace = second;
    for (let n = 0; n < 20; n++) pace = slowed(pace, { ...asked, now: later });
    expect(pace).toMatchObject({ rate: 2, ceiling: 400, concurrency: 1 });
    const rates = [0, 5, 10, 20].map((n) => paceAt(pace, addMs(later, n * minute))!.rate);
    expect(rates[1]! - rates[0]!).toBeCloseTo(rates[2]! - rates[1]!, 5);
    expect(paceAt(pace, addMs(later, 10 * minute))!.concurrency).toBe(11);
    expect(paceAt(pace, endOf(pace))).toBeNull();
    expect(paceAt(pace, addMs(endOf(pace), -minute))).not.toBeNull();
    // Who has sent little begins from what is usual.
    expect(slowed(null, { ...asked, observed: { rate: 1, concurrency: 1 }, now })).toMatchObject({
      rate: 30,
      ceiling: 60,
    });
  });
});

describe("a domain's ramp", () => {
  const schedule = [10, 20, 40];
  const since = "2026-03-01T23:59:00.000000Z" as Instant;

  test("the limit of a day follows from the domain's age in days", () => {
    const limits = ["2026-02-28", "2026-03-01", "2026-03-02", "2026-03-03", "2026-03-04"].map((day) =>
      limitOn(schedule, { since, day }),
    );
    expect(limits).toEqual([10, 10, 20, 40, null]);
  });

  test("what is above the limit goes on the next days that have room", () => {
    const used = new Map([
      ["2026-03-01", 8],
      ["2026-03-02", 20],
    ]);
    const parts = spread(schedule, { since, today: "2026-03-01", count: 50, used });
    expect(parts).toEqual([
      { day: "2026-03-01", from: 8, count: 2, limit: 10 },
      { day: "2026-03-03", from: 0, count: 40, limit: 40 },
      { day: "2026-03-04", from: 0, count: 8, limit: null },
    ]);
    expect(timeOf(parts[1]!, 0)).toBe("2026-03-03T00:00:00.000000Z");
    expect(timeOf(parts[1]!, 20)).toBe("2026-03-03T06:00:00.000000Z");
    expect(spread([], { since, today: "2026-03-01", count: 3, used })).toMatchObject([
      { count: 3, limit: null },
    ]);
  });
});
