// Hints of tools: what reads, what destroys, and what a repeated call does not do twice. DECISIONS MCP
import { expect, test } from "bun:test";
import { tools } from "../../src/mcp/server.ts";
import { eachApp } from "../support/app/app.ts";
import { restrictedKey } from "../support/app/keys.ts";
import { mcpClient } from "../support/clients/mcp.ts";

// DECISIONS MCP: All that write are idempotent
test("what writes is idempotent", () => {
  const writing = tools.filter(({ level }) => level !== "read");
  expect(writing.filter(({ idempotent }) => !idempotent).map(({ name }) => name)).toEqual([]);
});

eachApp("what cannot be taken back", (t) => {
  test("is told of each tool by which mail leaves, and of no other", async () => {
    const mcp = await mcpClient(t.api.base, t.api.key!);
    const hinted = (await mcp.client.listTools()).tools.filter(
      ({ annotations }) => annotations?.destructiveHint,
    );
    expect(hinted.map(({ name }) => name).sort()).toEqual([
      ...["answer_invitation", "cancel_event", "change_event", "create_event"],
      ...["forward", "reply", "send_draft", "send_mail"],
    ]);
    await mcp.close();
  });
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
