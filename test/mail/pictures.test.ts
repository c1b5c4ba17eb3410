// The words of pictures (`alt`), which programs show where pictures are not loaded: in text and Markdown, never as the sender's own.
import { describe, expect, test } from "bun:test";
import { findCodes } from "../../src/mail/codes/find-codes.ts";
import { htmlToMarkdown } from "../../src/mail/html/markdown.ts";
import { sanitise } from "../../src/mail/html/sanitize.ts";
import { visibleText } from "../../src/mail/html/visible-text.ts";
import { readMail } from "../../src/mail/parse/read-mail.ts";
import { Findings } from "../../src/mail/visible/findings.ts";
import { visibleMarkup } from "../../src/mail/visible/visible-markup.ts";
import { contentSpans } from "../../src/reading/content-spans.ts";
import { htmlMail } from "./visible/views.ts";

const picture = (alt: string, more = "") =>
  `<img src="https://a.example/p.png" width=300 height=80 alt="${alt}"${more}>`;

/** HTML, its text, its Markdown; null: as the text. */
const table: Record<string, [html: string, text: string, markdown: string | null]> = {
  "a telephone number": [
    `<p>Questions?</p>${picture("Call +41 44 555 01 99")}`,
    "Questions?\n\n[Call +41 44 555 01 99]",
    "Questions?\n\n![Call +41 44 555 01 99]()",
  ],
  "within a line": [`Sale ${picture("50 % off")}today`, "Sale [50 % off] today", "Sale ![50 % off]() today"],
  "glued to words": [`Sale${picture("off")}today`, "Sale [off] today", "Sale ![off]() today"],
  "before a comma": [`<p>${picture("A")}, B</p>`, "[A] , B", "![A]() , B"],
  "of its own embedded picture": [
    '<p>x<img src="cid:1" alt="The plan"></p>',
    "x [The plan]",
    "x ![The plan]()",
  ],
  "without a source": ['<p>x<img alt="The plan"></p>', "x [The plan]", "x ![The plan]()"],
  "a whole link": [
    `<a href="https://a.example/pay">${picture("Pay now")}</a>`,
    "Pay now <https://a.example/pay>",
    "[Pay now](https://a.example/pay)",
  ],
  "a link of two pictures": [
    `<a href="https://a.example/">${picture("Pay")}<br>${picture("now")}</a>`,
    "Pay now <https://a.example/>",
    "[Pay now](https://a.example/)",
  ],
  "a link of a picture and words": [
    `See <a href="https://a.example/">${picture("Logo")} the shop</a>.`,
    "See [Logo] the shop <https://a.example/>.",
    "See [![Logo]() the shop](https://a.example/).",
  ],
  "a link of words and a picture": [
    `<a href="https://a.example/">Open${picture("arrow")}</a>`,
    "Open [arrow] <https://a.example/>",
    "[Open ![arrow]()](https://a.example/)",
  ],
  "a link without a target": [`<a>${picture("Pay now")}</a>`, "[Pay now]", "![Pay now]()"],
  "a telephone link": [
    `<a href="tel:+41445550199">${picture("Call us")}</a>`,
    "Call us <+41445550199>",
    "[Call us](tel:+41445550199)",
  ],
  "a telephone link without words": [
    `<a href="tel:+41445550199">${picture("")}</a>`,
    "+41445550199",
    "[+41445550199](tel:+41445550199)",
  ],
  cells: [
    `<table><tr><td>${picture("One")}</td><td>${picture("Two")}</td></tr></table>`,
    "[One] [Two]",
    "![One]() ![Two]()",
  ],
  "a table with headings": [
    `<table><tr><th>Item</th></tr><tr><td>${picture("a|b")}</td></tr></table>`,
    "Item\n[a|b]",
    "| Item |\n| --- |\n| ![a\\|b]() |",
  ],
  "an item": [`<ul><li>${picture("One")} x</ul>`, "* [One] x", "- ![One]() x"],
  "a heading": [`<h2>${picture("News")}</h2><p>x</p>`, "[News]\n\nx", "## ![News]()\n\nx"],
  bold: [`<b>${picture("News")}</b> x`, "[News] x", "**![News]()** x"],
  "preformatted text": [`<pre>a${picture("b")}</pre>`, "a [b]", "```\na [b]\n```"],
  "signs of Markdown": [`x ${picture("[1] *y*")}`, "x [[1] *y*]", "x ![\\[1\\] \\*y\\*]()"],
  "white space and entities": [`x ${picture(" A &amp;\n B ")}`, "x [A & B]", null].map((one, at) =>
    at === 2 ? "x ![A & B]()" : one,
  ) as [string, string, string],
  "a file's name": [`<p>x ${picture("image001.png")}</p>`, "x", "x"],
  "signs alone": [`<p>x ${picture("---")}</p>`, "x", "x"],
  "a mail of pictures": [
    `${picture("Spring sale")}<br><a href="https://a.example/s">${picture("Shop now")}</a>`,
    "[Spring sale]\nShop now <https://a.example/s>",
    "![Spring sale]()  \n[Shop now](https://a.example/s)",
  ],
  "a hidden one": [`<p>x</p><div style="display:none">${picture("whisper")}</div>`, "x", "x"],
  "one of a sheet that hides it": [
    `<style>.h{display:none}</style><p>x</p>${picture("whisper", " class=h")}`,
    "x",
    "x",
  ],
  "one of a pixel": ['<p>x</p><img src="https://a.example/p.gif" width=1 height=1 alt="whisper">', "x", "x"],
  "a long one beside text": [`<p>x</p>${picture("whisper ".repeat(20))}`, "x", "x"],
};

const rendered = (html: string) => sanitise(visibleMarkup(html, new Findings()));

describe("the words of pictures", () => {
  for (const [name, [html, text, markdown]] of Object.entries(table)) {
    test(name, () => {
      const clean = rendered(html);
      expect(visibleText(clean, { links: true })).toBe(text);
      expect(htmlToMarkdown(clean)).toBe(markdown ?? text);
    });
  }

  test("are bounded in number", () => {
    const clean = rendered(`<p>x</p>${picture("word").repeat(1000)}`);
    expect(visibleText(clean).match(/\[word\]/g)?.length).toBe(200);
    expect(htmlToMarkdown(clean).match(/!\[word\]/g)?.length).toBe(200);
  });
});

describe("a mail with pictures", () => {
  const html = `<p>Hello</p>${picture("Call +41 44 555 01 99")}<p>See you</p><a href="https://a.example/pay">${picture("Pay now")}</a>`;
  const mail = readMail(htmlMail(html));

  test("is read and searched with what they say, and its preview is without", () => {
    expect(mail.replyText).toBe(
      "Hello\n\n[Call +41 44 555 01 99]\n\nSee you\n\nPay now <https://a.example/pay>",
    );
    expect(mail.searchText).toContain("555 01 99");
    expect(mail.searchText).toContain("Pay now");
    expect(mail.preview).toBe("Hello See you");
  });

  test("says that they are not the sender's own", () => {
    const spans = contentSpans(mail);
    expect(spans.map(({ kind, text }) => [kind, text.trim()])).toEqual([
      ["own", "Hello"],
      ["alt", "[Call +41 44 555 01 99]"],
      ["own", "See you"],
      ["alt", "Pay now"],
      ["own", "<https://a.example/pay>"],
    ]);
    expect(spans.map(({ text }) => text).join("")).toBe(mail.replyText);
  });

  test("of pictures alone has them as its text and its preview", () => {
    const sale = readMail(htmlMail(`${picture("Spring sale")}<br>${picture("From 1 May")}`));
    expect(sale.replyText).toBe("[Spring sale]\n[From 1 May]");
    expect(sale.preview).toBe("Spring sale From 1 May");
  });

  test("gives the code that one of them shows", () => {
    const shown = `<p>Your sign-in code:</p>${picture("482913")}`;
    expect(findCodes({ subject: "Sign in", text: null, html: sanitise(shown) }).codes).toMatchObject([
      { code: "482913" },
    ]);
  });

  test("that answers folds what they stand in", () => {
    const answer = readMail(
      htmlMail(
        `<p>Yes.</p><div class=gmail_quote><div class=gmail_attr>On 3 May 2024 at 10:00, Ada &lt;ada@x.example&gt; wrote:</div><blockquote class=gmail_quote>${picture("Spring sale")}<br>Shall we?</blockquote></div>`,
      ),
    );
    expect(answer.replyText).toBe("Yes.");
    expect(contentSpans(answer).map(({ kind }) => kind)).toEqual(["own", "quote"]);
  });

  test("whose files' names the plain part repeats leaves that the text", () => {
    const text = "Here it is, as you asked for it yesterday.\n\n2aa3ed95.png2aa3edd1.png";
    const html = `<p>Here it is, as you asked for it yesterday.</p>${picture("2aa3ed95.png")}${picture("2aa3edd1.png")}`;
    const mail = readMail(
      Buffer.from(
        `From: ada@x.example\r\nMIME-Version: 1.0\r\nContent-Type: multipart/alternative; boundary=b\r\n\r\n--b\r\nContent-Type: text/plain\r\n\r\n${text}\r\n--b\r\nContent-Type: text/html\r\n\r\n${html}\r\n--b--\r\n`,
      ),
    );
    expect(mail.text?.trim()).toBe(text);
  });
});
