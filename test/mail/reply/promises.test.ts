// What holds for every mail: nothing is lost, HTML stays well formed, text and HTML fold at the same place.
import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { htmlToText, sanitise, textToHtml } from "../../../src/mail/html/sanitize.ts";
import { foldHtml, foldText } from "../../../src/mail/reply/fold.ts";
import { brokenHtml, brokenText } from "./promises.ts";

const attribution = "On 3 May 2024 at 10:00, Bob Smith <bob@example.com> wrote:";

describe("promises", () => {
  const line = fc.constantFrom(
    "Yes.",
    "",
    "",
    "> a",
    "> b",
    ">",
    ">> c",
    attribution,
    `> ${attribution}`,
    "Bob wrote:",
    "-- ",
    "Ann",
    "-----Original Message-----",
    "From: Bob <bob@example.com>",
    "Sent: 3 May 2024",
    "To: Ann",
    "Subject: Plan",
    "________________",
    "Regards,",
    "Sent from my iPhone",
    "---------- Forwarded message ---------",
    "On Tue, May 3, 2024 at 10:00 AM Bob <",
    "bob@example.com> wrote:",
    "> wrote:",
    "https://example.com/a",
    "a rather long line of text that a program would have broken after so many words, I",
    "and so on",
    "See inline",
    " ",
    "\t> x",
    ">From a",
  );
  const text = fc.array(line, { maxLength: 24 }).map((lines) => lines.join("\n"));

  test("hold for mails made of what mails are made of", () => {
    fc.assert(
      fc.property(text, fc.boolean(), (mail, forwarded) => brokenText(mail, { forwarded }) === null),
      {
        numRuns: 1_200,
        seed: 1,
      },
    );
  });

  test("hold for any text", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary", maxLength: 300 }), (mail) => brokenText(mail) === null),
      {
        numRuns: 1_000,
        seed: 2,
      },
    );
  });

  const leaf = fc.constantFrom(
    "Yes.",
    "a",
    "&gt; b",
    "<br />",
    "<br />",
    "On 3 May 2024 at 10:00, Bob &lt;bob@example.com&gt; wrote:",
    "-----Original Message-----",
    "<hr />",
    "<b>From:</b> bob@example.com<br /><b>Sent:</b> 3 May 2024<br /><b>Subject:</b> Plan",
    "&nbsp;",
    "-- ",
    "Forwarded message:",
    "Bob wrote:",
    '<img alt="x" />',
    "Sent from my iPhone",
    "\n",
  );
  const { node } = fc.letrec<{ node: string }>((tie) => ({
    node: fc.oneof(
      { maxDepth: 4, depthSize: "small" },
      leaf,
      fc
        .tuple(
          fc.constantFrom(
            "div",
            "p",
            "span",
            "blockquote",
            'blockquote type="cite"',
            'div class="gmail_quote"',
            'div class="gmail_attr"',
            'div id="divRplyFwdMsg"',
            'blockquote class="gmail_quote"',
            'div class="yahoo_quoted"',
            'div class="gmail_signature"',
            'div class="moz-cite-prefix"',
            "td",
            "pre",
            "li",
            'div class="moz-forward-container"',
            "b",
          ),
          fc.array(tie("node"), { maxLength: 4 }),
        )
        .map(([tag, inner]) => `<${tag}>${inner.join("")}</${tag.split(" ")[0]}>`),
    ),
  }));

  test("hold for HTML made of what mails are made of", () => {
    fc.assert(
      fc.property(fc.array(node, { maxLength: 8 }), (nodes) => brokenHtml(sanitise(nodes.join(""))) === null),
      { numRuns: 1_200, seed: 3 },
    );
  });

  test("text and the HTML made of it fold at the same place", () => {
    const said = (value: string): string => value.replace(/[^\p{L}\p{N}]+/gu, " ").trim();
    fc.assert(
      fc.property(text, (mail) => {
        const ours = said(foldText(mail).reply);
        expect(said(htmlToText(foldHtml(sanitise(textToHtml(mail))).reply))).toBe(ours);
      }),
      { numRuns: 600, seed: 4 },
    );
  });
});
