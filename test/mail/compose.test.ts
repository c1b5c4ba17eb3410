// What the composer writes is read back by another library and by our own reader.
import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { simpleParser } from "mailparser";
import MailComposer from "nodemailer/lib/mail-composer";
import { Failure } from "../../src/lib/failure.ts";
import { build, needsSmtpUtf8, textFromHtml } from "../../src/mail/compose/compose.ts";
import { parseNow } from "../../src/mail/parse/parse.ts";
import { compose, expectSound, header, text } from "./composing.ts";

describe("what is written", () => {
  test("an ordinary mail, field for field", async () => {
    const raw = await compose();
    expectSound(raw);
    expect(header(raw)).toBe(
      [
        "Subject: Hello",
        "From: Anna <a@near.example>",
        "To: b@far.example",
        "Message-ID: <0199c1a2-0000-7000-8000-000000000001@mx.near.example>",
        "Date: Fri, 02 Jan 2026 03:04:05 +0000",
        "Content-Transfer-Encoding: 7bit",
        "MIME-Version: 1.0",
        "Content-Type: text/plain; charset=utf-8",
        "",
      ].join("\r\n"),
    );
    expect(text(raw).endsWith("\r\n\r\nHi there\r\n")).toBe(true);
  });

  test("HTML without text gets a text beside it", async () => {
    const raw = await compose({
      text: null,
      html: "<h1>Title</h1><p>See <a href='https://x.example/a'>here</a>.</p><ul><li>one<li>two</ul><img src='cid:x'>",
    });
    const parsed = await simpleParser(Buffer.from(raw));
    expect(parsed.text).toBe("Title\n\nSee here <https://x.example/a>.\n\n * one\n * two");
    expect(header(raw)).toContain("multipart/alternative");
  });

  test("every body comes back as it was: long lines, 8-bit, dots, blanks at the ends, CRs", async () => {
    for (const body of [
      "x".repeat(5000),
      "Grüße 山田 🎉\n".repeat(50),
      ".\n..\n.x",
      "a  \n\tb \n\n\nc",
      "From here\nto there",
      "é=3D=\n=20",
    ]) {
      const raw = await compose({ text: body, html: `<p>${body}</p>` });
      expectSound(raw);
      expect((await simpleParser(Buffer.from(raw))).text?.trimEnd()).toBe(body.trimEnd());
    }
    expect((await simpleParser(Buffer.from(await compose({ text: "a\rb\r\nc\nd" })))).text).toBe(
      "a\nb\nc\nd\n",
    );
  });

  test("a mail without subject, text or visible recipient is a mail", async () => {
    const raw = await compose({ subject: null, text: null, to: [] });
    expect(header(raw)).not.toMatch(/^(?:Subject|To|Cc|Bcc):/im);
    expect(parseNow(raw).subject).toBeNull();
  });

  test("attachments and inline images keep bytes, names and types", async () => {
    const bytes = crypto.getRandomValues(new Uint8Array(5000));
    const raw = await compose({
      html: '<img src="cid:logo@x">',
      attachments: [
        { filename: "Übersicht – 山田 (1).pdf", contentType: "application/pdf", content: bytes },
        {
          filename: 'quo"te\\.txt',
          contentType: "text/plain; charset=iso-8859-1",
          content: Buffer.from([0xe9, 10]),
        },
        { filename: "logo.png", contentType: "image/png", content: bytes, contentId: "logo@x", inline: true },
        { filename: "odd", contentType: "multipart/mixed; boundary=x", content: Buffer.from("--x\r\n") },
        { filename: "none", contentType: "rubbish", content: new Uint8Array(0) },
        {
          filename: "a.eml",
          contentType: "message/rfc822",
          content: Buffer.from("From: x@y.example\n\nHi\n"),
        },
        { filename: "b", contentType: "message/rfc822", content: Buffer.from([70, 58, 32, 0, 10]) },
      ],
    });
    expectSound(raw);
    const parsed = await simpleParser(Buffer.from(raw));
    expect(
      parsed.attachments.map(({ filename, contentType, related, size }) => [
        filename,
        contentType,
        related ?? false,
        size,
      ]),
    ).toEqual([
      ["logo.png", "image/png", true, 5000],
      ["Übersicht – 山田 (1).pdf", "application/pdf", false, 5000],
      ['quo"te\\.txt', "text/plain", false, 2],
      ["odd", "application/octet-stream", false, 5],
      ["none", "application/octet-stream", false, 0],
      ["a.eml", "message/rfc822", false, 25],
      ["b", "application/octet-stream", false, 5],
    ]);
    expect(parsed.attachments[1]?.content.equals(Buffer.from(bytes))).toBe(true);
    expect(parsed.attachments[0]?.cid).toBe("logo@x");
  });

  test("text of UTF-8 that is attached says so, unless it names its charset or is ASCII. RFC 6657 3", async () => {
    const file = (filename: string, contentType: string, text: string) => ({
      filename,
      contentType,
      content: Buffer.from(text),
    });
    const raw = await compose({
      attachments: [
        file("a.csv", "text/csv", "Größe;1\n"),
        file("b.txt", "text/plain", "size 1\n"),
        file("c.txt", "text/plain; Charset=utf-8", "Größe\n"),
        { ...file("d.txt", "text/plain", ""), content: Buffer.from([0xe9, 10]) },
        file("e.json", "application/json", '"Größe"\n'),
      ],
    });
    const types = [...text(raw).matchAll(/^Content-Type: (.*?);? name=\S+$/gm)].map(([, type]) => type!);
    expect(types).toEqual([
      "text/csv; charset=utf-8",
      "text/plain",
      "text/plain; charset=utf-8",
      "text/plain",
      "application/json",
    ]);
  });

  test("calendar mail: text, HTML and text/calendar with its method, and the same as .ics. RFC 6047", async () => {
    const ics =
      "BEGIN:VCALENDAR\r\nVERSION:2.0\r\nMETHOD:REQUEST\r\nBEGIN:VEVENT\r\nSUMMARY:Grüße\r\nEND:VEVENT\r\nEND:VCALENDAR\r\n";
    const raw = await compose({
      html: "<p>Hi there</p>",
      calendar: { method: "REQUEST", text: ics, filename: "invite.ics" },
    });
    expectSound(raw);
    expect(text(raw)).toContain("Content-Type: text/calendar; charset=utf-8; method=REQUEST\r\n");
    expect(text(raw).match(/multipart\/\w+/g)).toEqual(["multipart/mixed", "multipart/alternative"]);
    const parts = (await simpleParser(Buffer.from(raw))).attachments;
    expect(parts.map((part) => [part.contentType, part.filename, part.content.toString()])).toEqual([
      ["text/calendar", undefined, ics],
      ["application/ics", "invite.ics", ics],
    ]);
  });

  test("automatic mail says so, an answer to somebody differently. RFC 3834 5", async () => {
    expect(header(await compose({ autoSubmitted: true }))).toContain("Auto-Submitted: auto-generated\r\n");
    const answer = await compose({
      autoSubmitted: true,
      inReplyTo: "<p@x.example>",
      references: ["<o@x.example>", "<p@x.example>"],
    });
    expect(header(answer)).toContain("Auto-Submitted: auto-replied\r\n");
    expect(header(answer)).toContain(
      "In-Reply-To: <p@x.example>\r\nReferences: <o@x.example> <p@x.example>\r\n",
    );
    expect(
      header(await compose({ autoSubmitted: true, headers: { "auto-submitted": "no" } })).match(
        /auto-submitted/gi,
      ),
    ).toHaveLength(1);
  });

  test("List-Unsubscribe: a URI or several", async () => {
    expect(
      header(await compose({ listUnsubscribe: { uris: ["https://x.example/u?a=1"], oneClick: true } })),
    ).toContain("List-Unsubscribe: <https://x.example/u?a=1>\r\n");
    const both = await compose({
      listUnsubscribe: { uris: ["mailto:u@x.example", "https://x.example/u"], oneClick: false },
    });
    expect(header(both)).toContain("List-Unsubscribe: <mailto:u@x.example>, <https://x.example/u>\r\n");
    expect(compose({ listUnsubscribe: { uris: ["javascript:alert(1)"], oneClick: false } })).rejects.toThrow(
      Failure,
    );
  });
});

describe("names, addresses and subjects in any script", () => {
  const names = [
    "山田太郎",
    "Ägidius Müller-Lüdenscheidt",
    'Anna "the cat" Katz',
    "a, b; c <d>",
    "علي",
    "🎉".repeat(60),
    "back\\slash",
    "x".repeat(290),
    "(comment)",
  ];

  test("display names come back as they were", async () => {
    for (const name of names) {
      const raw = await compose({
        from: { email: "a@near.example", name },
        to: [{ email: "b@far.example", name }],
      });
      expectSound(raw);
      const parsed = parseNow(raw);
      expect([parsed.from.name, parsed.to[0]?.name]).toEqual([name, name]);
      expect(needsSmtpUtf8(raw)).toBe(false);
    }
  });

  test("subjects come back as they were", async () => {
    for (const subject of [...names, "long ".repeat(200).trim(), "x".repeat(1500)]) {
      const raw = await compose({ subject });
      expectSound(raw);
      expect(parseNow(raw).subject).toBe(subject);
    }
    expect(parseNow(await compose({ subject: "a\tb" })).subject).toBe("a b");
  });

  test("a non-ASCII domain becomes A-labels; a non-ASCII local part needs SMTPUTF8", async () => {
    const idn = await compose({ to: [{ email: "b@bücher.example" }] });
    expect(header(idn)).toContain("To: b@xn--bcher-kva.example\r\n");
    expect(needsSmtpUtf8(idn, ["b@bücher.example"])).toBe(false);
    const local = await compose({ to: [{ email: "用户@例子.example", name: "山田" }] });
    expect(header(local)).toContain("<用户@例子.example>\r\n");
    expect([needsSmtpUtf8(local), needsSmtpUtf8(idn, ["用户@例子.example"])]).toEqual([true, true]);
  });

  test("a header in another 8-bit charset is broken, not international; a body does not count", () => {
    expect(needsSmtpUtf8(Buffer.from("Subject: caf\xe9\r\n\r\nx", "latin1"))).toBe(false);
    expect(needsSmtpUtf8(Buffer.from("Subject: x\r\n\r\ncafé"))).toBe(false);
    expect(needsSmtpUtf8(Buffer.from("Subject: café"))).toBe(true);
  });

  test("hundreds of recipients are folded", async () => {
    const to = Array.from({ length: 300 }, (_, i) => ({
      email: `recipient-number-${i}@far.example`,
      name: `Nr. ${i}`,
    }));
    const raw = await compose({ to });
    expectSound(raw);
    expect(parseNow(raw).to.map((mailbox) => mailbox.email)).toEqual(to.map((mailbox) => mailbox.email));
  });
});

test("text from hostile HTML: bounded in depth and size, never an error", () => {
  expect(textFromHtml("<div>".repeat(50_000)).length).toBeLessThan(1000);
  expect(textFromHtml("<".repeat(100_000))).toBeString();
  expect(textFromHtml("<style>p{}</style><script>x()</script><p>ok</p><!-- no -->")).toBe("ok");
});

test("a mail of text alone is what the builder's streams would write; they may break quoted-printable lines elsewhere", async () => {
  const piece = fc.oneof(
    fc.string({ unit: "grapheme", maxLength: 60 }),
    fc.constantFrom(
      "\n",
      "\n\n",
      " \n",
      "\t\n",
      ".\n",
      "=",
      "From ",
      "x".repeat(1100),
      "ö".repeat(90),
      "山田",
    ),
  );
  const clean = (text: string) => `${text.replace(/[\0\r]/g, "").toWellFormed()}`;
  await fc.assert(
    fc.asyncProperty(fc.array(piece, { maxLength: 20 }), async (pieces) => {
      const made = () =>
        new MailComposer({
          from: "a@b.example",
          date: "Fri, 02 Jan 2026 03:04:05 +0000",
          messageId: "<1@x.example>",
          text: clean(pieces.join("")) || "\n",
          newline: "win",
        }).compile();
      const [ours, theirs] = [Buffer.from(await build(made())), await made().build()].map(String);
      expect(ours!.split("\r\n").every((line) => line.length <= 76)).toBe(true);
      const joined = (raw: string) => raw.replaceAll("=\r\n", "");
      expect(joined(ours!)).toBe(joined(theirs!));
    }),
    { numRuns: 300 },
  );
});
