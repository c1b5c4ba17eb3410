// POST /messages/{id}/drafts. DECISIONS Drafts and sending.
import { expect, test } from "bun:test";
import type { PageOf } from "../../support/app/api.ts";
import { eachApp } from "../../support/app/app.ts";
import { restrictedKey } from "../../support/app/keys.ts";

interface Draft {
  id: string;
  thread_id: string;
  to: string[];
  cc: string[];
  subject: string | null;
  text: string | null;
  html: string | null;
  in_reply_to_message_id: string | null;
  attachments: { filename: string }[];
  status: string;
}

interface Message {
  id: string;
  thread_id: string;
  subject: string | null;
  attachments: { filename: string }[];
}

const raw = [
  "From: Ann <ann@example.org>",
  "To: team@elsewhere.example",
  "Cc: bob@example.net",
  "Subject: Plans",
  "MIME-Version: 1.0",
  'Content-Type: multipart/mixed; boundary="b"',
  "",
  "--b",
  "Content-Type: text/plain",
  "",
  "Look at the plan.",
  "--b",
  "Content-Type: text/csv",
  'Content-Disposition: attachment; filename="plan.csv"',
  "",
  "a,b",
  "--b--",
  "",
].join("\r\n");

eachApp("drafts from a message", (t) => {
  const received = async () => {
    const address = await t.address();
    await t.raw({ from: "ann@example.org", to: address.email, raw });
    const { json } = await t.api.get<PageOf<Message>>(`/messages?identity_id=${address.id}&is_read=false`);
    return { address, message: json.data[0]! };
  };
  const draftOf = (message: Message, body: object) =>
    t.api.must<Draft>(201, t.api.post(`/messages/${message.id}/drafts`, body));

  // DECISIONS Threads, messages, folders, labels: POST /messages/{id}/drafts makes a reply, a reply to all or a forward of it
  test("a reply and a reply to all show whom they go to, and leave when they are sent", async () => {
    const { address, message } = await received();
    const reply = await draftOf(message, { kind: "reply", text: "Fine." });
    expect(reply).toMatchObject({
      thread_id: message.thread_id,
      to: ["ann@example.org"],
      cc: [],
      subject: "Re: Plans",
      text: "Fine.",
      in_reply_to_message_id: message.id,
      attachments: [],
      status: "draft",
    });
    const all = await draftOf(message, {
      kind: "reply_all",
      markdown: "*Fine.*",
      cc: ["eve@example.com"],
      subject: "Yes",
    });
    expect([all.to, all.cc.toSorted(), all.subject, all.html]).toEqual([
      ["ann@example.org"],
      ["bob@example.net", "eve@example.com", "team@elsewhere.example"],
      "Yes",
      "<p><em>Fine.</em></p>\n",
    ]);
    await t.api.must(202, t.api.post(`/drafts/${all.id}/send`));
    const sent = await t.api.must<Message>(200, t.api.get(`/messages/${all.id}`));
    expect([sent.thread_id, sent.subject]).toEqual([message.thread_id, "Yes"]);
    expect(address.email).not.toBeOneOf([...all.to, ...all.cc]);
  });

  test("a forward quotes the message and has its files, and may get its recipients later", async () => {
    const { message } = await received();
    const forward = await draftOf(message, { kind: "forward", text: "For you." });
    expect([forward.to, forward.subject]).toEqual([[], "Fwd: Plans"]);
    expect(forward.text).toStartWith(
      "For you.\n\n---------- Forwarded message ----------\nFrom: Ann <ann@example.org>",
    );
    expect(forward.text).toContain("Look at the plan.");
    expect(forward.attachments.map(({ filename }) => filename)).toEqual(["plan.csv"]);
    await t.api.must(200, t.api.patch(`/drafts/${forward.id}`, { to: ["grace@example.com"] }));
    await t.api.must(202, t.api.post(`/drafts/${forward.id}/send`));
    const sent = await t.api.must<Message>(200, t.api.get(`/messages/${forward.id}`));
    expect(sent.attachments.map(({ filename }) => filename)).toEqual(["plan.csv"]);
  });

  test("refuses unknown kinds, and messages that a key does not reach", async () => {
    const { message } = await received();
    const post = (body: object, api = t.api) => api.post(`/messages/${message.id}/drafts`, body);
    expect((await post({ kind: "answer" })).status).toBe(400);
    expect((await post({})).status).toBe(400);
    const limited = await restrictedKey(t.api, [(await t.address()).id]);
    expect((await post({ kind: "reply" }, limited)).status).toBe(404);
  });
});
