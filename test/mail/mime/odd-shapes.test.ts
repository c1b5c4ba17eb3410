// Mails whose parts stand in another order, or whose header begins late, than the RFCs have it.
import { describe, expect, test } from "bun:test";
import { rawHeaders } from "../../../src/mail/mime/headers.ts";
import { parseNow } from "../../../src/mail/parse/parse.ts";

const read = (mail: string) => parseNow(Buffer.from(mail.replaceAll("\n", "\r\n")));

describe("empty lines before the header", () => {
  const mail = "Received: from a by b\nFrom: Ann <a@x.example>\nSubject: lunch\n\nhello\n";
  test.each([
    ["one", "\n"],
    ["several", "\n\n\n"],
    ["white space in them", " \t\n\n"],
  ])("%s", (_, blank) => {
    const parsed = read(blank + mail);
    expect(parsed).toMatchObject({
      subject: "lunch",
      from: { email: "a@x.example", name: "Ann" },
      text: "hello\n",
    });
    expect(parsed.defects).toContain("empty line before the header");
    expect(parsed.structure.headerStart).toBe(0);
    expect(rawHeaders(Buffer.from(blank + mail)).map(({ name }) => name)).toEqual([
      "Received",
      "From",
      "Subject",
    ]);
  });

  test("before a message inside the mail", () => {
    const outer =
      "From: a@x.example\nContent-Type: multipart/mixed; boundary=b\n\n--b\nContent-Type: message/rfc822\n\n";
    const { structure, attachments } = read(`${outer}\n${mail}\n--b--\n`);
    expect(structure.parts[0]!.envelope?.subject).toBe("lunch");
    expect(attachments[0]!.filename).toBe("lunch.eml");
  });

  test.each([
    ["a body that is no header", "\nhello\nSubject: x\n"],
    [
      "a part that has no header",
      "From: a@x.example\nContent-Type: multipart/mixed; boundary=b\n\n--b\n\nSubject: x\n\ny\n--b--\n",
    ],
  ])("%s stays one", (_, raw) => {
    const { text, subject } = read(raw);
    expect(text).toContain("Subject: x");
    expect(subject).toBeNull();
  });
});

describe("multipart/related", () => {
  const image = "Content-Type: image/png\nContent-ID: <i@x>\nContent-Transfer-Encoding: base64\n\niVBORw0K\n";
  const html = "Content-Type: text/html\nContent-ID: <h@x>\n\n<p>shown <img src=cid:i@x></p>\n";
  const plain = "Content-Type: text/plain\n\nwords\n";
  const alternative = `Content-Type: multipart/alternative; boundary=a\n\n--a\n${plain}--a\n${html}--a--\n`;
  const related = (parameters: string, ...parts: string[]) =>
    `From: a@x.example\nMIME-Version: 1.0\nContent-Type: multipart/related; boundary=r${parameters}\n\n${parts.map((part) => `--r\n${part}`).join("")}--r--\n`;

  test.each([
    ["a picture first", related("", image, html), 1],
    ["two pictures first", related("", image, image.replace("i@x", "j@x"), html), 2],
    [
      "HTML with a name behind a picture",
      related("", image, html.replace("text/html", "text/html; name=a.html")),
      1,
    ],
    [
      "start names the second",
      related('; start="<h@x>"', html.replaceAll("h@x", "o@x").replace("shown", "other"), html, image),
      2,
    ],
    ["start without brackets", related("; start=h@x", image, html), 1],
    ["start names nothing", related('; start="<none@x>"', image, html), 1],
    ["plain text before the HTML", related("", plain, html, image), 1],
    ["an alternative behind a picture", related("", image, alternative), 1],
  ])("%s", (_, raw, files) => {
    const { html: shown, attachments, text } = read(raw);
    expect(shown).toContain("shown");
    expect(shown).not.toContain("words");
    expect(shown).not.toContain("other");
    expect(attachments).toHaveLength(files);
    expect(attachments.find(({ contentId }) => contentId === "i@x")?.inline).toBe(true);
    if (raw.includes("words")) expect(text).toBe("words");
  });

  test("inside an alternative", () => {
    const inner = related("", image, html).slice("From: a@x.example\nMIME-Version: 1.0\n".length);
    const mail = `From: a@x.example\nContent-Type: multipart/alternative; boundary=z\n\n--z\n${plain}--z\n${inner}--z--\n`;
    const { html: shown, text, attachments } = read(mail);
    expect([text, attachments.length]).toEqual(["words", 1]);
    expect(shown).toContain("shown");
  });

  test("files stay files", () => {
    const log = "Content-Type: text/plain; name=log.txt\n\nlog\n";
    const page = "Content-Type: text/html; name=page.html\nContent-Disposition: attachment\n\n<p>page</p>\n";
    const { html: shown, text, attachments } = read(related("", html, log, page));
    expect([text, attachments.map(({ filename }) => filename)]).toEqual([null, ["log.txt", "page.html"]]);
    expect(shown).not.toContain("page");
    expect(read(related("", image, log)).text).toBeNull();
    expect(read(related("", plain, page)).html).not.toContain("page");
  });
});

describe("labels that lie", () => {
  const words = "The crane comes on Tuesday, and we need two more slings.";
  const mail = (head: string, body: string | Uint8Array) =>
    parseNow(
      Buffer.concat([
        Buffer.from(`From: a@x.example\r\nMIME-Version: 1.0\r\n${head}\r\n\r\n`),
        Buffer.from(body),
      ]),
    );

  test("base64 that is text", () => {
    const head = "Content-Type: text/plain; charset=utf-8\r\nContent-Transfer-Encoding: base64";
    expect(mail(head, words).text).toBe(words);
    expect(mail(head, Buffer.from(words).toString("base64")).text).toBe(words);
    expect(
      mail(
        head,
        `${Buffer.from(words).toString("base64").slice(0, 20)} \r\n${Buffer.from(words).toString("base64").slice(20)}`,
      ).text,
    ).toBe(words);
    const bare = [
      "Hi,\n\nit comes.",
      "Yes.",
      "The crane comes on Tuesday",
      "お世話に\nなります。",
      "Привет!\nКран.",
    ];
    for (const text of bare) expect(mail(head, text).text).toBe(text);
  });

  test("base64 with other marks", () => {
    const head = "Content-Type: text/plain; charset=utf-8\r\nContent-Transfer-Encoding: base64";
    const encoded = Buffer.from(`${words} `.repeat(4)).toString("base64");
    const banner = "[EXTERNAL] It came from outside, so be careful.\r\n\r\n";
    for (const body of [
      encoded.replaceAll(/(.{4})/g, "$1 "),
      `${encoded.slice(0, 30)}!*${encoded.slice(30)}`,
    ])
      expect(mail(head, body).text).toContain(words);
    expect(mail(head, banner + encoded).text).not.toContain(encoded);
  });

  test("another Cyrillic charset", () => {
    // "Кран приедет во вторник, нам нужно ещё два стропа." in windows-1251
    const octets = Buffer.from(
      "yvDg7SDv8Ojl5OXyIOLuIOLy7vDt6OosIO3g7CDt8+bt7iDl+bgg5OLgIPHy8O7v4C4=",
      "base64",
    );
    const text = "Кран приедет во вторник, нам нужно ещё два стропа.";
    for (const charset of ["koi8-r", "iso-8859-5", "windows-1251"])
      expect(mail(`Content-Type: text/plain; charset=${charset}`, octets).text).toBe(text);
    // "Price: 100 руб. за штуку": in KOI8 that is a text in capitals.
    const few = Buffer.from("UHJpY2U6IDEwMCDw8+EuIOfgIPjy8+rz", "base64");
    expect(mail("Content-Type: text/plain; charset=windows-1251", few).text).toBe("Price: 100 руб. за штуку");
  });

  test("a form for AMP alone is read as HTML", () => {
    const { text, replyText, html } = mail(
      "Content-Type: text/x-amp-html; charset=utf-8",
      `<html amp4email><head><style amp4email-boilerplate>body{visibility:hidden}</style></head><body><p>${words}</p></body></html>`,
    );
    expect([text, replyText, html.includes("<p>")]).toEqual([null, words, true]);
  });
});
