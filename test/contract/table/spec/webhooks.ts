// SPEC: Webhooks.
import { expect } from "bun:test";
import { absent, bodiless, one, page, refused } from "../../answers.ts";
import { decided, type Table } from "../rows.ts";
import { ids } from "../samples.ts";

export const webhooks: Table = {
  "SPEC Webhooks": {
    "GET takes limit and a cursor that is a date-time, and answers a page": async (f) => {
      const { id } = await f.address();
      await f.hook({ identity_id: id });
      const last = await f.hook({ identity_id: id });
      const first = await page(f.get("/webhooks?limit=1"), "Webhook");
      expect([ids(first.data), first.next_cursor]).toEqual([[last.id], last.created_at]);
    },
    "POST takes url, required, identity_id and event_types": async (f) => {
      const { id } = await f.address();
      await refused(f.post("/webhooks", { identity_id: id }), 400, "validation_error", /url/);
      await refused(f.post("/webhooks", { url: "no url" }), 400, "validation_error", /url/);
      const made = await f.hook({ identity_id: id, event_types: ["message.received"] });
      expect(made).toMatchObject({ identity: id, event_types: ["message.received"] });
    },
    "event_types are of a fixed list": async (f) =>
      refused(
        f.post("/webhooks", { url: "https://far.example/", event_types: ["message.eaten"] }),
        400,
        "validation_error",
        /message\.received/,
      ),
    "The name events, of one example, is taken too": async (f) => {
      const made = await f.hook({ identity_id: (await f.quiet()).id, events: ["message.sent"] });
      expect(made.event_types).toEqual(["message.sent"]);
    },
    "POST answers 201 with the signing secret, once": async (f) => {
      const hook = await f.hook({ identity_id: (await f.quiet()).id });
      expect(hook.secret).toBeString();
      expect(await one(f.get(`/webhooks/${hook.id}`), 200, "Webhook")).not.toContainKey("secret");
    },
    "DELETE answers 204": async (f) => {
      const hook = await f.hook({ identity_id: (await f.quiet()).id });
      await bodiless(f.del(`/webhooks/${hook.id}`));
      await absent(f.get(`/webhooks/${hook.id}`));
    },
    "Fetching or updating one: not shown": decided("Events, webhooks, deliveries"),
  },
};
