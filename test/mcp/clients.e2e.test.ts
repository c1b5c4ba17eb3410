// /mcp as others see it: the official Python client, and a judge of MCP servers.
import { expect, test } from "bun:test";
import { tmpdir } from "node:os";
import { eachApp } from "../support/app/app.ts";
import { noClients, runClient } from "../support/clients/others.ts";

if (noClients) test.skip(`MCP with programs of others: ${noClients}`, () => {});
else
  eachApp("MCP with programs of others", (t) => {
    test("the official Python client waits, reads and answers", async () => {
      const [own, friend] = [await t.address(), await t.address()];
      const made = await t.api.must<{ token: string }>(
        201,
        t.api.post("/api-keys", { name: "agent", identity_ids: [own.id] }),
      );
      await t.mail({ from: friend.email, to: own.email, subject: "Order", text: "When does it come?" });
      const words = ["python", "-c", program, `${t.api.base}/mcp`, made.token];
      const done = await runClient(words, { cwd: tmpdir() });
      expect(done).toEqual({ exitCode: 0, text: expect.stringMatching(/Sent \(message/) });
      expect(done.text).toContain(`to ${friend.email}`);
    });

    test("mcp-quality gives at least 90 with its safety part: it counts the tokens of 21 tools as most of its score", async () => {
      const words = ["mcp-quality", "run", `${t.api.base}/mcp`, "--json", "--safety"];
      const done = await runClient([...words, "--header", `Authorization: Bearer ${t.api.key}`], {
        cwd: tmpdir(),
      });
      const score = Number(/"(?:overall_)?score":\s*([\d.]+)/.exec(done.text)?.[1]);
      expect(score).toBeGreaterThanOrEqual(90);
    });
  });

const program = `
import asyncio, sys
import httpx2 as httpx
from mcp import ClientSession
from mcp.client.streamable_http import streamable_http_client

async def main():
    url, key = sys.argv[1:]
    http = httpx.AsyncClient(headers={"authorization": "Bearer " + key}, timeout=60)
    async with streamable_http_client(url, http_client=http) as streams:
        async with ClientSession(streams[0], streams[1]) as session:
            await session.initialize()
            came = await session.call_tool("wait_for_mail", {"after": "2020-01-01T00:00:00Z", "seconds": 30})
            [mail] = came.structured_content["messages"]
            read = await session.call_tool("read_thread", {"thread": mail["thread_id"]})
            assert "When does it come?" in read.content[0].text
            sent = await session.call_tool("reply", {"message": mail["id"], "text": "Tomorrow."})
            print(sent.content[0].text)

asyncio.run(main())
`;
