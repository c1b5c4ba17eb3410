// Mails of read-samples.ts, read whole: the header counts.
import { describe, expect, test } from "bun:test";
import { visibleText } from "../../../src/mail/html/visible-text.ts";
import { readMail } from "../../../src/mail/parse/read-mail.ts";
import { collapse } from "./judge.ts";
import { type ReadSample, readHtml, readTexts } from "./read-samples.ts";

function read({ mail, isFirst }: Pick<ReadSample, "mail" | "isFirst">, type: string, more = "") {
  const subject = isFirst ? "Pier 9" : "Re: Pier 9\r\nIn-Reply-To: <1@example.net>";
  const head = `From: Nell Carraway <nell@harbour.example>\r\nTo: Ada Quist <ada@quist.example>\r\nSubject: ${subject}\r\n${more}MIME-Version: 1.0\r\nContent-Type: ${type}; charset=utf-8\r\n\r\n`;
  return readMail(new TextEncoder().encode(`${head}${mail.replaceAll("\n", "\r\n")}\r\n`));
}

describe("text", () => {
  for (const sample of readTexts)
    test(sample.name, () => {
      const { replyText } = read(sample, "text/plain");
      expect(collapse(replyText)).toBe(collapse(sample.reply ?? sample.mail));
    });
});

describe("HTML", () => {
  for (const sample of readHtml)
    test(sample.name, () => {
      const { replyHtml, quotedHtml } = read(sample, "text/html");
      const reply = visibleText(replyHtml, { alts: false });
      expect(collapse(reply)).toBe(collapse(visibleText(sample.reply ?? sample.mail, { alts: false })));
      expect(quotedHtml === null).toBe(sample.reply === null);
    });
});

// To names the list alone.
test("a name above a quote in a mail of a list", () => {
  const sample = {
    mail: "Mila Petri:\n> Who brings the ladder to the pier on Sunday?\n\nI do.",
    isFirst: false,
  };
  expect(read(sample, "text/plain", "List-Id: <pier.example.net>\r\n").replyText).toBe("I do.");
  expect(read(sample, "text/plain").replyText).toBe(sample.mail);
});
