// Complaints, automatic replies and the reports that Postroom writes itself.
import { describe, expect, test } from "bun:test";
import { classifyReport, composeDsn, type DsnInput, mayReportTo } from "../../../src/mail/report/classify.ts";
import { original, read, summary } from "./reading.ts";

describe("complaints", () => {
  const arf = (fields: string) => `From: fbl@far.example
To: abuse@near.example
Subject: Abuse report
MIME-Version: 1.0
Content-Type: multipart/report; report-type=feedback-report; boundary="c1"

--c1
Content-Type: text/plain

This is an email abuse report.

--c1
Content-Type: message/feedback-report

${fields}

--c1
Content-Type: message/rfc822

${original}

--c1--
`;

  test("abuse reports name the recipient, or the returned mail does", () => {
    const named = read(
      arf("Feedback-Type: abuse\nUser-Agent: Some/1.0\nVersion: 1\nOriginal-Rcpt-To: <reader@far.example>"),
    );
    expect(summary(named)).toEqual(["complaint", ["reader@far.example", "delivered", null, "soft"]]);
    expect(named.originalMessageId).toBe("<0199@mx.near.example>");
    expect(read(arf("Feedback-Type: abuse\nVersion: 1")).recipients[0]?.address).toBe("gone@far.example");
  });

  test("reports about authentication and about what is no spam are no complaints", () => {
    expect(read(arf("Feedback-Type: auth-failure\nVersion: 1")).kind).toBe("none");
    expect(read(arf("Feedback-Type: not-spam\nVersion: 1")).kind).toBe("none");
  });
});

describe("automatic replies", () => {
  const mail = (more: string, subject = "Re: Hello") =>
    `From: Bert <b@far.example>\nTo: a@near.example\nSubject: ${subject}\nIn-Reply-To: <0199@mx.near.example>\n${more}\nI am away.`;
  test("by header or by subject", () => {
    for (const text of [
      mail("Auto-Submitted: auto-replied\n"),
      mail("Auto-Submitted: auto-replied (vacation)\n"),
      mail("X-Autoreply: yes\n"),
      mail("Precedence: auto_reply\n"),
      mail("", "Automatic reply: Hello"),
      mail("", "Out of office: Hello"),
    ]) {
      expect(read(text)).toMatchObject({ kind: "auto-reply", originalMessageId: "<0199@mx.near.example>" });
    }
  });

  test("ordinary answers are none, also when they speak of bounces", () => {
    expect(read(mail("")).kind).toBe("none");
    expect(read(mail("Auto-Submitted: no\n")).kind).toBe("none");
    expect(
      read(
        mail("", "Re: Undelivered mail: delivery failure").replace(
          "I am away.",
          "My mail to <x@far.example> could not be delivered: 550 5.1.1 User unknown. Any idea?\n\n> Original message",
        ),
      ).kind,
    ).toBe("none");
  });
});

describe("our own reports", () => {
  const input: DsnInput = {
    from: "postmaster@near.example",
    to: "a@near.example",
    hostname: "mx.near.example",
    messageId: "<d1@mx.near.example>",
    date: "2026-01-02T03:04:05.678901Z",
    arrived: "2026-01-01T03:04:05.678901Z",
    envelopeId: "QQ314159",
    recipients: [
      {
        address: "gone@far.example",
        original: "rfc822;alias@far.example",
        action: "failed",
        status: "5.1.1",
        diagnostic: `550 5.1.1 User unknown ${"x".repeat(1200)}`,
        remoteMta: "mx.far.example",
      },
      {
        address: "slow@far.example",
        action: "delayed",
        status: "4.4.1",
        diagnostic: null,
        remoteMta: null,
        willRetryUntil: "2026-01-04T03:04:05.678901Z",
      },
    ],
    original: Buffer.from(original.replaceAll("\n", "\r\n")),
    returnFull: true,
  };

  test("are read back as what they say, with short lines and CRLF", async () => {
    const raw = await composeDsn(input);
    const text = Buffer.from(raw).toString("latin1");
    expect(summary(classifyReport(raw))).toEqual([
      "bounce",
      ["alias@far.example", "failed", "5.1.1", "hard"],
      ["slow@far.example", "delayed", "4.4.1", "soft"],
    ]);
    expect(classifyReport(raw).originalMessageId).toBe("<0199@mx.near.example>");
    for (const line of text.split("\r\n")) {
      expect(line.length).toBeLessThanOrEqual(998);
      expect(line).not.toMatch(/[\r\n]/);
    }
    expect(text).toContain("Original-Envelope-Id: QQ314159");
    expect(text).toContain("Will-Retry-Until: Sun, 04 Jan 2026 03:04:05 +0000");
    expect(text).toContain("Auto-Submitted: auto-replied");
    expect(text).toContain("\r\nHello there");
  });

  test("return the header alone unless the whole was asked for and is small", async () => {
    const headers = Buffer.from(await composeDsn({ ...input, returnFull: false })).toString();
    expect(headers).toContain("Content-Type: text/rfc822-headers");
    expect(headers).not.toContain("Hello there");
    const large = Buffer.concat([Buffer.from(input.original), Buffer.alloc(100_000, "x")]);
    expect(Buffer.from(await composeDsn({ ...input, original: large })).toString()).not.toContain(
      "xxxx\r\nxxxx",
    );
    const nul = Buffer.from("From: a@near.example\r\nX-A: \0\r\n\r\nb\0dy");
    expect((await composeDsn({ ...input, original: nul })).includes(0)).toBe(false);
  });

  test("international addresses have their own types", async () => {
    const recipients = [
      {
        address: "用户@例子.example",
        action: "failed" as const,
        status: "5.1.1",
        diagnostic: "550 5.1.1 Unbekannt ü",
        remoteMta: null,
      },
    ];
    const raw = await composeDsn({ ...input, recipients });
    expect(Buffer.from(raw).toString()).toContain("message/global-delivery-status");
    expect(summary(classifyReport(raw))).toEqual([
      "bounce",
      ["用户@例子.example", "failed", "5.1.1", "hard"],
    ]);
  });

  test("nobody gets a report about a report", () => {
    expect(mayReportTo("")).toBe(false);
    expect(mayReportTo("MAILER-DAEMON@far.example")).toBe(false);
    expect(mayReportTo("a@near.example")).toBe(true);
    expect(composeDsn({ ...input, to: "" })).rejects.toThrow("null sender");
  });
});
