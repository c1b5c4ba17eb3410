// Processes share what comes due: one is first in line for each worker, the others take what their own turns made.
import { afterEach, expect, test } from "bun:test";
import { type ClockActor, type Round, startClockActor } from "../../../actors/runtime/clock-actor.ts";
import { Feed } from "../../../actors/runtime/feed.ts";
import { type LinePosition, placeOf } from "../../../actors/runtime/line.ts";
import { instantOf, ManualClock } from "../../../src/lib/clock.ts";
import { silentLog } from "../../../src/lib/log.ts";
import { settled } from "../../support/app/actors.ts";
import { eventually } from "../../support/app/app.ts";

const ids = Array.from({ length: 20 }, (_, n) => `process ${n}`);
const workers = Array.from({ length: 200 }, (_, n) => `worker ${n}`);
const placeIn = (worker: string, own: string, all: readonly string[]) =>
  placeOf(
    worker,
    own,
    all.filter((id) => id !== own),
  );

test("each place in the line for a worker is taken once, and work spreads", () => {
  for (const worker of workers) {
    const places = ids.map((own) => placeIn(worker, own, ids)).sort((a, b) => a - b);
    expect(places).toEqual(ids.map((_, n) => n));
  }
  const firsts = Map.groupBy(workers, (worker) => ids.find((own) => placeIn(worker, own, ids) === 0)!);
  expect(firsts.size).toBe(ids.length);
});

test("when a process leaves, the second in its lines becomes first, and nothing else changes hands", () => {
  const [gone, ...left] = ids as [string, ...string[]];
  for (const worker of workers) {
    const first = ids.find((own) => placeIn(worker, own, ids) === 0)!;
    const heir = left.find((own) => placeIn(worker, own, left) === 0)!;
    expect(heir).toBe(first === gone ? ids.find((own) => placeIn(worker, own, ids) === 1)! : first);
  }
});

let actor: ClockActor | null = null;
afterEach(() => actor?.stop());

/** A worker of the topic "outbound" that ticks all the time, at a place that the test changes. */
function start(at: LinePosition, answer: (round: number, clock: ManualClock) => Round) {
  const clock = new ManualClock(Date.UTC(2026, 0, 1));
  const feed = new Feed(silentLog);
  const seen = { rounds: 0, ticks: 0, help: 0, at, clock, feed };
  feed.askForHelp = () => void seen.help++;
  const line = () => {
    seen.ticks++;
    return seen.at;
  };
  actor = startClockActor(
    { feed, clock, log: silentLog, line },
    {
      name: "counting",
      schedule: "0 0 0 29 2 *",
      everyMs: 1,
      topic: "outbound",
      work: async () => answer(++seen.rounds, clock),
    },
  );
  return seen;
}

type Seen = ReturnType<typeof start>;
const ownTurn = ({ feed }: Seen) => feed.pokeTopic("outbound");
const othersTurn = ({ feed }: Seen) => feed.pokeAll();
const someTicks = async (seen: Seen) => {
  const from = seen.ticks;
  await eventually(async () => seen.ticks > from + 50);
  await settled(Promise.withResolvers<void>().promise);
};
const nothing: Round = { done: 0, more: false, next: null };
const second = 1000;

test("a process takes what its own turns made, wherever it stands, and leaves what others made", async () => {
  const seen = start({ place: 7, of: 20, gone: 0 }, () => nothing);
  await someTicks(seen);
  expect(seen.rounds).toBe(1);
  othersTurn(seen);
  seen.clock.advance(500 * second);
  await someTicks(seen);
  expect(seen.rounds).toBe(1);
  ownTurn(seen);
  expect(await eventually(async () => seen.rounds === 2)).toBe(true);
  // Not even the last relies on the others: each looks as rarely as there are many.
  seen.clock.advance(20 * 30 * second);
  expect(await eventually(async () => seen.rounds === 3)).toBe(true);
});

test("the first in line looks a little later whether others have left anything", async () => {
  const seen = start({ place: 0, of: 20, gone: 0 }, () => nothing);
  await someTicks(seen);
  othersTurn(seen);
  othersTurn(seen);
  expect(await eventually(async () => seen.rounds === 2)).toBe(true);
  await someTicks(seen);
  expect(seen.rounds).toBe(2);
});

test("alone, a process takes at once what a command made", async () => {
  const seen = start({ place: 0, of: 1, gone: 0 }, () => nothing);
  await someTicks(seen);
  othersTurn(seen);
  await someTicks(seen);
  expect(seen.rounds).toBe(2);
});

test("what comes due is taken by the first; by the second when the first has not; by the others never", async () => {
  for (const [place, rounds] of [
    [0, [1, 2, 2]],
    [1, [1, 1, 2]],
    [2, [1, 1, 1]],
  ] as const) {
    const seen = start({ place, of: 3, gone: 0 }, (round, clock) =>
      round === 1 ? { ...nothing, next: instantOf(clock.now() + 10 * second) } : nothing,
    );
    await someTicks(seen);
    const found = [seen.rounds];
    for (const ms of [10 * second + 10, 5 * second]) {
      seen.clock.advance(ms);
      await someTicks(seen);
      found.push(seen.rounds);
    }
    expect(found).toEqual([...rounds]);
    await actor!.stop();
  }
});

test("one that becomes first looks at once, and so does the first when a process is gone", async () => {
  const seen = start({ place: 3, of: 4, gone: 0 }, () => nothing);
  await someTicks(seen);
  expect(seen.rounds).toBe(1);
  seen.at = { place: 0, of: 3, gone: 1 };
  expect(await eventually(async () => seen.rounds === 2)).toBe(true);
  seen.at = { place: 0, of: 2, gone: 2 };
  expect(await eventually(async () => seen.rounds === 3)).toBe(true);
  await someTicks(seen);
  expect(seen.rounds).toBe(3);
});

test("one without room asks for help, now and then", async () => {
  const seen = start({ place: 0, of: 20, gone: 0 }, () => ({ ...nothing, needsHelp: true }));
  await someTicks(seen);
  ownTurn(seen);
  await someTicks(seen);
  expect(seen).toMatchObject({ rounds: 2, help: 1 });
  seen.clock.advance(2 * second);
  ownTurn(seen);
  expect(await eventually(async () => seen.help === 2)).toBe(true);
});
