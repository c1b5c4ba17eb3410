// Text that a person does not see reaches no text and no HTML that clients get, and is reported; text that is seen stays.
import { describe, expect, test } from "bun:test";
import { Findings } from "../../../src/mail/visible/findings.ts";
import { withoutInvisible } from "../../../src/mail/visible/invisible-characters.ts";
import { withoutStock } from "../../../src/mail/visible/stock-phrases.ts";
import { visibleMarkup } from "../../../src/mail/visible/visible-markup.ts";
import { needed, otherPlain, removed, samePlain } from "./characters.ts";
import { techniques, variants } from "./hiding-html.ts";
import { moreHiding, moreStaying, newerHiding, newerStaying } from "./more-markup.ts";
import { stateDoubtful, stateHiding, stateStaying } from "./states-markup.ts";
import { staying } from "./staying.ts";
import { doubtful, unlikeHiding, unlikeStaying } from "./unlike-markup.ts";
import { alternatives, htmlMail, textMail, viewsOf } from "./views.ts";

const count = (text: string, word: string) => text.split(word).length - 1;
const html = "<p>spoken words for everybody to <b>read</b></p>";

// DECISIONS Visible text: Hidden is what CSS, attributes, size, colour and place make so
describe("hidden in HTML", () => {
  for (const [name, source] of Object.entries({
    ...techniques,
    ...variants,
    ...moreHiding,
    ...newerHiding,
    ...unlikeHiding,
    ...stateHiding,
  })) {
    test(name, () => {
      const { texts, markup, replyText, findings } = viewsOf(htmlMail(source));
      expect(replyText).toContain("spoken");
      expect(`${texts}\n${markup}`).not.toContain("whisper");
      const found = findings.hidden.find(({ text }) => text.includes("whisper"));
      expect(found?.where).toStartWith("html: ");
      expect(found?.technique).toMatch(/^[a-z][a-z -]+$/);
    });
  }
});

// DECISIONS Visible text: Where it is in doubt, text is visible
describe("not hidden", () => {
  for (const [name, source] of Object.entries({
    ...staying,
    ...moreStaying,
    ...newerStaying,
    ...unlikeStaying,
    ...stateStaying,
  })) {
    test(name, () => {
      const body = source.replace(
        /<!--\[if mso\]>[\s\S]*?<!\[endif\]-->|<!--(?!\[if|>|<!)[\s\S]*?-->|<style>[\s\S]*?<\/style>/g,
        "",
      );
      const { replyText, findings } = viewsOf(htmlMail(source));
      expect(count(replyText, "spoken")).toBe(count(body, "spoken"));
      expect(findings.hidden.filter(({ isReadable }) => isReadable)).toEqual([]);
    });
  }
});

// DECISIONS Safety: not judged
describe("in doubt", () => {
  for (const [name, source] of Object.entries({ ...doubtful, ...stateDoubtful }))
    test(name, () => {
      const { texts, findings } = viewsOf(htmlMail(source));
      expect(texts).toContain("whisper");
      expect(findings.isWhole).toBe(false);
    });
});

test("formatting that goes on in ever more blocks ends, and the text stays, not judged", () => {
  const tags = Array.from({ length: 200 }, (_, n) => `<b id=b${n} style="color:#111">`).join("");
  const { texts, findings } = viewsOf(htmlMail(`<p>spoken${tags}</p>${"<p>x</p>".repeat(3000)}whisper`));
  expect(texts).toContain("whisper");
  expect(findings.isWhole).toBe(false);
});

test("an end of a head behind elements that hold nothing leaves no doubt", () => {
  const { findings } = viewsOf(
    htmlMail("<html><head><style>i{color:red}</style><meta name=a></head><body><p>spoken<br></body></html>"),
  );
  expect(findings.isWhole).toBe(true);
});

// DECISIONS Visible text: alt of a pixel goes, alt of a picture stays
test("an alternative text stays as the label of a picture, and in mail without text", () => {
  const long = `${"a picture of many words ".repeat(8)}whisper`;
  const picture = (alt: string, more = "") => `<img src="https://a.example/p.png" alt="${alt}"${more}>`;
  expect(viewsOf(htmlMail(`<p>spoken</p>${picture("Acme")}`)).markup).toContain('alt="Acme"');
  expect(viewsOf(htmlMail(picture(long))).replyText).toContain("whisper");
  for (const source of [picture(long), picture("whisper", " width=1 height=1")]) {
    const { markup, findings } = viewsOf(htmlMail(`<p>spoken</p>${source}`));
    expect(markup).not.toContain("whisper");
    expect(findings.hidden.at(-1)).toMatchObject({ technique: "alt" });
  }
});

// DECISIONS Visible text: Characters that no program shows go
describe("invisible characters", () => {
  for (const [name, [given, seen]] of Object.entries(removed)) {
    test(`${name} go`, () => {
      expect(withoutInvisible(given)).toBe(seen);
      const views = viewsOf(textMail(given, given));
      expect(views.text?.trim()).toBe(seen);
      expect(
        [...views.findings.invisible.values()].reduce((sum, found) => sum + found.count, 0),
      ).toBeGreaterThan(0);
      expect(viewsOf(htmlMail(`<p>${given}</p>`)).replyText).toBe(seen);
      const coded = [...given].map((char) => `&#x${char.codePointAt(0)!.toString(16)};`).join("");
      expect(viewsOf(htmlMail(`<p>${coded}</p>`)).replyText).toBe(seen);
    });
  }

  test("what tags and selectors spell is reported", () => {
    const { findings } = viewsOf(textMail(removed["tag characters"]![0]));
    expect(findings.invisible.get("tags")).toMatchObject({ text: "whisper to the agent" });
    const selectors = viewsOf(textMail(removed["variation selectors"]![0])).findings.invisible;
    expect(selectors.get("variation_selectors")?.text).toContain("whisper");
  });

  test("an element that turns the direction shows its text turned", () => {
    const { replyText, markup } = viewsOf(
      htmlMail(
        "<p>a <bdo dir=rtl>nekops</bdo></p><p style='unicode-bidi:bidi-override;direction:rtl'>nekops</p>",
      ),
    );
    expect(replyText).toBe("a spoken\n\nspoken");
    expect(markup).not.toContain("bdo");
  });
});

// DECISIONS Visible text: Those stay that a script or an emoji needs
describe("characters that scripts and emoji need", () => {
  for (const [name, text] of Object.entries(needed)) {
    test(`${name} stay`, () => {
      expect(withoutInvisible(text)).toBe(text);
      const views = viewsOf(textMail(text, text));
      expect(views.text?.trim()).toBe(text);
      expect([...views.findings.invisible.keys()]).toEqual([]);
    });
  }
});

describe("what the size of a box decides is read, and not judged", () => {
  const unknown: Record<string, string> = {
    "lines behind a block in a box that cuts them off":
      '<div style="height:60px;overflow:hidden"><fieldset><p>a</p>b</fieldset><i>c<br>spoken</i></div>',
    "a ground within what is placed": '<div style="position:absolute"><mark>a</mark></div><p>spoken</p>',
    "a colour that blends": '<mark><b style="mix-blend-mode:lighten;color:#000">spoken</b></mark>',
    "the colour of an end of a gradient":
      '<p style="color:#000;background:linear-gradient(#000,#fff)">spoken</p>',
    "a line that is mostly cut off":
      '<div style="width:80px;overflow:hidden;white-space:nowrap">a few words of a line that goes on and on <b>spoken</b>, beyond the edge of its box by far</div>',
    "more lines than are shown": `<div style="display:-webkit-box;-webkit-line-clamp:1;-webkit-box-orient:vertical;overflow:hidden">${"some words ".repeat(20)}spoken</div>`,
    "the first line of a block": "<style>p::first-line{color:#fff}</style><p>spoken</p>",
    "a margin beyond the edge of a box around":
      '<div style="width:200px;overflow:hidden"><div style="margin-left:300px;width:200px">spoken</div></div>',
    "the second box in a line that is not broken":
      '<div style="width:200px;overflow:hidden;white-space:nowrap"><span style="display:inline-block;width:250px">a</span><span>spoken</span></div>',
    "the second of flexible boxes":
      '<div style="display:flex;width:300px;overflow:hidden"><div style="flex:0 0 300px">a</div><div>spoken</div></div>',
    "a column of no width":
      '<div style="display:grid;grid-template-columns:0 1fr"><div style="overflow:hidden">spoken</div><div>a</div></div>',
    "a ground over the line above": '<p>spoken</p><a style="padding-top:60px;background:#fff">a</a>',
  };
  for (const [name, source] of Object.entries(unknown)) {
    test(name, () => {
      const findings = new Findings();
      expect(visibleMarkup(source, findings)).toContain("spoken");
      expect(findings.isWhole).toBe(false);
    });
  }

  test("buttons, ends of titles, and the lines that a box has room for, are judged", () => {
    const findings = new Findings();
    const button = '<p>a</p><a style="padding:14px 30px;background:#06c;color:#fff">spoken</a>';
    const cut =
      '<div style="white-space:nowrap;overflow:hidden;text-overflow:ellipsis;max-width:260px">Race results of last Sunday in all of the four classes</div>';
    const lines =
      '<div style="display:-webkit-box;-webkit-line-clamp:2;-webkit-box-orient:vertical;overflow:hidden">Oilskin coat with a hood and three deep pockets</div>';
    visibleMarkup(cut + lines, findings);
    visibleMarkup(`${button}<div style="height:60px;overflow:hidden"><div>a</div>b</div>`, findings);
    expect(findings.isWhole).toBe(true);
  });
});

describe("the plain part", () => {
  for (const [name, plain] of Object.entries(otherPlain)) {
    // DECISIONS Visible text: Where the plain part says something else, text is that of the HTML
    test(`${name} is not what a person sees`, () => {
      const { texts, markup, text, findings } = viewsOf(alternatives(plain, html));
      expect(`${texts}\n${markup}`).not.toContain("whisper");
      expect(text).toContain("spoken words for everybody to read");
      expect(findings.plainDiffers?.text).toContain("whisper");
    });
  }

  for (const [name, plain] of Object.entries(samePlain)) {
    test(`${name} stays`, () => {
      const { text, findings } = viewsOf(alternatives(plain, html));
      expect(text?.replaceAll("\r\n", "\n").trim()).toBe(plain);
      expect(findings.plainDiffers).toBeNull();
    });
  }
});

describe("hostile markup", () => {
  const hostile: Record<string, string> = {
    "many rules": `<style>${".a .b .c .d .e{opacity:0}".repeat(20_000)}</style>${"<div class='a b c d'>".repeat(200)}x`,
    "deep selectors": `<style>${"div ".repeat(400)} p{opacity:0}</style>${"<div>".repeat(230)}<p>x`,
    "sibling selectors": `<style>i ~ b ~ b ~ b ~ u{opacity:0}</style>${"<b></b><u>x</u>".repeat(20_000)}`,
    "nested rules": `<style>${".a{".repeat(5000)}opacity:0${"}".repeat(5000)}</style><p class=a>x`,
    "nested media": `<style>${"@media screen{".repeat(5000)}.a{opacity:0}</style><p class=a>x`,
    "brackets without an end": `<style>${"(".repeat(100_000)}</style><p>x`,
    "variables of variables": `<style>:root{${Array.from({ length: 300 }, (_, n) => `--v${n}:var(--v${n + 1})var(--v${n + 1})`).join(";")}}p{opacity:var(--v0)}</style><p>x`,
    "long calculation": `<p style="font-size:calc(${"(".repeat(200)}1px${")".repeat(200)})">x`,
    "many inline styles": Array.from(
      { length: 20_000 },
      (_, n) => `<i style="left:${n}px;color:rgb(${n % 255},0,0)">x</i>`,
    ).join(""),
    "a picture over each text": '<div style="position:absolute;color:#fff"><img src=a>x</div>'.repeat(5000),
    "frames of an animation": `<style>@keyframes k{${"from,to{opacity:1;color:red}".repeat(15_000)}}i{animation:${"k ".repeat(200)}infinite}</style>${Array.from({ length: 10_000 }, (_, n) => `<i style="left:${n}px">x</i>`).join("")}`,
    "many cells of no table": "<td bgcolor=red>x".repeat(30_000),
    "long attributes": `<style>[title*=a]{opacity:0}</style>${`<p title="${"b".repeat(5000)}">x</p>`.repeat(100)}`,
  };
  for (const [name, source] of Object.entries(hostile)) {
    test(`${name} end, and the text stays`, () => {
      expect(visibleMarkup(source, new Findings())).toContain("x");
    });
  }

  test("rules that are too many to compare, and animations that are too many to keep, are told of", () => {
    const animations = Array.from({ length: 101 }, (_, n) => `@keyframes k${n}{to{opacity:0}}`).join("");
    for (const source of [
      hostile["sibling selectors"]!,
      `<style>${animations}p{animation:k100 0s forwards}</style><p>x`,
    ]) {
      const findings = new Findings();
      visibleMarkup(source, findings);
      expect(findings.isWhole).toBe(false);
    }
  });
});

test("no phrase that is excused has room for words of the sender", () => {
  expect(withoutStock("This message was sent by Atlassian Jira").trim()).toBe("");
  expect(withoutStock("<ada@example.com> <https://example.com/a>").trim()).toBe("");
  const hidden = "This message was sent by Atlassian whisper. <obey> <these-words>";
  for (const word of ["whisper", "obey", "these-words"]) expect(withoutStock(hidden)).toContain(word);
});
