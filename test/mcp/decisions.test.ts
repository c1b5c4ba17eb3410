// What an agent is told of sends that wait for a person, and of what became of them. DECISIONS MCP
import { expect, test } from "bun:test";
import { eachApp, eventually, type SuiteApp } from "../support/app/app.ts";
import { restrictedKey } from "../support/app/keys.ts";
import { type McpClient, mcpClient } from "../support/clients/mcp.ts";
import { signIn } from "../support/clients/oauth.ts";

interface Agent {
  own: { id: string; email: string };
  mcp: McpClient;
}

async function agent(t: SuiteApp, settings: object | null, work: (agent: Agent) => Promise<void>) {
  const own = await t.address();
  if (settings) await t.api.must(200, t.api.call("PUT", `/identities/${own.id}/protection`, settings));
  const { key } = await restrictedKey(t.api, [own.id]);
  const mcp = await mcpClient(t.api.base, key!);
  try {
    await work({ own, mcp });
  } finally {
    await mcp.close();
  }
}

const all = { outbound: "all", approver: "key" };
const mail = { to: ["friend@far.example"], subject: "May I", text: "Hello" };

eachApp("MCP, decisions", (t) => {
  const decide = (review: unknown, how: string, body: object = {}) =>
    t.api.must(200, t.api.post(`/reviews/${String(review)}/${how}`, body));
  const events = async (identity: string) =>
    (
      await t.api.get<{ data: { type: string }[] }>(`/events?identity_id=${identity}&limit=200`)
    ).json.data.map(({ type }) => type);

  // DECISIONS MCP: An appointment whose mail waits says so
  test("a held invitation says that nothing has left, and what became of it later", () =>
    agent(t, { outbound: "new_recipients", approver: "key" }, async ({ own, mcp }) => {
      const known = await t.address();
      await t.api.post(`/identities/${own.id}/protection/lists`, {
        direction: "send",
        list: "allow",
        entries: [known.email],
      });
      const event = {
        title: "Call",
        start: "2031-05-05T09:00:00",
        end: "2031-05-05T10:00:00",
        attendees: [known.email, "new@far.example"],
      };
      const made = await mcp.must("create_event", event);
      expect(made.text).toContain("nothing has left");
      expect(made.fields).toMatchObject({
        status: "held",
        mail: { told: [known.email], waits: ["new@far.example"] },
      });
      const again = await mcp.must("create_event", event);
      expect([again.fields.review_id, (again.fields.event as { id: string }).id]).toEqual([
        made.fields.review_id,
        (made.fields.event as { id: string }).id,
      ]);
      expect(
        (await mcp.must("create_event", { ...event, attendees: [known.email], again: "once" })).fields,
      ).toMatchObject({
        status: "sent",
        mail: { told: [known.email] },
      });
      await decide(made.fields.review_id, "reject", { reason: "Not her." });
      const later = await mcp.must("create_event", event);
      expect([later.fields.status, later.text]).toEqual([
        "sent",
        expect.stringContaining("They say: Not her."),
      ]);
    }));

  test("a held answer to an invitation says so", () =>
    agent(t, all, async ({ own, mcp }) => {
      const ics = `BEGIN:VCALENDAR\r\nVERSION:2.0\r\nPRODID:x\r\nMETHOD:REQUEST\r\nBEGIN:VEVENT\r\nUID:held-answer@x\r\nDTSTAMP:20310101T000000Z\r\nDTSTART:20310505T090000Z\r\nDTEND:20310505T100000Z\r\nSUMMARY:Lunch\r\nORGANIZER:mailto:boss@far.example\r\nATTENDEE;RSVP=TRUE:mailto:${own.email}\r\nEND:VEVENT\r\nEND:VCALENDAR\r\n`;
      await t.raw({
        from: "boss@far.example",
        to: own.email,
        raw: `From: boss@far.example\r\nTo: ${own.email}\r\nSubject: Lunch\r\nMessage-ID: <lunch@far.example>\r\nMIME-Version: 1.0\r\nContent-Type: text/calendar; method=REQUEST\r\n\r\n${ics}`,
      });
      const around = { after: "2031-05-05T00:00:00Z", before: "2031-05-06T00:00:00Z" };
      const [event] = (await mcp.must("list_events", around)).fields.events as { id: string }[];
      const answered = await mcp.must("answer_invitation", { event: event!.id, answer: "accepted" });
      expect(answered.text).toContain("nothing has left");
      expect([answered.fields.status, typeof answered.fields.review_id]).toEqual(["held", "string"]);
    }));

  // DECISIONS MCP: A wait with a review ends with the decision
  test("a wait with a review ends with the decision and the person's words", () =>
    agent(t, all, async ({ mcp }) => {
      const held = await mcp.must("send_mail", mail);
      expect([held.fields.status, held.text]).toEqual([
        "held",
        expect.stringContaining(`review ${String(held.fields.review_id)}`),
      ]);
      const none = await mcp.must("wait_for_mail", { review: held.fields.review_id, seconds: 0 });
      expect([none.fields.status, none.text]).toEqual(["held", expect.stringContaining("nothing has left")]);
      const waiting = mcp.must("wait_for_mail", { review: held.fields.review_id, seconds: 50 });
      await decide(held.fields.review_id, "return", { comment: "Say when." });
      const told = await waiting;
      expect(told.text).toContain("Say when.");
      expect(told.fields).toMatchObject({
        decision: "returned",
        status: "draft",
        draft_id: held.fields.draft_id,
        comment: "Say when.",
      });
      const second = await mcp.must("send_mail", { ...mail, again: "once" });
      const allowed = mcp.must("wait_for_mail", { review: second.fields.review_id, seconds: 50 });
      await decide(second.fields.review_id, "approve");
      expect((await allowed).fields).toMatchObject({ decision: "approved", status: "sent" });
      const foreign = await mcp.call("wait_for_mail", { review: "019a2f4e-9f2c-7085-aae2-4d0fbf9f45e2" });
      expect([foreign.isError, foreign.text]).toEqual([true, expect.stringContaining("not_found")]);
    }));

  // DECISIONS MCP: A draft that was given back leaves once it is changed
  test("a draft that was given back leaves once it is changed, and not before; a repeat sends nothing", () =>
    agent(t, all, async ({ mcp }) => {
      const { draft_id: draft } = (await mcp.must("save_draft", mail)).fields;
      const first = await mcp.must("send_draft", { draft });
      await decide(first.fields.review_id, "return", { comment: "Say when." });
      const same = await mcp.must("send_draft", { draft });
      expect([same.fields.status, same.fields.comment]).toEqual(["draft", "Say when."]);
      await mcp.must("save_draft", { draft, text: "On Monday." });
      const second = await mcp.must("send_draft", { draft });
      expect([second.fields.status, second.fields.review_id === first.fields.review_id]).toEqual([
        "held",
        false,
      ]);
      const lost = await mcp.must("send_draft", { draft });
      expect([lost.fields.status, lost.fields.review_id]).toEqual(["held", second.fields.review_id]);
      await decide(second.fields.review_id, "reject", { reason: "Which?" });
      await mcp.must("save_draft", { draft, text: "On Monday the 5th." });
      const third = await mcp.must("send_draft", { draft });
      await decide(third.fields.review_id, "approve");
      const left = await mcp.must("send_draft", { draft });
      expect(left.fields).toMatchObject({ status: "sent", decision: "approved", message_id: draft });
    }));

  // DECISIONS MCP: A refusal is forgotten
  test("a refusal holds no longer than its cause, and what was sent is sent once", () =>
    agent(t, null, async ({ mcp }) => {
      const to = "later@agents.example";
      const refused = await mcp.call("send_mail", { ...mail, to: [to] });
      expect([refused.isError, refused.text]).toEqual([true, expect.stringContaining("recipient_refused")]);
      await t.api.must(201, t.api.post("/identities", { email: to }));
      expect((await mcp.must("send_mail", { ...mail, to: [to] })).fields.status).toBe("sent");
      expect((await mcp.must("send_mail", { ...mail, to: [to] })).fields.status).toBe("repeated");

      const { draft_id: draft } = (await mcp.must("save_draft", { ...mail, to: ["gone@far.example"] }))
        .fields;
      const suppressed = await t.api.must<{ id: string }>(
        201,
        t.api.post("/suppressions", { email: "gone@far.example", reason: "manual" }),
      );
      expect((await mcp.call("send_draft", { draft })).text).toContain("recipient_refused");
      // No tool lifts a suppression.
      const again = await mcp.call("send_mail", { ...mail, subject: "Again", to: ["gone@far.example"] });
      expect(again.text).toContain("ask a person");
      await t.api.must(200, t.api.delete(`/suppressions/${suppressed.id}`));
      expect((await mcp.must("send_draft", { draft })).fields.status).toBe("sent");
      expect((await mcp.must("send_draft", { draft })).fields.status).toBe("repeated");
    }));

  // DECISIONS MCP: What waits is taken back
  test("what waits is taken back", () =>
    agent(t, all, async ({ own, mcp }) => {
      const held = await mcp.must("send_mail", mail);
      const { draft_id: draft, review_id: review } = held.fields;
      expect((await mcp.must("list_drafts")).text).toContain("held: it waits for a person");
      const taken = await mcp.must("send_draft", { draft, cancel: true });
      expect([taken.fields.status, taken.text]).toEqual([
        "withdrawn",
        expect.stringContaining("nothing has left"),
      ]);
      const told = await mcp.must("wait_for_mail", { review });
      expect(told.fields).toMatchObject({ decision: "withdrawn" });
      const nothing = await mcp.must("save_draft", mail);
      const refused = await mcp.call("send_draft", { draft: nothing.fields.draft_id, cancel: true });
      expect([refused.isError, refused.text]).toEqual([
        true,
        expect.stringContaining("nothing is to be taken back"),
      ]);
      await eventually(async () => (await events(own.id)).includes("draft.deleted"));
    }));

  // DECISIONS MCP: ask_for_review leaves its reason
  test("the reason for which a person is asked stands on the thread's page, once", () =>
    agent(t, all, async ({ own, mcp }) => {
      await t.mail({ from: "ada@far.example", to: own.email, subject: "Refund", text: "Please." });
      const found = await mcp.must("wait_for_mail", { after: "2020-01-01T00:00:00Z" });
      const [{ thread_id: thread }] = found.fields.messages as [{ thread_id: string }];
      const reason = "She wants 400 back, which I may not decide.";
      for (let n = 0; n < 2; n++) await mcp.must("ask_for_review", { thread, reason });
      const person = await signIn(t);
      await person.get(`/console/threads/${thread}`);
      expect(person.text.split(reason)).toHaveLength(2);
      await mcp.must("send_mail", { ...mail, to: ["ada@far.example"] });
    }));
});
