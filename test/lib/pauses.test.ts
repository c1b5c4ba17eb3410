// Long work of many at a time: its pieces are one after the other, and everything else has its turn between them.
import { expect, test } from "bun:test";
import { othersTurn } from "../../src/lib/pauses.ts";
import { countTurns } from "../support/app/event-loop.ts";

/** Longer than a turn of the event loop has for pieces. */
const longMs = 6;

function work(ms: number): void {
  for (const end = performance.now() + ms; performance.now() < end; );
}

test("long pieces of many who work at a time do not follow each other within a turn", async () => {
  let since = 0;
  let most = 0;
  let done = false;
  const tick = () => {
    since = 0;
    if (!done) setImmediate(tick);
  };
  tick();
  await Promise.all(
    Array.from({ length: 10 }, async () => {
      for (let piece = 0; piece < 5; piece++) {
        await othersTurn();
        most = Math.max(most, ++since);
        work(longMs);
      }
    }),
  );
  done = true;
  // One behind the tick of a turn, one before the tick of the next.
  expect(most).toBeLessThanOrEqual(2);
});

test("those who ask go on in the order in which they asked, and short pieces share a turn", async () => {
  const order: number[] = [];
  const asking = Array.from({ length: 200 }, (_, n) => n);
  const { turns } = await countTurns(() =>
    Promise.all(asking.map((n) => othersTurn().then(() => order.push(n)))),
  );
  expect(order).toEqual(asking);
  expect(turns).toBeLessThan(100);
});
