// The tools' schemas are compiled once a process: each request makes a server of its own, and would hold the others up.
import { expect, test } from "bun:test";
import { createMcpServer } from "../../src/mcp/server.ts";
import { Postroom } from "../../src/sdk/typescript/index.ts";
import { cpuMs } from "../support/app/cpu.ts";

test("no server compiles the schemas of its tools when it is made", () => {
  const client = new Postroom({ apiKey: "none", baseUrl: "http://127.0.0.1:9" });
  createMcpServer({ client, level: "approve" });
  const before = cpuMs();
  for (let n = 0; n < 30; n++) createMcpServer({ client, level: "approve" });
  // Of processor time; compiling took 40 ms and more for each.
  expect(cpuMs() - before).toBeLessThan(300);
});
