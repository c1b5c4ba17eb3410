// Webhooks and their deliveries: SPEC Webhooks, Deliveries, Events; DECISIONS Events, webhooks, deliveries.
import { expect, test } from "bun:test";
import { Webhook as Verifier } from "standardwebhooks";
import { systemClock } from "../../../src/lib/clock.ts";
import type { Api, PageOf } from "../../support/app/api.ts";
import { eachApp, eventually } from "../../support/app/app.ts";
import { restrictedKey } from "../../support/app/keys.ts";
import { refusal } from "../../support/app/refusals.ts";
import { type HookCall, type Receiver, startReceiver } from "../../support/fakes/receivers.ts";

interface Hook {
  id: string;
  url: string;
  identity: string | null;
  event_types: string[];
  status: string;
  consecutive_failures: number;
  secret?: string;
}

interface Delivery {
  id: string;
  webhook_id: string;
  event_id: string;
  event_type: string;
  status: string;
  attempt_count: number;
  response_status: number | null;
  next_attempt_at: string | null;
}

const hookFields =
  "consecutive_failures created_at event_types id identity last_delivered_at last_failed_at status url";
const deliveryFields =
  "attempt_count created_at delivered_at error event_id event_type id last_attempt_at next_attempt_at response_body response_status status webhook_id";
const random = "019a2f4e-8b1c-7def-8a90-1234567890ab";
const nowhere = "http://127.0.0.1:9/hook";
/** Goes on by itself, and jumps. */
const clock = { ahead: 0, now: () => systemClock.now() + clock.ahead };
const day = 24 * 3600 * 1000;

function keysOf(row: object): string {
  return Object.keys(row).sort().join(" ");
}

/** Throws unless the call is signed with this secret. */
function verify(call: HookCall, secret: string): void {
  // The library looks at the machine's clock; the calls stand at the test's.
  const signed = new Verifier(secret).sign(
    call.headers["webhook-id"]!,
    new Date(Number(call.headers["webhook-timestamp"]) * 1000),
    call.body,
  );
  if (!call.headers["webhook-signature"]!.split(" ").includes(signed)) throw new Error("not signed with it");
}

eachApp(
  "webhooks",
  (t) => {
    const create = (body: object, api: Api = t.api) => api.must<Hook>(201, api.post("/webhooks", body));
    const remove = async (...hooks: Hook[]) => {
      for (const { id } of hooks) expect((await t.api.delete(`/webhooks/${id}`)).status).toBe(204);
    };
    const get = (id: string) => t.api.must<Hook>(200, t.api.get(`/webhooks/${id}`));
    const deliveries = async (id: string) =>
      (await t.api.get<PageOf<Delivery>>(`/deliveries?webhook_id=${id}`)).json.data;
    const withReceiver = async (work: (receiver: Receiver) => Promise<void>) => {
      const receiver = startReceiver();
      try {
        await work(receiver);
      } finally {
        await receiver.stop();
      }
    };

    test("are created with a secret that is shown once, and read without it", async () => {
      const made = await create({ url: nowhere, event_types: ["message.received", "message.received"] });
      const { secret, ...shown } = made;
      expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
      expect(keysOf(shown)).toBe(hookFields);
      expect(shown).toMatchObject({
        url: nowhere,
        identity: null,
        event_types: ["message.received"],
        status: "active",
        consecutive_failures: 0,
        last_delivered_at: null,
        last_failed_at: null,
      });
      expect(await get(made.id)).toEqual(shown);
      expect((await t.api.get<PageOf<Hook>>("/webhooks")).json.data).toEqual([shown]);
      const alias = await create({ url: nowhere, events: ["message.sent"] });
      expect(alias.event_types).toEqual(["message.sent"]);
      const all = await create({ url: nowhere });
      expect(all.event_types).toEqual([]);
      for (const body of [
        {},
        { url: "ftp://example.com/" },
        { url: "https://user:pass@example.com/" },
        { url: "http://10.0.0.1/" },
        { url: nowhere, event_types: ["message.recieved"] },
        { url: nowhere, event_types: [], events: [] },
        { url: nowhere, secret: "x" },
      ])
        expect([body, ...(await refusal(t.api.post("/webhooks", body)))]).toEqual([
          body,
          400,
          "validation_error",
        ]);
      expect(await refusal(t.api.post("/webhooks", { url: nowhere, identity_id: random }))).toEqual([
        404,
        "not_found",
      ]);
      await remove(made, alias, all);
      expect(await refusal(t.api.get(`/webhooks/${made.id}`))).toEqual([404, "not_found"]);
    });

    test("are changed field by field; a status is active or disabled", async () => {
      const { id } = await create({ url: nowhere, event_types: ["webhook.test"] });
      const patch = (body: object) => t.api.must<Hook>(200, t.api.patch(`/webhooks/${id}`, body));
      expect(await patch({ url: "http://127.0.0.1:9/other" })).toMatchObject({
        url: "http://127.0.0.1:9/other",
        event_types: ["webhook.test"],
      });
      expect(await patch({ event_types: ["message.sent"] })).toMatchObject({ event_types: ["message.sent"] });
      expect(await patch({ event_types: [] })).toMatchObject({ event_types: [] });
      expect(await patch({ status: "disabled" })).toMatchObject({ status: "disabled" });
      const shown = await patch({ status: "active" });
      expect(keysOf(shown)).toBe(hookFields);
      expect(await get(id)).toEqual(shown as Hook);
      for (const body of [
        {},
        { status: "failing" },
        { events: ["message.sent"] },
        { url: "http://192.168.1.1/" },
        { identity_id: random },
      ])
        expect([body, ...(await refusal(t.api.patch(`/webhooks/${id}`, body)))]).toEqual([
          body,
          400,
          "validation_error",
        ]);
      expect(await refusal(t.api.patch(`/webhooks/${random}`, { status: "active" }))).toEqual([
        404,
        "not_found",
      ]);
      await t.api.must(204, t.api.delete(`/webhooks/${id}`));
    });

    test("are tested whatever their event types, and the call is signed", () =>
      withReceiver(async (receiver) => {
        const hook = await create({ url: receiver.url, event_types: ["message.bounced"] });
        const answer = await t.api.must<Delivery>(200, t.api.post(`/webhooks/${hook.id}/test`));
        expect(keysOf(answer)).toBe(deliveryFields);
        expect(answer).toMatchObject({ webhook_id: hook.id, event_type: "webhook.test", status: "queued" });
        const call = await receiver.calls.find();
        expect(call.event).toMatchObject({ type: "webhook.test", data: { webhook_id: hook.id } });
        expect(call.event.id).toBe(answer.event_id);
        expect(call.headers["webhook-id"]).toBe(answer.event_id);
        verify(call, hook.secret!);
        const [row] = await eventually(async () => {
          const rows = await deliveries(hook.id);
          return rows[0]?.status === "delivered" && rows;
        });
        expect(row).toMatchObject({
          id: answer.id,
          attempt_count: 1,
          response_status: 200,
          next_attempt_at: null,
        });
        expect(keysOf(row!)).toBe(deliveryFields);
        expect(await refusal(t.api.post(`/webhooks/${hook.id}/test`, { now: true }))).toEqual([
          400,
          "validation_error",
        ]);
        await remove(hook);
      }));

    test("rotate their secret; the one before signs too for 24 hours", () =>
      withReceiver(async (receiver) => {
        const hook = await create({ url: receiver.url, event_types: ["webhook.test"] });
        const rotated = await t.api.must<Hook>(200, t.api.post(`/webhooks/${hook.id}/rotate-secret`));
        expect(rotated.secret).toMatch(/^whsec_/);
        expect(rotated.secret).not.toBe(hook.secret);
        expect(keysOf(rotated)).toBe(
          "consecutive_failures created_at event_types id identity last_delivered_at last_failed_at secret status url",
        );
        await t.api.must(200, t.api.post(`/webhooks/${hook.id}/test`));
        const [both] = await receiver.calls.count(1);
        verify(both!, rotated.secret!);
        verify(both!, hook.secret!);
        clock.ahead += day + 1000;
        await t.api.must(200, t.api.post(`/webhooks/${hook.id}/test`));
        const [, later] = await receiver.calls.count(2);
        verify(later!, rotated.secret!);
        expect(() => verify(later!, hook.secret!)).toThrow();
        expect(later!.headers["webhook-signature"]!.split(" ")).toHaveLength(1);
        await eventually(async () => (await deliveries(hook.id)).every((row) => row.status === "delivered"));
        await remove(hook);
      }));

    // DECISIONS Authentication and keys: Only a hash of the key is stored; an answer with a secret is encrypted under a key derived from it
    test("a secret is replayed with its answer, and only with the same key", async () => {
      const headers = { "idempotency-key": "hook-1" };
      const first = await t.api.post("/webhooks", { url: nowhere, event_types: ["webhook.test"] }, headers);
      const again = await t.api.post("/webhooks", { event_types: ["webhook.test"], url: nowhere }, headers);
      expect([again.status, again.text]).toEqual([201, first.text]);
      expect(again.headers.get("idempotency-replayed")).toBe("true");
      const { data: hook } = first.json as { data: Hook };
      const [stored] = await t.app.core.database.values(
        "select string_agg(convert_from(body, 'sql_ascii'), '') from idempotency where sealed = false",
      );
      expect(String(stored?.[0])).not.toContain("whsec_");
      const rotate = () => t.api.post(`/webhooks/${hook.id}/rotate-secret`, undefined, headers);
      const rotated = await rotate();
      expect((await rotate()).text).toBe(rotated.text);
      const test = () => t.api.post(`/webhooks/${hook.id}/test`, undefined, headers);
      const tested = await test();
      expect((await test()).text).toBe(tested.text);
      expect(await deliveries(hook.id)).toHaveLength(1);
      await remove(hook);
    });

    // DECISIONS Events, webhooks, deliveries: While disabled nothing is delivered (events stay in /events), queued ones become failed
    test("are told nothing while disabled: what is queued fails, replay and test are refused", () =>
      withReceiver(async (receiver) => {
        receiver.answer(() => new Response("no", { status: 500 }));
        const hook = await create({ url: receiver.url, event_types: ["identity.created", "webhook.test"] });
        const missed = await t.address();
        const [retrying] = await eventually(async () => {
          const rows = await deliveries(hook.id);
          return rows[0]?.status === "retrying" && rows;
        });
        expect(retrying).toMatchObject({ attempt_count: 1, response_status: 500 });
        expect(await get(hook.id)).toMatchObject({ consecutive_failures: 1, status: "active" });
        await t.api.must(200, t.api.patch(`/webhooks/${hook.id}`, { status: "disabled" }));
        expect(await deliveries(hook.id)).toMatchObject([
          { id: retrying!.id, status: "failed", next_attempt_at: null },
        ]);
        expect(await refusal(t.api.post(`/deliveries/${retrying!.id}/replay`))).toEqual([409, "conflict"]);
        expect(await refusal(t.api.post(`/webhooks/${hook.id}/test`))).toEqual([409, "conflict"]);
        await t.address();
        expect(await deliveries(hook.id)).toHaveLength(1);
        await t.api.must(200, t.api.patch(`/webhooks/${hook.id}`, { status: "active" }));
        expect(await deliveries(hook.id)).toHaveLength(1);
        receiver.answer(() => new Response("yes"));
        const fresh = await t.address();
        const call = await receiver.calls.find(({ event }) => event.data.identity_id === fresh.id);
        expect(call.event.type).toBe("identity.created");
        const replayed = await t.api.must<Delivery>(200, t.api.post(`/deliveries/${retrying!.id}/replay`));
        expect(replayed).toMatchObject({ id: retrying!.id, status: "queued", attempt_count: 0 });
        const second = await receiver.calls.count(2, ({ event }) => event.data.identity_id === missed.id);
        expect(second[1]!.headers["webhook-id"]).toBe(second[0]!.headers["webhook-id"]!);
        await eventually(async () => (await deliveries(hook.id)).every((row) => row.status === "delivered"));
        expect(await get(hook.id)).toMatchObject({ consecutive_failures: 0, status: "active" });
        await remove(hook);
      }));

    test("deliveries are listed newest first, paged, and need their webhook", async () => {
      const hook = await create({ url: nowhere, event_types: ["webhook.test"] });
      const made: string[] = [];
      for (let n = 0; n < 3; n++)
        made.push((await t.api.must<Delivery>(200, t.api.post(`/webhooks/${hook.id}/test`))).id);
      const page = async (query: string) =>
        (await t.api.get<PageOf<Delivery>>(`/deliveries?webhook_id=${hook.id}${query}`)).json;
      const first = await page("&limit=2");
      const rest = await page(`&limit=2&cursor=${first.next_cursor}`);
      expect([...first.data, ...rest.data].map((row) => row.id)).toEqual(made.reverse());
      expect([first.has_more, rest.has_more, rest.next_cursor]).toEqual([true, false, null]);
      expect(await refusal(t.api.get("/deliveries"))).toEqual([400, "validation_error"]);
      expect(await refusal(t.api.get(`/deliveries?webhook_id=${random}`))).toEqual([404, "not_found"]);
      expect(await refusal(t.api.post(`/deliveries/${random}/replay`))).toEqual([404, "not_found"]);
      await remove(hook);
      expect(await refusal(t.api.post(`/deliveries/${made[0]}/replay`))).toEqual([404, "not_found"]);
    });

    test("a key reaches those of its addresses, and no account-wide one", async () => {
      const [mine, theirs] = [await t.address(), await t.address()];
      const key = await restrictedKey(t.api, [mine.id]);
      const own = await create({ url: nowhere, identity_id: mine.id, event_types: ["webhook.test"] }, key);
      const others = [
        await create({ url: nowhere, identity_id: theirs.id, event_types: ["webhook.test"] }),
        await create({ url: nowhere, event_types: ["webhook.test"] }),
      ];
      expect((await key.get<PageOf<Hook>>("/webhooks")).json.data.map(({ id }) => id)).toEqual([own.id]);
      expect(await refusal(key.post("/webhooks", { url: nowhere }))).toEqual([403, "forbidden"]);
      expect(await refusal(key.post("/webhooks", { url: nowhere, identity_id: theirs.id }))).toEqual([
        404,
        "not_found",
      ]);
      const foreign = await t.otherAccount();
      for (const { id } of others) {
        const delivery = await t.api.must<Delivery>(200, t.api.post(`/webhooks/${id}/test`));
        for (const api of [key, foreign.api]) {
          for (const answer of [
            api.get(`/webhooks/${id}`),
            api.patch(`/webhooks/${id}`, { status: "disabled" }),
            api.post(`/webhooks/${id}/test`),
            api.post(`/webhooks/${id}/rotate-secret`),
            api.delete(`/webhooks/${id}`),
            api.get(`/deliveries?webhook_id=${id}`),
            api.post(`/deliveries/${delivery.id}/replay`),
          ])
            expect(await refusal(answer)).toEqual([404, "not_found"]);
        }
      }
      expect((await key.post(`/webhooks/${own.id}/test`)).status).toBe(200);
      expect((await key.get(`/deliveries?webhook_id=${own.id}`)).status).toBe(200);
      expect((await key.delete(`/webhooks/${own.id}`)).status).toBe(204);
      await remove(...others);
    });
  },
  { clock },
);
