// A mail that answers one of the mailbox: what it repeats is folded, in any language and from any program. DECISIONS Threads.
import { expect, test } from "bun:test";
import { must } from "../../../src/lib/must.ts";
import type { PageOf } from "../../support/app/api.ts";
import { eachApp, eventually, type TestAddress } from "../../support/app/app.ts";
import { restrictedKey } from "../../support/app/keys.ts";

interface Message {
  id: string;
  thread_id: string;
  text: string | null;
  reply_text: string;
  reply_html: string;
  quoted_html: string | null;
}

const plan =
  "Dear Ada,\n\nwe would like to meet on Friday at ten in the small room on the second floor.\nPlease bring the drawings of the bridge and the list of what is still open,\nso that we can decide about the order of the works.\n\nBob";
/** An attribution in a language that no rule knows, above a quote without marks. */
const chewa = (answer: string, quoted = plan) =>
  `${answer}\n\nPa 3 Meyi 2024 10:00 Bob Smith <bob@far.example> adalemba kuti:\n\n${quoted}`;

eachApp("answers", (t) => {
  let n = 0;
  const raw = (
    to: TestAddress,
    body: string,
    { id = `in${++n}@far.example`, answers = "", type = "plain" } = {},
  ) =>
    [
      "From: Bob Smith <bob@far.example>",
      `To: ${to.email}`,
      "Subject: Re: Plan",
      `Message-ID: <${id}>`,
      ...(answers === "" ? [] : [`In-Reply-To: <${answers}>`, `References: <${answers}>`]),
      "MIME-Version: 1.0",
      `Content-Type: text/${type}; charset=utf-8`,
      "Content-Transfer-Encoding: 8bit",
      "",
      body.replaceAll("\n", "\r\n"),
      "",
    ].join("\r\n");
  const deliver = async (to: TestAddress, body: string, given: Parameters<typeof raw>[2] = {}) => {
    await t.raw({ from: "bob@far.example", to: to.email, raw: raw(to, body, given) });
    const { data } = (await t.api.get<PageOf<Message>>(`/messages?identity_id=${to.id}&limit=1`)).json;
    return data[0]!;
  };

  test("the quote is folded, and stays so when the other mail is gone", async () => {
    const to = await t.address();
    const first = await deliver(to, plan, { id: "plan1@far.example" });
    const { id } = await deliver(to, chewa("Ndikubwera, zikomo kwambiri."), { answers: "plan1@far.example" });
    const read = () => t.api.must<Message>(200, t.api.get(`/messages/${id}`));
    const answer = await read();
    expect(answer.reply_text).toBe("Ndikubwera, zikomo kwambiri.");
    expect(answer.text).toContain("second floor");
    expect(answer.reply_html).not.toContain("second floor");
    expect(answer.quoted_html).toContain("second floor");
    const rows = (await t.api.get<PageOf<{ preview: string }>>(`/mailboxes/inbox?identity_id=${to.id}`)).json;
    expect(rows.data[0]!.preview).toBe("Ndikubwera, zikomo kwambiri.");
    await t.api.must(200, t.api.call("DELETE", `/messages/${first.id}`));
    await t.api.call("DELETE", `/messages/${first.id}`);
    expect(await read()).toEqual(answer);
  });

  test("the parts say whose words they are, and name what is quoted while it can be read", async () => {
    const to = await t.address();
    const first = await deliver(to, plan, { id: "parts@far.example" });
    const body = `${chewa("Ndikubwera, zikomo kwambiri.")}\n\nInde.\n-- \nBob Smith\nKasungu`;
    const { id, text } = await deliver(to, body, { answers: "parts@far.example" });
    const read = (of = t.api) =>
      of.must<{ spans: { kind: string; text: string; of: string | null }[] }>(
        200,
        of.get(`/messages/${id}/parts`),
      );
    const { spans } = await read();
    expect(spans.map(({ kind, of }) => [kind, of])).toEqual([
      ["own", null],
      ["quote", first.id],
      ["own", null],
      ["signature", null],
    ]);
    expect(spans.map((span) => span.text).join("")).toBe(text!);
    expect((await read(await restrictedKey(t.api, [to.id]))).spans).toEqual(spans);
    const stranger = await restrictedKey(t.api, [(await t.address()).id]);
    expect((await stranger.get(`/messages/${id}/parts`)).status).toBe(404);
    await t.api.must(200, t.api.call("DELETE", `/messages/${first.id}`));
    await t.api.must(200, t.api.call("DELETE", `/messages/${first.id}`));
    expect((await read()).spans).toEqual(spans.map((span) => ({ ...span, of: null })));
  });

  test("a mail that is HTML alone, a forward and an old fold have parts too", async () => {
    const to = await t.address();
    const parts = async (body: string, given: Parameters<typeof raw>[2] = {}) => {
      const { id } = await deliver(to, body, given);
      const read = await t.api.must<{ spans: { kind: string; text: string }[] }>(
        200,
        t.api.get(`/messages/${id}/parts`),
      );
      return read.spans.map(({ kind, text }) => [kind, text.trim().split("\n")[0]]);
    };
    const html =
      "<p>Yes.</p><div class=gmail_quote><div class=gmail_attr>On 3 May 2024 at 10:00, Ada &lt;ada@x.example&gt; wrote:</div><blockquote>Shall we?</blockquote></div>";
    expect(await parts(html, { type: "html", answers: "gone@far.example" })).toEqual([
      ["own", "Yes."],
      ["quote", "On 3 May 2024 at 10:00, Ada <ada@x.example> wrote:"],
    ]);
    const forward = `See this.\n\n---------- Forwarded message ---------\nFrom: Ada <ada@x.example>\nDate: Fri, 3 May 2024\nSubject: Plan\nTo: Bob\n\n${plan}`;
    expect(await parts(forward)).toEqual([
      ["own", "See this."],
      ["forward", "---------- Forwarded message ---------"],
    ]);
    const above = `On 3 May 2024 at 10:00, Ada <ada@x.example> wrote:\n> Shall we?\n\nYes.\n\nSent from my iPhone`;
    expect(await parts(above, { answers: "gone@far.example" })).toEqual([
      ["quote", "On 3 May 2024 at 10:00, Ada <ada@x.example> wrote:"],
      ["own", "Yes."],
      ["signature", "Sent from my iPhone"],
    ]);
  });

  test("what the mailbox does not hold is searched, what it holds is found in the other mail first", async () => {
    const to = await t.address();
    const held = await deliver(to, plan, { id: "plan2@far.example" });
    const body = `See below.\n\n-----Original Message-----\nFrom: Bob Smith <bob@far.example>\nSent: 3 May 2024 10:00\nTo: Ada\nSubject: Plan\n\n${plan.replace("floor.\n", "floor.\nThat room has flooded, let us take the aviary.\n")}`;
    const answer = await deliver(to, body, { answers: "plan2@far.example" });
    expect(answer.reply_text.replace(/\n+/g, "\n")).toBe(
      "See below.\nThat room has flooded, let us take the aviary.",
    );
    const found = async (q: string) =>
      (await t.api.get<PageOf<Message>>(`/messages/search?q=${q}&identity_id=${to.id}`)).json.data.map(
        ({ id }) => id,
      );
    await eventually(async () => (await found("aviary")).length > 0);
    expect(await found("aviary")).toEqual([answer.id]);
    expect(await found("drawings")).toEqual([held.id, answer.id]);
  });

  test.each([
    ["small", ""],
    ["large", `<p>${Array.from({ length: 400 }, (_, at) => `word${at}`).join(" ")}</p>`],
  ])("HTML alone, %s", async (_, more) => {
    const to = await t.address();
    const html = `<p>${plan.replaceAll("\n", "<br>")}</p>${more}`;
    await deliver(to, html, { id: `html${more.length}@far.example`, type: "html" });
    const body = `<div>Ndikubwera, <a href="https://x.example/a">zikomo</a>.</div><div>Bob Smith &lt;bob@far.example&gt; adalemba:</div><div>${html}</div>`;
    const answer = await deliver(to, body, { answers: `html${more.length}@far.example`, type: "html" });
    expect(answer.reply_text).toBe("Ndikubwera, zikomo <https://x.example/a>.");
    expect(answer.reply_html).not.toContain("second floor");
    expect(answer.quoted_html).toContain("second floor");
  });

  test.each([
    ["text", { text: plan }, "plain"],
    ["HTML", { html: `<p>${plan.replaceAll("\n", "<br>")}</p>` }, "html"],
    ["both", { text: plan, html: `<p>${plan.replaceAll("\n", "<br>")}</p>` }, "plain"],
  ])("an answer to a mail that was sent from here, as %s", async (_, body, type) => {
    const from = await t.address();
    const sent = await t.api.must<Message>(
      201,
      t.api.post("/messages", { from: from.email, to: ["bob@far.example"], subject: "Plan", ...body }),
    );
    const source = new TextDecoder().decode(await t.api.bytes(`/messages/${sent.id}/raw`));
    const answers = must(/^message-id: <([^>]+)>/im.exec(source)?.[1], "it has an id");
    const written =
      type === "html"
        ? `<div>Ndikubwera, zikomo kwambiri.</div><div>Pa 3 Meyi Ada adalemba:</div><div>${"html" in body ? body.html : ""}</div>`
        : chewa("Ndikubwera, zikomo kwambiri.");
    const { id } = await deliver(from, written, { answers, type });
    const answer = await t.api.must<Message>(200, t.api.get(`/messages/${id}`));
    expect(answer.reply_text).toBe("Ndikubwera, zikomo kwambiri.");
    const { spans } = await t.api.must<{ spans: { kind: string; of: string | null }[] }>(
      200,
      t.api.get(`/messages/${id}/parts`),
    );
    expect(spans.map(({ kind, of }) => [kind, of])).toEqual([
      ["own", null],
      ["quote", sent.id],
    ]);
  });

  test("mail that waits is not compared with, nor is a mail of another address", async () => {
    const to = await t.address();
    const other = await t.address();
    await t.api.must(200, t.api.call("PUT", `/identities/${to.id}/protection`, { inbound: "new_senders" }));
    await deliver(other, plan, { id: "plan3@far.example" });
    await t.raw({ from: "bob@far.example", to: to.email, raw: raw(to, plan, { id: "plan3@far.example" }) });
    await t.api.must(200, t.api.call("PUT", `/identities/${to.id}/protection`, { inbound: "off" }));
    const answer = await deliver(to, chewa("Ndikubwera."), { answers: "plan3@far.example" });
    expect(answer.reply_text).toBe(answer.text!.trimEnd());
    const agent = await restrictedKey(t.api, [to.id]);
    const seen = await agent.must<Message>(200, agent.get(`/messages/${answer.id}`));
    expect(seen.reply_text).toBe(answer.reply_text);
  });

  test("an older mail without a digest leaves the rules", async () => {
    const to = await t.address();
    const first = await deliver(to, plan, { id: "plan4@far.example" });
    await t.app.core.database.values(
      `update bodies set digest = null where message_id = $1::uuid returning 1`,
      [first.id],
    );
    expect((await deliver(to, chewa("Ndikubwera."), { answers: "plan4@far.example" })).reply_text).toContain(
      "second floor",
    );
    const marked = `Yes.\n\nOn 3 May 2024 at 10:00, Bob Smith <bob@far.example> wrote:\n> ${plan.replaceAll("\n", "\n> ")}`;
    expect((await deliver(to, marked, { answers: "plan4@far.example" })).reply_text).toBe("Yes.");
  });

  test("mails that come together", async () => {
    const to = await t.address();
    const mails = [
      raw(to, plan, { id: "plan5@far.example" }),
      raw(to, chewa("Ndikubwera, zikomo."), { answers: "plan5@far.example" }),
    ];
    await t.raw({ from: "bob@far.example", to: to.email, raw: mails[0]! });
    await Promise.all(
      [1, 2, 3].map((each) =>
        t.raw({
          from: "bob@far.example",
          to: to.email,
          raw: mails[1]!.replace("Re: Plan", `Re: Plan ${each}`),
        }),
      ),
    );
    const { data } = (await t.api.get<PageOf<Message>>(`/messages?identity_id=${to.id}`)).json;
    expect(data.filter(({ reply_text }) => reply_text === "Ndikubwera, zikomo.")).toHaveLength(3);
  });
});
