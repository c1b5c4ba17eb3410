// A mail that went twice is explained only by what was seen: a process that was lost, stood still, or got no answer.
import { expect, test } from "bun:test";
import { type Evidence, explained, reasonsOf } from "./doubles.ts";
import type { Copy } from "./outside.ts";

const copy = (by: string, dataMs: number, saidMs: number | null = dataMs + 10): Copy => ({
  by,
  dataMs,
  saidMs,
  cutMs: null,
});
const twice = [copy("mx0-1", 1_000), copy("mx1-1", 40_000)];
const seen = (known: Partial<Evidence> = {}): Evidence => ({
  losses: [],
  lines: [],
  storedMs: 40_100,
  messageId: "m",
  ...known,
});
const killed = (fromMs: number, by = "mx0-1") => ({ by, what: "killed" as const, fromMs });
const said = (message: string, atMs: number, rest: object = {}) => ({
  by: "mx0-1",
  time: new Date(atMs).toISOString(),
  message,
  ...rest,
});

test("a kill before 250 was said, and one before the outcome was stored", () => {
  expect(reasonsOf(twice, seen({ losses: [killed(1_005)] }))).toEqual(["lost before 250"]);
  expect(reasonsOf(twice, seen({ losses: [killed(1_500)] }))).toEqual(["lost before commit"]);
  expect(reasonsOf([copy("mx0-1", 1_000, null), twice[1]!], seen())).toEqual(["not answered"]);
});

test("a process that others took for dead says so itself", () => {
  const lines = [said("this process stood still, and others have taken what it had claimed", 30_000)];
  expect(reasonsOf(twice, seen({ lines }))).toEqual(["stood still"]);
});

test("what nothing explains is a fault", () => {
  expect(reasonsOf(twice, seen())).toEqual(["fault"]);
  expect(reasonsOf(twice, seen({ losses: [killed(1_500, "mx2-1")] }))).toEqual(["fault"]);
  expect(reasonsOf(twice, seen({ losses: [killed(50_000)] }))).toEqual(["fault"]);
});

test("an outcome that was stored, or told of in the log, before the next copy is a fault, whoever was killed", () => {
  const losses = [killed(1_500)];
  expect(reasonsOf(twice, seen({ losses, storedMs: 1_400 }))).toEqual(["fault"]);
  const lines = [said("a mail was sent", 1_400, { message_id: "m" })];
  expect(reasonsOf(twice, seen({ losses, lines }))).toEqual(["fault"]);
});

test("of three copies each is explained for itself", () => {
  const copies = [...twice, copy("mx2-1", 80_000)];
  expect(reasonsOf(copies, seen({ losses: [killed(1_500)], storedMs: 80_100 }))).toEqual([
    "lost before commit",
    "fault",
  ]);
});

test("a run says how often each reason occurred, and what it means", () => {
  expect(explained({})).toEqual(["no mail came twice"]);
  const [first, second, ...rest] = explained({ "lost before 250": 1, "lost before commit": 12 });
  expect(first).toMatch(/^12 mails came again: its process was killed .* between 250 and the commit/);
  expect(second).toMatch(/^1 mail came again: .* before 250 came/);
  expect(rest).toEqual([]);
});
