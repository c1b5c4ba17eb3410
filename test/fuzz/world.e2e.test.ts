// People, agents, programs, mail programs, workers and the clock in one world (src/sandbox), in an order that the seed gives: the walk
// of test/gate, whose model says what may leave, and the errands of test/sandbox: mail taken in turn, schedules, notices,
// retention. Seven worlds in a normal run, 1,000 with FUZZ=100; FUZZ_SEED takes one alone, or "7-30". Every fifth is started anew on its
// data now and then. Of a world that fails as many steps are left out as can be; what is left is printed with its seed:
// FUZZ_STEPS="3,9-40" takes these alone. FUZZ_ACTS="lists,writes" aims a world: its walk takes these steps alone, and no errand.
// FUZZ_STORE=postgres keeps the worlds on the PostgreSQL of POSTROOM_TEST_DATABASE_URL.
import { expect, test } from "bun:test";
import { Walk } from "../gate/walk.ts";
import { worldHost } from "../gate/world-host.ts";
import { Errands } from "../sandbox/errands.ts";
import { seeded } from "../support/app/random.ts";

const percent = Number(process.env.FUZZ ?? 1);
const [first = 1, last] = process.env.FUZZ_SEED?.split("-").map(Number) ?? [];
const count =
  process.env.FUZZ_SEED === undefined ? (percent === 1 ? 7 : Math.max(20, Math.round(10 * percent))) : 1;
const seeds = Array.from({ length: last === undefined ? count : last - first + 1 }, (_, n) => first + n);
const acts = process.env.FUZZ_ACTS?.split(",");
const kind = process.env.FUZZ_STORE === "postgres" ? "postgres" : "embedded";
/** Steps of a world in which minutes pass, and then of days. */
const length = percent === 1 ? { near: 12, far: 5 } : { near: 120, far: 20 };
const only = process.env.FUZZ_STEPS?.split(",").flatMap((part) => {
  const [from, to = from] = part.split("-").map(Number);
  return Array.from({ length: to! - from! + 1 }, (_, n) => from! + n);
});
/** A failure may be made shorter for this long. */
const shrinkMs = percent === 1 ? 60_000 : 10 * 60_000;

interface Broken {
  steps: number[];
  error: unknown;
  log: string;
}

/** @returns null: all is as the models say */
async function course(seed: number, steps: readonly number[]): Promise<Broken | null> {
  const { host, relay } = await worldHost(seed, { isKept: seed % 5 === 0, kind });
  const walk = new Walk(host, relay, { seed, isBent: true, acts });
  const errands = new Errands(host, seed);
  const done: number[] = [];
  try {
    await walk.begin();
    await errands.begin();
    for (const n of steps) {
      done.push(n);
      const next = seeded(seed * 7919 + n);
      if (n === length.near + 1) await walk.end();
      // Calls of a step are within what a key may ask at once.
      await host.advance(3_000);
      if (n > length.near) await errands.step(n, true);
      else if (next(3) === 0 && !acts) await errands.step(n, false);
      else {
        await walk.step(n);
        await walk.compare();
      }
      if (seed % 5 === 0 && next(12) === 0) await host.restart();
    }
    if (!done.includes(length.near + 1)) await walk.end();
    await errands.end();
    expect(await host.faults()).toEqual([]);
    return null;
  } catch (error) {
    const log = [...walk.steps.slice(-25), ...errands.steps.slice(-25)].sort(
      (a, b) => Number.parseInt(a, 10) - Number.parseInt(b, 10),
    );
    return { steps: done, error, log: log.join("\n  ") };
  } finally {
    await host.end();
  }
}

/** The same failure, or another one, after fewer steps. */
async function shorter(seed: number, first: Broken): Promise<Broken> {
  const until = Date.now() + shrinkMs;
  let best = first;
  for (let size = Math.ceil(best.steps.length / 2); size >= 1; size = Math.floor(size / 2)) {
    for (let at = 0; at < best.steps.length && Date.now() < until; ) {
      const found = await course(seed, [...best.steps.slice(0, at), ...best.steps.slice(at + size)]);
      if (found) best = found;
      else at += size;
    }
  }
  return best;
}

/** 1-3,7 */
function rangesOf(numbers: readonly number[]): string {
  const ranges: [number, number][] = [];
  for (const n of numbers) {
    const last = ranges.at(-1);
    if (last?.[1] === n - 1) last[1] = n;
    else ranges.push([n, n]);
  }
  return ranges.map(([from, to]) => (from === to ? from : `${from}-${to}`)).join();
}

const wordsOf = (seed: number, { steps, error, log }: Broken) =>
  `${percent === 1 ? "" : `FUZZ=${percent} `}FUZZ_SEED=${seed} FUZZ_STEPS=${rangesOf(steps)}: ${error}\nthe last steps:\n  ${log}`;

test.each(seeds)(
  "world %p",
  async (seed) => {
    const all = Array.from({ length: length.near + length.far }, (_, n) => n + 1);
    const first = await course(seed, only ?? all);
    if (!first) return;
    if (only || process.env.FUZZ_SHRINK === "off") throw new Error(wordsOf(seed, first));
    process.stderr.write(`${wordsOf(seed, first)}\nFewer steps are tried.\n`);
    throw new Error(wordsOf(seed, await shorter(seed, first)), { cause: first.error });
  },
  600_000 + shrinkMs,
);
