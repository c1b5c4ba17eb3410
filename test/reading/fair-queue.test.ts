// The queue before the threads: who comes next.
import { expect, test } from "bun:test";
import { FairQueue, type QueuedWork } from "../../src/reading/fair-queue.ts";

interface Work extends QueuedWork {
  name: string;
  ms: number;
}

const work = (source: string, name: string, more: Partial<Work> = {}): Work => ({
  source,
  name,
  ms: 10,
  urgent: false,
  ...more,
});

/** Everything that waits, in the order in which one thread would do it. */
function served(queue: FairQueue<Work>, arriving: (done: number) => Work[] = () => []): string[] {
  const names: string[] = [];
  for (;;) {
    for (const item of arriving(names.length)) queue.add(item);
    const next = queue.take(() => true);
    if (next === null) return names;
    queue.charge(next.source, next.ms);
    queue.done(next);
    names.push(next.name);
  }
}

test("work of one source is done in the order in which it came", () => {
  const queue = new FairQueue<Work>();
  for (const name of ["a", "b", "c"]) queue.add(work("one", name));
  expect(served(queue)).toEqual(["a", "b", "c"]);
});

test("a flood from one source holds up nobody else for longer than what runs", () => {
  const queue = new FairQueue<Work>();
  for (let n = 0; n < 100; n++) queue.add(work("flood", `flood ${n}`, { ms: 300 }));
  const names = served(queue, (done) => (done === 3 ? [work("quiet", "quiet")] : []));
  expect(names.indexOf("quiet")).toBeLessThanOrEqual(4);
  expect(names).toHaveLength(101);
});

test("sources share by time, not by number of mails", () => {
  const queue = new FairQueue<Work>();
  for (let n = 0; n < 20; n++) {
    queue.add(work("costly", "costly", { ms: 100 }));
    queue.add(work("cheap", "cheap", { ms: 10 }));
  }
  const first = served(queue).slice(0, 22);
  expect(first.filter((name) => name === "cheap").length).toBeGreaterThanOrEqual(18);
});

test("a source that was away does not take all the time that it has not used", () => {
  const queue = new FairQueue<Work>();
  for (let n = 0; n < 40; n++) queue.add(work("steady", "steady"));
  const late = Array.from({ length: 10 }, () => work("late", "late"));
  const names = served(queue, (done) => (done === 20 ? late : []));
  expect(names.slice(20, 30).filter((name) => name === "steady").length).toBeGreaterThanOrEqual(4);
});

test("what is urgent comes first, what may not begin stays", () => {
  const queue = new FairQueue<Work>();
  queue.add(work("one", "large"));
  queue.add(work("one", "small"));
  queue.add(work("two", "urgent", { urgent: true }));
  expect(queue.take(({ name }) => name !== "large")?.name).toBe("urgent");
  expect(queue.take(({ name }) => name !== "large")?.name).toBe("small");
  expect(queue.take(({ name }) => name !== "large")).toBeNull();
  expect(queue.take(() => true)?.name).toBe("large");
});

test("what nobody waits for is taken out", () => {
  const queue = new FairQueue<Work>();
  const gone = work("one", "gone");
  queue.add(gone);
  expect(queue.remove(gone)).toBe(true);
  expect(queue.remove(gone)).toBe(false);
  expect(queue.take(() => true)).toBeNull();
});
