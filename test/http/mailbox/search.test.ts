// Search: DECISIONS Threads, messages, folders, labels.
// Long: one server and its mail for all that a search by words promises.
import { expect, test } from "bun:test";
import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Auth } from "../../../src/http/context.ts";
import { type SearchBounds, type SearchResult, searchPage } from "../../../src/http/message-search.ts";
import { encodeCursor } from "../../../src/lib/cursor.ts";
import { firstIdAt } from "../../../src/lib/ids.ts";
import { parseSearch } from "../../../src/mail/search/parse-search.ts";
import { searchDocument } from "../../../src/mail/search/search-words.ts";
import { wordsQuery } from "../../../src/mail/search/text-query.ts";
import { binaryArray } from "../../../src/store/database/database.ts";
import { newestBefore } from "../../../src/store/mailbox/search-start.ts";
import type { PageOf, Refusal } from "../../support/app/api.ts";
import { eachApp, eventually } from "../../support/app/app.ts";
import { runOnStore } from "../../support/app/commands.ts";
import { restrictedKey } from "../../support/app/keys.ts";
import { seeded } from "../../support/app/random.ts";
import { saysNothing } from "../../support/app/refusals.ts";

interface Message {
  id: string;
  thread_id: string;
  subject: string | null;
  snippet?: string;
}

eachApp("search", (t) => {
  const search = async (query: Record<string, string | number>, api = t.api) => {
    const params = new URLSearchParams(
      Object.entries(query).map(([key, value]): [string, string] => [key, String(value)]),
    );
    return (await api.get<PageOf<Message>>(`/messages/search?${params}`)).json;
  };
  const subjects = async (query: Record<string, string | number>, api = t.api) =>
    (await search(query, api)).data.map(({ subject }) => subject);
  /** Everything that was queued is indexed. */
  const indexed = () =>
    eventually(async () => {
      const [[count]] = (await t.app.core.database.values("select count(*)::int from search_queue")) as [
        [number],
      ];
      return count === 0;
    });
  const address = (id: string) => t.api.must<{ email: string }>(200, t.api.get(`/identities/${id}`));
  const mailbox = async () => {
    const mine = await t.address();
    const mails = [
      { from: '"Ann Lee" <ann@example.org>', subject: "Invoice for March", text: "please pay the bill" },
      { from: "bob@other.example", subject: "Lunch", text: "the invoice can wait; see you at noon" },
      { from: "carl@example.org", subject: "Größe und Maß", text: "naïve café, 東京" },
    ];
    for (const mail of mails) await t.mail({ to: mine.email, ...mail });
    await indexed();
    return mine;
  };

  test("finds words of subject, text, names and addresses, the best first", async () => {
    const { id, email } = await mailbox();
    expect(await subjects({ q: "invoice", identity_id: id })).toEqual(["Invoice for March", "Lunch"]);
    expect(await subjects({ q: "INVOICE -lunch", identity_id: id })).toEqual(["Invoice for March"]);
    expect(await subjects({ q: '"see you"', identity_id: id })).toEqual(["Lunch"]);
    expect(await subjects({ q: "lee", identity_id: id })).toEqual(["Invoice for March"]);
    expect(await subjects({ q: "bob@other.example", identity_id: id })).toEqual(["Lunch"]);
    expect(await subjects({ q: "carl", identity_id: id })).toEqual(["Größe und Maß"]);
    expect(await subjects({ q: "größe", identity_id: id })).toEqual(["Größe und Maß"]);
    expect(await subjects({ q: "東京", identity_id: id })).toEqual(["Größe und Maß"]);
    expect(await subjects({ q: "nothing", identity_id: id })).toEqual([]);
    for (const q of ["!!!", '"', "() & | !", "-"]) expect(await subjects({ q, identity_id: id })).toEqual([]);
    expect((await search({ q: email, identity_id: id })).data).toHaveLength(3);
  });

  // DECISIONS Threads, messages, folders, labels: A word is found within longer words, whatever its accents
  test("finds parts of words, other accents, ideographs and domains, after what matches as a word", async () => {
    const { id } = await mailbox();
    const inBox = (q: string) => subjects({ q, identity_id: id });
    for (const [q, wanted] of [
      ["nvoic", ["Lunch", "Invoice for March"]],
      ["voice march", ["Invoice for March"]],
      ["grosse", ["Größe und Maß"]],
      ["cafe", ["Größe und Maß"]],
      ["NAIVE", ["Größe und Maß"]],
      ["東", ["Größe und Maß"]],
      ["京", ["Größe und Maß"]],
      ["example.org", ["Größe und Maß", "Invoice for March"]],
      ["@other.exam", ["Lunch"]],
      ["nvoic -lunch", ["Invoice for March"]],
      ["unch or größ", ["Größe und Maß", "Lunch"]],
      ['"lease pay the"', ["Invoice for March"]],
      ["nvoices", []],
      ["大", []],
    ] as const)
      expect([q, await inBox(q)]).toEqual([q, [...wanted]]);
    await t.mail({
      from: "dan@example.net",
      to: (await address(id)).email,
      subject: "Newest",
      text: "invoices",
    });
    await indexed();
    expect(await inBox("invoice")).toEqual(["Invoice for March", "Lunch", "Newest"]);
  });

  test("whatever a text holds is a word of its document, and its words in their order a phrase", async () => {
    const roll = seeded(20261122);
    const pieces = [
      "Größe",
      "ann@example.org",
      "it's",
      "1.50 €",
      "東京",
      "हिन्दी",
      "\\",
      "a:1",
      "'",
      "\0",
      "I\u0307",
      "ΟΔΟΣ",
      "\u00a0",
    ];
    pieces.push(
      "https://example.org/a_b?c=1&d",
      "x".repeat(3000),
      "語".repeat(680),
      "\ud83d",
      "😀",
      "<b>",
      "-",
      "or",
    );
    const pairs = Array.from({ length: 60 }, () => {
      const words = Array.from({ length: 1 + roll(8) }, () => pieces[roll(pieces.length)]!);
      const text = `${words.join(" ")} end`;
      const from = roll(words.length);
      return [
        searchDocument([{ text, weight: "D" }]),
        wordsQuery(parseSearch(`"${words.slice(from).join(" ")} end"`)),
      ] as const;
    });
    const rows = await t.app.core.database.values(
      "select document, query from unnest($1::tsvector[], $2::text[]) as p(document, query) where not document @@ query::tsquery",
      [
        binaryArray(
          "tsvector",
          pairs.map(([document]) => document),
        ),
        pairs.map(([, query]) => query!),
      ],
    );
    expect(rows).toEqual([]);
  });

  test("what only HTML source or headers hold is not found, and what is quoted is", async () => {
    const mine = await t.address();
    await t.mail({
      from: "ann@example.org",
      to: mine.email,
      subject: "Styled",
      html: '<p style="color:fuchsia">in<b>divi</b>sible</p>',
      headers: { "X-Campaign": "hippopotamus" },
    });
    await t.mail({
      from: "ann@example.org",
      to: mine.email,
      subject: "Re: Answer",
      text: "Yes, gladly.\n\nOn Monday, Bob wrote:\n> Would you like rhubarb?\n",
    });
    await indexed();
    for (const [q, wanted] of [
      ["fuchsia", []],
      ["uchsi", []],
      ["popotam", []],
      ["hubar", ["Re: Answer"]],
      ["indivis", ["Styled"]],
      ["glad", ["Re: Answer"]],
    ] as const)
      expect([q, await subjects({ q, identity_id: mine.id })]).toEqual([q, [...wanted]]);
  });

  // DECISIONS Threads, messages, folders, labels: Search results have a snippet
  test("a result shows the text around what was found", async () => {
    const mine = await t.address();
    const filler = Array.from({ length: 60 }, (_, n) => `filler${n}`).join(" ");
    await t.mail({
      from: "ann@example.org",
      to: mine.email,
      subject: "Snippet",
      html: `<p>${filler} the <b>crème</b> brûlée &lt;tart&gt; ${filler}</p>`,
    });
    await indexed();
    const snippetOf = async (query: Record<string, string>) => (await search(query)).data[0]!.snippet!;
    const around = await snippetOf({ q: "reme brulee", identity_id: mine.id });
    expect(around).toMatch(/^…filler\d+ .* the crème brûlée <tart> filler0 .* filler\d+…$/);
    for (const query of [{ q: "snippet" }, { from: "example.org" }] as Record<string, string>[]) {
      const begins = await snippetOf({ ...query, identity_id: mine.id });
      expect(begins).toMatch(/^filler0 filler1 .* filler\d+…$/);
      expect(begins.length).toBeLessThanOrEqual(200);
    }
    const [listed] = (await t.api.get<PageOf<Message>>(`/messages?identity_id=${mine.id}&is_read=false`)).json
      .data;
    expect(listed).not.toHaveProperty("snippet");
  });

  test("filters by sender, recipient, time, files and label", async () => {
    const { id, email } = await mailbox();
    await t.mail({
      from: "ann@example.org",
      to: email,
      subject: "Files",
      text: "invoice",
      attachments: [{ filename: "a", content: "a" }],
    });
    await indexed();
    const all = (await search({ q: "invoice", identity_id: id })).data;
    expect(all).toHaveLength(3);
    expect(await subjects({ q: "invoice", identity_id: id, from: "BOB@other.example" })).toEqual(["Lunch"]);
    expect(await subjects({ q: "invoice", identity_id: id, from: "other.example" })).toEqual(["Lunch"]);
    expect(await subjects({ q: "invoice", identity_id: id, to: email.toUpperCase() })).toHaveLength(3);
    expect(await subjects({ q: "invoice", identity_id: id, to: "x@example.org" })).toEqual([]);
    expect(await subjects({ q: "invoice", identity_id: id, has_attachments: "true" })).toEqual(["Files"]);
    expect(await subjects({ q: "invoice", identity_id: id, has_attachments: "false" })).toHaveLength(2);
    const past = new Date(Date.now() - 3_600_000).toISOString();
    expect(await subjects({ q: "invoice", identity_id: id, after: past })).toHaveLength(3);
    expect(await subjects({ q: "invoice", identity_id: id, before: past })).toEqual([]);
    const label = await t.api.must<{ id: string }>(
      201,
      t.api.post("/labels", { identity_id: id, name: "due" }),
    );
    const lunch = (await search({ q: "lunch", identity_id: id })).data[0]!;
    await t.api.call("PUT", `/threads/${lunch.thread_id}/labels/${label.id}`);
    expect(await subjects({ q: "invoice", label_id: label.id })).toEqual(["Lunch"]);
    // A part of a word, which its words do not answer, and conditions beside it.
    expect(await subjects({ q: "nvoic", label_id: label.id })).toEqual(["Lunch"]);
    expect(await subjects({ q: "nvoic label:due", identity_id: id })).toEqual(["Lunch"]);
    expect(await subjects({ q: "nvoic -label:due", identity_id: id })).toHaveLength(2);
    expect(await subjects({ q: "nvoic label:due or march", identity_id: id })).toHaveLength(2);
    expect(await subjects({ q: "invoice label:due", label_id: label.id, is_read: "true" })).toEqual([]);
    expect(await subjects({ q: "invoice", label_id: label.id, from: "ann@example.org" })).toEqual([]);
    expect(await subjects({ q: "nvoic", identity_id: id, from: "bob@other.example" })).toEqual(["Lunch"]);
    expect(await subjects({ q: "nvoic", identity_id: id, from: "nobody@other.example" })).toEqual([]);
    for (const query of ["", "?q=", "?q=x&after=lately", "?q=x&sender=a", "?q=x&has_attachments=maybe"]) {
      const answer = await t.api.get<Refusal>(`/messages/search${query}`);
      expect([query, answer.status, answer.json.error.code]).toEqual([query, 400, "validation_error"]);
    }
  });

  test("pages lose and repeat nothing while mail comes in", async () => {
    const mine = await t.address();
    for (let n = 0; n < 7; n++)
      await t.mail({
        from: "ann@example.org",
        to: mine.email,
        subject: `m${n}`,
        text: "needle ".repeat((n % 3) + 1),
      });
    await indexed();
    const whole = await subjects({ q: "needle", identity_id: mine.id });
    expect(whole).toHaveLength(7);
    const paged: (string | null)[] = [];
    let cursor: string | null = null;
    do {
      const page: PageOf<Message> = await search({
        q: "needle",
        identity_id: mine.id,
        limit: 2,
        ...(cursor ? { cursor } : {}),
      });
      paged.push(...page.data.map(({ subject }) => subject));
      cursor = page.next_cursor;
      await t.mail({ from: "ann@example.org", to: mine.email, subject: "other", text: "hay" });
      await indexed();
    } while (cursor !== null);
    expect(paged).toEqual(whole);
    const bad = await t.api.get<Refusal>("/messages/search?q=x&cursor=abc");
    expect([bad.status, bad.json.error.code]).toEqual([400, "invalid_cursor"]);
  });

  // DECISIONS Threads, messages, folders, labels: Search ranks the newest 1,000 matches, then the next
  test("every window is ranked by itself, and a page that runs out of time says where to go on", async () => {
    const mine = await t.address();
    const texts = ["needle", "needles", "needle needle", "threadneedle", "needle", "hay", "needlework"];
    for (const text of texts) await t.mail({ from: "ann@example.org", to: mine.email, subject: text, text });
    await indexed();
    const { database, clock } = t.app.core;
    const alternatives = parseSearch("needle").map((one) => ({ ...one, fields: [], stored: [] }));
    const pagesOf = async (limit: number, bounds: SearchBounds) => {
      const pages: (string | null)[][] = [];
      for (let cursor: string | undefined, more = true; more; ) {
        const page: PageOf<SearchResult> = await searchPage(
          { database, clock },
          { accountId: t.accountId, identityIds: null } as Auth,
          { alternatives, filter: { identityId: mine.id }, request: { limit, cursor }, bounds },
        );
        pages.push(page.data.map(({ row }) => row.subject));
        more = page.has_more;
        cursor = page.next_cursor ?? undefined;
        expect(more).toBe(cursor !== undefined);
      }
      return pages;
    };
    const inWindows = ["needle", "needlework", "threadneedle", "needle needle", "needle", "needles"];
    expect(await pagesOf(10, { windowSize: 3, longestMs: 60_000 })).toEqual([inWindows]);
    expect(await pagesOf(3, { windowSize: 3, longestMs: 60_000 })).toEqual([
      inWindows.slice(0, 3),
      inWindows.slice(3),
    ]);
    expect((await pagesOf(2, { windowSize: 4, longestMs: 60_000 })).flat()).toHaveLength(6);
    const hurried = await pagesOf(10, { windowSize: 3, longestMs: -1 });
    expect(hurried.flat()).toEqual(inWindows);
    expect(hurried.length).toBeGreaterThan(1);
  });

  test("of equal ones the newest comes first, in whichever order an import brought them", async () => {
    const mine = await t.address();
    const file = join(mkdtempSync(join(tmpdir(), "search-")), "mails.jsonl");
    const mails = [3, 5, 1, 4, 2].map((day) => ({
      folder: "INBOX",
      internal_date: `2026-01-0${day}T00:00:00Z`,
      flags: [],
      labels: [],
      raw_base64: btoa(`From: ada@x.example\r\nSubject: ${day}\r\n\r\none lantern\r\n`),
    }));
    const head = { postroom_export: 1, address: mine.email, exported_at: "2026-02-01T00:00:00Z", labels: [] };
    writeFileSync(file, [head, ...mails].map((line) => JSON.stringify(line)).join("\n"));
    await runOnStore(t.app.core, ["import", mine.email, file]);
    await indexed();
    expect(await subjects({ q: "lanterns", identity_id: mine.id })).toEqual(["5", "4", "3", "2", "1"]);
    const paged: (string | null)[] = [];
    let cursor: string | null = null;
    do {
      const page: PageOf<Message> = await search({
        q: "lanterns",
        identity_id: mine.id,
        limit: 2,
        ...(cursor === null ? {} : { cursor }),
      });
      paged.push(...page.data.map(({ subject }) => subject));
      cursor = page.has_more ? page.next_cursor : null;
    } while (cursor !== null);
    expect(paged).toEqual(["5", "4", "3", "2", "1"]);
    // A cursor of an earlier version has no time.
    const asked = { q: "lanterns", identity_id: mine.id, limit: 2 };
    const first: PageOf<Message> = await search(asked);
    const untimed = (JSON.parse(atob(first.next_cursor!)) as string[]).slice(0, 4);
    const next: PageOf<Message> = await search({ ...asked, cursor: encodeCursor(untimed) });
    expect(next.data.map(({ subject }) => subject)).toEqual(["3", "2"]);
  });

  // DECISIONS Threads, messages, folders, labels: older mail is looked for from its own time on
  test("a search before a time begins there, and finds what an import brought later", async () => {
    const mine = await t.address();
    for (const n of [1, 2])
      await t.mail({ from: "ada@x.example", to: mine.email, subject: `new ${n}`, text: "one sextant" });
    const begun = (before: string) =>
      newestBefore(
        t.app.core.database,
        { accountId: t.accountId, identityIds: [mine.id] },
        { before, identityId: undefined },
      );
    await indexed();
    const received: { id: string }[] = (await search({ q: "sextant", identity_id: mine.id })).data;
    expect(received).toHaveLength(2);
    for (const { id } of received) expect((await begun("2026-01-04T00:00:00.000000Z")) < id).toBe(true);
    const file = join(mkdtempSync(join(tmpdir(), "search-")), "mails.jsonl");
    const mails = [1, 5, 3].map((day) => ({
      folder: "INBOX",
      internal_date: `2026-01-0${day}T00:00:00Z`,
      flags: [],
      labels: [],
      raw_base64: btoa(`From: ada@x.example\r\nSubject: ${day}\r\n\r\none sextant\r\n`),
    }));
    const head = { postroom_export: 1, address: mine.email, exported_at: "2026-02-01T00:00:00Z", labels: [] };
    writeFileSync(file, [head, ...mails].map((line) => JSON.stringify(line)).join("\n"));
    await runOnStore(t.app.core, ["import", mine.email, file]);
    await indexed();
    const before = "2026-01-04T00:00:00.000000Z";
    expect(await subjects({ q: "sextant before:2026-01-04", identity_id: mine.id })).toEqual(["3", "1"]);
    expect(await subjects({ q: "sextant", before, identity_id: mine.id })).toEqual(["3", "1"]);
    expect(await subjects({ q: "sextant before:tomorrow", identity_id: mine.id })).toHaveLength(5);
    expect(await subjects({ q: "sextant -before:2026-01-04", identity_id: mine.id })).toHaveLength(3);
    expect(await subjects({ q: "sextant before:2026-01-04 or nothing", identity_id: mine.id })).toEqual([
      "3",
      "1",
    ]);
    const old: { id: string }[] = (await search({ q: "sextant", before, identity_id: mine.id })).data;
    expect(await begun(before)).toBe(
      old
        .map(({ id }) => id)
        .sort()
        .at(-1)!,
    );
    expect(await begun("2025-01-01T00:00:00.000000Z")).toBe(
      firstIdAt(Date.parse("2025-01-01T00:01:00.001Z")),
    );
  });

  test("of threads, too: old mail that an import brings comes after newer mail", async () => {
    const mine = await t.address();
    await t.mail({ from: "ada@x.example", to: mine.email, subject: "new", text: "one gondola" });
    const file = join(mkdtempSync(join(tmpdir(), "search-")), "mails.jsonl");
    const mails = [2, 1].map((day) => ({
      folder: "INBOX",
      internal_date: `2026-01-0${day}T00:00:00Z`,
      flags: [],
      labels: [],
      raw_base64: btoa(`From: ada@x.example\r\nSubject: ${day}\r\n\r\none gondola\r\n`),
    }));
    const head = { postroom_export: 1, address: mine.email, exported_at: "2026-02-01T00:00:00Z", labels: [] };
    writeFileSync(file, [head, ...mails].map((line) => JSON.stringify(line)).join("\n"));
    await runOnStore(t.app.core, ["import", mine.email, file]);
    await indexed();
    const found: (string | null)[] = [];
    let cursor: string | null = null;
    do {
      const query = new URLSearchParams({
        q: "gondola",
        identity_id: mine.id,
        limit: "1",
        ...(cursor === null ? {} : { cursor }),
      });
      const page = (await t.api.get<PageOf<{ subject: string | null }>>(`/threads?${query}`)).json;
      found.push(...page.data.map(({ subject }) => subject));
      cursor = page.has_more ? page.next_cursor : null;
    } while (cursor !== null);
    expect(found).toEqual(["new", "2", "1"]);
  });

  test("a cursor whose ids somebody made up is answered", async () => {
    for (const id of ["ffffffff-ffff-7fff-bfff-ffffffffffff", "00000000-0000-4000-8000-000000000000"]) {
      const cursor = encodeCursor(["0.5", id, "", ""]);
      const page: PageOf<Message> = await search({ q: "lanterns", cursor });
      expect([id, page.has_more]).toEqual([id, false]);
    }
  });

  // A process of version 0.2.0 refuses cursors of other than four parts: during a rolling upgrade it answers the next page.
  test("a cursor has the parts that every version reads, and goes on where its message is gone", async () => {
    const mine = await t.address();
    for (const subject of ["1", "2", "3", "4"])
      await t.mail({ from: "ann@remote.example", to: mine.email, subject, text: "Copper kettles." });
    await indexed();
    const asked = { q: "kettles", identity_id: mine.id, limit: 2 };
    const first: PageOf<Message> = await search(asked);
    expect(first.data.map(({ subject }) => subject)).toEqual(["4", "3"]);
    expect(JSON.parse(atob(first.next_cursor!))).toEqual([
      expect.stringMatching(/^\d/),
      first.data[1]!.id,
      first.data[0]!.id,
      "",
    ]);
    const next = async () => {
      const page: PageOf<Message> = await search({ ...asked, cursor: first.next_cursor! });
      return page.data.map(({ subject }) => subject);
    };
    expect(await next()).toEqual(["2", "1"]);
    // To the trash, then out of it.
    for (let times = 0; times < 2; times++)
      await t.api.must(200, t.api.delete(`/messages/${first.data[1]!.id}`));
    expect(await next()).toEqual(["2", "1"]);
  });

  test("finds what is sent, and not drafts or what is deleted", async () => {
    const mine = await t.address();
    const draft = await t.api.must<{ id: string }>(
      201,
      t.api.post("/drafts", { identity_id: mine.id, to: ["ann@example.org"], text: "zebra" }),
    );
    await indexed();
    expect(await search({ q: "zebra", identity_id: mine.id })).toMatchObject({ data: [] });
    await t.api.must(202, t.api.post(`/drafts/${draft.id}/send`));
    await indexed();
    expect((await search({ q: "zebra", identity_id: mine.id })).data.map(({ id }) => id)).toEqual([draft.id]);
    await t.api.must(200, t.api.delete(`/messages/${draft.id}`));
    await t.api.must(200, t.api.delete(`/messages/${draft.id}`));
    expect((await search({ q: "zebra", identity_id: mine.id })).data).toEqual([]);
  });

  test("a key finds what it reaches, and nothing of others", async () => {
    const mine = await mailbox();
    const other = await mailbox();
    const limited = await restrictedKey(t.api, [mine.id]);
    expect(await subjects({ q: "lunch" }, limited)).toEqual(["Lunch"]);
    const foreign = (await t.otherAccount()).api;
    expect(await subjects({ q: "lunch" }, foreign)).toEqual([]);
    const missing = await t.api.get("/messages/019a2f4e-8b1c-7def-8a90-1234567890ab");
    for (const api of [limited, foreign]) {
      const answer = await api.get(`/messages/search?q=lunch&identity_id=${other.id}`);
      expect([answer.status, saysNothing(answer.text)]).toEqual([404, saysNothing(missing.text)]);
    }
  });
});
