// A send that a person must allow: the agent learns that nothing has left and what to say, and cannot allow it itself.
import { expect, test } from "bun:test";
import { eachApp } from "../support/app/app.ts";
import { mcpClient } from "../support/clients/mcp.ts";

eachApp("MCP, held sends", (t) => {
  test("say so, and leave when a person has allowed them", async () => {
    const [own, friend] = [await t.address(), await t.address()];
    await t.api.must(
      200,
      t.api.call("PUT", `/identities/${own.id}/protection`, { outbound: "all", approver: "key" }),
    );
    const made = await t.api.must<{ token: string }>(
      201,
      t.api.post("/api-keys", { name: "agent", identity_ids: [own.id] }),
    );
    const mcp = await mcpClient(t.api.base, made.token);
    const held = await mcp.must("send_mail", { to: [friend.email], subject: "May I", text: "Hello" });
    expect(held.fields).toMatchObject({ status: "held", draft_id: expect.any(String) });
    expect(held.text).toContain("Nothing has left");
    const { tools } = await mcp.client.listTools();
    expect(tools.filter(({ name }) => /approv/.test(name))).toEqual([]);
    const inbox = () => t.api.get<{ data: unknown[] }>(`/mailboxes/inbox?identity_id=${friend.id}`);
    expect((await inbox()).text).not.toContain("May I");
    const [review] = await t.api.must<{ id: string }[]>(200, t.api.get(`/reviews?identity_id=${own.id}`));
    await t.api.must(200, t.api.post(`/reviews/${review!.id}/approve`, {}));
    const found = mcpClient(t.api.base, t.api.key!);
    const came = await (await found).must("wait_for_mail", {
      address: friend.email,
      subject: "May I",
      after: "2020-01-01T00:00:00Z",
      seconds: 50,
    });
    expect(came.text).toContain("Hello");
    await (await found).close();
    await mcp.close();
  });
});
