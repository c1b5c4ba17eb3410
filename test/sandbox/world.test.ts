// A world around the service: its mail, its time, its control. On both databases.
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { msOf } from "../../src/lib/clock.ts";
import { createLog } from "../../src/lib/log.ts";
import type { Resident } from "../../src/sandbox/resident.ts";
import { bracketed } from "../../src/sandbox/residents/resident-of.ts";
import { writeLetter } from "../../src/sandbox/residents/world-letter.ts";
import { WorldClock } from "../../src/sandbox/world-clock.ts";
import { anyHiddenEvents } from "../../src/store/events/events.ts";
import { eventually } from "../support/app/app.ts";
import { storeKinds, type TempStore, tempStore } from "../support/app/database.ts";
import { transactionHeld } from "../support/app/events.ts";
import { startTestSandbox, type TestSandbox } from "../support/app/sandbox.ts";

interface Clock {
  now: string;
  next: string | null;
}
interface Logged {
  n: number;
  at: string;
  kind: string;
  from?: string;
  to?: string;
  code?: number;
  text?: string;
}
interface Message {
  direction: string;
  id: string;
  subject: string;
  from: { email: string };
  created_at: string;
}

const minute = 60_000;
const hour = 60 * minute;

/** Takes a mail at the second try, and answers two hours later. */
const ada: Resident = {
  address: "ada@shop.example",
  name: "Ada",
  kind: "person",
  refuse: (_mail, attempt) => (attempt > 1 ? null : { at: "rcpt", code: 451, text: "4.7.1 Greylisted" }),
  react: (mail, world) => [
    {
      afterMs: 2 * hour,
      envelopeFrom: "ada@shop.example",
      recipients: [mail.from],
      raw: letter(
        { from: "ada@shop.example", to: mail.from, subject: `Re: ${mail.subject}`, answers: mail.messageId },
        world,
      ),
    },
  ],
};

/** Has a domain of its own, and writes in the name of Ada. */
const eve: Resident = {
  address: "eve@evil.example",
  name: "Eve",
  kind: "attacker",
  react: () => [],
  begin: ({ address }, world) => [
    {
      afterMs: 0,
      envelopeFrom: "eve@evil.example",
      recipients: [address],
      raw: letter({ from: "ada@shop.example", to: address, subject: "Urgent", answers: null }, world),
    },
  ],
};

function letter(
  { from, to, subject, answers }: { from: string; to: string; subject: string; answers: string | null },
  world: { nowMs: number; random(below: number): number },
): Uint8Array {
  return writeLetter({
    from: { email: from, name: "Ada" },
    to: [{ email: to }],
    subject,
    text: "Yes.",
    ...(answers === null ? {} : { inReplyTo: bracketed(answers), references: [bracketed(answers)] }),
    messageId: `<${world.random(1e12)}@made.example>`,
    dateMs: world.nowMs,
  });
}

for (const kind of storeKinds) {
  if (kind === "postgres" && process.env.POSTROOM_TEST_DATABASE_URL === undefined) {
    test.skip("a world on Postgres: POSTROOM_TEST_DATABASE_URL is not set", () => {});
    continue;
  }
  describe(`a world, ${kind}`, () => {
    let store: TempStore;
    let s: TestSandbox;
    let identity: string;
    beforeAll(async () => {
      store = await tempStore(kind, { empty: true });
      s = await startTestSandbox({ postgres: store.databaseUrl });
      s.world.join(ada);
      s.world.join(eve);
      identity = (await s.api.must<{ id: string }>(201, s.api.post("/identities", { email: s.own("bot") })))
        .id;
    });
    afterAll(async () => {
      await s.stop();
      await store.dispose();
    });
    const log = async () => (await s.control<{ data: Logged[] }>("GET", "log")).data;
    const mails = async () =>
      (await s.api.must<Message[]>(200, s.api.get(`/messages?identity_id=${identity}`))).filter(
        ({ direction }) => direction === "inbound",
      );
    const advance = (advance: string) => s.control<Clock>("POST", "clock", { advance });
    const write = (to: string, subject: string) =>
      s.api.must<{ id: string }>(
        201,
        s.api.post("/messages", { from: s.own("bot"), to: [to], subject, text: "Well?" }),
      );
    const authenticationOf = (id: string) =>
      s.api.must<Record<string, unknown>>(200, s.api.get(`/messages/${id}/authentication`));

    test("mail goes to who lives there, greylisted, and the answer is proven", async () => {
      const { now } = await s.control<Clock>("GET", "clock");
      expect(now).toBe("2026-01-05T09:00:00.000000Z");
      await write("ada@shop.example", "Order");
      await advance("1d");
      const [answer] = await mails();
      expect(answer).toMatchObject({ subject: "Re: Order", from: { email: "ada@shop.example" } });
      const seen = await log();
      expect(seen.map(({ kind, code }) => (code === undefined ? kind : `${kind} ${code}`))).toEqual([
        "began",
        "joined",
        "joined",
        "refused 451",
        "left",
        "came 250",
      ]);
      const [refused, left, came] = seen.slice(3).map(({ at }) => msOf(at));
      expect(refused).toBe(msOf(now));
      expect(left! - refused!).toBeGreaterThan(0);
      expect(came).toBe(left! + 2 * hour);
      expect(answer!.created_at).toBe(seen[5]!.at);
      expect(await authenticationOf(answer!.id)).toMatchObject({
        spf: { result: "pass" },
        dmarc: { result: "pass" },
      });
    });

    test("forged mail is seen to be forged", async () => {
      await s.control("POST", "residents/eve@evil.example/acts", { begin: true, to: s.own("bot") });
      const [forged] = await mails();
      expect(forged).toMatchObject({ subject: "Urgent", from: { email: "ada@shop.example" } });
      expect(await authenticationOf(forged!.id)).toMatchObject({ dmarc: { result: "fail" } });
    });

    test("nobody's address keeps its mail", async () => {
      await write("nobody@else.example", "Hello");
      const { data } = await s.control<{ data: { subject: string; text: string; to: string[] }[] }>(
        "GET",
        "inboxes/nobody@else.example",
      );
      expect(data).toMatchObject([{ subject: "Hello", text: "Well?\n", to: ["nobody@else.example"] }]);
    });

    /** A worker at an address of its own, to which nothing came yet. */
    const worker = async (name: string) => {
      const address = { email: s.own(name) };
      const { id } = await s.api.must<{ id: string }>(201, s.api.post("/identities", address));
      const key = { name, identity_ids: [id] };
      return s.api.as((await s.api.must<{ token: string }>(201, s.api.post("/api-keys", key))).token);
    };
    const writesLater = (to: string, subject: string, after: string) =>
      s.control("POST", "residents/bob@else.example/acts", { to: s.own(to), subject, text: "Now.", after });
    interface Next {
      item: { message: { subject: string } } | null;
    }

    test("while the clock stands, who waits moves it to what happens next", async () => {
      const api = await worker("waits");
      const before = s.clock.now();
      await writesLater("waits", "Later", "40s");
      const { item } = await api.must<Next>(200, api.post("/next", { wait: 60, kinds: ["mail"] }));
      expect(item?.message.subject).toBe("Later");
      // What transactions of the database hide is looked for again a tenth of a second later.
      expect(s.clock.now() - before).toBeLessThanOrEqual(kind === "embedded" ? 40_000 : 41_000);
    });

    test.skipIf(kind === "embedded")(
      "a clock that stands waits while a transaction of the server hides what came",
      async () => {
        const { database } = s.app.core;
        const api = await worker("hidden");
        const over = await transactionHeld(database);
        const before = s.clock.now();
        await writesLater("hidden", "Hidden", "5s");
        const next = api.post("/next", { wait: 60, kinds: ["mail"] });
        await eventually(() => anyHiddenEvents(database));
        await over();
        const { item } = await api.must<Next>(200, next);
        expect(item?.message.subject).toBe("Hidden");
        expect(s.clock.now() - before).toBeLessThan(60_000);
      },
    );

    test.skipIf(kind === "embedded")(
      "an advance is answered when what came can be seen, which a transaction of the server hides",
      async () => {
        const { database } = s.app.core;
        const api = await worker("passed");
        await writesLater("passed", "Passed", "5s");
        const over = await transactionHeld(database);
        const { seen } = s.clock;
        s.clock.seen = async () => {
          await over();
          await seen();
        };
        try {
          await advance("1m");
          const { item } = await api.must<Next>(200, api.post("/next", { wait: 0, kinds: ["mail"] }));
          expect(item?.message.subject).toBe("Passed");
        } finally {
          s.clock.seen = seen;
          await over();
        }
      },
    );

    test("what comes due on the way happens at its time", async () => {
      const { now } = await s.control<Clock>("GET", "clock");
      const at = (ms: number) => new Date(msOf(now) + ms).toISOString();
      const sent = { from: s.own("bot"), to: ["late@else.example"], subject: "Later", text: "Well?" };
      await s.api.must(202, s.api.post("/messages", { ...sent, send_at: at(6 * hour) }));
      const short = { email: s.own("short"), expires_at: at(5 * hour) };
      await s.api.must(201, s.api.post("/identities", short));
      const { nowMs } = s.world.view;
      await advance("3d");
      const left = (await log()).find(({ to }) => to === "late@else.example");
      expect(msOf(left!.at) - nowMs).toBeGreaterThanOrEqual(6 * hour);
      expect(msOf(left!.at) - nowMs).toBeLessThan(6 * hour + minute);
      const [suspended] = await s.api.must<object[]>(200, s.api.get("/events?type=identity.suspended"));
      expect(JSON.stringify(suspended)).toContain(at(5 * hour).slice(0, 16));
    });

    test("thirty days pass with mail on each, which comes once, at its time and in its order", async () => {
      const [{ now }, before] = [await s.control<Clock>("GET", "clock"), (await log()).length];
      const perDay = Number(process.env.FUZZ ?? 1) >= 100 ? 34 : 2;
      const planned = Array.from({ length: 30 * perDay }, (_, n) => ({
        subject: `Day ${n}`,
        minutes: Math.floor(((n * 7919) % (30 * perDay)) * (1440 / perDay)),
      }));
      for (const { subject, minutes } of planned)
        await s.control("POST", "residents/cy@month.example/acts", {
          ...{ to: s.own("bot"), subject, text: "Hello", after: `${minutes}m` },
        });
      expect(msOf((await advance("30d")).now)).toBe(msOf(now) + 30 * 24 * hour);
      const came = s.world.events
        .after(0, 100_000)
        .slice(before)
        .filter(({ kind, from }) => kind === "came" && from === "cy@month.example");
      expect(came.map(({ code, subject, at }) => ({ code, subject, ms: msOf(at) - msOf(now) }))).toEqual(
        planned
          .toSorted((a, b) => a.minutes - b.minutes)
          .map(({ subject, minutes }) => ({ code: 250, subject, ms: minutes * minute })),
      );
      const newest = (await mails()).filter(({ subject }) => subject.startsWith("Day "));
      expect(newest.map(({ subject }) => subject)).toEqual(
        came
          .toReversed()
          .slice(0, newest.length)
          .map(({ subject }) => subject!),
      );
      expect(newest.length).toBeGreaterThan(10);
    });

    test("the control signs somebody in to the console", async () => {
      const { url } = await s.control<{ url: string }>("POST", "console-link", { email: "you@example.com" });
      const page = await fetch(url, { redirect: "manual" });
      expect(page.status).toBeLessThan(400);
      expect(await page.text()).not.toContain("no longer valid");
    });

    test("the control says what is wrong, and answers no page of a browser", async () => {
      const refusal = (method: string, path: string, body?: unknown) =>
        s.control(method, path, body).then(
          () => "taken",
          (error: Error) => error.message,
        );
      expect(await refusal("POST", "clock", { advance: "soon" })).toMatch(/^422 "advance" is a span/);
      expect(await refusal("POST", "clock", { to: "2020-01-01T00:00:00Z" })).toMatch(
        /^422 Time does not go back/,
      );
      expect(await refusal("POST", "clock", { forward: "1d" })).toMatch(/^422 Unknown field "forward"/);
      expect(await refusal("POST", "residents", { address: "nobody" })).toMatch(/^422 /);
      expect(await refusal("DELETE", "residents/gone@else.example")).toMatch(/^404 /);
      expect(await refusal("GET", "weather")).toMatch(/^404 /);
      expect(await refusal("POST", "console-link", { email: "nobody" })).toMatch(/^422 /);
      expect(await refusal("DELETE", "clock")).toBe("405 Use GET or POST with this path.");
      const clock = `${s.api.base}/sandbox/clock`;
      const page = await fetch(clock, { headers: { origin: "https://evil.example" } });
      const rebound = await fetch(clock, { headers: { host: "evil.example" } });
      expect([page.status, rebound.status]).toEqual([403, 403]);
    });
  });
}

test("a clock that stands and cannot move on tries again without haste, and then goes on", async () => {
  const lines: string[] = [];
  const log = createLog({ level: "error", format: "json", write: (line) => void lines.push(line) });
  const clock = new WorldClock({ startMs: 0, speed: 0, log });
  clock.seen = () => Promise.reject(new Error("the database is away"));
  const waited = Promise.withResolvers<void>();
  clock.leaps.after(40_000, waited.resolve, "awaited");
  for (let n = 0; n < 500; n++) await new Promise((resolve) => setImmediate(resolve));
  expect(lines.length).toBeGreaterThan(0);
  // One a second.
  expect(lines.length).toBeLessThan(10);
  clock.seen = async () => undefined;
  await waited.promise;
  expect(clock.now()).toBe(40_000);
});
