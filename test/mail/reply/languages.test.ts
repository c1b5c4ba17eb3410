// History is found in every language that is listed, wrapped or not, above quoted and above unmarked text.

import { describe, expect, test } from "bun:test";
import { sanitise } from "../../../src/mail/html/sanitize.ts";
import { foldHtml, foldText } from "../../../src/mail/reply/fold.ts";
import { collapse, htmlText } from "./judge.ts";
import { samples } from "./languages.ts";
import { moreSamples } from "./languages-more.ts";

const all = { ...samples, ...moreSamples };

const ours = "Yes, do it.";

function expectText(mail: string, folded = true): void {
  const { reply, quoted } = foldText(`${ours}\n\n${mail}`);
  expect([mail, quoted === null ? "whole" : reply]).toEqual([mail, folded ? ours : "whole"]);
}

function expectHtml(mail: string): void {
  const { reply } = foldHtml(sanitise(`<div>${ours}</div>${mail}`));
  expect([mail, collapse(htmlText(reply))]).toEqual([mail, ours]);
}

/** Wraps at 38 characters, narrower than any program does. */
function wrapped(text: string): string {
  let out = "";
  let width = 0;
  for (const word of text.split(" ")) {
    const breaks = width > 0 && width + 1 + word.length > 38;
    out += width === 0 ? word : (breaks ? "\n" : " ") + word;
    width = breaks ? word.length : width + 1 + word.length;
  }
  return out;
}

function escaped(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
}

test("at least twenty-five languages", () => {
  expect(Object.keys(all).length).toBeGreaterThanOrEqual(50);
});

for (const [language, { attributions, weak, block, original, forwarded }] of Object.entries(all)) {
  describe(language, () => {
    test("attributions", () => {
      for (const line of attributions) {
        for (const form of [line, wrapped(line)]) {
          expectText(`${form}\n\n> Shall I?\n> Bob\n`);
          expectText(`${form}\n> Shall I?`);
          expectText(`${form}\n\nShall I?\nBob\n`);
        }
        expectText(`> ${line}\n>\n> Shall I?`);
      }
    });

    test("attributions in HTML", () => {
      for (const line of attributions.map(escaped)) {
        expectHtml(`<div>${line}</div><blockquote><div>Shall I?</div></blockquote>`);
        expectHtml(`<p><br>${line}<br><br>Shall I?<br>Bob</p>`);
        expectHtml(`<br><blockquote type="cite"><div>${line}<br></div>Shall I?</blockquote>`);
        expectHtml(`<br>${line}<br><br>&gt; Shall I?`);
      }
    });

    test("what is too weak to be believed above unmarked text", () => {
      for (const line of weak ?? []) {
        expectText(`${line}\n\n> Shall I?`);
        expectText(`${line}\n\nShall I?`, false);
      }
    });

    test("header blocks and separators", () => {
      if (block) {
        expectText(`${block}\n\nShall I?`);
        expectText(`________________________________\n${block}\n\nShall I?`);
        const bold = block.split("\n").map((line) => escaped(line).replace(/^([^:：]*[:：])/, "<b>$1</b>"));
        expectHtml(`<hr><div>${bold.join("<br>")}</div><div>Shall I?</div>`);
        expectHtml(`${bold.map((line) => `<p>${line}</p>`).join("")}<p>Shall I?</p>`);
      }
      if (original) {
        expectText(`-----${original}-----\n\nShall I?`);
        expectText(`-------- ${original.toUpperCase()} --------\n\nShall I?`);
        expectHtml(`<div>-------- ${original} --------</div><div>Shall I?</div>`);
      }
      if (forwarded) expectText(`---------- ${forwarded} ---------\n\nShall I?`, false);
    });
  });
}
