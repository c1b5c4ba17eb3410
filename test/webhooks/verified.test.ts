// The public packages verify what a real server delivers, as a receiver's own program would call them.
import { afterAll, expect, test } from "bun:test";
import { Webhook as StandardWebhook } from "standardwebhooks";
import { Webhook as SvixWebhook } from "svix";
import { eachApp, ShiftedClock } from "../support/app/app.ts";
import { type HookCall, startReceiver } from "../support/fakes/receivers.ts";

const receiver = startReceiver();
afterAll(() => receiver.stop());
const clock = new ShiftedClock();
const packages = [StandardWebhook, SvixWebhook];

interface Hook {
  id: string;
  secret: string;
}

/** Whether each package takes the call, or the same with another body. */
function taken(call: HookCall, secret: string, body = call.body): boolean[] {
  return packages.map((Verifier) => {
    try {
      new Verifier(secret).verify(body, call.headers);
      return true;
    } catch {
      return false;
    }
  });
}

eachApp(
  "real deliveries",
  (t) => {
    const create = (fields: object) =>
      t.api.must<Hook>(201, t.api.post("/webhooks", { url: receiver.url, ...fields }));
    const delivered = (type: string, data: Record<string, unknown>) =>
      receiver.calls.find(
        ({ event }) =>
          event.type === type && Object.entries(data).every(([key, value]) => event.data[key] === value),
      );

    test("are verified with their secret and no other, and not once changed or old", async () => {
      const address = await t.address();
      const hook = await create({
        identity_id: address.id,
        event_types: ["message.received", "webhook.test"],
      });
      const other = await create({ identity_id: address.id, event_types: ["thread.created"] });
      await t.mail({ from: "ada@far.example", to: address.email, subject: "Grüße 山田 🎉", text: "Hallo" });
      const call = await delivered("message.received", { identity_id: address.id });
      expect(taken(call, hook.secret)).toEqual([true, true]);
      expect(new StandardWebhook(hook.secret).verify(call.body, call.headers)).toMatchObject({
        type: "message.received",
        data: { subject: "Grüße 山田 🎉", to: address.email, from: "ada@far.example" },
      });
      expect(taken(call, hook.secret, call.body.replace("ada@", "eve@"))).toEqual([false, false]);
      expect(taken(call, other.secret)).toEqual([false, false]);
      const forged = { ...call, headers: { ...call.headers, "webhook-id": crypto.randomUUID() } };
      expect(taken(forged, hook.secret)).toEqual([false, false]);
      // A service whose clock is ten minutes behind: rightly signed, and too old.
      clock.advance(-600_000);
      await t.api.must(200, t.api.post(`/webhooks/${hook.id}/test`));
      const old = await delivered("webhook.test", { webhook_id: hook.id });
      clock.advance(600_000);
      expect(taken(old, hook.secret)).toEqual([false, false]);
    });

    test("are verified with both secrets while one is being rotated", async () => {
      const hook = await create({ event_types: ["identity.created"] });
      const rotated = await t.api.must<Hook>(200, t.api.post(`/webhooks/${hook.id}/rotate-secret`));
      const call = await delivered("identity.created", { identity_id: (await t.address()).id });
      expect(taken(call, rotated.secret)).toEqual([true, true]);
      expect(taken(call, hook.secret)).toEqual([true, true]);
      // Rotated again, the first one is out at once.
      const third = await t.api.must<Hook>(200, t.api.post(`/webhooks/${hook.id}/rotate-secret`));
      const later = await delivered("identity.created", { identity_id: (await t.address()).id });
      expect([third, rotated, hook].map(({ secret }) => taken(later, secret))).toEqual([
        [true, true],
        [true, true],
        [false, false],
      ]);
    });
  },
  { clock },
);
