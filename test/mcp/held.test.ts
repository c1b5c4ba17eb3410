// A send that a person must allow: the agent learns that nothing has left and what to say, and cannot allow it itself.
import { expect, test } from "bun:test";
import { Client, InMemoryTransport, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { serveMcpOn } from "../../src/mcp/stdio.ts";
import { Postroom } from "../../src/sdk/typescript/index.ts";
import { eachApp } from "../support/app/app.ts";
import { mcpClient } from "../support/clients/mcp.ts";
import { signIn } from "../support/clients/oauth.ts";

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

  const ways = {
    "by HTTP": async (client: Client, token: string) => {
      const headers = { authorization: `Bearer ${token}` };
      await client.connect(
        new StreamableHTTPClientTransport(new URL(`${t.api.base}/mcp`), { requestInit: { headers } }),
      );
      return () => client.close();
    },
    "by standard input and output": async (client: Client, token: string) => {
      const [near, far] = InMemoryTransport.createLinkedPair();
      const sdk = new Postroom({ baseUrl: t.api.base, apiKey: token });
      const serving = serveMcpOn(far, { client: sdk, base: t.api.base });
      await client.connect(near);
      return async () => {
        await client.close();
        await serving.close();
      };
    },
  };

  // DECISIONS MCP: A person is led to the page where they decide, and the client's answer decides nothing
  for (const [way, connect, mode] of [
    ["by HTTP, in the protocol of 2026", ways["by HTTP"], "auto"],
    ["by standard input and output, in the protocol of 2026", ways["by standard input and output"], "auto"],
    ["by standard input and output, in the protocol of 2025", ways["by standard input and output"], "legacy"],
  ] as const)
    test(`lead the person to the page where they decide, where the client can: ${way}`, async () => {
      const own = await t.address();
      await t.api.must(
        200,
        t.api.call("PUT", `/identities/${own.id}/protection`, { outbound: "all", approver: "human" }),
      );
      const made = await t.api.must<{ token: string }>(
        201,
        t.api.post("/api-keys", { name: "agent", identity_ids: [own.id] }),
      );
      const pages: string[] = [];
      const person = await signIn(t);
      const client = new Client(
        { name: "test", version: "1" },
        { capabilities: { elicitation: { url: {} } }, versionNegotiation: { mode } },
      );
      let decides = true;
      client.setRequestHandler("elicitation/create", async ({ params }) => {
        const { url } = params as { url: string };
        pages.push(url);
        const { pathname } = new URL(url);
        await person.get(pathname);
        if (decides)
          await person.submit("/console/reviews", {}, (form) => form.get("decision") === "approve");
        return { action: "accept" };
      });
      const close = await connect(client, made.token);
      const send = async (subject: string) => {
        const args = { to: ["friend@far.example"], subject, text: "Hello" };
        const { structuredContent } = await client.callTool({ name: "send_mail", arguments: args });
        return (structuredContent as { status: string }).status;
      };
      expect(await send("Yes")).toBe("sent");
      // Who only says that they were there has decided nothing.
      decides = false;
      expect(await send("Not yet")).toBe("held");
      expect(pages).toHaveLength(2);
      expect(pages[0]).toStartWith(`${t.api.base}/console/reviews/`);
      await close();
    });

  test("are told as a text where the client leads nobody anywhere", async () => {
    const own = await t.address();
    await t.api.must(
      200,
      t.api.call("PUT", `/identities/${own.id}/protection`, { outbound: "all", approver: "human" }),
    );
    const client = new Client({ name: "test", version: "1" }, { versionNegotiation: { mode: "legacy" } });
    const close = await ways["by standard input and output"](client, t.api.key!);
    const args = { address: own.email, to: ["friend@far.example"], subject: "S", text: "Hello" };
    const { structuredContent } = await client.callTool({ name: "send_mail", arguments: args });
    expect(structuredContent).toMatchObject({ status: "held" });
    await close();
  });
});
