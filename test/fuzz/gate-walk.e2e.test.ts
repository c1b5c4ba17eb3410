// A random walk of people, agents, programs of each level, mail programs and attackers on one server, which is killed now and
// then: nothing reaches the servers of the recipients that the model (test/gate/walk-model.ts) says was held, and what it says
// was allowed arrives once. 64 steps in a normal run, with one kill at least, 20,000 with FUZZ=100; FUZZ_SEED takes another walk.
// Of a walk that fails in full, as many steps are left out as can be in a quarter of an hour; FUZZ_STEPS="3,9-40" takes these
// alone. What failed is printed before that is tried, with the seed, the steps, and what the last of them did.
import { test } from "bun:test";
import { childHost } from "../gate/host.ts";
import { startRelay } from "../gate/relay.ts";
import { Walk } from "../gate/walk.ts";
import { type Kind, storeKinds, tempStore } from "../support/app/database.ts";

const percent = Number(process.env.FUZZ ?? 1);
const count = percent === 1 ? 64 : Math.round(200 * percent);
const seed = Number(process.env.FUZZ_SEED ?? 1);
const named = process.env.FUZZ_STEPS?.split(",").flatMap((part) => {
  const [from, to = from] = part.split("-").map(Number);
  return Array.from({ length: to! - from! + 1 }, (_, n) => from! + n);
});
const steps = named ?? Array.from({ length: count }, (_, n) => n + 1);
const shrinkMs = percent === 1 ? 0 : 15 * 60_000;

interface Broken {
  /** Those that were done, the last of them failed. */
  done: number[];
  error: unknown;
  log: string;
}

/** @param close compare after every step @returns null: all is as the model says */
async function walk(kind: Kind, taken: readonly number[], close = false): Promise<Broken | null> {
  const relay = await startRelay();
  const store = await tempStore(kind);
  const host = await childHost(store, {
    SMTP_RELAY_URL: relay.url,
    ALLOW_PLAINTEXT_AUTH: "loopback",
    // A name of this machine alone: people may sign up on it.
    MAIL_DOMAIN: "company.test",
    SIGNUP_DAILY_RECIPIENTS: "100000",
  });
  const walking = new Walk(host, relay, { seed });
  const done: number[] = [];
  try {
    await walking.begin();
    for (const n of taken) {
      done.push(n);
      await walking.step(n, percent === 1 && n === count / 2 ? "killed" : undefined);
      if (close) await walking.compare();
      if (count >= 400 && done.length % 200 === 0)
        process.stderr.write(`${kind}, seed ${seed}: ${done.length} steps\n`);
    }
    await walking.end();
    const faults = await host.faults();
    if (faults.length > 0) throw new Error(faults.join("\n"));
    if (count >= 1000)
      process.stderr.write(`${kind}: ${JSON.stringify(Object.fromEntries(walking.counts))}\n`);
    return null;
  } catch (error) {
    return { done, error, log: walking.steps.slice(-30).join("\n  ") };
  } finally {
    relay.reopen();
    await host.end();
    await relay.stop();
    await store.dispose();
  }
}

/** The same failure, or another one, after fewer steps. */
async function shorter(kind: Kind, first: Broken, until: number): Promise<Broken> {
  let best = (await walk(kind, first.done, true)) ?? first;
  for (let size = Math.ceil(best.done.length / 2); size >= 1; size = Math.floor(size / 2)) {
    for (let at = 0; at < best.done.length && Date.now() < until; ) {
      const left = [...best.done.slice(0, at), ...best.done.slice(at + size)];
      const found = await walk(kind, left, true);
      if (found) best = found;
      else at += size;
    }
  }
  return best;
}

function wordsOf({ done, error, log }: Broken): string {
  return `FUZZ_SEED=${seed} FUZZ_STEPS=${rangesOf(done)}: ${error}\nthe last steps:\n  ${log}`;
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

for (const kind of storeKinds) {
  const absent = kind === "postgres" && process.env.POSTROOM_TEST_DATABASE_URL === undefined;
  test.skipIf(absent)(
    `${steps.length} steps, ${kind}`,
    async () => {
      const first = await walk(kind, steps);
      if (!first) return;
      const isShortened = shrinkMs > 0 && !named;
      if (isShortened) process.stderr.write(`${wordsOf(first)}\nFewer steps are tried.\n`);
      const found = isShortened ? await shorter(kind, first, Date.now() + shrinkMs) : first;
      throw new Error(wordsOf(found), { cause: found.error });
    },
    120_000 + shrinkMs + steps.length * 2_000,
  );
}
