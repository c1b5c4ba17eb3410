// The whole life of deliveries by a clock that the test moves, and endpoints that hang, refuse and are slow beside good ones.
import { afterAll, expect, test } from "bun:test";
import { Webhook } from "standardwebhooks";
import { msOf } from "../../../src/lib/clock.ts";
import type { PageOf } from "../../support/app/api.ts";
import { eachApp, eventually, ShiftedClock } from "../../support/app/app.ts";
import { type Receiver, startReceiver } from "../../support/fakes/receivers.ts";

const second = 1000;
const minute = 60 * second;
const hour = 60 * minute;
const day = 24 * hour;
const waits = [5 * second, 5 * minute, 30 * minute, 2 * hour, 5 * hour, 10 * hour, 10 * hour];
const clock = new ShiftedClock();
const receivers: Receiver[] = [];
const receiver = () => {
  const made = startReceiver();
  receivers.push(made);
  return made;
};
afterAll(() => Promise.all(receivers.map((made) => made.stop())));

interface Delivery {
  id: string;
  status: string;
  attempt_count: number;
  response_status: number | null;
  error: string | null;
  next_attempt_at: string | null;
  last_attempt_at: string | null;
}

interface Hook {
  id: string;
  status: string;
  secret: string;
  consecutive_failures: number;
  last_delivered_at: string | null;
  last_failed_at: string | null;
}

eachApp(
  "deliveries of webhooks",
  (t) => {
    const make = async (url: string) => {
      const address = await t.address();
      const hook = await t.api.must<Hook>(201, t.api.post("/webhooks", { url, identity_id: address.id }));
      return { address, hook };
    };
    const touch = (id: string) =>
      t.api.must(200, t.api.patch(`/identities/${id}`, { display_name: crypto.randomUUID() }));
    const listed = async (id: string) =>
      (await t.api.get<PageOf<Delivery>>(`/deliveries?webhook_id=${id}`)).json.data;
    const hookOf = (id: string) => t.api.must<Hook>(200, t.api.get(`/webhooks/${id}`));
    const tried = (id: string, attempts: number, index = 0) =>
      eventually(async () => {
        await t.app.core.actors.idle();
        const row = (await listed(id))[index];
        return row?.attempt_count === attempts && row.status !== "delivering" && row;
      });
    const poke = () => t.app.core.actors.feed.pokeAll();
    const waitOf = (row: Delivery) => msOf(row.next_attempt_at!) - msOf(row.last_attempt_at!);

    // DECISIONS Events, webhooks, deliveries: Tries at 0, 5 s, 5 min, 30 min, 2 h, 5 h, 10 h, 10 h, each with up to 20 % jitter
    // DECISIONS Events, webhooks, deliveries: status is active, failing (its newest delivery ran out of tries) or disabled
    test("a delivery walks through the whole schedule, fails, and is replayed", async () => {
      const to = receiver();
      to.answer(() => new Response("broken", { status: 500 }));
      const { address, hook } = await make(to.url);
      await touch(address.id);
      for (const [index, wait] of waits.entries()) {
        const row = await tried(hook.id, index + 1);
        expect(row).toMatchObject({ status: "retrying", response_status: 500 });
        expect(waitOf(row)).toBeGreaterThanOrEqual(wait);
        expect(waitOf(row)).toBeLessThanOrEqual(wait * 1.2 + 20 * second);
        const left = msOf(row.next_attempt_at!) - clock.now();
        if (wait > minute) {
          clock.advance(left - minute);
          poke();
          expect((await tried(hook.id, index + 1)).status).toBe("retrying");
          clock.advance(minute);
        } else clock.advance(left + 1);
        poke();
      }
      expect(await tried(hook.id, 8)).toMatchObject({ status: "failed", next_attempt_at: null });
      expect(await hookOf(hook.id)).toMatchObject({
        status: "failing",
        consecutive_failures: 8,
        last_delivered_at: null,
      });
      const ids = new Set(to.calls.items.map(({ headers }) => headers["webhook-id"]));
      expect([to.calls.items.length, ids.size]).toEqual([8, 1]);
      for (const { headers, body } of to.calls.items.slice(-1)) {
        // The library compares with the real time.
        const age = Math.floor(Date.now() / 1000) - Number(headers["webhook-timestamp"]);
        expect(Math.abs(age)).toBeGreaterThan(0);
        expect(() => new Webhook(hook.secret).verify(body, headers)).toThrow("timestamp");
      }
      to.answer(() => new Response("ok"));
      const [row] = await listed(hook.id);
      await t.api.must(200, t.api.post(`/deliveries/${row!.id}/replay`));
      poke();
      expect(await tried(hook.id, 1)).toMatchObject({ status: "delivered", response_status: 200 });
      expect(await hookOf(hook.id)).toMatchObject({ status: "active", consecutive_failures: 0 });
    });

    test("a replay while a try is under way: the answer to that try does not count for it", async () => {
      const to = receiver();
      const answers: ((response: Response) => void)[] = [];
      to.answer(() => new Promise<Response>((resolve) => answers.push(resolve)));
      const { address, hook } = await make(to.url);
      await touch(address.id);
      await eventually(async () => answers.length === 1);
      const [before] = await listed(hook.id);
      expect(before).toMatchObject({ status: "delivering", attempt_count: 1 });
      clock.advance(second);
      const again = await t.api.must<Delivery>(200, t.api.post(`/deliveries/${before!.id}/replay`));
      expect(again).toMatchObject({ status: "queued", attempt_count: 0 });
      poke();
      await eventually(async () => answers.length === 2);
      answers[0]!(new Response("broken", { status: 500 }));
      await eventually(async () => (await hookOf(hook.id)).consecutive_failures === 1);
      expect((await listed(hook.id))[0]).toMatchObject({
        status: "delivering",
        attempt_count: 1,
        response_status: null,
      });
      answers[1]!(new Response("ok"));
      expect(await tried(hook.id, 1)).toMatchObject({ status: "delivered", response_status: 200 });
    });

    test("disabling ends whatever is queued, however much, and enabling brings none of it back", async () => {
      const to = receiver();
      to.answer(() => new Response("broken", { status: 500 }));
      const { address, hook } = await make(to.url);
      await touch(address.id);
      await tried(hook.id, 1);
      const { database } = t.app.core;
      // As after hours of failing beside a flood of events.
      await database.values(
        `insert into deliveries (account_id, id, webhook_id, event_xid, event_id, event_type, status, attempt_count, next_attempt_at, created_at)
         select account_id, gen_random_uuid(), webhook_id, event_xid, event_id, event_type, 'retrying', 1, next_attempt_at + interval '1 hour', created_at
         from deliveries, generate_series(1, 2500) where webhook_id = $1::uuid`,
        [hook.id],
      );
      const queued = async () =>
        (
          await database.values(
            "select count(*)::int from deliveries where webhook_id = $1::uuid and (next_attempt_at is not null or status <> 'failed')",
            [hook.id],
          )
        )[0]![0];
      expect(await queued()).toBe(2501);
      await t.api.must(200, t.api.patch(`/webhooks/${hook.id}`, { status: "disabled" }));
      expect(await queued()).toBe(0);
      // Disabled by its failures a webhook keeps what a turn could not end: enabling does it first.
      await database.values(
        "update deliveries set status = 'retrying', next_attempt_at = now() + interval '1 day' where webhook_id = $1::uuid",
        [hook.id],
      );
      await t.api.must(200, t.api.patch(`/webhooks/${hook.id}`, { status: "active" }));
      expect(await queued()).toBe(0);
      await database.values("delete from deliveries where webhook_id = $1::uuid", [hook.id]);
    });

    // DECISIONS Events, webhooks, deliveries: disabled: 410, or tries failed for 5 days since the first failure after the last success
    // DECISIONS Events, webhooks, deliveries: Enabled again it starts with new events
    test("five days of failing disable it; enabled again, it begins with new events", async () => {
      const to = receiver();
      to.answer(() => new Response("broken", { status: 503, headers: { "retry-after": "7200" } }));
      const { address, hook } = await make(to.url);
      await touch(address.id);
      const first = await tried(hook.id, 1);
      expect(waitOf(first)).toBeGreaterThan(2 * hour - minute);
      for (let n = 0; n < 4; n++) {
        clock.advance(day);
        await touch(address.id);
        poke();
        await tried(hook.id, 1);
        expect((await hookOf(hook.id)).status).not.toBe("disabled");
      }
      clock.advance(day + minute);
      poke();
      await eventually(async () => (await hookOf(hook.id)).status === "disabled");
      await eventually(async () => (await listed(hook.id)).every(({ status }) => status === "failed"));
      const calls = to.calls.items.length;
      const before = (await listed(hook.id)).length;
      await touch(address.id);
      expect((await listed(hook.id)).length).toBe(before);
      expect((await t.api.post(`/deliveries/${(await listed(hook.id))[0]!.id}/replay`)).status).toBe(409);
      await t.api.must(200, t.api.patch(`/webhooks/${hook.id}`, { status: "active" }));
      to.answer(() => new Response("ok"));
      await touch(address.id);
      poke();
      expect(await tried(hook.id, 1)).toMatchObject({ status: "delivered" });
      expect(to.calls.items.length).toBe(calls + 1);
      expect(await hookOf(hook.id)).toMatchObject({ status: "active", consecutive_failures: 0 });
    });

    test("410 disables at once, and other processes' caches learn of it", async () => {
      const to = receiver();
      to.answer(() => new Response("gone", { status: 410 }));
      const { address, hook } = await make(to.url);
      await touch(address.id);
      poke();
      await eventually(async () => (await hookOf(hook.id)).status === "disabled");
      await touch(address.id);
      expect(await listed(hook.id)).toMatchObject([
        { status: "failed", response_status: 410, attempt_count: 1 },
      ]);
    });

    // DECISIONS Events, webhooks, deliveries: A slow endpoint delays neither mail nor others
    test("endpoints that hang, refuse or are slow delay no other one", async () => {
      const good = receiver();
      const hanging = receiver();
      const release = Promise.withResolvers<void>();
      hanging.answer(async () => {
        await release.promise;
        return new Response("ok");
      });
      const slow = receiver();
      slow.answer(async () => {
        // Time: a receiver that answers late.
        await Bun.sleep(50);
        return new Response("ok");
      });
      const three = (url: string) => Promise.all([1, 2, 3].map(() => make(url)));
      const hang = await three(hanging.url);
      const others = [...(await three("http://127.0.0.1:9/none")), ...(await three(slow.url))];
      const { address, hook } = await make(good.url);
      const events = (made: { address: { id: string } }[], count: number) =>
        Promise.all(made.flatMap((one) => Array.from({ length: count }, () => touch(one.address.id))));
      await events(others, 10);
      // A try of theirs ends after fifteen seconds.
      await events(hang, 10);
      await events([{ address }], 20);
      poke();
      await good.calls.count(20);
      // At most eight calls at once to one endpoint.
      await hanging.calls.count(24);
      for (const { hook: one } of hang) {
        const under = (await listed(one.id)).filter(({ status }) => status === "delivering");
        expect(under.length).toBe(8);
      }
      release.resolve();
      await eventually(async () => {
        await t.app.core.actors.idle();
        return (await listed(hook.id)).every(({ status }) => status === "delivered");
      });
      await slow.calls.count(30);
      await hanging.calls.count(30);
    });
  },
  { clock },
);
