// SPEC: Events.
import { expect } from "bun:test";
import { absent, bodiless, many, none, one } from "../../answers.ts";
import { minute } from "../../fixtures.ts";
import { misfits } from "../../misfits.ts";
import { decided, type Table } from "../rows.ts";
import { ids } from "../samples.ts";

export const events: Table = {
  "SPEC Events": {
    "Events are pushed to the registered url by POST": async (f) => {
      const hook = await f.hook({ identity_id: (await f.quiet()).id });
      await one(f.post(`/webhooks/${hook.id}/test`), 200, "Delivery");
      expect((await f.told(hook, "webhook.test")).method).toBe("POST");
    },
    "The payload is id, type, created_at and data": async (f) => {
      const hook = await f.hook({ identity_id: (await f.quiet()).id });
      await one(f.post(`/webhooks/${hook.id}/test`), 200, "Delivery");
      const { event } = await f.told(hook, "webhook.test");
      expect(misfits("Event", event)).toEqual([]);
    },
    "It has ids and metadata only, never a message's body": async (f) => {
      const address = await f.address();
      const hook = await f.hook({ identity_id: address.id });
      await f.inbound({ to: address, body: "the secret of the mail\r\n" });
      const call = await f.told(hook, "message.received");
      expect(call.body).not.toContain("the secret");
    },
    "message.received has message_id, thread_id, identity_id, to, from, subject, has_attachments": async (
      f,
    ) => {
      const address = await f.address();
      const hook = await f.hook({ identity_id: address.id });
      const { message } = await f.inbound({ to: address, subject: "Told" });
      const { event } = await f.told(hook, "message.received");
      expect(misfits("MessageReceived", event.data)).toEqual([]);
      expect(event.data).toEqual({
        message_id: message.id,
        thread_id: message.thread_id,
        identity_id: address.id,
        to: address.email,
        from: "ada@far.example",
        subject: "Told",
        has_attachments: false,
        // DECISIONS Safety
        verdict: "clear",
        reasons: [],
      });
    },
    "The receiver fetches the content with GET /messages/{id}": async (f) => {
      const address = await f.address();
      const hook = await f.hook({ identity_id: address.id });
      await f.inbound({ to: address, body: "the content\r\n" });
      const { event } = await f.told(hook, "message.received");
      const message = await one(f.get(`/messages/${event.data.message_id}`), 200, "Message");
      expect(message.text).toContain("the content");
    },
    "message.received comes within seconds of the mail": async (f) => {
      const address = await f.address();
      const hook = await f.hook({ identity_id: address.id });
      const { message } = await f.inbound({ to: address });
      const { event } = await f.told(hook, "message.received");
      expect(f.clock.now() - Date.parse(message.created_at)).toBeLessThan(minute);
      expect(Date.parse(event.created_at) - Date.parse(message.created_at)).toBeLessThan(1000);
    },
    "An address without inbox turns mail into events and stores nothing": async (f) => {
      const address = await f.address({ type: "application" });
      const hook = await f.hook({ identity_id: address.id });
      expect(await f.smtp("ada@far.example", address.email, "Subject: x\r\n\r\nx")).toStartWith("250");
      const { event } = await f.told(hook, "message.received");
      await none(f.get(`/threads?identity_id=${address.id}`));
      await absent(f.get(`/messages?thread_id=${event.data.thread_id}`));
    },
    "The full list of kinds, and when message.delivered comes: not shown": decided(
      "Events, webhooks, deliveries",
    ),
    "The signature's header, content and encoding: not shown": decided("Events, webhooks, deliveries"),
    "Attempts are listed by webhook, and one is queued again by replay": async (f) => {
      const hook = await f.hook({ identity_id: (await f.quiet()).id });
      const { id } = await one(f.post(`/webhooks/${hook.id}/test`), 200, "Delivery");
      expect(ids(await many(f.get(`/deliveries?webhook_id=${hook.id}`), "Delivery"))).toEqual([id]);
      await one(f.post(`/deliveries/${id}/replay`), 200, "Delivery");
    },
    "consecutive_failures, last_delivered_at and last_failed_at track outcomes": async (f) => {
      const hook = await f.hook({ identity_id: (await f.quiet()).id });
      await one(f.post(`/webhooks/${hook.id}/test`), 200, "Delivery");
      const worked = await f.until(async () => {
        const shown = await one(f.get(`/webhooks/${hook.id}`), 200, "Webhook");
        return shown.last_delivered_at !== null && shown;
      });
      expect(worked).toMatchObject({ consecutive_failures: 0, last_failed_at: null });
      await one(f.patch(`/webhooks/${hook.id}`, { url: "http://127.0.0.1:9/" }), 200, "Webhook");
      await one(f.post(`/webhooks/${hook.id}/test`), 200, "Delivery");
      await f.until(async () => {
        const shown = await one(f.get(`/webhooks/${hook.id}`), 200, "Webhook");
        return shown.consecutive_failures === 1 && shown.last_failed_at !== null;
      });
      await bodiless(f.del(`/webhooks/${hook.id}`));
    },
    "Retry schedule, time-out, and when the status changes: not shown": decided(
      "Events, webhooks, deliveries",
    ),
    "Other events of calendars: not shown": decided("Events, webhooks, deliveries"),
  },
};
