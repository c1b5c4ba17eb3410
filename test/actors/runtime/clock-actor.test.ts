// Rounds of clock actors: at once while there is more, and never for ever.
import { afterEach, expect, test } from "bun:test";
import { type ClockActor, type Round, startClockActor } from "../../../actors/runtime/clock-actor.ts";
import { Feed } from "../../../actors/runtime/feed.ts";
import { type Log, silentLog } from "../../../src/lib/log.ts";
import { settled } from "../../support/app/actors.ts";
import { eventually } from "../../support/app/app.ts";

const newYear = "0 0 0 1 1 *";
const everySecond = "* * * * * *";

let actor: ClockActor | null = null;
afterEach(() => actor?.stop());

/** Starts an actor whose rounds come to these, the last of them again and again. */
function start(schedule: string, answers: readonly Round[]) {
  const seen = { rounds: 0, errors: [] as string[] };
  const log: Log = { ...silentLog, error: (message) => void seen.errors.push(message) };
  actor = startClockActor(
    { feed: new Feed(silentLog), log },
    {
      name: "counting",
      schedule,
      work: async () => answers[Math.min(seen.rounds++, answers.length - 1)]!,
    },
  );
  return seen;
}

const atRest = () => settled(Promise.withResolvers<void>().promise);

test("the next round follows at once while there is more", async () => {
  const seen = start(newYear, [
    { done: 5, more: true },
    { done: 1, more: true },
    { done: 0, more: false },
  ]);
  await atRest();
  expect(seen).toEqual({ rounds: 3, errors: [] });
});

test("one that asks for more after doing nothing is told of, and waits", async () => {
  const seen = start(newYear, [{ done: 0, more: true }]);
  await atRest();
  const error = "counting asks for another round although it did nothing: it waits for its next tick";
  expect(seen).toEqual({ rounds: 1, errors: [error] });
  actor!.poke();
  await atRest();
  expect(seen.rounds).toBe(2);
});

test("work without an end stops after a hundred rounds, until a poke or the next tick", async () => {
  const seen = start(newYear, [{ done: 1, more: true }]);
  await eventually(async () => seen.rounds >= 100);
  await atRest();
  expect(seen.rounds).toBe(100);
  actor!.poke();
  await atRest();
  expect(seen.rounds).toBe(101);
});

test("a tick begins again", async () => {
  const seen = start(everySecond, [{ done: 1, more: true }]);
  expect(await eventually(async () => seen.rounds > 200)).toBe(true);
  expect(seen.errors).toEqual([]);
});
