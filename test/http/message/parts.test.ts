// The parts of a message over REST and MCP: pictures, mails within a mail, an invitation, files. DECISIONS Threads.
import { expect, test } from "bun:test";
import { must } from "../../../src/lib/must.ts";
import type { PageOf } from "../../support/app/api.ts";
import { eachApp } from "../../support/app/app.ts";
import { mcpClient } from "../../support/clients/mcp.ts";

interface Part {
  kind: string;
  text: string;
  of: string | null;
  mail?: {
    from: { email: string; name: string | null } | null;
    date: string | null;
    subject: string | null;
    text: string;
  };
  attachment_id?: string;
  is_cut?: boolean;
}

eachApp("parts of messages", (t) => {
  const partsOf = async (type: string, lines: readonly string[]) => {
    const to = await t.address();
    const head = `From: Bob <bob@far.example>\r\nTo: ${to.email}\r\nSubject: Plan\r\nMIME-Version: 1.0\r\n`;
    const raw = `${head}Content-Type: ${type}\r\n\r\n${lines.join("\r\n")}\r\n`;
    await t.raw({ from: "bob@far.example", to: to.email, raw });
    const { data } = (await t.api.get<PageOf<{ id: string }>>(`/messages?identity_id=${to.id}&limit=1`)).json;
    const { id } = must(data[0], "the mail that came");
    const { spans } = await t.api.must<{ spans: Part[] }>(200, t.api.get(`/messages/${id}/parts`));
    return { id, spans };
  };

  test("a text too long for one answer ends with a span that says so; its files are named", async () => {
    const line = "Words of a long letter, written by hand. 😀";
    const count = Math.ceil(2_500_000 / line.length);
    const { id, spans } = await partsOf(
      "text/plain",
      Array.from({ length: count }, () => line),
    );
    expect(spans.map(({ kind, is_cut }) => [kind, is_cut])).toEqual([["own", true]]);
    expect(spans[0]!.text.length).toBeGreaterThan(1_999_990);
    expect(spans[0]!.text.length).toBeLessThanOrEqual(2_000_000);
    expect(spans[0]!.text.isWellFormed()).toBe(true);
    const whole = await t.api.must<{ reply_text: string }>(200, t.api.get(`/messages/${id}`));
    expect(whole.reply_text.startsWith(spans[0]!.text)).toBe(true);
  });

  test("a forward has its mail, and each mail of a digest", async () => {
    const block = (name: string, words: string) => [
      `From: ${name} <${name.toLowerCase()}@x.example>`,
      "Date: Fri, 3 May 2024 10:00:00 +0200",
      "Subject: Bridge",
      "To: Bob <bob@far.example>",
      "",
      words,
      "",
    ];
    const forward = [
      "See this.",
      "",
      "---------- Forwarded message ---------",
      ...block("Ada", "It is open."),
    ];
    const { spans } = await partsOf("text/plain", forward);
    expect(spans.map(({ kind }) => kind)).toEqual(["own", "forward"]);
    const mail = { from: { email: "ada@x.example", name: "Ada" }, subject: "Bridge", text: "It is open." };
    expect(spans[1]!.mail).toEqual({ ...mail, date: "Fri, 3 May 2024 10:00:00 +0200" });
    const apple = ["Look.", "", "Begin forwarded message:", "", ...block("Ada", "It is open.")];
    expect((await partsOf("text/plain", apple)).spans[1]!.mail).toEqual(spans[1]!.mail!);
    const digest = await partsOf("text/plain", [
      "Topics of today",
      "",
      "------------------------------",
      "",
      ...block("Ada", "One."),
      "------------------------------",
      "",
      ...block("Eve", "Two."),
    ]);
    expect(
      digest.spans.map(({ kind, mail }) => [kind, mail?.from?.email, mail?.text.split("\n")[0]]),
    ).toEqual([
      ["own", undefined, undefined],
      ["forward", "ada@x.example", "One."],
      ["forward", "eve@x.example", "Two."],
    ]);
  });

  test("so has each message of a MIME digest, and a mail that is attached, also by MCP", async () => {
    const inner = (name: string, words: string) => [
      "Content-Type: message/rfc822",
      "",
      `From: ${name} <${name.toLowerCase()}@x.example>`,
      `Subject: Bridge of ${name}`,
      "Date: Fri, 3 May 2024 10:00:00 +0200",
      "Content-Type: text/html",
      "",
      `<p>${words}</p><p style="display:none">unseen</p>`,
    ];
    const list = ["--o", "Content-Type: text/plain", "", "Topics of today"];
    const two = ["--d", ...inner("Ada", "One."), "--d", ...inner("Eve", "Two."), "--d--"];
    const digest = [...list, "--o", "Content-Type: multipart/digest; boundary=d", "", ...two, "--o--"];
    const { spans } = await partsOf("multipart/mixed; boundary=o", digest);
    expect(spans.map(({ kind, mail }) => [kind, mail?.from?.email, mail?.subject, mail?.text])).toEqual([
      ["own", undefined, undefined, undefined],
      ["forward", "ada@x.example", "Bridge of Ada", "One."],
      ["forward", "eve@x.example", "Bridge of Eve", "Two."],
      ["file", undefined, undefined, undefined],
      ["file", undefined, undefined, undefined],
    ]);
    const alone = await partsOf("multipart/digest; boundary=d", two);
    expect(alone.spans.slice(0, 2).map(({ mail }) => mail)).toEqual(
      spans.slice(1, 3).map(({ mail }) => mail),
    );
    const attached = await partsOf("multipart/mixed; boundary=o", [
      "--o",
      "Content-Type: text/plain",
      "",
      "See the mail.",
      "--o",
      ...inner("Ada", "One."),
      "--o",
      'Content-Type: application/octet-stream; name="old.eml"',
      'Content-Disposition: attachment; filename="old.eml"',
      "Content-Transfer-Encoding: base64",
      "",
      Buffer.from("\0no mail").toString("base64"),
      "--o--",
    ]);
    expect(attached.spans.map(({ kind, text, mail }) => [kind, text, mail?.text])).toEqual([
      ["own", "See the mail.", undefined],
      ["file", "Bridge of Ada.eml", "One."],
      ["file", "old.eml", undefined],
    ]);
    expect(attached.spans[1]!.mail).toEqual({
      from: { email: "ada@x.example", name: "Ada" },
      date: "2024-05-03T08:00:00.000000Z",
      subject: "Bridge of Ada",
      text: "One.",
    });
    const mcp = await mcpClient(t.api.base, t.api.key!);
    try {
      const { fields } = await mcp.must("read_thread", { message: attached.id, parts: true });
      const rows = fields.parts as { mail: object }[];
      expect(rows[1]!.mail).toMatchObject({
        filename: "Bridge of Ada.eml",
        subject: "Bridge of Ada",
        text: "One.",
      });
    } finally {
      await mcp.close();
    }
  });

  test("pictures, the invitation and files have theirs, and MCP gives the same", async () => {
    const { id, spans } = await partsOf("multipart/mixed; boundary=b", [
      "--b",
      "Content-Type: text/html",
      "",
      '<p>Come</p><img src="https://a.example/p.png" width=200 height=50 alt="Call 555 0199">',
      "--b",
      "Content-Type: text/calendar; method=REQUEST",
      "",
      "BEGIN:VCALENDAR",
      "VERSION:2.0",
      "PRODID:-//x//x//EN",
      "METHOD:REQUEST",
      "BEGIN:VEVENT",
      "UID:parts-1@far.example",
      "DTSTAMP:20310501T100000Z",
      "DTSTART:20310505T100000Z",
      "DTEND:20310505T110000Z",
      "SUMMARY:Bridge walk",
      "LOCATION:At the river",
      "ORGANIZER;CN=Bob:mailto:bob@far.example",
      "END:VEVENT",
      "END:VCALENDAR",
      "--b",
      'Content-Type: text/csv; name="list.csv"',
      'Content-Disposition: attachment; filename="list.csv"',
      "",
      "a,b",
      "--b--",
    ]);
    expect(spans.map(({ kind }) => kind)).toEqual(
      ["own", "alt", "invitation", "file", "file"].slice(0, spans.length),
    );
    expect(spans[1]!.text).toBe("[Call 555 0199]");
    expect(spans[2]!.text).toContain("Bridge walk");
    expect(spans[2]!.text).toContain("At the river");
    const file = must(spans.at(-1), "the file");
    expect(file).toMatchObject({ kind: "file", text: "list.csv", of: null });
    expect((await t.api.get(`/attachments/${file.attachment_id}`)).status).toBe(200);
    const mcp = await mcpClient(t.api.base, t.api.key!);
    try {
      const { fields } = await mcp.must("read_thread", { message: id, parts: true });
      const rows = fields.parts as { kind: string; mail: { text: string } }[];
      expect(rows.map(({ kind, mail }) => [kind, mail.text])).toEqual(
        spans.map(({ kind, text }) => [kind, text]),
      );
      expect((await mcp.call("read_thread", { parts: true })).text).toContain("say which");
    } finally {
      await mcp.close();
    }
  });
});
