// A message that leaves later, and many in one call. DECISIONS Drafts and sending.
import { afterAll, beforeAll, expect, test } from "bun:test";
import { ManualClock, systemClock } from "../../../src/lib/clock.ts";
import type { PageOf, Refusal } from "../../support/app/api.ts";
import { eachApp } from "../../support/app/app.ts";
import { eventsShown } from "../../support/app/events.ts";
import { restrictedKey } from "../../support/app/keys.ts";
import { type Sink, startSink } from "../../support/fakes/receivers.ts";

interface Sent {
  id: string;
  thread_id: string;
  rejected: { address: string; reason: string }[];
  status?: string;
  send_at?: string;
}

interface Batch {
  results: { status: number; data?: Sent; error?: { code: string; message: string } }[];
}

const clock = new ManualClock(systemClock.now());

let sink: Sink;
const settings: Record<string, string> = {};
beforeAll(async () => {
  sink = await startSink();
  settings.SMTP_RELAY_URL = sink.url;
});
afterAll(() => sink?.stop());

eachApp(
  "sending later and many",
  (t) => {
    const later = (seconds: number) => new Date(clock.now() + seconds * 1000).toISOString();

    test("send_at makes a scheduled draft, which leaves at its time", async () => {
      const from = await t.address();
      const to = `later-${t.kind}@far.example`;
      const body = {
        from: from.email,
        to,
        bcc: `unseen-${t.kind}@far.example`,
        subject: "Later",
        markdown: "**Hello**",
        attachments: [{ filename: "a.txt", content: "eA==" }],
        send_at: later(3600),
      };
      const key = { "idempotency-key": `later-${t.kind}` };
      const sent = await t.api.must<Sent>(202, t.api.post("/messages", body, key));
      expect(sent).toMatchObject({ status: "scheduled", rejected: [] });
      expect(await t.api.must<Sent>(202, t.api.post("/messages", body, key))).toEqual(sent);
      const draft = await t.api.must<object>(200, t.api.get(`/drafts/${sent.id}`));
      expect(draft).toMatchObject({
        status: "scheduled",
        to: [to],
        send_at: sent.send_at,
        thread_id: sent.thread_id,
        attachments: [{ filename: "a.txt" }],
      });
      const scheduled = await t.api.must<PageOf<{ id: string }>["data"]>(
        200,
        t.api.get(`/mailboxes/scheduled?identity_id=${from.id}`),
      );
      expect(scheduled).toHaveLength(1);
      clock.advance(3601 * 1000);
      const mails = await sink.taken.count(1, (mail) => mail.to.includes(to));
      expect(mails[0]!.raw).toContain("<strong>Hello</strong>");
      expect(mails[0]!.raw).not.toContain("unseen");
      const message = await t.api.must<object>(200, t.api.get(`/messages/${sent.id}`));
      expect(message).toMatchObject({ direction: "outbound", subject: "Later" });
    });

    test("what is to leave later is cancelled, moved and changed by the calls of drafts", async () => {
      const from = await t.address();
      const letter = { from: from.email, to: "never@far.example", text: "x", send_at: later(3600) };
      const first = await t.api.must<Sent>(202, t.api.post("/messages", letter));
      await t.api.must(200, t.api.delete(`/drafts/${first.id}`));
      const second = await t.api.must<Sent>(202, t.api.post("/messages", letter));
      await t.api.must(200, t.api.patch(`/drafts/${second.id}`, { text: "y" }));
      const moved = { send_at: later(7200) };
      await t.api.must(200, t.api.post(`/drafts/${second.id}/schedule`, moved));
      expect(await t.api.must<object>(200, t.api.delete(`/drafts/${second.id}/schedule`))).toMatchObject({
        status: "draft",
        send_at: null,
        text: "y",
      });
    });

    test("an answer that leaves later stays in its thread", async () => {
      const [from, other] = [await t.address(), await t.address()];
      await t.api.must(
        201,
        t.api.post("/messages", { from: other.email, to: from.email, subject: "Q", text: "?" }),
      );
      const [message] = await t.api.must<{ id: string; thread_id: string }[]>(
        200,
        t.api.get(`/messages?identity_id=${from.id}&wait=30`),
      );
      const answer = { from: from.email, to: other.email, text: "!", in_reply_to: message!.id };
      const sent = await t.api.must<Sent>(202, t.api.post("/messages", { ...answer, send_at: later(600) }));
      expect(sent.thread_id).toBe(message!.thread_id);
      const draft = await t.api.must<object>(200, t.api.get(`/drafts/${sent.id}`));
      expect(draft).toMatchObject({ subject: "Re: Q", in_reply_to_message_id: message!.id });
    });

    test("a time out of range and what a draft does not keep are refused", async () => {
      const from = await t.address();
      const letter = { from: from.email, to: "a@far.example", text: "x" };
      const refused = async (body: object) => {
        const { status, json } = await t.api.post<Refusal>("/messages", { ...letter, ...body });
        return { said: [status, json.error?.code], message: json.error?.message ?? "" };
      };
      const outside = [422, "schedule_out_of_range"];
      expect((await refused({ send_at: later(30) })).said).toEqual(outside);
      expect((await refused({ send_at: later(31 * 86_400) })).said).toEqual(outside);
      expect((await refused({ send_at: "soon" })).said).toEqual([400, "validation_error"]);
      const unkept = { reply_to: "b@far.example", from: `Bob <${from.email}>`, send_at: later(600) };
      const { said, message } = await refused(unkept);
      expect(said).toEqual([400, "validation_error"]);
      expect(message).toContain('"reply_to", the name in "from"');
      const nobody = { to: `nobody-here@${t.domain}`, send_at: later(600) };
      expect((await refused(nobody)).said).toEqual([422, "recipient_refused"]);
    });

    // DECISIONS Drafts and sending: POST /messages/batch sends up to 100 messages, each with its answer
    test("a batch answers for each message, and one that is refused stops no other", async () => {
      const [from, other] = [await t.address(), await t.address()];
      const one = await restrictedKey(t.api, [from.id]);
      const letter = { from: from.email, subject: "Many", text: "x" };
      const to = (name: string) => `${name}-batch-${t.kind}@far.example`;
      const messages = [
        { ...letter, to: to("a") },
        { ...letter, to: to("b"), from: other.email },
        { ...letter, to: `nobody@${t.domain}` },
        { ...letter, to: to("c"), send_at: later(3600) },
        { ...letter, to: to("d"), attachments: [{ filename: "a.txt", content: "eA==" }] },
      ];
      const key = { "idempotency-key": `batch-${t.kind}` };
      const post = (body: object) => one.post<{ data: Batch } & Refusal>("/messages/batch", body, key);
      const first = await post({ messages });
      expect(first.status).toBe(200);
      const { results } = first.json.data;
      expect(results.map(({ status, error }) => [status, error?.code])).toEqual([
        [201, undefined],
        [404, "not_found"],
        [422, "recipient_refused"],
        [202, undefined],
        [201, undefined],
      ]);
      expect(results[3]!.data).toMatchObject({ status: "scheduled" });
      await sink.taken.count(2, (mail) => mail.to.some((name) => name.includes(`-batch-${t.kind}`)));
      expect((await post({ messages })).json.data).toEqual({ results });
      const again = await t.api.must<unknown[]>(200, t.api.get(`/messages?identity_id=${from.id}`));
      expect(again).toHaveLength(2);
      expect((await post({ messages: messages.slice(1) })).json.error?.code).toBe("idempotency_key_reuse");
    });

    test("a batch is of one to a hundred messages", async () => {
      const from = await t.address();
      const letter = { from: from.email, to: "a@far.example", text: "x" };
      const post = async (messages: object[]) => (await t.api.post("/messages/batch", { messages })).status;
      expect(await post([])).toBe(400);
      expect(await post(Array.from({ length: 101 }, () => letter))).toBe(400);
      expect(await post([letter, { ...letter, subjekt: "x" }])).toBe(400);
    });

    // DECISIONS Events, webhooks, deliveries: type takes kinds with commas between them
    test("events of several kinds, with commas or each apart", async () => {
      const from = await t.address();
      const draft = { identity_id: from.id, text: "x" };
      const { id } = await t.api.must<{ id: string }>(201, t.api.post("/drafts", draft));
      await t.api.must(200, t.api.delete(`/drafts/${id}`));
      await eventsShown(t.app.core.database);
      const kinds = async (query: string) => {
        const events = await t.api.must<{ type: string }[]>(
          200,
          t.api.get(`/events?identity_id=${from.id}&${query}`),
        );
        return events.map(({ type }) => type);
      };
      const both = ["draft.created", "draft.deleted"];
      expect(await kinds("type=draft.created,draft.deleted")).toEqual(both);
      expect(await kinds("type=draft.created&type=draft.deleted,draft.updated")).toEqual(both);
      expect((await t.api.get("/events?type=draft.created,draft.made")).status).toBe(400);
    });
  },
  { env: settings, clock },
);
