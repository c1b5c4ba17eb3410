// The tools' schemas are compiled once a process: each request makes a server of its own, and would hold the others up.
import { expect, test } from "bun:test";
import { createMcpServer } from "../../src/mcp/server.ts";
import { Postroom } from "../../src/sdk/typescript/index.ts";
import { cpuMs } from "../support/app/cpu.ts";

test("a server has the one tool that its message calls, and all where that is not known", async () => {
  const client = new Postroom({ apiKey: "none", baseUrl: "http://127.0.0.1:9" });
  const has = (asked: unknown) => {
    const server = createMcpServer({ client, level: "read" }, asked);
    return ["list_threads", "read_thread", "wait_for_mail", "send_mail"].filter(
      (name) => server.toolInputSchemaJson(name) !== undefined,
    );
  };
  expect(has({ method: "tools/call", params: { name: "read_thread" } })).toEqual(["read_thread"]);
  expect(has({ method: "tools/call", params: { name: "send_mail" } })).toEqual([]);
  expect(has({ method: "tools/list" })).toEqual([]);
  for (const asked of [undefined, null, [{ method: "tools/call", params: { name: "read_thread" } }]])
    expect(has(asked)).toEqual(["list_threads", "read_thread", "wait_for_mail"]);
});

test("no server compiles the schemas of its tools when it is made", () => {
  const client = new Postroom({ apiKey: "none", baseUrl: "http://127.0.0.1:9" });
  createMcpServer({ client, level: "approve" });
  const before = cpuMs();
  for (let n = 0; n < 30; n++) createMcpServer({ client, level: "approve" });
  // Of processor time; compiling took 40 ms and more for each.
  expect(cpuMs() - before).toBeLessThan(300);
});
