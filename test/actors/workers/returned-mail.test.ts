// Mail that comes back about mail that was sent: bounces, delays, complaints, vacation notices.
import { afterAll, expect, test } from "bun:test";
import { createLink } from "../../../actors/account/access/console.ts";
import { nowInstant, systemClock } from "../../../src/lib/clock.ts";
import { composeDsn } from "../../../src/mail/report/classify.ts";
import { Browser } from "../../console/browser.ts";
import type { PageOf } from "../../support/app/api.ts";
import { eachApp, eventually } from "../../support/app/app.ts";
import { startSink } from "../../support/fakes/receivers.ts";

const sink = await startSink();
afterAll(() => sink.stop());

interface Told {
  type: string;
  data: Record<string, unknown>;
}

eachApp(
  "mail that comes back",
  (t) => {
    const rows = <T extends object>(text: string, ...params: string[]) =>
      t.app.core.database.rows<T>(text, params);

    async function sent(to: string[]) {
      const identity = await t.address();
      const { id } = await t.api.must<{ id: string }>(
        201,
        t.api.post("/messages", { from: identity.email, to, subject: "Offer", text: "Hi" }),
      );
      const mail = await sink.taken.find((taken) => taken.raw.includes(id));
      await eventually(async () => {
        const left = await rows(
          "select 1 from outbound where message_id = $1::uuid and status <> 'delivered'",
          id,
        );
        return left.length === 0;
      });
      return { ...identity, messageId: id, token: mail.from, raw: Buffer.from(mail.raw, "latin1") };
    }

    function dsn(
      about: { token: string; raw: Buffer },
      address: string,
      fields: Record<string, unknown> = {},
    ) {
      return composeDsn({
        from: "mailer-daemon@far.example",
        to: about.token,
        hostname: "mx.far.example",
        messageId: `<${crypto.randomUUID()}@far.example>`,
        date: nowInstant(systemClock),
        arrived: nowInstant(systemClock),
        recipients: [
          {
            address,
            action: "failed",
            status: "5.1.1",
            diagnostic: "550 5.1.1 User unknown",
            remoteMta: "mx.far.example",
            ...fields,
          },
        ],
        original: about.raw,
        returnFull: false,
      });
    }

    const told = async (messageId: string) => {
      const found = await rows<Told>(
        "select type, data from events where data->>'message_id' = $1::text and type <> 'message.sent' and type <> 'message.delivered' order by xid, id",
        messageId,
      );
      return found.map(({ type, data }) => `${type} ${data.recipient ?? ""}`.trim());
    };

    const inbound = async (identityId: string) =>
      (
        await rows(
          "select 1 from messages where identity_id = $1::uuid and direction = 'inbound'",
          identityId,
        )
      ).length;

    // DECISIONS Drafts and sending: Consumed DSNs are attached to the message, not filed in the inbox
    test("a bounce with its token: status, events, suppression, and the report on the message", async () => {
      const mail = await sent(["gone@far.example", "ok@far.example"]);
      const report = Buffer.from(await dsn(mail, "GONE@far.example"));
      await t.raw({ from: "", to: mail.token, raw: report });
      expect(await told(mail.messageId)).toEqual(["message.bounced gone@far.example"]);
      expect(
        await rows(
          "select status, response from outbound where message_id = $1::uuid order by ordinal",
          mail.messageId,
        ),
      ).toMatchObject([{ status: "bounced", response: "550 5.1.1 User unknown" }, { status: "delivered" }]);
      expect(await inbound(mail.id)).toBe(0);
      const message = await t.api.must<{ attachments: { id: string; content_type: string }[] }>(
        200,
        t.api.get(`/messages/${mail.messageId}`),
      );
      expect(message.attachments.map((file) => file.content_type)).toEqual(["message/rfc822"]);
      const kept = Buffer.from(await t.api.bytes(`/attachments/${message.attachments[0]!.id}`)).toString();
      expect(kept).toContain("Final-Recipient: rfc822; GONE@far.example");
      const again = await t.api.post("/messages", { from: mail.email, to: "gone@far.example" });
      expect(again.text).toContain("suppressed");
      const listed = await t.api.get<PageOf<Record<string, unknown>>>("/suppressions?email=gone@far.example");
      expect(listed.json.data[0]).toMatchObject({
        reason: "bounce",
        detail: "550 5.1.1 User unknown",
        message_id: mail.messageId,
      });
      // A person takes it back beside the message that came back.
      const link = await createLink(t.app.core.actors, { accountId: t.accountId, ownerEmail: null });
      const browser = new Browser(t.api.base);
      await browser.get(`/console/sign-in?token=${link}`);
      await browser.submit("/console/sign-in");
      const { thread_id: thread } = await t.api.must<{ thread_id: string }>(
        200,
        t.api.get(`/messages/${mail.messageId}`),
      );
      await browser.get(`/console/threads/${thread}?account=${t.accountId}`);
      await browser.submit("/console/suppressions/lift");
      expect(browser.text).toContain("is written to again");
      expect((await t.api.post("/messages", { from: mail.email, to: "gone@far.example" })).status).toBe(201);

      // The same report once more changes nothing; the other recipient's ends the message.
      await t.raw({ from: "", to: mail.token, raw: report });
      await t.raw({
        from: "",
        to: mail.token,
        raw: Buffer.from(
          await dsn(mail, "ok@far.example", {
            status: "5.7.1",
            diagnostic: "554 5.7.1 Message content rejected",
          }),
        ),
      });
      expect(await told(mail.messageId)).toEqual([
        "message.bounced gone@far.example",
        "message.bounced ok@far.example",
        "message.failed",
      ]);
      const soft = await rows("select email from suppressions where email = 'ok@far.example'");
      expect(soft).toEqual([]);
    });

    test("a delay makes an event and changes nothing", async () => {
      const mail = await sent(["late@far.example"]);
      const delay = await dsn(mail, "late@far.example", {
        action: "delayed",
        status: "4.4.1",
        diagnostic: "connection timed out",
      });
      await t.raw({ from: "", to: mail.token, raw: Buffer.from(delay) });
      expect(await told(mail.messageId)).toEqual(["message.deferred late@far.example"]);
      expect(await rows("select status from outbound where message_id = $1::uuid", mail.messageId)).toEqual([
        { status: "delivered" },
      ]);
    });

    // DECISIONS Drafts and sending: Only a DSN with a valid token may suppress; a match by Message-ID alone gives the event
    test("a bounce that only names the Message-ID: the event, nothing suppressed, filed", async () => {
      const mail = await sent(["named@far.example"]);
      const raw = Buffer.from(mail.raw.toString("latin1").replace(/^Return-Path:.*\r\n/m, ""), "latin1");
      const report = await dsn({ token: mail.email, raw }, "named@far.example");
      await t.raw({ from: "", to: mail.email, raw: Buffer.from(report) });
      expect(await told(mail.messageId)).toEqual(["message.bounced named@far.example"]);
      expect(await rows("select status from outbound where message_id = $1::uuid", mail.messageId)).toEqual([
        { status: "delivered" },
      ]);
      expect(await rows("select 1 from suppressions where email = 'named@far.example'")).toEqual([]);
      expect(await inbound(mail.id)).toBe(1);
    });

    // DECISIONS Events, webhooks, deliveries: message.complained comes for a complaint
    test("a complaint to abuse finds its message by the returned envelope sender", async () => {
      const mail = await sent(["angry@far.example"]);
      const lines = [
        "From: fbl@far.example",
        "To: abuse@agents.example",
        "Subject: FW: Offer",
        "MIME-Version: 1.0",
        'Content-Type: multipart/report; report-type=feedback-report; boundary="b"',
        "",
        "--b",
        "Content-Type: text/plain",
        "",
        "This is an abuse report.",
        "--b",
        "Content-Type: message/feedback-report",
        "",
        "Feedback-Type: abuse",
        "User-Agent: Fbl/1",
        "Version: 1",
        "Original-Rcpt-To: angry@far.example",
        "",
        "--b",
        "Content-Type: message/rfc822",
        "",
        `Return-Path: <${mail.token}>`,
        ...mail.raw.toString("latin1").split("\r\n"),
        "--b--",
        "",
      ];
      await t.raw({ from: "fbl@far.example", to: "abuse@agents.example", raw: lines.join("\r\n") });
      expect(await told(mail.messageId)).toEqual(["message.complained angry@far.example"]);
      expect(await rows("select 1 from suppressions where email = 'angry@far.example'")).toEqual([]);
    });

    test("other mail is stored; an invented token is an unknown user; the report on a deleted message is accepted and dropped", async () => {
      const mail = await sent(["away@far.example"]);
      const vacation = [
        "From: away@far.example",
        `To: ${mail.email}`,
        "Subject: Out of office",
        "Auto-Submitted: auto-replied",
        "",
        "Back on Monday.",
        "",
      ].join("\r\n");
      await t.raw({ from: "", to: mail.token, raw: vacation });
      expect(await inbound(mail.id)).toBe(1);
      expect(await told(mail.messageId)).toEqual([]);
      const invented = mail.token.replace(/.@/, (end) => (end === "a@" ? "b@" : "a@"));
      const refused = await t
        .raw({ from: "", to: invented, raw: vacation })
        .catch((error: Error) => error.message);
      expect(refused).toContain("5.1.1");
      await t.api.must(204, t.api.delete(`/identities/${mail.id}`));
      expect(
        await t.raw({ from: "", to: mail.token, raw: Buffer.from(await dsn(mail, "away@far.example")) }),
      ).toStartWith("250");
    });
  },
  { env: { SMTP_RELAY_URL: sink.url } },
);
