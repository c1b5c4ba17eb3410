// Hostile URLs: none may reach the private listeners that this test runs, neither by name nor by any spelling.
import { afterAll, beforeAll, expect, test } from "bun:test";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { systemClock } from "../../src/lib/clock.ts";
import { Failure } from "../../src/lib/failure.ts";
import { parseNetworks } from "../../src/lib/networks.ts";
import { checkWebhookUrl, parseWebhookUrl } from "../../src/webhooks/guard.ts";
import { createPoster, type Poster } from "../../src/webhooks/post.ts";
import { hostileUrls } from "../support/fakes/hostile-urls.ts";

let hits = 0;
const servers: Server[] = [];
let port = 0;
let poster: Poster;

beforeAll(async () => {
  port = await listen("127.0.0.1", 0);
  await listen("::1", port).catch(() => 0);
  const names: Record<string, () => string[]> = {
    "private.example": () => ["127.0.0.1"],
    "private6.example": () => ["::1"],
    "mapped.example": () => ["::ffff:127.0.0.1"],
    "nat64.example": () => ["64:ff9b::7f00:1"],
    "metadata.example": () => ["169.254.169.254"],
    "mixed.example": () => ["10.0.0.1", "127.0.0.1", "fd00::1", "::1"],
    "zero.example": () => ["0.0.0.0", "::"],
    localhost: () => ["127.0.0.1", "::1"],
    service: () => ["127.0.0.1"],
  };
  poster = createPoster({
    clock: systemClock,
    allowed: [],
    timeoutMs: 2000,
    resolve: async (host) => names[host]?.() ?? ["127.0.0.1"],
  });
});

afterAll(() => {
  poster.close();
  for (const server of servers) server.close();
});

function listen(host: string, at: number): Promise<number> {
  const server = createServer((_request, response) => {
    hits++;
    response.end("secret");
  });
  servers.push(server);
  return new Promise((resolve, reject) => {
    server.on("error", reject);
    server.listen(at, host, () => resolve((server.address() as AddressInfo).port));
  });
}

test("there are at least 60 of them", () => {
  expect(hostileUrls.length).toBeGreaterThanOrEqual(60);
});

test("none reaches a private listener, whether it was saved or not", async () => {
  for (const template of hostileUrls) {
    const url = template.replaceAll("PORT", String(port));
    const outcome = await poster.post({ url, headers: {}, body: "{}" });
    expect([url, outcome.kind]).toEqual([url, "error"]);
  }
  expect(hits).toBe(0);
});

test("every literal address and private name is already refused when it is saved", () => {
  const resolvedLater = /\.example:|lоcalhost/;
  for (const template of hostileUrls) {
    if (resolvedLater.test(template)) continue;
    const url = template.replaceAll("PORT", String(port));
    expect(() => checkWebhookUrl(url, []), url).toThrow(Failure);
  }
});

test("a refusal says what to do", () => {
  expect(() => checkWebhookUrl("http://127.0.0.1/", [])).toThrow(
    /private or reserved network.*WEBHOOK_ALLOW_NETWORKS/,
  );
  expect(() => checkWebhookUrl("http://localhost:4000/hook", [])).toThrow(
    "postroom listen --forward http://localhost:4000/hook, and",
  );
  expect(() => checkWebhookUrl("http://localhost:4000/?a='$(id)'&b", [])).toThrow(
    "postroom listen --forward 'http://localhost:4000/?a=%27$(id)%27&b', and",
  );
  expect(() => checkWebhookUrl("http://u:p@example.com/", [])).toThrow(/user name or password/);
  expect(() => checkWebhookUrl("ftp://example.com/", [])).toThrow(/https:\/\/ or http:\/\//);
  expect(() => checkWebhookUrl(`https://example.com/${"a".repeat(2000)}`, [])).toThrow(/at most 2000/);
});

test("ordinary URLs pass: any port, query, IDN, trailing dot, underscore, public address", () => {
  for (const url of [
    "https://example.com/hook?x=1",
    "http://example.com:8080",
    "https://bücher.example/",
    "https://example.com./hook",
    "https://my_host.example.com/",
    "https://8.8.8.8/hook",
    "https://[2001:4860:4860::8888]:8443/hook",
  ]) {
    checkWebhookUrl(url, []);
    expect(parseWebhookUrl(url).protocol).toMatch(/^https?:$/);
  }
});

// DECISIONS Settings and command line: WEBHOOK_ALLOW_NETWORKS: private networks that webhooks may reach
test("networks that the operator opened pass at save, others still do not", () => {
  const allowed = parseNetworks("127.0.0.0/8,10.1.0.0/16");
  for (const url of [
    "http://127.0.0.1:9/",
    "http://10.1.2.3/",
    "http://localhost:9/",
    "http://service/",
    "http://[::ffff:127.0.0.1]/",
  ]) {
    checkWebhookUrl(url, allowed);
  }
  for (const url of ["http://10.2.0.1/", "http://169.254.169.254/", "http://[::1]/"]) {
    expect(() => checkWebhookUrl(url, allowed), url).toThrow(Failure);
  }
});

// DECISIONS Events, webhooks, deliveries: Of several resolved addresses only allowed ones are tried
test("of several resolved addresses only allowed ones are tried", async () => {
  const before = hits;
  const open = createPoster({
    clock: systemClock,
    allowed: parseNetworks("127.0.0.1"),
    timeoutMs: 2000,
    resolve: async () => ["10.255.255.1", "::1", "127.0.0.1"],
  });
  const outcome = await open.post({ url: `http://mixed.example:${port}/`, headers: {}, body: "{}" });
  expect(outcome).toEqual({ kind: "response", status: 200, body: "secret", retryAfterSeconds: null });
  expect(hits).toBe(before + 1);
  open.close();
});

// DECISIONS Events, webhooks, deliveries: They are checked when saved and again at connect time, on the address that is then used
test("a name that rebinds between its answers is used at the very address that was checked", async () => {
  const before = hits;
  let reached = 0;
  const outside = createServer((_request, response) => {
    reached++;
    response.setHeader("connection", "close").end("outside");
  });
  servers.push(outside);
  await new Promise<void>((resolve) => outside.listen(port, "127.0.0.2", () => resolve()));
  let lookups = 0;
  const rebinding = createPoster({
    clock: systemClock,
    allowed: parseNetworks("127.0.0.2"),
    timeoutMs: 2000,
    resolve: async () => (lookups++ % 2 === 0 ? ["127.0.0.2"] : ["127.0.0.1"]),
  });
  const outcomes: string[] = [];
  for (let i = 0; i < 6; i++) {
    const outcome = await rebinding.post({ url: `http://rebind.example:${port}/`, headers: {}, body: "{}" });
    outcomes.push(outcome.kind === "response" ? outcome.body : outcome.kind);
  }
  rebinding.close();
  expect(outcomes).toEqual(["outside", "error", "outside", "error", "outside", "error"]);
  expect([lookups, reached, hits]).toEqual([6, 3, before]);
});
