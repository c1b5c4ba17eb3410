// Bounces of systems that follow no standard, told from ordinary mail by their words.
import { describe, expect, test } from "bun:test";
import { classifyReport } from "../../../src/mail/report/classify.ts";
import { read, summary } from "./reading.ts";

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

describe("recipients as other languages name them", () => {
  test.each([
    ["收件人：gone@far.example\n退信原因：收件人邮件地址（gone@far.example）不存在，邮件无法送达。", "退信"],
    ["El mensaje no se pudo entregar.\nDestinatario: <gone@far.example>", "Mensaje devuelto: no entregado"],
    ["Die Nachricht wurde nicht zugestellt.\nEmpfänger: gone@far.example", "Unzustellbar: Hallo"],
    ["宛先：gone@far.example\nメールを配信できませんでした。", "配信エラー"],
  ])("%p", (notice, subject) => {
    const text = `From: Mail Delivery System <MAILER-DAEMON@far.example>\nTo: a@near.example\nSubject: =?utf-8?B?${Buffer.from(subject).toString("base64")}?=\nContent-Type: text/plain; charset=utf-8\n\n${notice}\n550 5.1.1 User unknown\n`;
    const report = classifyReport(Buffer.from(text.replaceAll("\n", "\r\n")), "");
    expect(report.kind).toBe("bounce");
    expect([...new Set(report.recipients.map(({ address }) => address))]).toEqual(["gone@far.example"]);
  });

  test("an address of RFC 6533 is read out of its escapes", () => {
    const report = read(
      "From: MAILER-DAEMON@far.example\nSubject: Undelivered\nContent-Type: message/delivery-status\n\nReporting-MTA: dns; far.example\n\nFinal-Recipient: utf-8; j\\x{F6}rg@far.example\nAction: failed\nStatus: 5.1.1\n",
    );
    expect(report.recipients.map(({ address }) => address)).toEqual(["jörg@far.example"]);
  });
});
