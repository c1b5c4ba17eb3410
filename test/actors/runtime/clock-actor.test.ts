// Rounds of clock actors: at once while there is more, and never for ever.
import { afterEach, expect, test } from "bun:test";
import { type ClockActor, type Round, startClockActor } from "../../../actors/runtime/clock-actor.ts";
import { Feed } from "../../../actors/runtime/feed.ts";
import { instantOf, ManualClock, systemClock } from "../../../src/lib/clock.ts";
import { type Log, silentLog } from "../../../src/lib/log.ts";
import { settled } from "../../support/app/actors.ts";
import { eventually } from "../../support/app/app.ts";

const hour = 3_600_000;

let actor: ClockActor | null = null;
afterEach(() => actor?.stop());

/** A schedule whose time does not come during a test. */
const never = "0 0 0 29 2 *";

/** Starts an actor whose rounds come to these, the last of them again and again. */
function start(everyMs: number, answers: readonly Round[]) {
  const seen = { rounds: 0, errors: [] as string[] };
  const log: Log = { ...silentLog, error: (message) => void seen.errors.push(message) };
  actor = startClockActor(
    { feed: new Feed(silentLog), clock: systemClock, log },
    {
      name: "counting",
      schedule: never,
      everyMs,
      work: async () => answers[Math.min(seen.rounds++, answers.length - 1)]!,
    },
  );
  return seen;
}

const atRest = () => settled(Promise.withResolvers<void>().promise);

test("the next round follows at once while there is more", async () => {
  const seen = start(hour, [
    { done: 5, more: true },
    { done: 1, more: true },
    { done: 0, more: false },
  ]);
  await atRest();
  expect(seen).toEqual({ rounds: 3, errors: [] });
});

test("an actor that asks for more after doing nothing is logged, and waits", async () => {
  const seen = start(hour, [{ done: 0, more: true }]);
  await atRest();
  const error = "counting asks for another round although it did nothing: it waits for its next tick";
  expect(seen).toEqual({ rounds: 1, errors: [error] });
  actor!.poke();
  await atRest();
  expect(seen.rounds).toBe(2);
});

test("work without an end stops after a hundred rounds, until a poke or the next tick", async () => {
  const seen = start(hour, [{ done: 1, more: true }]);
  await eventually(async () => seen.rounds >= 100);
  await atRest();
  expect(seen.rounds).toBe(100);
  actor!.poke();
  await atRest();
  expect(seen.rounds).toBe(101);
});

test("a tick begins again", async () => {
  const seen = start(50, [{ done: 1, more: true }]);
  expect(await eventually(async () => seen.rounds > 200)).toBe(true);
  expect(seen.errors).toEqual([]);
});

/** An actor that ticks all the time, on a clock that the test moves. Its rounds say what `next` answers. */
function startQuiet(next: (seen: Seen) => Round["next"]) {
  const clock = new ManualClock(Date.UTC(2026, 0, 1));
  const seen: Seen = { rounds: 0, ticks: 0, watched: 0, clock };
  const countedNow = () => {
    seen.ticks++;
    return clock.now();
  };
  actor = startClockActor(
    { feed: new Feed(silentLog), clock: { now: countedNow }, log: silentLog },
    {
      name: "quiet",
      schedule: never,
      everyMs: 1,
      watch: () => seen.watched,
      work: async () => {
        seen.rounds++;
        const due = next(seen);
        return { done: 0, more: false, ...(due !== undefined && { next: due }) };
      },
    },
  );
  return seen;
}

interface Seen {
  rounds: number;
  /** Looks at the clock: every tick has one. */
  ticks: number;
  watched: number;
  clock: ManualClock;
}

async function someTicks(seen: Seen): Promise<void> {
  const from = seen.ticks;
  await eventually(async () => seen.ticks > from + 20);
}

test("ticks do nothing until something is due, and nothing for longer than the look back", async () => {
  const due = instantOf(Date.UTC(2026, 0, 1) + 10_000);
  const seen = startQuiet(({ rounds }) => (rounds === 1 ? due : null));
  await someTicks(seen);
  seen.clock.advance(9_999);
  await someTicks(seen);
  expect(seen.rounds).toBe(1);
  seen.clock.advance(2);
  expect(await eventually(async () => seen.rounds === 2)).toBe(true);
  seen.clock.advance(29_990);
  await someTicks(seen);
  expect(seen.rounds).toBe(2);
  seen.clock.advance(10);
  expect(await eventually(async () => seen.rounds === 3)).toBe(true);
});

test("a poke, a number that changes and a clock that is set back end the quiet", async () => {
  const seen = startQuiet(() => null);
  await someTicks(seen);
  actor!.poke();
  expect(await eventually(async () => seen.rounds === 2)).toBe(true);
  seen.watched++;
  expect(await eventually(async () => seen.rounds === 3)).toBe(true);
  seen.clock.advance(-1);
  expect(await eventually(async () => seen.rounds === 4)).toBe(true);
  await someTicks(seen);
  expect(seen.rounds).toBe(4);
});

test("a round that asks for more is not the last, whatever is next", async () => {
  const seen = start(50, [{ done: 1, more: true, next: null }]);
  expect(await eventually(async () => seen.rounds > 200)).toBe(true);
});

test("a round that does not know what is next is followed by one at the next tick", async () => {
  const seen = startQuiet(() => undefined);
  expect(await eventually(async () => seen.rounds > 5)).toBe(true);
});

test("what is due between two ticks does not wait for the next one", async () => {
  const clock = systemClock;
  const dueMs = clock.now() + 300;
  let rounds = 0;
  actor = startClockActor(
    { feed: new Feed(silentLog), clock, log: silentLog },
    {
      name: "exact",
      schedule: never,
      everyMs: hour,
      work: async () => {
        rounds++;
        return { done: 0, more: false, next: clock.now() < dueMs ? instantOf(dueMs) : null };
      },
    },
  );
  expect(await eventually(async () => rounds === 2)).toBe(true);
  expect(clock.now()).toBeGreaterThanOrEqual(dueMs);
});
