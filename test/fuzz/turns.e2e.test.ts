// The main thread of a server comes back to its event loop within 50 ms of processor time, whatever is sent: the worst mails and
// requests that each edge lets in, in three of three (once is enough: of three the least counts, since the first compiles code).
// A seeded slice of 64 kB in a normal run; with FUZZ=100 all of them, then those of 2 MB and of what the edge lets in, in the
// order of the seed, until FUZZ_MINUTES are over (of the file, shared by its tests). What was not tried is told: FUZZ_FROM goes on
// there. FUZZ_SEED repeats a slice, FUZZ_ONLY="text of China" tries those whose name has this text, FUZZ_SIZE=1000000 other sizes,
// FUZZ_NAMES=1 tells each shape, TURN_STACKS=1 says what ran. DECISIONS Conventions
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { storeKinds, type TempStore, tempStore } from "../support/app/database.ts";
import { seeded } from "../support/app/random.ts";
import { mailsOf } from "./turn-mails.ts";
import { largeReaders, readersOf } from "./turn-readers.ts";
import { requestsOf } from "./turn-requests.ts";
import { startTarget, type Target } from "./turn-server.ts";

const share = Number(process.env.FUZZ ?? 1) / 100;
const seed = Number(process.env.FUZZ_SEED ?? 1);
const only = process.env.FUZZ_ONLY;
const from = Number(process.env.FUZZ_FROM ?? 0);
const minutes = Number(process.env.FUZZ_MINUTES ?? 60);
const small = 64_000;
const large = 2_000_000;
/** Mails of 35 MB that IMAP and REST take, with what carries them. */
const largest = 34_000_000;
const given = process.env.FUZZ_SIZE;
const sizes = given ? [Number(given)] : share < 1 ? [small] : [small, large, largest];
const most = 50;

interface Shape {
  name: string;
  size: number;
}

/** Small ones first; at least two of them, whatever the share. */
function shapesOf(namesAt: (size: number) => readonly string[]): Shape[] {
  return sizes.flatMap((size) => {
    const names = namesAt(size);
    if (only !== undefined)
      return names.filter((name) => name.includes(only)).map((name) => ({ name, size }));
    const next = seeded(seed);
    const shuffled = names.map((name) => ({ name, at: next(1e9) })).sort((a, b) => a.at - b.at);
    const taken = shuffled.slice(0, Math.max(2, Math.ceil(names.length * share)));
    return taken.map(({ name }) => ({ name, size }));
  });
}

const kinds = storeKinds.filter((kind) => kind === "embedded" || process.env.POSTROOM_TEST_DATABASE_URL);
const tried = share < 1 ? kinds.slice(0, 1) : kinds;
/** Milliseconds of each test. */
const budgetMs = (minutes * 60_000) / (2 * tried.length);

function tell(line: string): void {
  if (share >= 1) process.stderr.write(`${line}\n`);
}

for (const kind of tried)
  describe(`the main thread, ${kind}`, () => {
    let store: TempStore;
    let target: Target;
    beforeAll(async () => {
      store = await tempStore(kind);
      target = await startTarget(store);
      for (let n = 0; n < 3; n++) await target.deliver("Subject: warm\n\nhello\n");
    }, 600_000);
    afterAll(async () => {
      await target.stop();
      await store.dispose();
    });

    /** The least of three: what is slow once only compiles. */
    async function least(what: string, run: () => Promise<unknown>): Promise<string[]> {
      let found = { longestMs: Number.POSITIVE_INFINITY, stacks: "" };
      for (let tries = 0; tries < 3 && found.longestMs > most; tries++) {
        const now = await target.longest(run);
        if (now.longestMs < found.longestMs) found = now;
      }
      if (found.longestMs <= most) return [];
      const stretch = `${what}: ${Math.round(found.longestMs)} ms ${found.stacks}`;
      tell(stretch);
      return [stretch];
    }

    async function each(
      shapes: readonly Shape[],
      run: (shape: Shape) => Promise<string[]>,
    ): Promise<string[]> {
      // Time: the budget of the run.
      const end = Date.now() + budgetMs;
      const stretches: string[] = [];
      for (const [at, shape] of shapes.entries()) {
        if (at < from) continue;
        if (Date.now() > end) {
          tell(`${kind}: ${at} of ${shapes.length} tried; FUZZ_SEED=${seed} FUZZ_FROM=${at} goes on`);
          break;
        }
        if (process.env.FUZZ_NAMES === "1") tell(`${at} ${shape.name}, ${shape.size}`);
        stretches.push(...(await run(shape)));
      }
      return stretches;
    }

    test("comes back while requests are answered", async () => {
      const shapes = shapesOf((size) => {
        const all = requestsOf(size);
        // What an edge takes less of was tried at its most before.
        return Object.keys(all).filter((name) => size === small || all[name]!.most > small);
      });
      const stretches = await each(shapes, ({ name, size }) => {
        const request = requestsOf(size)[name]!;
        return least(`${request.edge}, ${name}, ${size}`, () => request.run(target));
      });
      expect(stretches).toEqual([]);
    }, 3_600_000);

    test("comes back while mails come in and are read", async () => {
      const shapes = shapesOf((size) => Object.keys(mailsOf(Math.min(size, small))));
      const stretches = await each(shapes, async ({ name, size }) => {
        const ids: string[] = [];
        const found = await least(`smtp, ${name}, ${size}`, async () => {
          const id = await target.deliver(mailsOf(size)[name]!());
          if (id !== null) ids.push(id);
        });
        const id = ids.at(-1);
        if (id === undefined) return found;
        const readers = await readersOf(target, id);
        for (const [how, read] of Object.entries(readers))
          if (size === small || largeReaders.test(how))
            found.push(...(await least(`${how}, ${name}, ${size}`, read)));
        // A search reads all that is there.
        for (const each of ids) for (let n = 0; n < 2; n++) await target.api.delete(`/messages/${each}`);
        return found;
      });
      expect(stretches).toEqual([]);
    }, 3_600_000);
  });
