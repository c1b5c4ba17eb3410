// Mistakes of files: the line at which one breaks off that is no YAML or JSON, and all files of a folder that are wrong; folders, and what ships.
import { expect, spyOn, test } from "bun:test";
import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { brokenLineOfJson, brokenLineOfYaml } from "../../../src/sandbox/scenarios/field-lines.ts";
import { readScenarios } from "../../../src/sandbox/scenarios/read-scenarios.ts";

test("of JSON", () => {
  for (const [text, line] of [
    ["{", 1],
    ['{\n"a": 1,\n}', 3],
    ['{\n"a": 1\n"b": 2}', 3],
    ['{\n"a": [1,\n2,\n]}', 4],
    ['{\n"a": tru\n}', 2],
    ['{\n"a": "x\n"}', 2],
    ['{\n"a": {"b": []}\n}\n}', 4],
    ["{\n'a': 1}", 2],
    ['{"a": [{"b": null}, -1.5e3, true],\n"c" 1}', 2],
  ] as const)
    expect([text, brokenLineOfJson(text)]).toEqual([text, line]);
});

test("of YAML", () => {
  for (const [text, line] of [
    ["a: 1\nb: say: this\nc: 2\n", 2],
    ['a: 1\nb: "one" two\n', 2],
    ["a: 1\nb:\n\t- c\n", 3],
    ["a: [1,\n2\nb: 3\n", 1],
    ["a:\n  - b: [1, 2]\n  - c: {\nd: 1\n", 3],
  ] as const)
    expect([text, brokenLineOfYaml(text)]).toEqual([text, line]);
});

test("of YAML with many lines, without reading it once a line", () => {
  const read = spyOn(Bun.YAML, "parse");
  try {
    const lines = Array.from({ length: 3_500 }, (_, n) =>
      n % 7 === 0 ? `k${n}: ["a",` : n % 7 === 1 ? '  "b"]' : `k${n}: text`,
    );
    for (const at of [0, 7, 1_750, 3_486, 3_493]) {
      const wrong = lines
        .with(at, `k: "one" two`)
        .with(at + 1, "l: 1")
        .join("\n");
      expect(brokenLineOfYaml(wrong)).toBe(at + 1);
    }
    expect(read.mock.calls.length).toBeLessThan(5 * 150);
  } finally {
    read.mockRestore();
  }
});

test("one that is wrong is told with all others of its folder", () => {
  const dir = mkdtempSync(join(process.env.POSTROOM_TEST_STORE_DIR ?? tmpdir(), "scenarios-"));
  const right = "name: a\ntask: t\nexpect: [{ nothing_sent: true }]\n";
  const files = { "a.yaml": right, "b.yaml": "name: b\n", "c.yaml": right.replace("true", "false") };
  for (const [name, text] of Object.entries(files)) writeFileSync(join(dir, name), text);
  expect(() => readScenarios([dir])).toThrow(/^\S+\/b\.yaml:1: .*\n\S+\/c\.yaml:3: .*$/);
});

test("that each field alone does not show, or that an editor makes", () => {
  const dir = mkdtempSync(join(process.env.POSTROOM_TEST_STORE_DIR ?? tmpdir(), "scenarios-"));
  const right = "name: a\ntask: t\nsteps:\n  - advance: 1d\nexpect:\n  - sent: { to: una@loom.example }\n";
  const told = (octets: string | Uint8Array, name = "a.yaml") => {
    const file = join(dir, name);
    writeFileSync(file, octets);
    try {
      return String(readScenarios([file]).length);
    } catch (error) {
      return (error as Error).message.slice(dir.length + 1);
    }
  };
  const changed = (from: string, to: string) => told(right.replace(from, to));
  const sent = "{ to: una@loom.example }";
  const rows: [string, RegExp][] = [
    [told(right), /^1$/],
    [told(`\ufeff${right}`), /^1$/],
    [told(`\ufeff${JSON.stringify(Bun.YAML.parse(right))}`, "b.json"), /^1$/],
    [told(right.replaceAll("\n", "\r\n")), /^1$/],
    [told(right.replace("1d", "one").replaceAll("\n", "\r\n")), /^a\.yaml:4: steps\[0\]\.advance: "one"/],
    [told(Buffer.from(right.replace(": t", ": t\u00fc"), "latin1")), /^a\.yaml:2: it is no UTF-8/],
    [told(Buffer.from(`\ufeff${right}`, "utf16le")), /^a\.yaml:1: it is no UTF-8/],
    [told(`${right}task: u\n`), /^a\.yaml:7: task: it stands there twice$/],
    [
      changed("- advance: 1d", "- advance: 1d\n    advance: 2d"),
      /^a\.yaml:5: steps\[0\]\.advance: it stands there twice$/,
    ],
    [told(`${right}'task' : u\n`), /^a\.yaml:7: task: it stands there twice$/],
    [
      told('{"name":"a","task":"t",\n"expect":[{"nothing_sent":true}],\n"task":"u"}', "b.json"),
      /^b\.json:3: task: it stands there twice$/,
    ],
    [told(right.replace(": t\n", ': "\n  to: x\n  to: y"\n')), /^1$/],
    [told(right.replace(": t\n", ": |\n  to: x\n  to: y\n")), /^1$/],
    [told('{\nname: a,\ntask: "a",\nexpect: [ { held: {\nsubject: "a" } } ] }'), /^1$/],
    [told('{\ntask: "a\n  b",\nname: a,\nexpect: [ { held: {\nsubject: 3 } } ] }'), /subject: 3: expected/],
    [
      told(`${right}world: { start: "2026-03-02T10:00:00+01:00" }\n`),
      /write a time of UTC such as 2026-03-02T08:00:00Z$/,
    ],
    [told(`${right}---\n${right}`), /^a\.yaml:1: the scenario: a file is one scenario/],
    [told(""), /a file is one scenario/],
    [told(`name: a\ntask: t\nexpect: ${"[".repeat(5000)}${"]".repeat(5000)}`), /it is nested too deeply$/],
    [changed("1d", "9999d"), /^a\.yaml:4: steps\[0\]\.advance: more than 3660 days/],
    [
      told(`${right}world: { start: "2026-02-30T10:00:00Z" }\n`),
      /:7: world\.start: .*there is no such time$/,
    ],
    [told(`${right}world: { start: "2025-12-31T10:00:00Z" }\n`), /begins at 2026-01-05T09:00:00Z, or later$/],
    [told(`${right}world: { start: "9999-01-01T10:00:00Z" }\n`), /at most 3660 days after/],
    [
      changed("advance: 1d", "{ work: 2d, every: 5m }"),
      /^a\.yaml:4: steps\[0\]\.every: the agent runs 577 times/,
    ],
    [
      changed("- advance: 1d", `- { work: 1d, every: 3m }\n${"  - agent: run\n".repeat(20)}`),
      /^a\.yaml:24: steps\[20\]\.agent: the agent runs 501 times until here, at most 500$/,
    ],
    [changed("advance: 1d", "{ work: 1d, every: 3m }"), /^1$/],
    [
      told(`${right}world:\n  residents:\n    - { address: una@Postroom.localhost, rules: [] }\n`),
      /^a\.yaml:9: world\.residents\[0\]\.address: postroom\.localhost is the service's own/,
    ],
    [
      told(`${right}world: { residents: [{ address: una@loom.example, refuses: 550 }] }\n`),
      /\.refuses: 550: write a list: \[ … \]/,
    ],
    [
      told(`${right}world: { residents: [{ address: una@loom.example, rules: [{ hidden: x }] }] }\n`),
      /\.rules\[0\]\.hidden: "x": write fields: \{ how, text \}/,
    ],
    [changed(sent, "{ to: una }"), /expect\[0\]\.sent\.to: "una": write a whole address$/],
    [changed(sent, "{ at_least: 3, at_most: 2 }"), /sent\.at_most: 2 is fewer than at_least 3$/],
    [changed(sent, "{ count: 3, at_most: 2 }"), /sent\.count: write count, or at_least and at_most$/],
    [changed(sent, "{ after: 3d, within: 2h }"), /sent\.within: 2h is over before 3d is$/],
    [told(`${right}  - nothing_sent: true\n`), /expect\[0\]\.sent: another check says nothing_sent$/],
    [
      told(`${right}  - code_kept: { of: gate@mint.example }\n`),
      /expect\[1\]\.code_kept\.of: .*sends no code$/,
    ],
  ];
  for (const [message, reason] of rows) expect(message).toMatch(reason);
  for (const name of ["c.yaml", "d.yaml"]) writeFileSync(join(dir, name), right);
  expect(() => readScenarios(["c.yaml", "d.yaml"].map((name) => join(dir, name)))).toThrow(
    /Two scenarios are called a: \S+c\.yaml, \S+d\.yaml/,
  );
});

test("may be a folder, or what ships; two of one name are refused", () => {
  expect(readScenarios(["ready:holiday"]).length).toBe(12);
  expect(() => readScenarios(["ready:holiday", "ready:holiday"])).toThrow("Two scenarios are called");
  expect(() => readScenarios(["ready:no-such-word"])).toThrow("no-such-word");
  expect(() => readScenarios(["/nowhere/at-all"])).toThrow("/nowhere/at-all");
});
