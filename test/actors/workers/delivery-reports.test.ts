// Mail handed over by SMTP that does not arrive: its sender gets one report, by mail, with the null sender.
import { afterAll, expect, test } from "bun:test";
import { classifyReport } from "../../../src/mail/report/classify.ts";
import { eachApp, eventually, type SuiteApp } from "../../support/app/app.ts";
import { startDns } from "../../support/fakes/dns.ts";
import { smtpError, startMxServer } from "../../support/fakes/mx-server.ts";
import { type Mailbox, mailbox } from "../../support/imap/client.ts";
import { submitMail } from "../../support/smtp/client.ts";

const dns = await startDns({
  "far.example": { MX: ["10 mx.far.example"] },
  "mx.far.example": { A: ["127.0.0.5"] },
});
const mx = await startMxServer(
  {
    disabledCommands: ["STARTTLS", "AUTH"],
    onRcptTo({ address }, _session, done) {
      if (address.startsWith("unknown")) return done(smtpError(550, "5.1.1 No such user"));
      if (address.startsWith("busy")) return done(smtpError(451, "4.2.0 Come back later"));
      done();
    },
  },
  { address: "127.0.0.5" },
);
afterAll(async () => {
  await mx.stop();
  await dns.stop();
});

async function submit(t: SuiteApp, box: Mailbox, mail: { from: string; to: string[] }): Promise<string> {
  const raw = `From: ${box.email}\r\nTo: ${mail.to.join(", ")}\r\nSubject: Grüße\r\n\r\nHi\r\n`;
  return (await submitMail(t.app.ports.submission!, box, { envelope: mail, raw })).slice(-36);
}

eachApp(
  "delivery reports",
  (t) => {
    const inboxOf = (identityId: string) =>
      t.app.core.database.rows<{ id: string; thread_id: string; envelope_from: string; subject: string }>(
        "select id, thread_id, envelope_from, subject from messages where identity_id = $1::uuid and direction = 'inbound'",
        [identityId],
      );
    const settled = (messageId: string) =>
      eventually(async () => {
        const rows = await t.app.core.database.rows<{ status: string; report: string | null }>(
          "select status, report from outbound where message_id = $1::uuid order by ordinal",
          [messageId],
        );
        const open = rows.some(({ status, report }) => status === "queued" || report === "failed");
        return rows.length > 0 && !open && rows.map(({ status, report }) => `${status} ${report}`);
      });

    test("one report for the failures of one attempt, in the mail's thread, that names each recipient", async () => {
      const box = await mailbox(t);
      const id = await submit(t, box, {
        from: box.email,
        to: ["unknown1@far.example", "fine@far.example", "unknown2@far.example"],
      });
      expect(await settled(id)).toEqual(["bounced told", "delivered wanted", "bounced told"]);
      const [report, ...more] = await inboxOf(box.id);
      expect(more).toEqual([]);
      expect(report).toMatchObject({ envelope_from: "", subject: "Undelivered Mail Returned to Sender" });
      const { json } = await t.api.get<{ data: { thread_id: string } }>(`/messages/${id}`);
      expect(report!.thread_id).toBe(json.data.thread_id);
      const raw = await t.api.bytes(`/messages/${report!.id}/raw`);
      expect(Buffer.from(raw).toString()).toContain("Auto-Submitted: auto-replied\r\n");
      expect(classifyReport(raw, "")).toMatchObject({
        kind: "bounce",
        recipients: ["unknown1@far.example", "unknown2@far.example"].map((address) => ({
          address,
          action: "failed",
          status: "5.1.1",
          diagnostic: "550 5.1.1 No such user",
        })),
      });
      // As if the process had died before it noted that the report is there.
      await t.app.core.database.values(
        "update outbound set report = 'failed' where message_id = $1::uuid and status = 'bounced' returning 1",
        [id],
      );
      t.app.core.actors.feed.pokeAll();
      expect(await settled(id)).toEqual(["bounced told", "delivered wanted", "bounced told"]);
      expect(await inboxOf(box.id)).toHaveLength(1);
    });

    test("a recipient given up after two days is reported too", async () => {
      const box = await mailbox(t);
      const id = await submit(t, box, { from: box.email, to: ["busy@far.example"] });
      expect(await settled(id)).toEqual(["deferred wanted"]);
      await t.app.core.database.values(
        `update outbound set created_at = now() - interval '49 hours', next_attempt_at = now()
         where message_id = $1::uuid returning 1`,
        [id],
      );
      t.app.core.actors.feed.pokeAll();
      await eventually(async () => (await settled(id)).join() === "bounced told");
      const [report] = await inboxOf(box.id);
      const raw = await t.api.bytes(`/messages/${report!.id}/raw`);
      expect(Buffer.from(raw).toString()).toContain("Action: failed\r\nStatus: 5.4.7\r\n");
      expect(classifyReport(raw, "").recipients).toMatchObject([
        { address: "busy@far.example", action: "failed", reason: "expired" },
      ]);
    });

    test("none for the null sender, none for messages sent by REST", async () => {
      const box = await mailbox(t);
      const id = await submit(t, box, { from: "", to: ["unknown3@far.example"] });
      expect(await settled(id)).toEqual(["bounced null"]);
      const sent = await t.api.must<{ id: string }>(
        201,
        t.api.post("/messages", { from: box.email, to: "unknown4@far.example", text: "Hi" }),
      );
      expect(await settled(sent.id)).toEqual(["bounced null"]);
      expect(await inboxOf(box.id)).toEqual([]);
    });
  },
  { env: { DNS_SERVERS: dns.server, SUBMISSION_PORT: "0" }, deps: { mxPort: mx.port } },
);
