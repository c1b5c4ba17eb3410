// The main job, end to end: a mail comes in, an agent reads and answers it, and the answer to that comes back to the same
// thread. Every step through the real door: SMTP over STARTTLS, HTTP, a relay, a webhook receiver.
import { afterAll, beforeAll, expect, test } from "bun:test";
import { simpleParser } from "mailparser";
import { Webhook } from "standardwebhooks";
import type { PageOf } from "../support/app/api.ts";
import { eachApp, type SuiteApp, startTestApp } from "../support/app/app.ts";
import { storeKinds, tempStore } from "../support/app/database.ts";
import {
  type HookCall,
  type Receiver,
  type Sink,
  startReceiver,
  startSink,
} from "../support/fakes/receivers.ts";

interface Thread {
  id: string;
  identity: string;
  subject: string | null;
  status: string;
  message_count: number;
  last_message_at: string;
}

interface Message {
  id: string;
  thread_id: string;
  identity: string;
  direction: string;
  from: { email: string; name: string | null };
  to: { email: string }[];
  subject: string;
  delivered_to: string | null;
  text: string;
  html: string;
  reply_text: string;
  is_read: boolean;
  attachments: { id: string; filename: string; content_type: string; size: number; downloadable: boolean }[];
  created_at: string;
}

let sink: Sink;
let receiver: Receiver;
const settings: Record<string, string> = {};

beforeAll(async () => {
  sink = await startSink();
  receiver = startReceiver();
  settings.SMTP_RELAY_URL = sink.url;
});
afterAll(async () => {
  await Promise.all([sink?.stop(), receiver?.stop()]);
});

function reader(t: SuiteApp) {
  const threads = async (identityId: string) =>
    (await t.api.get<PageOf<Thread>>(`/threads?identity_id=${identityId}`)).json.data;
  const messages = async (threadId: string) =>
    (await t.api.get<PageOf<Message>>(`/messages?thread_id=${threadId}`)).json.data;
  return { threads, messages };
}

const received = (call: HookCall) => call.event.type === "message.received";

eachApp(
  "a conversation",
  (t) => {
    test("a mail with an attachment is read back as it was sent", async () => {
      const { threads, messages } = reader(t);
      const to = await t.address({ display_name: "Support" });
      const bytes = Buffer.from(Array.from({ length: 70_000 }, (_, n) => (n * 31 + (n >> 5)) % 256));
      const reply = await t.mail({
        from: "Ada Löve <ada@customer.example>",
        to: { name: "Support", address: to.email },
        cc: "bob@customer.example",
        subject: "Größe der Datei",
        text: "Grüße,\nsee the file.",
        html: "<p>Grüße,<br>see the <b>file</b>.<script>alert(1)</script></p>",
        attachments: [{ filename: "Übersicht 1.bin", content: bytes, contentType: "application/x-thing" }],
      });
      expect(reply).toStartWith("250 2.6.0 ");
      const [thread] = await threads(to.id);
      expect(thread).toMatchObject({
        identity: to.id,
        subject: "Größe der Datei",
        status: "open",
        message_count: 1,
      });
      const [message] = await messages(thread!.id);
      expect(message).toMatchObject({
        thread_id: thread!.id,
        identity: to.id,
        direction: "inbound",
        from: { email: "ada@customer.example", name: "Ada Löve" },
        to: [{ email: to.email, name: "Support" }],
        cc: [{ email: "bob@customer.example", name: null }],
        subject: "Größe der Datei",
        delivered_to: to.email,
        is_read: false,
        is_spam: false,
      });
      expect(message!.text.trim()).toBe("Grüße,\nsee the file.");
      expect(message!.html).toContain("<b>file</b>");
      expect(message!.html).not.toContain("script");
      const [attachment] = message!.attachments;
      expect(attachment).toMatchObject({
        filename: "Übersicht 1.bin",
        content_type: "application/x-thing",
        size: bytes.length,
        downloadable: true,
      });
      expect(Buffer.from(await t.api.bytes(`/attachments/${attachment!.id}`)).equals(bytes)).toBe(true);
      expect(await t.api.must<Message>(200, t.api.get(`/messages/${message!.id}`))).toEqual(message!);
    });

    test("raw bytes come back identical, small and large", async () => {
      const to = await t.address();
      const { threads, messages } = reader(t);
      const body = Array.from({ length: 9000 }, (_, n) => `${crypto.randomUUID()} ${n}`).join("\r\n");
      const mails = [
        `From: x@y.example\r\nTo: ${to.email}\r\nSubject: small\r\n\r\n..dots\r\n.\x20\r\n.x\r\n`,
        `Received: by us\r\nsubject:odd header \t\r\nX-8bit: caf\xe9\r\n\r\nbytes \xff\xfe\x80\r\n`,
        `From: x@y.example\r\nSubject: large\r\n\r\n${body}\r\n`,
      ].map((text) => Buffer.from(text, "latin1"));
      for (const raw of mails) await t.raw({ from: "x@y.example", to: to.email, raw });
      const list = await threads(to.id);
      expect(list).toHaveLength(3);
      for (const [index, thread] of list.reverse().entries()) {
        const [message] = await messages(thread.id);
        const raw = await t.api.bytes(`/messages/${message!.id}/raw`);
        expect(Buffer.from(raw).equals(mails[index]!)).toBe(true);
      }
      const [large] = await t.app.core.database.values(
        "select count(*)::int4 from bodies where raw_blob is not null",
      );
      expect(large![0]).toBeGreaterThan(0);
    });

    test("the answer goes out with the whole chain, is kept, and the next reply joins the thread", async () => {
      const { threads, messages } = reader(t);
      const to = await t.address({ display_name: "Agent A", mode: "hybrid" });
      const carol = `carol-${t.kind}@customer.example`;
      await t.mail({
        from: `Carol <${carol}>`,
        to: to.email,
        subject: "Where is my parcel?",
        messageId: "<first@customer.example>",
        references: ["<zeroth@customer.example>"],
        inReplyTo: "<zeroth@customer.example>",
        text: "I wait since Monday.",
      });
      const [thread] = await threads(to.id);
      const [question] = await messages(thread!.id);
      const sent = await t.api.must<{ id: string; thread_id: string; rejected: unknown[] }>(
        201,
        t.api.post("/messages", {
          from: to.email,
          to: carol,
          text: "It arrives today.",
          in_reply_to: question!.id,
        }),
      );
      expect(sent).toMatchObject({ thread_id: thread!.id, rejected: [] });

      const out = await sink.taken.find((mail) => mail.to[0] === carol);
      const answer = await simpleParser(Buffer.from(out.raw, "latin1"));
      expect(answer.inReplyTo).toBe("<first@customer.example>");
      expect(answer.references).toEqual(["<zeroth@customer.example>", "<first@customer.example>"]);
      expect(answer.messageId).toMatch(/^<[^@<>\s]+@mx\.agents\.example>$/);
      expect(answer.from?.value).toEqual([{ address: to.email, name: "Agent A" }]);
      expect(answer.subject).toBe("Re: Where is my parcel?");
      expect(answer.text?.trim()).toBe("It arrives today.");
      expect(out.from).toMatch(/^bounces\+[^@]+@agents\.example$/);
      // it was stored under this id before it left
      const [row] = await t.app.core.database.values("select header_id from messages where id = $1::uuid", [
        sent.id,
      ]);
      expect(`<${row![0]}>`).toBe(answer.messageId!);

      await t.mail({
        from: `Carol <${carol}>`,
        to: to.email,
        subject: "AW: Where is my parcel?",
        inReplyTo: answer.messageId,
        references: [...(answer.references as string[]), answer.messageId!],
        text: "Thank you!",
      });
      const all = await messages(thread!.id);
      expect(all.map(({ direction }) => direction)).toEqual(["inbound", "outbound", "inbound"]);
      expect(all[1]).toMatchObject({ id: sent.id, text: expect.stringContaining("It arrives today.") });
      expect(await threads(to.id)).toHaveLength(1);
      const kept = await t.app.core.database.rows(
        `select f.role, p.flags & 1 as seen from placements p join folders f on f.account_id = p.account_id and f.id = p.folder_id
         where p.message_id = $1::uuid`,
        [sent.id],
      );
      expect(kept).toEqual([{ role: "sent", seen: 1 }]);
    });

    // SPEC Authentication: Deliveries are signed with HMAC-SHA256 under the webhook's secret
    test("message.received reaches the webhook, signed as Standard Webhooks says", async () => {
      const to = await t.address();
      const hook = await t.api.must<{ id: string; secret: string }>(
        201,
        t.api.post("/webhooks", { url: receiver.url, identity_id: to.id, event_types: ["message.received"] }),
      );
      await t.mail({ from: "dave@customer.example", to: to.email, subject: "hook", text: "hello" });
      const call = await receiver.calls.find((one) => one.event.data.identity_id === to.id);
      const event = new Webhook(hook.secret).verify(call.body, call.headers) as HookCall["event"];
      expect(Object.keys(event).sort()).toEqual(["created_at", "data", "id", "type"]);
      expect(event).toMatchObject({
        type: "message.received",
        data: {
          identity_id: to.id,
          to: to.email,
          from: "dave@customer.example",
          subject: "hook",
          has_attachments: false,
        },
      });
      expect(call.headers["webhook-id"]).toBe(event.id);
      expect(() => new Webhook(hook.secret).verify(`${call.body} `, call.headers)).toThrow();
      const { message_id } = event.data as { message_id: string };
      const message = await t.api.must<Message>(200, t.api.get(`/messages/${message_id}`));
      expect(message.text.trim()).toBe("hello");
      await t.api.delete(`/webhooks/${hook.id}`);
    });

    test("mail between two addresses of the service", async () => {
      const [a, b] = [await t.address(), await t.address()];
      const { threads, messages } = reader(t);
      const hook = await t.api.must<{ id: string }>(
        201,
        t.api.post("/webhooks", {
          url: receiver.url,
          event_types: ["message.received", "message.delivered"],
        }),
      );
      await t.api.must(
        201,
        t.api.post("/messages", { from: a.email, to: [b.email], subject: "inside", text: "hello b" }),
      );
      const arrived = await receiver.calls.find(
        (call) => received(call) && call.event.data.identity_id === b.id,
      );
      const { thread_id } = arrived.event.data as { thread_id: string };
      const [question] = await messages(thread_id);
      await t.api.must(
        201,
        t.api.post("/messages", {
          from: b.email,
          to: a.email,
          text: "hello a",
          in_reply_to: question!.id,
        }),
      );
      await receiver.calls.find((call) => received(call) && call.event.data.identity_id === a.id);
      const [thread] = await threads(a.id);
      expect(thread).toMatchObject({ message_count: 2, status: "open" });
      const both = await messages(thread!.id);
      expect(both.map((message) => [message.direction, message.subject])).toEqual([
        ["outbound", "inside"],
        ["inbound", "Re: inside"],
      ]);
      await receiver.calls.count(
        2,
        (call) =>
          call.event.type === "message.delivered" &&
          [a.email, b.email].includes(call.event.data.recipient as string),
      );
      // nothing of it went to the relay
      expect(sink.mails.filter((mail) => mail.to.some((to) => to === a.email || to === b.email))).toEqual([]);
      await t.api.delete(`/webhooks/${hook.id}`);
    });

    test("the same delivery again is stored once, other bytes or another sender are not the same", async () => {
      const to = await t.address();
      const raw = `Message-ID: <again@x.example>\r\nSubject: again\r\n\r\nonce\r\n`;
      const send = (from: string, text = raw) => t.raw({ from, to: to.email, raw: text });
      const first = await send("a@x.example");
      expect(await send("a@x.example")).toBe(first);
      await send("b@x.example");
      await send("a@x.example", raw.replace("once", "twice"));
      const { threads, messages } = reader(t);
      const all = (await Promise.all((await threads(to.id)).map(({ id }) => messages(id)))).flat();
      expect(all).toHaveLength(3);
    });

    test("one copy for an address that is named twice in a transaction", async () => {
      const to = await t.address();
      const [local, domain] = to.email.split("@");
      await t.raw({
        from: "a@x.example",
        to: [`${local}+one@${domain}`, to.email, `${local!.toUpperCase()}@${domain}`],
        raw: "Subject: one\r\n\r\nx\r\n",
      });
      const [thread] = await reader(t).threads(to.id);
      const list = await reader(t).messages(thread!.id);
      expect(list).toHaveLength(1);
      expect(list[0]!.delivered_to).toBe(`${local}+one@${domain}`);
    });

    test("several recipients, each with a copy of its own", async () => {
      const list = await Promise.all(Array.from({ length: 5 }, () => t.address()));
      const raw = `Subject: all\r\n\r\n${"much text ".repeat(20_000)}\r\n`;
      await t.raw({ from: "a@x.example", to: list.map(({ email }) => email), raw });
      for (const { id, email } of list) {
        const [thread] = await reader(t).threads(id);
        const [message] = await reader(t).messages(thread!.id);
        expect(message!.delivered_to).toBe(email);
      }
    });
  },
  { env: settings },
);

test.skipIf(!storeKinds.includes("embedded"))(
  "what was queued when the process stopped goes out when it starts again",
  async () => {
    const store = await tempStore("embedded");
    const down = await startSink();
    const { url } = down;
    await down.stop();
    const env = { SMTP_RELAY_URL: url };
    const first = await startTestApp(store, { env });
    const { id: identityId, email } = await first.api.must<{ id: string; email: string }>(
      201,
      first.api.post("/identities", { domain_id: first.domainId, local_part: "later" }),
    );
    const sent = await first.api.must<{ id: string }>(
      201,
      first.api.post("/messages", { from: email, to: "eve@customer.example", subject: "late", text: "x" }),
    );
    await first.stop();
    expect(sent.id).toBeString();
    // due at once, as the wait of a minute between tries is not what is tested here
    const database = await store.open();
    await database.values("update outbound set next_attempt_at = now() where identity_id = $1::uuid", [
      identityId,
    ]);
    await database.close();
    const second = await startTestApp(store, { env: { SMTP_RELAY_URL: sink.url } });
    const mail = await sink.taken.find((one) => one.to[0] === "eve@customer.example");
    expect(mail.raw).toContain("Subject: late");
    await second.stop();
    await store.dispose();
  },
);
