// SPEC: Authentication.
import { expect } from "bun:test";
import { absent, gone, many, one, refused } from "../../answers.ts";
import { day } from "../../fixtures.ts";
import { decided, type Table } from "../rows.ts";
import { ids } from "../samples.ts";

export const authentication: Table = {
  "SPEC Authentication": {
    "A key is a bearer token in Authorization": async (f) => {
      const pods = "/api/v1/pods";
      expect((await f.raw(pods)).status).toBe(200);
      const { key } = f.api;
      await refused(f.raw(pods, { key: null, headers: { authorization: key! } }), 401, "unauthorized");
      await refused(f.raw(`${pods}?api_key=${key}`, { key: null }), 401, "unauthorized");
    },
    "The only exception is agent signup": async (f) => {
      await f.agent();
      await refused(f.open.get("/identities"), 401, "unauthorized");
    },
    "Keys are account-wide": async (f) => {
      const [mine, theirs] = [await f.address(), (await f.other()).address];
      const seen = ids(await many((await f.other()).api.get("/identities?limit=200"), "Address"));
      expect([seen.includes(mine.id), seen.includes(theirs.id)]).toEqual([false, true]);
    },
    "Keys are never valid in a browser": (f) =>
      refused(
        f.raw("/api/v1/pods", { headers: { origin: "https://far.example" } }),
        401,
        "unauthorized",
        /server/,
      ),
    "A key reaches all of its account, narrowed by each address's capabilities": async (f) => {
      const { id } = await f.address({ type: "application" });
      await one(f.get(`/identities/${id}`), 200, "Address");
      await refused(f.post("/drafts", { identity_id: id }), 403, "capability_missing");
    },
    "A minted key reaches a subset of what its maker reaches": async (f) => {
      const [mine, other] = [await f.address(), await f.address()];
      const key = await f.restricted(mine.id);
      await one(key.get(`/identities/${mine.id}`), 200, "Address");
      await absent(key.get(`/identities/${other.id}`));
    },
    "There is no per-address key and no read-only key": async (f) => {
      const identity_ids = [(await f.address()).id, (await f.address()).id];
      await one(f.post("/api-keys", { name: "k", identity_ids }), 201, "ApiKeyCreated");
      for (const field of ["read_only", "scopes", "identity_id"])
        await refused(
          f.post("/api-keys", { name: "k", identity_ids, [field]: "x" }),
          400,
          "validation_error",
        );
    },
    "Rotation: a new key, and the old one deleted; there is no grace": async (f) => {
      const { id } = await f.quiet();
      const body = { name: "k", identity_ids: [id] };
      const old = await one(f.post("/api-keys", body), 201, "ApiKeyCreated");
      const fresh = await one(f.post("/api-keys", body), 201, "ApiKeyCreated");
      await gone(f.del(`/api-keys/${old.id}`), old.id);
      await refused(f.api.as(old.token).get("/pods"), 401, "unauthorized");
      await many(f.api.as(fresh.token).get("/pods"), "Pod");
    },
    "Keys do not expire": async (f) => {
      const { id } = await f.quiet();
      const body = { name: "k", identity_ids: [id] };
      await refused(f.post("/api-keys", { ...body, expires_at: f.soon(day) }), 400, "validation_error");
    },
    "Any POST takes Idempotency-Key; same key and body: the first response, the work once": async (f) => {
      const headers = { "idempotency-key": f.next("pod") };
      const first = await f.post("/pods", { name: headers["idempotency-key"] }, headers);
      const second = await f.post("/pods", { name: headers["idempotency-key"] }, headers);
      expect([second.status, second.text]).toEqual([201, first.text]);
      const pods = await many(f.get("/pods"), "Pod");
      expect(pods.filter(({ name }) => name === headers["idempotency-key"])).toHaveLength(1);
    },
    "Same key with another body is an error": async (f) => {
      const headers = { "idempotency-key": f.next("pod") };
      await one(f.post("/pods", { name: "one" }, headers), 201, "Pod");
      await refused(f.post("/pods", { name: "two" }, headers), 422, "idempotency_key_reuse");
    },
    "Token format and prefix length: not shown": decided("Authentication and keys"),
  },
};
