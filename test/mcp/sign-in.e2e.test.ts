// An MCP client without a key: it is told where to ask, a person lets it in, and it does a day's work: waiting, reading,
// answering, scheduling, the calendar, and a mail that waits for the person. With the official clients in TypeScript and Python.
import { expect, test } from "bun:test";
import { tmpdir } from "node:os";
import {
  Client,
  type OAuthClientProvider,
  type OAuthDiscoveryState,
  type StoredOAuthClientInformation,
  type StoredOAuthTokens,
  StreamableHTTPClientTransport,
  UnauthorizedError,
} from "@modelcontextprotocol/client";
import { eachApp, type SuiteApp, type TestAddress } from "../support/app/app.ts";
import { answered, callback, signIn } from "../support/clients/oauth.ts";
import { clientsFolder, noClients } from "../support/clients/others.ts";

type Fields = Record<string, string | string[]>;

/** What a program keeps of its sign-in; the person answers in their browser. */
class Keeper implements OAuthClientProvider {
  readonly redirectUrl = callback;
  readonly clientMetadata = { client_name: "Official client", redirect_uris: [callback] };
  asked: URL | null = null;
  #client: StoredOAuthClientInformation | undefined;
  #tokens: StoredOAuthTokens | undefined;
  #verifier = "";
  #discovered: OAuthDiscoveryState | undefined;

  clientInformation = () => this.#client;
  saveClientInformation(client: StoredOAuthClientInformation) {
    this.#client = client;
  }
  tokens = () => this.#tokens;
  saveTokens(tokens: StoredOAuthTokens) {
    this.#tokens = tokens;
  }
  redirectToAuthorization(url: URL) {
    this.asked = url;
  }
  saveCodeVerifier(verifier: string) {
    this.#verifier = verifier;
  }
  codeVerifier = () => this.#verifier;
  saveDiscoveryState(state: OAuthDiscoveryState) {
    this.#discovered = state;
  }
  discoveryState = () => this.#discovered;
}

/** The person's answer to what a program asks at this address. */
async function letIn(t: SuiteApp, asked: string, fields: Fields): Promise<URL> {
  const { pathname, searchParams } = new URL(asked);
  expect(pathname).toBe("/console/authorize");
  return answered(await signIn(t), { params: searchParams }, fields);
}

async function protectedAddress(t: SuiteApp): Promise<[TestAddress, TestAddress]> {
  const [own, friend] = [await t.address(), await t.address()];
  const allowed = { direction: "send", list: "allow", entries: [friend.email] };
  await t.api.must(201, t.api.post(`/identities/${own.id}/protection/lists`, allowed));
  const protection = { outbound: "new_recipients", approver: "human" };
  await t.api.must(200, t.api.call("PUT", `/identities/${own.id}/protection`, protection));
  await t.mail({ from: friend.email, to: own.email, subject: "Order", text: "When does it come?" });
  return [own, friend];
}

eachApp("MCP without a key", (t) => {
  for (const era of ["2025", "2026"] as const) {
    test(`the official TypeScript client signs in and works, in the protocol of ${era}`, async () => {
      const [own, friend] = await protectedAddress(t);
      const keeper = new Keeper();
      const url = new URL(`${t.api.base}/mcp`);
      const open = () => new StreamableHTTPClientTransport(url, { authProvider: keeper });
      const made = () =>
        new Client(
          { name: "official", version: "1" },
          { versionNegotiation: { mode: era === "2026" ? "auto" : "legacy" } },
        );
      const first = open();
      await expect(made().connect(first)).rejects.toBeInstanceOf(UnauthorizedError);
      const asked = keeper.asked!;
      expect(asked.searchParams.get("resource")).toBe(url.href);
      expect(asked.searchParams.get("scope")).toBe("read draft send");
      const back = await letIn(t, asked.href, { identity: own.id, level: "send" });
      await first.finishAuth(back.searchParams);
      const client = made();
      await client.connect(open());
      const call = async (name: string, args: Record<string, unknown>) => {
        const result = await client.callTool({ name, arguments: args });
        expect([name, result.isError ?? false, result.isError ? result.content : ""]).toEqual([
          name,
          false,
          "",
        ]);
        return result.structuredContent as Record<string, unknown> & {
          messages: { id: string; thread_id: string }[];
        };
      };
      const [mail] = (await call("wait_for_mail", { after: "2020-01-01T00:00:00Z", seconds: 30 })).messages;
      const read = await call("read_thread", { thread: mail!.thread_id });
      expect(JSON.stringify(read)).toContain("When does it come?");
      const replied = await call("reply", { message: mail!.id, text: "Tomorrow." });
      expect(replied.status).toBe("sent");
      const draft = await call("save_draft", { to: [friend.email], subject: "Later", text: "It is here." });
      const at = new Date(Date.now() + 3_600_000).toISOString();
      expect((await call("send_draft", { draft: draft.draft_id, at })).status).toBe("scheduled");
      await call("create_event", { title: "Call", start: "2031-05-05T09:00:00", end: "2031-05-05T10:00:00" });
      const around = { after: "2031-05-05T00:00:00Z", before: "2031-05-06T00:00:00Z" };
      expect(JSON.stringify(await call("list_events", around))).toContain("Call");
      const held = await call("send_mail", { to: ["new@far.example"], subject: "May I", text: "Hello" });
      expect(held.status).toBe("held");
      await client.close();
    });
  }

  test.skipIf(noClients !== null)(
    `the official Python client signs in and works${noClients === null ? "" : `: ${noClients}`}`,
    async () => {
      const [own, friend] = await protectedAddress(t);
      const child = Bun.spawn(
        [
          `${clientsFolder()}/venv/bin/python`,
          "-u",
          "-c",
          program,
          `${t.api.base}/mcp`,
          callback,
          friend.email,
        ],
        { stdin: "pipe", stdout: "pipe", stderr: "pipe", cwd: tmpdir() },
      );
      const errors = new Response(child.stderr).text();
      let text = "";
      for await (const chunk of child.stdout) {
        text += new TextDecoder().decode(chunk);
        const asked = /^ASK (\S+)\n/m.exec(text);
        if (!asked) continue;
        text = text.replace(asked[0], "");
        child.stdin.write(`${await letIn(t, asked[1]!, { identity: own.id, level: "send" })}\n`);
        await child.stdin.flush();
      }
      expect([await child.exited, text, (await child.exited) === 0 ? "" : await errors]).toEqual([
        0,
        "sent scheduled held\n",
        "",
      ]);
    },
  );
});

const program = `
import asyncio, sys
from urllib.parse import urlparse, parse_qs
import httpx2 as httpx
from mcp import ClientSession
from mcp.client.auth import OAuthClientProvider, TokenStorage
from mcp.client.streamable_http import streamable_http_client
from mcp.shared.auth import AuthorizationCodeResult, OAuthClientMetadata
from datetime import datetime, timedelta, timezone

class Kept(TokenStorage):
    client = None
    tokens = None
    async def get_tokens(self): return self.tokens
    async def set_tokens(self, tokens): self.tokens = tokens
    async def get_client_info(self): return self.client
    async def set_client_info(self, client): self.client = client

async def ask(url):
    print("ASK " + url, flush=True)

async def answer():
    line = await asyncio.to_thread(sys.stdin.readline)
    fields = {name: values[0] for name, values in parse_qs(urlparse(line.strip()).query).items()}
    return AuthorizationCodeResult(code=fields["code"], state=fields.get("state"), iss=fields.get("iss"))

async def main():
    url, redirect, friend = sys.argv[1:]
    metadata = OAuthClientMetadata(client_name="Official client", redirect_uris=[redirect])
    provider = OAuthClientProvider(url, metadata, Kept(), redirect_handler=ask, callback_handler=answer)
    http = httpx.AsyncClient(auth=provider, timeout=60)
    async with streamable_http_client(url, http_client=http) as streams:
        async with ClientSession(streams[0], streams[1]) as session:
            await session.initialize()
            async def call(name, **args):
                result = await session.call_tool(name, args)
                assert not result.is_error, result.content
                return result.structured_content
            came = await call("wait_for_mail", after="2020-01-01T00:00:00Z", seconds=30)
            [mail] = came["messages"]
            read = await call("read_thread", thread=mail["thread_id"])
            assert "When does it come?" in str(read)
            sent = await call("reply", message=mail["id"], text="Tomorrow.")
            draft = await call("save_draft", to=[friend], subject="Later", text="It is here.")
            at = (datetime.now(timezone.utc) + timedelta(hours=1)).isoformat()
            scheduled = await call("send_draft", draft=draft["draft_id"], at=at)
            await call("create_event", title="Call", start="2031-05-05T09:00:00", end="2031-05-05T10:00:00")
            held = await call("send_mail", to=["new@far.example"], subject="May I", text="Hello")
            print(sent["status"], scheduled["status"], held["status"])

asyncio.run(main())
`;
