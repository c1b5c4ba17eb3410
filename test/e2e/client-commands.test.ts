// The program as a client of a server: what an agent's shell does with it. DECISIONS Settings and command line
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { chmodSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { Client } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import { programs } from "../../src/cli/client/agents.ts";
import { Browser } from "../console/browser.ts";
import { apiClient } from "../support/app/api.ts";
import { storeKinds, type TempStore, tempStore } from "../support/app/database.ts";
import { executable } from "../support/app/executable.ts";
import { runCommand, type Server, startServer } from "../support/app/server.ts";

const nowhere = (store: TempStore) => ({ dataDir: store.dataDir, databaseUrl: null });

describe("the program as a client", () => {
  let store: TempStore;
  let server: Server;
  let url: string;
  let key: string;

  beforeAll(async () => {
    store = await tempStore(storeKinds[0]!);
    key = (JSON.parse((await runCommand(store, ["init", "--json"])).stdout) as { api_key: string }).api_key;
    server = await startServer(store);
    url = `http://127.0.0.1:${server.ports.http}`;
    await apiClient(url, key).must(
      201,
      apiClient(url, key).post("/identities", { email: "me@agents.example" }),
    );
  });
  afterAll(async () => {
    await server.stop();
    await store.dispose();
  });

  const run = (words: string[], rest: { stdin?: string; settings?: Record<string, string> } = {}) =>
    runCommand(nowhere(store), words, {
      ...rest,
      settings: { XDG_CONFIG_HOME: store.dataDir, ...rest.settings },
    });

  // DECISIONS MCP: The program is a client too, with a key for its owner alone
  test("keeps a key for its owner alone, and does an agent's work with it", async () => {
    const without = await run(["inbox"]);
    expect([without.exitCode, without.stderr]).toEqual([2, expect.stringContaining("postroom login URL")]);
    const wrong = await run(["login", url, "--stdin"], { stdin: "pr_wrong" });
    expect([wrong.exitCode, wrong.stderr]).toEqual([1, expect.stringContaining("valid API key")]);
    expect((await run(["login", url, "--stdin"], { stdin: `${key}\n` })).stdout).toContain(
      "me@agents.example",
    );
    const file = join(store.dataDir, "postroom/credentials.json");
    expect(statSync(file).mode & 0o777).toBe(0o600);

    const sent = await run(["send", "--to", "me@agents.example", "--subject", "From a shell", "--stdin"], {
      stdin: "Said by a pipe.",
    });
    expect([sent.exitCode, sent.stdout]).toEqual([0, expect.stringContaining("Sent from me@agents.example")]);
    const came = await run(["wait", "--subject", "shell", "--after", "2020-01-01T00:00:00Z", "--json"]);
    const mail = JSON.parse(came.stdout) as { id: string; thread_id: string; reply_text: string };
    expect(mail.reply_text).toBe("Said by a pipe.");
    // Mail that was there before the call counts, and the one that was printed is a place to go on from.
    const there = await run(["wait", "--subject", "shell"]);
    expect([there.exitCode, there.stderr]).toEqual([0, `For the next: postroom wait --after ${mail.id}\n`]);
    const behind = await run(["wait", "--subject", "shell", "--after", mail.id, "--seconds", "0"]);
    expect(behind.exitCode).toBe(3);
    const next = await run(["next", "--from", "me@agents.example", "--json"]);
    const { item } = JSON.parse(next.stdout) as { item: { ack: string; message: { id: string } } };
    expect([item.message.id, next.stderr]).toEqual([
      mail.id,
      `When it is done: postroom next --ack ${item.ack}\n`,
    ]);
    const done = await run(["next", "--ack", item.ack, "--seconds", "0", "--begin", "start"]);
    expect([done.exitCode, done.stderr]).toEqual([3, "Nothing came.\n"]);
    const old = await run(["next", "--ack", "nobody", "--seconds", "0"]);
    expect([old.exitCode, old.stderr]).toEqual([3, expect.stringContaining("That ack does not hold")]);
    for (const wrong of [
      ["--lease", "soon"],
      ["--begin", "later"],
    ])
      expect((await run(["next", ...wrong])).exitCode).toBe(2);
    expect((await run(["inbox", "--unread"])).stdout).toContain("From a shell");
    expect((await run(["reply", mail.id, "--text", "Heard."])).exitCode).toBe(0);
    expect((await run(["read", mail.thread_id])).stdout).toContain("Said by a pipe.");
    const alone = await run(["read", mail.id]);
    expect([alone.exitCode, alone.stdout.includes("pipe"), alone.stdout.includes("Heard.")]).toEqual([
      ...[0, true, false],
    ]);
    const unknown = await run(["wait", "--timeout", "1"]);
    expect([unknown.exitCode, unknown.stderr.split("\n")[0]]).toEqual([
      ...[2, "postroom: Unknown option '--timeout'. Did you mean --seconds?"],
    ]);
    expect(JSON.parse((await run(["search", "pipe", "--json"])).stdout)).not.toEqual([]);
    expect((await run(["events", "--type", "message.received"])).stdout).toContain("message.received");
    expect((await run(["wait", "--subject", "never", "--seconds", "1"])).exitCode).toBe(3);
    expect((await run(["read", "019a2f4e-8b1c-7def-8a90-1234567890ab"])).exitCode).toBe(1);

    chmodSync(file, 0o644);
    expect((await run(["inbox"])).stderr).toContain("chmod 600");
    chmodSync(file, 0o600);
  });

  test("serves the MCP tools over standard input and output, and writes the configuration of programs", async () => {
    const settings = { POSTROOM_URL: url, POSTROOM_KEY: key };
    const made = await run(["agents", "setup", "claude-code", "--write"], { settings });
    expect([made.exitCode, made.stdout]).toEqual([
      0,
      expect.stringContaining("The server answers with 21 tools"),
    ]);
    const home = { ...settings, HOME: store.dataDir };
    const desktop = process.platform === "darwin" ? "Library/Application Support" : ".config";
    const files = {
      "claude-code": ".mcp.json",
      cursor: ".cursor/mcp.json",
      vscode: ".vscode/mcp.json",
      gemini: ".gemini/settings.json",
      codex: ".codex/config.toml",
      goose: ".config/goose/config.yaml",
      openclaw: ".openclaw/openclaw.json",
      hermes: ".hermes/config.yaml",
      opencode: ".config/opencode/opencode.json",
      "claude-desktop": `${desktop}/Claude/claude_desktop_config.json`,
    };
    expect(Object.keys(files)).toEqual(Object.keys(programs));
    for (const [program, name] of Object.entries(files)) {
      const file = join(store.dataDir, name);
      const setup = () => run(["agents", "setup", program, "--write"], { settings: home });
      expect([program, await setup()]).toEqual([program, expect.objectContaining({ exitCode: 0 })]);
      const text = readFileSync(file, "utf8");
      expect([program, text.includes("postroom"), text.includes(key)]).toEqual([program, true, false]);
      // A second time changes nothing; an old file is kept beside the new one; a broken one is left as it is.
      expect((await setup()).stdout).toContain("has it already");
      if (!name.endsWith(".json")) continue;
      writeFileSync(file, '{"mine": 1}');
      expect((await setup()).stdout).toContain(".before-postroom");
      expect(readFileSync(`${file}.before-postroom`, "utf8")).toBe('{"mine": 1}');
      expect(JSON.parse(readFileSync(file, "utf8"))).toMatchObject({ mine: 1 });
      writeFileSync(file, "{ // a comment\n}");
      expect(await setup()).toMatchObject({
        exitCode: 2,
        stderr: expect.stringContaining("Leave out --write"),
      });
      expect(readFileSync(file, "utf8")).toBe("{ // a comment\n}");
      writeFileSync(file, text);
    }
    const written = readFileSync(join(store.dataDir, ".mcp.json"), "utf8");
    expect([written.includes(`${url}/mcp`), written.includes(key)]).toEqual([true, false]);
    const lines = [
      {
        id: 1,
        method: "initialize",
        params: { protocolVersion: "2025-06-18", capabilities: {}, clientInfo: { name: "t", version: "1" } },
      },
      { method: "notifications/initialized" },
      { id: 2, method: "tools/list", params: {} },
    ].map((line) => JSON.stringify({ jsonrpc: "2.0", ...line }));
    const spoken = await run(["mcp"], { settings, stdin: `${lines.join("\n")}\n` });
    expect(spoken.stdout).toContain('"name":"whats_next"');
    expect(spoken.stdout).not.toContain('"name":"wait_for_mail"');
    expect(spoken.exitCode).toBe(0);
  });

  test("a send that is held over standard input leads the person to the page where they decide", async () => {
    const api = apiClient(url, key);
    const email = "held@agents.example";
    const own = await api.must<{ id: string }>(201, api.post("/identities", { email }));
    const protection = { outbound: "all", approver: "human" };
    await api.must(200, api.call("PUT", `/identities/${own.id}/protection`, protection));
    const settings = { POSTROOM_URL: url, POSTROOM_KEY: key };
    const words = ["--to", "friend@far.example", "--subject", "Shell", "--text", "Hello", "--address", email];
    const waits = await run(["send", ...words], { settings });
    expect([waits.exitCode, waits.stdout]).toEqual([4, expect.stringContaining("Held: nothing has left")]);
    const review = /review ([0-9a-f-]{36})/.exec(waits.stdout)![1]!;
    const undecided = await run(["wait", "--review", review, "--seconds", "0"], { settings });
    expect([undecided.exitCode, undecided.stderr.trim()]).toEqual([3, "Nobody has decided."]);
    const [draft] = await api.must<{ id: string }[]>(200, api.get(`/drafts?identity_id=${own.id}`));
    await api.must(200, api.delete(`/drafts/${draft!.id}`));
    const decided = await run(["wait", "--review", review], { settings });
    expect([decided.exitCode, decided.stdout]).toEqual([0, expect.stringContaining("withdrawn")]);

    const link = await runCommand(store, ["console-link", "operator@agents.example"]);
    expect([link.exitCode, link.stderr]).toEqual([0, expect.any(String)]);
    const person = new Browser(url);
    const { pathname, search } = new URL(/https?:\S+/.exec(link.stdout)![0]);
    await person.get(pathname + search);
    await person.submit("/console/sign-in");

    const client = new Client(
      { name: "test", version: "1" },
      { capabilities: { elicitation: { url: {} } }, versionNegotiation: { mode: "auto" } },
    );
    const pages: string[] = [];
    let decides = false;
    client.setRequestHandler("elicitation/create", async ({ params }) => {
      const page = (params as { url: string }).url;
      pages.push(page);
      await person.get(new URL(page).pathname);
      if (decides) await person.submit("/console/reviews", {}, (form) => form.get("decision") === "approve");
      return { action: "accept" };
    });
    await client.connect(
      new StdioClientTransport({
        command: await executable(),
        args: ["mcp"],
        env: { POSTROOM_URL: url, POSTROOM_KEY: key, HOME: store.dataDir },
      }),
    );
    const send = async (subject: string) => {
      const args = { address: email, to: ["friend@far.example"], subject, text: "Hello" };
      const { structuredContent } = await client.callTool({ name: "send_mail", arguments: args });
      return (structuredContent as { status: string }).status;
    };
    expect(await send("Not yet")).toBe("held");
    decides = true;
    expect(await send("Now")).toBe("sent");
    expect(pages.map((page) => page.startsWith(`${url}/console/reviews/`))).toEqual([true, true]);
    await client.close();
  });
});
