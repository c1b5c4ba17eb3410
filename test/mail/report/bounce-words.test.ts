// Hard is what is said about the recipient: not about who sent it, from which server, or what the message is like.
import { describe, expect, test } from "bun:test";
import { judgeBounce } from "../../../src/mail/report/bounce-reason.ts";
import { classifyReport } from "../../../src/mail/report/classify.ts";
import { replyFactsIn } from "../../../src/mail/report/notice-text.ts";
import { aboutOthers, aboutRecipient, type Refusal } from "./bounce-words.ts";

function isHard({ at, text }: Refusal): boolean {
  const { enhanced, command } = replyFactsIn(text);
  return judgeBounce({ texts: [text], statuses: [enhanced], command: at ?? command }).hard;
}

describe("a refusal", () => {
  test("that is about the recipient is hard", () => {
    expect(aboutRecipient.filter((refusal) => !isHard(refusal)).map(({ text }) => text)).toEqual([]);
  });

  test("that is about the sender, a server, the message or the moment is not", () => {
    expect(aboutOthers.filter(isHard).map(({ at, text }) => `${at}: ${text}`)).toEqual([]);
  });
});

/** The refusal as a relay reports it, with a code of its own. */
function reported({ at, text }: Refusal, status: string): boolean {
  const reply =
    at === null
      ? ""
      : ` (in reply to ${{ connect: "initial connection", greeting: "EHLO command", mail: "MAIL FROM command", rcpt: "RCPT TO command", data: "end of DATA command" }[at]})`;
  const report = classifyReport(
    Buffer.from(
      [
        "From: MAILER-DAEMON@relay.example (Mail Delivery System)",
        "To: bounces@near.example",
        "Subject: Undelivered Mail Returned to Sender",
        'Content-Type: multipart/report; report-type=delivery-status; boundary="b"',
        "",
        "--b",
        "Content-Type: text/plain",
        "",
        "This is the mail system. Your message could not be delivered to one or more recipients.",
        "",
        "--b",
        "Content-Type: message/delivery-status",
        "",
        "Reporting-MTA: dns; relay.example",
        "",
        "Final-Recipient: rfc822; gone@far.example",
        "Action: failed",
        `Status: ${status}`,
        `Diagnostic-Code: smtp; ${text}${reply}`,
        "",
        "--b--",
        "",
      ].join("\r\n"),
    ),
    "",
  );
  return report.recipients[0]!.hard;
}

describe("a report of a relay that gives a code of its own", () => {
  test("says what the words say", () => {
    const wrong = [
      ...aboutRecipient.filter((refusal) => !reported(refusal, "5.0.0")),
      ...aboutOthers.filter((refusal) => reported(refusal, "5.0.0")),
    ];
    expect(wrong.map(({ at, text }) => `${at}: ${text}`)).toEqual([]);
  });
});
