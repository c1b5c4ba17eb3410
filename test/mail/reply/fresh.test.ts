// Mails of many programs and people, judged as a careful reader would (judge.ts), and held to the fold's promises.

import { describe, expect, test } from "bun:test";
import { sanitise } from "../../../src/mail/html/sanitize.ts";
import { foldHtml, foldText } from "../../../src/mail/reply/fold.ts";
import { freshHtml } from "./fresh-html.ts";
import { moreHtml, moreTexts } from "./fresh-more.ts";
import { freshTexts } from "./fresh-text.ts";
import { collapse, htmlText } from "./judge.ts";
import { layoutHtml } from "./layouts-html.ts";
import { layoutTexts } from "./layouts-text.ts";
import { ownWords } from "./own-words.ts";
import { programHtml } from "./programs-html.ts";
import { programTexts } from "./programs-text.ts";
import { brokenHtml, brokenText } from "./promises.ts";

describe("text", () => {
  for (const { name, mail, reply } of [
    ...freshTexts,
    ...moreTexts,
    ...programTexts,
    ...layoutTexts,
    ...ownWords,
  ]) {
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
  for (const { name, mail, reply } of [...freshHtml, ...moreHtml, ...programHtml, ...layoutHtml]) {
    test(name, () => {
      const html = sanitise(mail);
      const folded = foldHtml(html);
      const ours = folded.quoted === null ? null : collapse(htmlText(folded.reply));
      expect(ours).toBe(reply);
      expect(brokenHtml(html)).toBeNull();
    });
  }
});
