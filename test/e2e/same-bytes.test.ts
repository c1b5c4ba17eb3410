// A release can be made again from its tag by anybody: the same sources give the same bytes, in whatever folder and whenever
// they are built. The whole is compared by hand (two clones, `cmp`); here what could differ is looked for in one build.
import { afterAll, beforeAll, expect, test } from "bun:test";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { makeTemplateFile } from "../../src/store/embedded/template.ts";
import { executable } from "../support/app/executable.ts";

const repository = resolve(import.meta.dir, "../..");
let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "same-bytes-"));
});
afterAll(() => rmSync(folder, { recursive: true }));

test("the executable names no folder of the machine that built it", async () => {
  const bytes = readFileSync(await executable());
  const at = bytes.indexOf(`${repository}/`);
  expect(at < 0 ? "" : bytes.subarray(at - 80, at + 120).toString("latin1")).toBe("");
}, 300_000);

test("the prepared data directory has the same bytes when it is made again", async () => {
  const [one, two] = [join(folder, "one"), join(folder, "two")];
  await makeTemplateFile(one);
  await makeTemplateFile(two);
  expect(Buffer.compare(readFileSync(one), readFileSync(two))).toBe(0);
}, 300_000);
