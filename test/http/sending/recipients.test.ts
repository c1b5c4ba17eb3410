// Recipients as callers write them, and those of an answer: DECISIONS Drafts and sending.
import { expect, test } from "bun:test";
import type { PageOf, Refusal } from "../../support/app/api.ts";
import { eachApp } from "../../support/app/app.ts";

interface Ref {
  email: string;
  name: string | null;
}
interface Shown {
  id: string;
  to: Ref[];
  cc: Ref[];
  subject: string | null;
}
interface Draft {
  id: string;
  to: string[];
  cc: string[];
  subject: string | null;
}

eachApp("recipients", (t) => {
  const shown = async (id: string) => (await t.api.get<{ data: Shown }>(`/messages/${id}`)).json.data;
  const rawOf = async (id: string) => Buffer.from(await t.api.bytes(`/messages/${id}/raw`)).toString("utf8");

  // DECISIONS Drafts and sending: to, cc, bcc and reply_to also take a name, in two forms
  test("a recipient has a name in either form, and it is sent", async () => {
    const from = await t.address();
    const { id } = await t.api.must<{ id: string }>(
      201,
      t.api.post("/messages", {
        from: from.email,
        to: ["Ada Byron <ada@far.example>", { email: "bob@far.example", name: "Bob, the builder" }],
        cc: '"Hopper, \\"Amazing\\" Grace" <grace@far.example>',
        bcc: { email: "zoë@far.example", name: null },
        reply_to: { email: "desk@far.example", name: "Desk" },
        text: "x",
      }),
    );
    const message = await shown(id);
    expect([message.to, message.cc]).toEqual([
      [
        { email: "ada@far.example", name: "Ada Byron" },
        { email: "bob@far.example", name: "Bob, the builder" },
      ],
      [{ email: "grace@far.example", name: 'Hopper, "Amazing" Grace' }],
    ]);
    expect(await rawOf(id)).toContain("Reply-To: Desk <desk@far.example>");
    const { data } = (await t.api.get<PageOf<{ address: string }>>(`/messages/${id}/recipients`)).json;
    expect(data.map(({ address }) => address).sort()).toEqual([
      "ada@far.example",
      "bob@far.example",
      "grace@far.example",
      "zoë@far.example",
    ]);
  });

  test("a draft shows emails, and sends the names", async () => {
    const { id: identity_id } = await t.address();
    const to = [{ email: "ada@far.example", name: "Ada" }, "Bob <bob@far.example>"];
    const draft = await t.api.must<Draft>(201, t.api.post("/drafts", { identity_id, to, text: "x" }));
    expect(draft.to).toEqual(["ada@far.example", "bob@far.example"]);
    await t.api.must(200, t.api.patch(`/drafts/${draft.id}`, { cc: ["Cy <cy@far.example>"] }));
    await t.api.must(202, t.api.post(`/drafts/${draft.id}/send`));
    const message = await shown(draft.id);
    expect([...message.to, ...message.cc].map(({ name }) => name)).toEqual(["Ada", "Bob", "Cy"]);
  });

  // DECISIONS Drafts and sending: A refusal quotes the recipient that is wrong
  test("a refusal quotes the value that is wrong", async () => {
    const from = await t.address();
    const wrong: [unknown, string][] = [
      ["ada", '"ada"'],
      [["ok@far.example", "Bob <bob>"], '"Bob <bob>"'],
      ["a@far.example, b@far.example", "a@far.example, b@far.example"],
      ["a@far.example, B <b@far.example>", "B <b@far.example>"],
      ["Byron, Ada <ada@far.example>", "Byron, Ada"],
      [{ email: "nobody", name: "N" }, '"nobody"'],
      [{ email: "ada@far.example", nmae: "N" }, "nmae"],
      [{ name: "Ada" }, '{"name":"Ada"}'],
      [["ok@far.example", 7], "names 7"],
      ["Ada\r\nBcc: x <ada@far.example>", "Bcc"],
      [{ email: "ada@far.example", name: "A\r\nBcc: x@far.example" }, "Bcc"],
    ];
    for (const [value, quoted] of wrong) {
      for (const field of ["to", "cc", "bcc"]) {
        const body = { from: from.email, to: "ok@far.example", text: "x", [field]: value };
        const { status, json } = await t.api.post("/messages", body);
        const { message } = (json as unknown as Refusal).error;
        expect([status, message]).toEqual([400, expect.stringContaining(`"${field}"`)]);
        expect(message.replaceAll('\\"', '"')).toContain(quoted);
      }
    }
  });

  // DECISIONS Drafts and sending: A reply draft has recipient and subject where they are not named
  test("a draft that answers is filled where its writer names nothing", async () => {
    const mine = await t.address();
    const headers = [{ key: "Cc", value: "eve@far.example" }];
    const words = { subject: "Lunch?", text: "today", replyTo: "Desk <desk@far.example>" };
    await t.mail({ from: "ann@far.example", to: mine.email, ...words, headers });
    const [thread] = (await t.api.get<PageOf<{ id: string }>>(`/threads?identity_id=${mine.id}`)).json.data;
    const [message] = (await t.api.get<PageOf<Shown>>(`/messages?thread_id=${thread!.id}`)).json.data;
    const made = (fields: object) =>
      t.api.must<Draft>(
        201,
        t.api.post("/drafts", { identity_id: mine.id, in_reply_to_message_id: message!.id, ...fields }),
      );
    expect(await made({ text: "yes" })).toMatchObject({
      to: ["desk@far.example"],
      cc: [],
      subject: "Re: Lunch?",
    });
    expect(await made({ subject: "Dinner", cc: ["Eve <eve@far.example>"] })).toMatchObject({
      to: ["desk@far.example"],
      cc: ["eve@far.example"],
      subject: "Dinner",
    });
    expect(await made({ to: [], subject: null })).toMatchObject({ to: [], subject: null });
    const plain = await t.api.must<Draft>(201, t.api.post("/drafts", { identity_id: mine.id }));
    expect(plain).toMatchObject({ to: [], subject: null });
  });
});
