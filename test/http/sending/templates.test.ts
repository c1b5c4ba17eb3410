// Templates: DECISIONS Drafts and sending.
import { expect, test } from "bun:test";
import { escapeMarkdown, fieldsOfText, fillFields } from "../../../src/mail/compose/template-fields.ts";
import { markdownToHtml } from "../../../src/mail/html/markdown.ts";
import { maxFilledText, maxTemplateText } from "../../../src/schema/sending/templates.ts";
import type { PageOf, Refusal } from "../../support/app/api.ts";
import { eachApp } from "../../support/app/app.ts";
import { restrictedKey } from "../../support/app/keys.ts";
import { received } from "../../support/smtp/received.ts";

interface Template {
  id: string;
  name: string;
  subject: string | null;
  text: string;
  pod_id: string | null;
}

interface Filled {
  subject: string | null;
  text: string;
  unfilled: string[];
}

// DECISIONS Drafts and sending: A field that nothing is known for stays as it is written, and is named
test("fields are filled once, and what is not known stays and is named", () => {
  const values = { name: "{{date}} Ada", date: null, "": "x" };
  expect(
    fillFields("Hi {{name}}, {{ Name }}, {{date}}, {{order}}, {{order}}, {{}}, {{toString}}", values),
  ).toEqual({
    text: "Hi {{date}} Ada, {{date}} Ada, {{date}}, {{order}}, {{order}}, {{}}, {{toString}}",
    unfilled: ["date", "order", "toString"],
  });
  expect(fieldsOfText("no { {field} } here, {{Größe}}")).toEqual(["Größe"]);
});

// DECISIONS Drafts and sending: a value of a Markdown text is none
test("a value in Markdown shows as it is written, whatever somebody is called", () => {
  for (const value of [
    "[Pay here](https://evil.example)",
    "<b>Ada</b> &amp; `x`",
    "*Ada* _L_ ~~x~~",
    "![p](http://evil.example/p.png)",
    "# Ada",
    "- Ada",
    "1. Ada",
    "a | b",
    "first_last@far.example",
  ]) {
    const html = markdownToHtml(`${escapeMarkdown(value)}\n\nHello ${escapeMarkdown(value)}`);
    const plain = html.replace(/<a [^>]*>|<\/a>/g, "");
    expect(plain).not.toMatch(/<(?!\/?p>|br)/);
    const seen = plain.replaceAll("&lt;", "<").replaceAll("&gt;", ">").replaceAll("&amp;", "&");
    expect(seen.split(value).length).toBe(3);
  }
  expect(escapeMarkdown("first_last@far.example, Jean-Luc")).toBe("first_last@far.example, Jean-Luc");
});

eachApp("templates", (t) => {
  const create = (body: object, api = t.api) =>
    api.must<Template>(201, api.post("/templates", { text: "Hello", ...body }));
  const names = async (api = t.api, query = "") =>
    (await api.get<PageOf<Template>>(`/templates${query}`)).json.data.map(({ name }) => name);
  const filled = (id: string, query: object, api = t.api) =>
    api.must<Filled>(200, api.get(`/templates/${id}/filled?${new URLSearchParams({ ...query })}`));

  test("are kept, listed by pages and by name, changed and deleted", async () => {
    const one = await create({ name: " Order sent ", subject: "Your order" });
    expect(one).toMatchObject({ name: "Order sent", subject: "Your order", text: "Hello", pod_id: null });
    expect(Object.keys(one).sort()).toEqual([
      "created_at",
      "id",
      "name",
      "pod_id",
      "subject",
      "text",
      "updated_at",
    ]);
    await create({ name: "Second" });
    const first = (await t.api.get<PageOf<Template>>("/templates?limit=1")).json;
    expect(first.data.map(({ name }) => name)).toEqual(["Second"]);
    expect(await names(t.api, `?cursor=${first.next_cursor}`)).toEqual(["Order sent"]);
    expect(await names(t.api, "?name=ORDER%20sent")).toEqual(["Order sent"]);
    const twice = await t.api.post<Refusal>("/templates", { name: "order SENT", text: "x" });
    expect([twice.status, twice.json.error.code]).toEqual([409, "conflict"]);
    expect(twice.json.error.message).toContain(one.id);
    const other = await t.api.patch<Refusal>(`/templates/${one.id}`, { name: "second" });
    expect(other.status).toBe(409);
    const changed = await t.api.must<Template>(
      200,
      t.api.patch(`/templates/${one.id}`, { name: "ORDER", subject: null }),
    );
    expect(changed).toMatchObject({ name: "ORDER", subject: null, text: "Hello" });
    expect(await t.api.must<Template>(200, t.api.get(`/templates/${one.id}`))).toEqual(changed);
    for (const body of [
      { name: " ", text: "x" },
      { name: "x", text: "" },
      { name: "x" },
      { name: "x".repeat(101), text: "x" },
    ])
      expect((await t.api.post("/templates", body)).status).toBe(400);
    expect((await t.api.delete(`/templates/${one.id}`)).status).toBe(200);
    expect((await t.api.get(`/templates/${one.id}`)).status).toBe(404);
    const foreign = await t.otherAccount();
    expect(await names(foreign.api)).toEqual([]);
    await create({ name: "Second" }, foreign.api);
  });

  test("of a pod are for the keys that reach it; restricted keys use, and do not set", async () => {
    const pod = await t.api.must<{ id: string }>(201, t.api.post("/pods", { name: "Acme" }));
    const [inside, outside] = [await t.address({ pod_id: pod.id }), await t.address()];
    const mine = await create({ name: "Acme only", pod_id: pod.id });
    const all = await create({ name: "For all" });
    const [near, far] = [await restrictedKey(t.api, [inside.id]), await restrictedKey(t.api, [outside.id])];
    expect((await names(near)).sort()).toEqual(expect.arrayContaining(["Acme only", "For all"]));
    expect(await names(far)).not.toContain("Acme only");
    expect(await names(far)).toContain("For all");
    for (const path of [`/templates/${mine.id}`, `/templates/${mine.id}/filled`]) {
      expect((await far.get(path)).status).toBe(404);
      expect((await near.get(path)).status).toBe(200);
    }
    expect((await near.post("/templates", { name: "No", text: "x" })).status).toBe(403);
    expect((await near.patch(`/templates/${all.id}`, { name: "No" })).status).toBe(403);
    expect((await near.delete(`/templates/${mine.id}`)).status).toBe(403);
    expect((await far.patch(`/templates/${mine.id}`, { name: "No" })).status).toBe(404);
    expect((await far.get(`/templates/${all.id}/filled?from=${inside.email}`)).status).toBe(404);
    const held = await t.api.delete<Refusal>(`/pods/${pod.id}`);
    expect([held.status, held.json.error.message.includes("1 template")]).toEqual([409, true]);
  });

  test("are filled with what is known of a letter", async () => {
    const own = await t.address({ display_name: "Support" });
    const { id } = await create({
      name: "Fill",
      subject: "About {{subject}}",
      text: "Hello {{recipient_name}} <{{recipient_address}}>, {{date}}, {{order}}\n{{sender_name}} <{{sender_address}}>",
    });
    const date = new Date(t.app.core.clock.now()).toISOString().slice(0, 10);
    expect(await filled(id, { from: own.email, to: "Ada L <ada@far.example>" })).toMatchObject({
      subject: "About {{subject}}",
      text: `Hello Ada L <ada@far.example>, ${date}, {{order}}\nSupport <${own.email}>`,
      unfilled: ["subject", "order"],
    });
    expect((await filled(id, {})).unfilled).toEqual([
      "subject",
      "recipient_name",
      "recipient_address",
      "order",
      "sender_name",
      "sender_address",
    ]);
    await t.raw({
      from: "grace@far.example",
      to: own.email,
      raw: `From: "Grace {{order}}" <grace@far.example>\r\nTo: ${own.email}\r\nSubject: The plan\r\n\r\nHi\r\n`,
    });
    const mail = await received(t, own);
    expect(await filled(id, { in_reply_to: mail.id })).toMatchObject({
      subject: "About The plan",
      text: `Hello Grace {{order}} <grace@far.example>, ${date}, {{order}}\nSupport <${own.email}>`,
      unfilled: ["order"],
    });
    // An answer goes where the mail asks for it.
    await t.raw({
      from: "grace@far.example",
      to: own.email,
      raw: `From: Grace <grace@far.example>\r\nReply-To: desk@far.example\r\nTo: ${own.email}\r\nSubject: [Pay](https://evil.example)\r\nMessage-ID: <elsewhere@far.example>\r\n\r\nHi\r\n`,
    });
    const elsewhere = await received(t, own);
    expect(await filled(id, { in_reply_to: elsewhere.id, markdown: true })).toMatchObject({
      subject: "About [Pay](https://evil.example)",
      text: expect.stringContaining("Hello Grace <desk@far.example>,"),
    });
    const about = await create({ name: "About", text: "{{subject}}" });
    expect((await filled(about.id, { in_reply_to: elsewhere.id, markdown: true })).text).toBe(
      "\\[Pay\\](https://evil.example)",
    );
    const wrong = await t.api.get<Refusal>(`/templates/${id}/filled?to=nobody`);
    expect([wrong.status, wrong.json.error.message]).toEqual([
      400,
      'to: "nobody" is no recipient. Send one such as ada@example.com.',
    ]);
  });

  test("that a stranger's words would make long are refused, and a subject stays one", async () => {
    const own = await t.address();
    const subject = "s".repeat(5000);
    await t.raw({
      from: "grace@far.example",
      to: own.email,
      raw: `From: grace@far.example\r\nTo: ${own.email}\r\nSubject: ${subject}\r\n\r\nHi\r\n`,
    });
    const { id: asked } = await received(t, own);
    const field = "{{subject}}";
    const long = await create({ name: "Long", text: field.repeat(maxTemplateText / field.length) });
    const refused = await t.api.get<Refusal>(`/templates/${long.id}/filled?in_reply_to=${asked}`);
    expect([refused.status, refused.json.error.message.includes(String(maxFilledText))]).toEqual([400, true]);
    const titled = await create({ name: "Titled", subject: `About ${field}`, text: field });
    const { subject: made, text } = await filled(titled.id, { in_reply_to: asked });
    expect([made!.length, text.length]).toEqual([998, 998]);
  });
});
