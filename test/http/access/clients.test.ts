// Who may ask for access: registration, client metadata documents, and where answers go. RFC 7591, RFC 8252,
// draft-ietf-oauth-client-id-metadata-document-02. DECISIONS OAuth
import { afterAll, expect, test } from "bun:test";
import type { ServerResponse } from "node:http";
import { createServer } from "node:https";
import type { AddressInfo } from "node:net";
import { Clients } from "../../../src/http/oauth/clients.ts";
import { isRegistered, redirectProblem } from "../../../src/http/oauth/redirects.ts";
import { ManualClock } from "../../../src/lib/clock.ts";
import { parseNetworks } from "../../../src/lib/networks.ts";
import { eachApp } from "../../support/app/app.ts";
import { answered, asking, callback, redeem, register, signIn } from "../../support/clients/oauth.ts";
import { makeCertificate } from "../../support/fakes/certificate.ts";
import { startDns } from "../../support/fakes/dns.ts";

const certificate = makeCertificate("client.example");
const dns = await startDns({ "client.example": { A: ["127.0.0.1"], ttl: 0 } });

/** What the site answers at a path; it counts how often it is asked. */
type Page = (response: ServerResponse, id: string) => void;
const pages = new Map<string, Page>();
let asked = 0;
const site = createServer({ ...certificate }, (request, response) => {
  asked++;
  const page = pages.get(request.url!);
  if (page) page(response, origin + request.url);
  else response.writeHead(404).end();
});
await new Promise<void>((resolve) => site.listen(0, "127.0.0.1", () => resolve()));
const origin = `https://client.example:${(site.address() as AddressInfo).port}`;
afterAll(async () => {
  site.close();
  await dns.stop();
});

const json = (fields: Record<string, unknown>, headers: Record<string, string> = {}): Page => {
  return (response, id) => {
    response.writeHead(200, { "content-type": "application/json", ...headers });
    response.end(
      JSON.stringify({ client_id: id, client_name: "Site", redirect_uris: [callback], ...fields }),
    );
  };
};

function finder({ allowed = "127.0.0.0/8", clock = new ManualClock(1_000_000) } = {}) {
  const get = {
    allowed: parseNetworks(allowed),
    resolve: async () => ["127.0.0.1"],
    ca: certificate.cert,
  };
  const clients = new Clients({ secret: new Uint8Array(32), clock, get });
  const find = (id: string) => clients.find(id, () => undefined);
  const refusal = (id: string) =>
    find(id).then(
      () => "found",
      (error: unknown) => (error as Error).message,
    );
  return { find, refusal, clock };
}

// DECISIONS OAuth: Redirect URIs are compared as text, but for the port of this machine
test("a redirect URI is compared as text, but for the port of this machine", () => {
  const registered = [
    "https://app.example/cb",
    "http://127.0.0.1/cb?x=1",
    "http://localhost:1234/cb",
    "cursor://x/cb",
  ];
  for (const same of [
    ...registered,
    "http://127.0.0.1:9/cb?x=1",
    "http://localhost/cb",
    "http://localhost:65535/cb",
  ])
    expect([same, isRegistered(same, registered)]).toEqual([same, true]);
  for (const other of [
    "https://app.example/cb/",
    "https://app.example/cb?x=1",
    "https://app.example:8443/cb",
    "https://app.example.evil.example/cb",
    "https://APP.example/cb",
    "http://app.example/cb",
    "http://127.0.0.1:9/cb?x=2",
    "http://127.0.0.1:9@evil.example/cb?x=1",
    "http://localhost:9/other",
    "http://127.0.0.1:1234/cb",
    "cursor://x/cb?y",
    "",
  ])
    expect([other, isRegistered(other, registered)]).toEqual([other, false]);
});

test("where no answer goes cannot be registered", () => {
  for (const bad of [
    "javascript:alert(1)",
    "data:text/html,x",
    "file:///etc/passwd",
    "http://app.example/cb",
    "http://192.168.0.1/cb",
    "https://app.example/cb#x",
    "https://user@app.example/cb",
    "https://app.example/a b",
    "https://app.example/\u00e9",
    "mailto:a@b.example",
    "ms-msdt:/id PCWDiagnostic",
    "ms-msdt:/x",
    "shell:startup",
    "chrome-extension://abc/cb",
    "search-ms:query=x",
    "x-apple.systempreferences:x",
    "ms-settings.x:/x",
    "view-source.x:/x",
    "a.b:/cb",
    "com.-:/cb",
    "https:evil.example/cb",
    "https:/evil.example/cb",
    "https:///evil.example/cb",
    "steam://run/1",
    "blob:https://app.example/x",
    "https://@evil.example/cb",
    "vscode://file/etc/passwd",
    "vscode://%66ile/etc/passwd",
    "VSCODE:///file/etc/passwd",
    "vscode:extension/vendor.tool",
    "vscode:mcp/install?x",
    "vscode://ms-vscode-remote.remote-ssh/x",
    "cursor://anysphere.cursor-deeplink/mcp/install?name=x",
    "cursor://anysphere.cursor-deeplink/prompt?text=x",
    "goose://recipe?config=x",
    "raycast://extensions/x",
    "/cb",
    "https://",
    `https://app.example/${"x".repeat(500)}`,
  ])
    expect([bad, redirectProblem(bad)]).toEqual([bad, expect.any(String)]);
  for (const good of [
    "https://app.example/cb",
    "http://[::1]:8/cb",
    "vscode://vendor.tool/cb",
    "com.example.app:/cb",
    "xn--p1ai.example.app:/cb",
    "cursor://anysphere.cursor-deeplink/mcp/auth",
    "cursor://anysphere.cursor-retrieval/oauth/x/callback",
    "vscode://vscode.github-authentication/did-authenticate",
    "warp://mcp/oauth2callback",
    "raycast://oauth?package_name=x",
  ])
    expect([good, redirectProblem(good)]).toEqual([good, null]);
});

// DECISIONS OAuth: Documents are kept as their servers say
test("a metadata document is read as the draft says, and kept as its server says", async () => {
  const { find, clock } = finder();
  pages.set("/kept.json", json({}, { "cache-control": "max-age=120" }));
  const before = asked;
  const found = await find(`${origin}/kept.json`);
  expect(found).toEqual({
    id: `${origin}/kept.json`,
    name: "Site",
    redirectUris: [callback],
    host: new URL(origin).host,
  });
  await Promise.all([find(`${origin}/kept.json`), find(`${origin}/kept.json`)]);
  expect(asked - before).toBe(1);
  clock.advance(121_000);
  await Promise.all([find(`${origin}/kept.json`), find(`${origin}/kept.json`)]);
  expect(asked - before).toBe(2);
  pages.set("/nameless.json", json({ client_name: "  \u202e\n " }));
  expect((await find(`${origin}/nameless.json`)).name).toBe(new URL(origin).host);
});

test("a metadata document that is not in order is refused, and asked for again", async () => {
  const { refusal } = finder();
  const cases: [string, Page | null, string][] = [
    ["/missing.json", null, "was answered with 404"],
    [
      "/moved.json",
      (response) => response.writeHead(302, { location: "/kept.json" }).end(),
      "answered with 302",
    ],
    ["/html.json", json({}, { "content-type": "text/html" }), "not JSON by its Content-Type"],
    [
      "/broken.json",
      (response) => response.setHeader("content-type", "application/json").end("{"),
      "is not JSON",
    ],
    [
      "/list.json",
      (response) => response.setHeader("content-type", "application/json").end("[]"),
      "JSON object",
    ],
    ["/large.json", json({ padding: "x".repeat(20_000) }), "larger than"],
    ["/other.json", json({ client_id: `${origin}/else.json` }), "another client_id"],
    ["/secret.json", json({ client_secret: "x" }), "client_secret"],
    ["/method.json", json({ token_endpoint_auth_method: "private_key_jwt" }), "client authentication"],
    ["/nowhere.json", json({ redirect_uris: [] }), "redirect_uris"],
    ["/script.json", json({ redirect_uris: ["javascript:alert(1)"] }), "scheme javascript"],
  ];
  for (const [path, page, words] of cases) {
    if (page) pages.set(path, page);
    const before = asked;
    expect([path, await refusal(origin + path)]).toEqual([path, expect.stringContaining(words)]);
    await refusal(origin + path);
    expect([path, asked - before]).toEqual([path, 2]);
  }
});

// DECISIONS OAuth: Documents are fetched from public networks alone
test("a document is at an https URL with a path, and never in a private network", async () => {
  const { refusal } = finder();
  for (const id of [
    origin,
    `${origin}/`,
    `${origin}/a/../kept.json`,
    `${origin}/%2e%2e/x`,
    `${origin}/kept.json#x`,
  ])
    expect([id, await refusal(id)]).toEqual([id, expect.stringContaining("must be at an https URL")]);
  expect(await refusal("https://user:pass@client.example/x")).toContain("must be at an https URL");
  expect(await refusal("http://client.example/x")).toContain("was not given out here");
  const guarded = finder({ allowed: "" });
  const before = asked;
  for (const id of [
    `${origin}/kept.json`,
    "https://127.0.0.1/x",
    "https://[::1]/x",
    "https://169.254.169.254/latest",
  ])
    expect([id, await guarded.refusal(id)]).toEqual([id, expect.stringContaining("private or reserved")]);
  expect(asked).toBe(before);
});

eachApp(
  "OAuth clients",
  (t) => {
    // DECISIONS OAuth: A client registers, and is public
    test("a program registers, and is public whatever it asks for", async () => {
      const { status, json: made } = await register(t, {
        token_endpoint_auth_method: "client_secret_basic",
        application_type: "native",
        logo_uri: "https://app.example/logo.png",
      });
      expect([status, made]).toEqual([
        201,
        {
          client_id: expect.any(String),
          client_id_issued_at: expect.any(Number),
          client_name: "Helper",
          redirect_uris: [callback],
          grant_types: ["authorization_code", "refresh_token"],
          response_types: ["code"],
          token_endpoint_auth_method: "none",
        },
      ]);
      expect((await register(t)).json.client_id).not.toBe(made.client_id);
    });

    test("what cannot be registered is refused in the words of RFC 7591", async () => {
      const refused: [Record<string, unknown>, string][] = [
        [{ redirect_uris: undefined }, "invalid_redirect_uri"],
        [{ redirect_uris: [] }, "invalid_redirect_uri"],
        [{ redirect_uris: "https://app.example/cb" }, "invalid_redirect_uri"],
        [{ redirect_uris: [1] }, "invalid_redirect_uri"],
        [{ redirect_uris: ["http://app.example/cb"] }, "invalid_redirect_uri"],
        [{ redirect_uris: Array(11).fill(callback) }, "invalid_redirect_uri"],
        [{ redirect_uris: Array(10).fill(`https://app.example/${"x".repeat(200)}`) }, "invalid_redirect_uri"],
        [{ grant_types: ["client_credentials"] }, "invalid_client_metadata"],
        [{ response_types: ["token"] }, "invalid_client_metadata"],
      ];
      for (const [fields, error] of refused) {
        const { status, json: said } = await register(t, fields);
        expect([fields, status, said.error]).toEqual([fields, 400, error]);
      }
      for (const body of ["", "{", "[]", "null", '"x"']) {
        const response = await fetch(`${t.api.base}/oauth/register`, { method: "POST", body });
        const { error } = (await response.json()) as { error: string };
        expect([body, response.status, error]).toEqual([body, 400, "invalid_client_metadata"]);
      }
      const large = await register(t, { software_statement: "x".repeat(70_000) });
      expect(large.status).toBe(413);
    });

    test("a client id that was not given out here, or was changed, leads nowhere", async () => {
      const browser = await signIn(t);
      const { client_id: id } = (await register(t)).json;
      const [payload, signature] = id.split(".");
      const changed = Buffer.from(JSON.stringify(["Evil", ["https://evil.example/cb"], "x"])).toString(
        "base64url",
      );
      for (const client_id of [
        "x",
        "",
        `${changed}.${signature}`,
        `${payload}.x`,
        `${payload}.`,
        "x".repeat(3000),
      ]) {
        const { params } = await asking(t, { client_id: id });
        params.set("client_id", client_id);
        params.set("redirect_uri", "https://evil.example/cb");
        await browser.get(`/console/authorize?${params}`);
        expect([browser.at.startsWith("/console/authorize"), browser.status]).toEqual([true, 400]);
        expect(browser.text).not.toContain("evil.example");
      }
    });

    test("a redirect URI that the client did not register leads nowhere, whatever else is wrong", async () => {
      const browser = await signIn(t);
      const wrong: Record<string, string | null>[] = [
        {},
        { response_type: "token" },
        { scope: "nothing" },
        { code_challenge: null },
      ];
      for (const more of wrong) {
        const { params } = await asking(t, { ...more, redirect_uri: "https://evil.example/cb" });
        await browser.get(`/console/authorize?${params}`);
        expect([browser.status, browser.text.includes("evil.example")]).toEqual([400, false]);
      }
      const { params } = await asking(t, { redirect_uri: "http://localhost:6000/callback" });
      await browser.get(`/console/authorize?${params}`);
      expect(browser.status).toBe(200);
    });

    // DECISIONS OAuth: A client is known by a document
    test("a program known by its document is let in", async () => {
      pages.set("/client.json", json({}));
      const asking1 = await asking(t, { client_id: `${origin}/client.json` });
      const browser = await signIn(t);
      const back = await answered(browser, asking1, { every: "yes" });
      expect(browser.text).toContain(`described at <strong>${new URL(origin).host}</strong>`);
      const { json: tokens } = await redeem(t, asking1, back);
      expect((await t.api.as(tokens.access_token).get("/identities")).status).toBe(200);
    });
  },
  { env: { DNS_SERVERS: dns.server }, deps: { extraCa: certificate.cert } },
);

eachApp(
  "OAuth limits",
  (t) => {
    // DECISIONS OAuth: Calls are counted by network
    test("registrations, tokens and requests are counted by network", async () => {
      const form = () => new URLSearchParams({ grant_type: "x" });
      const calls: [burst: number, call: () => Promise<Response>][] = [
        [20, () => fetch(`${t.api.base}/oauth/register`, { method: "POST", body: "{}" })],
        [60, () => fetch(`${t.api.base}/oauth/token`, { method: "POST", body: form() })],
        [60, () => fetch(`${t.api.base}/console/authorize?client_id=x`)],
      ];
      for (const [burst, call] of calls) {
        const answers = await Promise.all(Array.from({ length: 200 }, call));
        const late = answers.filter(({ status }) => status === 429);
        expect(answers.length - late.length).toBeGreaterThanOrEqual(burst);
        expect(Number(late[0]!.headers.get("retry-after"))).toBeGreaterThan(0);
      }
    });
  },
  { env: { RATE_LIMIT_PER_SECOND: "100", RATE_LIMIT_BURST: "1000" } },
);
