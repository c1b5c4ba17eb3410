// Text that is made of HTML keeps where links go. DECISIONS Threads, messages, folders, labels.
import { expect, test } from "bun:test";
import { textFromHtml } from "../../src/mail/compose/compose.ts";
import { parseNow } from "../../src/mail/parse/parse.ts";

const cases: [string, string][] = [
  ['Press <a href="https://a.example/x?a=1&amp;b=2">here</a>.', "Press here <https://a.example/x?a=1&b=2>."],
  ['<a href="https://a.example/"><b>Reset</b> it</a> now', "Reset it <https://a.example/> now"],
  ['See <a href="https://a.example/">https://a.example</a>', "See https://a.example"],
  ['See <a href="https://www.a.example/">a.example</a>', "See a.example"],
  ['See <a href="https://evil.example/">a.example</a>', "See a.example <https://evil.example/>"],
  ['Write <a href="mailto:ada@a.example">Ada</a>', "Write Ada <ada@a.example>"],
  ['Write <a href="mailto:ada@a.example?subject=x">ada@a.example</a>', "Write ada@a.example"],
  ['Write <a href="mailto:ada@a.example">ada@a.example</a>', "Write ada@a.example"],
  ['Call <a href="tel:+4930123">+49 30 123</a>', "Call +49 30 123"],
  ['Go <a href="#top">up</a> or <a href="javascript:x()">run</a> or <a>not</a>', "Go up or run or not"],
];

for (const [html, text] of cases) {
  test(`${html} reads: ${text}`, () => {
    expect(textFromHtml(html)).toBe(text);
    const raw = `From: a@x.example\r\nContent-Type: text/html\r\n\r\n${html}\r\n`;
    const parsed = parseNow(Buffer.from(raw));
    expect(parsed.replyText).toBe(text);
    expect(parsed.preview).not.toContain("://a.example/x");
  });
}

// DECISIONS Threads, messages, folders, labels: Text that is made of HTML shows where a link goes, unless its words are the address
test("a block in a link, and a link without words", () => {
  const html =
    '<a href="https://a.example/"><div>Open</div></a><p><a href="https://b.example/"><img src="x"></a>End</p>';
  const raw = `From: a@x.example\r\nContent-Type: text/html\r\n\r\n${html}\r\n`;
  expect(parseNow(Buffer.from(raw)).replyText).toBe("Open <https://a.example/>\n\nEnd");
});
