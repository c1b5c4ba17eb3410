// DECISIONS: Authentication and keys.
import { expect } from "bun:test";
import { absent, bodiless, data, gone, many, one, refused } from "../../answers.ts";
import type { Table } from "../rows.ts";
import { aRule, ids } from "../samples.ts";

export const keys: Table = {
  "DECISIONS Authentication and keys": {
    "A token is pr_, 40 base62 characters and a checksum of 6": async (f) =>
      expect(f.api.key).toMatch(/^pr_[0-9A-Za-z]{46}$/),
    "It is stored as SHA-256": async (f) => {
      const { id } = await f.address();
      const made = await one(f.post("/api-keys", { name: "k", identity_ids: [id] }), 201, "ApiKeyCreated");
      const stored = await f.t.app.core.database.rows<{ row: string }>(
        "select k::text as row from api_keys k where id = $1::uuid",
        [made.id],
      );
      expect(stored).toHaveLength(1);
      const hash = new Bun.CryptoHasher("sha256").update(made.token).digest("hex");
      const [keyHash] = await f.t.app.core.database.values(
        "select 1 from api_key_tokens where token_hash = decode($1, 'hex')",
        [hash],
      );
      expect([stored[0]!.row.includes(made.token), keyHash]).toEqual([false, [1]]);
    },
    "prefix is its first 11 characters": async (f) => {
      const { id } = await f.quiet();
      const made = await one(f.post("/api-keys", { name: "k", identity_ids: [id] }), 201, "ApiKeyCreated");
      expect(made.prefix).toBe(made.token.slice(0, 11));
    },
    "Keys are looked up on every request: a deleted one stops at once": async (f) => {
      const { id } = await f.quiet();
      const made = await one(f.post("/api-keys", { name: "k", identity_ids: [id] }), 201, "ApiKeyCreated");
      const key = f.api.as(made.token);
      await many(key.get("/identities"), "Address");
      await gone(f.del(`/api-keys/${made.id}`), made.id);
      await refused(key.get("/identities"), 401, "unauthorized");
    },
    "ApiKey: id, name, prefix, identity_ids (null: everything), pod_ids (null: none), parent_id, last_used_at, created_at":
      async (f) => {
        const keys = await many(f.get("/api-keys?limit=200"), "ApiKey");
        expect(keys.at(-1)!.identity_ids).toBeNull();
      },
    "Its creation adds token": async (f) => {
      const { id } = await f.quiet();
      await one(f.post("/api-keys", { name: "k", identity_ids: [id] }), 201, "ApiKeyCreated");
    },
    "identity_ids: [] is 400": (f) =>
      refused(f.post("/api-keys", { name: "k", identity_ids: [] }), 400, "validation_error", /identity_ids/),
    "GET /me: account, key, kind, level, limits": async (f) => {
      const me = await data<{ key: { id: string } }>(f.get("/me"), 200);
      expect(Object.keys(me)).toEqual(["account", "key", "kind", "level", "limits"]);
      const listed = await many(f.get("/api-keys?limit=200"), "ApiKey");
      expect(ids(listed)).toContain(me.key.id);
    },
    "A key lists itself and its descendants": async (f) => {
      const { id } = await f.quiet();
      const body = { name: "k", identity_ids: [id] };
      const parent = await one(f.post("/api-keys", body), 201, "ApiKeyCreated");
      const child = await one(f.api.as(parent.token).post("/api-keys", body), 201, "ApiKeyCreated");
      const below = await one(f.api.as(child.token).post("/api-keys", body), 201, "ApiKeyCreated");
      expect(ids(await many(f.api.as(parent.token).get("/api-keys"), "ApiKey"))).toEqual([
        below.id,
        child.id,
        parent.id,
      ]);
      expect(ids(await many(f.api.as(child.token).get("/api-keys"), "ApiKey"))).toEqual([below.id, child.id]);
    },
    "Unrestricted keys never come from the API": (f) =>
      refused(f.post("/api-keys", { name: "k", identity_ids: null }), 400, "validation_error"),
    "They come from the first start, the command line and the console, and have no parent": async (f) => {
      const keys = await many(f.get("/api-keys?limit=200"), "ApiKey");
      expect(keys.find(({ identity_ids }) => identity_ids === null)).toMatchObject({ parent_id: null });
    },
    "A restricted key reaches its addresses and what hangs off them": async (f) => {
      const { address, message } = await f.inbound();
      const hidden = await f.inbound();
      const key = await f.restricted(address.id);
      expect(ids(await many(key.get("/threads"), "Thread"))).toEqual([message.thread_id]);
      await one(key.get(`/messages/${message.id}`), 200, "Message");
      await absent(key.get(`/messages/${hidden.message.id}`));
    },
    "It reads the domains and pods that they are in": async (f) => {
      const pod = await one(f.post("/pods", { name: "P" }), 201, "Pod");
      const { id } = await f.address({ pod_id: pod.id });
      const key = await f.restricted(id);
      expect(ids(await many(key.get("/pods"), "Pod"))).toEqual([pod.id]);
      expect(ids(await many(key.get("/domains"), "Domain"))).toEqual([f.t.domainId]);
      await refused(key.patch(`/pods/${pod.id}`, { name: "Q" }), 403, "forbidden");
    },
    "It reaches the rules and webhooks that point at them": async (f) => {
      const { id } = await f.address();
      const hook = await f.hook({ identity_id: id });
      await f.hook({ identity_id: (await f.quiet()).id });
      const body = { domain_id: f.t.domainId, local_part: f.next("r"), identity_id: id };
      const rule = await one(f.post("/routing-rules", body), 201, "RoutingRule");
      await aRule(f);
      const key = await f.restricted(id);
      expect(ids(await many(key.get("/webhooks"), "Webhook"))).toEqual([hook.id]);
      expect(ids(await many(key.get("/routing-rules"), "RoutingRule"))).toEqual([rule.id]);
    },
    "It reaches no suppressions": async (f) => {
      const key = await f.restricted((await f.address()).id);
      await refused(key.get("/suppressions"), 403, "forbidden");
    },
    "Making addresses, domains, pods and account-wide webhooks takes an unrestricted key: else 403": async (
      f,
    ) => {
      const { id } = await f.address();
      const key = await f.restricted(id);
      const url = (await f.hook({ identity_id: id })).url;
      for (const [path, body] of [
        ["/identities", { domain_id: f.t.domainId, local_part: f.next("x") }],
        ["/domains", { domain: `${f.next("x")}.example` }],
        ["/pods", { name: "P" }],
        ["/webhooks", { url }],
      ] as const)
        await refused(key.post(path, body), 403, "forbidden");
    },
    "A browser's request with a key (Origin, Sec-Fetch-Site or Sec-Fetch-Dest) is 401": async (f) => {
      for (const name of ["origin", "sec-fetch-site", "sec-fetch-dest"])
        await refused(f.raw("/api/v1/pods", { headers: { [name]: "x" } }), 401, "unauthorized");
    },
    "/api has no CORS headers": async (f) => {
      const preflight = { origin: "https://far.example", "access-control-request-method": "GET" };
      for (const answer of [
        await f.raw("/api/v1/pods", { headers: { origin: "https://far.example" } }),
        await f.raw("/api/v1/pods", { method: "OPTIONS", headers: preflight, key: null }),
      ])
        expect([...answer.headers.keys()].filter((name) => name.startsWith("access-control"))).toEqual([]);
    },
    "Sec-Fetch-Mode alone passes": async (f) =>
      expect((await f.raw("/api/v1/pods", { headers: { "sec-fetch-mode": "cors" } })).status).toBe(200),
    "The three calls of agent signup need no key": async (f) => {
      for (const path of ["signup", "human", "verify"])
        await refused(f.open.post(`/agent/${path}`, {}, f.somewhere()), 400, "validation_error");
    },
    "A bearer that is sent to them all the same must be valid": async (f) => {
      await refused(f.api.as("pr_nothing").post("/agent/signup", {}), 401, "unauthorized");
      await refused(f.api.post("/agent/signup", {}), 400, "validation_error");
    },
    "An Idempotency-Key has 1 to 256 characters": async (f) => {
      for (const key of ["", "x".repeat(257)])
        await refused(
          f.raw("/api/v1/pods", {
            method: "POST",
            body: '{"name":"P"}',
            headers: { "idempotency-key": key },
          }),
          400,
          "validation_error",
          /256/,
        );
      await one(
        f.post("/pods", { name: "P" }, { "idempotency-key": f.next("k").padEnd(256, "x") }),
        201,
        "Pod",
      );
    },
    "It is scoped to API key, method and path": async (f) => {
      const headers = { "idempotency-key": f.next("scope") };
      const { id } = await f.address();
      await one(f.post("/pods", { name: "P" }, headers), 201, "Pod");
      await one(f.post("/labels", { identity_id: id, name: "L" }, headers), 201, "Label");
      const { api } = await f.other();
      const theirs = await api.post("/pods", { name: "P" }, headers);
      expect(theirs.headers.get("idempotency-replayed")).toBeNull();
      await one(theirs, 201, "Pod");
    },
    "Without a key it is scoped to the IP address": async (f) => {
      const body = { username: f.next("scout") };
      const key = { "idempotency-key": f.next("ip") };
      const [here, there] = [f.somewhere(), f.somewhere()];
      const first = await f.open.post("/agent/signup", body, { ...key, ...here });
      const again = await f.open.post("/agent/signup", body, { ...key, ...here });
      expect([again.status, again.text]).toEqual([201, first.text]);
      await refused(f.open.post("/agent/signup", body, { ...key, ...there }), 409, "address_taken");
    },
    "The same body (canonical JSON): stored status and body again, with Idempotency-Replayed: true": async (
      f,
    ) => {
      const headers = { "idempotency-key": f.next("canon") };
      const send = (body: string) => f.raw("/api/v1/pods", { method: "POST", body, headers });
      const first = await send('{"name":"P","client_id":null}');
      const second = await send('{ "client_id": null, "name": "P" }');
      expect([second.status, second.text, second.headers.get("idempotency-replayed")]).toEqual([
        201,
        first.text,
        "true",
      ]);
      expect(first.headers.get("idempotency-replayed")).toBeNull();
    },
    "Multipart: field names and the SHA-256 of each file": async (f) => {
      const { id } = await f.draft();
      const headers = { "idempotency-key": f.next("file") };
      const upload = (bytes: string) => {
        const body = new FormData();
        body.set("draft_id", id);
        body.set("file", new File([bytes], "a.txt", { type: "text/plain" }));
        return f.raw("/api/v1/attachments", { method: "POST", body, headers });
      };
      const first = await upload("one");
      const second = await upload("one");
      expect([first.status, second.text, second.headers.get("idempotency-replayed")]).toEqual([
        201,
        first.text,
        "true",
      ]);
      await refused(upload("two"), 422, "idempotency_key_reuse");
    },
    "Another body: 422": async (f) => {
      const headers = { "idempotency-key": f.next("other") };
      await one(f.post("/pods", { name: "P" }, headers), 201, "Pod");
      await refused(f.post("/pods", { name: "Q" }, headers), 422, "idempotency_key_reuse");
    },
    "Equal requests at once wait for the first and replay": async (f) => {
      const headers = { "idempotency-key": f.next("once") };
      const body = { domain_id: f.t.domainId, local_part: f.next("once") };
      const answers = await Promise.all(
        Array.from({ length: 5 }, () => f.post("/identities", body, headers)),
      );
      expect(new Set(answers.map(({ status, text }) => `${status} ${text}`)).size).toBe(1);
      expect(answers.filter(({ headers: given }) => given.has("idempotency-replayed"))).toHaveLength(4);
    },
    "Refusals decided in a turn are stored too": async (f) => {
      const headers = { "idempotency-key": f.next("refusal") };
      const { local_part, id } = await f.address();
      const body = { domain_id: f.t.domainId, local_part };
      await refused(f.post("/identities", body, headers), 409, "address_taken");
      await bodiless(f.del(`/identities/${id}`));
      const again = await f.post("/identities", body, headers);
      expect(again.headers.get("idempotency-replayed")).toBe("true");
      await refused(again, 409, "address_taken");
    },
    "400, 401, 408, 413, 415, 429 and 5xx are not stored": async (f) => {
      const headers = { "idempotency-key": f.next("retry") };
      await refused(f.post("/pods", {}, headers), 400, "validation_error");
      await one(f.post("/pods", { name: "P" }, headers), 201, "Pod");
    },
    "Plan operator has no limits": async (f) => {
      for (let n = 0; n < 6; n++) await f.address();
    },
    "Plan signup has 5 addresses": async (f) => {
      const { api } = await f.signupAccount();
      const make = () => api.post("/identities", { domain_id: f.t.domainId, local_part: f.next("five") });
      for (let n = 0; n < 5; n++) await one(make(), 201, "Address");
      await refused(make(), 403, "forbidden", /5/);
    },
    "Plan signup has 100 recipients a day; over it 429 daily_limit, SMTP 450 4.7.1": async (f) => {
      const { api } = await f.signupAccount();
      const body = { domain_id: f.t.domainId, local_part: f.next("daily") };
      const from = await one(api.post("/identities", body), 201, "Address");
      const send = (count: number) => {
        const to = Array.from({ length: count }, (_, n) => `daily${n}@far.example`);
        return api.post("/messages", { from: from.email, to, text: "x" });
      };
      await one(send(50), 201, "Sent");
      await one(send(50), 201, "Sent");
      const over = await send(1);
      await refused(over, 429, "daily_limit");
      expect(Number(over.headers.get("retry-after"))).toBeGreaterThan(0);
      expect(await f.submit(api, from, f.far())).toStartWith("450 4.7.1");
    },
    "IMAP QUOTA shows it": async (f) => {
      const { api } = await f.signupAccount();
      const body = { domain_id: f.t.domainId, local_part: f.next("quota") };
      const to = await one(api.post("/identities", body), 201, "Address");
      const { talk } = await f.imap(to, api);
      expect((await talk.ok("GETQUOTAROOT INBOX")).join("\n")).toMatch(/QUOTA "" \(STORAGE 0 1048576\)/);
      talk.close();
    },
  },
};
