// The door for the command line: scenarios of files, an agent, a report. Several worlds at a time are as many processes: a world
// seeds the chance of its whole process, and closes its network.
import type { WorldOpener } from "./outcome.ts";
import { readScenarios } from "./read-scenarios.ts";
import { type ReportFormat, reportOf, type ScenarioSummary, summaryOf } from "./report.ts";
import type { Agent } from "./run-agent.ts";
import { runScenario } from "./run-scenario.ts";
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
  /** One of so many parts, from 0 on. */
  part: { index: number; count: number };
  /** Is filled as the run goes on. */
  progress?: RunProgress;
}

/** How far a run has come, for one that is ended. */
export interface RunProgress {
  done: ScenarioSummary[];
  /** All that are to run; 0: the files are not read yet. */
  count: number;
}

/** @returns the report, and whether all passed; @throws ScenarioError for a file that is wrong, before anything runs */
export async function runScenarios(
  options: RunScenariosOptions,
): Promise<{ report: string; passed: boolean }> {
  const results = await summariesOf(readScenarios(options.paths), options);
  return reported(results, options.format);
}

/** The report of a run that is ended now. */
export function reportSoFar({ done, count }: RunProgress, format: ReportFormat): string {
  return reportOf(done, format, count - done.length);
}

interface PartReport {
  scenarios: ScenarioSummary[];
  not_run: number;
}

/** Reports of parts, as JSON, as one. Part `index` of `count` has each `count`-th result. */
export function joined(parts: readonly string[], format: ReportFormat): { report: string; passed: boolean } {
  const reports = parts.map((text) => JSON.parse(text) as PartReport);
  const notRun = reports.reduce((sum, { not_run }) => sum + not_run, 0);
  const lists = reports.map(({ scenarios }) => scenarios);
  const length = Math.max(0, ...lists.map((list) => list.length));
  const results = Array.from({ length }, (_, at) => lists.flatMap((list) => list[at] ?? [])).flat();
  return reported(results, format, notRun);
}

function reported(results: readonly ScenarioSummary[], format: ReportFormat, notRun = 0) {
  const passed = notRun === 0 && results.every((result) => result.passed);
  return { report: reportOf(results, format, notRun), passed };
}

async function summariesOf(
  scenarios: readonly Scenario[],
  { agent, openWorld, repeat, seed, part, progress = { done: [], count: 0 } }: RunScenariosOptions,
): Promise<ScenarioSummary[]> {
  const rounds = scenarios
    .flatMap((scenario) => Array.from({ length: repeat }, (_, at) => ({ scenario, round: at + 1 })))
    .filter((_, at) => at % part.count === part.index);
  const { done } = progress;
  progress.count = rounds.length;
  for (const { scenario, round } of rounds) {
    const run = { agent, openWorld, round, seed: seed ?? scenario.world.seed ?? 1 };
    done.push(summaryOf(await runScenario(scenario, run)));
  }
  return done;
}
