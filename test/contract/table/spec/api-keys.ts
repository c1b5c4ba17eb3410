// SPEC: API keys.
import { expect } from "bun:test";
import { absent, gone, many, one, refused } from "../../answers.ts";
import type { Fixtures } from "../../fixtures.ts";
import type { Table } from "../rows.ts";

export const apiKeys: Table = {
  "SPEC API keys": {
    "GET lists keys by page": async (f) => {
      await many(f.get("/api-keys"), "ApiKey");
    },
    "POST takes name and identity_ids, and answers 201 with the token": async (f) => {
      const { id } = await f.quiet();
      await one(f.post("/api-keys", { name: "k", identity_ids: [id] }), 201, "ApiKeyCreated");
    },
    "identity_ids is required": (f) =>
      refused(f.post("/api-keys", { name: "k" }), 400, "validation_error", /identity_ids/),
    "identity_ids must be within what the calling key reaches": async (f) => {
      const [mine, more] = [await f.address(), await f.address()];
      const key = await f.restricted(mine.id);
      const body = { name: "k", identity_ids: [mine.id, more.id] };
      await refused(key.post("/api-keys", body), 403, "reach_exceeded");
    },
    "DELETE answers 200 and revokes the key and every key it minted, and theirs": async (f) => {
      const { id } = await f.quiet();
      const mint = (api: Fixtures["api"]) =>
        one(api.post("/api-keys", { name: "k", identity_ids: [id] }), 201, "ApiKeyCreated");
      const parent = await mint(f.api);
      const child = await mint(f.api.as(parent.token));
      const grandchild = await mint(f.api.as(child.token));
      const answer = await f.del(`/api-keys/${parent.id}`);
      const revoked = { api_keys: 2, app_passwords: 0, webhooks: 0, routing_rules: 0 };
      expect([answer.status, answer.json]).toEqual([
        200,
        { data: { id: parent.id, deleted: true, revoked } },
      ]);
      for (const { token } of [parent, child, grandchild])
        await refused(f.api.as(token).get("/identities"), 401, "unauthorized");
    },
    "A key may revoke itself and the keys it made": async (f) => {
      const { id } = await f.quiet();
      const body = { name: "k", identity_ids: [id] };
      const made = await one(f.post("/api-keys", body), 201, "ApiKeyCreated");
      const self = f.api.as(made.token);
      const child = await one(self.post("/api-keys", body), 201, "ApiKeyCreated");
      await gone(self.delete(`/api-keys/${child.id}`), child.id);
      await gone(self.delete(`/api-keys/${made.id}`), made.id);
      await refused(self.get("/identities"), 401, "unauthorized");
    },
    "It may not revoke a sibling nor its parent": async (f) => {
      const { id } = await f.quiet();
      const body = { name: "k", identity_ids: [id] };
      const parent = await one(f.post("/api-keys", body), 201, "ApiKeyCreated");
      const below = f.api.as(parent.token);
      const one_ = await one(below.post("/api-keys", body), 201, "ApiKeyCreated");
      const two = await one(below.post("/api-keys", body), 201, "ApiKeyCreated");
      for (const target of [two, parent]) await absent(f.api.as(one_.token).delete(`/api-keys/${target.id}`));
      await many(f.api.as(two.token).get("/identities"), "Address");
    },
  },
};
