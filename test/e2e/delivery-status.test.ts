// A server that other people wrote is told what the sender wants to know, and says it: Debian's Postfix as MX, from a mail
// program's submission to the report in its inbox. RFC 3461 5.2.1

import { afterAll, beforeAll, expect, test } from "bun:test";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { simpleParser } from "mailparser";
import { eachApp, eventually, type SuiteApp } from "../support/app/app.ts";
import { freePort } from "../support/app/ports.ts";
import { programPath } from "../support/clients/programs.ts";
import { makeCertificate } from "../support/fakes/certificate.ts";
import { startDns } from "../support/fakes/dns.ts";
import {
  type Mta,
  postfixMissing,
  startPolicyServer,
  startPostfix,
  startSaslServer,
} from "../support/fakes/mta.ts";
import { type Mailbox, mailbox } from "../support/imap/client.ts";

const missing = postfixMissing() ?? (programPath("msmtp") ? null : "Debian's msmtp package is not installed");
if (missing) test.skip(`reports of a Postfix: ${missing}`, () => {});
else await reports();

async function reports() {
  const address = "127.0.0.7";
  const [port, smtpPort] = [await freePort(address), await freePort()];
  const dns = await startDns({
    "far.example": { MX: ["10 mx.far.example"] },
    "mx.far.example": { A: [address] },
  });
  const policy = await startPolicyServer();
  const sasl = await startSaslServer("nobody", "nothing");
  const dir = mkdtempSync(join(tmpdir(), "postroom-msmtp-"));
  let postfix: Mta;
  beforeAll(async () => {
    postfix = await startPostfix({
      address,
      port,
      domain: "far.example",
      certificate: makeCertificate("mx.far.example"),
      policy: policy.at,
      sasl: sasl.at,
      // what Postfix accepts for c@ is refused here: it is not ours
      routes: { "agents.example": `127.0.0.1:${smtpPort}`, "c@far.example": `127.0.0.1:${smtpPort}` },
    });
  });
  afterAll(async () => {
    await postfix?.stop();
    policy.stop();
    sasl.stop();
    await dns.stop();
    rmSync(dir, { recursive: true });
  });

  /** By msmtp, which knows NOTIFY and RET. */
  async function submit(t: SuiteApp, box: Mailbox, { to, notify }: { to: string; notify: string }) {
    const lines = ["account default", "host 127.0.0.1", `port ${t.app.ports.submission}`, "tls on"];
    lines.push("tls_certcheck off", "auth plain", `user ${box.email}`, `password ${box.password}`);
    lines.push(`from ${box.email}`, `dsn_notify ${notify}`, "dsn_return headers", "");
    writeFileSync(join(dir, "msmtprc"), lines.join("\n"), { mode: 0o600 });
    const run = Bun.spawn(["msmtp", "-C", join(dir, "msmtprc"), to], {
      stdin: Buffer.from(`From: ${box.email}\nTo: ${to}\nSubject: by msmtp\n\nHello\n`),
      stderr: "pipe",
    });
    expect([await run.exited, await new Response(run.stderr).text()]).toEqual([0, ""]);
  }

  eachApp(
    "reports of a Postfix",
    (t) => {
      const inbox = (box: Mailbox) =>
        t.app.core.database.rows<{ id: string; envelope_from: string }>(
          "select id, envelope_from from messages where identity_id = $1::uuid and direction = 'inbound'",
          [box.id],
        );

      test("success is asked for, and its report comes into the inbox", async () => {
        const box = await mailbox(t);
        await submit(t, box, { to: "b@far.example", notify: "success" });
        const [report] = await eventually(async () => {
          const found = await inbox(box);
          return found.length === 1 && found;
        });
        expect(report!.envelope_from).toBe("");
        const raw = Buffer.from(await t.api.bytes(`/messages/${report!.id}/raw`));
        const mail = await simpleParser(raw);
        expect(mail.subject).toBe("Successful Mail Delivery Report");
        expect(mail.headers.get("content-type")).toMatchObject({ value: "multipart/report" });
        expect(raw.toString()).toMatch(
          /\r\nReporting-MTA: dns; mx\.far\.example\r\n[\s\S]*\r\nAction: delivered\r\n/,
        );
        const [row] = await t.app.core.database.rows<{ status: string; report: string }>(
          "select status, report from outbound where identity_id = $1::uuid",
          [box.id],
        );
        expect(row).toEqual({ status: "delivered", report: "wanted" });
      });

      test("never: Postfix is told, and says nothing of what it loses; failure: it does, and so do we", async () => {
        const bounced = () => postfix.log().match(/to=<c@far\.example>.* status=bounced/g)?.length ?? 0;
        const before = bounced();
        const [silent, told] = [await mailbox(t), await mailbox(t)];
        for (const [box, notify] of [
          [silent, "never"],
          [told, "failure"],
        ] as const)
          await submit(t, box, { to: "c@far.example", notify });
        await eventually(async () => bounced() === before + 2);
        const [report] = await eventually(async () => {
          const found = await inbox(told);
          return found.length === 1 && found;
        });
        const raw = Buffer.from(await t.api.bytes(`/messages/${report!.id}/raw`)).toString();
        expect(raw).toContain("\r\nFinal-Recipient: rfc822; c@far.example\r\nAction: failed\r\n");
        const states = () =>
          t.app.core.database.rows<{ status: string; report: string | null }>(
            "select status, report from outbound where recipient = 'c@far.example' order by created_at",
          );
        // That it was told is written after the report.
        await eventually(async () => (await states())[1]?.report === "told");
        expect(await states()).toEqual([
          { status: "delivered", report: null },
          { status: "bounced", report: "told" },
        ]);
        expect(await inbox(silent)).toEqual([]);
      });
    },
    {
      env: { DNS_SERVERS: dns.server, SUBMISSION_PORT: "0", SMTP_PORT: String(smtpPort) },
      deps: { mxPort: port },
    },
  );
}
