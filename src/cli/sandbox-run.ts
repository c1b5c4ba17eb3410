// `sandbox run`: an agent against scenarios, each in a world of its own. `sandbox scenarios`: those that ship, as files.
import { mkdirSync, writeFileSync, writeSync } from "node:fs";
import { join, resolve } from "node:path";
import { ownProgram } from "../config/runtime.ts";
import { messageOf } from "../lib/failure.ts";
import { openSandbox } from "../sandbox/scenarios/open-sandbox.ts";
import { readScenarios, ScenarioError } from "../sandbox/scenarios/read-scenarios.ts";
import { type ReportFormat, reportFormats } from "../sandbox/scenarios/report.ts";
import { endAgents } from "../sandbox/scenarios/run-agent.ts";
import { joined, type RunProgress, reportSoFar, runScenarios } from "../sandbox/scenarios/run-scenarios.ts";
import { Scenario } from "../sandbox/scenarios/scenario.ts";
import { type ClientCommand, CommandError, type Input, ok, optionOf, table } from "./context.ts";

const maxParallel = 32;
const maxRepeat = 1000;

export const sandboxRun: ClientCommand = {
  name: "sandbox run",
  usage: "SCENARIOS… --agent COMMAND [OPTION …]",
  summary:
    "run an agent against scenarios, each in a fresh sandbox: SCENARIOS are files, folders, `ready` or `ready:WORD`",
  options: [
    {
      name: "agent",
      value: "COMMAND",
      required: true,
      summary: "what is run; it finds all it needs in POSTROOM_URL, _KEY, _MCP_URL, _ADDRESS, _TASK and _NOW",
    },
    { name: "report", value: "FORMAT", summary: "text (without it), junit or json" },
    { name: "repeat", value: "N", summary: "rounds of each scenario (1)" },
    { name: "seed", value: "N", summary: "in place of the scenarios' own" },
    { name: "parallel", value: "N", summary: "worlds at a time (1)" },
    { name: "part", value: "I/N", summary: "one of N parts of the scenarios, as CI splits them" },
  ],
  positionals: ["SCENARIOS…"],
  examples: [
    "postroom sandbox run scenarios/ --agent ./my-agent",
    "postroom sandbox run ready:codes --agent ./my-agent --report junit",
  ],
  async runClient(input) {
    const progress: RunProgress = { done: [], count: 0 };
    for (const name of ["SIGINT", "SIGTERM", "SIGHUP"] as const)
      process.once(name, () => endAll(progress, formatOf(input)));
    try {
      const parallel = numberOf(input, "parallel", { least: 1, most: maxParallel }) ?? 1;
      const { report, passed } = await (parallel > 1 ? inProcesses(input, parallel) : here(input, progress));
      return { ...ok(report), exitCode: isEnded ? endedCode : passed ? 0 : 1 };
    } catch (error) {
      if (error instanceof ScenarioError) throw new CommandError(error.message);
      throw error;
    }
  },
};

const runningParts = new Set<Bun.Subprocess>();
const endedCode = 130;
let isEnded = false;

/** A signal reaches neither agents, which have groups of their own, nor always the parts. Each says what it has done. */
function endAll(progress: RunProgress, format: ReportFormat): void {
  isEnded = true;
  endAgents();
  for (const part of runningParts) part.kill();
  // Parts say what they have done, and their parent joins it.
  if (runningParts.size > 0) return;
  if (progress.count > 0) writeSync(1, reportSoFar(progress, format));
  process.exit(endedCode);
}

function here(input: Input, progress: RunProgress) {
  const [, index = "0", count = "0"] = /^(\d{1,3})\/(\d{1,3})$/.exec(optionOf(input, "part") ?? "1/1") ?? [];
  if (Number(index) < 1 || Number(index) > Number(count))
    throw new CommandError("--part takes I/N, such as 1/4.");
  return runScenarios({
    paths: pathsOf(input),
    agent: optionOf(input, "agent") ?? "",
    openWorld: openSandbox,
    format: formatOf(input),
    repeat: numberOf(input, "repeat", { least: 1, most: maxRepeat }) ?? 1,
    seed: numberOf(input, "seed", { least: 0, most: 2 ** 31 }),
    part: { index: Number(index) - 1, count: Number(count) },
    progress,
  });
}

/** Each part in a process of this program. */
async function inProcesses(input: Input, count: number) {
  const format = formatOf(input);
  if (optionOf(input, "part") !== undefined) throw new CommandError("Use --part or --parallel, not both.");
  const given = ["repeat", "seed"].flatMap((name) => {
    const value = optionOf(input, name);
    return value === undefined ? [] : [`--${name}`, value];
  });
  const [agent = "", paths] = [optionOf(input, "agent"), pathsOf(input)];
  // A file that is wrong is said once.
  readScenarios(paths);
  const parts = Array.from({ length: count }, async (_, at) => {
    const words = [
      "sandbox",
      "run",
      ...paths,
      "--agent",
      agent,
      "--report",
      "json",
      "--part",
      `${at + 1}/${count}`,
    ];
    const child = Bun.spawn([...ownProgram(), ...words, ...given], {
      stdin: "ignore",
      stdout: "pipe",
      stderr: "pipe",
    });
    runningParts.add(child);
    const [stdout, stderr] = await Promise.all([
      new Response(child.stdout).text(),
      new Response(child.stderr).text(),
    ]);
    await child.exited;
    runningParts.delete(child);
    if (stdout.startsWith("{")) return stdout;
    // A part that had not read its files yet.
    if (isEnded) return null;
    throw new CommandError(stderr.trim() || "A part of the run ended without a report.");
  });
  const reports = await Promise.all(parts);
  return joined(
    reports.filter((report) => report !== null),
    format,
  );
}

export const sandboxScenarios: ClientCommand = {
  name: "sandbox scenarios",
  usage: "[OPTION …]",
  summary: "list the scenarios that ship, write them as files to begin with, or print the schema of one",
  options: [
    { name: "only", value: "WORD", summary: "those that have the word in their name or family" },
    { name: "write", value: "DIR", summary: "as YAML files in this folder" },
    { name: "schema", summary: "print the JSON schema of a scenario" },
  ],
  positionals: [],
  examples: ["postroom sandbox scenarios --only codes --write scenarios/"],
  runClient(input) {
    if (input.options.schema) return Promise.resolve(ok(JSON.stringify(Scenario, null, 2)));
    const list = listed(optionOf(input, "only"));
    const dir = optionOf(input, "write");
    if (dir === undefined)
      return Promise.resolve(
        ok(
          table(
            ["NAME", "FAMILY", "TRIED"],
            list.map(({ name, family, about }) => [name, family ?? null, about ?? null]),
          ),
        ),
      );
    const folder = resolve(input.cwd ?? ".", dir);
    mkdirSync(folder, { recursive: true });
    for (const scenario of list)
      writeFileSync(join(folder, `${scenario.name}.yaml`), `${Bun.YAML.stringify(scenario, null, 2)}\n`);
    return Promise.resolve(ok(`${list.length} scenarios in ${folder}`));
  },
};

function listed(word: string | undefined): Scenario[] {
  try {
    return readScenarios([word === undefined ? "ready" : `ready:${word}`]);
  } catch (error) {
    throw new CommandError(messageOf(error));
  }
}

function pathsOf(input: Input): string[] {
  return input.positionals.map((path) =>
    /^ready(?::|$)/.test(path) ? path : resolve(input.cwd ?? ".", path),
  );
}

function formatOf(input: Input): ReportFormat {
  const format = optionOf(input, "report") ?? "text";
  const known = reportFormats.find((name) => name === format);
  if (known === undefined) throw new CommandError(`--report takes ${reportFormats.join(", ")}.`);
  return known;
}

function numberOf(
  input: Input,
  name: string,
  { least, most }: { least: number; most: number },
): number | null {
  const text = optionOf(input, name);
  if (text === undefined) return null;
  const number = Number(text);
  if (!/^\d{1,10}$/.test(text) || number < least || number > most)
    throw new CommandError(`--${name} takes a number from ${least} to ${most}.`);
  return number;
}
