// The runtime's settings, which it reads when its process begins: `serve` begins anew with those that are missing.
import { describe, expect, test } from "bun:test";
import { readFileSync } from "node:fs";
import { tempStore } from "../support/app/database.ts";
import { executable } from "../support/app/executable.ts";
import { startServer } from "../support/app/server.ts";

/** proc(5) */
function environmentOf(pid: number): Record<string, string> {
  const pairs = readFileSync(`/proc/${pid}/environ`, "utf8").split("\0").filter(Boolean);
  return Object.fromEntries(pairs.map((pair) => [pair.split("=")[0]!, pair.slice(pair.indexOf("=") + 1)]));
}

describe.skipIf(process.platform !== "linux")("a server", () => {
  test("has the runtime's settings, the operator's own before ours, in the process that was started", async () => {
    const store = await tempStore("embedded");
    // Those of the test run would be handed on, and leave the server nothing to set.
    const ofRun = Object.entries(process.env).filter(([name]) => /^(?:BUN_JSC|MIMALLOC)_/.test(name));
    for (const [name] of ofRun) delete process.env[name];
    try {
      const server = await startServer(store, { MIMALLOC_PURGE_HOLES_MIN_INTERVAL: "5000" });
      const env = environmentOf(server.process.pid);
      const { exitCode, stderr } = await server.stop();
      expect(env.MIMALLOC_PURGE_HOLES_MIN_INTERVAL).toBe("5000");
      expect(env.BUN_JSC_thresholdForFTLOptimizeSoon).toBe("8000");
      expect(stderr).not.toContain("experimental");
      expect(exitCode).toBe(0);
    } finally {
      Object.assign(process.env, Object.fromEntries(ofRun));
      await store.dispose();
    }
  });

  test("takes options of the runtime from BUN_OPTIONS, which are no arguments of the program", async () => {
    const child = Bun.spawn([await executable(), "serve"], {
      env: { BUN_OPTIONS: "--smol", PORT: "none" },
      stderr: "pipe",
      stdout: "ignore",
    });
    expect(await new Response(child.stderr).text()).toContain("PORT=none must be a port");
    expect(await child.exited).toBe(2);
  }, 120_000);
});
