// Submission through real sockets: who may log in and where, whom it sends as, and what becomes of the mail.
import { expect, test } from "bun:test";
import { createTransport, type SendMailOptions } from "nodemailer";
import { asSubmitted } from "../../src/mail/compose/submitted.ts";
import type { PageOf } from "../support/app/api.ts";
import { eachApp, eventually, type SuiteApp } from "../support/app/app.ts";
import { ImapTalk, type Mailbox, mailbox } from "../support/imap/client.ts";
import { dialogue } from "../support/smtp/client.ts";
import { mailOf } from "./inbound-mail.ts";

const env = { SUBMISSION_PORT: "0", SUBMISSIONS_PORT: "0", IMAP_PORT: "0", ALLOW_PLAINTEXT_AUTH: "loopback" };

async function submit(t: SuiteApp, box: Mailbox, mail: SendMailOptions, secure = false): Promise<string> {
  const transport = createTransport({
    host: "127.0.0.1",
    port: (secure ? t.app.ports.submissions : t.app.ports.submission)!,
    secure,
    requireTLS: !secure,
    tls: { rejectUnauthorized: false },
    auth: { user: box.email, pass: box.password },
  });
  try {
    return (await transport.sendMail(mail)).response;
  } finally {
    transport.close();
  }
}

const refusal = (sent: Promise<unknown>) =>
  sent.then(
    () => "sent",
    (error: { response?: string }) => error.response ?? String(error),
  );

eachApp(
  "submission",
  (t) => {
    // SPEC What the service does: App passwords are IMAP and SMTP credentials of an address
    // SPEC App passwords: It sends as the address over SMTP
    test("sends as the address, keeps the octets, hides Bcc, and puts a copy into Sent", async () => {
      const box = await mailbox(t);
      const to = await t.address();
      const blind = await t.address();
      const raw = [
        `From: Me <${box.email}>`,
        `To: ${to.email}`,
        `Bcc: secret@elsewhere.example,`,
        ` ${blind.email}`,
        "Subject: submitted",
        "X-Own:   kept  as it is",
        "",
        "hello",
        "",
      ].join("\r\n");
      const envelope = { from: box.email, to: [to.email, blind.email] };
      const response = await submit(t, box, { envelope, raw }, true);
      expect(response).toMatch(/^250 2\.0\.0 Queued as [0-9a-f-]{36}$/);
      const id = response.slice(-36);
      const stored = Buffer.from(await t.api.bytes(`/messages/${id}/raw`)).toString();
      expect(stored).not.toMatch(/^bcc/im);
      expect(stored).toContain("X-Own:   kept  as it is\r\n");
      expect(stored).toMatch(
        /^Date: .*\r\nMessage-ID: <[0-9a-f-]{36}@mx\.agents\.example>\r\n\r\nhello\r\n$/m,
      );
      const talk = await ImapTalk.logIn(t.app.ports.imap!, box);
      await talk.ok("SELECT Sent");
      expect(await talk.ok("FETCH 1:* (FLAGS EMAILID)")).toEqual([
        `* 1 FETCH (FLAGS (\\Seen \\Recent) EMAILID (${id}))`,
      ]);
      // What a mail program also files is the same mail.
      const appended = await talk.append("Sent", stored, "(\\Seen)");
      expect(appended.at(-1)).toMatch(/^\S+ OK \[APPENDUID \d+ 1\]/);
      expect(await talk.ok("STATUS Sent (MESSAGES)")).toEqual(['* STATUS "Sent" (MESSAGES 1)']);
      talk.close();
      for (const { id: identityId } of [to, blind]) {
        await eventually(async () => {
          const rows = await t.app.core.database.rows(
            "select from messages where identity_id = $1::uuid and direction = 'inbound' and subject = 'submitted'",
            [identityId],
          );
          return rows.length === 1;
        });
      }
    });

    test("a copy stored in Sent before is replaced by the sent mail", async () => {
      const box = await mailbox(t);
      const to = await t.address();
      const copy = (id: string, more: readonly string[] = []) => {
        const header = [`From: ${box.email}`, `To: ${to.email}`, `Message-ID: <${id}>`, ...more];
        return [...header, "", "Hi", ""].join("\r\n");
      };
      const envelope = { from: box.email, to: to.email };
      const talk = await ImapTalk.logIn(t.app.ports.imap!, box);
      await talk.append(
        "Sent",
        copy("one@client.example", ["Bcc: hidden@elsewhere.example"]),
        "(\\Seen \\Deleted Work)",
      );
      await talk.ok("SELECT Sent");
      const response = await submit(t, box, { envelope, raw: copy("one@client.example") });
      const id = response.slice(-36);
      // Whoever looks sees the one go and the other come.
      expect((await talk.ok("NOOP")).join("\n")).toMatch(/\* 1 EXPUNGE[\s\S]*\* 1 EXISTS/);
      expect(await talk.ok("FETCH 1:* (UID FLAGS EMAILID)")).toEqual([
        `* 1 FETCH (UID 2 FLAGS (\\Seen Work \\Recent) EMAILID (${id}))`,
      ]);
      const { json } = await t.api.get<PageOf<{ id: string; message_count: number }>>(
        `/threads?identity_id=${box.id}`,
      );
      expect(json.data.map((thread) => thread.message_count)).toEqual([1]);
      const inThread = await t.api.get<PageOf<{ id: string }>>(`/messages?thread_id=${json.data[0]!.id}`);
      expect(inThread.json.data.map((message) => message.id)).toEqual([id]);
      expect(Buffer.from(await t.api.bytes(`/messages/${id}/raw`)).toString()).not.toContain("hidden@");
      // And put there once more, it is not stored again; nor does an older mail of that name make way.
      await talk.append("Sent", copy("one@client.example"), "(\\Seen)");
      expect(await talk.ok("STATUS Sent (MESSAGES)")).toEqual(['* STATUS "Sent" (MESSAGES 1)']);
      await talk.append("Sent", copy("two@client.example"), "(\\Seen)");
      await t.app.core.database.values(
        `with older as materialized (
           select account_id, id, created_at - interval '11 minutes' as before from messages
           where header_id = 'two@client.example' and identity_id = $1::uuid),
         old as (
           update messages m set created_at = o.before from older o where (m.account_id, m.id) = (o.account_id, o.id)
           returning thread_id, m.created_at)
         update threads set last_message_at = old.created_at, sort_at = old.created_at from old where id = old.thread_id
         returning 1`,
        [box.id],
      );
      await submit(t, box, { envelope, raw: copy("two@client.example") });
      expect(await talk.ok("STATUS Sent (MESSAGES)")).toContain('* STATUS "Sent" (MESSAGES 3)');
      // Nor one that somebody else has written.
      const foreign = copy("three@client.example").replace(box.email, "ann@remote.example");
      await talk.append("Sent", foreign, "(\\Seen)");
      await submit(t, box, { envelope, raw: copy("three@client.example") });
      expect(await talk.ok("STATUS Sent (MESSAGES)")).toContain('* STATUS "Sent" (MESSAGES 5)');
      talk.close();
    });

    test("a copy stored during the submission makes no second one", async () => {
      const box = await mailbox(t);
      const to = await t.address();
      const talk = await ImapTalk.logIn(t.app.ports.imap!, box);
      for (let n = 0; n < 5; n++) {
        const raw = `From: ${box.email}\r\nTo: ${to.email}\r\nMessage-ID: <${n}@client.example>\r\n\r\nHi\r\n`;
        await Promise.all([
          submit(t, box, { envelope: { from: box.email, to: to.email }, raw }),
          // Time: the copy is stored while the mail is sent, or after it.
          Bun.sleep(n * 30).then(() => talk.append("Sent", raw, "(\\Seen)")),
        ]);
      }
      expect(await talk.ok("STATUS Sent (MESSAGES)")).toEqual(['* STATUS "Sent" (MESSAGES 5)']);
      talk.close();
    });

    test("refuses other senders", async () => {
      const box = await mailbox(t);
      const other = await t.address();
      const to = other.email;
      expect(await refusal(submit(t, box, { from: other.email, to, text: "x" }))).toMatch(/^550 5\.7\.1/);
      const raw = `From: ${other.email}\r\nTo: ${to}\r\n\r\nx\r\n`;
      expect(await refusal(submit(t, box, { envelope: { from: box.email, to }, raw }))).toMatch(
        /^550 5\.7\.1 From has to be/,
      );
      const two = `From: ${box.email}\r\nFrom: ${other.email}\r\nTo: ${to}\r\n\r\nx\r\n`;
      expect(await refusal(submit(t, box, { envelope: { from: box.email, to }, raw: two }))).toMatch(
        /^550 5\.6\.0/,
      );
      expect(
        await refusal(submit(t, { ...box, password: "no" }, { from: box.email, to, text: "x" })),
      ).toMatch(/^535/);
      const nobody = "nobody-at-all@agents.example";
      expect(await refusal(submit(t, box, { from: box.email, to: nobody, text: "x" }))).toContain(
        "550 5.1.1",
      );
    });

    test("refuses whoever else a field names as author or sender, before anything is signed", async () => {
      const box = await mailbox(t);
      const { email: to } = await t.address();
      const own = box.email;
      const envelope = { from: own, to };
      for (const head of [
        `From: <${own}>, <ceo@bank.example>`,
        `From: <${own}> <ceo@bank.example>`,
        `From: ${own} ceo@bank.example`,
        `From: ceo@bank.example <${own}>`,
        `From: ${own}; ceo@bank.example`,
        `From: Board: ${own}, ceo@bank.example;`,
        `From: <${own}>ceo@bank.example`,
        `From: ceo@bank.example (<${own}>)`,
        `From: <ceo@bank.example@${own}>`,
        `From: =?utf-8?B?${Buffer.from(`Ann <${own}>, <ceo@bank.example>`).toString("base64")}?=`,
        `From: ${own.replace("@", "@\u00ad")}`,
        `From: ${own}\r\nSender: ceo@bank.example`,
        `From: ${own}\r\nSender: ${own}, ceo@bank.example`,
        `From: ${own}\r\nResent-From: ceo@bank.example`,
        `From: ${own}\r\nResent-Sender: ceo@bank.example`,
        "X-A: b",
        `Sender: ${own}`,
      ]) {
        const raw = `${head}\r\nTo: ${to}\r\n\r\nx\r\n`;
        expect([head, await refusal(submit(t, box, { envelope, raw }))]).toEqual([
          head,
          expect.stringMatching(/^550 5\.7\.1 .* has to be /),
        ]);
      }
      // Behind what is read here, where others may read on.
      for (const above of [`X-A: ${"a".repeat(900)}\r\n`.repeat(1200), "X-A: a\r\n".repeat(5000)]) {
        const raw = `From: ${own}\r\n${above}Sender: ceo@bank.example\r\nTo: ${to}\r\n\r\nx\r\n`;
        expect([above.slice(0, 10), await refusal(submit(t, box, { envelope, raw }))]).toEqual([
          above.slice(0, 10),
          expect.stringMatching(/^5(?:50 5\.7\.1|52 5\.3\.4) .*header /),
        ]);
      }
      for (const head of [
        `From: Ann <${own.toUpperCase()}>\r\nSender: ${own}`,
        `From: "ann@home" <${own}>`,
        `From: =?utf-8?Q?ann=40home?= <${own}>`,
        `From: ${own} <${own}>`,
        `From: ${own} (Ann)`,
      ])
        await submit(t, box, { envelope, raw: `${head}\r\nTo: ${to}\r\n\r\nx\r\n` });
    });

    test("a folded line above the header does not leave", async () => {
      const box = await mailbox(t);
      const to = await t.address();
      const raw = ` From: ceo@bank.example\r\nFrom: ${box.email}\r\nTo: ${to.email}\r\nSubject: s\r\n\r\nx\r\n`;
      await submit(t, box, { envelope: { from: box.email, to: to.email }, raw });
      const id = await arrived(t, to);
      expect(Buffer.from(await t.api.bytes(`/messages/${id}/raw`)).toString()).not.toContain("bank.example");
    });

    test("a draft of a mail program, and fields of a request, leave as nobody else", async () => {
      const box = await mailbox(t);
      const to = await t.address();
      const talk = await ImapTalk.logIn(t.app.ports.imap!, box);
      const mail = `From: ceo@bank.example, ${box.email}\r\nSender: ceo@bank.example\r\nTo: ${to.email}\r\nSubject: s\r\n\r\nx\r\n`;
      await talk.append("Drafts", mail, "(\\Draft)");
      talk.close();
      const { json } = await t.api.get<PageOf<{ id: string }>>(`/drafts?identity_id=${box.id}`);
      await t.api.must(202, t.api.post(`/drafts/${json.data[0]!.id}/send`));
      const id = await arrived(t, to);
      expect(Buffer.from(await t.api.bytes(`/messages/${id}/raw`)).toString()).not.toContain("bank.example");
      for (const name of ["From", "Sender", "Resent-From", "Resent-Sender"]) {
        const body = { from: box.email, to: [to.email], text: "x", headers: { [name]: "ceo@bank.example" } };
        expect((await t.api.post("/messages", body)).status).toBe(400);
      }
    });

    // DECISIONS Settings and command line: ALLOW_PLAINTEXT_AUTH is never, or loopback
    test("replies in the thread, and accepts a password only where the settings allow it", async () => {
      const box = await mailbox(t);
      const to = await t.address();
      await t.mail({
        from: "a@remote.example",
        to: box.email,
        subject: "question",
        messageId: "<q@remote.example>",
      });
      const answer = {
        from: box.email,
        to: to.email,
        subject: "Re: question",
        inReplyTo: "<q@remote.example>",
        text: "a",
      };
      const id = (await submit(t, box, answer)).slice(-36);
      const { json } = await t.api.get<{ data: { thread_id: string } }>(`/messages/${id}`);
      const thread = await t.api.get<{ data: unknown[] }>(`/messages?thread_id=${json.data.thread_id}`);
      expect(thread.json.data).toHaveLength(2);
      const talk = await dialogue(t.app.ports.submission!);
      expect(await talk.say("MAIL FROM:<a@b.example>")).toMatch(/^530/);
      talk.close();
    });
  },
  { env },
);

eachApp(
  "submission without plain passwords",
  (t) => {
    test("announces AUTH behind STARTTLS only", async () => {
      const talk = await dialogue(t.app.ports.submission!, false);
      expect(await talk.say("EHLO client.example")).not.toContain("AUTH");
      expect(await talk.say("AUTH PLAIN AGEAYg==")).toMatch(/^538/);
      await talk.startTls();
      expect(await talk.say("EHLO client.example")).toContain("AUTH PLAIN LOGIN");
      talk.close();
    });
  },
  { env: { ...env, ALLOW_PLAINTEXT_AUTH: "never" } },
);

test("repairs a header without its blank line, and folded fields", () => {
  const missing = { messageId: "<m@x>", date: "D" };
  const text = (raw: string) => Buffer.from(asSubmitted(Buffer.from(raw), missing).raw).toString();
  expect(text("Bcc: a,\r\n b\r\nSubject: s\r\n\r\nBcc: body\r\n")).toBe(
    "Subject: s\r\nDate: D\r\nMessage-ID: <m@x>\r\n\r\nBcc: body\r\n",
  );
  expect(text("Date: x\r\nmessage-id: y")).toBe("Date: x\r\nmessage-id: y\r\n\r\n");
  expect(text("no header\r\n")).toBe("Date: D\r\nMessage-ID: <m@x>\r\n\r\nno header\r\n");
  expect(asSubmitted(Buffer.from("To: a\r\nTo: b\r\nX: 1\r\nX: 2\r\n\r\n"), missing).repeated).toEqual([
    "to",
  ]);
});

/** The id of the first mail of an address, once it is there. */
async function arrived(t: SuiteApp, { id }: { id: string }): Promise<string> {
  await eventually(async () => (await mailOf(t, id)).length > 0);
  return (await mailOf(t, id))[0]!.id;
}
