// What a run of scenarios says: text for people, JUnit for CI, JSON with the whole transcript.
import { escapeHtml } from "../../lib/html.ts";
import { foldText } from "../../mail/reply/fold.ts";
import type { Outcome } from "./outcome.ts";
import { hasPassed, type ScenarioResult } from "./run-scenario.ts";

export const reportFormats = ["text", "junit", "json"] as const;
export type ReportFormat = (typeof reportFormats)[number];

export function reportOf(results: readonly ScenarioResult[], format: ReportFormat): string {
  return { text, junit, json }[format](results);
}

function titleOf({ scenario, round }: ScenarioResult): string {
  return round > 1 ? `${scenario.name} (round ${round})` : scenario.name;
}

function failuresOf({ broken, checks }: ScenarioResult): string[] {
  return [...(broken === null ? [] : [broken]), ...checks.flatMap(({ failure }) => failure ?? [])];
}

function text(results: readonly ScenarioResult[]): string {
  const lines = results.flatMap((result) => {
    const said = hasPassed(result) ? "ok  " : "FAIL";
    const about = result.scenario.about && !hasPassed(result) ? `: ${result.scenario.about}` : "";
    const runs = result.outcome?.runs ?? [];
    const crashed = runs.find(({ exitCode }) => exitCode !== 0);
    return [
      `${said} ${titleOf(result)}${about}`,
      ...failuresOf(result).map((failure) => `       ${failure}`),
      ...(crashed && !hasPassed(result)
        ? [`       the agent ended with ${crashed.exitCode}: ${crashed.output.trim().slice(-500)}`]
        : []),
    ];
  });
  const passed = results.filter(hasPassed).length;
  return `${[...lines, "", `${passed} of ${results.length} passed`].join("\n")}\n`;
}

function junit(results: readonly ScenarioResult[]): string {
  const failed = results.filter((result) => !hasPassed(result));
  const cases = results.map((result) => {
    const { scenario, outcome } = result;
    const seconds = outcome === null ? 0 : (outcome.endMs - outcome.startMs) / 1000;
    const head = `  <testcase name="${xml(titleOf(result))}" classname="${xml(scenario.family ?? "scenarios")}" time="${seconds}">`;
    const failures = failuresOf(result).map((failure) => `    <failure message="${xml(failure)}"/>`);
    const said =
      outcome === null
        ? ""
        : `    <system-out>${xml(transcriptOf(outcome).map(lineOf).join("\n"))}</system-out>`;
    return [head, ...failures, ...(said ? [said] : []), "  </testcase>"].join("\n");
  });
  return `<?xml version="1.0" encoding="UTF-8"?>\n<testsuite name="postroom sandbox" tests="${results.length}" failures="${failed.length}">\n${cases.join("\n")}\n</testsuite>\n`;
}

/** XML 1.0 has no control characters. */
function xml(said: string): string {
  return escapeHtml(said.replace(/[^\t\n\r\x20-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu, "?"));
}

function json(results: readonly ScenarioResult[]): string {
  const all = results.map((result) => ({
    name: result.scenario.name,
    family: result.scenario.family ?? null,
    round: result.round,
    seed: result.seed,
    passed: hasPassed(result),
    broken: result.broken,
    checks: result.checks,
    task: result.scenario.task,
    transcript: result.outcome === null ? [] : transcriptOf(result.outcome),
  }));
  return `${JSON.stringify({ passed: results.every(hasPassed), scenarios: all }, null, 2)}\n`;
}

type TranscriptLine =
  | { at: string; kind: "received" | "sent"; from: string; to: string[]; subject: string; text: string }
  | {
      at: string;
      kind: "called";
      method: string;
      path: string;
      status: number;
      request: string;
      answer: string;
    }
  | { at: string; kind: "ran"; exit_code: number | null; output: string };

/** What the agent could read, called and sent, by the world's time; what happened at one time as calls, mails, runs. */
function transcriptOf({ sent, received, calls, runs }: Outcome): TranscriptLine[] {
  const at = (ms: number) => new Date(ms).toISOString();
  const mails = (list: Outcome["sent"], kind: "received" | "sent"): TranscriptLine[] =>
    list.map(({ atMs, mail, recipients }) => ({
      at: at(atMs),
      kind,
      from: mail.from,
      to: recipients,
      subject: mail.subject,
      text: foldText(mail.text).reply.slice(0, 5000),
    }));
  const all: TranscriptLine[] = [
    ...mails(received, "received"),
    ...calls.map(({ atMs, ...call }): TranscriptLine => ({ at: at(atMs), kind: "called", ...call })),
    ...mails(sent, "sent"),
    ...runs.map(
      (run): TranscriptLine => ({
        at: at(run.atMs),
        kind: "ran",
        exit_code: run.exitCode,
        output: run.output,
      }),
    ),
  ];
  return all.sort((one, other) => (one.at < other.at ? -1 : one.at > other.at ? 1 : 0));
}

function lineOf(line: TranscriptLine): string {
  if (line.kind === "called") return `${line.at} called ${line.method} ${line.path}: ${line.status}`;
  if (line.kind === "ran") return `${line.at} the agent ran: ${line.exit_code} ${line.output.slice(0, 2000)}`;
  return `${line.at} ${line.kind} ${line.from} -> ${line.to.join(", ")}: ${line.subject}`;
}
