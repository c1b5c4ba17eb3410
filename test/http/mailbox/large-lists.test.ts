// Lists of large mails: a page ends early and goes on by its cursor, holds every message whole once, and costs what one message costs.
import { describe, expect, test } from "bun:test";
import {
  chosen,
  listedPage,
  maxAnsweredBytes,
  mostRead,
  type PageMessage,
} from "../../../src/http/message-page.ts";
import type { ListedMessage, ListStart } from "../../../src/store/mailbox/message-filter.ts";
import { filteredMessages } from "../../../src/store/mailbox/message-filter.ts";
import { listMessages } from "../../../src/store/message/messages.ts";
import type { PageOf } from "../../support/app/api.ts";
import { eachApp, eventually, type SuiteApp } from "../../support/app/app.ts";

interface Message {
  id: string;
  thread_id: string;
  subject: string;
  text: string;
  html: string;
  reply_html: string;
  quoted_html: string | null;
  reply_text: string;
  snippet?: string;
  defects?: string[];
  created_at: string;
}

const large = 3_000_000;

/** Text of so many characters, of which no part repeats for long. */
function textOf(n: number, length: number): string {
  let text = "";
  for (let line = 0; text.length < length; line++)
    text += `${n} ledger ${line} ${(line * 7919 + n).toString(36)}\n`;
  return text.slice(0, length - 1).trimEnd();
}

/** All pages of a list. */
async function pagesOf(t: SuiteApp, path: string): Promise<{ bytes: number; page: PageOf<Message> }[]> {
  const pages: { bytes: number; page: PageOf<Message> }[] = [];
  for (let cursor: string | null = ""; cursor !== null; ) {
    const asked = cursor === "" ? path : `${path}&cursor=${encodeURIComponent(cursor)}`;
    const got = await t.api.call("GET", asked);
    expect([asked, got.status]).toEqual([asked, 200]);
    const page = got.json as PageOf<Message>;
    pages.push({ bytes: Buffer.byteLength(JSON.stringify(page)), page });
    expect(page.has_more).toBe(page.next_cursor !== null);
    cursor = page.next_cursor;
  }
  return pages;
}

const subjects = (pages: { page: PageOf<Message> }[]) =>
  pages.flatMap(({ page }) => page.data.map(({ subject }) => subject));

eachApp(
  "lists of large mails",
  (t) => {
    test("a page ends early, holds one whole message at least, and its cursor goes on", async () => {
      const mine = await t.address();
      const texts = [large, 20, large, 20, 20].map((length, n) => textOf(n, length));
      for (const [n, text] of texts.entries())
        await t.mail({ from: "ann@one.example", to: mine.email, subject: `mail ${n}`, text });
      const list = `/messages?identity_id=${mine.id}&is_read=false`;
      const newest = ["mail 4", "mail 3", "mail 2", "mail 1", "mail 0"];
      const pages = await pagesOf(t, list);
      expect(pages.map(({ page }) => page.data.length)).toEqual([2, 1, 1, 1]);
      expect(subjects(pages)).toEqual(newest);
      const all = pages.flatMap(({ page }) => page.data);
      for (const [n, text] of texts.entries()) {
        const { text: shown, reply_text: reply, html, reply_html: replyHtml, defects } = all[4 - n]!;
        expect([n, shown.trimEnd() === text, reply.trimEnd() === text]).toEqual([n, true, true]);
        expect(html.length).toBeGreaterThan(text.length);
        expect([replyHtml === html, defects]).toEqual([true, undefined]);
      }
      const ids = all.map(({ id }) => id);
      expect(subjects(await pagesOf(t, `/messages?ids=${ids.join(",")}`))).toEqual(newest);
      const { thread_id: thread } = all[2]!;
      expect(subjects(await pagesOf(t, `/messages?thread_id=${thread}`))).toEqual(["mail 2"]);
      const one = await t.api.must<Message>(200, t.api.get(`/messages/${ids[2]}`));
      expect(one).toEqual(all[2]!);
      expect(subjects(await pagesOf(t, `/messages/search?identity_id=${mine.id}&is_read=false`))).toEqual(
        newest,
      );
      // The index has large mails a little after they have left its queue.
      const search = () => pagesOf(t, `/messages/search?q=ledger&identity_id=${mine.id}`);
      await eventually(async () => subjects(await search()).length === newest.length);
      const found = await search();
      expect(subjects(found).toSorted()).toEqual(newest.toSorted());
      expect(found.length).toBeGreaterThan(2);
      expect(found.every(({ page }) => page.data.every(({ snippet }) => snippet !== undefined))).toBe(true);
      const waited = await t.api.must<PageOf<Message>["data"]>(
        200,
        t.api.post("/messages/wait", { identity_id: mine.id, wait: 1 }),
      );
      expect(waited).toHaveLength(2);
    });

    test("a summary has all fields, cut, in one page, and says so", async () => {
      const mine = await t.address();
      for (const [n, length] of [large, 5000, 20].entries())
        await t.mail({
          from: "ann@one.example",
          to: mine.email,
          subject: `mail ${n}`,
          text: textOf(n, length),
        });
      const [whole] = await pagesOf(t, `/messages?identity_id=${mine.id}&is_read=false&limit=1`);
      for (const list of [
        `/messages?identity_id=${mine.id}&is_read=false`,
        `/messages/search?identity_id=${mine.id}&is_read=false`,
      ]) {
        const pages = await pagesOf(t, `${list}&view=summary`);
        expect(pages).toHaveLength(1);
        const [small, middle, big] = pages[0]!.page.data;
        expect([small!.text, small!.html, small!.defects]).toEqual([
          whole!.page.data[0]!.text,
          "",
          ["cut for a summary"],
        ]);
        expect([middle!.text.length, middle!.reply_text.length]).toEqual([1000, 1000]);
        expect(big!.text.length).toBeLessThanOrEqual(1000);
        expect(big!.text).toStartWith("0 ledger 0");
        for (const message of [small, middle, big]) {
          const { snippet: _, ...fields } = message!;
          expect(Object.keys(fields).toSorted()).toEqual(
            [...Object.keys(whole!.page.data[0]!), "defects"].toSorted(),
          );
          expect([fields.html, fields.reply_html, fields.quoted_html]).toEqual(["", "", null]);
        }
      }
      const one = await t.api.must<Message>(
        200,
        t.api.get(`/messages/${whole!.page.data[0]!.id}?view=summary`),
      );
      expect(one.defects).toEqual(["cut for a summary"]);
    });

    test("a page of many mails, each of them small, has 4 MB at most", async () => {
      const mine = await t.address();
      // Signs that the HTML escapes: an answer has ten times the bytes of the mail.
      const text = `${"<".repeat(70)}\n`.repeat(2000);
      for (let n = 0; n < 8; n++)
        await t.mail({ from: "ann@one.example", to: mine.email, subject: `mail ${n}`, text });
      const pages = await pagesOf(t, `/messages?identity_id=${mine.id}&is_read=false`);
      expect(subjects(pages)).toEqual(Array.from({ length: 8 }, (_, n) => `mail ${7 - n}`));
      expect(pages.length).toBeGreaterThan(1);
      for (const { bytes } of pages) expect(bytes).toBeLessThan(maxAnsweredBytes + 2000);
    });

    test("many that ask at once are all answered, whole", async () => {
      const mine = await t.address();
      const text = textOf(1, large);
      await t.mail({ from: "ann@one.example", to: mine.email, subject: "large", text });
      const asked = Array.from({ length: 12 }, () =>
        t.api.get<PageOf<Message>>(`/messages?identity_id=${mine.id}&is_read=false`),
      );
      for (const { status, json } of await Promise.all(asked))
        expect([status, json.data[0]!.text.trimEnd() === text]).toEqual([200, true]);
    });

    test("a cursor behind a message that shares its time goes on behind it", async () => {
      const mine = await t.address();
      for (let n = 0; n < 3; n++)
        await t.mail({ from: "ann@one.example", to: mine.email, subject: `mail ${n}`, text: "x" });
      const { database } = t.app.core;
      const scope = { accountId: t.accountId, identityIds: [mine.id] };
      const listed = await filteredMessages(database, scope, { filter: {}, cursor: null, count: 10 });
      const ids = listed.map(({ id }) => id);
      for (const [index, { id, createdAt: time }] of listed.entries()) {
        const cursor = { time, id };
        const behind = await filteredMessages(database, scope, { filter: {}, cursor, count: 10 });
        expect(behind.map((one) => one.id)).toEqual(ids.slice(index + 1));
        const before = { time, id: "00000000-0000-0000-0000-000000000000" };
        const none = await filteredMessages(database, scope, { filter: {}, cursor: before, count: 10 });
        expect(none.map((one) => one.id)).toEqual(ids.slice(index + 1));
      }
      const { thread_id: threadId } = (await t.api.must<Message>(200, t.api.get(`/messages/${ids[0]}`)))!;
      const cursor = { time: listed[0]!.createdAt, id: ids[0]! };
      expect(await listMessages(database, scope, { threadId, filter: {}, cursor, count: 10 })).toEqual([]);
    });
  },
  { checkOnce: true },
);

describe("pages of messages that share a time", () => {
  const time = "2026-01-02T03:04:05.678901Z";
  const rows = Array.from(
    { length: 5 },
    (_, n): ListedMessage => ({
      id: `019aa000-0000-7000-8000-00000000000${9 - n}`,
      createdAt: n === 4 ? "2026-01-02T03:04:05.678900Z" : time,
      size: mostRead,
    }),
  );
  const fetch = async (cursor: ListStart | null, count: number) => {
    const behind = rows.filter(
      ({ createdAt, id }) =>
        cursor === null ||
        createdAt < cursor.time ||
        (cursor.id !== null && createdAt === cursor.time && id < cursor.id),
    );
    const last = behind[count - 1]?.createdAt ?? "";
    return behind.filter(({ createdAt }, index) => index < count || createdAt === last);
  };

  test("are read one after the other, none twice and none left out", async () => {
    const seen: string[] = [];
    for (let cursor: string | undefined; ; ) {
      const page = await listedPage({ limit: 2, ...(cursor === undefined ? {} : { cursor }) }, { fetch });
      const { listed } = chosen(page.data as PageMessage[], "full");
      expect(listed).toHaveLength(1);
      seen.push(listed[0]!.id);
      cursor = listed[0]!.cursor;
      expect(cursor).toMatch(/^2026-01-02T03:04:05\.\d+Z$/);
      if (listed.length === page.data.length && !page.has_more) break;
    }
    expect(seen).toEqual(rows.map(({ id }) => id));
  });

  test("go on where no message behind them is found in the rows of one look", async () => {
    const found = new Set([0, 1, 2, 9, 20]);
    const all = Array.from({ length: 21 }, (_, n) => ({
      id: `019aa000-0000-7000-8000-0000000000${99 - n}`,
      createdAt: `2026-01-02T03:04:05.67${String(9000 - (n < 3 ? 0 : n))}Z`,
      size: 1,
    }));
    const behind = (cursor: ListStart | null) =>
      all.filter(({ createdAt }) => cursor === null || createdAt < cursor.time).slice(0, 4);
    const source = {
      fetch: async (cursor: ListStart | null) => behind(cursor).filter((row) => found.has(all.indexOf(row))),
      end: async (cursor: ListStart | null) => behind(cursor)[3]?.createdAt ?? null,
    };
    const seen: string[] = [];
    for (let cursor: string | undefined; ; ) {
      const page = await listedPage({ limit: 1, ...(cursor === undefined ? {} : { cursor }) }, source);
      seen.push(...page.data.map(({ id }) => id));
      if (page.next_cursor === null) break;
      cursor = page.next_cursor;
    }
    expect(seen).toEqual(all.flatMap(({ id }, n) => (found.has(n) ? [id] : [])));
  });
});
