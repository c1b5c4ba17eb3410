// Programs that answer everything come to rest, and what an agent answers does not say that nobody wrote it.
import { describe, expect, test } from "bun:test";
import type { Api, Refusal } from "../../support/app/api.ts";
import {
  eachApp,
  eventually,
  ShiftedClock,
  type StartOptions,
  startTestApp,
  type TestAddress,
} from "../../support/app/app.ts";
import { storeKinds, tempStore } from "../../support/app/database.ts";
import { freePort } from "../../support/app/ports.ts";
import { submitMail } from "../../support/smtp/client.ts";

interface Message {
  id: string;
  thread_id: string;
  subject: string;
}

const most = 50;

const unreadOf = async (api: Api, identityId: string) =>
  (await api.must<Message[]>(200, api.get(`/messages?identity_id=${identityId}&is_read=false`))).reverse();

/** A program that answers every mail `times` times, and comes back when it is told to wait. @returns the refusals of its answers */
function answering(clock: ShiftedClock, given: { api: Api; address: TestAddress; times?: number }) {
  const { api, address, times = 1 } = given;
  const refused: { status: number; code: string }[] = [];
  const answer = async (message: Message) => {
    for (;;) {
      const { status, json, headers } = await api.post<Refusal>(`/messages/${message.id}/reply`, {
        text: "I agree. What do you think?",
      });
      if (status !== 429) return status === 201 ? null : { status, code: json.error.code };
      clock.advance((Number(headers.get("retry-after")) + 1) * 1000);
    }
  };
  const step = async () => {
    for (const message of await unreadOf(api, address.id)) {
      await api.must(200, api.patch(`/messages/${message.id}`, { is_read: true }));
      for (let n = 0; n < times; n++) {
        const refusal = await answer(message);
        if (refusal) refused.push(refusal);
      }
    }
  };
  return { step, refused };
}

const headersOf = async (api: Api, id: string) => {
  const fields = await api.must<{ name: string; value: string }[]>(
    200,
    api.get(`/messages/${id}/headers?limit=200`),
  );
  return new Map(fields.map(({ name, value }) => [name.toLowerCase(), value.trim()]));
};

const clock = new ShiftedClock();

eachApp(
  "answers of programs",
  (t) => {
    const sentOf = (address: TestAddress) =>
      t.app.core.database.rows<{ n: number }>(
        "select count(*)::int as n from messages where identity_id = $1::uuid and direction = 'outbound'",
        [address.id],
      );
    const queued = () =>
      t.app.core.database.rows<{ n: number }>(
        "select count(*)::int as n from outbound where status in ('queued', 'deferred')",
      );
    const inbound = (identityId: string, subject: string) =>
      eventually(async () =>
        (
          await t.api.must<Message[]>(
            200,
            t.api.get(`/messages?identity_id=${identityId}&subject=${subject}`),
          )
        ).at(0),
      );
    const raw = (to: TestAddress, more: readonly string[], subject = "Question") =>
      [
        `From: ann@far.example`,
        `To: ${to.email}`,
        `Subject: ${subject}`,
        ...(more.some((field) => field.startsWith("Message-ID"))
          ? []
          : [`Message-ID: <${Bun.randomUUIDv7()}@far.example>`]),
        ...more,
        "",
        "Hi",
        "",
      ].join("\r\n");

    test("two default agents that answer each mail twice come to rest", async () => {
      const [one, other] = [await t.address(), await t.address()];
      const bots = [one, other].map((address) => answering(clock, { api: t.api, address, times: 2 }));
      const first = { from: one.email, to: other.email, subject: "Hi", text: "Hi" };
      await t.api.must(201, t.api.post("/messages", first));
      await eventually(async () => {
        for (const bot of bots) await bot.step();
        const left = [...(await unreadOf(t.api, one.id)), ...(await unreadOf(t.api, other.id))];
        const isRefused = bots.some(({ refused }) => refused.length > 0);
        return left.length === 0 && (await queued())[0]!.n === 0 && isRefused;
      });
      const refused = bots.flatMap((bot) => bot.refused);
      expect(new Set(refused.map(({ code }) => code))).toEqual(new Set(["send_policy_violation"]));
      const sent = (await sentOf(one))[0]!.n + (await sentOf(other))[0]!.n;
      expect(sent).toBeLessThanOrEqual(2 * most + 1);
    }, 240_000);

    test("an agent's answer says nothing of a program, in any mode", async () => {
      for (const mode of ["automated", "hybrid", "human"]) {
        const address = await t.address({ mode });
        await t.raw({ from: "ann@far.example", to: address.email, raw: raw(address, []) });
        const { id } = await inbound(address.id, "Question");
        for (const [path, body] of [
          [`/messages/${id}/reply`, { text: "Yes" }],
          [`/messages/${id}/reply-all`, { text: "Yes" }],
          [`/messages/${id}/forward`, { to: "bob@far.example" }],
          ["/messages", { from: address.email, to: "ann@far.example", text: "Yes", in_reply_to: id }],
          ["/messages", { from: address.email, to: "ann@far.example", text: "News" }],
        ] as const) {
          const sent = await t.api.must<Message>(201, t.api.post(path, body));
          expect((await headersOf(t.api, sent.id)).has("auto-submitted")).toBe(false);
          const marked = await t.api.must<Message>(201, t.api.post(path, { ...body, automatic: true }));
          expect((await headersOf(t.api, marked.id)).get("auto-submitted")).toBe(
            path === "/messages" && !("in_reply_to" in body) ? "auto-generated" : "auto-replied",
          );
        }
      }
    });

    test("drafts keep automatic, show it, and lose it", async () => {
      const address = await t.address();
      await t.raw({ from: "ann@far.example", to: address.email, raw: raw(address, []) });
      const { id } = await inbound(address.id, "Question");
      const made = [
        await t.api.must<Message & { automatic?: boolean }>(
          201,
          t.api.post("/drafts", {
            identity_id: address.id,
            in_reply_to_message_id: id,
            text: "Away",
            automatic: true,
          }),
        ),
        await t.api.must<Message & { automatic?: boolean }>(
          201,
          t.api.post(`/messages/${id}/drafts`, { kind: "reply", text: "Away", automatic: true }),
        ),
      ];
      for (const draft of made) {
        expect(draft.automatic).toBe(true);
        const patched = await t.api.must<typeof draft>(
          200,
          t.api.patch(`/drafts/${draft.id}`, { text: "Away, sorry" }),
        );
        expect(patched.automatic).toBe(true);
      }
      const [kept, lost] = made as [Message, Message];
      await t.api.must(200, t.api.patch(`/drafts/${lost.id}`, { automatic: false }));
      expect(await t.api.must(200, t.api.get(`/drafts/${lost.id}`))).not.toHaveProperty("automatic");
      for (const { id: draft } of [kept, lost]) await t.api.must(202, t.api.post(`/drafts/${draft}/send`));
      expect((await headersOf(t.api, kept.id)).get("auto-submitted")).toBe("auto-replied");
      expect((await headersOf(t.api, lost.id)).has("auto-submitted")).toBe(false);
    });

    test("no automatic answer goes to a program, whatever the mode; a person's does", async () => {
      for (const header of ["Auto-Submitted: auto-replied", "Precedence: bulk", "List-Id: <n.far.example>"]) {
        const human = await t.address({ mode: "human" });
        await t.raw({ from: "ann@far.example", to: human.email, raw: raw(human, [header]) });
        const { id } = await inbound(human.id, "Question");
        const refused = await t.api.post<Refusal>(`/messages/${id}/reply`, { text: "Away", automatic: true });
        expect([refused.status, refused.json.error.code]).toEqual([403, "send_policy_violation"]);
        expect(refused.json.error.message).toContain("without automatic: true");
        expect((await t.api.post(`/messages/${id}/reply`, { text: "Thanks" })).status).toBe(201);
      }
    });

    test("a header of one's own neither counts nor says Auto-Submitted twice", async () => {
      const address = await t.address();
      const send = (more: Record<string, unknown>) =>
        t.api.post<Refusal>("/messages", { from: address.email, to: "ann@far.example", text: "Hi", ...more });
      const forged = await send({ headers: { "X-Postroom-Answers": "0" } });
      expect([forged.status, forged.json.error.code]).toEqual([400, "validation_error"]);
      expect(forged.json.error.message).toContain("counts answers");
      const twice = await send({ headers: { "auto-submitted": "no" }, automatic: true });
      expect([twice.status, twice.json.error.code]).toEqual([400, "validation_error"]);
      expect((await send({ headers: { "Auto-Submitted": "auto-generated" } })).status).toBe(201);
    });

    const countedMail = async (address: TestAddress, count: string, subject: string) => {
      const more = count === "" ? [] : [`X-Postroom-Answers: ${count}`];
      await t.raw({ from: "ann@far.example", to: address.email, raw: raw(address, more, subject) });
      return inbound(address.id, subject);
    };
    const countOf = async (id: string) => (await headersOf(t.api, id)).get("x-postroom-answers");
    const answer = (id: string) =>
      t.api.post<{ data: Message } & Refusal>(`/messages/${id}/reply`, { text: "So be it" });

    test("a count goes on, a person begins it anew, and what is no count counts nothing", async () => {
      const robot = await t.address();
      for (const [given, then] of [
        ["", "1"],
        ["0", "1"],
        ["7", "8"],
        ["-3", "1"],
        ["1e9", "1"],
        ["49", "50"],
      ] as const) {
        const { id } = await countedMail(robot, given, `Count${then}n${given.length}${given.charCodeAt(0)}`);
        const sent = await answer(id);
        expect([given, sent.status]).toEqual([given, 201]);
        expect(await countOf(sent.json.data.id)).toBe(then);
      }
      for (const full of ["50", "51", "999999"]) {
        const { id } = await countedMail(robot, full, `Full${full}`);
        const refused = await answer(id);
        expect([full, refused.status, refused.json.error.code]).toEqual([full, 403, "send_policy_violation"]);
      }
      const human = await t.address({ mode: "hybrid" });
      const { id } = await countedMail(human, "50", "Person");
      const sent = await answer(id);
      expect(sent.status).toBe(201);
      expect(await countOf(sent.json.data.id)).toBeUndefined();
    });

    test("slow conversations are no loop, a full count stays full", async () => {
      const robot = await t.address();
      const slow = await countedMail(robot, "30", "Slow");
      const full = await countedMail(robot, "50", "Ended");
      clock.advance(86_500_000);
      const sent = await answer(slow.id);
      expect(await countOf(sent.json.data.id)).toBe("1");
      expect((await answer(full.id)).status).toBe(403);
    });

    test("more words to one's own answer are no further answer", async () => {
      const robot = await t.address();
      const { id } = await countedMail(robot, "49", "More");
      let last = (await answer(id)).json.data.id;
      for (let n = 0; n < 3; n++) last = (await answer(last)).json.data.id;
      expect(await countOf(last)).toBe("50");
      expect((await answer(id)).status).toBe(403);
    });

    test("a mail program's answer in an automated address's name counts on, and else stays as it was written", async () => {
      const robot = await t.address();
      const { password } = await t.api.must<{ password: string }>(
        201,
        t.api.post("/app-passwords", { identity_id: robot.id, name: "program" }),
      );
      const submit = async (answered: string, subject: string) => {
        const mail = { from: robot.email, to: "ann@far.example", subject, text: "Hi", inReplyTo: answered };
        await submitMail(t.app.ports.submission!, { email: robot.email, password }, mail);
        const sent = await inbound(robot.id, subject);
        return countOf(sent.id);
      };
      for (const [count, then] of [
        ["12", "13"],
        ["", undefined],
      ] as const) {
        const id = `<s${count}-${t.kind}@far.example>`;
        const mail = raw(
          robot,
          [`Message-ID: ${id}`, ...(count === "" ? [] : [`X-Postroom-Answers: ${count}`])],
          `Sub${count}a`,
        );
        await t.raw({ from: "ann@far.example", to: robot.email, raw: mail });
        await inbound(robot.id, `Sub${count}a`);
        expect(await submit(id, `Re${count}x`)).toBe(then);
      }
    });
  },
  { clock, env: { SMTP_RELAY_URL: "smtp://127.0.0.1:9", SUBMISSION_PORT: "0" } },
);

describe("two servers", () => {
  for (const kind of storeKinds)
    test.skipIf(kind === "postgres" && process.env.POSTROOM_TEST_DATABASE_URL === undefined)(
      `default agents of two servers come to rest, ${kind}`,
      async () => {
        const time = new ShiftedClock();
        const ports = [await freePort(), await freePort()];
        const begin = async (name: string, own: number, peer: number) => {
          const store = await tempStore(kind);
          const options: StartOptions = {
            clock: time,
            env: {
              MAIL_DOMAIN: `${name}.example`,
              MAIL_HOSTNAME: `mx.${name}.example`,
              SMTP_PORT: String(own),
              SMTP_RELAY_URL: `smtp://127.0.0.1:${peer}`,
            },
          };
          const running = await startTestApp(store, options);
          const body = { domain_id: running.domainId, local_part: "agent" };
          const { api } = running;
          const address = await api.must<TestAddress>(201, api.post("/identities", body));
          return { api, address, stop: () => running.stop(500).finally(() => store.dispose()) };
        };
        const servers = [await begin("near", ports[0]!, ports[1]!), await begin("far", ports[1]!, ports[0]!)];
        try {
          const [near, far] = servers as [(typeof servers)[0], (typeof servers)[0]];
          const bots = servers.map((server) => answering(time, server));
          const first = { from: near.address.email, to: far.address.email, subject: "Hi", text: "Hi" };
          await near.api.must(201, near.api.post("/messages", first));
          await eventually(async () => {
            for (const bot of bots) await bot.step();
            return bots.some(({ refused }) => refused.length > 0);
          });
          const refused = bots.flatMap((bot) => bot.refused);
          expect(refused).toEqual([{ status: 403, code: "send_policy_violation" }]);
          for (const { api, address } of servers) expect(await unreadOf(api, address.id)).toEqual([]);
          const all = await near.api.must<unknown[]>(
            200,
            near.api.get(`/messages?identity_id=${near.address.id}&after=2020-01-01T00:00:00Z&limit=200`),
          );
          expect(all.length).toBe(most + 1);
        } finally {
          for (const { stop } of servers) await stop();
        }
      },
      240_000,
    );
});
