// What is over is put away, step by step, and nothing else.
import { afterAll, expect, test } from "bun:test";
import { existsSync, utimesSync } from "node:fs";
import { join } from "node:path";
import { createLink, signIn } from "../../../actors/account/access/console.ts";
import { expireIdentities } from "../../../actors/workers/expiry.ts";
import { Janitor } from "../../../actors/workers/janitor.ts";
import { releaseRound } from "../../../actors/workers/signup-names.ts";
import { instantOf } from "../../../src/lib/clock.ts";
import { sha256 } from "../../../src/lib/secrets.ts";
import { pack } from "../../../src/store/blobs/blobs.ts";
import type { PageOf } from "../../support/app/api.ts";
import { eachApp, eventually, ShiftedClock } from "../../support/app/app.ts";
import { startReceiver } from "../../support/fakes/receivers.ts";

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;
const receiver = startReceiver();
afterAll(() => receiver.stop());
const clock = new ShiftedClock();

eachApp(
  "the janitor",
  (t) => {
    const count = async (text: string, ...params: string[]) =>
      Number((await t.app.core.database.values(`select count(*)::int from ${text}`, params))[0]![0]);
    const clean = async () => {
      const janitor = new Janitor(t.app.core);
      // One walk over everything: two rounds more than it says, for windows that had nothing.
      for (let idle = 0; idle < 3; ) idle = (await janitor.round()).more ? 0 : idle + 1;
    };
    const fileOf = (key: string) => join(t.app.core.config.dataDir, "blobs", key);
    /** A sweep goes by the times of files. */
    const age = (keys: readonly string[]) => {
      const old = new Date(Date.now() - dayMs - hourMs);
      for (const key of keys) utimesSync(fileOf(key), old, old);
    };
    const mailTo = (to: string, text: string) =>
      t.mail({ from: "ann@far.example", to, subject: "Hello", text });

    // SPEC Routing rules: A webhook destination has no inbox: the message is handed to the endpoint and then gone
    // DECISIONS Addresses: It is purged 24 hours after its deliveries are final
    test("a spooled message goes a day after its delivery is final, and not before", async () => {
      const hook = await t.address({ type: "application" });
      receiver.answer(() => new Response("no", { status: 500 }));
      const { id: webhookId } = await t.api.must<{ id: string }>(
        201,
        t.api.post("/webhooks", { url: receiver.url, identity_id: hook.id }),
      );
      await mailTo(hook.email, "x".repeat(100));
      const [message] = await t.app.core.database.rows<{ id: string }>(
        "select id from messages where identity_id = $1::uuid",
        [hook.id],
      );
      const status = async () =>
        (
          await t.app.core.database.rows<{ status: string; attempt_count: number }>(
            "select status, attempt_count from deliveries where webhook_id = $1::uuid",
            [webhookId],
          )
        )[0]!;
      await eventually(
        async () => (await status()).attempt_count === 1 && (await status()).status === "retrying",
      );
      clock.advance(2 * dayMs);
      receiver.answer(() => new Response("ok"));
      await clean();
      expect((await t.api.get(`/messages/${message!.id}`)).status).toBe(200);
      t.app.core.actors.feed.pokeAll();
      await eventually(async () => (await status()).status === "delivered");
      await clean();
      expect((await t.api.get(`/messages/${message!.id}`)).status).toBe(200);
      clock.advance(dayMs + hourMs);
      await clean();
      expect((await t.api.get(`/messages/${message!.id}`)).status).toBe(404);
      expect(await count("bodies where message_id = $1::uuid", message!.id)).toBe(0);
    });

    test("mail that a rule hands to a webhook is there until a day after its last try, and then gone", async () => {
      receiver.answer(() => new Response("no", { status: 500 }));
      const { id: webhookId } = await t.api.must<{ id: string }>(
        201,
        t.api.post("/webhooks", { url: receiver.url, event_types: ["webhook.test"] }),
      );
      const rule = { domain_id: t.domainId, local_part: `routed-${t.kind}`, webhook_id: webhookId };
      await t.api.must(201, t.api.post("/routing-rules", rule));
      const before = receiver.calls.items.length;
      // Too large for a row.
      const large = Buffer.from(crypto.getRandomValues(new Uint8Array(150_000))).toString("base64");
      await mailTo(`routed-${t.kind}@${t.domain}`, large);
      const [call] = (await receiver.calls.count(before + 1)).slice(before);
      const { message_id, identity_id } = call!.event.data as Record<string, string>;
      expect(identity_id).toBe("");
      const read = async () => {
        const message = (await t.api.get(`/messages/${message_id}`)).status;
        return [message, (await t.api.get(`/messages/${message_id}/raw`)).status];
      };
      const last = async () => {
        const [row] = await t.app.core.database.rows<{ status: string; attempt_count: number }>(
          "select status, attempt_count from deliveries where webhook_id = $1::uuid",
          [webhookId],
        );
        return row!;
      };
      for (let tries = 1; ; tries++) {
        await eventually(async () => {
          const { status, attempt_count } = await last();
          return attempt_count === tries && status !== "delivering";
        });
        if (tries === 8) break;
        clock.advance(12 * hourMs);
        await clean();
        expect(await read()).toEqual([200, 200]);
        t.app.core.actors.feed.pokeAll();
      }
      expect(await last()).toMatchObject({ status: "failed" });
      clock.advance(23 * hourMs);
      await clean();
      expect(await read()).toEqual([200, 200]);
      expect((await t.api.get<PageOf<{ id: string }>>("/threads?limit=200")).json.data).toEqual([]);
      clock.advance(2 * hourMs);
      await clean();
      expect(await read()).toEqual([404, 404]);
      expect(await count("bodies where message_id = $1::uuid", message_id!)).toBe(0);
      expect(await count("blobs where refs > 0")).toBe(0);
      receiver.answer(() => new Response("ok"));
    });

    test("what an address without an inbox sends is there until a day after it has gone out", async () => {
      const [from, to] = [await t.address({ type: "application" }), await t.address()];
      const { id } = await t.api.must<{ id: string }>(
        201,
        t.api.post("/messages", { from: from.email, to: to.email, subject: "Hello", text: "Hi" }),
      );
      await eventually(
        async () => (await count("outbound where message_id = $1::uuid and status = 'delivered'", id)) === 1,
      );
      clock.advance(23 * hourMs);
      await clean();
      expect((await t.api.get(`/messages/${id}`)).status).toBe(200);
      const threads = await t.api.get<PageOf<unknown>>(`/threads?identity_id=${from.id}`);
      expect(threads.json.data).toEqual([]);
      clock.advance(2 * hourMs);
      await clean();
      expect((await t.api.get(`/messages/${id}`)).status).toBe(404);
    });

    test("bytes that no row refers to yet go a day of the machine's time after they came, however far the clock is", async () => {
      const { blobs } = t.app.core;
      const [coming, over] = await Promise.all(["coming", "over"].map((text) => pack(Buffer.from(text))));
      for (const { key, zstd } of [coming!, over!]) await blobs.put(key, zstd);
      age([over!.key]);
      clock.advance(2 * dayMs);
      await clean();
      expect(await blobs.get(over!.key)).toBe(null);
      expect(await blobs.get(coming!.key)).not.toBe(null);
    });

    // DECISIONS Addresses: The janitor purges in steps
    test("the rows and blobs of a deleted address are purged; those of others stay", async () => {
      const [gone, stays] = [await t.address(), await t.address()];
      const large = Buffer.from(crypto.getRandomValues(new Uint8Array(90_000))).toString("base64");
      for (const to of [gone.email, stays.email])
        for (let n = 0; n < 3; n++) await mailTo(to, `${n} ${large}`);
      await t.api.must(201, t.api.post("/drafts", { identity_id: gone.id, subject: "d" }));
      await t.api.must(201, t.api.post("/messages", { from: gone.email, to: stays.email, text: "bye" }));
      for (const { id } of [gone, stays]) {
        const event = { title: "Plan", start: "2026-03-27T09:00:00", end: "2026-03-27T10:00:00" };
        await t.api.must(201, t.api.post(`/identities/${id}/calendar/events`, event));
        await t.api.must(200, t.api.patch(`/identities/${id}/calendar`, { timezone: "Europe/Berlin" }));
      }
      await eventually(
        async () =>
          (await count("outbound where identity_id = $1::uuid and status = 'delivered'", gone.id)) === 1,
      );
      await t.api.must(204, t.api.delete(`/identities/${gone.id}`));
      expect((await t.api.get(`/identities/${gone.id}/calendar/events`)).status).toBe(404);
      await clean();
      const held = ["messages", "folders", "threads", "changes", "placements", "outbound"];
      for (const table of [...held, "calendars", "calendar_events"]) {
        expect([table, await count(`${table} where identity_id = $1::uuid`, gone.id)]).toEqual([table, 0]);
      }
      expect(await count("calendar_events where identity_id = $1::uuid", stays.id)).toBe(1);
      expect(await count("identities where id = $1::uuid", gone.id)).toBe(0);
      expect(await count("messages where identity_id = $1::uuid", stays.id)).toBe(4);
      // An address that was used is never given to another account.
      expect(
        await count(
          "addresses where local_part = $1::text and identity_id is null",
          gone.email.split("@")[0]!,
        ),
      ).toBe(1);
      const keys = (await t.app.core.database.values("select key from blobs")).map(([key]) => `${key}`);
      age(keys.filter((key) => existsSync(fileOf(key))));
      await clean();
      expect(await count("blobs where refs <= 0")).toBe(0);
    });

    test("events, deliveries, changes and stored answers are deleted after their retention", async () => {
      const { id } = await t.address();
      await t.api.must(
        201,
        t.api.post(
          "/webhooks",
          { url: receiver.url, identity_id: id },
          { "idempotency-key": crypto.randomUUID() },
        ),
      );
      await t.api.must(200, t.api.patch(`/identities/${id}`, { display_name: "a" }));
      await eventually(async () => (await count("deliveries where next_attempt_at is not null")) === 0);
      clock.advance(29 * dayMs);
      await t.api.must(200, t.api.patch(`/identities/${id}`, { display_name: "b" }));
      await clean();
      expect(await count("idempotency")).toBe(0);
      expect(await count("events where identity_id = $1::uuid", id)).toBe(3);
      clock.advance(2 * dayMs);
      await clean();
      expect(await count("events where identity_id = $1::uuid", id)).toBe(1);
      const old = instantOf(clock.now() - 30 * dayMs);
      expect(await count("events where created_at < $1::timestamptz", old)).toBe(0);
      expect(await count("deliveries where created_at < $1::timestamptz", old)).toBe(0);
      // The newest change of each address stays, so that readers from before it know that they missed some.
      expect(await count("changes where created_at < $1::timestamptz", old)).toBe(
        await count("(select distinct identity_id from changes where created_at < $1::timestamptz) i", old),
      );
    });

    test("signups that are over go after 30 days; links and sessions when they have expired", async () => {
      const { core } = t.app;
      const open = t.api.as(null);
      const human = await t.address();
      let made = 0;
      const signUp = async (human_email?: string) => {
        const body = { username: `janitor${++made}-${t.kind}`, human_email };
        return (await open.must<{ signup_id: string }>(201, open.post("/agent/signup", body))).signup_id;
      };
      const verify = (signup_id: string, code: string) => open.post("/agent/verify", { signup_id, code });
      const rows = (ids: string[]) =>
        core.database
          .values("select id from agent_signups where id = any($1::uuid[]) order by id", [ids])
          .then((found) => found.map(([id]) => id as string));
      const verified = await signUp(human.email);
      const mailed = await eventually(async () => {
        const { json } = await t.api.get<PageOf<{ subject: string }>>(`/threads?identity_id=${human.id}`);
        return json.data[0]?.subject;
      });
      const code = mailed.slice(0, 6);
      const spent = await signUp(human.email);
      const lapsed = await signUp();
      for (let tries = 0; tries < 10; tries++) await verify(spent, "no code");
      expect((await verify(verified, code)).status).toBe(200);
      const token = await createLink(core.actors, { accountId: t.accountId, ownerEmail: null });
      const linkHash = sha256(token);
      await core.actors
        .account(t.accountId)
        .run((turn) => signIn(turn, { linkHash, sessionHash: sha256("session"), userAgent: null }));
      await createLink(core.actors, { accountId: t.accountId, ownerEmail: null });
      const all = [verified, spent, lapsed];
      clock.advance(29 * dayMs);
      await releaseRound(core);
      const held = await signUp();
      await clean();
      // The names are given up, the links and the session are over; who asks is told so yet.
      expect(await rows([...all, held])).toEqual([...all, held].sort());
      expect((await verify(lapsed, "123456")).status).toBe(410);
      for (const table of ["sign_in_links", "console_sessions", "human_mails"])
        expect([table, await count(table)]).toEqual([table, 0]);
      clock.advance(2 * dayMs);
      await clean();
      expect(await rows([...all, held])).toEqual([held]);
      expect((await verify(verified, code)).status).toBe(404);
    });

    test("many signups go in steps, and one that is held yet holds none up", async () => {
      const { database } = t.app.core;
      const many = 700;
      await database.values(
        `insert into agent_signups (account_id, id, status, domain_id, domain, local_part, identity_id, new_account_id, client, wrong_codes, held_until, created_at)
         select $1::uuid, ('00000000-0000-7000-8000-' || lpad(n::text, 12, '0'))::uuid, 'dormant', $2::uuid, 'x.example', 'n' || n,
           gen_random_uuid(), gen_random_uuid(), '192.0.2.1', 0, case when n <= 250 then '2100-01-01'::timestamptz end, '2020-01-01'
         from generate_series(1, $3::int) n`,
        [t.accountId, t.domainId, many],
      );
      const left = () => count("agent_signups where client = '192.0.2.1'");
      const janitor = new Janitor(t.app.core);
      await janitor.round();
      expect(await left()).toBe(many);
      await janitor.round();
      expect(await left()).toBe(many - 150);
      await clean();
      expect(await left()).toBe(250);
      await database.values("delete from agent_signups where client = '192.0.2.1'");
    });

    // SPEC States and transitions: Address: when expires_at passes it is suspended, takes no mail, and is not deleted
    // DECISIONS Addresses: cron only writes the status
    test("an expired address is suspended, with an event", async () => {
      const { id } = await t.address({ expires_at: instantOf(clock.now() + hourMs) });
      await expireIdentities(t.app.core);
      expect((await t.api.must<{ status: string }>(200, t.api.get(`/identities/${id}`))).status).toBe(
        "active",
      );
      clock.advance(2 * hourMs);
      await expireIdentities(t.app.core);
      await expireIdentities(t.app.core);
      expect((await t.api.must<{ status: string }>(200, t.api.get(`/identities/${id}`))).status).toBe(
        "suspended",
      );
      expect(await count("events where identity_id = $1::uuid and type = 'identity.suspended'", id)).toBe(1);
    });
  },
  { clock, env: { MAIL_DOMAIN: "agents.test" } },
);
