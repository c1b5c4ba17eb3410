// Mails of many programs and people, judged as a careful reader would (reply-judge.ts), and held to the fold's promises.

import { describe, expect, test } from "bun:test";
import { sanitise } from "../../src/mail/html.ts";
import { foldHtml, foldText } from "../../src/mail/reply.ts";
import { freshHtml } from "./reply-fresh-html.ts";
import { moreHtml, moreTexts } from "./reply-fresh-more.ts";
import { freshTexts } from "./reply-fresh-text.ts";
import { collapse, htmlText } from "./reply-judge.ts";
import { brokenHtml, brokenText } from "./reply-promises.ts";

describe("text", () => {
  for (const { name, mail, reply } of [...freshTexts, ...moreTexts]) {
    test(name, () => {
      for (const form of [mail, mail.replaceAll("\n", "\r\n")]) {
        const folded = foldText(form);
        const ours = folded.quoted === null ? null : collapse(folded.reply);
        expect(ours).toBe(reply === null ? null : collapse(reply));
        expect(brokenText(form)).toBeNull();
      }
    });
  }
});

describe("HTML", () => {
  for (const { name, mail, reply } of [...freshHtml, ...moreHtml]) {
    test(name, () => {
      const html = sanitise(mail);
      const folded = foldHtml(html);
      const ours = folded.quoted === null ? null : collapse(htmlText(folded.reply));
      expect(ours).toBe(reply);
      expect(brokenHtml(html)).toBeNull();
    });
  }
});
