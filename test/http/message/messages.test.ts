// Messages: sending, refusals, what is kept, reading and bytes. SPEC Messages, DECISIONS Drafts and sending.
import { afterAll, beforeAll, expect, test } from "bun:test";
import type { Api, PageOf, Refusal } from "../../support/app/api.ts";
import { eachApp } from "../../support/app/app.ts";
import { restrictedKey } from "../../support/app/keys.ts";
import { type Sink, startSink } from "../../support/fakes/receivers.ts";

interface Sent {
  id: string;
  thread_id: string;
  rejected: { address: string; reason: string }[];
}

interface Message {
  id: string;
  thread_id: string;
  direction: string;
  subject: string | null;
  text: string | null;
  html: string;
  reply_text: string;
  attachments: { id: string; filename: string; size: number }[];
}

let sink: Sink;
const settings: Record<string, string> = {};
beforeAll(async () => {
  sink = await startSink();
  settings.SMTP_RELAY_URL = sink.url;
});
afterAll(() => sink?.stop());

eachApp(
  "messages",
  (t) => {
    const send = (body: object, headers?: Record<string, string>, api: Api = t.api) =>
      api.post<Refusal>("/messages", body, headers);
    const refusal = async (body: object, api: Api = t.api) => {
      const { status, json } = await send(body, undefined, api);
      return [status, json.error?.code];
    };

    test("one recipient or many, each once, Bcc unseen by the others", async () => {
      const from = await t.address({ display_name: "A" });
      const to = ["one", "two", "three", "four"].map((name) => `${name}-${t.kind}@far.example`);
      const sent = await t.api.must<Sent>(
        201,
        send({
          from: from.email,
          to: to[0],
          cc: [to[1], to[0]!.toUpperCase()],
          bcc: [to[2], to[3]],
          subject: "All",
          text: "Hello",
        }),
      );
      expect(sent.rejected).toEqual([]);
      const named = (mail: { to: string[] }) => mail.to.map((address) => address.toLowerCase());
      const mails = await sink.taken.count(1, (mail) => named(mail).includes(to[0]!));
      expect(mails.flatMap(named).sort()).toEqual([...to].sort());
      expect(mails[0]!.raw).toContain(`To: ${to[0]}`);
      for (const { raw } of mails) for (const hidden of to.slice(2)) expect(raw).not.toContain(hidden);
      const message = await t.api.must<Message>(200, t.api.get(`/messages/${sent.id}`));
      expect(message).toMatchObject({ direction: "outbound", subject: "All", thread_id: sent.thread_id });
    });

    test("refusals before anything is sent", async () => {
      const from = await t.address();
      const other = await t.otherAccount();
      const foreign = await other.api.must<{ email: string }>(
        201,
        other.api.post("/identities", { domain_id: other.domainId, local_part: "x" }),
      );
      const to = "someone@far.example";
      expect(await refusal({ from: foreign.email, to, text: "x" })).toEqual([404, "not_found"]);
      expect(await refusal({ from: `nobody@${t.domain}`, to, text: "x" })).toEqual([404, "not_found"]);
      expect(await refusal({ from: from.email, to: [], text: "x" })).toEqual([400, "validation_error"]);
      expect(await refusal({ from: from.email, to: "no address", text: "x" })).toEqual([
        400,
        "validation_error",
      ]);
      expect(await refusal({ from: from.email, text: "x" })).toEqual([400, "validation_error"]);
      const many = Array.from({ length: 51 }, (_, n) => `n${n}@far.example`);
      expect(await refusal({ from: from.email, to: many, text: "x" })).toEqual([400, "validation_error"]);
      const headers = { "X-Evil": "a\r\nBcc: b@far.example" };
      expect(await refusal({ from: from.email, to, text: "x", headers })).toEqual([400, "validation_error"]);
      for (const subject of ["a\r\nBcc: evil@far.example", "a\nb", "a\rb"])
        expect(await refusal({ from: from.email, to, text: "x", subject })).toEqual([
          400,
          "validation_error",
        ]);
      const unknown = "019a2f4e-8b1c-7def-8a90-1234567890ab";
      expect(await refusal({ from: from.email, to, text: "x", in_reply_to: unknown })).toEqual([
        404,
        "not_found",
      ]);
      expect(await refusal({ from: from.email, to, text: "x", attachment_ids: [unknown] })).toEqual([
        404,
        "not_found",
      ]);
      await t.api.must(200, t.api.patch(`/identities/${from.id}`, { status: "suspended" }));
      expect(await refusal({ from: from.email, to, text: "x" })).toEqual([403, "identity_suspended"]);
      expect(sink.mails.filter((mail) => mail.to.includes(to))).toEqual([]);
    });

    test("some recipients refused: the rest is sent; all refused: nothing is", async () => {
      const from = await t.address();
      const good = `good-${t.kind}@far.example`;
      const nobody = `nobody@${t.domain}`;
      const part = await t.api.must<Sent>(201, send({ from: from.email, to: [good, nobody], text: "x" }));
      expect(part.rejected).toEqual([{ address: nobody, reason: "unknown_local_recipient" }]);
      await sink.taken.find((mail) => mail.to.includes(good));
      const none = await send({ from: from.email, to: [nobody], text: "x" });
      expect([none.status, none.json.error.code]).toEqual([422, "recipient_refused"]);
      expect(none.json.error.message).toContain(`${nobody}: unknown_local_recipient`);
      const shy = await t.address({ send_policy: "reply_only" });
      expect(await refusal({ from: shy.email, to: good, text: "x" })).toEqual([422, "recipient_refused"]);
      await t.mail({ from: good, to: shy.email, subject: "may I?", text: "x" });
      const now = await t.api.must<Sent>(
        201,
        send({ from: shy.email, to: [good, "b@far.example"], text: "x" }),
      );
      expect(now.rejected).toEqual([{ address: "b@far.example", reason: "send_policy" }]);
    });

    test("addresses in any script are written to, from messages, drafts and calendars", async () => {
      const from = await t.address();
      const mine = (local: string) => `${local}-${t.kind}@bücher.example`;
      const reached = (to: string) =>
        sink.taken.find((mail) =>
          mail.to.some((one) => one.replace("xn--bcher-kva", "bücher").normalize("NFC") === to),
        );
      const message = { from: from.email, to: mine("grüße"), cc: [mine("用户")], text: "Grüße" };
      const sent = await t.api.must<Sent>(201, send({ ...message, reply_to: mine("antwort") }));
      expect(sent.rejected).toEqual([]);
      await reached(mine("用户"));
      expect((await reached(mine("grüße"))).mailArgs.SMTPUTF8).toBe(true);
      const shown = await t.api.must<{ to: { email: string; name: string | null }[] }>(
        200,
        t.api.get(`/messages/${sent.id}`),
      );
      expect(shown.to).toEqual([{ email: mine("grüße"), name: null }]);
      const fields = { identity_id: from.id, to: [mine("später")], text: "x" };
      const draft = await t.api.must<{ id: string; to: string[] }>(201, t.api.post("/drafts", fields));
      expect(draft.to).toEqual([mine("später")]);
      await t.api.must(202, t.api.post(`/drafts/${draft.id}/send`));
      await reached(mine("später"));
      const meeting = { title: "Treffen", start: "2027-01-01T09:00:00", end: "2027-01-01T10:00:00" };
      const guests = { attendees: [{ email: mine("gäste") }], send_invites: true };
      await t.api.must(201, t.api.post(`/identities/${from.id}/calendar/events`, { ...meeting, ...guests }));
      await reached(mine("gäste"));
    });

    test("what only looks like an address is named, alone or among others", async () => {
      const from = await t.address();
      const good = `fine-${t.kind}@far.example`;
      const bad = ["a..b@far.example", `${"l".repeat(65)}@far.example`, "a@-x-.example", "a@127.0.0.1"];
      const part = await t.api.must<Sent>(201, send({ from: from.email, to: [...bad, good], text: "x" }));
      expect(part.rejected).toEqual(bad.map((address) => ({ address, reason: "invalid_address" })));
      for (const to of bad)
        expect(await refusal({ from: from.email, to, text: "x" })).toEqual([422, "recipient_refused"]);
      for (const to of [
        "plain",
        "@x.example",
        "a@",
        "a b@x.example",
        "<a@x.example>",
        "a@b@x.example",
        "a,b@x",
      ])
        expect(await refusal({ from: from.email, to, text: "x" })).toEqual([400, "validation_error"]);
      for (const reply_to of bad)
        expect(await refusal({ from: from.email, to: good, text: "x", reply_to })).toEqual([
          400,
          "validation_error",
        ]);
    });

    // SPEC Messages: POST is idempotent with an Idempotency-Key
    test("once for an Idempotency-Key, also when what it answered is gone", async () => {
      const from = await t.address();
      await t.mail({ from: "q@far.example", to: from.email, subject: "question", text: "?" });
      const [thread] = (await t.api.get<PageOf<{ id: string }>>(`/threads?identity_id=${from.id}`)).json.data;
      const [question] = (await t.api.get<PageOf<Message>>(`/messages?thread_id=${thread!.id}`)).json.data;
      const body = {
        from: from.email,
        to: `idem-${t.kind}@far.example`,
        text: "!",
        in_reply_to: question!.id,
      };
      const key = { "idempotency-key": `send-${t.kind}` };
      const first = await Promise.all(Array.from({ length: 5 }, () => send(body, key)));
      expect(new Set(first.map(({ status, text }) => `${status} ${text}`)).size).toBe(1);
      expect(first.filter(({ headers }) => headers.get("idempotency-replayed") === "true")).toHaveLength(4);
      const other = await send({ ...body, text: "another" }, key);
      expect([other.status, other.json.error.code]).toEqual([422, "idempotency_key_reuse"]);
      // deleted for good: first to the trash, then out of it
      for (let n = 0; n < 2; n++) await t.api.must(200, t.api.delete(`/messages/${question!.id}`));
      const again = await send(body, key);
      expect([again.status, again.text]).toEqual([first[0]!.status, first[0]!.text]);
      expect(again.headers.get("idempotency-replayed")).toBe("true");
      await sink.taken.find((mail) => mail.to.includes(body.to));
      expect(sink.mails.filter((mail) => mail.to.includes(body.to))).toHaveLength(1);
    });

    test("a key sends from its addresses only, and answers what it reaches only", async () => {
      const [mine, yours] = [await t.address(), await t.address()];
      const key = await restrictedKey(t.api, [mine.id]);
      const to = `key-${t.kind}@far.example`;
      expect(await refusal({ from: yours.email, to, text: "x" }, key)).toEqual([404, "not_found"]);
      await t.mail({ from: "q@far.example", to: yours.email, subject: "q", text: "?" });
      const [thread] = (await t.api.get<PageOf<{ id: string }>>(`/threads?identity_id=${yours.id}`)).json
        .data;
      const [question] = (await t.api.get<PageOf<Message>>(`/messages?thread_id=${thread!.id}`)).json.data;
      const answer = { from: mine.email, to, text: "x", in_reply_to: question!.id };
      expect(await refusal(answer, key)).toEqual([404, "not_found"]);
      // who reaches both is told that they do not fit
      expect(await refusal(answer)).toEqual([400, "validation_error"]);
      expect((await send({ from: mine.email, to, text: "x" }, undefined, key)).status).toBe(201);
    });

    test("an application has no inbox: it sends, keeps nothing, and its threads are none", async () => {
      const app = await t.address({ type: "application" });
      const sent = await t.api.must<Sent>(
        201,
        send({ from: app.email, to: `app-${t.kind}@far.example`, subject: "event", text: "x" }),
      );
      await sink.taken.find((mail) => mail.to.includes(`app-${t.kind}@far.example`));
      expect((await t.api.get<PageOf<unknown>>(`/threads?identity_id=${app.id}`)).json.data).toEqual([]);
      // readable for a while
      expect((await t.api.get(`/messages/${sent.id}`)).status).toBe(200);
      await t.mail({ from: "q@far.example", to: app.email, subject: "in", text: "x" });
      expect((await t.api.get<PageOf<unknown>>(`/threads?identity_id=${app.id}`)).json.data).toEqual([]);
    });

    test("HTML, a text of its own, headers and Reply-To reach the recipient", async () => {
      const from = await t.address({ display_name: 'Ä "quoted", Name' });
      const to = `html-${t.kind}@far.example`;
      await t.api.must(
        201,
        send({
          from: from.email,
          to,
          subject: "Grüße 🙂",
          text: "plain",
          html: "<p>rich</p>",
          reply_to: "desk@far.example",
          headers: { "X-Case": "4711" },
        }),
      );
      const { raw } = await sink.taken.find((mail) => mail.to.includes(to));
      expect(raw).toContain("Reply-To: desk@far.example");
      expect(raw).toContain("X-Case: 4711");
      expect(raw).toContain("multipart/alternative");
      expect(raw).toMatch(/\r\nContent-Type: text\/plain/i);
    });

    test("attachments come with a name and a type that no browser runs", async () => {
      const to = await t.address();
      await t.mail({
        from: "a@far.example",
        to: to.email,
        subject: "files",
        text: "x",
        attachments: [
          { filename: 'evil"\r\n;.html', content: "<script>1</script>", contentType: "text/html" },
          { filename: "../../etc/passwd", content: "x", contentType: "text/plain; charset=utf-8" },
        ],
      });
      const [thread] = (await t.api.get<PageOf<{ id: string }>>(`/threads?identity_id=${to.id}`)).json.data;
      const [message] = (await t.api.get<PageOf<Message>>(`/messages?thread_id=${thread!.id}`)).json.data;
      for (const { id } of message!.attachments) {
        const response = await fetch(`${t.api.base}/api/v1/attachments/${id}`, {
          headers: { authorization: `Bearer ${t.api.key}` },
        });
        expect(response.status).toBe(200);
        expect(response.headers.get("content-disposition")).toStartWith("attachment; filename=");
        expect(response.headers.get("x-content-type-options")).toBe("nosniff");
        expect(response.headers.get("content-security-policy")).toContain("sandbox");
        expect(response.headers.get("content-disposition")).not.toContain("\n");
        await response.arrayBuffer();
      }
    });
  },
  { env: settings },
);
