// Reports that come back: forms that are in use, written for this test, and a whole collection of real ones.
import { describe, expect, test } from "bun:test";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import {
  classifyReport,
  composeDsn,
  type DsnInput,
  mayReportTo,
  type Report,
} from "../../../src/mail/report/read.ts";

function read(text: string): Report {
  return classifyReport(Buffer.from(text.replaceAll("\n", "\r\n")));
}

/** Kind, and each recipient's address, action, status and hardness. */
function summary(report: Report) {
  return [
    report.kind,
    ...report.recipients.map(({ address, action, status, hard }) => [
      address,
      action,
      status,
      hard ? "hard" : "soft",
    ]),
  ];
}

const original = `Return-Path: <bounces+abc@near.example>
Received: from near.example by mx.near.example; Fri, 2 Jan 2026 03:04:05 +0000
From: Anna <a@near.example>
To: gone@far.example
Message-ID: <0199@mx.near.example>
Subject: Hello

Hello there`;

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

describe("words of other systems", () => {
  const bounces: [string, string, string, string][] = [
    [
      "a gateway that lists the recipients last",
      "hard",
      'Undeliverable Mail: "Hello"',
      "Your message:\n   From:    a@near.example\n   Subject: Hello\nCould not be delivered because of\n\n550 5.1.1 User unknown\n\nThe following recipients were affected:\n    gone@far.example\n\nAdditional Information\nOriginal Sender:    <a@near.example>",
    ],
    [
      "a report in the style of Office 365",
      "hard",
      "Undeliverable: Hello",
      "Your message to gone@far.example couldn't be delivered.\n\ngone wasn't found at far.example.\n\nSender Address: a@near.example\nRecipient Address: gone@far.example\n\nReported error: 550 5.1.10 RESOLVER.ADR.RecipientNotFound; Recipient gone@far.example not found by SMTP address lookup",
    ],
    [
      "a report in the style of Gmail",
      "hard",
      "Delivery Status Notification (Failure)",
      "** Address not found **\n\nYour message wasn't delivered to gone@far.example because the address couldn't be found, or is unable to receive mail.",
    ],
    [
      "Domino",
      "hard",
      "DELIVERY FAILURE: User gone not listed in Domino Directory",
      "Your message\n\n  Subject: Hello\n\nwas not delivered to:\n\n  gone@far.example\n\nbecause:\n\n  User gone (gone@far.example) not listed in Domino Directory",
    ],
    [
      "an older Exchange",
      "hard",
      "Undeliverable: Hello",
      "The following recipient(s) could not be reached:\n\n      gone@far.example on 1/2/2026 3:04 AM\n            The e-mail account does not exist at the organization this message was sent to.\n            <mx.far.example #5.1.1>",
    ],
    [
      "German",
      "hard",
      "Unzustellbar: Hallo",
      "Ihre Nachricht konnte nicht zugestellt werden.\n\n<gone@far.example>: Empfänger unbekannt",
    ],
    [
      "a full mailbox",
      "soft",
      "Mail delivery failed",
      "Your message could not be delivered:\n\ngone@far.example: mailbox is full, retry timeout exceeded",
    ],
  ];
  for (const [name, hardness, subject, notice] of bounces) {
    test(name, () => {
      const report = read(
        `From: Postmaster <postmaster@far.example>\nTo: a@near.example\nSubject: ${subject}\n\n${notice}\n`,
      );
      expect([report.kind, report.recipients[0]?.address, summary(report)[1]?.[3]]).toEqual([
        "bounce",
        "gone@far.example",
        hardness,
      ]);
    });
  }

  const ordinary: [string, string][] = [
    [
      "a question about a bounce",
      'From: Bob <bob@far.example>\nSubject: Undelivered mail?\n\nI got this: "550 5.1.1 User unknown" for <x@y.example>. My mail could not be delivered. What now?',
    ],
    [
      "a forwarded bounce",
      "From: Bob <bob@far.example>\nSubject: Fwd: Undelivered Mail Returned to Sender\n\nSee below.\n\n---------- Forwarded message ---------\nFrom: Mail Delivery System <MAILER-DAEMON@x.example>\nSubject: Undelivered Mail Returned to Sender\nTo: <bob@far.example>\n\n<x@y.example>: host said: 550 5.1.1 User unknown",
    ],
    [
      "a human postmaster",
      "From: Postmaster <postmaster@far.example>\nSubject: Question about delivery of your mail\n\nYour server sends too fast. Please call us about delivery problems.",
    ],
    [
      "a bouncy newsletter",
      'From: "Bounce House Rentals" <info@bouncehouse.example>\nSubject: Your delivery failed to arrive? We deliver!\n\nUnable to deliver? Never!',
    ],
    [
      "a parcel",
      "Return-Path: <>\nFrom: Parcel <noreply@parcel.example>\nSubject: Delivery failed: your parcel could not be delivered\n\nYour parcel could not be delivered to your address. Click here.",
    ],
  ];
  for (const [name, mail] of ordinary) {
    test(`${name} is an ordinary mail`, () => expect(read(mail).kind).toBe("none"));
  }

  test("the envelope's null sender counts as a sign where there is no Return-Path", () => {
    const mail = Buffer.from(
      "From: b@far.example\nSubject: Hello\n\nYour mail could not be delivered:\n<gone@far.example>: 550 no such user\n",
    );
    expect([
      classifyReport(mail).kind,
      classifyReport(mail, "").kind,
      classifyReport(mail, "b@far.example").kind,
    ]).toEqual(["none", "bounce", "none"]);
  });
});

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

const data = process.env.POSTROOM_TEST_DATA;
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
