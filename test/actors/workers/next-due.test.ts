// What workers know of the next due time, and the turns that poke them when they make work due: between the two, ticks
// ask the database nothing.
import { afterAll, expect, test } from "bun:test";
import { OutboundScheduler } from "../../../actors/workers/outbound-scheduler.ts";
import { ScheduledDrafts } from "../../../actors/workers/scheduled-drafts.ts";
import { WebhookDeliveries } from "../../../actors/workers/webhook-deliveries.ts";
import { addMs, ManualClock, nowInstant } from "../../../src/lib/clock.ts";
import { claimDrafts } from "../../../src/store/drafts.ts";
import { createPoster } from "../../../src/webhooks/post.ts";
import { eachApp, eventually, ShiftedClock, type SuiteApp, type TestAddress } from "../../support/app/app.ts";
import { startDns } from "../../support/fakes/dns.ts";
import { smtpError, startMxServer } from "../../support/fakes/mx-server.ts";
import { startReceiver } from "../../support/fakes/receivers.ts";

const pokes = { outbound: 0, deliveries: 0 };
const mailHostname = "mail.agents.example";
const baseUrl = () => "https://mail.example";
const clock = new ShiftedClock();
const dns = await startDns({
  "busy.example": { MX: ["10 mx.busy.example"] },
  "mx.busy.example": { A: ["127.0.0.5"] },
});
const mx = await startMxServer(
  {
    disabledCommands: ["STARTTLS", "AUTH"],
    onRcptTo(_address, _session, done) {
      pokes.outbound = 0;
      done(smtpError(451, "4.7.1 Try again later"));
    },
  },
  { address: "127.0.0.5" },
);
const receiver = startReceiver();
receiver.answer(() => {
  pokes.deliveries = 0;
  return new Response("broken", { status: 500 });
});
afterAll(async () => {
  await receiver.stop();
  await mx.stop();
  await dns.stop();
});

/** The only due time of a table, once it is later than now. */
function dueOf(t: SuiteApp, table: "outbound" | "deliveries"): Promise<string> {
  return eventually(async () => {
    const rows = await t.app.core.database.rows<{ at: string }>(
      `select next_attempt_at as at from ${table} where status in ('deferred', 'retrying')`,
    );
    return rows.length === 1 && rows[0]!.at > nowInstant(clock) && rows[0]!.at;
  });
}

eachApp(
  "the next due time",
  (t) => {
    test("of nothing is none", async () => {
      const { core } = t.app;
      const poster = createPoster({ clock, allowed: [] });
      const hooks = new WebhookDeliveries({ ...core, poster, handed: async () => null });
      expect(await hooks.round(() => undefined)).toEqual({ done: 0, more: false, next: null });
      expect(await new ScheduledDrafts({ ...core, mailHostname, baseUrl }).round()).toEqual({
        done: 0,
        more: false,
        next: null,
      });
    });

    test("of a scheduled draft", async () => {
      const from = await t.address();
      const send_at = addMs(nowInstant(clock), 3_600_000);
      const body = { identity_id: from.id, to: ["a@busy.example"], subject: "later" };
      const { id } = await t.api.must<{ id: string }>(201, t.api.post("/drafts", body));
      await t.api.must(200, t.api.post(`/drafts/${id}/schedule`, { send_at }));
      expect(await new ScheduledDrafts({ ...t.app.core, mailHostname, baseUrl }).round()).toEqual({
        done: 0,
        more: false,
        next: send_at,
      });
      await t.api.must(200, t.api.delete(`/drafts/${id}`));
    });

    /** Scheduled drafts of these addresses, each due so many seconds from now. */
    const later = (dues: readonly (readonly [TestAddress, number])[]) =>
      Promise.all(
        dues.map(async ([{ id: identity_id }, seconds]) => {
          const sendAt = addMs(nowInstant(clock), seconds * 1000);
          const body = { identity_id, to: ["a@busy.example"], subject: "later" };
          const { id } = await t.api.must<{ id: string }>(201, t.api.post("/drafts", body));
          await t.api.must(200, t.api.post(`/drafts/${id}/schedule`, { send_at: sendAt }));
          return { id, sendAt };
        }),
      );
    /** The worker of a process whose clock is some seconds ahead, so that nobody else finds anything due. */
    const ahead = (seconds: number) => {
      const its = new ManualClock(clock.now() + seconds * 1000);
      const deps = { ...t.app.core, clock: its, mailHostname, baseUrl };
      return { now: nowInstant(its), deps, round: () => new ScheduledDrafts(deps).round() };
    };

    test("of a scheduled draft beside those of an address that was deleted, and those that wait for one before them", async () => {
      const [gone, busy, from] = [await t.address(), await t.address(), await t.address()];
      const [, before, , other] = await later([
        [gone, 90],
        [busy, 100],
        [busy, 110],
        [from, 3600],
      ]);
      await t.api.must(204, t.api.delete(`/identities/${gone.id}`));
      const one = ahead(300);
      const nothing = { done: 0, more: false };
      // A process that ends at once.
      expect((await claimDrafts(t.app.core.database, one.now, 1)).map(({ id }) => id)).toEqual([before!.id]);
      expect(await one.round()).toEqual({ ...nothing, next: addMs(one.now, 30_000) });
      await t.api.must(204, t.api.delete(`/identities/${busy.id}`));
      expect(await one.round()).toEqual({ ...nothing, next: other!.sendAt });
      await t.api.must(204, t.api.delete(`/identities/${from.id}`));
      expect(await one.round()).toEqual({ ...nothing, next: null });
    });

    test("of a delivery that failed: the turn that puts it off pokes, and so does one that ends its webhook", async () => {
      const { core } = t.app;
      const stop = core.actors.feed.onTopic("deliveries", () => void pokes.deliveries++);
      const { id } = await t.address();
      await t.api.must(
        201,
        t.api.post("/webhooks", { url: receiver.url, identity_id: id, event_types: ["identity.updated"] }),
      );
      await t.api.must(200, t.api.patch(`/identities/${id}`, { display_name: "x" }));
      const next = await dueOf(t, "deliveries");
      await core.actors.idle();
      expect(pokes.deliveries).toBeGreaterThan(0);
      const hooks = new WebhookDeliveries({
        ...core,
        poster: createPoster({ clock, allowed: [] }),
        handed: async () => null,
      });
      expect(await hooks.round(() => undefined)).toEqual({ done: 0, more: false, next });
      pokes.deliveries = 0;
      await t.api.must(204, t.api.delete(`/identities/${id}`));
      expect(pokes.deliveries).toBeGreaterThan(0);
      stop();
    });

    test("of a recipient that was put off: the turn pokes", async () => {
      const { core } = t.app;
      const stop = core.actors.feed.onTopic("outbound", () => void pokes.outbound++);
      const { email } = await t.address();
      await t.api.must(
        201,
        t.api.post("/messages", { from: email, to: ["a@busy.example"], subject: "x", text: "x" }),
      );
      const next = await dueOf(t, "outbound");
      await core.actors.idle();
      expect(pokes.outbound).toBeGreaterThan(0);
      const transport = {
        providerOf: () => Promise.resolve(null),
        free: () => 0,
        sendOnce: () => Promise.reject(new Error("nothing is due")),
        close: () => undefined,
      };
      const mail = new OutboundScheduler({ ...core, transport, taken: null });
      expect(await mail.round(() => undefined)).toMatchObject({ done: 0, more: false, next });
      await mail.stop(0);
      stop();
    });
  },
  { clock, deps: { mxPort: mx.port }, env: { DNS_SERVERS: dns.server } },
);
