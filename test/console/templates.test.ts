// Templates, signatures, previews and senders, where a person writes: DECISIONS Drafts and sending.
import { expect, test } from "bun:test";
import * as cheerio from "cheerio";
import { eachApp } from "../support/app/app.ts";
import { received } from "../support/smtp/received.ts";
import type { Browser } from "./browser.ts";
import { colleague, enter } from "./colleagues.ts";

const textOf = (browser: Browser) => cheerio.load(browser.text)('.write-form textarea[name="text"]').val();
const alertOf = (browser: Browser) => cheerio.load(browser.text)('[role="alert"]').text();

eachApp("writing with templates", (t) => {
  const page = "/console/settings/templates";

  test("owners set templates and signatures, members see and use them", async () => {
    const own = await t.address({ display_name: "Support" });
    const [owner, { browser }] = [await enter(t), await colleague(t, "member")];
    await owner.get(page);
    await owner.submit("/console/templates", {
      name: "Thanks",
      subject: "Thank you",
      text: "Hello {{recipient_name}}, {{order}}",
    });
    expect([owner.at, owner.text.includes("Saved.")]).toEqual([`${page}?done=saved`, true]);
    await owner.submit("/console/templates", { name: "thanks", text: "x" });
    expect([owner.status, alertOf(owner)]).toEqual([400, expect.stringContaining("has this name")]);
    await owner.get(`${page}?address=${own.id}`);
    await owner.submit("/console/templates/signature", { signature: "Support team\r\nAcme" });
    expect(cheerio.load(owner.text)("#signature-text").val()).toBe("Support team\nAcme");
    await browser.get(page);
    expect([
      browser.status,
      browser.text.includes("Thanks"),
      browser.text.includes('action="/console/templates"'),
    ]).toEqual([200, true, false]);

    // A new letter of the address ends with its signature; the template stands before it, once however often it is put in.
    await browser.get(`/console/write?address=${own.id}`);
    expect(textOf(browser)).toBe("\n\n-- \nSupport team\nAcme");
    const id = cheerio.load(browser.text)('button[name="template"]').attr("value")!;
    await browser.submit("/console/write", { template: id, to: "Ada <ada@far.example>" });
    expect(browser.at).toContain("done=filled");
    expect(textOf(browser)).toBe("Hello Ada, {{order}}\n\n-- \nSupport team\nAcme");
    expect(cheerio.load(browser.text)('input[name="subject"]').val()).toBe("Thank you");
    const draft = browser.at.split("?")[0]!;

    // A field that is left is named before anything is sent, and is sent by a second press.
    await browser.submit("/console/write", { do: "send" });
    expect([browser.status, alertOf(browser)]).toEqual([400, expect.stringContaining("not filled: order")]);
    expect((await t.api.get(`/drafts/${draft.split("/").at(-1)}`)).status).toBe(200);
    await browser.submit("/console/write", { do: "send" });
    expect(browser.at).toContain("done=sending");

    // The address that was written from last is the one of the next letter.
    const other = await t.address();
    await browser.get("/console/write");
    expect(cheerio.load(browser.text)('select[name="from"] option[selected]').attr("value")).toBe(own.id);
    // With another address the letter is shown with its end before it leaves.
    await browser.submit("/console/write", { from: other.id, to: "ada@far.example", subject: "x" });
    expect([browser.status, alertOf(browser)]).toEqual([
      400,
      expect.stringContaining("signature of another address"),
    ]);
    expect(textOf(browser)).toBe("");
    await owner.get(page);
    await owner.submit("/console/templates/delete");
    expect(owner.text).toContain("The template is gone.");
  });

  test("an answer ends with the signature once, and what another account has is not there", async () => {
    const own = await t.address();
    const owner = await enter(t);
    await owner.get(`${page}?address=${own.id}`);
    await owner.submit("/console/templates/signature", { signature: "Jo" });
    await t.raw({
      from: "grace@far.example",
      to: own.email,
      raw: `From: grace@far.example\r\nTo: ${own.email}\r\nSubject: Plan\r\n\r\nHi\r\n`,
    });
    const mail = await received(t, own);
    for (const kind of ["reply", "all"]) {
      await owner.get(`/console/write?parent=${mail.id}&kind=${kind}`);
      expect(textOf(owner)).toBe("\n\n-- \nJo");
    }
    await owner.get(`/console/write?parent=${mail.id}&kind=forward`);
    expect(textOf(owner)).toMatch(/^\n\n-- \nJo\n\n[\s\S]*Hi/);
    await owner.submit("/console/write", { do: "save", to: "ada@far.example" });
    expect(String(textOf(owner)).split("-- \nJo").length).toBe(2);
    const { accountId: _, ...foreign } = await t.otherAccount();
    const theirs = await foreign.api.must<{ id: string }>(
      201,
      foreign.api.post("/templates", { name: "Theirs", text: "secret" }),
    );
    await owner.get(page);
    expect(owner.text).not.toContain("Theirs");
    await owner.get(`/console/write?address=${own.id}`);
    const form = owner.form("/console/write");
    form.set("template", theirs.id);
    expect((await owner.post("/console/write", form)).status).toBe(404);
  });

  test("Markdown is shown as programs show it", async () => {
    const own = await t.address();
    const owner = await enter(t);
    await owner.get(`/console/write?address=${own.id}`);
    await owner.submit("/console/write", {
      do: "preview",
      format: "markdown",
      subject: "x",
      text: "**bold** <script>alert(1)</script>",
    });
    const frame = cheerio.load(owner.text)("#preview iframe").attr("src")!;
    const shown = await owner.fetch(frame);
    const markup = await shown.text();
    expect(markup).toContain("<strong>bold</strong>");
    expect(markup).not.toContain("<script>");
    expect(shown.headers.get("content-security-policy")).toContain("default-src 'none'");
    // What an agent wrote as HTML is shown as it leaves, and no template goes into it unseen.
    const draft = await t.api.must<{ id: string }>(
      201,
      t.api.post("/drafts", {
        identity_id: own.id,
        text: "Harmless",
        html: "<h1>Other words</h1><script>x</script>",
      }),
    );
    const { id: template } = await t.api.must<{ id: string }>(
      201,
      t.api.post("/templates", { name: "Put in", text: "Template" }),
    );
    const whole = await (await owner.fetch(`/console/drafts/${draft.id}/preview`)).text();
    expect([/<h1[^>]*>Other words/.test(whole), /Harmless|<script/.test(whole)]).toEqual([true, false]);
    await owner.get(`/console/drafts/${draft.id}`);
    await owner.submit("/console/write", { template });
    expect([owner.status, alertOf(owner)]).toEqual([400, expect.stringContaining("Choose another format")]);
    await owner.submit("/console/write", { template, format: "plain" });
    expect(textOf(owner)).toBe("Template\n\nHarmless");
    const stranger = await colleague(t, "reviewer");
    expect((await stranger.browser.fetch(frame)).status).toBe(403);
  });
});
