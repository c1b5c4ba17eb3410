import { describe, expect, test } from "bun:test";
import { type CheerioAPI, load } from "cheerio";
import fc from "fast-check";
import { htmlToText, resolveCids, sanitise, shownCids, textToHtml } from "../../src/mail/html/sanitize.ts";
import { partText } from "../../src/mail/mime/part-text.ts";
import { type PartStructure, scanStructure } from "../../src/mail/mime/structure.ts";
import { leavesOf } from "../../src/mail/parse/bodies.ts";
import { jsonLines, mailFiles, skipWithoutData } from "../support/app/mail-data.ts";

const elements = new Set(
  (
    "a abbr acronym address article aside b bdi bdo big blockquote br caption center cite code col colgroup dd del dfn dir div dl dt " +
    "em figcaption figure font footer h1 h2 h3 h4 h5 h6 header hr i img ins kbd li main mark menu nav ol p pre q rp rt ruby s samp " +
    "section small span strike strong sub sup table tbody td tfoot th thead time tr tt u ul var wbr"
  ).split(" "),
);

const attributes = new Set(
  (
    "href rel src style class id name data-cid data-remote-src align valign width height border cellpadding cellspacing colspan " +
    "rowspan span start value type bgcolor color face size dir lang alt title datetime"
  ).split(" "),
);

/** What is wrong with HTML, looked at as the tree a browser makes of it. */
function dangers(html: string): string[] {
  const found: string[] = [];
  const document: CheerioAPI = load(html);
  for (const element of document("*").toArray()) {
    if (!("attribs" in element) || ["html", "head", "body"].includes(element.name)) continue;
    if (!elements.has(element.name)) found.push(`element ${element.name}`);
    for (const [name, value] of Object.entries(element.attribs)) {
      if (!attributes.has(name)) found.push(`attribute ${name}`);
      if (name === "href" && !/^(?:https?:\/\/|mailto:|tel:|sms:|xmpp:|callto:)/i.test(value))
        found.push(`href ${value}`);
      if (name === "href" && element.attribs.rel !== "noopener noreferrer nofollow") found.push("rel");
      if (name === "src" && !/^data:image\/(?:png|jpe?g|gif|webp|bmp|x-icon);base64,/i.test(value))
        found.push(`src ${value}`);
      if (
        name === "style" &&
        /url|expression|position|@|\\|behavior|binding|\/\*|z-index|(?:^|;)transform/i.test(value)
      ) {
        found.push(`style ${value}`);
      }
    }
  }
  return found;
}

describe("sanitise", () => {
  test.each([
    ["<p onclick=x>a</p>", "<p>a</p>"],
    ["<script>a</script>b", "b"],
    ["<style>a</style>b", "b"],
    ["<xmp>one\ntwo</xmp>", "<pre>one\ntwo</pre>"],
    ["<html><head><title>t</title></head><body>b</body></html>", "b"],
    ['<a href="javascript:x">a</a>', "<a>a</a>"],
    ['<a href=" java\tscript:x">a</a>', "<a>a</a>"],
    ['<a href="data:text/html,x">a</a>', "<a>a</a>"],
    ['<a href="/x">a</a>', "<a>a</a>"],
    [
      '<a href="https://a.b/?c&amp;d" target=_blank ping=x>a</a>',
      '<a href="https://a.b/?c&amp;d" rel="noopener noreferrer nofollow">a</a>',
    ],
    ['<a href="mailto:a@b.c">a</a>', '<a href="mailto:a@b.c" rel="noopener noreferrer nofollow">a</a>'],
    [
      '<img src="https://t.example/p.gif" srcset="https://t.example/2.gif 2x">',
      '<img data-remote-src="https://t.example/p.gif" />',
    ],
    ['<img src="//t.example/p.gif">', '<img data-remote-src="https://t.example/p.gif" />'],
    ['<img src="cid:a@b">', '<img data-cid="a@b" />'],
    ['<img src="data:image/png;base64,AAAA">', '<img src="data:image/png;base64,AAAA" />'],
    ['<img src="data:image/svg+xml;base64,AAAA">', "<img />"],
    ['<img src="x.png" onerror=x>', "<img />"],
    [
      '<table background="https://t.example/b.gif"><tr><td>a</td></tr></table>',
      "<table><tr><td>a</td></tr></table>",
    ],
    ["<form action=x><input name=a value=b><button>c</button></form>", "c"],
    ["<svg><a xlink:href=javascript:x>a</a></svg>b", "b"],
    ["<math><mi>a</mi></math>b", "ab"],
    ["<iframe src=x>a</iframe>b", "b"],
    ["<base href=https://evil.example><p>a</p>", "<p>a</p>"],
    ['<meta http-equiv=refresh content="0;url=https://x"><p>a</p>', "<p>a</p>"],
    ['<div class="fixed inset-0 gmail_quote" id="app">a</div>', '<div class="gmail_quote">a</div>'],
    ['<div id="divRplyFwdMsg">a</div>', '<div id="divRplyFwdMsg">a</div>'],
    ['<div id="x_divRplyFwdMsg">a</div>', '<div id="x_divRplyFwdMsg">a</div>'],
    ['<blockquote type="cite" cite="mid:x">a</blockquote>', '<blockquote type="cite">a</blockquote>'],
    ["<p hidden>a</p>", '<p style="display:none">a</p>'],
    ["a < b && c > d", "a &lt; b &amp;&amp; c &gt; d"],
    ["<o:p>a</o:p>", "a"],
    ["<!--[if mso]><p>a</p><![endif]-->b", "b"],
  ])("%p becomes %p", (source, expected) => {
    expect(sanitise(source)).toBe(expected);
    expect(dangers(expected)).toEqual([]);
  });

  test.each([
    ["color:red", "color:red"],
    ["COLOR : Red ; ", "color:Red"],
    ["color:#999;border:1px solid #999999", "color:#999;border:1px solid #999999"],
    ["color:rgb(1, 2, 3) !important", "color:rgb(1, 2, 3) !important"],
    ["font-family:\"Segoe UI\",'Arial',sans-serif", "font-family:\"Segoe UI\",'Arial',sans-serif"],
    ["font:bold 700 12px/1.5 Arial", "font:bold 700 12px/1.5 Arial"],
    ["margin:0 auto;padding:4px 1.5em", "margin:0 auto;padding:4px 1.5em"],
    ["margin-left:-9999px", ""],
    ["margin:0 -1px", ""],
    ["width:99999px", ""],
    ["width:1e9px", ""],
    ["font-size:999px", ""],
    ["font-size:99em", ""],
    ["height:500vh", ""],
    ["vertical-align:-4px", "vertical-align:-4px"],
    ["vertical-align:-400px", ""],
    ["text-indent:-9999px", ""],
    ["line-height:-1", ""],
    ["position:fixed;top:0;left:0;z-index:9", ""],
    ["position/**/:fixed", ""],
    ["\\70osition:fixed", ""],
    ["transform:scale(9)", ""],
    ["background:url(https://t.example/x)", ""],
    ["background:u\\72l(https://t.example/x)", ""],
    ["background-image:image-set('https://t.example/x' 1x)", ""],
    ["list-style:url(x)", ""],
    ["width:expression(alert(1))", ""],
    ["width:calc(100% + 9px)", ""],
    ["color:var(--x)", ""],
    ["content:'x'", ""],
    ["behavior:url(x)", ""],
    ["-moz-binding:url(x)", ""],
    ["color:red;}</style><script>", "color:red"],
    ["font-family:'a;b'", ""],
    ["display:flex", ""],
    ["display:none", "display:none"],
    ["animation:x 1s", ""],
    ["filter:blur(9px)", ""],
  ])("the style %p becomes %p", (source, expected) => {
    const style =
      load(sanitise(`<p style="${source.replaceAll('"', "&quot;")}">a</p>`))("p").attr("style") ?? "";
    expect(style).toBe(expected);
  });

  test("nesting without end is cut, words and lines stay", () => {
    const deep = sanitise(`${"<div>".repeat(5000)}one<div>two</div>${"</div>".repeat(5000)}three`);
    expect((deep.match(/<div>/g) ?? []).length).toBeLessThan(250);
    expect(htmlToText(deep)).toBe("one\ntwo\nthree");
  });

  test("is a fixed point and harmless, whatever the tags", () => {
    const names =
      "p div table tr td tbody ul li ol form o:p body html h1 select option button dl dt dd rp rt a b span center blockquote hr br " +
      "img style script title svg math noscript textarea address pre section input iframe template xmp plaintext listing annotation font thead label";
    const tag = fc.constantFrom(...names.split(" "));
    const piece = fc.oneof(
      tag.map((name) => `<${name}>`),
      tag.map((name) => `</${name}>`),
      tag.map(
        (name) =>
          `<${name} title='a"<b>&amp;' style="color:red;x" class=gmail_quote href=javascript:x onload=x>`,
      ),
      fc.constantFrom("x", "&lt;", "&amp;lt;", "<", "<!--", "-->", "]]>", "<![CDATA[", '"', "\0", "\ud800"),
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 25 }), (pieces) => {
        const once = sanitise(pieces.join(""));
        expect(sanitise(once)).toBe(once);
        expect(dangers(once)).toEqual([]);
      }),
      { seed: 1, numRuns: 1500 },
    );
  });
});

describe("content ids", () => {
  // DECISIONS Trust: src of a mail's own pictures is the attachment's address
  test("are resolved in elements, never in text", () => {
    const html = sanitise('data-cid="a" <img src="cid:a&quot;b" alt="x"><img src="cid:c">');
    expect([...shownCids(html)]).toEqual(['a"b', "c"]);
    expect(resolveCids(html, (id) => (id === "c" ? null : `/attachments/1?x=1&y="2"`))).toBe(
      'data-cid="a" <img alt="x" src="/attachments/1?x=1&amp;y=&quot;2&quot;" /><img data-cid="c" />',
    );
  });
});

describe("textToHtml", () => {
  test.each([
    ["a & b <c>", "a &amp; b &lt;c&gt;"],
    ["a\nb", "a<br />\nb"],
    [
      "(see https://a.b/c_(d)).",
      '(see <a href="https://a.b/c_(d)" rel="noopener noreferrer nofollow">https://a.b/c_(d)</a>).',
    ],
    ["<https://a.b/>", '&lt;<a href="https://a.b/" rel="noopener noreferrer nofollow">https://a.b/</a>&gt;'],
    ["www.a.b, x", '<a href="http://www.a.b" rel="noopener noreferrer nofollow">www.a.b</a>, x'],
    ["www. and http:// and xhttp://a.b", "www. and http:// and xhttp://a.b"],
    [
      'https://a.b/"onclick=',
      '<a href="https://a.b/" rel="noopener noreferrer nofollow">https://a.b/</a>"onclick=',
    ],
    ["mailto:a@b.c", '<a href="mailto:a@b.c" rel="noopener noreferrer nofollow">mailto:a@b.c</a>'],
  ])("%p becomes %p", (text, html) => {
    expect(textToHtml(text)).toBe(html);
  });

  test("is what the sanitiser leaves alone, and says the same", () => {
    const word = fc.constantFrom(
      "a",
      " ",
      "\n",
      "<b>",
      "&amp;",
      "https://x.y/z?a=1&b=2",
      "www.q.r",
      '"',
      "'",
      ")",
      "(",
      ".",
      "javascript:x",
    );
    fc.assert(
      fc.property(fc.array(word, { maxLength: 30 }), (words) => {
        const text = words.join("");
        const html = textToHtml(text);
        expect(sanitise(html)).toBe(html);
        expect(dangers(html)).toEqual([]);
        expect(htmlToText(html).replace(/\s+/g, "")).toBe(text.replace(/\s+/g, ""));
      }),
      { seed: 1, numRuns: 1000 },
    );
  });
});

describe("htmlToText", () => {
  test.each([
    ["<p>one</p><p>two</p>", "one\n\ntwo"],
    ["<div>one</div><div>two</div>", "one\ntwo"],
    ["<div>one<div>two</div></div>three", "one\ntwo\nthree"],
    ["one<br>two<br><br>three", "one\ntwo\n\nthree"],
    ["<div>one</div><div><br></div><div>two</div>", "one\n\ntwo"],
    ["<p> a \n b </p>", "a b"],
    ["a<b> b</b><i>c </i>d", "a bc d"],
    ["a&nbsp;&amp;&nbsp;b &lt;c&gt;", "a & b <c>"],
    ["<table><tr><td>a</td><td>b</td></tr><tr><td>c</td></tr></table>", "a b\nc"],
    ["<ul><li>a</li><li>b<ul><li>c</li></ul></li></ul>", "* a\n* b\n  * c"],
    ["<ol><li>a<li>b</ol>", "1. a\n2. b"],
    ["<ul><li><p>a</p></li></ul>", "* a"],
    ["<pre>a\n  b</pre>", "a\n  b"],
    [
      '<p>a</p><p style="display: none">b</p><div style="max-height:0;overflow:hidden">c</div><p hidden>d</p>',
      "a",
    ],
    ['<div style="display:none"><p>a</p><img><br></div>b', "b"],
    ["<style>a</style><script>b</script><title>c</title>d", "d"],
    ["", ""],
  ])("%p says %p", (html, text) => {
    expect(htmlToText(html)).toBe(text);
  });
});

function htmlParts(root: PartStructure): PartStructure[] {
  return leavesOf(root).flatMap((leaf) =>
    leaf.parts.length > 0
      ? leaf.parts.flatMap(htmlParts)
      : leaf.type === "text" && leaf.subtype === "html"
        ? [leaf]
        : [],
  );
}

describe.skipIf(skipWithoutData())("public data", () => {
  test("nothing dangerous survives of known attacks", () => {
    const payloads = jsonLines<{ id: string; payload: string }>("xss/payloads.jsonl");
    expect(payloads.length).toBe(223);
    for (const { id, payload } of payloads) {
      const html = sanitise(payload);
      expect({ id, dangers: dangers(html) }).toEqual({ id, dangers: [] });
      expect(sanitise(html), id).toBe(html);
    }
  });

  test("all HTML of public mails is made harmless, once and for all", () => {
    let count = 0;
    const check = (name: string, source: string) => {
      const html = sanitise(source);
      expect({ name, dangers: dangers(html) }).toEqual({ name, dangers: [] });
      expect(sanitise(html) === html, name).toBe(true);
      count++;
    };
    for (const folder of ["mime", "mailbox", "calendar/files", "bounce/files"]) {
      for (const { name, raw } of mailFiles(folder)) {
        const { root, binary } = scanStructure(raw);
        for (const part of htmlParts(root)) check(name, partText(binary, part, null));
      }
    }
    for (const { id, format, input } of jsonLines<{ id: string; format: string; input: string }>(
      "reply/cases.jsonl",
    )) {
      if (format === "html") check(id, input);
    }
    expect(count).toBeGreaterThan(300);
  });
});
