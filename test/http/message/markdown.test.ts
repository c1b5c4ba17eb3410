// Markdown of texts that are read, and HTML of Markdown that is sent. DECISIONS Drafts and sending.
import { expect, test } from "bun:test";
import { htmlToMarkdown } from "../../../src/mail/html/markdown.ts";
import type { PageOf, Refusal } from "../../support/app/api.ts";
import { eachApp } from "../../support/app/app.ts";

interface Message {
  id: string;
  text: string | null;
  html: string;
  reply_text: string;
}

eachApp("Markdown", (t) => {
  const html =
    '<h1>Offer</h1><p>For <b>you</b>: <a href="https://a.example/x">look</a></p><table><tr><td>one</td><td>two</td></tr></table><ul><li>red</li></ul>';
  const mail = (to: string, type: string, body: string) =>
    t.raw({
      from: "ann@example.org",
      to,
      raw: `From: ann@example.org\r\nSubject: S\r\nMIME-Version: 1.0\r\nContent-Type: text/${type}\r\n\r\n${body}\r\n`,
    });
  const first = async (query: string) =>
    (await t.api.get<PageOf<Message>>(`/messages?${query}`)).json.data[0]!;

  // DECISIONS Threads, messages, folders, labels: format=markdown answers texts as Markdown of the HTML
  test("texts are read as Markdown of the HTML", async () => {
    const { id, email } = await t.address();
    await mail(email, "html", html);
    const plain = await first(`identity_id=${id}&is_read=false`);
    const shown = await t.api.must<Message>(200, t.api.get(`/messages/${plain.id}?format=markdown`));
    const markdown = "# Offer\n\nFor **you**: [look](https://a.example/x)\n\none two\n\n- red";
    expect([shown.text, shown.reply_text]).toEqual([markdown, markdown]);
    expect(shown.html).toBe(plain.html);
    for (const query of [`identity_id=${id}&is_read=false`, `ids=${plain.id}`, `identity_id=${id}&wait=0`])
      expect((await first(`${query}&format=markdown`)).reply_text).toBe(markdown);
    const waited = await t.api.post<PageOf<Message>>("/messages/wait", {
      address: email,
      format: "markdown",
    });
    expect(waited.json.data[0]!.reply_text).toBe(markdown);
    const large = await t.address();
    await mail(large.email, "html", html + "<p>word word</p>\r\n".repeat(20_000));
    expect((await first(`identity_id=${large.id}&is_read=false&format=markdown`)).reply_text).toStartWith(
      markdown,
    );
    expect((await t.api.get<Refusal>(`/messages/${plain.id}?format=html`)).status).toBe(400);
  });

  test("a plain mail stays as it is written", async () => {
    const { id, email } = await t.address();
    await mail(email, "plain", "2 * 3 * 4 = 24\r\n# not a title");
    const { text } = await first(`identity_id=${id}&is_read=false&format=markdown`);
    expect(text).toBe("2 * 3 * 4 = 24\n# not a title\n");
  });

  // DECISIONS Threads, messages, folders, labels: markdown that is sent becomes the HTML and the plain part
  test("markdown that is sent becomes the HTML, and the plain part", async () => {
    const { email } = await t.address();
    const to = await t.address();
    const markdown =
      "**Hi** <script>alert(1)</script> [x](javascript:alert(1)) [y](https://a.example/)\nnext\n\n![logo](https://a.example/l.png)";
    const send = (body: object, path = "/messages") => t.api.post<{ data: { id: string } }>(path, body);
    const sent = await send({ from: email, to: to.email, subject: "M", markdown });
    expect(sent.status).toBe(201);
    const raw = (await t.api.get(`/messages/${sent.json.data.id}/raw`)).text;
    expect(raw).toContain("multipart/alternative");
    expect(raw).toContain("<strong>Hi</strong>");
    expect(raw).toContain('src=3D"https://a.example/l.png"');
    expect(raw.split("text/html")[1]).not.toContain("script");
    const shown = await t.api.must<Message>(200, t.api.get(`/messages/${sent.json.data.id}`));
    expect(shown.text).toStartWith("**Hi** <script>");
    const draft = await t.api.must<{ id: string; html: string; text: string }>(
      201,
      t.api.post("/drafts", { identity_id: to.id, markdown: "*a*", text: "plain" }),
    );
    expect([draft.html, draft.text]).toEqual(["<p><em>a</em></p>\n", "plain"]);
    const changed = await t.api.must<{ html: string }>(
      200,
      t.api.patch(`/drafts/${draft.id}`, { markdown: "- b" }),
    );
    expect(changed.html).toBe("<ul>\n<li>b</li>\n</ul>\n");
    const answered = await send({ markdown: "# Yes" }, `/messages/${sent.json.data.id}/reply`);
    expect((await t.api.get(`/messages/${answered.json.data.id}/raw`)).text).toContain("<h1>Yes</h1>");
    for (const body of [
      { markdown: "x", html: "x" },
      { markdown: "x".repeat(100_001) },
      { subject: " ", markdown: " " },
    ])
      expect((await send({ from: email, to: to.email, ...body })).status).toBe(400);
  });
});

test("a long text is translated in pieces, which meet as its blocks do, also inside of others that say nothing", () => {
  const block =
    "<h2>T</h2><p>a <b>b</b></p><ul><li>x</li></ul><div>line</div><div>other</div><blockquote><p>q</p><p>r</p></blockquote>";
  const [open, close] = ["<div><div>", "</div></div>"];
  const one = htmlToMarkdown(block);
  expect(one).toBe("## T\n\na **b**\n\n- x\n\nline\n\nother\n\n> q\n>\n> r");
  const whole = Array.from({ length: 1000 }, () => one).join("\n\n");
  expect(htmlToMarkdown(block.repeat(1000))).toBe(whole);
  expect(htmlToMarkdown(open + block.repeat(1000) + close)).toBe(whole);
});
