// DECISIONS: Webhooks and deliveries.
import { expect } from "bun:test";
import { many, one, refused } from "../../answers.ts";
import { hour, minute } from "../../fixtures.ts";
import type { Table } from "../rows.ts";

export const webhooks: Table = {
  "DECISIONS Events, webhooks, deliveries": {
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
  },
};
