// Generators of clients read the OpenAPI document: they take all of it, and what they make compiles and stays small.
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Document } from "../../src/http/openapi/types.ts";
import { startTestApp, type TestApp } from "../support/app/app.ts";
import { storeKinds, type TempStore, tempStore } from "../support/app/database.ts";
import { clientsFolder, noClients, runClient } from "../support/clients/others.ts";

const kind = storeKinds[0]!;

if (noClients) test.skip(`generators of clients: ${noClients}`, () => {});
else
  describe("generators of clients", () => {
    const folder = mkdtempSync(join(tmpdir(), "generators-"));
    let store: TempStore;
    let t: TestApp;

    beforeAll(async () => {
      store = await tempStore(kind);
      t = await startTestApp(store);
      writeFileSync(
        join(folder, "openapi.json"),
        await fetch(`${t.api.base}/openapi.json`).then((r) => r.text()),
      );
      writeFileSync(join(folder, "package.json"), '{"type":"module"}');
    });
    afterAll(async () => {
      await t.stop();
      await store.dispose();
      rmSync(folder, { recursive: true, force: true });
    });

    const run = (...words: string[]) => runClient(words, { cwd: folder });
    const compile = async (...files: string[]) => {
      const lib = ["--lib", "esnext,dom,dom.iterable"];
      const made = ["--module", "esnext", "--moduleResolution", "bundler", "--target", "esnext"];
      const tsc = join(clientsFolder(), "node_modules/.bin/tsc");
      const done = await run(tsc, "--strict", "--noEmit", ...lib, ...made, ...files);
      expect(done).toEqual({ exitCode: 0, text: "" });
    };

    test("openapi-python-client makes no file that needs none, and no warning", async () => {
      const made = await run(
        ...["openapi-python-client", "generate", "--path", "openapi.json", "--output-path", "python"],
      );
      expect(made).toEqual({ exitCode: 0, text: "Generating python\n" });
      const files = readdirSync(join(folder, "python"), { recursive: true, withFileTypes: true })
        // What ruff leaves when it formats is not the client's.
        .filter((file) => file.isFile() && !file.parentPath.includes(".ruff_cache"))
        .map((file) => join(file.parentPath, file.name));
      const { paths, tags, components } = JSON.parse(
        readFileSync(join(folder, "openapi.json"), "utf8"),
      ) as Document;
      const calls = Object.values(paths).flatMap((item) => Object.keys(item)).length;
      const callFiles = files.filter((file) => file.includes("/api/"));
      expect(callFiles.length).toBe(calls + tags.length + 1);
      // A file a schema: what stands in another one is one too, and few do.
      const models = files.filter((file) => file.includes("/models/")).length - 1;
      // A list of words that may grow has none.
      const named = Object.values(components.schemas).filter((one) => !one["x-extensible-enum"]).length;
      expect(models).toBeGreaterThanOrEqual(named);
      expect(models).toBeLessThanOrEqual(named * 1.15);
      expect(files.length - callFiles.length - models).toBeLessThanOrEqual(10);
    });

    test("what openapi-typescript makes compiles under --strict", async () => {
      const made = await run("openapi-typescript", "openapi.json", "-o", "schema.ts");
      expect([made.exitCode, made.text]).toEqual([0, expect.not.stringMatching(/error|warn/i)]);
      await compile("schema.ts");
    });

    test("what openapi-ts makes compiles under --strict", async () => {
      const made = await run("openapi-ts", "-i", "openapi.json", "-o", "hey");
      expect([made.exitCode, made.text]).toEqual([0, expect.stringContaining("Done!")]);
      await compile("hey/index.ts", "hey/client.gen.ts", "hey/sdk.gen.ts");
    });

    test("redocly finds no error", async () => {
      const made = await run("redocly", "lint", "openapi.json", "--format=json");
      const { totals } = JSON.parse(/\{[\s\S]*"totals"[\s\S]*\n\}/.exec(made.text)![0]) as {
        totals: { errors: number };
      };
      expect([made.exitCode, totals.errors]).toEqual([0, 0]);
    });
  });
