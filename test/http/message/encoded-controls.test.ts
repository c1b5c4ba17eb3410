// Line breaks and other control characters that hide in encoded words and parameters of received mail: they are spaces when
// read, and such a mail can be answered and forwarded like any other.
import { expect, test } from "bun:test";
import type { PageOf } from "../../support/app/api.ts";
import { eachApp } from "../../support/app/app.ts";

interface Message {
  id: string;
  subject: string;
  from: { email: string; name: string | null };
  to: { email: string; name: string | null }[];
  cc: { email: string; name: string | null }[];
  attachments: { filename: string; content_type: string }[];
}

/** Any control character but the line feed of a text. */
const controls = /[\u0000-\u001f\u007f-\u009f\u2028\u2029]/;

const base64 = (text: string) => `=?utf-8?B?${Buffer.from(text).toString("base64")}?=`;

const mails: Record<string, { head: string; name?: string; subject: string }> = {
  "CRLF in Q": {
    head: "Subject: =?utf-8?Q?Invoice=0D=0ABcc:_thief@x.example?=",
    subject: "Invoice Bcc: thief@x.example",
  },
  "LF in base64": { head: `Subject: ${base64("one\ntwo")}`, subject: "one two" },
  "a lone CR between words": { head: "Subject: a =?iso-8859-1?Q?=0D?= b", subject: "a   b" },
  "line separators": { head: `Subject: ${base64("a\u2028b\u0085c\u2029d")}`, subject: "a b c d" },
  "raw control characters": { head: "Subject: a\x07b\x0bc\td", subject: "a b c d" },
  "a bell, and an escape": { head: "Subject: =?us-ascii?Q?ring=07=1B[31mred?=", subject: "ring [31mred" },
  "an answer": { head: "Subject: =?utf-8?Q?Re:_a=0Ab?=", subject: "Re: a b" },
};

const part = (parameters: string) =>
  `--b\r\nContent-Type: application/pdf${parameters}\r\nContent-ID: <=\x01a@x>\r\n\r\nx\r\n`;

eachApp("control characters in received mail", (t) => {
  const receive = async (head: string) => {
    const mine = await t.address();
    const parts = [
      '; name="=?utf-8?Q?a=0D=0Ab.pdf?="',
      "\r\nContent-Disposition: attachment; filename*=utf-8''c%0D%0Ad.pdf",
      "\r\nContent-Disposition: attachment; filename*0*=utf-8''e%0A; filename*1=f.pdf",
    ];
    const raw =
      `From: ${base64("Ann\r\nX-Evil: 1")} <ann@x.example>\r\nTo: ${mine.email}, =?utf-8?Q?Bo=0Ab?= <bo@x.example>\r\n` +
      `Cc: =?utf-8?Q?Cy=0D?= <cy@x.example>, "d\x01e"@x.example\r\nMessage-ID: <a\x02b${Math.random()}@x.example>\r\n${head}\r\n` +
      `MIME-Version: 1.0\r\nContent-Type: multipart/mixed; boundary=b\r\n\r\n` +
      `--b\r\nContent-Type: text/plain\r\n\r\nhello\r\n${parts.map(part).join("")}--b--\r\n`;
    await t.raw({ from: "ann@x.example", to: mine.email, raw: Buffer.from(raw, "latin1") });
    const threads = await t.api.get<PageOf<{ id: string }>>(`/threads?identity_id=${mine.id}`);
    const [message] = (await t.api.get<PageOf<Message>>(`/messages?thread_id=${threads.json.data[0]!.id}`))
      .json.data;
    return { mine, message: message! };
  };

  test.each(Object.entries(mails))("%s", async (_, { head, subject }) => {
    const { message } = await receive(head);
    expect(message.subject).toBe(subject);
    expect(message.from).toEqual({ email: "ann@x.example", name: "Ann X-Evil: 1" });
    expect(message.to[1]).toEqual({ email: "bo@x.example", name: "Bo b" });
    expect(message.cc[0]).toEqual({ email: "cy@x.example", name: "Cy" });
    expect(message.attachments.map(({ filename }) => filename)).toEqual(["a b.pdf", "c d.pdf", "e f.pdf"]);
    expect(JSON.stringify(message.attachments)).not.toMatch(controls);

    for (const way of ["reply", "reply-all"]) {
      const sent = await t.api.must<{ id: string }>(
        201,
        t.api.post(`/messages/${message.id}/${way}`, { text: "yes" }),
      );
      const answer = await t.api.must<Message>(200, t.api.get(`/messages/${sent.id}`));
      expect(answer.subject).toBe(/^re:/i.test(subject) ? subject : `Re: ${subject}`);
    }
    const forwarded = await t.api.must<{ id: string }>(
      201,
      t.api.post(`/messages/${message.id}/forward`, { to: ["z@x.example"] }),
    );
    const copy = await t.api.must<Message>(200, t.api.get(`/messages/${forwarded.id}`));
    expect(copy.subject).toBe(`Fwd: ${subject}`);
    expect(copy.attachments).toHaveLength(3);
    const fields = await t.api.get<PageOf<{ name: string }>>(`/messages/${forwarded.id}/headers`);
    expect(fields.json.data.map(({ name }) => name)).not.toContain("X-Evil");
  });

  test("a draft that answers such a mail is sent", async () => {
    const { mine, message } = await receive("Subject: =?utf-8?Q?a=0D=0Ab?=");
    const draft = await t.api.must<{ id: string }>(
      201,
      t.api.post("/drafts", {
        identity_id: mine.id,
        in_reply_to_message_id: message.id,
        to: ["ann@x.example"],
        text: "x",
      }),
    );
    expect((await t.api.post(`/drafts/${draft.id}/send`, {})).status).toBe(202);
  });
});
