// Exchanges without an end: whoever answers whom, the world ends them, and says so wherever somebody looks.
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { instantOf } from "../../src/lib/clock.ts";
import { type Loop, LoopGuard, maxAnswersADay, maxAnswersInARow } from "../../src/sandbox/loop-guard.ts";
import type { ResidentData } from "../../src/sandbox/residents/resident-data.ts";
import { readScenario } from "../../src/sandbox/scenarios/read-scenarios.ts";
import { reportOf, summaryOf } from "../../src/sandbox/scenarios/report.ts";
import type { Agent } from "../../src/sandbox/scenarios/run-agent.ts";
import { runScenario } from "../../src/sandbox/scenarios/run-scenario.ts";
import { startTestSandbox, type TestSandbox } from "../support/app/sandbox.ts";
import { sharedWorld } from "./scenarios/shared-world.ts";

const [one, two] = ["one@north.example", "two@south.example"];
const [hourMs, dayMs] = [3_600_000, 86_400_000];
const startMs = Date.parse("2026-03-02T08:00:00Z");

describe("the guard", () => {
  /** Both answer each other, one answer each so many milliseconds. @returns how many went */
  function answersUntilEnd(guard: LoopGuard, eachMs: number, isOfAnswer = true): number {
    const most = 1_000;
    let [from, to, nowMs] = [one, two, startMs];
    for (let count = 0; count < most; count++) {
      if (guard.refuse(from, to, { nowMs, isOfAnswer }) !== null) return count;
      guard.passed(from, to, nowMs);
      [from, to] = [to, from];
      nowMs += eachMs;
    }
    return most;
  }

  const rows: [eachMs: number, ends: number][] = [
    [0, 2 * maxAnswersADay],
    [hourMs, 2 * maxAnswersInARow],
    [20 * dayMs, 2 * maxAnswersInARow],
    // So seldom that each is a new exchange.
    [31 * dayMs, 1_000],
  ];
  test.each(rows)("ends answers each %d ms after %d", (eachMs, ends) => {
    const guard = new LoopGuard();
    expect(answersUntilEnd(guard, eachMs)).toBe(ends);
    expect(guard.after(0).map(({ mails }) => mails)).toEqual(ends === 1_000 ? [] : [ends]);
  });

  test("lets a report each hour for weeks be, which is answered each time", () => {
    const guard = new LoopGuard();
    expect([answersUntilEnd(guard, hourMs, false), guard.count]).toEqual([1_000, 0]);
  });

  test("lets more answers in a row go where more in a day may", () => {
    const guard = new LoopGuard();
    guard.maxADay = 300;
    expect(answersUntilEnd(guard, hourMs, true)).toBe(1_000);
    guard.clear();
    guard.maxADay = 3;
    expect(answersUntilEnd(guard, 8 * hourMs, true)).toBe(2 * maxAnswersInARow);
  });

  test("lets both begin again on the next day, and tells an end once a day", () => {
    const guard = new LoopGuard();
    const answers = (from: string, to: string, nowMs: number) =>
      guard.refuse(from, to, { nowMs, isOfAnswer: false });
    for (let n = 0; n <= maxAnswersADay + 5; n++) answers(one, two.toUpperCase(), startMs);
    expect(guard.after(0)).toHaveLength(1);
    expect(answers(one, two, startMs + dayMs)).toBeNull();
    for (let n = 0; n <= maxAnswersADay + 5; n++) answers(one, two, startMs + dayMs);
    expect(guard.after(1).map(({ ended }) => ended)).toEqual([instantOf(startMs + dayMs)]);
    expect(answers("three@north.example", two, startMs)).toBeNull();
    guard.clear();
    expect([guard.count, answers(one, two, startMs)]).toEqual([0, null]);
  });
});

describe("a world", () => {
  let s: TestSandbox;
  beforeAll(async () => {
    s = await startTestSandbox({ seed: "loops" });
  }, 120_000);
  afterAll(() => s.stop());

  const person = (address: string, more: Partial<ResidentData>) => ({
    address,
    name: address,
    kind: "person",
    ...more,
  });
  async function ended(people: object[], span: string): Promise<{ loops: Loop[]; mails: number }> {
    await s.control("POST", "reset", {});
    for (const data of people) await s.control("POST", "residents", data);
    await s.control("POST", `residents/${one}/acts`, { begin: true, to: two });
    const { loops } = await s.control<{ loops: Loop[] }>("POST", "clock", { advance: span });
    expect((await s.control<{ data: Loop[] }>("GET", "loops")).data).toEqual(loops);
    const log = await s.control<{ data: { kind: string; text?: string }[] }>("GET", "log?count=10000");
    const dropped = log.data.filter(({ kind }) => kind === "dropped").map(({ text }) => text!);
    for (const { between, mails } of loops)
      expect(
        dropped.some((text) =>
          text.startsWith(`${between[0]} and ${between[1]} answer each other without end, ${mails} mails`),
        ),
      ).toBe(true);
    return { loops, mails: log.data.filter(({ kind }) => kind === "passed").length };
  }
  const begins = [{ subject: "Hello", text: "Hello?" }];

  test("ends a meeting that one moves and the other calls anew", async () => {
    const invite = { title: "Planning", in: "3d", minutes: 30 };
    const opening = { subject: "Invitation: Planning", text: "Shall we?", invite };
    const organizer = person(one, {
      begins: [opening],
      rules: [{ text: "Then anew.", also: [opening], after: "2m" }],
    });
    const guest = person(two, {
      rules: [{ answers_invitation: "counter", shift: "1d", after: "2m" }, { forget: true }],
    });
    const { loops, mails } = await ended([organizer, guest], "1d");
    expect(loops.map(({ between }) => between.toSorted())).toEqual([[one, two]]);
    expect(mails).toBeLessThanOrEqual(3 * maxAnswersADay);
  });

  test("ends a list and the holiday answer of a member", async () => {
    const toAll = { forward_to: one, text: "To all.", automatic: true };
    const list = person(two, { kind: "service", rules: [toAll, { when: { automatic: true }, ...toAll }] });
    const answer = { when: { automatic: true }, text: "I am away.", automatic: true, after: "1m" };
    const { loops, mails } = await ended([person(one, { begins, rules: [answer] }), list], "1d");
    expect(loops.map(({ between }) => between.toSorted())).toEqual([[one, two]]);
    expect(mails).toBeLessThanOrEqual(2 * maxAnswersADay + 1);
  });

  test("lets a talk be that comes to an end, and what somebody begins many times", async () => {
    const many = [{ subject: "Hello", text: "Hello?", times: 150, every: "1m" }];
    const { loops, mails } = await ended([person(one, { begins: many }), person(two, {})], "1d");
    expect([loops, mails]).toEqual([[], 150]);
  });
});

test("a scenario in which an agent and a resident answer each other ends, and each report says with whom", async () => {
  const world = await sharedWorld();
  try {
    const scenario = readScenario(
      `name: polite
world: { residents: [{ address: ${two}, name: Two, kind: person, quoting: none, rules: [{ text: "You too!" }], begins: [{ subject: Hi, text: Have a nice day! }] }] }
task: Be polite.
limits: { answers: 6 }
steps: [{ begin: ${two} }, { agent: run }, { advance: 30d }]
expect: [{ sent: { to: ${two} } }]
`,
      "polite.yaml",
    );
    // It stays, and takes one mail after the other.
    const agent: Agent = async ({ POSTROOM_URL: url, POSTROOM_API_KEY: key, POSTROOM_ADDRESS: from }) => {
      const post = async (path: string, body: object) => {
        const headers = { authorization: `Bearer ${key}`, "content-type": "application/json" };
        const answer = await fetch(`${url}/api/v1${path}`, {
          method: "POST",
          headers,
          body: JSON.stringify(body),
        });
        return ((await answer.json()) as { data: { item: { ack: string } | null } }).data;
      };
      for (let ack: string | undefined; ; ) {
        const { item } = await post("/next", { kinds: ["mail"], wait: 60, ...(ack && { ack }) });
        if (item === null) return;
        ack = item.ack;
        await post("/messages", { from, to: [two], subject: "And you", text: "You too." });
      }
    };
    const result = await runScenario(scenario, { agent, openWorld: world.openWorld, seed: 1, round: 1 });
    const [loop] = result.outcome!.loops;
    expect([loop!.between.toSorted(), loop!.mails]).toEqual([[result.outcome!.address, two].toSorted(), 14]);
    // The steps behind it are not taken.
    expect(result.outcome!.endMs - result.outcome!.startMs).toBeLessThan(6 * hourMs);
    const summary = summaryOf(result);
    const said = `answer each other without end, ${loop!.mails} mails from `;
    for (const format of ["text", "junit", "json"] as const) {
      const report = reportOf([summary], format);
      for (const words of [said, ...loop!.between]) expect(report).toContain(words);
    }
    const parsed = JSON.parse(reportOf([summary], "json")) as { scenarios: { loops: Loop[] }[] };
    expect([summary.passed, parsed.scenarios[0]!.loops]).toEqual([false, [loop!]]);
  } finally {
    await world.stop();
  }
}, 120_000);
