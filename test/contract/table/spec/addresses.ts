// SPEC: Addresses.
import { expect } from "bun:test";
import { absent, bodiless, many, one, page, refused } from "../../answers.ts";
import type { Table } from "../rows.ts";
import { aLabel, ids } from "../samples.ts";

export const addresses: Table = {
  "SPEC Addresses": {
    "GET takes limit and a cursor that is a date-time, and answers a page": async (f) => {
      await f.address();
      await f.address();
      const first = await page(f.get("/identities?limit=1"), "Address");
      expect(first.data).toHaveLength(1);
      expect(first.next_cursor).toBe(first.data[0]!.created_at);
      await many(f.get(`/identities?limit=1&cursor=${first.next_cursor}`), "Address");
    },
    "POST takes domain_id and local_part, required, and display_name, type and mode; 201": async (f) => {
      const body = { domain_id: f.t.domainId, local_part: f.next("p") };
      for (const [field] of Object.entries(body))
        await refused(
          f.post("/identities", { ...body, [field]: undefined }),
          400,
          "validation_error",
          new RegExp(field),
        );
      const more = { display_name: "P", type: "human", mode: "human" };
      expect(await one(f.post("/identities", { ...body, ...more }), 201, "Address")).toMatchObject(more);
    },
    "GET by id answers 200 with the address": async (f) => {
      const made = await f.address();
      expect(await one(f.get(`/identities/${made.id}`), 200, "Address")).toEqual(made);
    },
    "PATCH takes display_name, mode, capabilities and status, and answers 200": async (f) => {
      const made = await f.address({ display_name: "P" });
      const body = { display_name: null, mode: "hybrid", status: "suspended" };
      const changed = await one(
        f.patch(`/identities/${made.id}`, { ...body, capabilities: made.capabilities }),
        200,
        "Address",
      );
      expect(changed).toMatchObject(body);
    },
    "DELETE answers 204, and removes its messages, routing rules and webhooks": async (f) => {
      const { address, message } = await f.inbound();
      const hook = await f.hook({ identity_id: address.id });
      const body = { domain_id: f.t.domainId, local_part: f.next("r"), identity_id: address.id };
      const rule = await one(f.post("/routing-rules", body), 201, "RoutingRule");
      const draft = await f.draft({ identity_id: address.id });
      const label = await aLabel(f, address);
      await bodiless(f.del(`/identities/${address.id}`));
      for (const path of [
        `/identities/${address.id}`,
        `/threads?identity_id=${address.id}`,
        `/threads/${message.thread_id}`,
        `/messages?thread_id=${message.thread_id}`,
        `/messages/${message.id}`,
        `/messages/${message.id}/raw`,
        `/drafts/${draft.id}`,
        `/labels/${label.id}`,
        `/webhooks/${hook.id}`,
      ])
        await absent(f.get(path));
      await absent(f.patch(`/routing-rules/${rule.id}`, { status: "active" }));
      expect(ids(await f.rows(f.get("/threads?limit=200")))).not.toContain(message.thread_id);
    },
  },
};
