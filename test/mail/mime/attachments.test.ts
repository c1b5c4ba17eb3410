// Which parts of a mail are attachments, their names and their bytes.
import { describe, expect, test } from "bun:test";
import { parseNow, readPart } from "../../../src/mail/parse/parse.ts";
import { html, mail, multipart, plain } from "./mails.ts";

/** A TNEF stream of attributes (MS-OXTNEF 2.1.3). */
function tnef(attributes: [number, Buffer][]): Buffer {
  const head = Buffer.alloc(6);
  head.writeUInt32LE(0x223e9f78, 0);
  return Buffer.concat([
    head,
    ...attributes.map(([id, data]) => {
      const attribute = Buffer.alloc(9 + data.length + 2);
      attribute[0] = 2;
      attribute.writeUInt32LE(id, 1);
      attribute.writeUInt32LE(data.length, 5);
      data.copy(attribute, 9);
      return attribute;
    }),
  ]);
}

/** A property list with one value each. */
function properties(list: [number, number, Buffer][]): Buffer {
  const count = Buffer.alloc(4);
  count.writeUInt32LE(list.length, 0);
  return Buffer.concat([
    count,
    ...list.map(([id, type, data]) => {
      const property = Buffer.alloc(12 + Math.ceil(data.length / 4) * 4);
      property.writeUInt16LE(type, 0);
      property.writeUInt16LE(id, 2);
      property.writeUInt32LE(1, 4);
      property.writeUInt32LE(data.length, 8);
      data.copy(property, 12);
      return property;
    }),
  ]);
}

describe("attachments", () => {
  const listed = (raw: Buffer) =>
    parseNow(raw).attachments.map(({ part, filename, contentType, size, inline }) => ({
      part,
      filename,
      contentType,
      size,
      inline,
    }));
  const bytesOf = (raw: Buffer, part: string) =>
    Buffer.from(readPart(raw, part)?.bytes ?? []).toString("latin1");

  test("are listed and read out of the raw bytes", () => {
    const raw = multipart("mixed", plain("text"), [
      "Content-Type: application/pdf; name=ignored.pdf",
      "Content-Transfer-Encoding: base64",
      "Content-Disposition: attachment; filename*=utf-8''J%C3%B6rg.pdf",
      "",
      Buffer.from("%PDF").toString("base64"),
    ]);
    expect(listed(raw)).toEqual([
      { part: "2", filename: "Jörg.pdf", contentType: "application/pdf", size: 4, inline: false },
    ]);
    expect(bytesOf(raw, "2")).toBe("%PDF");
    expect(readPart(raw, "3")).toBeNull();
    expect(readPart(raw, "")).toBeNull();
    expect(readPart(raw, "2/tnef/0")).toBeNull();
    expect(readPart(raw, "1/uu/0")).toBeNull();
  });

  test("a message inside is an attachment, not text", () => {
    const raw = multipart("mixed", plain("outer"), [
      "Content-Type: message/rfc822",
      "",
      "Subject: In/ner",
      "",
      "inner",
    ]);
    expect(parseNow(raw).text).toBe("outer");
    expect(listed(raw)).toEqual([
      { part: "2", filename: "ner.eml", contentType: "message/rfc822", size: 24, inline: false },
    ]);
    expect(bytesOf(raw, "2")).toBe("Subject: In/ner\r\n\r\ninner");
  });

  test("pictures of the HTML are inline, and only those", () => {
    const picture = (id: string) => [
      "Content-Type: image/png",
      `Content-ID: <${id}>`,
      "Content-Disposition: inline",
      "",
      "x",
    ];
    const raw = multipart(
      "related",
      html('<img src="cid:a%40x"><img src="https://t.example/p.gif">'),
      picture("a@x"),
      picture("b@x"),
    );
    const parsed = parseNow(raw);
    expect(parsed.html).toBe('<img data-cid="a@x" /><img data-remote-src="https://t.example/p.gif" />');
    expect(parsed.attachments.map(({ contentId, inline }) => [contentId, inline])).toEqual([
      ["a@x", true],
      ["b@x", false],
    ]);
  });

  test("signed and encrypted parts are attachments", () => {
    const signed = multipart("signed", plain("text"), [
      "Content-Type: application/pkcs7-signature; name=smime.p7s",
      "",
      "x",
    ]);
    expect(parseNow(signed).text).toBe("text");
    expect(listed(signed).map(({ filename }) => filename)).toEqual(["smime.p7s"]);
    const encrypted = multipart(
      "encrypted",
      ["Content-Type: application/pgp-encrypted", "", "Version: 1"],
      [...["Content-Type: application/octet-stream; name=encrypted.asc", "", "-----BEGIN PGP MESSAGE-----"]],
    );
    expect(listed(encrypted).map(({ contentType }) => contentType)).toEqual([
      "application/pgp-encrypted",
      "application/octet-stream",
    ]);
    const opaque = mail(
      "Content-Type: application/pkcs7-mime; smime-type=signed-data; name=smime.p7m",
      "",
      "x",
    );
    expect(listed(opaque)).toMatchObject([{ part: "1", filename: "smime.p7m" }]);
  });

  test("names are safe and never empty", () => {
    const names = [
      "../../etc/passwd",
      "C:\\a\\b.txt",
      "a\u202egpj.exe",
      "..",
      "a\0b",
      " x ",
      `${"n".repeat(300)}.pdf`,
    ];
    const parts = names.map((name) => [
      "Content-Type: application/octet-stream",
      `Content-Disposition: attachment; filename*=utf-8''${encodeURIComponent(name)}`,
      "",
      "x",
    ]);
    expect(listed(multipart("mixed", ...parts)).map(({ filename }) => filename)).toEqual([
      "passwd",
      "b.txt",
      "agpj.exe",
      "attachment-4.bin",
      "ab",
      "x",
      `${"n".repeat(196)}.pdf`,
    ]);
    const nameless = multipart(
      "mixed",
      plain("x"),
      ["Content-Type: image/jpeg", "", "x"],
      ["Content-Type: text/csv", "", "x"],
    );
    expect(listed(nameless).map(({ filename }) => filename)).toEqual(["image-2.jpg", "attachment-3.csv"]);
  });

  test("uuencoded files are taken out of the text", () => {
    const raw = mail(
      "From: a@b.c",
      "",
      "Before",
      "begin 644 a.txt",
      "#86)C",
      "`",
      "end",
      "After",
      "begin 644 no file",
      "end",
      "",
    );
    expect(parseNow(raw).text).toBe("Before\nAfter\nbegin 644 no file\nend\n");
    expect(listed(raw)).toEqual([
      { part: "1/uu/0", filename: "a.txt", contentType: "text/plain", size: 3, inline: false },
    ]);
    expect(bytesOf(raw, "1/uu/0")).toBe("abc");
    expect(readPart(raw, "1/uu/1")).toBeNull();
    const encoded = multipart("mixed", plain("x"), [
      ...["Content-Type: application/octet-stream; name=a.txt", "Content-Transfer-Encoding: x-uuencode", ""],
      ...["begin 644 a.txt", "#86)C", "`", "end"],
    ]);
    expect(bytesOf(encoded, "2")).toBe("abc");
  });

  test("TNEF gives its files, and its text where the mail has none", () => {
    const stream = tnef([
      [0x0002800c, Buffer.from("packed text\0")],
      [0x00069002, Buffer.alloc(14)],
      [0x00018010, Buffer.from("A.TXT\0")],
      [0x0006800f, Buffer.from("file one")],
      [
        0x00069005,
        properties([
          [0x3707, 0x001e, Buffer.from("long name.txt\0")],
          [0x370e, 0x001e, Buffer.from("text/plain\0")],
        ]),
      ],
      [0x00069002, Buffer.alloc(14)],
      [0x00018010, Buffer.from("B.PDF\0")],
      [0x0006800f, Buffer.from("file two")],
    ]);
    const part = [
      "Content-Type: application/ms-tnef; name=winmail.dat",
      "Content-Transfer-Encoding: base64",
      "",
      stream.toString("base64"),
    ];
    const raw = mail(...part);
    expect(parseNow(raw).text).toBe("packed text");
    expect(listed(raw)).toEqual([
      { part: "1/tnef/0", filename: "long name.txt", contentType: "text/plain", size: 8, inline: false },
      { part: "1/tnef/1", filename: "B.PDF", contentType: "application/pdf", size: 8, inline: false },
    ]);
    expect(bytesOf(raw, "1/tnef/1")).toBe("file two");
    expect(readPart(raw, "1/tnef/2")).toBeNull();
    expect(parseNow(multipart("mixed", plain("own text"), part)).text).toBe("own text");
    const broken = mail(part[0] ?? "", "", "no tnef");
    expect(listed(broken)).toMatchObject([{ part: "1", filename: "winmail.dat", size: 7 }]);
  });

  test("calendar parts are the mail's own unless somebody attached them", () => {
    const calendar = ["Content-Type: text/calendar; charset=utf-8; method=request", "", "BEGIN:VCALENDAR"];
    const raw = multipart("alternative", plain("text"), calendar);
    expect(parseNow(raw)).toMatchObject({
      attachments: [],
      calendarParts: [{ part: "2", method: "REQUEST", text: "BEGIN:VCALENDAR" }],
    });
    const attached = multipart("mixed", plain("text"), [
      ...[
        "Content-Type: application/ics; name=invite.ics",
        "Content-Disposition: attachment; filename=invite.ics",
        "",
        "BEGIN:VCALENDAR",
      ],
    ]);
    expect(parseNow(attached)).toMatchObject({
      attachments: [{ filename: "invite.ics" }],
      calendarParts: [{ part: "2", method: null }],
    });
  });
});
