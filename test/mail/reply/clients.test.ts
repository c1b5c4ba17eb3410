// Each mail program's own markup, as it is and as the sanitiser leaves it.

import { describe, expect, test } from "bun:test";
import { sanitise } from "../../../src/mail/html/sanitize.ts";
import { foldHtml } from "../../../src/mail/reply/fold.ts";
import { clients } from "./clients.ts";
import { collapse, htmlText } from "./judge.ts";
import { brokenHtml } from "./promises.ts";

describe("mail programs", () => {
  for (const { client, html, reply } of clients) {
    test(client, () => {
      for (const form of [html, sanitise(html)]) {
        const folded = foldHtml(form);
        expect(folded.quoted === null ? null : collapse(htmlText(folded.reply))).toBe(reply);
      }
      expect(brokenHtml(sanitise(html))).toBeNull();
    });
  }
});
