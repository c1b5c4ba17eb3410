// What a mail program asks to be told (NOTIFY, ORCPT, RET, ENVID), through the whole app: refused when it is written
// wrongly, told when it is ours to tell, passed on where the next server has the extension. RFC 3461, RFC 3464
import { afterAll, expect, test } from "bun:test";
import { type StructuredHeader, simpleParser } from "mailparser";
import type { SendMailOptions } from "nodemailer";
import { classifyReport } from "../../src/mail/report/classify.ts";
import { eachApp, eventually, type SuiteApp } from "../support/app/app.ts";
import { freePort } from "../support/app/ports.ts";
import { startDns } from "../support/fakes/dns.ts";
import { smtpError, startMxServer } from "../support/fakes/mx-server.ts";
import { type Mailbox, mailbox } from "../support/imap/client.ts";
import { type Dialogue, dialogue, submitMail } from "../support/smtp/client.ts";

const dns = await startDns({
  "plain.example": { MX: ["10 mx.plain.example"] },
  "mx.plain.example": { A: ["127.0.0.5"] },
  "dsn.example": { MX: ["10 mx.dsn.example"] },
  "mx.dsn.example": { A: ["127.0.0.6"] },
});
const port = await freePort("127.0.0.5", "127.0.0.6");
const asked: unknown[] = [];
const usual = { disabledCommands: ["STARTTLS", "AUTH"] };
const plain = await startMxServer(
  {
    ...usual,
    hideDSN: true,
    onRcptTo({ address, args }, _session, done) {
      asked.push(args);
      if (address.startsWith("refused")) return done(smtpError(550, "5.7.1 Not from you"));
      if (address.startsWith("busy")) return done(smtpError(451, "4.2.0 Come back later"));
      done();
    },
  },
  { address: "127.0.0.5", port },
);
const withDsn = await startMxServer(
  {
    ...usual,
    hideDSN: false,
    onRcptTo({ args }, _session, done) {
      asked.push(args);
      done();
    },
  },
  { address: "127.0.0.6", port },
);
afterAll(async () => {
  await Promise.all([plain.stop(), withDsn.stop()]);
  await dns.stop();
});

async function submit(t: SuiteApp, box: Mailbox, mail: SendMailOptions): Promise<string> {
  const all = { from: box.email, subject: "Hello", text: "The text.", ...mail };
  return (await submitMail(t.app.ports.submission!, box, all)).slice(-36);
}

eachApp(
  "delivery status",
  (t) => {
    /** What is known of each recipient once nothing is under way. */
    const settled = (messageId: string) =>
      eventually(async () => {
        const rows = await t.app.core.database.rows<{ status: string; report: string | null }>(
          "select status, report from outbound where message_id = $1::uuid order by ordinal",
          [messageId],
        );
        const open = rows.some(
          ({ status, report }) =>
            status === "queued" || ["failed", "delayed", "delivered", "relayed"].includes(report ?? ""),
        );
        return rows.length > 0 && !open && rows.map(({ status, report }) => `${status} ${report}`);
      });

    /** Reports in the inbox, oldest first: as mailparser and as our own reader understand them. */
    async function reportsTo(box: Mailbox) {
      const rows = await t.app.core.database.rows<{ id: string; envelope_from: string }>(
        "select id, envelope_from from messages where identity_id = $1::uuid and direction = 'inbound' order by created_at",
        [box.id],
      );
      return Promise.all(
        rows.map(async ({ id, envelope_from }) => {
          const raw = Buffer.from(await t.api.bytes(`/messages/${id}/raw`));
          const mail = await simpleParser(raw);
          expect(envelope_from).toBe("");
          expect(mail.headers.get("content-type")).toMatchObject({
            value: "multipart/report",
            params: { "report-type": "delivery-status" },
          });
          const { boundary } = (mail.headers.get("content-type") as StructuredHeader).params;
          const parts = raw.toString().split(`\r\n--${boundary}`).slice(1, -1);
          expect(parts).toHaveLength(3);
          return {
            subject: mail.subject,
            text: parts[0]!,
            types: parts.map((part) => /^Content-Type: ([^;\r]+)/m.exec(part)![1]),
            fields: parts[1]!.replaceAll("\r", ""),
            returned: parts[2]!,
            read: classifyReport(raw, ""),
          };
        }),
      );
    }

    /** As if it had been queued so much earlier: tried once more. */
    const later = async (messageId: string, hours: number) => {
      const before = await triedAt(messageId);
      await t.app.core.database.values(
        `with older as materialized (
           select account_id, id, created_at - make_interval(hours => $2::int) as before from outbound where message_id = $1::uuid)
         update outbound b set created_at = o.before, next_attempt_at = now() from older o
         where (b.account_id, b.id) = (o.account_id, o.id) returning 1`,
        [messageId, hours],
      );
      t.app.core.actors.feed.pokeAll();
      await eventually(async () => (await triedAt(messageId)) > before);
      return settled(messageId);
    };
    const triedAt = async (messageId: string) => {
      const [row] = await t.app.core.database.rows<{ at: string }>(
        "select max(updated_at) as at from outbound where message_id = $1::uuid",
        [messageId],
      );
      return row!.at;
    };

    async function loggedIn(box: Mailbox): Promise<Dialogue> {
      const talk = await dialogue(t.app.ports.submission!);
      await talk.startTls();
      expect(await talk.say("EHLO client.example")).toContain("250-DSN");
      const plainLogin = Buffer.from(`\0${box.email}\0${box.password}`).toString("base64");
      expect(await talk.say(`AUTH PLAIN ${plainLogin}`)).toMatch(/^235/);
      return talk;
    }

    test("only submission announces DSN, and each wrong parameter has its own response", async () => {
      const inbound = await dialogue(t.smtpPort, false);
      expect(await inbound.say("EHLO client.example")).not.toContain("DSN");
      inbound.close();
      const box = await mailbox(t);
      const talk = await loggedIn(box);
      const from = `MAIL FROM:<${box.email}>`;
      for (const [parameters, words] of [
        ["RET=ALL", "RET"],
        ["RET", "RET"],
        ["ENVID=", "ENVID"],
        ["ENVID=a+b", "xtext"],
        ["ENVID=a=b", "xtext"],
        ["ENVID=a+0D+0Ab", "xtext"],
        [`ENVID=${"x".repeat(101)}`, "100 characters"],
        ["ENVID=a ENVID=b", "ENVID"],
      ] as const) {
        const reply = await talk.say(`${from} ${parameters}`);
        expect([parameters, reply]).toEqual([parameters, expect.stringMatching(/^501 5\.5\.4 /)]);
        expect(reply).toContain(words);
      }
      expect(await talk.say(`${from} RET=hdrs ENVID=${"x".repeat(100)}`)).toMatch(/^250/);
      const to = "RCPT TO:<b@plain.example>";
      for (const [parameters, words] of [
        ["NOTIFY=", "NOTIFY"],
        ["NOTIFY=ALWAYS", "NOTIFY"],
        ["NOTIFY=NEVER,SUCCESS", "NOTIFY"],
        ["NOTIFY=SUCCESS NOTIFY=DELAY", "NOTIFY"],
        ["ORCPT=b@plain.example", "address type"],
        ["ORCPT=rfc822;", "xtext"],
        ["ORCPT=rfc822;a+b@plain.example", "xtext"],
        ["ORCPT=rfc822;a+0Ab@plain.example", "xtext"],
        ["ORCPT=rfc822;ü@plain.example", "xtext"],
        ["ORCPT=utf-8;b@plain.example+20NOTIFY=NEVER", "utf-8"],
        [`ORCPT=rfc822;${"x".repeat(500)}`, "500 characters"],
      ] as const) {
        const reply = await talk.say(`${to} ${parameters}`);
        expect([parameters, reply]).toEqual([parameters, expect.stringMatching(/^501 5\.5\.4 /)]);
        expect(reply).toContain(words);
      }
      expect(await talk.say(`${to} NOTIFY=delay,Success ORCPT=rfc822;a+2Bb@plain.example`)).toMatch(/^250/);
      talk.close();
    });

    test("DSN parameters of a refused MAIL do not apply to the next one", async () => {
      const box = await mailbox(t);
      const talk = await loggedIn(box);
      expect(await talk.say("MAIL FROM:<somebody@else.example> RET=FULL ENVID=first")).toMatch(/^550/);
      expect(await talk.say(`MAIL FROM:<${box.email}>`)).toMatch(/^250/);
      expect(await talk.say("RCPT TO:<refused@plain.example>")).toMatch(/^250/);
      expect(await talk.say("DATA")).toMatch(/^354/);
      const sent = await talk.say(`From: ${box.email}\r\n\r\nThe text.\r\n.`);
      talk.close();
      expect(await settled(sent.slice(-36))).toEqual(["bounced told"]);
      const [report] = await reportsTo(box);
      expect(report!.fields).not.toMatch(/Envelope-Id|Original-Recipient/);
      expect(report!.types).toEqual(["text/plain", "message/delivery-status", "text/rfc822-headers"]);
    });

    test("success: delivered for a local recipient, relayed for a server without DSN, none for a server with DSN", async () => {
      const box = await mailbox(t);
      const here = await t.address();
      asked.length = 0;
      const id = await submit(t, box, {
        to: [here.email, "b@plain.example", "c@dsn.example"],
        dsn: { id: "job 7+1", return: "headers", notify: "success", recipient: "Ada+x@first.example" },
      });
      expect(await settled(id)).toEqual(["delivered begun", "delivered begun", "delivered wanted"]);
      const reports = await reportsTo(box);
      expect(reports.map(({ fields }) => /^Action: (.*)$/m.exec(fields)?.[1]).sort()).toEqual([
        "delivered",
        "relayed",
      ]);
      for (const report of reports) {
        expect(report.subject).toBe("Successful Mail Delivery Report");
        expect(report.fields).toMatch(/^Original-Envelope-Id: job 7\+1$/m);
        expect(report.fields).toMatch(/^Original-Recipient: rfc822;Ada\+x@first\.example$/m);
        expect(report.fields).toMatch(/^Status: 2\.\d+\.\d+$/m);
        expect(report.types).toEqual(["text/plain", "message/delivery-status", "text/rfc822-headers"]);
        expect(report.returned).toContain("Subject: Hello");
        expect(report.read.kind).toBe("none");
      }
      const ofRemote = reports.find(({ fields }) => fields.includes("relayed"));
      expect(ofRemote!.fields).toContain("Final-Recipient: rfc822; b@plain.example");
      expect(ofRemote!.text).toContain("does not say whether it delivers it");
      expect(asked).toEqual(
        expect.arrayContaining([false, { NOTIFY: "SUCCESS", ORCPT: "rfc822;Ada+x@first.example" }]),
      );
      expect(withDsn.mails.at(-1)!.mailArgs).toMatchObject({ RET: "HDRS", ENVID: "job 7+1" });
      expect(plain.mails.at(-1)!.mailArgs).not.toContainAnyKeys(["RET", "ENVID"]);
    });

    test("NOTIFY=NEVER or SUCCESS alone: no failure is reported; RET=FULL returns the whole mail", async () => {
      const box = await mailbox(t);
      const to = "refused@plain.example";
      for (const notify of ["never", ["success", "delay"]] as const) {
        const id = await submit(t, box, { to, dsn: { notify: notify as "never" } });
        expect(await settled(id)).toEqual([notify === "never" ? "bounced null" : "bounced wanted"]);
      }
      expect(await reportsTo(box)).toEqual([]);
      const dsn = { id: "e1", return: "full", notify: "failure", recipient: to } as const;
      expect(await settled(await submit(t, box, { to, dsn }))).toEqual(["bounced told"]);
      const large = { to, dsn, text: "A large text. ".repeat(10_000) };
      expect(await settled(await submit(t, box, large))).toEqual(["bounced told"]);
      const [small, capped] = await reportsTo(box);
      expect(small!.types).toEqual(["text/plain", "message/delivery-status", "message/rfc822"]);
      expect(small!.returned).toContain("The text.");
      expect(small!.fields).toMatch(/^Action: failed$/m);
      expect(small!.read.recipients).toMatchObject([{ address: to, action: "failed", status: "5.7.1" }]);
      expect(capped!.types).toEqual(["text/plain", "message/delivery-status", "text/rfc822-headers"]);
    });

    test("a delay is reported once after four hours, and then the final outcome", async () => {
      const box = await mailbox(t);
      const id = await submit(t, box, { to: "busy@plain.example" });
      const silent = await submit(t, box, { to: "busy@plain.example", dsn: { notify: "failure" } });
      for (const waiting of [id, silent]) expect(await settled(waiting)).toEqual(["deferred wanted"]);
      expect(await later(id, 3)).toEqual(["deferred wanted"]);
      expect(await later(id, 2)).toEqual(["deferred begun"]);
      expect(await later(id, 4)).toEqual(["deferred begun"]);
      expect(await later(silent, 9)).toEqual(["deferred wanted"]);
      const [delay, ...more] = await reportsTo(box);
      expect(more).toEqual([]);
      expect(delay).toMatchObject({ subject: "Delayed Mail (still being retried)", read: { kind: "delay" } });
      expect(delay!.fields).toMatch(/^Action: delayed$/m);
      expect(delay!.fields).toMatch(/^Status: 4\.2\.0$/m);
      const until = Date.parse(/^Will-Retry-Until: (.*)$/m.exec(delay!.fields)![1]!);
      expect(Math.abs(until - Date.now() - 43 * 3_600_000)).toBeLessThan(60_000);
      expect(await later(id, 40)).toEqual(["bounced told"]);
      expect((await reportsTo(box)).map(({ read }) => read.kind)).toEqual(["delay", "bounce"]);
    });

    test("a suspended sender gets no report, and later reports do not wait for it", async () => {
      const box = await mailbox(t);
      const id = await submit(t, box, { to: "busy@plain.example" });
      expect(await settled(id)).toEqual(["deferred wanted"]);
      await t.api.must(200, t.api.patch(`/identities/${box.id}`, { status: "suspended" }));
      expect(await later(id, 49)).toEqual(["bounced null"]);
      expect(await reportsTo(box)).toEqual([]);
    });

    test("a mail with the null sender is sent with it and gets no report", async () => {
      const box = await mailbox(t);
      const here = await mailbox(t);
      const envelope = {
        from: "",
        to: [here.email, "b@dsn.example", "refused@plain.example"],
        dsn: { notify: ["success", "failure"] },
      };
      const raw = `From: ${box.email}\r\nAuto-Submitted: auto-replied\r\nSubject: away\r\n\r\nI am away.\r\n`;
      const id = await submit(t, box, { envelope, raw } as SendMailOptions);
      expect(await settled(id)).toEqual(["delivered null", "delivered null", "bounced null"]);
      expect(withDsn.mails.at(-1)).toMatchObject({ from: "", to: ["b@dsn.example"] });
      expect(withDsn.mails.at(-1)!.raw).toMatch(/^DKIM-Signature: [\s\S]*? d=agents\.example;/);
      const [arrived] = await t.app.core.database.rows<{ envelope_from: string }>(
        "select envelope_from from messages where identity_id = $1::uuid",
        [here.id],
      );
      expect(arrived!.envelope_from).toBe("");
      expect(await reportsTo(box)).toEqual([]);
    });
  },
  { env: { DNS_SERVERS: dns.server, SUBMISSION_PORT: "0" }, deps: { mxPort: port } },
);
