// The transcript of a run: its lines stand in the order in which they happened, also where the clock stands.
import { expect, test } from "bun:test";
import type { Outcome, PassedMail } from "../../../src/sandbox/scenarios/outcome.ts";
import { readScenario } from "../../../src/sandbox/scenarios/read-scenarios.ts";
import { reportOf, summaryOf } from "../../../src/sandbox/scenarios/report.ts";
import { readWorldMail } from "../../../src/sandbox/world-mail.ts";

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
