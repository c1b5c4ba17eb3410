// What users of other mail servers for agents complain of in public, each by its name.
import { expect, test } from "bun:test";
import { eachApp } from "../support/app/app.ts";
import { restrictedKey } from "../support/app/keys.ts";
import { type McpClient, mcpClient } from "../support/clients/mcp.ts";
import { asking, letIn, signIn } from "../support/clients/oauth.ts";

const since = { after: "2020-01-01T00:00:00Z" };

interface Row {
  id: string;
  thread_id: string;
  mail: { text: string; files?: { id: string }[] };
}

eachApp("complaints about mail servers for agents", (t) => {
  /** An agent with an address of its own. */
  const agent = async (work: (mcp: McpClient, own: { id: string; email: string }) => Promise<void>) => {
    const own = await t.address();
    const { key } = await restrictedKey(t.api, [own.id]);
    const mcp = await mcpClient(t.api.base, key!);
    try {
      await work(mcp, own);
    } finally {
      await mcp.close();
    }
  };
  const first = async (mcp: McpClient) =>
    ((await mcp.must("wait_for_mail", since)).fields.messages as Row[])[0]!;
  const sent = (id: unknown) =>
    t.api.must<{ cc: { email: string }[]; text: string; thread_id: string; attachments: unknown[] }>(
      200,
      t.api.get(`/messages/${String(id)}`),
    );
  const metadata = async (name: string, path: string) => {
    const response = await fetch(`${t.api.base}/.well-known/${name}${path}`);
    return { status: response.status, json: (await response.json()) as Record<string, unknown> };
  };

  // DECISIONS MCP: An answer keeps its Cc
  test("silent loss of cc", () =>
    agent(async (mcp, own) => {
      await t.raw({
        from: "ada@far.example",
        to: own.email,
        raw: `From: ada@far.example\r\nTo: ${own.email}\r\nCc: eve@far.example\r\nSubject: All\r\nMessage-ID: <cc@far.example>\r\n\r\nHello\r\n`,
      });
      const { id } = await first(mcp);
      const answered = await mcp.must("reply", { message: id, text: "Hello all", all: true });
      expect(answered.text).toContain("cc eve@far.example");
      const { cc } = await sent(answered.fields.message_id);
      expect(cc.map(({ email }) => email)).toEqual(["eve@far.example"]);
    }));

  // DECISIONS MCP: Nothing is sent without text
  test("body empty but exit 0", () =>
    agent(async (mcp) => {
      const mail = { to: ["ada@far.example"], subject: "Hello" };
      for (const args of [mail, { ...mail, body: "Hi" }, { ...mail, text: "Hi", body: "Hi" }]) {
        const answer = await mcp
          .call("send_mail", args)
          .catch((error: unknown) => ({ isError: true, text: String(error) }));
        expect([args, answer.isError]).toEqual([args, true]);
      }
      const answer = await mcp.must("send_mail", { ...mail, text: "Hi" });
      expect((await sent(answer.fields.message_id)).text.trim()).toBe("Hi");
    }));

  test("HTML-only mail shown empty", () =>
    agent(async (mcp, own) => {
      const html = "<table><tr><td><h1>Sale</h1></td></tr><tr><td>Only <b>today</b></td></tr></table>";
      await t.mail({ from: "shop@far.example", to: own.email, subject: "Offer", html });
      expect((await first(mcp)).mail.text).toMatch(/Sale[\s\S]*today/);
    }));

  test("threading lost", () =>
    agent(async (mcp, own) => {
      await t.mail({ from: "ada@far.example", to: own.email, subject: "Order", text: "When?" });
      const { id, thread_id } = await first(mcp);
      const answered = await mcp.must("reply", { message: id, text: "Tomorrow." });
      expect((await sent(answered.fields.message_id)).thread_id).toBe(thread_id);
      const headers = await t.api.get(`/messages/${String(answered.fields.message_id)}/headers`);
      expect(headers.text).toMatch(/in-reply-to/i);
      expect(headers.text).toMatch(/references/i);
    }));

  test("answers over 25,000 tokens", () =>
    agent(async (mcp, own) => {
      const line = "A sentence of a mail that does not end soon, with figures such as 4711 and 0815. ";
      for (let n = 0; n < 3; n++)
        await t.mail({
          from: "ada@far.example",
          to: own.email,
          subject: `Long ${n}`,
          text: line.repeat(3000),
        });
      const { thread_id } = await first(mcp);
      for (const [name, args] of [
        ["wait_for_mail", since],
        ["read_thread", { thread: thread_id, full: true }],
        ["list_threads", {}],
        ["search_mail", { query: "sentence" }],
      ] as const) {
        const answer = await mcp.must(name, args);
        // A token is seldom less than three characters of such text.
        const characters = answer.text.length + JSON.stringify(answer.fields).length;
        expect([name, characters < 2 * 4000 * 6]).toEqual([name, true]);
      }
    }));

  test("metadata offering neither registration form", async () => {
    const { json } = await metadata("oauth-authorization-server", "");
    expect(json).toMatchObject({
      client_id_metadata_document_supported: true,
      registration_endpoint: `${t.api.base}/oauth/register`,
    });
  });

  test("path-inserted well-known missing", async () => {
    for (const name of ["oauth-protected-resource", "oauth-authorization-server"])
      expect([name, (await metadata(name, "/mcp")).status]).toEqual([name, 200]);
  });

  test("resource on another host", async () => {
    const { json } = await metadata("oauth-protected-resource", "/mcp");
    expect([json.resource, json.authorization_servers]).toEqual([`${t.api.base}/mcp`, [t.api.base]]);
    const browser = await signIn(t);
    await browser.get(
      `/console/authorize?${(await asking(t, { resource: "https://other.example/mcp" })).params}`,
    );
    expect(browser.status).toBe(400);
  });

  test("attachments dropped", () =>
    agent(async (mcp, own) => {
      const attachments = [{ filename: "list.csv", content: "a,b\n", contentType: "text/csv" }];
      await t.mail({ from: "ada@far.example", to: own.email, subject: "File", text: "See", attachments });
      const { id, mail } = await first(mcp);
      const files = mail.files!.map((file) => file.id);
      const forwarded = await mcp.must("forward", { message: id, to: ["bob@far.example"] });
      const passed = await mcp.must("send_mail", { to: ["bob@far.example"], subject: "x", text: "y", files });
      for (const { fields } of [forwarded, passed])
        expect((await sent(fields.message_id)).attachments).toHaveLength(1);
    }));

  test("403 text that hides the remedy", async () => {
    const { tokens } = await letIn(t, { level: "read" });
    const post = (body: object) =>
      fetch(`${t.api.base}/mcp`, {
        method: "POST",
        headers: {
          authorization: `Bearer ${tokens.access_token}`,
          "content-type": "application/json",
          accept: "application/json, text/event-stream",
        },
        body: JSON.stringify({ jsonrpc: "2.0", id: 1, ...body }),
      });
    const response = await post({ method: "tools/call", params: { name: "send_mail", arguments: {} } });
    const { error } = (await response.json()) as { error: { message: string } };
    expect([response.status, error.message]).toEqual([403, expect.stringContaining("takes the scope send")]);
    expect(error.message).toContain("Ask for access again");
    const foreign = await fetch(`${t.api.base}/mcp`, {
      method: "POST",
      body: "{}",
      headers: {
        ...{ host: "evil.example" },
        authorization: `Bearer ${t.api.key}`,
        "content-type": "application/json",
      },
    });
    expect([foreign.status, await foreign.text()]).toEqual([403, expect.stringContaining("BASE_URL")]);
  });
});
