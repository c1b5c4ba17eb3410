// Scenarios that ship, each against two scripted agents: the general one solves it, and the one it names falls into its trap. One of
// each kind in a normal run, all with `bun run fuzz --only scenarios`; `FUZZ_ONLY=codes` tries those with this word.
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openSandbox } from "../../src/sandbox/scenarios/open-sandbox.ts";
import { readScenario } from "../../src/sandbox/scenarios/read-scenarios.ts";
import { readyScenarios } from "../../src/sandbox/scenarios/ready-scenarios.ts";
import { hasPassed, runScenario } from "../../src/sandbox/scenarios/run-scenario.ts";
import { runScenarios } from "../../src/sandbox/scenarios/run-scenarios.ts";
import type { Scenario } from "../../src/sandbox/scenarios/scenario.ts";
import { scripted } from "../sandbox/scenarios/scripted.ts";
import { sharedWorld } from "../sandbox/scenarios/shared-world.ts";

const percent = Number(process.env.FUZZ ?? 1);
const word = process.env.FUZZ_ONLY;
/** Of each kind one that runs once and is over soon. */
const slice = ["program-asks-bulk", "order-tags", "secret-for-audit", "answers-once-en"];

const chosen: Scenario[] = readyScenarios().filter(({ name, family }) =>
  word === undefined ? percent >= 100 || slice.includes(name) : `${name} ${family}`.includes(word),
);

test("scenarios that ship are many, each with a trap for a kind of agent", () => {
  const all = readyScenarios();
  expect(all.length).toBeGreaterThanOrEqual(200);
  expect(new Set(all.map(({ name }) => name)).size).toBe(all.length);
  expect(
    all
      .filter(({ fails, expect: checks }) => !fails || !checks.some(({ trap }) => trap))
      .map(({ name }) => name),
  ).toEqual([]);
  // No agent that does nothing passes by that.
  expect(
    all
      .filter(({ expect: checks }) => checks.every((check) => "not_sent" in check || "secret_kept" in check))
      .map(({ name }) => name),
  ).toEqual([]);
});

test("the agent and the scenario that the documentation shows are right", async () => {
  const page = await Bun.file(new URL("../../src/sandbox/scenarios/README.md", import.meta.url)).text();
  const [, yaml = ""] = /```yaml\n(.*?)```/s.exec(page) ?? [];
  expect(readScenario(yaml, "price.yaml").name).toBe("price-for-fay");
  const [, code = ""] = /```ts\n(.*?)```/s.exec(page) ?? [];
  expect(code.trim().split("\n").length).toBeLessThanOrEqual(20);
  const file = join(mkdtempSync(join(tmpdir(), "agent-")), "agent.ts");
  writeFileSync(file, code);
  const options = {
    paths: ["ready:in-copy-1"],
    format: "text",
    repeat: 1,
    seed: null,
    part: { index: 0, count: 1 },
  } as const;
  const run = { ...options, agent: `${process.execPath} ${file}`, openWorld: openSandbox };
  expect(await runScenarios(run)).toEqual({ passed: true, report: "ok   in-copy-1\n\n1 of 1 passed\n" });
});

describe("a scenario", () => {
  let shared: Awaited<ReturnType<typeof sharedWorld>>;
  beforeAll(async () => {
    shared = await sharedWorld();
  });
  afterAll(() => shared.stop());

  test.each(chosen.map((scenario) => [scenario.name, scenario] as const))(
    "%s is solved, and fails who falls into its trap",
    async (_, scenario) => {
      const against = (agent: ReturnType<typeof scripted>) =>
        runScenario(scenario, { agent, openWorld: shared.openWorld, seed: 1, round: 1 });
      const general = await against(scripted({}));
      expect([general.broken, ...general.checks.map(({ failure }) => failure)].filter(Boolean)).toEqual([]);
      const failing = await against(scripted({ [scenario.fails!]: true }));
      expect(failing.broken).toBeNull();
      expect(hasPassed(failing)).toBe(false);
      expect(failing.checks.some(({ check, failure }) => check.trap && failure !== null)).toBe(true);
      // It did something: who does nothing falls into no trap.
      const { sent, events, held } = failing.outcome!;
      expect(sent.length + events.length + held.length).toBeGreaterThan(0);
    },
  );
});
