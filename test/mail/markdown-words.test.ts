// Markdown of a mail and its text print one flow: the same words in the same order, and nothing glued.
import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { htmlToMarkdown } from "../../src/mail/html/markdown.ts";
import { sanitise } from "../../src/mail/html/sanitize.ts";
import { visibleText } from "../../src/mail/html/visible-text.ts";
import { partText } from "../../src/mail/mime/part-text.ts";
import { scanStructure } from "../../src/mail/mime/structure.ts";
import { bodiesOf, isHtml } from "../../src/mail/parse/bodies.ts";
import { Findings } from "../../src/mail/visible/findings.ts";
import { visibleMarkup } from "../../src/mail/visible/visible-markup.ts";
import { jsonLines, mailFiles, skipWithoutData } from "../support/app/mail-data.ts";

/** HTML, its text, its Markdown; null: as the text. */
const table: Record<string, [html: string, text: string, markdown: string | null]> = {
  "lines in a cell": ["<table><tr><td>10,00<br>20,00</td></tr></table>", "10,00\n20,00", "10,00  \n20,00"],
  "paragraphs in a cell": ["<table><tr><td><p>a</p><p>b</p></td></tr></table>", "a\n\nb", null],
  "blocks in a cell": ["<table><tr><td><div>a</div><div>b</div></td></tr></table>", "a\nb", "a\n\nb"],
  "cells with headings": [
    "<table><tr><th>Item</th><th>Sum</th></tr><tr><td>10,00<br>20,00</td><td><p>a|b</p><ul><li>x<li>y</ul></td></tr></table>after",
    "Item Sum\n10,00\n20,00\n\na|b\n\n* x\n* y\n\nafter",
    "| Item | Sum |\n| --- | --- |\n| 10,00 20,00 | a\\|b x y |\n\nafter",
  ],
  "a table in a cell": [
    "<table><tr><td>a<table><tr><td>b</td><td>c</td></tr></table></td><td>d</td></tr></table>",
    "a\n\nb c\n\nd",
    null,
  ],
  "white space at the edge of an element": ["<font>6</font><font> Feature</font>", "6 Feature", null],
  "white space within bold text": ["<p>a<b> bold </b>c</p>", "a bold c", "a **bold** c"],
  "a list from five": ["<ol start=5><li>a<li>b<li value=9>c</ol>", "5. a\n6. b\n9. c", null],
  "a list in a list": [
    "<ol><li>a<ul><li>b<li>c</ul><li>d</ol>",
    "1. a\n  * b\n  * c\n2. d",
    "1. a\n   - b\n   - c\n2. d",
  ],
  "preformatted text": ["<pre>a  *b*\n\n  c</pre>d", "a  *b*\n\n  c\n\nd", "```\na  *b*\n\n  c\n```\n\nd"],
  "a fence in it": ["<pre>```\nx</pre>", "```\nx", "````\n```\nx\n````"],
  "raised cents": ["19<sup>99</sup> and m<sup>2</sup> and 1<sup>st</sup>", "19 99 and m2 and 1st", null],
  "a quote": [
    "a<blockquote><p>q</p><p>r<br>s</p></blockquote>z",
    "a\n\nq\n\nr\ns\n\nz",
    "a\n\n> q\n>\n> r  \n> s\n\nz",
  ],
  "a block span": [
    '<span style="display:block">Total</span><span style="display:block">45</span>',
    "Total\n45",
    "Total\n\n45",
  ],
  "inline blocks": [
    '<span style="display:inline-block">Total</span><span style="display:inline-block">45</span>',
    "Total 45",
    null,
  ],
  "letters as inline blocks": [
    '<i style="display:inline-block">T</i><i style="display:inline-block">o</i>tal',
    "Total",
    "*To*tal",
  ],
  "parts of a flexible box": [
    '<div style="display:flex"><span>Total</span><span>45</span></div>',
    "Total 45",
    null,
  ],
  "inline blocks of a sheet": [
    "<style>b{display:inline-block}</style><b>Total</b><b>45</b>",
    "Total 45",
    "**Total** **45**",
  ],
  "lines that a style keeps": [
    '<div style="white-space:pre-wrap">one\n&gt; two\nthree</div>',
    "one\n> two\nthree",
    "one  \n\\> two  \nthree",
  ],
  "lines that a sheet keeps, and not again in pre": [
    "<style>p,pre{white-space:pre-line}b{white-space:normal}</style><p>a\nb<b>c\nd</b></p><pre>e\nf</pre>",
    "a\nbc d\n\ne\nf",
    "a  \nb**c d**\n\n```\ne\nf\n```",
  ],
  buttons: ["<button>Yes</button><button>No</button>", "Yes No", null],
  "signs of Markdown": [
    "<p># no title 2 * 3 snake_case _x_ &lt;b&gt; [y](z)</p>1. x<br>- y",
    "# no title 2 * 3 snake_case _x_ <b> [y](z)\n\n1. x\n- y",
    "\\# no title 2 * 3 snake_case \\_x\\_ \\<b> \\[y\\](z)\n\n1\\. x  \n\\- y",
  ],
  "a heading of two lines": ["<h2>T<br>U</h2>v", "T\nU\n\nv", "## T U\n\nv"],
  "a link over blocks": [
    "<a href='https://a.example/(x)'><div>one</div><div>two</div></a>",
    "one\ntwo",
    "[one](<https://a.example/(x)>)\n\n[two](<https://a.example/(x)>)",
  ],
};

const rendered = (html: string) => sanitise(visibleMarkup(html, new Findings()));

describe("text and Markdown", () => {
  for (const [name, [html, text, markdown]] of Object.entries(table)) {
    test(name, () => {
      const clean = rendered(html);
      expect(visibleText(clean)).toBe(text);
      expect(htmlToMarkdown(clean)).toBe(markdown ?? text);
    });
  }
});

test("a link around a picture is named by it, by what it calls, or by its host", () => {
  const views = (html: string) => [
    visibleText(rendered(html), { links: true }),
    htmlToMarkdown(rendered(html)),
  ];
  expect(views('<p>x</p><a href="https://a.example/pay"><img src=y.png alt="Pay now"></a>')).toEqual([
    "x\n\nPay now <https://a.example/pay>",
    "x\n\n[Pay now](https://a.example/pay)",
  ]);
  expect(views('<p>x</p><a href="tel:+41441234567"><img src=y.png></a>')).toEqual([
    "x\n\n+41441234567",
    "x\n\n[+41441234567](tel:+41441234567)",
  ]);
  expect(views('<p>x</p><a href="https://a.example/pay"><img src=y.png></a>')[1]).toBe(
    "x\n\n[a.example](https://a.example/pay)",
  );
});

const wordsOf = (text: string) => text.match(/[\p{L}\p{N}\p{M}]+/gu) ?? [];

/** The words of Markdown; targets of links are none, and the host that names a link without words is none. */
function markdownWords(markdown: string): string[] {
  const bare = markdown
    .replace(/(?<!\\)\]\((?:<[^<>\n]*>|[^()\s<>]*)\)/g, "]")
    .replace(/\\([\\`*_[\]<&~#+\-=>.|])|[*[\]]|~~/g, "$1");
  return wordsOf(bare);
}

/** Links without words have a name in Markdown alone. */
const unnamed = (html: string) => html.replace(/<a [^<>]*>/g, "<a>");

function sameWords(name: string, html: string): void {
  const clean = unnamed(html).slice(0, 500_000);
  expect({ name, words: markdownWords(htmlToMarkdown(clean)) }).toEqual({
    name,
    words: wordsOf(visibleText(clean)),
  });
}

test("words are the same in generated HTML", () => {
  const { tree } = fc.letrec<{ tree: string }>((tie) => ({
    tree: fc.oneof(
      { maxDepth: 5, depthIdentifier: "html" },
      fc.constantFrom(
        "a",
        " b ",
        "10,00",
        " 7",
        "x_y",
        " * ",
        "# z",
        "1. q",
        "- r",
        "|",
        "`",
        "<br>",
        "<hr>",
        "&lt;b>",
        "\n",
        "&nbsp;",
      ),
      fc
        .tuple(
          fc.constantFrom(
            ..."p div span b i a td tr table th ul ol li pre blockquote h2 sup sub s code font dl dd center".split(
              " ",
            ),
          ),
          fc.array(tie("tree"), { maxLength: 5 }),
        )
        .map(([tag, inner]) => `<${tag}>${inner.join("")}</${tag}>`),
    ),
  }));
  fc.assert(
    fc.property(fc.array(tree, { minLength: 1, maxLength: 8 }), (parts) =>
      sameWords(parts.join(""), sanitise(parts.join(""))),
    ),
    { numRuns: 500, seed: 20_261_126 },
  );
});

test("words are the same in public mails", () => {
  if (skipWithoutData()) return;
  let count = 0;
  for (const { name, raw } of [...mailFiles("mailbox"), ...mailFiles("mime")]) {
    const { binary, root } = scanStructure(raw);
    for (const part of bodiesOf(root).html) {
      if (!isHtml(part)) continue;
      sameWords(name, rendered(partText(binary, part, null)));
      count++;
    }
  }
  for (const { id, format, input } of jsonLines<{ id: string; format: string; input: string }>(
    "reply/cases.jsonl",
  ))
    if (format === "html") {
      sameWords(id, rendered(input));
      count++;
    }
  expect(count).toBeGreaterThan(200);
}, 60_000);
