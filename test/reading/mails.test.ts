// Reading and composing in processes: the same result as on the spot, and nothing lost where time is short.
import { describe, expect, test } from "bun:test";
import { parseNow } from "../../src/mail/parse/parse.ts";
import { jobs } from "../../src/reading/jobs.ts";
import { compose, type ReadOptions, readMail, readReturnedMail } from "../../src/reading/mails.ts";
import { unpackContent } from "../../src/store/message/content.ts";

const options: ReadOptions = { source: "test" };
const event = [
  ...[
    "BEGIN:VCALENDAR",
    "VERSION:2.0",
    "METHOD:REQUEST",
    "BEGIN:VEVENT",
    "UID:1",
    "DTSTAMP:20260101T000000Z",
  ],
  ...["DTSTART:20260102T100000Z", "SUMMARY:Plan", "ORGANIZER:mailto:a@b.c", "END:VEVENT", "END:VCALENDAR"],
].join("\r\n");

/** With a text, HTML of so many bytes, a calendar object and a file. */
function mail(htmlBytes: number, text = "in words\r\n"): Buffer {
  const html = Buffer.alloc(htmlBytes, "<p>some <b>words</b> of it</p>\r\n");
  const head = [
    ...["From: a@b.c", "Subject: long", "MIME-Version: 1.0", "Content-Type: multipart/mixed; boundary=m", ""],
    ...["--m", "Content-Type: multipart/alternative; boundary=a", ""],
    ...(text === "" ? [] : ["--a", "Content-Type: text/plain", "", text]),
    ...["--a", "Content-Type: text/html", "", ""],
  ].join("\r\n");
  const tail = [
    ...["", "--a", "Content-Type: text/calendar; method=REQUEST", "", event, "--a--"],
    ...["--m", 'Content-Type: application/pdf; name="x.pdf"', "Content-Transfer-Encoding: base64", ""],
    ...["SGVsbG8=", "--m--", ""],
  ].join("\r\n");
  return Buffer.concat([Buffer.from(head), html, Buffer.from(tail)]);
}

describe("readMail", () => {
  test("a large mail is read in a process, to the same result, and the caller keeps its bytes", async () => {
    const raw = mail(100_000);
    const here = jobs.read({ raw, options: {} });
    const { isPartial, ...there } = await readMail({ raw, options: {} }, options);
    expect(isPartial).toBe(false);
    expect(JSON.stringify(there.facts)).toBe(JSON.stringify(here.facts));
    expect(unpackContent(there.content)).toEqual(unpackContent(here.content));
    expect(there.calendar).toEqual(here.calendar);
    expect(raw.toString("latin1", 0, 11)).toBe("From: a@b.c");
  });

  test("many at once, from several sources, all come back", async () => {
    const raw = mail(60_000);
    const all = await Promise.all(
      Array.from({ length: 12 }, (_, n) => readMail({ raw, options: {} }, { source: `source ${n % 3}` })),
    );
    expect(all.map(({ facts, isPartial }) => [facts.subject, isPartial])).toEqual(
      Array(12).fill(["long", false]),
    );
  });

  test("what takes more processor time than it may keeps its words, files and invitation, and says so", async () => {
    const raw = mail(6_000_000, "");
    const read = await readMail({ raw, options: {} }, { ...options, cpuMs: 1 });
    expect(read.isPartial).toBe(true);
    expect(read.facts.defects).toContain("not read whole yet");
    expect(read.facts.attachments.map(({ filename }) => filename)).toEqual(["x.pdf"]);
    expect(read.calendar?.invitations).toHaveLength(1);
    const content = unpackContent(read.content);
    expect(content.replyText).toStartWith("some words of it");
    expect(content.html).not.toContain("<p>");
    // The process that was ended is replaced.
    expect((await readMail({ raw: mail(60_000), options: {} }, options)).isPartial).toBe(false);
  });

  test("where no time is left at all, everything that is cheap is there", async () => {
    const timeouts = { wholeMs: 0, partMs: 0 };
    const read = await readMail({ raw: mail(2_000_000), options: {} }, { ...options, timeouts });
    expect(read.isPartial).toBe(true);
    expect(read.facts.attachments).toHaveLength(1);
    expect(read.calendar?.invitations).toHaveLength(1);
    expect(unpackContent(read.content)).toMatchObject({
      text: "in words\n",
      replyText: "in words\n",
      html: "",
    });
  });

  test("a long time by the clock alone is no reason to end a process", async () => {
    // Many large mails in few processes: the last waits many times as long as any of them may take.
    const raw = mail(400_000);
    const once = performance.now();
    await readMail({ raw, options: {} }, options);
    const cpuMs = Math.max(1500, (performance.now() - once) * 3);
    const all = await Promise.all(
      Array.from({ length: 12 }, () => readMail({ raw, options: {} }, { ...options, cpuMs })),
    );
    expect(all.filter(({ isPartial }) => isPartial)).toEqual([]);
  });
});

describe("compose", () => {
  const input = {
    ...{
      from: { email: "a@b.c" },
      to: [{ email: "d@e.f" }],
      cc: [],
      subject: "s",
      attachments: [],
      headers: {},
    },
    ...{ inReplyTo: null, references: [], messageId: "<1@b.c>", date: "2026-01-02T03:04:05.678901Z" },
    autoSubmitted: false,
  };

  test("a large one is built in a process, its files stay the caller's", async () => {
    const content = Buffer.alloc(300_000, "file");
    const file = { filename: "f.txt", contentType: "text/plain", content };
    const html = "<p>some words</p>".repeat(10_000);
    const raw = await compose({ ...input, text: null, html, attachments: [file] }, options);
    const parsed = parseNow(raw);
    expect(parsed.text).toStartWith("some words");
    expect(parsed.attachments).toMatchObject([{ filename: "f.txt", size: 300_000 }]);
    expect(content.length).toBe(300_000);
  });

  test("a refusal in a process is the refusal of the caller", async () => {
    const text = `${"long ".repeat(20_000)}\u0000`;
    const refused = await compose({ ...input, text, html: null }, options).catch((error: unknown) => error);
    expect(refused).toMatchObject({ name: "Failure", code: "validation_error" });
  });
});

test("a large report is read in a process", async () => {
  const report = [
    ...[
      "From: mailer-daemon@b.c",
      "Content-Type: multipart/report; report-type=delivery-status; boundary=r",
      "",
    ],
    ...["--r", "", "x".repeat(60_000), "--r", "Content-Type: message/delivery-status", ""],
    ...[
      "Reporting-MTA: dns; b.c",
      "",
      "Final-Recipient: rfc822; d@e.f",
      "Action: failed",
      "Status: 5.1.1",
      "",
    ],
    ...["--r--", ""],
  ].join("\r\n");
  const read = await readReturnedMail(Buffer.from(report), "", options);
  expect(read).toMatchObject({ kind: "bounce", recipients: [{ address: "d@e.f", status: "5.1.1" }] });
});
