// What keeps programs from writing too much.
import { expect, test } from "bun:test";
import type { Api, Refusal } from "../../support/app/api.ts";
import { eachApp, eventually, ShiftedClock, type TestAddress } from "../../support/app/app.ts";
import { signupAccount } from "../../support/app/keys.ts";

// It is noon: at midnight a day's count begins anew.
const clock = new ShiftedClock();
clock.advance(86_400_000 - ((clock.now() + 43_200_000) % 86_400_000));

eachApp(
  "limits of sending",
  (t) => {
    const inboundOf = (identityId: string) =>
      eventually(async () => {
        const [row] = await t.app.core.database.rows<{ id: string; thread_id: string }>(
          "select id, thread_id from messages where identity_id = $1::uuid and direction = 'inbound' order by created_at desc limit 1",
          [identityId],
        );
        return row;
      });
    const answer = (api: Api, from: string, message: { id: string }) =>
      api.post<Refusal>("/messages", {
        from,
        to: "ann@far.example",
        text: "Thanks",
        in_reply_to: message.id,
      });
    const raw = (to: TestAddress, header: string) =>
      [`From: ann@far.example`, `To: ${to.email}`, "Subject: News", header, "", "Hi", ""].join("\r\n");

    test("an automated address answers no program; a human one may", async () => {
      for (const [from, header] of [
        ["ann@far.example", "Auto-Submitted: auto-generated"],
        ["ann@far.example", "Precedence: bulk"],
        ["ann@far.example", "List-Id: <news.far.example>"],
        ["", "X-Nothing: 1"],
      ] as const) {
        const [robot, human] = [await t.address(), await t.address({ mode: "human" })];
        for (const to of [robot, human]) await t.raw({ from, to: to.email, raw: raw(to, header) });
        const refused = await answer(t.api, robot.email, await inboundOf(robot.id));
        expect([refused.status, refused.json.error.code]).toEqual([403, "send_policy_violation"]);
        expect((await answer(t.api, human.email, await inboundOf(human.id))).status).toBe(201);
      }
      const robot = await t.address();
      await t.raw({ from: "ann@far.example", to: robot.email, raw: raw(robot, "X-Nothing: 1") });
      expect((await answer(t.api, robot.email, await inboundOf(robot.id))).status).toBe(201);
    });

    test("at most twenty automated mails an hour go into one thread", async () => {
      const robot = await t.address();
      await t.raw({ from: "ann@far.example", to: robot.email, raw: raw(robot, "X-Nothing: 1") });
      const message = await inboundOf(robot.id);
      for (let n = 0; n < 20; n++) expect((await answer(t.api, robot.email, message)).status).toBe(201);
      const refused = await answer(t.api, robot.email, message);
      expect([refused.status, refused.json.error.code]).toEqual([429, "rate_limited"]);
      expect(Number(refused.headers.get("retry-after"))).toBeGreaterThan(3000);
      await t.app.core.database.values(
        `with older as materialized (
           select account_id, id, created_at - interval '2 hours' as before from messages
           where thread_id = $1::uuid and direction = 'outbound')
         update messages m set created_at = o.before from older o
         where (m.account_id, m.id) = (o.account_id, o.id) returning 1`,
        [message.thread_id],
      );
      expect((await answer(t.api, robot.email, message)).status).toBe(201);
    });

    // DECISIONS Errors: 429 daily_limit
    test("a signup account writes to so many a day, over all its addresses", async () => {
      const { api } = await signupAccount(t);
      const addresses: TestAddress[] = [];
      for (const local_part of [`d1${t.kind}`, `d2${t.kind}`]) {
        addresses.push(
          await api.must<TestAddress>(201, api.post("/identities", { domain_id: t.domainId, local_part })),
        );
      }
      const send = (index: number, count: number) =>
        api.post<Refusal>("/messages", {
          from: addresses[index]!.email,
          to: Array.from({ length: count }, (_, n) => `r${n}@far.example`),
          text: "Hi",
        });
      const first = await Promise.all([send(0, 2), send(1, 2), send(0, 2), send(1, 2)]);
      expect(first.map(({ status }) => status).sort()).toEqual([201, 201, 429, 429]);
      const refused = await send(0, 2);
      expect([refused.status, refused.json.error.code]).toEqual([429, "daily_limit"]);
      expect(Number(refused.headers.get("retry-after"))).toBeGreaterThan(0);
      expect((await send(1, 1)).status).toBe(201);
    });

    test("an address writes to so many a day, whatever others of its account do", async () => {
      const [one, other] = [await t.address(), await t.address()];
      const send = (from: string, count: number) =>
        t.api.post<Refusal>("/messages", {
          from,
          to: Array.from({ length: count }, (_, n) => `r${n}@far.example`),
          text: "Hi",
        });
      const results = await Promise.all([1, 2, 3, 4, 5].map(() => send(one.email, 10)));
      expect(results.map(({ status }) => status).sort()).toEqual([201, 201, 201, 429, 429]);
      const refused = await send(one.email, 1);
      expect([refused.status, refused.json.error.code]).toEqual([429, "daily_limit"]);
      expect(refused.json.error.message).toContain("This address may write to 30 recipients a day");
      expect((await send(other.email, 30)).status).toBe(201);
      await t.app.core.database.values(
        "update identities set sent_day = '2001-01-01', modseq = modseq + 1 where id = $1::uuid returning 1",
        [one.id],
      );
      expect((await send(one.email, 30)).status).toBe(201);
    });

    test("what an address without inbox sends is in no thread", async () => {
      const hook = await t.address({ type: "application" });
      const { id, thread_id } = await t.api.must<{ id: string; thread_id: string }>(
        201,
        t.api.post("/messages", { from: hook.email, to: "ann@far.example", text: "Hi" }),
      );
      expect((await t.api.get(`/messages/${id}`)).status).toBe(200);
      expect((await t.api.get(`/messages?thread_id=${thread_id}`)).status).toBe(404);
    });
  },
  {
    clock,
    env: {
      MAIL_DOMAIN: "agents.test",
      SIGNUP_DAILY_RECIPIENTS: "5",
      ADDRESS_DAILY_RECIPIENTS: "30",
      SMTP_RELAY_URL: "smtp://127.0.0.1:9",
    },
  },
);
