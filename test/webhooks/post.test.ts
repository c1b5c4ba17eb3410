// One HTTP attempt against real receivers: what comes back, what is bounded, what is verified.

import { afterEach, describe, expect, test } from "bun:test";
import http, { type IncomingMessage, type RequestListener, type ServerResponse } from "node:http";
import https from "node:https";
import { type AddressInfo, createServer as createTcpServer, type Socket } from "node:net";
import { Webhook } from "standardwebhooks";
import { ManualClock, systemClock } from "../../src/lib/clock.ts";
import { parseNetworks } from "../../src/lib/networks.ts";
import {
  createPoster,
  type PosterOptions,
  type PostOutcome,
  retryAfterSeconds,
} from "../../src/webhooks/post.ts";
import { newWebhookSecret, signWebhook } from "../../src/webhooks/sign.ts";
import { eventually } from "../support/app/app.ts";
import { makeCertificate } from "../support/fakes/certificate.ts";

const certificate = makeCertificate("hook.example");
const cleanups: (() => unknown)[] = [];

afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup();
});

function poster(options: Partial<PosterOptions> = {}) {
  const made = createPoster({
    clock: systemClock,
    allowed: parseNetworks("127.0.0.0/8,::1"),
    resolve: async () => ["127.0.0.1"],
    timeoutMs: 15_000,
    ...options,
  });
  cleanups.push(() => made.close());
  return made;
}

async function receiver(listener: RequestListener, tls = false) {
  const server = tls ? https.createServer(certificate, listener) : http.createServer(listener);
  const sockets = new Set<Socket>();
  let connections = 0;
  server.on("connection", (socket: Socket) => {
    connections++;
    sockets.add(socket);
    socket.on("close", () => sockets.delete(socket));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", () => resolve()));
  cleanups.push(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  return {
    port,
    url: `http${tls ? "s" : ""}://hook.example:${port}/in?x=1`,
    connections: () => connections,
    sockets,
  };
}

const call = (url: string, body = "{}") => ({ url, headers: { "content-type": "application/json" }, body });

async function bodyOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString();
}

describe("what is sent", () => {
  test("method, path, host, headers and body; a public package verifies the delivery", async () => {
    const secret = newWebhookSecret();
    let seen: { request: IncomingMessage; body: string } | null = null;
    const { url, port } = await receiver(async (request, response) => {
      seen = { request, body: await bodyOf(request) };
      response.writeHead(204).end();
    });
    const body = JSON.stringify({ type: "message.received", data: { subject: "Grüße" } });
    const signed = signWebhook({ id: "e1", timestampSeconds: systemClock.now() / 1000, body }, [secret]);
    const outcome = await poster({ userAgent: "Postroom/1.0" }).post({ url, headers: { ...signed }, body });
    expect(outcome).toEqual({ kind: "response", status: 204, body: "", retryAfterSeconds: null });
    const { request, body: got } = seen as unknown as { request: IncomingMessage; body: string };
    expect([request.method, request.url, request.headers.host]).toEqual([
      "POST",
      "/in?x=1",
      `hook.example:${port}`,
    ]);
    expect([request.headers["user-agent"], request.headers["accept-encoding"]]).toEqual([
      "Postroom/1.0",
      "identity",
    ]);
    expect(new Webhook(secret).verify(got, request.headers as Record<string, string>)).toEqual(
      JSON.parse(body),
    );
  });

  test("connections are kept and used again", async () => {
    const { url, connections } = await receiver((_request, response) => void response.end("ok"));
    const sender = poster();
    for (let i = 0; i < 5; i++) expect(await sender.post(call(url))).toMatchObject({ status: 200 });
    expect(connections()).toBe(1);
  });

  test("a kept connection that the receiver closed meanwhile costs nothing", async () => {
    const { url, connections, sockets } = await receiver((_request, response) => void response.end("ok"));
    const sender = poster();
    for (let i = 0; i < 3; i++) {
      expect(await sender.post(call(url))).toMatchObject({ status: 200 });
      for (const socket of sockets) socket.destroy();
    }
    expect(connections()).toBe(3);
  });

  test("many calls at once to one slow receiver wait for nobody", async () => {
    let waiting: ServerResponse[] = [];
    const { url } = await receiver((_request, response) => {
      waiting.push(response);
      if (waiting.length === 40) for (const each of waiting.splice(0)) each.end("ok");
    });
    waiting = [];
    const sender = poster();
    const outcomes = await Promise.all(Array.from({ length: 40 }, () => sender.post(call(url))));
    expect(outcomes.every((outcome) => outcome.kind === "response")).toBe(true);
  });
});

describe("what comes back", () => {
  async function answer(
    listener: RequestListener,
    options: Partial<PosterOptions> = {},
  ): Promise<PostOutcome> {
    const { url } = await receiver(listener);
    return poster(options).post(call(url));
  }

  test("any status is a response; redirects are not followed", async () => {
    let hits = 0;
    const target = await receiver((_request, response) => {
      hits++;
      response.end();
    });
    for (const status of [200, 201, 301, 302, 307, 308, 400, 404, 410, 429, 500, 503]) {
      const outcome = await answer(
        (_request, response) => void response.writeHead(status, { location: target.url }).end("x"),
      );
      expect(outcome).toMatchObject({ kind: "response", status });
    }
    expect(hits).toBe(0);
  });

  test("the first kilobyte is kept, cut between characters, without NUL", async () => {
    expect(await answer((_request, response) => void response.end("é".repeat(2000)))).toMatchObject({
      body: "é".repeat(512),
    });
    expect(await answer((_request, response) => void response.end(`x${"é".repeat(2000)}`))).toMatchObject({
      body: `x${"é".repeat(511)}`,
    });
    expect(await answer((_request, response) => void response.end("a\0b\0"))).toMatchObject({ body: "ab" });
    expect(
      await answer((_request, response) => void response.end(Buffer.from([0xff, 0xfe, 0x41]))),
    ).toMatchObject({ body: "\ufffd\ufffdA" });
  });

  test("endless bodies are cut at 64 kB and the connection is dropped", async () => {
    let written = 0;
    let closed = false;
    const outcome = await answer((_request, response) => {
      const chunk = Buffer.alloc(16 * 1024, "x");
      const more = () => {
        if (response.destroyed) return;
        written += chunk.length;
        if (response.write(chunk)) setImmediate(more);
        else response.once("drain", more);
      };
      response.on("close", () => (closed = true));
      more();
    });
    expect(outcome).toMatchObject({ kind: "response", status: 200, body: "x".repeat(1024) });
    await eventually(() => closed);
    expect(written).toBeLessThan(20_000_000);
  });

  test("Retry-After in seconds and as a date; rubbish is none", async () => {
    const outcome = await answer(
      (_request, response) => void response.writeHead(429, { "retry-after": "17" }).end(),
    );
    expect(outcome).toMatchObject({ status: 429, retryAfterSeconds: 17 });
    const clock = new ManualClock(Date.parse("2026-01-02T03:04:05Z"));
    const at = (value: string) => retryAfterSeconds(value, clock.now());
    expect(at("Fri, 02 Jan 2026 03:05:05 GMT")).toBe(60);
    expect(at("Friday, 02-Jan-26 03:05:05 GMT")).toBe(60);
    expect(at("Fri, 02 Jan 2026 03:00:00 GMT")).toBe(0);
    for (const value of ["", "-1", "1.5", "soon", "9999999999999", "2026-01-02"])
      expect(at(value)).toBeNull();
    expect(retryAfterSeconds(undefined, 0)).toBeNull();
  });

  test("silence, slow headers and a cut connection are errors with words", async () => {
    const quick = { timeoutMs: 300 };
    expect(await answer(() => {}, quick)).toEqual({ kind: "error", error: "No answer within 0.3 seconds." });
    const cut = await answer((request) => void request.socket.destroy(), quick);
    expect(cut.kind).toBe("error");
    const rubbish = createTcpServer((socket) => void socket.end("this is no HTTP\r\n\r\n"));
    await new Promise<void>((resolve) => rubbish.listen(0, "127.0.0.1", () => resolve()));
    cleanups.push(() => rubbish.close());
    const { port } = rubbish.address() as AddressInfo;
    expect((await poster(quick).post(call(`http://hook.example:${port}/`))).kind).toBe("error");
    expect((await poster(quick).post(call("http://hook.example:1/"))).kind).toBe("error");
  });

  test("a status that came counts, however its body goes on", async () => {
    const outcome = await answer(
      (_request, response) => void response.writeHead(200, { "content-length": "100" }).write("part"),
      { timeoutMs: 1000 },
    );
    expect(outcome).toMatchObject({ kind: "response", status: 200, body: "part" });
  });

  test("a resolver that fails or hangs, and a shutdown", async () => {
    const nowhere = poster({ resolve: async () => [] });
    expect(await nowhere.post(call("http://hook.example/"))).toMatchObject({
      kind: "error",
      error: expect.stringContaining("no address"),
    });
    const broken = poster({ resolve: async () => Promise.reject(new Error("SERVFAIL")) });
    expect(await broken.post(call("http://hook.example/"))).toMatchObject({
      kind: "error",
      error: expect.stringContaining("SERVFAIL"),
    });
    const hanging = poster({ resolve: () => new Promise(() => {}), timeoutMs: 200 });
    expect(await hanging.post(call("http://hook.example/"))).toMatchObject({
      kind: "error",
      error: expect.stringContaining("No answer"),
    });
    const stop = new AbortController();
    const { url } = await receiver(() => stop.abort());
    expect(await poster().post({ ...call(url), signal: stop.signal })).toMatchObject({
      kind: "error",
      error: expect.stringContaining("shutdown"),
    });
  });
});

describe("TLS", () => {
  test("a certificate must be trusted and name the host", async () => {
    const { url, port } = await receiver((_request, response) => void response.end("ok"), true);
    expect(await poster({ ca: certificate.cert }).post(call(url))).toMatchObject({
      kind: "response",
      status: 200,
      body: "ok",
    });
    expect((await poster().post(call(url))).kind).toBe("error");
    const wrongName = await poster({ ca: certificate.cert }).post(call(`https://other.example:${port}/`));
    expect(wrongName.kind).toBe("error");
    const byAddress = await poster({ ca: certificate.cert }).post(call(`https://127.0.0.1:${port}/`));
    expect(byAddress.kind).toBe("error");
  });
});

test("proxies in the environment are not used", async () => {
  const proxy = await receiver((_request, response) => void response.end("proxy"));
  const direct = await receiver((_request, response) => void response.end("direct"));
  const names = ["HTTP_PROXY", "http_proxy", "ALL_PROXY"] as const;
  const before = names.map((name) => process.env[name]);
  for (const name of names) process.env[name] = `http://127.0.0.1:${proxy.port}`;
  try {
    expect(await poster().post(call(direct.url))).toMatchObject({ body: "direct" });
  } finally {
    for (const [i, name] of names.entries()) {
      const value = before[i];
      if (value === undefined) delete process.env[name];
      else process.env[name] = value;
    }
  }
});
