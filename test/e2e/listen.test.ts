// `postroom listen`: what a program of one's own is posted is what a webhook is posted, and a cut stream loses and doubles nothing.
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { unwrapWebhook } from "../../src/sdk/typescript/index.ts";
import { apiClient } from "../support/app/api.ts";
import { storeKinds, type TempStore, tempStore } from "../support/app/database.ts";
import { executable } from "../support/app/executable.ts";
import { cleanEnv, runCommand, type Server, startServer, tied } from "../support/app/server.ts";

interface Posted {
  path: string;
  body: string;
  headers: Record<string, string>;
}

const settings = { WEBHOOK_ALLOW_NETWORKS: "127.0.0.0/8" };

const kinds = storeKinds.filter(
  (kind) => kind === "embedded" || process.env.POSTROOM_TEST_DATABASE_URL !== undefined,
);
if (kinds.length < storeKinds.length)
  test.skip("postroom listen on Postgres: POSTROOM_TEST_DATABASE_URL is not set", () => {});

describe.each(kinds)("postroom listen (%s)", (kind) => {
  let store: TempStore;
  let server: Server;
  let url: string;
  let key: string;
  const posted: Posted[] = [];
  const waiting: (() => void)[] = [];
  const receiver = Bun.serve({
    port: 0,
    hostname: "127.0.0.1",
    async fetch(request) {
      const { pathname } = new URL(request.url);
      const headers = Object.fromEntries(request.headers) as Record<string, string>;
      posted.push({ path: pathname, body: await request.text(), headers });
      for (const wake of waiting.splice(0)) wake();
      return new Response("seen");
    },
  });

  beforeAll(async () => {
    store = await tempStore(kind);
    key = (JSON.parse((await runCommand(store, ["init", "--json"])).stdout) as { api_key: string }).api_key;
    server = await startServer(store, settings);
    url = `http://127.0.0.1:${server.ports.http}`;
    await api().must(201, api().post("/identities", { email: "me@agents.example" }));
  });
  afterAll(async () => {
    await server.stop();
    receiver.stop(true);
    await store.dispose();
  });

  const api = () => apiClient(url, key);
  const hook = (path: string) => `http://127.0.0.1:${receiver.port}${path}`;
  const at = (path: string) => posted.filter((one) => one.path === path);
  const until = async (done: () => boolean) => {
    while (!done()) await new Promise<void>((resolve) => waiting.push(resolve));
  };
  const send = (subject: string) =>
    api().must(
      201,
      api().post("/messages", { from: "me@agents.example", to: "me@agents.example", subject, text: "x" }),
    );
  const listening = async (...words: string[]) => {
    const child = Bun.spawn([...tied, await executable(), "listen", ...words], {
      env: cleanEnv({ POSTROOM_URL: url, POSTROOM_KEY: key }),
      stdin: "ignore",
      stdout: "pipe",
      stderr: "pipe",
    });
    const lines = child.stdout.pipeThrough(new TextDecoderStream()).getReader();
    let text = "";
    const line = async (): Promise<string> => {
      while (!text.includes("\n")) {
        const { value, done } = await lines.read();
        if (done) throw new Error(`it ended: ${await new Response(child.stderr).text()}`);
        text += value;
      }
      const [first] = text.split("\n") as [string];
      text = text.slice(first.length + 1);
      return first;
    };
    const end = async () => {
      child.kill("SIGINT");
      return { exitCode: await child.exited, stderr: await new Response(child.stderr).text() };
    };
    return { line, end };
  };
  const idOf = ({ body }: Posted) => (JSON.parse(body) as { id: string }).id;

  test("posts what a webhook is posted: the body and the headers, signed by the secret that it prints", async () => {
    const event_types = ["message.received"];
    const { secret } = await api().must<{ secret: string }>(
      201,
      api().post("/webhooks", { url: hook("/webhook"), event_types }),
    );
    const listener = await listening(
      "--forward",
      hook("/listen?a=b"),
      "--type",
      "message.received",
      "--secret",
      secret,
      "--json",
    );
    expect(JSON.parse(await listener.line())).toEqual({ forward: hook("/listen?a=b"), secret });
    await send("first");
    await until(() => at("/webhook").length === 1 && at("/listen").length === 1);
    const [ours, theirs] = [at("/listen")[0]!, at("/webhook")[0]!];
    expect(ours.body).toBe(theirs.body);
    expect(Object.keys(ours.headers).sort()).toEqual(Object.keys(theirs.headers).sort());
    const same = ["webhook-id", "content-type", "user-agent", "accept-encoding"];
    for (const name of same) expect([name, ours.headers[name]]).toEqual([name, theirs.headers[name]]);
    expect(await unwrapWebhook(ours.body, ours.headers, { secret })).toEqual(JSON.parse(theirs.body));
    expect(JSON.parse(await listener.line())).toMatchObject({
      event: { id: idOf(ours) },
      status: 200,
      answer: "seen",
    });
    const { exitCode, stderr } = await listener.end();
    expect([exitCode, stderr]).toEqual([0, expect.stringContaining(`--after ${idOf(ours)}`)]);
  });

  test("goes on behind the last event when the server was away, and from a place of an earlier run", async () => {
    const listener = await listening("--forward", hook("/again"), "--type", "message.received,message.sent");
    expect(await listener.line()).toContain("whsec_");
    await listener.line();
    const kinds = () => at("/again").map(({ body }) => (JSON.parse(body) as { type: string }).type);
    const received = () => kinds().filter((type) => type === "message.received").length;
    await send("before");
    await until(() => received() === 1);
    const { http } = server.ports;
    await server.kill();
    server = await startServer(store, { ...settings, PORT: String(http) });
    await send("after");
    await until(() => received() === 2);
    const ids = at("/again").map(idOf);
    expect(new Set(ids).size).toBe(ids.length);
    expect(await listener.line()).toMatch(/ -> 200 seen$/);
    const { exitCode } = await listener.end();
    expect(exitCode).toBe(0);

    const later = await listening(
      "--forward",
      hook("/later"),
      "--type",
      "message.received,message.sent",
      "--after",
      ids[0]!,
    );
    await until(() => at("/later").length === ids.length - 1);
    await later.end();
    expect(at("/later").map(idOf)).toEqual(ids.slice(1));
  });

  test("says what is wrong with its words, and shows a receiver that is not there", async () => {
    const run = (...words: string[]) =>
      runCommand({ dataDir: store.dataDir, databaseUrl: null }, ["listen", ...words], {
        settings: { POSTROOM_URL: url, POSTROOM_KEY: key },
      });
    const wrong = async (words: string[], exitCode: number, text: string) => {
      const { stderr, exitCode: found } = await run(...words);
      expect([words, found, stderr]).toEqual([words, exitCode, expect.stringContaining(text)]);
    };
    await wrong([], 2, "--forward URL is missing");
    await wrong(
      ["--forward", "localhost:4000/hook"],
      2,
      "such as: --forward http://localhost:4000/hook".slice(8),
    );
    await wrong(["--forward", hook("/x"), "--secret", "mine"], 2, "whsec_");
    await wrong(["--forward", hook("/x"), "--after", "yesterday"], 2, "--after takes the id of an event");
    await wrong(["--forward", hook("/x"), "--type", "message.recieved"], 1, "message.received");
    const closed = Bun.serve({ port: 0, hostname: "127.0.0.1", fetch: () => new Response() });
    const gone = `http://127.0.0.1:${closed.port}/hook`;
    await closed.stop(true);
    const listener = await listening("--forward", gone, "--type", "message.received");
    await listener.line();
    await listener.line();
    await send("nobody");
    expect(await listener.line()).toMatch(/-> no answer: .*; again in 1 s$/);
    await listener.end();
  });

  test("events --follow ends once its reader has gone, as head does", async () => {
    const child = Bun.spawn(["sh", "-c", '"$0" events --follow --json | head -n 1', await executable()], {
      env: cleanEnv({ POSTROOM_URL: url, POSTROOM_KEY: key }),
      stdin: "ignore",
      stdout: "pipe",
    });
    let hasEnded = false;
    void child.exited.then(() => {
      hasEnded = true;
    });
    // The line that finds nobody comes behind the one that was read.
    while (!hasEnded) await send("for head");
    expect(JSON.parse(await new Response(child.stdout).text())).toHaveProperty("type");
  });
});
