// The door for the command line: scenarios of files, an agent, a report.
import type { WorldOpener } from "./outcome.ts";
import { readScenarios } from "./read-scenarios.ts";
import { type ReportFormat, reportOf } from "./report.ts";
import type { Agent } from "./run-agent.ts";
import { hasPassed, runScenario, type ScenarioResult } from "./run-scenario.ts";
import type { Scenario } from "./scenario.ts";

export interface RunScenariosOptions {
  /** Files, folders, `ready` or `ready:WORD`. */
  paths: readonly string[];
  agent: Agent;
  openWorld: WorldOpener;
  format: ReportFormat;
  /** Rounds of each scenario, with the same seed. */
  repeat: number;
  /** In place of the scenarios' own; null: those, or 1. */
  seed: number | null;
  /** Worlds at a time. */
  parallel: number;
}

/** @returns the report, and whether all passed; @throws ScenarioError for a file that is wrong, before anything runs */
export async function runScenarios(
  options: RunScenariosOptions,
): Promise<{ report: string; passed: boolean }> {
  const scenarios = readScenarios(options.paths);
  const results = await resultsOf(scenarios, options);
  return { report: reportOf(results, options.format), passed: results.every(hasPassed) };
}

/** Results in the order of the scenarios, whichever ended first. */
export async function resultsOf(
  scenarios: readonly Scenario[],
  { agent, openWorld, repeat, seed, parallel }: Omit<RunScenariosOptions, "paths" | "format">,
): Promise<ScenarioResult[]> {
  const jobs = scenarios.flatMap((scenario) =>
    Array.from({ length: repeat }, (_, at) => ({
      scenario,
      round: at + 1,
      seed: seed ?? scenario.world.seed ?? 1,
    })),
  );
  const results: ScenarioResult[] = [];
  let next = 0;
  const work = async () => {
    for (;;) {
      const at = next++;
      const job = jobs[at];
      if (job === undefined) return;
      results[at] = await runScenario(job.scenario, { agent, openWorld, seed: job.seed, round: job.round });
    }
  };
  await Promise.all(Array.from({ length: Math.max(1, parallel) }, work));
  return results;
}
