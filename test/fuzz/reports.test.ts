// Reports made from bounces by mutation, and texts built to be slow: nothing is thrown, nothing hangs, and what comes
// out has its form.
import { expect, test } from "bun:test";
import { classifyReport } from "../../src/mail/report/classify.ts";
import { cpuMs } from "../support/app/cpu.ts";

const percent = Number(process.env.FUZZ ?? "1");
const inputs = Math.round(2000 * percent);

const samples = [
  "Return-Path: <>\nFrom: MAILER-DAEMON@far.example\nSubject: failure notice\n\nHi. This is the qmail-send program.\n\n<b@far.example>:\n550 5.1.1 user unknown (in reply to RCPT TO command)\n\n--- Below this line is a copy of the message.\n\nReceived: from x\nFrom: a@near.example\nMessage-ID: <1@x>\n\nHi\n",
  'From: Mail Delivery Subsystem <mailer-daemon@far.example>\nSubject: Delivery Status Notification (Failure)\nContent-Type: multipart/report; boundary="b"\n\n--b\nContent-Type: text/plain\n\n   ----- The following addresses had permanent fatal errors -----\n<b@far.example>\n    (reason: 550 No such user)\n   ----- Transcript of session follows -----\n>>> RCPT To:<b@far.example>\n<<< 550 No such user\n--b\nContent-Type: message/delivery-status\n\nReporting-MTA: dns; x\n\nOriginal-Recipient: rfc822;b@far.example\nFinal-Recipient: rfc822; b@far.example\nAction: failed\nStatus: 5.1.1\nDiagnostic-Code: smtp; 550-5.1.1 who\n 550 5.1.1 is that\n\n--b\nContent-Type: message/rfc822\n\nFrom: a@near.example\nTo: b@far.example\nMessage-ID: <1@x>\n\nHi\n--b--\n',
  'From: fbl@far.example\nSubject: Abuse\nContent-Type: multipart/report; boundary="c"\n\n--c\nContent-Type: message/feedback-report\n\nFeedback-Type: abuse\nVersion: 1\nOriginal-Rcpt-To: <b@far.example>\n\n--c\nContent-Type: text/rfc822-headers\n\nMessage-ID: <1@x>\nTo: b@far.example\n--c--\n',
  "From: b@far.example\nSubject: Out of office: Hi\nAuto-Submitted: auto-replied\nIn-Reply-To: <1@x>\n\nAway.\n",
  'From: no-reply@sns.example\nSubject: AWS Notification Message\n\n{"notificationType":"Bounce","bounce":{"bounceType":"Permanent","bouncedRecipients":[{"emailAddress":"b@far.example","action":"failed","status":"5.1.1","diagnosticCode":"smtp; 550 5.1.1 user unknown"}]},"mail":{"headers":[{"name":"Message-ID","value":"<1@x>"}]}}\n\n--\nfooter\n',
];

const pieces = [
  "\n",
  "\n\n",
  ": ",
  "@",
  "<",
  ">",
  "--b\n",
  "550 ",
  "5.1.1",
  "\0",
  "\u00e9",
  "=?utf-8?Q?=",
  "Final-Recipient: rfc822;",
  "Content-Type: message/delivery-status\n",
  "{",
  '"',
  "RCPT TO:",
  " ",
  "\t",
  "-----",
  "a".repeat(300),
];

/** A small seeded generator. */
function generator(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 1_664_525 + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

test(`${inputs} mutated reports`, () => {
  const random = generator(11);
  const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)] as T;
  for (let i = 0; i < inputs; i++) {
    let text = pick(samples);
    for (let changes = 1 + Math.floor(random() * 8); changes > 0; changes--) {
      const at = Math.floor(random() * text.length);
      const length = Math.floor(random() * 60);
      const kind = random();
      if (kind < 0.35) text = text.slice(0, at) + pick(pieces) + text.slice(at);
      else if (kind < 0.65) text = text.slice(0, at) + text.slice(at + length);
      else if (kind < 0.9) text = text.slice(0, at) + text.slice(at, at + length) + text.slice(at);
      else text = text.slice(0, at) + pick(samples).slice(at);
    }
    const report = classifyReport(Buffer.from(text));
    expect(report.recipients.length).toBeLessThanOrEqual(200);
    for (const recipient of report.recipients) {
      expect(recipient.diagnostic.length).toBeLessThanOrEqual(500);
      expect(recipient.diagnostic).not.toMatch(/[\u0000-\u001f]/);
      if (recipient.hard) expect(recipient.action).toBe("failed");
      if (recipient.status !== null) expect(recipient.status).toMatch(/^[245]\.\d{1,3}\.\d{1,3}$/);
    }
    if (report.originalMessageId !== null) expect(report.originalMessageId).toMatch(/^<[^\s<>]+>$/);
  }
});

const size = 1_000_000;
const hostile: [string, string][] = [
  ["one long line", "x".repeat(size)],
  ["signs without an end", "<".repeat(size)],
  ["half addresses", "a@".repeat(size / 2)],
  ["addresses without blanks", "<a@b.example>,".repeat(size / 14)],
  ["a recipient a line", "<a@b.example>:\n".repeat(size / 15)],
  [
    "recipients of many names",
    Array.from({ length: 50_000 }, (_, i) => `<a${i}@b.example>: 550 no`).join("\n"),
  ],
  ["blanks", " ".repeat(size)],
  ["dashes", "-".repeat(size)],
  ["announcements", "----- Original message -----\n".repeat(size / 29)],
  ["begins of mails", "Received: from x\n".repeat(size / 17)],
  ["codes", "550 5.1.1 ".repeat(size / 10)],
  ["words for a user", "user mailbox account address ".repeat(size / 30)],
  ["delivery", "delivery delivering delivered to ".repeat(size / 33)],
  ["fields", `${"Final-Recipient: rfc822; a@b\nAction: failed\n".repeat(size / 45)}`],
  ["empty groups", "\n\nStatus: 5.1.1".repeat(size / 16)],
  ["half JSON", `{"notificationType":${"[".repeat(size)}`],
];

for (const [name, body] of hostile) {
  for (const type of ["text/plain", "text/html", "message/delivery-status"]) {
    test(`a megabyte of ${name} as ${type}`, () => {
      const head = `Return-Path: <>\nFrom: MAILER-DAEMON@x.example\nSubject: failure notice\nContent-Type: ${type}\n\n`;
      const started = cpuMs();
      classifyReport(Buffer.from(head + body));
      // a guard against hanging, not a measurement
      expect(cpuMs() - started).toBeLessThan(4000);
    });
  }
}
