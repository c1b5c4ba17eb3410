// What a mail becomes, item by item. The mails are written here; public ones are read in parse-corpus.test.ts.
import { describe, expect, test } from "bun:test";
import iconv from "iconv-lite";
import { parseNow } from "../../../src/mail/parse/parse.ts";
import { html, mail, multipart, plain } from "./mails.ts";

describe("people, subject, ids", () => {
  test("are cut where nobody would read on", () => {
    const long = "a".repeat(100_000);
    const { from, subject, envelope } = parseNow(
      mail(`From: "${long}" <${long}@${long}.example>`, `Subject: ${long}`, "", "hello"),
    );
    expect([from.name?.length, from.email.length, subject?.length]).toEqual([1000, 1000, 10_000]);
    expect(JSON.stringify(envelope).length).toBeLessThan(250_000);
  });

  test("are read", () => {
    const parsed = parseNow(
      mail(
        ...[
          "From: =?utf-8?Q?J=C3=B6rg?= <joerg@example.org>",
          "Sender: s@example.org",
          "Reply-To: r@example.org",
        ],
        ...["To: a@example.org, B <b@example.org>", "Cc: Group: c@example.org;", "Bcc: d@example.org"],
        ...[
          "Subject: =?utf-8?Q?H=C3=A4?=",
          " llo",
          "Date: Tue, 3 Mar 2026 10:11:12 +0100",
          "Message-ID: <1@x>",
        ],
        ...["In-Reply-To: <0@x>", "References: <-1@x>", "\t<0@x>", "", "x"],
      ),
    );
    expect(parsed).toMatchObject({
      from: { name: "Jörg", email: "joerg@example.org" },
      sender: { name: null, email: "s@example.org" },
      replyTo: [{ email: "r@example.org" }],
      to: [{ email: "a@example.org" }, { name: "B", email: "b@example.org" }],
      cc: [{ email: "c@example.org" }],
      bcc: [{ email: "d@example.org" }],
      subject: "Hä llo",
      date: "2026-03-03T09:11:12.000000Z",
      messageId: "1@x",
      inReplyTo: ["0@x"],
      references: ["-1@x", "0@x"],
      defects: [],
    });
  });

  // The last octet of each of these letters is A0, which is no blank.
  test.each(["à", "Š", "Р", "中丠", "😠"])("8-bit text may end in %s", (letter) => {
    const lines = [
      `From: Citt${letter} <${letter}@b.example>`,
      `To: "x ${letter}" <c@d.example>, e@f.example (${letter})`,
      `Subject: Citt${letter}`,
      "Content-Type: text/plain; charset=utf-8",
      `Content-Disposition: attachment; filename=${letter}`,
      ...["", "x"],
    ];
    const parsed = parseNow(Buffer.from(lines.join("\r\n")));
    expect(parsed).toMatchObject({
      from: { name: `Citt${letter}`, email: `${letter}@b.example` },
      to: [{ name: `x ${letter}` }, { name: letter }],
      subject: `Citt${letter}`,
    });
    expect(parsed.attachments[0]?.filename).toBe(letter);
  });

  test("of duplicate fields the first counts", () => {
    const fields = [
      "From: a@b.c",
      "Subject: one",
      "Date: Tue, 3 Mar 2026 10:11:12 +0000",
      "Message-ID: <1@x>",
    ];
    const again = [
      "From: d@e.f",
      "Subject: two",
      "Date: Wed, 4 Mar 2026 10:11:12 +0000",
      "Message-ID: <2@x>",
    ];
    expect(parseNow(mail(...fields, ...again, "", "x"))).toMatchObject({
      from: { email: "a@b.c" },
      subject: "one",
      messageId: "1@x",
      date: "2026-03-03T10:11:12.000000Z",
    });
  });

  test("a mail without From is from its Sender, else the envelope's, else nobody", () => {
    expect(parseNow(mail("Sender: s@example.org", "", "x")).from.email).toBe("s@example.org");
    expect(parseNow(mail("To: a@b.c", "", "x"), { envelopeFrom: "e@example.org" }).from.email).toBe(
      "e@example.org",
    );
    const nobody = parseNow(mail("To: a@b.c", "", "x"));
    expect(nobody.from).toEqual({ email: "", name: null });
    expect(nobody.defects).toEqual(["no From"]);
  });

  test("an unreadable date is none", () => {
    expect(parseNow(mail("From: a@b.c", "Date: soon", "", "x"))).toMatchObject({
      date: null,
      defects: ["unreadable Date"],
    });
    expect(parseNow(mail("From: a@b.c", "", "x"))).toMatchObject({ date: null, defects: [] });
  });

  test("an unlabelled subject is read in the charset of the text", () => {
    const subject = iconv.encode("Привет", "koi8-r").toString("latin1");
    expect(
      parseNow(mail(`Subject: ${subject}`, "Content-Type: text/plain; charset=koi8-r", "", "x")).subject,
    ).toBe("Привет");
  });
});

describe("texts", () => {
  test("a text-only mail has its text as HTML too", () => {
    const parsed = parseNow(
      mail("From: a@b.c", "", "Hi <you>,", "", "see https://example.org/a?b=1&c=2.", ""),
    );
    expect(parsed.text).toBe("Hi <you>,\n\nsee https://example.org/a?b=1&c=2.\n");
    expect(parsed.html).toBe(
      "Hi &lt;you&gt;,<br />\n<br />\nsee " +
        '<a href="https://example.org/a?b=1&amp;c=2" rel="noopener noreferrer nofollow">https://example.org/a?b=1&amp;c=2</a>.<br />\n',
    );
    expect(parsed.replyText).toBe("Hi <you>,\n\nsee https://example.org/a?b=1&c=2.");
    expect(parsed.quotedHtml).toBeNull();
  });

  test("an HTML-only mail has no text of its own, but a reply text", () => {
    const parsed = parseNow(mail("Content-Type: text/html", "", "<p>One</p><p>Two &amp; three</p>"));
    expect(parsed).toMatchObject({
      text: null,
      html: "<p>One</p><p>Two &amp; three</p>",
      replyText: "One\n\nTwo & three",
    });
  });

  test("an alternative gives each form its own", () => {
    const parsed = parseNow(multipart("alternative", plain("text"), html("<b>html</b>")));
    expect(parsed).toMatchObject({ text: "text", html: "<b>html</b>", replyText: "text", attachments: [] });
  });

  test("a blank text part beside HTML is no text to reply with", () => {
    const parsed = parseNow(multipart("alternative", plain(" \r\n"), html("<p>said</p>")));
    expect(parsed.replyText).toBe("said");
    expect(parsed.preview).toBe("said");
  });

  test("where only the HTML shows its quote, the reply text is the HTML's", () => {
    const parsed = parseNow(
      multipart(
        "alternative",
        plain("New words. Old words that nothing marks as old."),
        html(
          '<div>New words.</div><div class="gmail_quote"><blockquote class="gmail_quote" type="cite">Old words that nothing marks as old.</blockquote></div>',
        ),
      ),
    );
    expect(parsed.replyText).toBe("New words.");
    expect(parsed.text).toBe("New words. Old words that nothing marks as old.");
  });

  test("the texts of a mixed mail stand one behind the other", () => {
    const parsed = parseNow(multipart("mixed", plain("one\r\n"), plain("two")));
    expect(parsed.text).toBe("one\n\ntwo");
    const footer = parseNow(multipart("mixed", html("<p>one</p>"), plain("footer")));
    expect(footer.text).toBe("one\n\nfooter");
    expect(footer.html).toBe("<p>one</p>\nfooter");
  });

  test.each([
    ["base64", Buffer.from("Grüße").toString("base64"), "Grüße"],
    ["BASE64 (comment)", Buffer.from("Grüße").toString("base64"), "Grüße"],
    ["base64", "R3LDvA==\r\nw59l\r\n", "Grüße"],
    ["base64", "R3LDvMOfZQ==\r\n_____\r\na footer", "Grüße"],
    ["quoted-printable", "Gr=C3=BC=\r\n=C3=9Fe", "Grüße"],
    ["quoted-printable", "Gr=c3=bc= \t\r\n=c3=9fe \t\r\n", "Grüße\n"],
    ["quoted-printable", "a=b =", "a=b "],
    ["Quoted-Printable;", "Gr=C3=BC=C3=9Fe", "Grüße"],
    ["8bit", "Gr\xc3\xbc\xc3\x9fe", "Grüße"],
    ["binary", "a\rb\r\nc\nd", "a\nb\nc\nd"],
    ["nonsense", "Gr\xc3\xbc\xc3\x9fe", "Grüße"],
  ])("in %s", (encoding, source, text) => {
    const raw = mail(
      "Content-Type: text/plain; charset=utf-8",
      `Content-Transfer-Encoding: ${encoding}`,
      "",
      source,
    );
    expect(parseNow(raw).text).toBe(text);
  });

  test("HTML says its charset itself when the header does not", () => {
    const source = iconv
      .encode('<meta charset="windows-1251"><p>Привет</p>', "windows-1251")
      .toString("latin1");
    expect(parseNow(mail("Content-Type: text/html", "", source)).html).toBe("<p>Привет</p>");
  });

  test("NUL and broken surrogates are not in any text", () => {
    const parsed = parseNow(
      mail("Subject: a\0b", "Content-Type: text/plain; charset=utf-16le", "", "\x00\xd8a\0\0\0"),
    );
    expect(parsed.subject).toBe("ab");
    expect(parsed.text).toBe("\ufffda");
    expect(JSON.stringify(parsed)).not.toContain("\\u0000");
    const markup = parseNow(mail("Content-Type: text/html", "", "<p title='&#0;&#xd800;'>a\0b&#0;</p>"));
    expect(markup.html.isWellFormed() && !markup.html.includes("\0")).toBe(true);
  });

  test("flowed text is joined, quotes and signature respected", () => {
    const flowed = mail(
      ...[
        "Content-Type: text/plain; format=flowed",
        "",
        "> quoted ",
        "> words",
        "A line ",
        "goes on.",
        " > stuffed",
        "-- ",
        "me",
        "",
      ],
    );
    expect(parseNow(flowed).text).toBe("> quoted words\nA line goes on.\n> stuffed\n-- \nme\n");
    expect(parseNow(mail("Content-Type: text/plain; format=flowed; delsp=yes", "", "one ", "two")).text).toBe(
      "onetwo",
    );
    expect(parseNow(mail("Content-Type: text/plain; format=flowed", "", "> > a ", "> > b")).text).toBe(
      ">> a b",
    );
  });

  test("enriched text is read where there is no other, else attached", () => {
    const enriched = ["Content-Type: text/enriched", "", "<bold>One</bold> <<two"];
    expect(parseNow(mail(...enriched)).text).toBe("One <two");
    expect(parseNow(multipart("alternative", plain("text"), enriched))).toMatchObject({
      text: "text",
      attachments: [{ filename: "attachment-2.txt" }],
    });
  });

  test("preview and search text come from the reply", () => {
    const parsed = parseNow(
      mail("From: a@b.c", "", `New   ${"words ".repeat(60)}`, "", "On Monday, B wrote:", "> old", ""),
    );
    expect(parsed.preview.startsWith("New words words")).toBe(true);
    expect([...parsed.preview].length).toBeLessThanOrEqual(200);
    expect(parsed.searchText).not.toContain("old");
    expect(parsed.text).toContain("> old");
    expect(parsed.quotedHtml).toContain("&gt; old");
    const emoji = parseNow(
      mail("Content-Type: text/plain; charset=utf-8", "", Buffer.from("😀".repeat(300)).toString("latin1")),
    );
    expect(emoji.preview).toBe("😀".repeat(200));
  });
});

describe("automation", () => {
  test.each([
    ["X: y", false],
    ["Auto-Submitted: no", false],
    ["Auto-Submitted: auto-replied", true],
    ["Auto-Submitted: auto-generated (x)", true],
    ["Precedence: bulk", true],
    ["Precedence: list", true],
    ["Precedence: first-class", false],
    ["List-Id: A list <a.example.org>", true],
    ["X-Auto-Response-Suppress: All", true],
    ["Return-Path: <>", true],
    ["Return-Path: <a@b.c>", false],
    ["Content-Type: multipart/report; report-type=delivery-status; boundary=b", true],
  ])("%s: %p", (header, automated) => {
    expect(parseNow(mail("From: a@b.c", header, "", "--b", "", "x")).automated).toBe(automated);
  });

  test("names the list and the keyword", () => {
    expect(
      parseNow(mail("List-Id: A list <a.example.org>", "Auto-Submitted: Auto-Replied; x=y", "", "x")),
    ).toMatchObject({
      listId: "a.example.org",
      autoSubmitted: "auto-replied",
    });
  });
});

describe("parseNow", () => {
  test("markup beyond measure is taken away, its words stay", () => {
    const parsed = parseNow(
      mail("Content-Type: text/html", "", "<b>a</b> ".repeat(300_000), "<script>no</script><p>last</p>"),
    );
    expect(parsed.defects).toContain("markup taken away");
    expect(parsed.replyText.endsWith("last")).toBe(true);
    expect(parsed.replyText).not.toContain("no");
    expect(parsed.html).not.toContain("<b>");
  });

  test.each([
    "",
    "\r\n",
    "\n",
    "x",
    ":",
    "From",
    "From: ",
    "\0\0\0",
    "--",
    "Content-Type: multipart/mixed; boundary=",
  ])("any bytes are a mail: %p", (text) => {
    expect(parseNow(Buffer.from(text, "latin1"))).toMatchObject({
      attachments: [],
      calendarParts: [],
    });
  });
});
