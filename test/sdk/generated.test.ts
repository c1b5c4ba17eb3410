// The generated files of the SDKs are those that the OpenAPI document makes today, and the hand-written parts stay thin.
import { expect, test } from "bun:test";
import { readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import type { Document } from "../../src/http/openapi/types.ts";
import { startTestApp } from "../support/app/app.ts";
import { storeKinds, tempStore } from "../support/app/database.ts";
import { generatedFiles } from "../support/sdk/files.ts";

const repository = resolve(import.meta.dir, "../..");

test("the generated files are current", async () => {
  const store = await tempStore(storeKinds[0]!);
  const t = await startTestApp(store);
  const document = (await fetch(`${t.api.base}/openapi.json`).then((answer) => answer.json())) as Document;
  await t.stop();
  await store.dispose();
  const stale = Object.entries(generatedFiles(document))
    .filter(([path, text]) => readFileSync(join(repository, path), "utf8") !== text)
    .map(([path]) => path);
  // `bun run sdk` writes them.
  expect(stale).toEqual([]);
});

test("what is written by hand is thin", () => {
  const lines = (pattern: string, isSandbox = false) =>
    [...new Bun.Glob(pattern).scanSync(join(repository, "src/sdk"))]
      .filter((file) => file.includes("sandbox") === isSandbox)
      .map((file) => readFileSync(join(repository, "src/sdk", file), "utf8").split("\n").length - 1)
      .reduce((sum, count) => sum + count, 0);
  expect(lines("typescript/*.ts")).toBeWithin(300, 1600);
  expect(lines("python/postroom/*.py")).toBeWithin(300, 1850);
  expect(lines("typescript/*.ts", true)).toBeWithin(100, 280);
  expect(lines("python/postroom/*.py", true)).toBeWithin(100, 280);
});
