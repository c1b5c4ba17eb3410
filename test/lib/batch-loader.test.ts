// Look-ups that join into batches.
import { expect, test } from "bun:test";
import { createBatchLoader } from "../../src/lib/batch-loader.ts";

/** A loader whose batches end when they are told to. */
function held(limits: { most: number; parallel: number }) {
  const batches: { keys: readonly number[]; end: (error?: Error) => void }[] = [];
  let begun = Promise.withResolvers<void>();
  const loader = createBatchLoader<number, string>((keys) => {
    const { promise, resolve, reject } = Promise.withResolvers<string[]>();
    batches.push({ keys, end: (error) => (error ? reject(error) : resolve(keys.map(String))) });
    begun.resolve();
    begun = Promise.withResolvers();
    return promise;
  }, limits);
  return {
    batches,
    load: (...keys: number[]) => Promise.all(keys.map((key) => loader.load(key))),
    async untilBegun(count: number) {
      while (batches.length < count) await begun.promise;
      return batches[count - 1]!;
    },
  };
}

/** Each turn of the event loop may begin a batch. */
async function turns(): Promise<void> {
  for (let n = 0; n < 3; n++) await new Promise((resolve) => setImmediate(resolve));
}

test("what is asked while a batch is loading is the next batch, in order", async () => {
  const { batches, load, untilBegun } = held({ most: 10, parallel: 1 });
  const first = load(1, 2);
  await untilBegun(1);
  const later = [load(3), load(4, 5)];
  await turns();
  expect(batches.map(({ keys }) => keys)).toEqual([[1, 2]]);
  batches[0]!.end();
  expect(await first).toEqual(["1", "2"]);
  (await untilBegun(2)).end();
  expect(await Promise.all(later)).toEqual([["3"], ["4", "5"]]);
  expect(batches.map(({ keys }) => keys)).toEqual([
    [1, 2],
    [3, 4, 5],
  ]);
});

test("a batch that is slow holds up neither a full one nor, for long, a small one", async () => {
  const { load, untilBegun } = held({ most: 2, parallel: 3 });
  const slow = load(1);
  const first = await untilBegun(1);
  const full = load(2, 3);
  (await untilBegun(2)).end();
  expect(await full).toEqual(["2", "3"]);
  const small = load(4);
  (await untilBegun(3)).end();
  expect(await small).toEqual(["4"]);
  first.end();
  expect(await slow).toEqual(["1"]);
});

test("more keys than one batch holds are loaded in several, no more of them at once than may be", async () => {
  const { batches, load, untilBegun } = held({ most: 2, parallel: 2 });
  const all = load(1, 2, 3, 4, 5);
  await untilBegun(2);
  await turns();
  expect(batches.map(({ keys }) => keys)).toEqual([
    [1, 2],
    [3, 4],
  ]);
  for (let n = 1; n <= 3; n++) (await untilBegun(n)).end();
  expect(await all).toEqual(["1", "2", "3", "4", "5"]);
});

test("a batch that fails fails its own keys", async () => {
  const { load, untilBegun } = held({ most: 10, parallel: 1 });
  const first = load(1);
  const failing = await untilBegun(1);
  const second = load(2);
  failing.end(new Error("away"));
  expect(await first.catch((error: Error) => error.message)).toBe("away");
  (await untilBegun(2)).end();
  expect(await second).toEqual(["2"]);
});

test("an error of one key fails that key alone, where errors may be of some", async () => {
  const loadAll = async (keys: readonly number[]) => {
    if (keys.includes(2)) throw new Error("of 2");
    return keys.map(String);
  };
  const all = (isOfSome: boolean) => {
    const loader = createBatchLoader(loadAll, { most: 10, parallel: 1, isOfSome: () => isOfSome });
    return Promise.allSettled([1, 2, 3].map((key) => loader.load(key)));
  };
  expect((await all(true)).map(({ status }) => status)).toEqual(["fulfilled", "rejected", "fulfilled"]);
  expect((await all(false)).map(({ status }) => status)).toEqual(["rejected", "rejected", "rejected"]);
});
