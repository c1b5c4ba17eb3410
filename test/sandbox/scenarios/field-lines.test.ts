// Mistakes of files: the line at which one breaks off that is no YAML or JSON, and all files of a folder that are wrong.
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
