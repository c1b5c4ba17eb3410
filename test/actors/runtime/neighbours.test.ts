// Who is alone on a database: only a process that hears itself and nobody else, and not at once.
import { expect, test } from "bun:test";
import { Neighbours } from "../../../actors/runtime/neighbours.ts";

/** Processes that hear each other at once, on one clock; of `deaf` ones nobody hears anything, nor they of others. */
function world() {
  let now = 0;
  const all: { neighbours: Neighbours; deaf: boolean }[] = [];
  const join = () => {
    const own = { deaf: false } as (typeof all)[number];
    own.neighbours = new Neighbours({
      now: () => now,
      notify: async (payload) => {
        if (!own.deaf) for (const each of all) if (!each.deaf) each.neighbours.heard(payload);
      },
    });
    all.push(own);
    own.neighbours.announce();
    return own;
  };
  const pass = (seconds: number) => {
    for (let second = 0; second < seconds; second += 15) {
      now += 15_000;
      for (const { neighbours } of all) neighbours.announce();
    }
  };
  return { join, pass, leave: (one: (typeof all)[number]) => all.splice(all.indexOf(one), 1) };
}

test("a process is alone once it has heard itself and nobody else for a while", () => {
  const { join, pass, leave } = world();
  const one = join();
  expect(one.neighbours.isAlone).toBe(false);
  pass(60);
  expect(one.neighbours.isAlone).toBe(true);
  const two = join();
  expect(one.neighbours.isAlone).toBe(false);
  pass(300);
  expect([one, two].map(({ neighbours }) => neighbours.isAlone)).toEqual([false, false]);
  leave(two);
  pass(60);
  expect(one.neighbours.isAlone).toBe(true);
});

test("one that hears nothing, or lost its ear for a moment, is not alone", () => {
  const { join, pass } = world();
  const one = join();
  pass(60);
  one.deaf = true;
  pass(60);
  expect(one.neighbours.isAlone).toBe(false);
  one.deaf = false;
  pass(15);
  expect(one.neighbours.isAlone).toBe(true);
  one.deaf = true;
  one.neighbours.reset();
  expect(one.neighbours.isAlone).toBe(false);
});

test("a payload without a name is somebody else's", () => {
  const { join, pass } = world();
  const one = join();
  pass(60);
  one.neighbours.heard("identity:0192:17");
  expect(one.neighbours.isAlone).toBe(false);
  one.neighbours.heard("");
  expect(one.neighbours.isAlone).toBe(false);
});

test("one that starts waits until the others were told, as they tell nobody of their commits before", async () => {
  const told = Promise.withResolvers<void>();
  let isSent = false;
  const notify = () => {
    isSent = true;
    return told.promise;
  };
  const one = new Neighbours({ now: () => 0, notify });
  let isStarted = false;
  const started = one.start().then(() => {
    isStarted = true;
  });
  await Promise.resolve();
  expect({ isSent, isStarted }).toEqual({ isSent: true, isStarted: false });
  told.resolve();
  await started;
  one.stop();
});
