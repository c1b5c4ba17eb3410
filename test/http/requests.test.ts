// What holds for every call: headers, refusals in words, and that nothing a client sends breaks the server.
// DECISIONS Conventions, Errors, Authentication and keys; RFC 9110.
import { expect, test } from "bun:test";
import { connect } from "node:net";
import { eachApp, type SuiteApp } from "../support/app/app.ts";
import { type Bytes, identities, send } from "./raw-requests.ts";

function head(t: SuiteApp, method: string, path: string, more: string): string {
  return `${method} ${path} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${t.api.key}\r\n${more}\r\n\r\n`;
}

/** What the server says to these bytes until it has said one whole answer, or closes. */
function rawHttp(t: SuiteApp, parts: readonly Bytes[]): Promise<string> {
  return new Promise((resolve) => {
    let said = "";
    const socket = connect(t.app.ports.http, "127.0.0.1");
    const end = () => {
      resolve(said);
      socket.destroy();
    };
    socket.on("data", (chunk: Buffer) => {
      said += chunk.toString("latin1");
      const body = said.split("\r\n\r\n").slice(1).join("\r\n\r\n");
      const length = /content-length: (\d+)/i.exec(said)?.[1];
      if (length !== undefined && body.length >= Number(length)) end();
    });
    socket.on("close", end);
    socket.on("error", end);
    for (const part of parts) socket.write(part);
  });
}

eachApp("requests", (t) => {
  const post = (body: Bytes | FormData, headers?: Record<string, string>) =>
    send(t, "POST", identities, { body, headers });
  const named = (fields: object) => JSON.stringify({ domain_id: t.domainId, ...fields });

  test("every answer names its request and says how many may follow", async () => {
    const answers = [
      await send(t, "GET", identities),
      await send(t, "GET", `${identities}/nothing`),
      await post("{"),
      await send(t, "GET", identities, { key: null }),
      await send(t, "GET", "/api/v1/nothing"),
      await send(t, "PUT", identities),
    ];
    expect(answers.map(({ status }) => status)).toEqual([200, 404, 400, 401, 404, 405]);
    for (const { headers } of answers) {
      expect(headers.get("x-request-id")).toMatch(/^[0-9a-f-]{36}$/);
      for (const name of ["x-ratelimit-limit", "x-ratelimit-remaining", "x-ratelimit-reset"])
        expect(headers.get(name)).toMatch(/^\d+$/);
      expect(headers.get("access-control-allow-origin")).toBeNull();
    }
    expect(new Set(answers.map(({ headers }) => headers.get("x-request-id"))).size).toBe(answers.length);
  });

  test("health needs no key", async () => {
    for (const path of ["/healthz", "/readyz"]) {
      const { status, text } = await send(t, "GET", path, { key: null });
      expect([status, text]).toEqual([200, '{"status":"ok"}']);
    }
  });

  test("401: no key, a bad one, another scheme, a browser", async () => {
    const valid = t.api.key!;
    const typo = `${valid.slice(0, -1)}${valid.endsWith("a") ? "b" : "a"}`;
    const unknown = "pr_0000000000000000000000000000000000000000";
    const refused = [
      await send(t, "GET", identities, { key: null }),
      await send(t, "GET", identities, { key: typo }),
      await send(t, "GET", identities, { key: unknown }),
      await send(t, "GET", identities, { key: "" }),
      await send(t, "GET", identities, { key: null, headers: { authorization: valid } }),
      await send(t, "GET", identities, { key: null, headers: { authorization: `Basic ${valid}` } }),
      await send(t, "GET", identities, { headers: { origin: "https://example.com" } }),
      await send(t, "GET", identities, { headers: { "sec-fetch-site": "same-origin" } }),
      await send(t, "GET", identities, { headers: { "sec-fetch-dest": "empty" } }),
      // and nobody learns what exists
      await send(t, "GET", "/api/v1/nothing", { key: null }),
    ];
    for (const { status, code, headers } of refused) {
      expect([status, code]).toEqual([401, "unauthorized"]);
      expect(headers.get("www-authenticate")).toBe("Bearer");
    }
    const node = await send(t, "GET", identities, { headers: { "sec-fetch-mode": "cors" } });
    expect(node.status).toBe(200);
    const lower = await send(t, "GET", identities, {
      key: null,
      headers: { authorization: `bearer  ${valid}` },
    });
    expect(lower.status).toBe(200);
  });

  test("404: unknown, foreign, malformed and no path at all are the same bytes", async () => {
    const other = await t.otherAccount();
    const foreign = await other.api.must<{ id: string }>(
      201,
      other.api.post("/identities", { domain_id: other.domainId, local_part: "foreign" }),
    );
    const ids = [
      foreign.id,
      "019a2f4e-8b1c-7def-8a90-1234567890ab",
      "nothing",
      "%00",
      "%zz",
      "..%2f..%2fetc%2fpasswd",
      "x".repeat(5000),
      "%F0%9F%92%A9",
    ];
    const kinds = ["identities", "threads", "messages", "attachments", "webhooks"];
    const answers = await Promise.all([
      ...kinds.flatMap((kind) => ids.map((id) => send(t, "GET", `/api/v1/${kind}/${id}`))),
      ...ids.map((id) => send(t, "DELETE", `/api/v1/webhooks/${id}`)),
      ...ids.map((id) => send(t, "PATCH", `${identities}/${id}`, { body: '{"display_name":"x"}' })),
      send(t, "GET", "/api/v1/nothing"),
      send(t, "GET", "/nothing"),
      send(t, "GET", `/api/v1/messages?thread_id=${foreign.id}`),
      post(JSON.stringify({ domain_id: other.domainId, local_part: "x" })),
    ]);
    const sent = [`foreign@${other.domain}`, "nobody@nowhere.example"].map((from) =>
      send(t, "POST", "/api/v1/messages", { body: JSON.stringify({ from, to: "a@x.example", text: "x" }) }),
    );
    const froms = (await Promise.all(sent)).map(({ status, text }) => `${status} ${text}`);
    expect([new Set(froms).size, froms[0]]).toEqual([
      1,
      expect.stringContaining('\\"from\\" names no address'),
    ]);
    // Each says what was asked, and nothing that follows from what is there: but for the value, all of a kind are the same bytes.
    const words = answers.map(
      ({ status, text }) => `${status} ${text.replace(/\\"[^"]*\\"|of this id/g, "…")}`,
    );
    const begin = '404 {"error":{"code":"not_found","message":"';
    expect([...new Set(words.map((text) => text.replace(begin, "").split(/[.]/)[0]!))].sort()).toEqual([
      "There is no address … that this key can reach",
      "There is no file … that this key can reach",
      "There is no message … that this key can reach",
      "There is no path …",
      "There is no thread … that this key can reach",
      "There is no webhook … that this key can reach",
      "There is nothing here that this key can reach",
      "… names nothing that this key can reach",
    ]);
    // `/nothing`, `/api/v1/nothing` and `..%2f..` beside one of each kind.
    expect(new Set(words).size).toBe(9);
  });

  test("405 names the allowed methods", async () => {
    const put = await send(t, "PUT", identities, { body: "{}" });
    expect([put.status, put.code, put.headers.get("allow")]).toEqual([
      405,
      "method_not_allowed",
      "GET, POST",
    ]);
    expect(put.message).toBe("PUT does not exist here. Use GET or POST.");
    const one = await send(t, "POST", `${identities}/019a2f4e-8b1c-7def-8a90-1234567890ab`, { body: "{}" });
    expect(one.headers.get("allow")).toBe("GET, PATCH, DELETE");
    const options = await send(t, "OPTIONS", identities);
    expect(options.status).toBe(405);
  });

  // DECISIONS Errors: 413 payload_too_large
  test("413: a body that is too large, with and without a length", async () => {
    const large = Buffer.alloc(37 * 1024 * 1024, 32);
    const known = await send(t, "POST", identities, {
      body: large,
      headers: { "content-type": "application/json" },
    });
    expect([known.status, known.code]).toEqual([413, "payload_too_large"]);
    expect(known.message).toContain("36 MB");
    const chunked = await rawHttp(t, [
      head(t, "POST", identities, "Content-Type: application/json\r\nTransfer-Encoding: chunked"),
      ...Array.from({ length: 37 }, () =>
        Buffer.concat([Buffer.from("100000\r\n"), large.subarray(0, 0x100000), Buffer.from("\r\n")]),
      ),
      "0\r\n\r\n",
    ]);
    expect(chunked).toStartWith("HTTP/1.1 413 ");
    expect(chunked).toContain('"payload_too_large"');
    const claimed = await rawHttp(t, [
      head(t, "POST", identities, "Content-Type: application/json\r\nContent-Length: 99999999999"),
    ]);
    expect(claimed).toContain('"payload_too_large"');
  });

  test("415: whatever is not JSON, forms too", async () => {
    const form = new FormData();
    form.set("domain_id", t.domainId);
    form.set("local_part", "form");
    const refused = [
      await post("local_part=x", { "content-type": "application/x-www-form-urlencoded" }),
      await post(named({ local_part: "x" }), { "content-type": "text/plain" }),
      await post(Buffer.from("{}")),
      await post(form),
    ];
    for (const { status, code } of refused) expect([status, code]).toEqual([415, "unsupported_media_type"]);
    for (const [n, type] of ["application/json; charset=utf-8", "Application/JSON"].entries()) {
      const answer = await post(named({ local_part: `typed${n}` }), { "content-type": type });
      expect(answer.status).toBe(201);
    }
  });

  test("a query where none is taken is refused; a body where none is taken is not read", async () => {
    const { id } = await t.address();
    const stray = await send(t, "GET", `${identities}/${id}?expand=domain`);
    expect([stray.status, stray.code]).toEqual([400, "validation_error"]);
    expect(stray.message).toContain('"expand"');
    expect((await send(t, "GET", `${identities}/${id}?`)).status).toBe(200);
    const made = await send(t, "POST", `${identities}?dry_run=1`, { body: named({ local_part: "dry" }) });
    expect([made.status, made.code]).toEqual([400, "validation_error"]);
    const headers = { "content-type": "text/plain" };
    expect((await send(t, "DELETE", `${identities}/${id}`, { body: "bye", headers })).status).toBe(204);
  });

  test("a file without a name is refused in words", async () => {
    const { id } = await t.address();
    const draft = await t.api.must<{ id: string }>(201, t.api.post("/drafts", { identity_id: id }));
    const form = new FormData();
    form.set("draft_id", draft.id);
    form.set("file", new File(["x"], ""));
    const { status, message } = await send(t, "POST", "/api/v1/attachments", { body: form });
    expect([status, message]).toEqual([400, expect.stringContaining("needs a name")]);
  });

  const garbage: [what: string, body: string | (() => Bytes), message: RegExp][] = [
    ["half of something", '{"local_part":', /not JSON/],
    ["text", "hello", /not JSON/],
    ["null", "null", /must be an object/],
    ["a list", "[]", /must be an object/],
    ["a number", "1e400", /must be an object/],
    ["bytes that are not UTF-8", () => Buffer.from('{"local_part":"caf\xe9"}', "latin1"), /UTF-8/],
    ["100,000 levels", () => `${'{"a":'.repeat(100_000)}1${"}".repeat(100_000)}`, /more than 20000 values/],
    ["70 levels", () => `${"[".repeat(70)}${"]".repeat(70)}`, /nested deeper than 64/],
    ["a wide list", () => `[${"0,".repeat(5_000_000)}0]`, /more than 20000 values/],
    ["a name of the prototype", '{"__proto__":{"admin":true}}', /Unknown field "__proto__"/],
    ["a NUL", '{"local_part":"a\\u0000"}', /Field "local_part" has a NUL/],
    ["a NUL in a name", '{"a\\u0000":1}', /a name with a NUL/],
    ["half a character", '{"display_name":"\\ud800"}', /Field "display_name" has an unpaired surrogate/],
    ["a wrong type", '{"local_part":5}', /missing|must be/],
    [
      "an unknown field",
      '{"localpart":"x"}',
      /Unknown field "localpart" in the body. Did you mean "local_part"\?/,
    ],
    [
      "a long unknown field",
      () => JSON.stringify({ ["x".repeat(100_000)]: 1 }),
      /^Unknown field "x{150,250}" in the body/,
    ],
    [
      "a long value that is wrong",
      () => JSON.stringify({ display_name: "x".repeat(100_000) }),
      /^Field "display_name" in the body must be a string of at most \d+ characters, or null\.$/,
    ],
    [
      "a word for an id",
      '{"domain_id":"mine","local_part":"x"}',
      /"domain_id" in the body must be the id, such as .*, or the name of a domain.*, not "mine"/,
    ],
  ];
  for (const [what, body, message] of garbage) {
    test(`400: a body of ${what}`, async () => {
      const answer = await post(typeof body === "function" ? body() : body, {
        "content-type": "application/json",
      });
      expect([answer.status, answer.code]).toEqual([400, "validation_error"]);
      expect(answer.message).toMatch(message);
    });
  }

  test("400: no body where a field is needed; where none is, no body is one without fields", async () => {
    const headers = { "content-type": "application/json" };
    const path = "/api/v1/labels";
    for (const given of [{ headers }, {}]) {
      const refused = await send(t, "POST", path, { body: "", ...given });
      expect([refused.status, refused.code]).toEqual([400, "validation_error"]);
      const taken = await send(t, "POST", identities, { body: "", ...given });
      expect(taken.status).toBe(201);
    }
  });

  const queries: [query: string, status: number, code: string][] = [
    ["limit=0", 400, "validation_error"],
    ["limit=201", 400, "validation_error"],
    ["limit=1.5", 400, "validation_error"],
    ["limit=", 400, "validation_error"],
    ["limit=1e1", 400, "validation_error"],
    ["limit=%2B5", 400, "validation_error"],
    ["limt=1", 400, "validation_error"],
    ["tenant_id=%00", 400, "validation_error"],
    ["type=robot", 400, "validation_error"],
    ["domain_id=x", 400, "validation_error"],
    ["cursor=x", 400, "invalid_cursor"],
    ["cursor=", 400, "invalid_cursor"],
    ["cursor=2026-02-30T00:00:00Z", 400, "invalid_cursor"],
    ["cursor=0000-01-01T00:00:00Z", 400, "invalid_cursor"],
    ["cursor=0001-01-01T00:00:00%2B05:00", 400, "invalid_cursor"],
    ["cursor=9999-12-31T23:59:59-05:00", 400, "invalid_cursor"],
    ["cursor=0001-01-01T00:00:00Z", 200, ""],
    ["cursor=9999-12-31T23:59:59Z", 200, ""],
  ];
  test("queries are read strictly", async () => {
    for (const [query, status, code] of queries) {
      const answer = await send(t, "GET", `${identities}?${query}`);
      expect([query, answer.status, answer.code]).toEqual([query, status, code]);
    }
    const near = await send(t, "GET", `${identities}?limt=1`);
    expect(near.message).toBe(
      'Unknown field "limt" in the query. Did you mean "limit"? Right: GET /api/v1/identities?limit=1',
    );
  });

  test("names of Object.prototype are unknown capabilities", async () => {
    const { id } = await t.address();
    for (const body of ['{"capabilities":{"constructor":true}}', '{"capabilities":{"__proto__":true}}']) {
      const answer = await send(t, "PATCH", `${identities}/${id}`, { body });
      expect([answer.status, answer.code]).toEqual([400, "validation_error"]);
    }
  });

  test("an Idempotency-Key is 1 to 256 characters", async () => {
    for (const key of ["", "x".repeat(257)]) {
      const answer = await post(named({ local_part: "keyed" }), { "idempotency-key": key });
      expect([answer.status, answer.code]).toEqual([400, "validation_error"]);
    }
  });

  test("a Host that names none is refused, not failed", async () => {
    for (const path of ["/api/v1/labels", "/dav/", "/.well-known/mta-sts.txt"])
      for (const host of ["[", "a:99999", "%", "x:y"])
        expect(await rawHttp(t, [`DELETE ${path} HTTP/1.1\r\nHost: ${host}\r\n\r\n`])).toMatch(
          /^HTTP\/1\.1 400 [\s\S]*names no host/,
        );
  });

  test("a request with two Host fields is refused", async () => {
    for (const path of ["/api/v1/labels", "/dav/", "/readyz"])
      expect(
        await rawHttp(t, [`GET ${path} HTTP/1.1\r\nHost: one.example\r\nHost: two.example\r\n\r\n`]),
      ).toMatch(/^HTTP\/1\.1 400 [\s\S]*more than one Host field/);
  });

  test("a request of HTTP/1.0 without a Host is refused, not failed", async () => {
    expect(await rawHttp(t, ["GET /readyz HTTP/1.0\r\n\r\n"])).toMatch(
      /^HTTP\/1\.1 400 [\s\S]*no Host field/,
    );
    expect(t.trouble).toEqual([]);
  });

  test("malformed requests harm no other client", async () => {
    const answers = await Promise.all([
      rawHttp(t, ["\0\0\0\0 garbage\r\n\r\n"]),
      rawHttp(t, [head(t, "POST", identities, "Transfer-Encoding: chunked"), "zz\r\n"]),
      rawHttp(t, ["GET / HTTP/1.1\r\n\r\n"]),
      rawHttp(t, [`GET ${"/x".repeat(50_000)} HTTP/1.1\r\nHost: x\r\n\r\n`]),
      rawHttp(t, [`GET / HTTP/1.1\r\nHost: x\r\nX: ${"y".repeat(100_000)}\r\n\r\n`]),
    ]);
    for (const answer of answers) expect(answer).toMatch(/^(HTTP\/1\.1 4|$)/);
    expect((await send(t, "GET", identities)).status).toBe(200);
  });
});
