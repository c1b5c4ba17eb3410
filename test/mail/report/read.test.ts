// Reports that come back: forms that are in use, written for this test, and a whole collection of real ones.
import { describe, expect, test } from "bun:test";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { classifyReport } from "../../../src/mail/report/classify.ts";
import { original, read, summary } from "./reading.ts";

const dsn = (
  fields: string,
  notice = "This is the mail system. Your message could not be delivered.",
) => `From: MAILER-DAEMON@far.example (Mail Delivery System)
To: bounces+abc@near.example
Subject: Undelivered Mail Returned to Sender
Auto-Submitted: auto-replied
MIME-Version: 1.0
Content-Type: multipart/report; report-type=delivery-status; boundary="b1"

--b1
Content-Type: text/plain

${notice}

--b1
Content-Type: message/delivery-status

Reporting-MTA: dns; mx.far.example

${fields}

--b1
Content-Type: message/rfc822

${original}

--b1--
`;

const data = process.env.POSTROOM_TEST_DATA;

describe("delivery status notifications", () => {
  test("a failure for good", () => {
    const report = read(
      dsn(
        "Final-Recipient: rfc822; gone@far.example\nAction: failed\nStatus: 5.1.1\nDiagnostic-Code: smtp; 550 5.1.1 <gone@far.example>: Recipient address rejected:\n    User unknown in virtual mailbox table",
      ),
    );
    expect(summary(report)).toEqual(["bounce", ["gone@far.example", "failed", "5.1.1", "hard"]]);
    expect(report.originalMessageId).toBe("<0199@mx.near.example>");
    expect(report.originalEnvelopeFrom).toBe("bounces+abc@near.example");
    expect(report.recipients[0]?.diagnostic).toBe(
      "550 5.1.1 <gone@far.example>: Recipient address rejected: User unknown in virtual mailbox table",
    );
  });

  test("the original recipient is whom we wrote to, the final one where it went", () => {
    const report = read(
      dsn(
        "Original-Recipient: rfc822;alias@far.example\nFinal-Recipient: rfc822;real@elsewhere.example\nAction: failed\nStatus: 5.2.2",
      ),
    );
    expect(summary(report)).toEqual(["bounce", ["alias@far.example", "failed", "5.2.2", "soft"]]);
  });

  test("several recipients, some delivered, also without the empty line between", () => {
    const groups =
      "Final-Recipient: rfc822; a@far.example\nAction: delivered\nStatus: 2.0.0\n\nFinal-Recipient: rfc822; b@far.example\nAction: failed\nStatus: 5.1.1\nFinal-Recipient: rfc822; c@far.example\nAction: delayed\nStatus: 4.4.1";
    expect(summary(read(dsn(groups)))).toEqual([
      "bounce",
      ["a@far.example", "delivered", "2.0.0", "soft"],
      ["b@far.example", "failed", "5.1.1", "hard"],
      ["c@far.example", "delayed", "4.4.1", "soft"],
    ]);
  });

  test("a delay is no bounce, a success is nothing to act on", () => {
    expect(
      summary(
        read(
          dsn(
            "Final-Recipient: rfc822; a@far.example\nAction: delayed\nStatus: 4.4.1\nWill-Retry-Until: Sun, 4 Jan 2026 03:04:05 +0000",
          ),
        ),
      ),
    ).toEqual(["delay", ["a@far.example", "delayed", "4.4.1", "soft"]]);
    expect(read(dsn("Final-Recipient: rfc822; a@far.example\nAction: relayed\nStatus: 2.1.9")).kind).toBe(
      "none",
    );
    expect(read(dsn("Final-Recipient: rfc822; a@far.example\nAction: delivered\nStatus: 2.0.0")).kind).toBe(
      "none",
    );
  });

  const judgements: [string, string, "hard" | "soft"][] = [
    ["5.1.1", "550 5.1.1 The email account that you tried to reach does not exist.", "hard"],
    [
      "5.1.10",
      "550 5.1.10 RESOLVER.ADR.RecipientNotFound; Recipient not found by SMTP address lookup",
      "hard",
    ],
    ["5.0.0", "550 No such user here", "hard"],
    ["5.1.2", "550 5.1.2 Host unknown", "hard"],
    [
      "5.4.4",
      "Host or domain name not found. Name service error for name=nowhere.example type=AAAA: Host not found",
      "hard",
    ],
    ["5.1.0", "Domain nowhere.example does not accept mail (nullMX)", "hard"],
    ["5.1.6", "550 5.1.6 Recipient no longer on server", "hard"],
    [
      "4.1.1",
      "450 4.1.1 <x@far.example>: Recipient address rejected: User unknown in local recipient table",
      "hard",
    ],
    ["5.2.2", "552 5.2.2 Mailbox full", "soft"],
    ["5.1.1", "550 5.1.1 User's mailbox is over quota", "soft"],
    [
      "5.2.1",
      "550 5.2.1 The user you are trying to contact is receiving mail at a rate that prevents delivery",
      "soft",
    ],
    ["5.7.26", "550-5.7.26 This mail is unauthenticated: SPF and DKIM did not pass", "soft"],
    [
      "5.7.1",
      "554 5.7.1 Service unavailable; Client host [192.0.2.1] blocked using zen.spamhaus.org",
      "soft",
    ],
    ["5.1.8", "553 5.1.8 <a@near.example>... Domain of sender address does not exist", "soft"],
    ["5.7.1", "554 5.7.1 <x@far.example>: Relay access denied", "soft"],
    ["5.3.4", "552 5.3.4 Message size exceeds fixed limit", "soft"],
    ["5.7.1", "550 5.7.1 Message rejected as spam by content filter", "soft"],
    ["4.4.7", "delivery temporarily suspended: connect to mx.far.example: Connection timed out", "soft"],
    ["4.0.0", "DNS Error: lookup responded with code NXDOMAIN Domain name not found", "soft"],
    ["5.0.0", "550 Blocked - see https://far.example/help?user-unknown", "soft"],
  ];

  for (const [status, words, hardness] of judgements) {
    test(`${hardness}: ${words}`, () => {
      const report = read(
        dsn(
          `Final-Recipient: rfc822; x@far.example\nAction: failed\nStatus: ${status}\nDiagnostic-Code: smtp; ${words}`,
        ),
      );
      expect(summary(report)[1]?.[3]).toBe(hardness);
    });
  }

  test("user unknown after the data is a filter speaking, unless the code says otherwise", () => {
    const notice = (command: string) =>
      `<x@far.example>: host mx.far.example[192.0.2.1] said: 550 Unknown user (in reply to ${command} command)`;
    const fields =
      "Final-Recipient: rfc822; x@far.example\nAction: failed\nStatus: 5.0.0\nDiagnostic-Code: smtp; 550 Unknown user";
    expect(summary(read(dsn(fields, notice("RCPT TO"))))[1]?.[3]).toBe("hard");
    expect(summary(read(dsn(fields, notice("end of DATA"))))[1]?.[3]).toBe("soft");
    expect(summary(read(dsn(fields.replace("5.0.0", "5.1.1"), notice("end of DATA"))))[1]?.[3]).toBe("hard");
  });
});

describe("bounces that follow no standard", () => {
  test("qmail", () => {
    const report = read(`From: MAILER-DAEMON@mx.far.example
To: bounces+abc@near.example
Subject: failure notice

Hi. This is the qmail-send program at mx.far.example.
I'm afraid I wasn't able to deliver your message to the following addresses.

<gone@far.example>:
192.0.2.1 does not like recipient.
Remote host said: 550 5.1.1 no mailbox here by that name
Giving up on 192.0.2.1.

<full@far.example>:
Remote host said: 552 5.2.2 mailbox is full

--- Below this line is a copy of the message.

${original}`);
    expect(summary(report)).toEqual([
      "bounce",
      ["gone@far.example", "failed", "5.1.1", "hard"],
      ["full@far.example", "failed", "5.2.2", "soft"],
    ]);
    expect(report.originalMessageId).toBe("<0199@mx.near.example>");
  });

  test("Exim, with its header field", () => {
    const report = read(`Return-path: <>
X-Failed-Recipients: gone@far.example
Auto-Submitted: auto-replied
From: Mail Delivery System <Mailer-Daemon@mx.far.example>
To: bounces+abc@near.example
Subject: Mail delivery failed: returning message to sender

This message was created automatically by mail delivery software.

A message that you sent could not be delivered to one or more of its
recipients. This is a permanent error. The following address(es) failed:

  gone@far.example
    Unrouteable address

------ This is a copy of the message, including all the headers. ------

${original}`);
    expect(summary(report)).toEqual(["bounce", ["gone@far.example", "failed", null, "hard"]]);
    expect(report.originalMessageId).toBe("<0199@mx.near.example>");
  });

  test("a warning that nothing is lost yet", () => {
    const report = read(`From: Mail Delivery System <Mailer-Daemon@mx.far.example>
To: bounces+abc@near.example
Subject: Warning: message 1P1ce6-000Egt-GZ delayed 24 hours

A message that you sent has not yet been delivered to one or more of its
recipients after more than 24 hours on the queue on mx.far.example.

The address to which the message has not yet been delivered is:

  slow@far.example
    Delay reason: Connection timed out

No action is required on your part. Delivery attempts will continue for some time.`);
    expect(summary(report)).toEqual(["delay", ["slow@far.example", "delayed", null, "soft"]]);
  });

  test("a report that came back inside another", () => {
    const report = read(`From: Mail Delivery Subsystem <MAILER-DAEMON@gw.far.example>
To: a@near.example
Subject: Returned mail: User unknown
MIME-Version: 1.0
Content-Type: multipart/mixed; boundary="o1"

--o1
Content-Type: text/plain

The following addresses had permanent delivery errors

--o1
Content-Type: message/rfc822

${dsn("Final-Recipient: rfc822; gone@far.example\nAction: failed\nStatus: 5.1.1")}
--o1--
`);
    expect(summary(report)).toEqual(["bounce", ["gone@far.example", "failed", "5.1.1", "hard"]]);
  });
});

if (!data) process.stderr.write("bounce collection: skipped, POSTROOM_TEST_DATA is not set\n");

describe.skipIf(!data)("a collection of real ones", () => {
  type Verdict = "hard" | "soft" | "not";
  const root = data ?? "";

  function verdicts(file: string): Verdict[] {
    const report = classifyReport(readFileSync(file));
    if (report.kind !== "bounce" && report.kind !== "delay") return ["not"];
    return report.recipients.map((recipient) => (recipient.hard ? "hard" : "soft"));
  }

  test("hard, soft and not-a-bounce are told apart", () => {
    const counts: Record<Verdict, { right: number; said: number; there: number }> = {
      hard: { right: 0, said: 0, there: 0 },
      soft: { right: 0, said: 0, there: 0 },
      not: { right: 0, said: 0, there: 0 },
    };
    for (const line of readFileSync(join(root, "bounce/cases.jsonl"), "utf8").trim().split("\n")) {
      const entry: { file: string; expected: { reason: string; hardbounce: boolean }[] } = JSON.parse(line);
      const expected = entry.expected.map(
        (one): Verdict =>
          /^(?:feedback|vacation|delivered)$/.test(one.reason) ? "not" : one.hardbounce ? "hard" : "soft",
      );
      const got = verdicts(join(root, "bounce", entry.file));
      const left = expected.includes("not") ? [...new Set(expected)] : [...expected];
      for (const verdict of left) counts[verdict].there++;
      for (const verdict of got) {
        counts[verdict].said++;
        const at = left.indexOf(verdict);
        if (at >= 0) left.splice(at, 1);
        if (at >= 0) counts[verdict].right++;
      }
    }
    const rates = Object.fromEntries(
      Object.entries(counts).map(([verdict, { right, said, there }]) => [
        verdict,
        { precision: right / said, recall: right / there },
      ]),
    );
    expect(rates.hard?.precision).toBeGreaterThan(0.88);
    expect(rates.hard?.recall).toBeGreaterThan(0.95);
    expect(rates.soft?.precision).toBeGreaterThan(0.97);
    expect(rates.soft?.recall).toBeGreaterThan(0.93);
    expect(rates.not?.precision).toBeGreaterThan(0.9);
    expect(rates.not?.recall).toBe(1);
  });

  for (const folder of ["ham", "spam"]) {
    test(`no ${folder} is taken for a report`, () => {
      const files = readdirSync(join(root, "mailbox", folder));
      const wrong = files.filter(
        (file) => classifyReport(readFileSync(join(root, "mailbox", folder, file))).kind !== "none",
      );
      expect(files.length).toBeGreaterThan(200);
      expect(wrong).toEqual([]);
    });
  }
});
