// The report of a run: text for people, JUnit for CI, JSON with the whole transcript.
import { escapeHtml } from "../../lib/html.ts";
import { foldText } from "../../mail/reply/fold.ts";
import type { Loop } from "../loop-guard.ts";
import type { Outcome, PassedMail, StepEnd } from "./outcome.ts";
import { hasPassed, type ScenarioResult } from "./run-scenario.ts";

export const reportFormats = ["text", "junit", "json"] as const;
export type ReportFormat = (typeof reportFormats)[number];

/** A scenario's result in the JSON report. */
export interface ScenarioSummary {
  name: string;
  about: string | null;
  family: string | null;
  round: number;
  seed: number;
  passed: boolean;
  /** Why it failed, one reason a line. */
  failures: string[];
  /** Exchanges without an end: who with whom, and how many mails. */
  loops: Loop[];
  /** The world's time that passed. */
  seconds: number;
  task: string;
  transcript: TranscriptLine[];
}

export function summaryOf(result: ScenarioResult): ScenarioSummary {
  const { scenario, round, seed, broken, checks, outcome } = result;
  return {
    name: scenario.name,
    about: scenario.about ?? null,
    family: scenario.family ?? null,
    round,
    seed,
    passed: hasPassed(result),
    failures: [...(broken === null ? [] : [broken]), ...checks.flatMap(({ failure }) => failure ?? [])],
    loops: outcome?.loops ?? [],
    seconds: outcome === null ? 0 : (outcome.endMs - outcome.startMs) / 1000,
    task: scenario.task,
    transcript: outcome === null ? [] : transcriptOf(outcome),
  };
}

/** @param notRun of a run that was ended: so many scenarios are missing */
export function reportOf(results: readonly ScenarioSummary[], format: ReportFormat, notRun = 0): string {
  return { text, junit, json }[format](results, notRun);
}

function titleOf({ name, round }: ScenarioSummary): string {
  return round > 1 ? `${name} (round ${round})` : name;
}

function text(results: readonly ScenarioSummary[], notRun: number): string {
  const lines = results.flatMap((result) => {
    if (result.passed) return [`ok   ${titleOf(result)}`];
    return [
      `FAIL ${titleOf(result)}${result.about === null ? "" : `: ${result.about}`}`,
      ...result.failures.map((failure) => `       ${failure}`),
      ...refusals(result).map((line) => `       ${line}`),
    ];
  });
  const passed = results.filter((result) => result.passed).length;
  const missing = notRun === 0 ? "" : `; the run was ended, ${notRun} did not run`;
  return `${[...lines, "", `${passed} of ${results.length} passed${missing}`].join("\n")}\n`;
}

/** The first calls that were refused, each once, with what the service said: mostly why a check fails. */
function refusals({ transcript }: ScenarioSummary): string[] {
  const refused = transcript.flatMap((line) =>
    line.kind === "called" && line.status >= 400
      ? [`${line.method} ${line.path} was refused: ${line.status} ${line.answer.slice(0, 500)}`]
      : [],
  );
  return [...new Set(refused)].slice(0, 3);
}

function junit(results: readonly ScenarioSummary[], notRun: number): string {
  const failed = results.filter(({ passed }) => !passed);
  const cases = results.map((result) => {
    const { family, seconds, failures, transcript } = result;
    return [
      `  <testcase name="${xml(titleOf(result))}" classname="${xml(family ?? "scenarios")}" time="${seconds}">`,
      ...failures.map((failure) => `    <failure message="${xml(failure)}"/>`),
      ...(transcript.length === 0
        ? []
        : [`    <system-out>${xml(transcript.map(lineOf).join("\n"))}</system-out>`]),
      "  </testcase>",
    ].join("\n");
  });
  return `<?xml version="1.0" encoding="UTF-8"?>\n<testsuite name="postroom sandbox" tests="${results.length + notRun}" failures="${failed.length}" skipped="${notRun}">\n${cases.join("\n")}\n</testsuite>\n`;
}

/** XML 1.0 has no control characters. */
function xml(said: string): string {
  return escapeHtml(said.replace(/[^\t\n\r\x20-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu, "?"));
}

function json(results: readonly ScenarioSummary[], notRun: number): string {
  const passed = notRun === 0 && results.every((result) => result.passed);
  return `${JSON.stringify({ passed, not_run: notRun, scenarios: results }, null, 2)}\n`;
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

/** Mails that came and left, calls and runs: by the world's time, and by the steps where it stands. */
function transcriptOf({ sent, received, calls, runs, marks }: Outcome): TranscriptLine[] {
  const lines = <T extends { atMs: number }>(
    kind: keyof StepEnd,
    list: readonly T[],
    lineOf: (one: T, at: string) => TranscriptLine,
  ) =>
    list.map((one, index) => ({
      atMs: one.atMs,
      step: marks.filter((mark) => mark[kind] <= index).length,
      line: lineOf(one, new Date(one.atMs).toISOString()),
    }));
  const mailAs =
    (kind: "received" | "sent") =>
    ({ mail, recipients }: PassedMail, at: string): TranscriptLine => ({
      at,
      kind,
      from: mail.from,
      to: recipients,
      subject: mail.subject,
      text: foldText(mail.text).reply.slice(0, 5000),
    });
  return [
    ...lines("received", received, mailAs("received")),
    ...lines("calls", calls, ({ atMs: _, ...call }, at) => ({ at, kind: "called", ...call })),
    ...lines("sent", sent, mailAs("sent")),
    ...lines("runs", runs, ({ exitCode, output }, at) => ({ at, kind: "ran", exit_code: exitCode, output })),
  ]
    .sort((one, other) => one.atMs - other.atMs || one.step - other.step)
    .map(({ line }) => line);
}

function lineOf(line: TranscriptLine): string {
  if (line.kind === "called") return `${line.at} called ${line.method} ${line.path}: ${line.status}`;
  if (line.kind === "ran") return `${line.at} the agent ran: ${line.exit_code} ${line.output.slice(0, 2000)}`;
  return `${line.at} ${line.kind} ${line.from} -> ${line.to.join(", ")}: ${line.subject}`;
}
