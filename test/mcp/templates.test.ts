// Templates in the tools and commands that write: DECISIONS Drafts and sending; MCP.
import { expect, test } from "bun:test";
import type { PageOf } from "../support/app/api.ts";
import { eachApp } from "../support/app/app.ts";
import { restrictedKey } from "../support/app/keys.ts";
import { mcpClient } from "../support/clients/mcp.ts";
import { received } from "../support/smtp/received.ts";

eachApp("templates of tools", (t) => {
  test("are put in by their name, and a field that is left stops what would leave", async () => {
    const [own, friend] = [await t.address({ display_name: "Scout" }), await t.address()];
    const made = (body: object) => t.api.must(201, t.api.post("/templates", body));
    await made({
      name: "Order sent",
      subject: "Your order",
      text: "Hello {{recipient_address}}, from {{sender_name}}",
    });
    await made({ name: "With order", text: "About {{order}}" });
    const mcp = await mcpClient(t.api.base, (await restrictedKey(t.api, [own.id])).key!);
    const to = [friend.email];
    const drafts = async () =>
      (await t.api.get<PageOf<{ text: string }>>(`/drafts?identity_id=${own.id}`)).json.data;
    const sent = await mcp.must("send_mail", { to, template: "ORDER SENT" });
    const mail = await t.api.must<{ subject: string; text: string }>(
      200,
      t.api.get(`/messages/${sent.fields.message_id}`),
    );
    expect([mail.subject, mail.text.trim()]).toEqual(["Your order", `Hello ${friend.email}, from Scout`]);
    expect(
      (await mcp.must("send_mail", { to, template: "order sent", subject: "", text: "" })).fields.status,
    ).toBe("repeated");

    const left = await mcp.call("send_mail", { to, subject: "x", text: "", template: "With order" });
    expect([left.isError, left.text.includes("nothing is known for"), left.text.includes('"order"')]).toEqual(
      [true, true, true],
    );
    const both = await mcp.call("send_mail", { to, subject: "x", text: "y", template: "With order" });
    expect([both.isError, both.text.includes("a text or a template")]).toEqual([true, true]);
    const unknown = await mcp.call("send_mail", { to, subject: "x", text: "", template: "Nothing" });
    expect([unknown.isError, unknown.text.includes("Order sent")]).toEqual([true, true]);
    const missing = await mcp.call("send_mail", { to, subject: "x" });
    expect(missing.isError).toBe(true);
    expect(await drafts()).toEqual([]);
    const draft = await mcp.must("save_draft", { to, template: "With order" });
    expect(draft.text).toContain("One field of its template is not filled");
    expect((await drafts()).map(({ text }) => text)).toEqual(["About {{order}}"]);
    await mcp.close();
  });

  test("leave an answer its subject, and a draft its sender", async () => {
    const [own, other] = [
      await t.address({ display_name: "Desk" }),
      await t.address({ display_name: "Else" }),
    ];
    await t.api.must(
      201,
      t.api.post("/templates", {
        name: "Thanks",
        subject: "Thank you",
        text: "Dear {{recipient_address}}, {{subject}}, {{sender_name}}",
      }),
    );
    await t.raw({
      from: "grace@far.example",
      to: own.email,
      raw: `From: grace@far.example\r\nTo: ${own.email}\r\nSubject: Plan\r\n\r\nHi\r\n`,
    });
    const asked = await received(t, own);
    const mcp = await mcpClient(t.api.base, (await restrictedKey(t.api, [own.id, other.id])).key!);
    const text = "Dear grace@far.example, Plan, Desk";
    const shown = (id: unknown) =>
      t.api.must<{ subject: string; text: string; from: string }>(200, t.api.get(`/drafts/${id}`));
    const preview = await mcp.must("reply", { message: asked.id, template: "Thanks", preview: true });
    expect(await shown(preview.fields.draft_id)).toMatchObject({ subject: "Re: Plan", text });
    const saved = await mcp.must("save_draft", { message: asked.id, text: "x" });
    await mcp.must("save_draft", { draft: saved.fields.draft_id, template: "Thanks" });
    expect(await shown(saved.fields.draft_id)).toMatchObject({ subject: "Re: Plan", text, from: own.email });
    const sent = await mcp.must("reply", { message: asked.id, template: "Thanks" });
    const answer = await t.api.must<{ subject: string; text: string }>(
      200,
      t.api.get(`/messages/${sent.fields.message_id}`),
    );
    expect([answer.subject, answer.text.trim()]).toEqual(["Re: Plan", text]);
    await mcp.close();
  });
});
