// Providers that ask for less mail, and ramps of new domains: two processes, fake mail servers that answer 421 by rate, and
// neighbours that notice nothing. DECISIONS Drafts and sending.
import { afterAll, expect, test } from "bun:test";
import { OutboundPacing } from "../../../actors/workers/outbound-pacing.ts";
import { checkQueues } from "../../../src/doctor/checks/queues.ts";
import { contextOf } from "../../../src/doctor/context.ts";
import { addMs, msOf, nowInstant } from "../../../src/lib/clock.ts";
import { newId } from "../../../src/lib/ids.ts";
import { silentLog } from "../../../src/lib/log.ts";
import type { RecipientResult } from "../../../src/outbound/outcome.ts";
import type { OutboundRow } from "../../../src/store/sending/outbound.ts";
import { listPaces } from "../../../src/store/sending/paces.ts";
import type { PageOf } from "../../support/app/api.ts";
import { eachApp, eventually, ShiftedClock, type SuiteApp } from "../../support/app/app.ts";
import { freePort } from "../../support/app/ports.ts";
import { startDns } from "../../support/fakes/dns.ts";
import { smtpError, startMxServer } from "../../support/fakes/mx-server.ts";

interface Recipient {
  address: string;
  status: string;
  attempts: number;
  response: string | null;
}

const clock = new ShiftedClock();
const [bigAt, smallAt] = ["127.0.0.5", "127.0.0.6"] as const;
const mxPort = await freePort(bigAt, smallAt);
const dns = await startDns({
  "one.example": { MX: ["10 mx1.big.example"] },
  "two.example": { MX: ["10 mx2.big.example"] },
  "mx1.big.example": { A: [bigAt] },
  "mx2.big.example": { A: [bigAt] },
  "small.example": { MX: ["10 mx.small.example"] },
  "mx.small.example": { A: [smallAt] },
});

/** Takes so many mails a minute, whoever they are for. */
const perMinute = 12;
const taken: number[] = [];
const tries: number[] = [];
const big = await startMxServer(
  {
    disabledCommands: ["STARTTLS"],
    onMailFrom(_address, _session, done) {
      const now = clock.now();
      tries.push(now);
      if (taken.filter((at) => at > now - 60_000).length < perMinute) {
        taken.push(now);
        done();
        return;
      }
      done(smtpError(421, "4.7.0 Too many messages from your address, slow down"));
    },
  },
  { address: bigAt, port: mxPort },
);
const small = await startMxServer({ disabledCommands: ["STARTTLS"] }, { address: smallAt, port: mxPort });
afterAll(() => Promise.all([dns.stop(), big.stop(), small.stop()]));

const env = { DNS_SERVERS: dns.server };

async function sendTo(t: SuiteApp, from: string, to: string): Promise<string> {
  const { id } = await t.api.must<{ id: string }>(201, t.api.post("/messages", { from, to, text: "Hi" }));
  return id;
}

async function recipientOf(t: SuiteApp, id: string): Promise<Recipient> {
  return (await t.api.get<PageOf<Recipient>>(`/messages/${id}/recipients`)).json.data[0]!;
}

function queuesOf(t: SuiteApp) {
  return contextOf(t.app.core, { config: t.config, clock }).then(checkQueues);
}

eachApp(
  "a provider that asks for less",
  (t) => {
    // DECISIONS Drafts and sending: A provider that asks for less mail gets less, of all its domains; others are not slowed
    test("gets less, of all its domains, until everything is there; its neighbours wait for nothing", async () => {
      taken.length = 0;
      tries.length = 0;
      const [bigBefore, smallBefore] = [big.mails.length, small.mails.length];
      const { email } = await t.address();
      const waiting: string[] = [];
      for (let n = 0; n < 30; n++)
        waiting.push(await sendTo(t, email, `r${n}@${n % 2 ? "one" : "two"}.example`));
      await eventually(async () => (await listPaces(t.app.core.database)).length > 0);
      const quick = await Promise.all([...Array(10)].map((_, n) => sendTo(t, email, `r${n}@small.example`)));
      await eventually(() => small.mails.length - smallBefore === 10);
      for (const id of quick) {
        const recipient = await eventually(async () => {
          const one = await recipientOf(t, id);
          return one.status === "delivered" && one;
        });
        expect(recipient.attempts).toBe(1);
      }
      expect((await listPaces(t.app.core.database)).map(({ provider }) => provider)).toEqual(["big.example"]);
      // What waits says so, and the operator sees it.
      const held = await eventually(async () => {
        const all = await Promise.all(waiting.map((id) => recipientOf(t, id)));
        return all.find(({ response }) => response?.startsWith("Waits until "));
      });
      expect(held.response).toMatch(
        /^Waits until 20\S+Z: big\.example takes less mail just now \(421 4\.7\.0 Too many/,
      );
      expect(await queuesOf(t)).toContainEqual(
        expect.objectContaining({ code: "provider_slowed", severity: "warn", subject: "big.example" }),
      );
      await eventually(
        async () => {
          clock.advance(1000);
          t.app.core.actors.feed.pokeAll();
          return big.mails.length - bigBefore === 30;
        },
        () => `${big.mails.length - bigBefore} of 30 have come`,
      );
      // It has found what the provider takes: from the fourth minute on, hardly more is tried in any.
      const settled = tries.filter((at) => at > tries[0]! + 3 * 60_000);
      const busiest = settled.map(
        (at) => settled.filter((other) => other >= at && other < at + 60_000).length,
      );
      expect(Math.max(0, ...busiest)).toBeLessThanOrEqual(perMinute * 1.5);
      const all = await eventually(async () => {
        const found = await Promise.all(waiting.map((id) => recipientOf(t, id)));
        return found.every(({ status }) => status === "delivered") && found;
      });
      expect(all).toHaveLength(30);
      // Waiting is no attempt; one that finds its session closed tries another.
      expect(all.reduce((sum, { attempts }) => sum + attempts, 0)).toBeLessThanOrEqual(tries.length);
      clock.advance(3_600_000);
      await sendTo(t, email, "last@one.example");
      await eventually(async () => (await listPaces(t.app.core.database)).length === 0);
    });

    // DECISIONS Drafts and sending: The pace of a provider is that of all processes together
    test("one pace holds for all processes", async () => {
      const { database } = t.app.core;
      const pacing = () =>
        new OutboundPacing({
          database,
          clock,
          log: silentLog,
          transport: { providerOf: async () => "shared.example" },
          config: { sendingRamp: null },
          poke: () => undefined,
        });
      const [first, second] = [pacing(), pacing()];
      const answer: RecipientResult = {
        recipient: "a@x.example",
        kind: "deferred",
        code: 421,
        enhanced: "4.7.0",
        response: "421 4.7.0 too many connections",
        refusedAt: "mail",
        mx: "mx.shared.example",
        tls: null,
        tlsFallback: null,
        dsn: false,
      };
      const begun = first.begin("mx x.example");
      await first.end("mx x.example", begun, [answer]);
      await second.refresh();
      expect([first.isOpen, second.isOpen]).toEqual([false, false]);
      // 30 a minute at first: one slot in two seconds.
      const route = { kind: "mx", domain: "x.example" } as const;
      const passing = [...Array(40)].map((_, n) =>
        (n % 2 ? first : second).pass([rowTo("mx x.example")], route),
      );
      const passed = (await Promise.all(passing)).filter((group) => group.length > 0);
      expect(passed.length).toBeLessThanOrEqual(2);
      const [pace] = (await listPaces(database)).filter(({ provider }) => provider === "shared.example");
      const ahead = msOf(pace!.nextSlot) - clock.now();
      expect(ahead).toBeGreaterThan(35 * 2000);
      expect(ahead).toBeLessThan(41 * 2000);
      clock.advance(3_600_000);
      await second.refresh();
      expect(second.isOpen).toBe(true);
    });
  },
  { clock, env, deps: { mxPort } },
);

eachApp(
  "the ramp of a new domain",
  (t) => {
    // DECISIONS Drafts and sending: What is above the day's limit of a new domain waits for the next day
    test("what is above the day's limit waits for the next day, and says when it goes", async () => {
      const before = small.mails.length;
      const { email } = await t.address();
      const ids: string[] = [];
      for (let n = 0; n < 6; n++) ids.push(await sendTo(t, email, `n${n}@small.example`));
      await eventually(() => small.mails.length - before === 3);
      const waits = await eventually(async () => {
        const all = await Promise.all(ids.map((id) => recipientOf(t, id)));
        const held = all.filter(({ response }) => response?.startsWith("Waits until "));
        return held.length === 3 && held;
      });
      const tomorrow = addMs(nowInstant(clock), 86_400_000).slice(0, 10);
      for (const { status, attempts, response } of waits) {
        expect([status, attempts]).toEqual(["queued", 0]);
        expect(response).toMatch(
          new RegExp(`^Waits until ${tomorrow}T\\S+Z: ${t.domain} is new, and sends to 3 recipients today$`),
        );
      }
      expect(await queuesOf(t)).toContainEqual(
        expect.objectContaining({ code: "ramp", severity: "skip", subject: t.domain }),
      );
      // Mail inside does not count.
      const inside = await t.address();
      const internal = await sendTo(t, email, inside.email);
      await eventually(async () => (await recipientOf(t, internal)).status === "delivered");
      clock.advance(msOf(`${tomorrow}T12:00:01.000000Z`) - clock.now());
      t.app.core.actors.feed.pokeAll();
      await eventually(() => small.mails.length - before === 6);
      for (const id of ids) await eventually(async () => (await recipientOf(t, id)).status === "delivered");
      // Three of the second day's five are used.
      const late = await Promise.all([...Array(3)].map((_, n) => sendTo(t, email, `l${n}@small.example`)));
      await eventually(() => small.mails.length - before === 8);
      const states = await eventually(async () => {
        const all = await Promise.all(late.map((id) => recipientOf(t, id)));
        return all.filter(({ status }) => status === "delivered").length === 2 && all;
      });
      expect(states.filter(({ response }) => response?.startsWith("Waits until "))).toHaveLength(1);
      const counted = await t.app.core.database.values("select recipients from ramp_days order by day");
      expect(counted).toEqual([[3], [5], [1]]);
    });
  },
  { clock, env: { ...env, SENDING_RAMP: "3,5" }, deps: { mxPort } },
);

function rowTo(lane: string): OutboundRow {
  const at = nowInstant(clock);
  return {
    ...{ accountId: newId(), id: newId(), identityId: newId(), messageId: newId(), ordinal: 0, lane },
    ...{ recipient: "a@x.example", envelopeFrom: "b@near.example", status: "queued", attempts: 1 },
    ...{ response: null, nextAttemptAt: at, createdAt: at, updatedAt: at, report: null, dsn: null },
    ...{
      nullSender: false,
      claimedBy: newId(),
      heldBy: null,
      rampDay: null,
      calendarUid: null,
      forward: null,
    },
  };
}
