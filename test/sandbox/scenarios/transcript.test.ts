// The transcript of a run: its lines stand in the order in which they happened, also where the clock stands. Reports of parts.
import { expect, test } from "bun:test";
import { existsSync, mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import type { OpenWorld, Outcome, PassedMail } from "../../../src/sandbox/scenarios/outcome.ts";
import { readScenario } from "../../../src/sandbox/scenarios/read-scenarios.ts";
import { reportOf, summaryOf } from "../../../src/sandbox/scenarios/report.ts";
import { type AgentEnvironment, crashOf, runAgent } from "../../../src/sandbox/scenarios/run-agent.ts";
import { runScenario } from "../../../src/sandbox/scenarios/run-scenario.ts";
import { joined, reportSoFar } from "../../../src/sandbox/scenarios/run-scenarios.ts";
import { readWorldMail } from "../../../src/sandbox/world-mail.ts";
import { eventually } from "../../support/app/app.ts";
import { cleanEnv, tied } from "../../support/app/server.ts";

const repository = resolve(import.meta.dir, "../../..");
const atMs = Date.UTC(2026, 0, 5, 9);
const desk = "desk@agents.example";

function mail(from: string, to: string, subject: string): PassedMail {
  const raw = Buffer.from(`From: ${from}\r\nTo: ${to}\r\nSubject: ${subject}\r\n\r\nHello\r\n`);
  return { atMs, mail: readWorldMail(raw, { envelopeFrom: from, recipient: to }), recipients: [to] };
}

test("a transcript of a clock that stands goes by the steps", () => {
  const call = (path: string) => ({ atMs, method: "GET", path, status: 200, request: "", answer: "" });
  const run = { atMs, exitCode: 0, output: "" };
  const steps: Outcome = {
    startMs: atMs,
    endMs: atMs,
    address: desk,
    sent: [mail(desk, "a@x.example", "First"), mail(desk, "a@x.example", "Second")],
    received: [mail("a@x.example", desk, "Between")],
    threads: [],
    events: [],
    held: [],
    loops: [],
    ended: null,
    calls: [call("/first"), call("/second")],
    runs: [run, run],
    marks: [
      { sent: 1, received: 0, calls: 1, runs: 1 },
      { sent: 1, received: 1, calls: 1, runs: 1 },
      { sent: 2, received: 1, calls: 2, runs: 2 },
    ],
  };
  const scenario = readScenario("name: a\ntask: t\nexpect: [{ nothing_sent: true }]\n", "one.yaml");
  const stack = "    at somewhere (file:///a/long/path.js:1:1)\n".repeat(30);
  const retried = `Error: 429, once more\n${"waiting\n".repeat(100)}`;
  const crash = { ...run, exitCode: 1, output: `${retried}TypeError: apiKey is missing\n${stack}` };
  const failed = { scenario, round: 1, seed: 1, checks: [], broken: crashOf(crash) };
  expect(reportOf([summaryOf({ ...failed, outcome: { ...steps, runs: [crash, run] } })], "text")).toContain(
    "the agent ended with 1: TypeError: apiKey is missing",
  );
  const json = reportOf(
    [summaryOf({ scenario, round: 1, seed: 1, checks: [], broken: null, outcome: steps })],
    "json",
  );
  const [{ transcript }] = (
    JSON.parse(json) as { scenarios: [{ transcript: { kind: string; path?: string; subject?: string }[] }] }
  ).scenarios;
  expect(transcript.map(({ kind, path, subject }) => `${kind} ${path ?? subject ?? ""}`.trim())).toEqual([
    "called /first",
    "sent First",
    "ran",
    "received Between",
    "called /second",
    "sent Second",
    "ran",
  ]);
});

test("reports of parts are one report, in order", () => {
  const scenario = readScenario("name: one\ntask: Ask.\nexpect: [{ nothing_sent: true }]", "one.yaml");
  const summary = (name: string) =>
    summaryOf({
      scenario: { ...scenario, name },
      round: 1,
      seed: 1,
      checks: [],
      broken: null,
      outcome: null,
    });
  const parts = [
    ["a", "c", "e"],
    ["b", "d"],
  ].map((names) => reportOf(names.map(summary), "json"));
  expect(joined(parts, "text")).toEqual({
    passed: true,
    report: "ok   a\nok   b\nok   c\nok   d\nok   e\n\n5 of 5 passed\n",
  });
  // A part that was ended after its first.
  const ended = reportSoFar({ done: [summary("b")], count: 2 }, "json");
  expect(joined([parts[0]!, ended], "text")).toEqual({
    passed: false,
    report: "ok   a\nok   b\nok   c\nok   e\n\n4 of 4 passed; the run was ended, 1 did not run\n",
  });
  expect(joined([ended], "junit").report).toContain('tests="2" failures="0" skipped="1"');
});

/** A process that has ended may be left in the table of processes. */
const isRunning = (pid: string) =>
  existsSync(`/proc/${pid}/stat`) && !/\) [ZX] /.test(readFileSync(`/proc/${pid}/stat`, "utf8"));

test("a run that is ended says what it has done, and ends its agent", async () => {
  const dir = mkdtempSync(join(tmpdir(), "ended-"));
  for (const name of ["a", "b", "c"])
    writeFileSync(
      join(dir, `${name}.yaml`),
      `name: ${name}\ntask: Wait.\nexpect: [{ nothing_sent: true }]\n`,
    );
  const agent = `cd ${dir}; if [ -e first ]; then echo $$ > pid; mv pid second; sleep 600; fi; touch first`;
  const child = Bun.spawn(
    [...tied, process.execPath, join(repository, "src/main.ts"), "sandbox", "run", dir, "--agent", agent],
    { env: cleanEnv({}), stdout: "pipe", stderr: "inherit" },
  );
  await eventually(() => existsSync(join(dir, "second")));
  child.kill("SIGINT");
  expect(await new Response(child.stdout).text()).toBe(
    "ok   a\n\n1 of 1 passed; the run was ended, 2 did not run\n",
  );
  expect(await child.exited).toBe(130);
  const pid = readFileSync(join(dir, "second"), "utf8").trim();
  await eventually(() => !isRunning(pid));
});

test.each([
  ["prints without an end", "yes rubbish", null, /^rubbish\n.*… \d{6,} octets ….*rubbish/s],
  [
    "says why it crashes after 100 MB",
    "head -c 100000000 /dev/zero; echo 'the key is wrong' >&2; exit 3",
    3,
    /octets.*the key is wrong\n$/s,
  ],
  ["leaves a process in the background", "sleep 600 & echo done", 0, /^done\n$/],
  ["leaves one in a session of its own", "setsid sleep 3 & echo done", 0, /^done\n$/],
  ["closes its streams", "exec >&- 2>&-; exit 4", 4, /^$/],
  ["kills itself", "kill -9 $$", 137, /^$/],
] as const)("an agent that %s", async (_, command, exitCode, printed) => {
  const environment = { POSTROOM_URL: "http://127.0.0.1:9", POSTROOM_TASK: "Wait." } as AgentEnvironment;
  const seconds = exitCode === null ? 1 : 60;
  const run = await runAgent(command, environment, { atMs, seconds });
  expect(run.exitCode).toBe(exitCode);
  expect(run.output).toMatch(printed);
  expect(run.output.length).toBeLessThan(110_000);
});

test.each([
  ["true", null],
  ["exit 9", /^the agent ended with 9: $/],
  ["./no-such-agent", /^the agent ended with 127: .*no-such-agent/],
])(
  "of an agent %p that does nothing, a world in which nothing may be sent is passed by one that ends as it should",
  async (agent, broken) => {
    const scenario = readScenario("name: a\ntask: t\nexpect: [{ nothing_sent: true }]\n", "one.yaml");
    const service = Bun.serve({ port: 0, fetch: () => Response.json({ data: [] }) });
    const openWorld = async (): Promise<OpenWorld> => ({
      ...{ url: service.url.origin, apiKey: "k", address: "desk@agents.example", identityId: "1" },
      ...{ nowMs: () => atMs, advance: async () => {}, begin: async () => {}, loops: () => [] },
      passed: async () => ({ sent: [], received: [] }),
      close: async () => void (await service.stop(true)),
    });
    const result = await runScenario(scenario, { agent, openWorld, seed: 1, round: 1 });
    expect(result.checks.map(({ failure }) => failure)).toEqual([null]);
    if (broken === null) expect(result.broken).toBeNull();
    else expect(result.broken).toMatch(broken);
    expect(summaryOf(result)).toMatchObject({
      passed: broken === null,
      failures: broken ? [result.broken] : [],
    });
  },
);
