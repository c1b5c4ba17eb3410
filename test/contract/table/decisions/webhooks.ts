// DECISIONS: Webhooks and deliveries.
import { expect } from "bun:test";
import { many, one, refused } from "../../answers.ts";
import { hour, minute } from "../../fixtures.ts";
import { held, type Table } from "../rows.ts";

export const webhooks: Table = {
  "DECISIONS Events, webhooks, deliveries": {
    "List and stream are in the order of (xid, id), and never pass an event that commits later": held(
      "http/events/events.test.ts",
      "passes no event that commits later",
    ),
    "secret is whsec_ and base64 of 32 bytes": async (f) => {
      const { secret } = await f.hook({ identity_id: (await f.quiet()).id });
      expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
    },
    "Headers webhook-id (the event id, the same on every try), webhook-timestamp and webhook-signature":
      async (f) => {
        const hook = await f.hook({ identity_id: (await f.quiet()).id });
        const { id } = await one(f.post(`/webhooks/${hook.id}/test`), 200, "Delivery");
        const first = await f.told(hook, "webhook.test");
        expect(first.headers["webhook-id"]).toBe(first.event.id);
        expect(Math.abs(Number(first.headers["webhook-timestamp"]) * 1000 - f.clock.now())).toBeLessThan(
          minute,
        );
        await one(f.post(`/deliveries/${id}/replay`), 200, "Delivery");
        const both = await f.until(async () => {
          const calls = f.calls(hook);
          return calls.length === 2 && calls;
        });
        expect(both[1]!.headers["webhook-id"]).toBe(first.event.id);
      },
    "The signature is v1, and base64 HMAC-SHA256 of id.timestamp.body": async (f) => {
      const hook = await f.hook({ identity_id: (await f.quiet()).id });
      await one(f.post(`/webhooks/${hook.id}/test`), 200, "Delivery");
      const { headers, body } = await f.told(hook, "webhook.test");
      const key = Buffer.from(hook.secret.slice("whsec_".length), "base64");
      const signed = `${headers["webhook-id"]}.${headers["webhook-timestamp"]}.${body}`;
      const mac = new Bun.CryptoHasher("sha256", key).update(signed).digest("base64");
      expect(headers["webhook-signature"]).toBe(`v1,${mac}`);
    },
    "Tries at 0, 5 s, 5 min, 30 min, 2 h, 5 h, 10 h, 10 h, each with up to 20 % jitter": held(
      "actors/workers/webhook-deliveries.test.ts",
      "a delivery walks through the whole schedule, fails, and is replayed",
    ),
    "15 s time-out": async (f) => {
      const { hook, id } = await f.silent();
      const tried = await f.until(async () => {
        const rows = await many(f.get(`/deliveries?webhook_id=${hook.id}`), "Delivery");
        return rows.find((row) => row.id === id && row.error !== null);
      });
      expect(tried).toMatchObject({ response_status: null, error: "No answer within 15 seconds." });
    },
    "2xx is success": async (f) => {
      const hook = await f.hook({ identity_id: (await f.quiet()).id });
      f.answerHooks(hook, () => new Response(null, { status: 204 }));
      const { id } = await one(f.post(`/webhooks/${hook.id}/test`), 200, "Delivery");
      expect(await f.delivery(hook, id, "delivered")).toMatchObject({ response_status: 204, error: null });
    },
    "Redirects are not followed": async (f) => {
      const [hook, target] = [
        await f.hook({ identity_id: (await f.quiet()).id }),
        await f.hook({ identity_id: (await f.quiet()).id }),
      ];
      f.answerHooks(hook, () => Response.redirect(target.url, 307));
      const { id } = await one(f.post(`/webhooks/${hook.id}/test`), 200, "Delivery");
      expect(await f.delivery(hook, id, "retrying")).toMatchObject({ response_status: 307 });
      expect(f.calls(target)).toEqual([]);
    },
    "Retry-After on 429 and 503 is honoured": async (f) => {
      const hook = await f.hook({ identity_id: (await f.quiet()).id });
      f.answerHooks(hook, () => new Response("later", { status: 429, headers: { "retry-after": "7200" } }));
      const { id } = await one(f.post(`/webhooks/${hook.id}/test`), 200, "Delivery");
      const tried = await f.delivery(hook, id, "retrying");
      expect(Date.parse(tried.next_attempt_at!) - f.clock.now()).toBeGreaterThan(2 * hour - minute);
    },
    "410 disables at once": async (f) => {
      const hook = await f.hook({ identity_id: (await f.quiet()).id });
      f.answerHooks(hook, () => new Response("gone", { status: 410 }));
      const { id } = await one(f.post(`/webhooks/${hook.id}/test`), 200, "Delivery");
      await f.delivery(hook, id, "failed");
      expect((await one(f.get(`/webhooks/${hook.id}`), 200, "Webhook")).status).toBe("disabled");
    },
    "status is active, failing (its newest delivery ran out of tries) or disabled": held(
      "actors/workers/webhook-deliveries.test.ts",
      "a delivery walks through the whole schedule, fails, and is replayed",
    ),
    "disabled: 410, or tries failed for 5 days since the first failure after the last success": held(
      "actors/workers/webhook-deliveries.test.ts",
      "five days of failing disable it; enabled again, it begins with new events",
    ),
    "consecutive_failures counts failed tries; a success sets it to 0": async (f) => {
      const hook = await f.hook({ identity_id: (await f.quiet()).id });
      f.answerHooks(hook, () => new Response("no", { status: 500 }));
      const { id } = await one(f.post(`/webhooks/${hook.id}/test`), 200, "Delivery");
      await f.delivery(hook, id, "retrying");
      expect((await one(f.get(`/webhooks/${hook.id}`), 200, "Webhook")).consecutive_failures).toBe(1);
      f.answerHooks(hook, () => new Response("yes"));
      await one(f.post(`/deliveries/${id}/replay`), 200, "Delivery");
      await f.delivery(hook, id, "delivered");
      expect((await one(f.get(`/webhooks/${hook.id}`), 200, "Webhook")).consecutive_failures).toBe(0);
    },
    "While disabled nothing is delivered (events stay in /events), queued ones become failed": held(
      "http/events/webhooks.test.ts",
      "are told nothing while disabled: what is queued fails, replay and test are refused",
    ),
    "While disabled replay is 409": async (f) => {
      const hook = await f.hook({ identity_id: (await f.quiet()).id });
      const { id } = await one(f.post(`/webhooks/${hook.id}/test`), 200, "Delivery");
      await one(f.patch(`/webhooks/${hook.id}`, { status: "disabled" }), 200, "Webhook");
      await refused(f.post(`/deliveries/${id}/replay`), 409, "conflict", /status/);
    },
    "GET and PATCH /webhooks/{id} (url, event_types, status)": async (f) => {
      const hook = await f.hook({ identity_id: (await f.quiet()).id });
      const body = { url: `${hook.url}/x`, event_types: ["message.sent"], status: "disabled" };
      expect(await one(f.patch(`/webhooks/${hook.id}`, body), 200, "Webhook")).toMatchObject(body);
      expect(await one(f.get(`/webhooks/${hook.id}`), 200, "Webhook")).toMatchObject(body);
    },
    "Enabled again it starts with new events": held(
      "actors/workers/webhook-deliveries.test.ts",
      "five days of failing disable it; enabled again, it begins with new events",
    ),
    "POST /webhooks/{id}/test": async (f) => {
      const hook = await f.hook({ identity_id: (await f.quiet()).id, event_types: ["message.sent"] });
      const made = await one(f.post(`/webhooks/${hook.id}/test`), 200, "Delivery");
      expect(made).toMatchObject({ webhook_id: hook.id, event_type: "webhook.test" });
      expect((await f.told(hook, "webhook.test")).event.data).toEqual({ webhook_id: hook.id });
    },
    "POST /webhooks/{id}/rotate-secret: both sign for 24 hours": async (f) => {
      const hook = await f.hook({ identity_id: (await f.quiet()).id });
      const rotated = await one(f.post(`/webhooks/${hook.id}/rotate-secret`), 200, "WebhookCreated");
      expect(rotated.secret).not.toBe(hook.secret);
      await one(f.post(`/webhooks/${hook.id}/test`), 200, "Delivery");
      const { headers, body } = await f.told(hook, "webhook.test");
      const signed = `${headers["webhook-id"]}.${headers["webhook-timestamp"]}.${body}`;
      const macs = [rotated.secret, hook.secret].map((secret) => {
        const key = Buffer.from(secret.slice("whsec_".length), "base64");
        return `v1,${new Bun.CryptoHasher("sha256", key).update(signed).digest("base64")}`;
      });
      expect(headers["webhook-signature"]!.split(" ").sort()).toEqual(macs.sort());
    },
    "Delivery: id, webhook_id, event_id, event_type, status, attempt_count, response_status, response_body, error, next_attempt_at, last_attempt_at, delivered_at, created_at":
      async (f) => {
        const hook = await f.hook({ identity_id: (await f.quiet()).id });
        const { id } = await one(f.post(`/webhooks/${hook.id}/test`), 200, "Delivery");
        expect(await f.delivery(hook, id, "delivered")).toMatchObject({
          webhook_id: hook.id,
          attempt_count: 1,
          response_status: 200,
          response_body: "ok",
          error: null,
          next_attempt_at: null,
          last_attempt_at: expect.any(String),
          delivered_at: expect.any(String),
        });
      },
    "response_body is the first kilobyte": async (f) => {
      const hook = await f.hook({ identity_id: (await f.quiet()).id });
      f.answerHooks(hook, () => new Response("x".repeat(5000)));
      const { id } = await one(f.post(`/webhooks/${hook.id}/test`), 200, "Delivery");
      expect((await f.delivery(hook, id, "delivered")).response_body).toBe("x".repeat(1024));
    },
    "URLs: http and https, any port, no userinfo": async (f) => {
      const { id } = await f.address();
      for (const url of ["ftp://far.example/", "https://user:pass@far.example/", "javascript:alert(1)"])
        await refused(f.post("/webhooks", { url, identity_id: id }), 400, "validation_error");
      for (const url of ["http://far.example:8080/x", "https://far.example/"])
        await one(f.post("/webhooks", { url, identity_id: id }), 201, "WebhookCreated");
    },
    "Private, loopback, link-local and metadata ranges are refused, IPv4-mapped IPv6 too, unless a setting allows them":
      async (f) => {
        const { id } = await f.address();
        for (const host of [
          "10.0.0.1",
          "192.168.1.1",
          "169.254.169.254",
          "[::1]",
          "[fe80::1]",
          "[::ffff:10.0.0.1]",
        ])
          await refused(
            f.post("/webhooks", { url: `http://${host}/`, identity_id: id }),
            400,
            "validation_error",
          );
        // WEBHOOK_ALLOW_NETWORKS has 127.0.0.0/8 here.
        await f.hook({ identity_id: id });
      },
    "They are checked when saved and again at connect time, on the address that is then used": held(
      "webhooks/guard.test.ts",
      "a name that rebinds between its answers is used at the very address that was checked",
    ),
    "Of several resolved addresses only allowed ones are tried": held(
      "webhooks/guard.test.ts",
      "of several resolved addresses only allowed ones are tried",
    ),
    "At most 8 calls at once to one endpoint": async (f) => {
      const hook = await f.hook({ identity_id: (await f.quiet()).id });
      const { promise, resolve } = Promise.withResolvers<void>();
      let [open, most] = [0, 0];
      f.answerHooks(hook, async () => {
        most = Math.max(most, ++open);
        if (open === 8) setTimeout(resolve, 100);
        await promise;
        open--;
        return new Response("ok");
      });
      for (let n = 0; n < 12; n++) await one(f.post(`/webhooks/${hook.id}/test`), 200, "Delivery");
      await f.until(async () => f.calls(hook).length === 12);
      expect(most).toBe(8);
    },
    "A slow endpoint delays neither mail nor others": held(
      "actors/workers/webhook-deliveries.test.ts",
      "endpoints that hang, refuse or are slow delay no other one",
    ),
  },
};
