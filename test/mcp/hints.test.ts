// Hints of tools: what reads, what destroys, and what a repeated call does not do twice. DECISIONS MCP
import { expect, test } from "bun:test";
import { tools } from "../../src/mcp/server.ts";
import { eachApp } from "../support/app/app.ts";
import { restrictedKey } from "../support/app/keys.ts";
import { mcpClient } from "../support/clients/mcp.ts";

// DECISIONS MCP: All that write are idempotent
test("what writes is idempotent, and one tool alone destroys", () => {
  const writing = tools.filter(({ level }) => level !== "read");
  expect(writing.filter(({ idempotent }) => !idempotent).map(({ name }) => name)).toEqual([]);
  // Mail that has left is added to the world; an appointment that is cancelled stays cancelled.
  expect(tools.filter(({ destructive }) => destructive).map(({ name }) => name)).toEqual(["cancel_event"]);
});

eachApp("a draft of a tool", (t) => {
  test("is written once for its arguments, and anew where it is gone", async () => {
    const own = await t.address();
    const agent = await restrictedKey(t.api, [own.id]);
    const mcp = await mcpClient(t.api.base, agent.key!);
    const written = { to: ["ada@far.example"], subject: "Plan", text: "Tomorrow." };
    const save = async (more: object = {}) =>
      (await mcp.must("save_draft", { ...written, ...more })).fields.draft_id as string;
    const first = await save();
    expect(await save()).toBe(first);
    expect(await save({ text: "Today." })).not.toBe(first);
    await agent.must(200, agent.delete(`/drafts/${first}`));
    const second = await save();
    expect([second === first, await save()]).toEqual([false, second]);
    await mcp.close();
  });
});
