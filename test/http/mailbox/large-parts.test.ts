// What gathers mails of strangers takes a part of a huge one, says that it is a part, and how to get the rest: tools, the page
// that shows a mail, lists of drafts. Bytes are counted that the API gives for one answer. DECISIONS Conventions, MCP
import { expect, test } from "bun:test";
import { maxAnsweredBytes } from "../../../src/http/message-page.ts";
import { tools } from "../../../src/mcp/server.ts";
import { waitForMail } from "../../../src/mcp/tools/reading.ts";
import { Postroom } from "../../../src/sdk/typescript/index.ts";
import { colleague } from "../../console/colleagues.ts";
import { eachApp, type SuiteApp } from "../../support/app/app.ts";

interface Message {
  id: string;
  thread_id: string;
  text: string;
  html: string;
  reply_text: string;
  defects?: string[];
}

const large = 1_000_000;
/** Characters of each text in the view `text`, and what two of them may take in an answer. */
const partLength = 100_000;
const mostOfPart = 4 * partLength;

/** Lines of so many characters, none like another. */
function textOf(length: number): string {
  let text = "";
  for (let line = 0; text.length < length; line++) text += `entry ${line} ${(line * 7919).toString(36)}\n`;
  return text.slice(0, length - 1).trimEnd();
}

/** A tool as MCP calls it; the largest answer of the API that it took. */
function caller(t: SuiteApp) {
  let largest = 0;
  const client = new Postroom({
    apiKey: t.api.key!,
    baseUrl: t.api.base,
    fetch: async (url, init) => {
      const answer = await fetch(url, init);
      const bytes = await answer.bytes();
      largest = Math.max(largest, bytes.length);
      return new Response(bytes, answer);
    },
  });
  return {
    async call(name: string, args: object) {
      const tool = [...tools, waitForMail].find((one) => one.name === name)!;
      const { fields } = await tool.run(client, args as Record<string, never>, new AbortController().signal);
      const {
        messages = [],
        rest_cursor,
        next_cursor,
      } = fields as {
        messages?: { mail: { text: string } }[];
        /** The rest of a mail that was waited for. */
        rest_cursor?: string;
        next_cursor: string | null;
      };
      return { texts: messages.map(({ mail }) => mail.text), cursor: rest_cursor ?? next_cursor };
    },
    largest: () => largest,
  };
}

eachApp("parts of huge mails", (t) => {
  const listed = (id: string) =>
    t.api.must<Message[]>(200, t.api.get(`/messages?identity_id=${id}&is_read=false&view=summary`));

  test("the view text gives a part of the texts from where it is asked, and says so", async () => {
    const mine = await t.address();
    const text = textOf(large);
    await t.mail({ from: "ann@one.example", to: mine.email, subject: "large", text });
    const [{ id }] = (await listed(mine.id)) as [Message];
    const part = (query: string) => t.api.must<Message>(200, t.api.get(`/messages/${id}?view=text${query}`));
    const whole = await t.api.must<Message>(200, t.api.get(`/messages/${id}`));
    for (const [query, from] of [
      ["", 0],
      ["&text_from=150000", 150_000],
      ["&format=markdown&text_from=999000", 999_000],
      ["&text_from=2000000", 2_000_000],
    ] as const) {
      const { text, reply_text: reply, html, defects } = await part(query);
      expect(text).toBe(whole.text.slice(from, from + partLength));
      expect([reply.trimEnd(), html, defects]).toEqual([text.trimEnd(), "", ["cut for a summary"]]);
    }
    const html = "<p>Short and whole</p>";
    const brief = await t.address();
    await t.mail({ from: "ann@one.example", to: brief.email, subject: "brief", html });
    const [asked] = await t.api.must<Message[]>(
      200,
      t.api.get(`/messages?identity_id=${brief.id}&view=text`),
    );
    expect([asked!.reply_text.trim(), asked!.html, asked!.defects]).toEqual([
      "Short and whole",
      "",
      undefined,
    ]);
    const list = await t.api.call("GET", `/messages?identity_id=${mine.id}&is_read=false&view=text`);
    expect(JSON.stringify(list.json).length).toBeLessThan(mostOfPart);
    expect((await t.api.get(`/messages/${id}?text_from=5`)).status).toBe(400);
  });

  test("read_thread and wait_for_mail take a part of a huge mail, and go on to its end", async () => {
    const mine = await t.address();
    const text = textOf(large);
    await t.mail({ from: "ann@one.example", to: mine.email, subject: "large", text });
    const [{ id, thread_id: thread }] = (await listed(mine.id)) as [Message];
    const { call, largest } = caller(t);
    const waited = await call("wait_for_mail", { after: "2020-01-01T00:00:00Z", address: mine.email });
    expect(text).toStartWith(waited.texts[0]!);
    expect(waited.cursor).not.toBeNull();
    let read = "";
    for (let cursor: string | null = ""; read.length < partLength + 20_000; ) {
      const args = { thread, ...(cursor === "" ? {} : { cursor }) };
      const answer: Awaited<ReturnType<typeof call>> = await call("read_thread", args);
      expect(answer.texts).toHaveLength(1);
      read += answer.texts[0]!;
      cursor = answer.cursor;
      expect(cursor).not.toBeNull();
    }
    expect(text).toStartWith(read);
    const alone = await call("read_thread", { message: id, full: true, cursor: waited.cursor! });
    expect(text.slice(waited.texts[0]!.length)).toStartWith(alone.texts[0]!);
    expect(largest()).toBeLessThan(mostOfPart);

    // The last part of a mail whose text is a little longer than what the API gives at once.
    await t.mail({ from: "ann@one.example", to: mine.email, subject: "edge", text: textOf(partLength + 50) });
    const [edge] = (await listed(mine.id)) as [Message];
    let all = "";
    for (let cursor: string | null = ""; cursor !== null; ) {
      const args = { message: edge.id, ...(cursor === "" ? {} : { cursor }) };
      const answer: Awaited<ReturnType<typeof call>> = await call("read_thread", args);
      all += answer.texts[0]!;
      cursor = answer.cursor;
    }
    expect(all.trimEnd()).toBe(textOf(partLength + 50));
  }, 240_000);

  test("a thread of many large mails is read a page at a time", async () => {
    const mine = await t.address();
    const body = textOf(60_000);
    const root = `<root-${mine.id}@one.example>`;
    for (let n = 0; n < 60; n++)
      await t.raw({
        from: "ann@one.example",
        to: mine.email,
        raw: [
          "From: ann@one.example",
          `To: ${mine.email}`,
          `Subject: ${n === 0 ? "" : "Re: "}many`,
          n === 0 ? `Message-ID: ${root}` : `In-Reply-To: ${root}`,
          "",
          `mail ${n}`,
          body.replaceAll("\n", "\r\n"),
          "",
        ].join("\r\n"),
      });
    const [{ thread_id: thread }] = (await listed(mine.id)) as [Message];
    const { call, largest } = caller(t);
    expect((await call("read_thread", { thread })).texts[0]).toStartWith("mail 59");
    expect(largest()).toBeGreaterThan(maxAnsweredBytes / 4);
    expect(largest()).toBeLessThan(maxAnsweredBytes + 10_000);
  }, 240_000);

  test("the page that shows a mail shows the beginning of a huge one, and says where the rest is", async () => {
    const mine = await t.address();
    const html = "<p class='x'>A <b>few</b> words</p>".repeat(100_000);
    await t.mail({ from: "ann@one.example", to: mine.email, subject: "large", html });
    await t.mail({
      from: "ann@one.example",
      to: mine.email,
      subject: "small",
      html: "<p>A <b>few</b> words</p>",
    });
    const [small, large] = (await listed(mine.id)) as [Message, Message];
    const { browser } = await colleague(t, "reviewer");
    const frameOf = async ({ id }: Message) => {
      await browser.get(`/console/messages/${id}/frame?part=whole`);
      return browser.text;
    };
    const shown = await frameOf(large);
    expect(shown.length).toBeLessThan(2_200_000);
    expect(shown).toContain(`/api/v1/messages/${large.id}/raw`);
    expect(shown.slice(0, shown.indexOf("</body>")).trimEnd()).toMatch(/<\/?(?:p|b)>$|words$|A $|few$/);
    expect(await frameOf(small)).not.toContain("/raw");
  });

  test("a list of large drafts ends early, and holds each once", async () => {
    const mine = await t.address();
    const made: string[] = [];
    for (let n = 0; n < 5; n++) {
      const text = `${n} ${textOf(1_000_000)}`;
      const draft = await t.api.must<{ id: string }>(
        201,
        t.api.post("/drafts", { identity_id: mine.id, to: ["bo@two.example"], subject: `draft ${n}`, text }),
      );
      made.unshift(draft.id);
    }
    const seen: string[] = [];
    const path = `/drafts?identity_id=${mine.id}`;
    for (let cursor: string | null = ""; cursor !== null; ) {
      const asked = cursor === "" ? path : `${path}&cursor=${encodeURIComponent(cursor)}`;
      const { json } = await t.api.call("GET", asked);
      const page = json as {
        data: { id: string; text: string }[];
        has_more: boolean;
        next_cursor: string | null;
      };
      expect(JSON.stringify(page).length).toBeLessThan(maxAnsweredBytes);
      expect(page.has_more).toBe(page.next_cursor !== null);
      for (const { text } of page.data) expect(text.length).toBeGreaterThan(990_000);
      seen.push(...page.data.map(({ id }) => id));
      cursor = page.next_cursor;
    }
    expect(seen).toEqual(made);
  });
});
