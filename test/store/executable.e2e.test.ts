// The store inside a compiled executable, in an empty directory: its worker, its engine, its prepared data directory
// and the hold are all in the one file.
import { afterAll, expect, test } from "bun:test";
import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

const root = mkdtempSync(join(tmpdir(), "postroom-test-"));
afterAll(() => rmSync(root, { recursive: true, force: true }));
const support = join(import.meta.dir, "../support/app");

test("runs from an empty directory, and again after a kill", async () => {
  const outfile = join(root, "store");
  const args = ["--entry", join(support, "store-entry.ts"), "--outfile", outfile];
  const build = Bun.spawn([process.execPath, join(import.meta.dir, "../support/build.ts"), ...args], {
    stdout: "ignore",
  });
  expect(await build.exited).toBe(0);

  const empty = join(root, "empty");
  mkdirSync(empty);
  // nothing of the checkout is reachable: no node_modules above, no environment
  const run = (how: string) =>
    Bun.spawn([outfile, "data", how], { cwd: empty, env: {}, stdout: "pipe", stderr: "inherit" });
  const said = async (child: ReturnType<typeof run>) => new Response(child.stdout).text();

  // the prepared directory has the schema already
  const first = run("write");
  expect(await said(first)).toBe("migrated 0, stored 1\n");
  expect(await first.exited).toBe(0);
  const killed = run("write-and-die");
  expect(await said(killed)).toBe("migrated 0, stored 2\n");
  await killed.exited;
  expect(killed.signalCode).toBe("SIGKILL");
  expect(await said(run("write"))).toBe("migrated 0, stored 3\n");
}, 300_000);
