// Scripts that contributors run: `--help` says what they do and begins nothing, and an option that they do not have is refused.
import { describe, expect, test } from "bun:test";
import { join, resolve } from "node:path";

const repository = resolve(import.meta.dir, "../..");
const typescript = [
  "test/bench/main.ts",
  "test/bench/wait.ts",
  "test/chaos/main.ts",
  "test/soak/main.ts",
  "test/fuzz/main.ts",
  "test/support/sdk/main.ts",
  "test/support/regex/main.ts",
  "test/support/build.ts",
  "test/support/debian.ts",
];
const shell = [".ci/run", ".ci/postgres", ".ci/pooler", ".ci/clients/install"];
const scripts = [
  ...typescript.map((path) => ({ path, command: [process.execPath, join(repository, path)] })),
  ...shell.map((path) => ({ path, command: [join(repository, path)] })),
];

describe("a script", () => {
  for (const { path, command } of scripts) {
    test(`${path} has a help`, async () => {
      const child = Bun.spawn([...command, "--help"], { cwd: repository, stdout: "pipe", stderr: "pipe" });
      const [text, errors] = await Promise.all([
        new Response(child.stdout).text(),
        new Response(child.stderr).text(),
      ]);
      expect([await child.exited, errors]).toEqual([0, ""]);
      expect(text.length).toBeGreaterThan(80);
    });

    test(`${path} refuses an option that it does not have`, async () => {
      const child = Bun.spawn([...command, "--nonsense"], {
        cwd: repository,
        stdout: "pipe",
        stderr: "pipe",
      });
      const text = (
        await Promise.all([new Response(child.stdout).text(), new Response(child.stderr).text()])
      ).join("");
      expect(await child.exited).toBe(2);
      if (typescript.includes(path)) expect(text).toContain("'--nonsense'");
    });
  }
});
