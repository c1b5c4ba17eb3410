import { describe, expect, test } from "bun:test";
import { rawHeaders } from "../../../src/mail/mime/headers.ts";
import { findPart, type PartStructure, scanStructure } from "../../../src/mail/mime/structure.ts";
import { mailFiles, skipWithoutData } from "../../support/app/mail-data.ts";

const mail = (...lines: string[]): Buffer => Buffer.from(lines.join("\r\n"), "latin1");

/** One line a part: section, type, body. */
function outline(raw: Buffer): string[] {
  const lines: string[] = [];
  const add = (part: PartStructure) => {
    const body =
      part.parts.length > 0 ? "" : ` ${JSON.stringify(raw.toString("latin1", part.bodyStart, part.end))}`;
    lines.push(`${part.section || "-"} ${part.type}/${part.subtype}${body}`);
    part.parts.forEach(add);
  };
  add(scanStructure(raw).root);
  return lines;
}

describe("structure", () => {
  test("a single part is number 1", () => {
    expect(outline(mail("From: a@b.c", "", "x", ""))).toEqual(['1 text/plain "x\\r\\n"']);
  });

  test("the parts of a multipart end before the line break of their boundary", () => {
    const raw = mail(
      ...["Content-Type: multipart/mixed; boundary=b", "", "preamble", "--b", "", "one", "--b \t"],
      ...["Content-Type: TEXT/HTML", "", "two", "", "--b--", "epilogue"],
    );
    expect(outline(raw)).toEqual(["- multipart/mixed", '1 text/plain "one"', '2 text/html "two\\r\\n"']);
  });

  test("messages inside are numbered as IMAP does", () => {
    // The example of RFC 9051 6.4.5.
    const inner = [
      "Content-Type: multipart/mixed; boundary=i",
      "",
      "--i",
      "",
      "4.1",
      "--i",
      "",
      "4.2",
      "--i--",
    ];
    const raw = mail(
      ...["Content-Type: multipart/mixed; boundary=b", "", "--b", "", "1", "--b"],
      ...["Content-Type: message/rfc822", "", "Subject: single", "", "2.1", "--b"],
      ...["Content-Type: message/rfc822", "", ...inner, "--b--"],
    );
    expect(outline(raw)).toEqual([
      "- multipart/mixed",
      '1 text/plain "1"',
      "2 message/rfc822",
      '2.1 text/plain "2.1"',
      "3 message/rfc822",
      "3.TEXT multipart/mixed",
      '3.1 text/plain "4.1"',
      '3.2 text/plain "4.2"',
    ]);
    const { root } = scanStructure(raw);
    expect(findPart(root, "2")?.envelope?.subject).toBe("single");
    expect(findPart(root, "3.2")?.lines).toBe(0);
    expect(findPart(root, "9")).toBeNull();
  });

  test("a message at the root has its own parts", () => {
    const raw = mail("Content-Type: message/rfc822", "", "Subject: x", "", "y");
    expect(outline(raw)).toEqual(["1 message/rfc822", '1.1 text/plain "y"']);
  });

  test("the children of a digest are messages", () => {
    const raw = mail(
      "Content-Type: multipart/digest; boundary=b",
      "",
      "--b",
      "",
      "Subject: x",
      "",
      "y",
      "--b--",
    );
    expect(outline(raw)).toEqual(["- multipart/digest", "1 message/rfc822", '1.1 text/plain "y"']);
  });

  test.each([
    ["LF line ends", "Content-Type: multipart/mixed; boundary=b\n\n--b\n\none\n--b\n\ntwo\n--b--\n"],
    [
      "no closing boundary",
      "Content-Type: multipart/mixed; boundary=b\r\n\r\n--b\r\n\r\none\r\n--b\r\n\r\ntwo",
    ],
    [
      "a forgotten semicolon",
      "Content-Type: multipart/mixed boundary=b\r\n\r\n--b\r\n\r\none\r\n--b\r\n\r\ntwo",
    ],
    [
      "another boundary",
      "Content-Type: multipart/mixed; boundary=x\r\n\r\n--b\r\nContent-ID: a\r\n\r\none\r\n--b\r\n\r\ntwo",
    ],
    ["no boundary", "Content-Type: multipart/mixed\r\n\r\n--b\r\nContent-ID: a\r\n\r\none\r\n--b\r\n\r\ntwo"],
    ["a single part's type", "Content-Type: text/html; boundary=b\r\n\r\n--b\r\n\r\none\r\n--b\r\n\r\ntwo"],
    ["no empty line", "Content-Type: multipart/mixed; boundary=b\r\n--b\r\n\r\none\r\n--b\r\n\r\ntwo"],
    [
      "bracketed white space",
      'Content-Type: multipart/mixed; boundary="b "\r\n\r\n--b\r\n\r\none\r\n--b  \r\n\r\ntwo',
    ],
  ])("finds the parts in spite of %s", (_name, text) => {
    const texts = scanStructure(Buffer.from(text)).root.parts.map((part) =>
      text.slice(part.bodyStart, part.end).trim(),
    );
    expect(texts).toEqual(["one", "two"]);
  });

  test("an inner multipart that is not closed ends at the outer boundary", () => {
    const raw = mail(
      ...[
        "Content-Type: multipart/mixed; boundary=a",
        "",
        "--a",
        "Content-Type: multipart/alternative; boundary=ab",
      ],
      ...["", "--ab", "", "one", "--a", "", "two", "--a--"],
    );
    expect(outline(raw)).toEqual([
      "- multipart/mixed",
      "1 multipart/alternative",
      '1.1 text/plain "one"',
      '2 text/plain "two"',
    ]);
  });

  test("a multipart without any part is text", () => {
    expect(outline(mail("Content-Type: multipart/mixed; boundary=b", "", "just text"))).toEqual([
      '1 text/plain "just text"',
    ]);
  });

  test("what is no type is text/plain", () => {
    for (const type of ["text", "", "/", "foo bar", '"text/html']) {
      expect(outline(mail(`Content-Type: ${type}`, "", "x"))).toEqual(['1 text/plain "x"']);
    }
  });

  test("reads what BODYSTRUCTURE shows", () => {
    const raw = mail(
      ...["Content-Type: image/PNG; Name=a.png", "Content-ID: <1@x>", "Content-Description: =?utf-8?Q?x?="],
      ...["Content-Transfer-Encoding: BASE64", 'Content-Disposition: Attachment; FileName="b.png"'],
      ...["Content-Language: en, de", "Content-Location: http://a/", "Content-MD5: abc==", "", "AAAA", ""],
    );
    expect(scanStructure(raw).root).toMatchObject({
      section: "1",
      type: "image",
      subtype: "png",
      params: { name: "a.png" },
      id: "<1@x>",
      description: "=?utf-8?Q?x?=",
      encoding: "base64",
      disposition: { type: "attachment", params: { filename: "b.png" } },
      language: ["en", "de"],
      location: "http://a/",
      md5: "abc==",
      lines: 0,
    });
  });

  test("depth and number of parts are bounded", () => {
    let deep = "";
    for (let i = 0; i < 300; i++) deep += `Content-Type: multipart/mixed; boundary=b${i}\r\n\r\n--b${i}\r\n`;
    let part: PartStructure | undefined = scanStructure(Buffer.from(deep)).root;
    let depth = 0;
    while (part) {
      part = part.parts[0];
      depth++;
    }
    expect(depth).toBe(101);
    const many = `Content-Type: multipart/mixed; boundary=b\r\n\r\n${"--b\r\n\r\nx\r\n".repeat(12_000)}`;
    const wide = scanStructure(Buffer.from(many));
    expect(wide.root.parts.length).toBe(9999);
    expect(wide.defects).toContain("too many parts");
  });
});

describe("envelope", () => {
  test("of duplicate fields the first counts, and Sender and Reply-To fall back to From", () => {
    const { envelope } = scanStructure(
      mail(
        "From: a@b.c",
        "From: x@y.z",
        "Subject: one",
        "Subject: two",
        "Message-ID: <1@x>",
        "Message-ID: <2@x>",
        "",
        "",
      ),
    );
    expect(envelope).toMatchObject({ subject: "one", messageId: "<1@x>" });
    expect(envelope.from).toEqual([{ name: null, mailbox: "a", host: "b.c" }]);
    expect(envelope.sender).toEqual(envelope.from);
    expect(envelope.replyTo).toEqual(envelope.from);
  });
});

describe("headers", () => {
  test("come unfolded, in order, otherwise as sent", () => {
    const raw = mail(
      "Received: a",
      "\tb",
      "X-One :  1",
      "received: c",
      "Subject: J\xc3\xb6rg =?utf-8?Q?x?=",
      "",
      "X: y",
    );
    expect(rawHeaders(raw)).toEqual([
      { name: "Received", value: "a\tb" },
      { name: "X-One", value: "1" },
      { name: "received", value: "c" },
      { name: "Subject", value: "Jörg =?utf-8?Q?x?=" },
    ]);
  });

  test("a stray line is skipped when well-known fields go on behind it, else the body begins", () => {
    expect(rawHeaders(mail("A: 1", "stray", "Subject: 2", "", "x")).map((field) => field.name)).toEqual([
      "A",
      "Subject",
    ]);
    const body = mail("A: 1", "Hello,", "note: this is text", "", "x");
    expect(rawHeaders(body).map((field) => field.name)).toEqual(["A"]);
  });

  test("an mbox line is no field", () => {
    expect(rawHeaders(mail("From a@b.c Mon Jan 1", "A: 1", "", ""))).toEqual([{ name: "A", value: "1" }]);
  });
});

describe.skipIf(skipWithoutData())("structure of public mails", () => {
  test("parts lie inside their parents, in order, and cover no byte twice", () => {
    for (const { name, raw } of [...mailFiles("mime"), ...mailFiles("mailbox")]) {
      const check = (part: PartStructure) => {
        expect(
          part.headerStart <= part.bodyStart && part.bodyStart <= part.end && part.end <= raw.length,
          name,
        ).toBe(true);
        let at = part.bodyStart;
        for (const child of part.parts) {
          expect(child.headerStart >= at && child.end <= part.end, name).toBe(true);
          at = child.end;
          check(child);
        }
      };
      check(scanStructure(raw).root);
    }
  });
});
