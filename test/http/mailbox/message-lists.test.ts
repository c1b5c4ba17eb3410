// Filters of lists, the batch, deleted threads and unread counts: DECISIONS Threads, messages, folders, labels.
import { expect, test } from "bun:test";
import { newId } from "../../../src/lib/ids.ts";
import type { PageOf, Refusal } from "../../support/app/api.ts";
import { eachApp } from "../../support/app/app.ts";
import { restrictedKey } from "../../support/app/keys.ts";
import { saysNothing } from "../../support/app/refusals.ts";

interface Row {
  id: string;
  thread_id: string;
  message_id: string;
  subject: string | null;
  is_read: boolean;
  created_at: string;
  identity_id: string;
  unread: number;
  total: number;
  message_count: number;
}

eachApp("lists of messages", (t) => {
  const rows = async (path: string, query: Record<string, string | number> = {}, api = t.api) => {
    const params = new URLSearchParams(
      Object.entries(query).map(([key, value]): [string, string] => [key, String(value)]),
    );
    const got = await api.get<PageOf<Row>>(`${path}?${params}`);
    expect([path, query, got.status]).toEqual([path, query, 200]);
    return got.json.data;
  };
  const subjects = async (path: string, query: Record<string, string | number>, api = t.api) =>
    (await rows(path, query, api)).map(({ subject }) => subject);
  const label = (identity_id: string) =>
    t.api.must<Row>(201, t.api.post("/labels", { identity_id, name: `n${newId()}` }));
  const mailbox = async () => {
    const mine = await t.address();
    const file = [{ filename: "a.txt", content: "a" }];
    await t.mail({ from: "ann@one.example", to: mine.email, subject: "first", text: "1" });
    await t.mail({
      from: "bob@two.example",
      to: mine.email,
      subject: "second",
      text: "2",
      attachments: file,
    });
    await t.mail({ from: "Ann@One.example", to: mine.email, subject: "third", text: "3" });
    const all = await rows("/messages", { identity_id: mine.id, is_read: "false" });
    return { mine, all };
  };

  // DECISIONS Threads, messages, folders, labels: Lists take is_read, from, after, before, has_attachments and label_id
  test("messages of all threads, threads and folders are narrowed alike", async () => {
    const { mine, all } = await mailbox();
    const { id } = mine;
    expect(all.map(({ subject }) => subject)).toEqual(["third", "second", "first"]);
    const [third, second] = all;
    const due = await label(id);
    await t.api.must(200, t.api.patch(`/messages/${third!.id}`, { is_read: true }));
    await t.api.call("PUT", `/threads/${second!.thread_id}/labels/${due.id}`);
    const expected: [Record<string, string>, string[]][] = [
      [{ is_read: "false" }, ["second", "first"]],
      [{ is_read: "true" }, ["third"]],
      [{ from: "ANN@one.example" }, ["third", "first"]],
      [{ from: "two.example" }, ["second"]],
      [{ from: "ann" }, []],
      [{ has_attachments: "true" }, ["second"]],
      [{ has_attachments: "false", is_read: "false" }, ["first"]],
      [{ label_id: due.id }, ["second"]],
      [{ label_id: due.id, is_read: "true" }, []],
    ];
    for (const [query, names] of expected)
      for (const path of ["/messages", "/threads", "/mailboxes/inbox", "/messages/search"])
        expect([path, query, await subjects(path, { identity_id: id, ...query })]).toEqual([
          path,
          query,
          names,
        ]);
    const at = second!.created_at;
    for (const path of ["/messages", "/threads", "/messages/search"]) {
      expect(await subjects(path, { identity_id: id, after: at })).toEqual(["third", "second"]);
      expect(await subjects(path, { identity_id: id, before: at })).toEqual(["first"]);
    }
    const later = new Date(Date.now() + 3_600_000).toISOString();
    expect(await subjects("/mailboxes/inbox", { identity_id: id, before: later })).toHaveLength(3);
    expect(await subjects("/mailboxes/inbox", { identity_id: id, after: later })).toEqual([]);
    const inThread = { thread_id: third!.thread_id, is_read: "false" };
    expect(await subjects("/messages", inThread)).toEqual([]);
    expect(await subjects("/messages", { ...inThread, is_read: "true" })).toEqual(["third"]);
  });

  test("a list without thread or filter is refused; a filter's stranger is not there", async () => {
    const { mine } = await mailbox();
    for (const path of ["/messages", "/messages?limit=3", "/messages?order=asc"]) {
      const got = await t.api.get<Refusal>(path);
      expect([path, got.status, got.json.error.code]).toEqual([path, 400, "validation_error"]);
      expect(got.json.error.message).toContain("thread_id");
    }
    expect(await rows("/messages", { identity_id: mine.id })).not.toEqual([]);
    const foreign = await t.otherAccount();
    expect(await rows("/messages", { from: "one.example" }, foreign.api)).toEqual([]);
    expect((await foreign.api.get(`/messages?is_read=false&identity_id=${mine.id}`)).status).toBe(404);
    const other = await t.address();
    const key = await restrictedKey(t.api, [other.id]);
    expect(await rows("/messages", { from: "one.example" }, key)).toEqual([]);
    const both = await restrictedKey(t.api, [other.id, mine.id]);
    expect(await subjects("/messages", { from: "one.example" }, both)).toEqual(["third", "first"]);
  });

  test("pages lose and repeat nothing", async () => {
    const { mine } = await mailbox();
    const seen: (string | null)[] = [];
    for (let cursor: string | null = ""; cursor !== null; ) {
      const query: string = `identity_id=${mine.id}&is_read=false&limit=1${cursor && `&cursor=${cursor}`}`;
      const page = (await t.api.get<PageOf<Row>>(`/messages?${query}`)).json;
      seen.push(...page.data.map(({ subject }) => subject));
      cursor = page.next_cursor;
    }
    expect(seen).toEqual(["third", "second", "first"]);
  });

  test("one call marks, labels and moves messages of several addresses", async () => {
    const [one, two] = [await mailbox(), await mailbox()];
    const ids = [...one.all, ...two.all].map(({ id }) => id);
    const patch = (body: object, api = t.api) =>
      api.call<{ data: Row & { count: number } }>("PATCH", "/messages", body);
    const marked = await patch({ ids: [...ids, ids[0]], is_read: true });
    expect([marked.status, marked.json.data as object]).toEqual([200, { ids, count: 6 }]);
    expect(await rows("/mailboxes/unread-counts", { identity_id: one.mine.id })).toEqual([
      { identity_id: one.mine.id, unread: 0, total: 3 } as Row,
    ]);
    const due = await label(one.mine.id);
    const own = one.all.map(({ id }) => id);
    expect((await patch({ ids: own, add_label_ids: [due.id] })).status).toBe(200);
    expect(await subjects("/threads", { label_id: due.id })).toHaveLength(3);
    expect((await patch({ ids: own.slice(0, 1), remove_label_ids: [due.id] })).status).toBe(200);
    expect(await subjects("/threads", { label_id: due.id })).toEqual(["second", "first"]);
    expect((await patch({ ids, folder: "archive", is_read: false })).status).toBe(200);
    expect(await subjects("/mailboxes/archive", { identity_id: two.mine.id, is_read: "false" })).toHaveLength(
      3,
    );
    expect((await patch({ ids, add_label_ids: [due.id] })).status).toBe(400);
  });

  // DECISIONS Threads, messages, folders, labels: GET /messages?ids= reads up to 100 messages
  test("messages are read by their ids, in that order", async () => {
    const { id, email } = await t.address();
    for (const subject of ["one", "two", "three"])
      await t.mail({ from: "ann@example.org", to: email, subject, text: subject });
    const read = (ids: readonly string[], rest = "") =>
      t.api.get<PageOf<{ id: string; text: string }>>(`/messages?ids=${ids.join(",")}${rest}`);
    const listed = (await t.api.get<PageOf<{ id: string }>>(`/messages?identity_id=${id}&is_read=false`)).json
      .data;
    const [three, two, one] = listed.map((message) => message.id) as [string, string, string];
    const answer = await read([two, one, three, two]);
    expect(answer.json.data.map((message) => message.id)).toEqual([two, one, three]);
    expect(answer.json).toMatchObject({ has_more: false, next_cursor: null });
    const nobody = "019a2f4e-8b1c-7def-8a90-1234567890ab";
    const missing = await t.api.get(`/messages/${nobody}`);
    const stranger = (await t.otherAccount()).api;
    for (const refused of [await read([one, nobody]), await stranger.get(`/messages?ids=${one}`)])
      expect([refused.status, saysNothing(refused.text)]).toEqual([404, saysNothing(missing.text)]);
    for (const ids of [[""], ["x"], Array.from({ length: 101 }, () => one)])
      expect((await read(ids)).status).toBe(400);
    expect((await read([one], "&is_read=true")).status).toBe(400);
  });

  test("a batch with a stranger changes nothing", async () => {
    const { mine, all } = await mailbox();
    const ids = all.map(({ id }) => id);
    const foreign = await t.otherAccount();
    for (const [api, body, status] of [
      [t.api, { ids: [...ids, newId()], is_read: true }, 404],
      [foreign.api, { ids, is_read: true }, 404],
      [t.api, { ids, is_read: true, folder: "nowhere" }, 404],
      [t.api, { ids, is_read: true, folder: "drafts" }, 400],
      [t.api, { ids, is_read: true, add_label_ids: [newId()] }, 404],
      [t.api, { ids }, 400],
      [t.api, { is_read: true }, 400],
      [t.api, { ids: [], is_read: true }, 400],
      [t.api, { ids: Array.from({ length: 101 }, newId), is_read: true }, 400],
    ] as const)
      expect([body, (await api.call("PATCH", "/messages", body)).status]).toEqual([body, status]);
    expect(await rows("/messages", { identity_id: mine.id, is_read: "false" })).toHaveLength(3);
  });

  test("a deleted thread is in the trash, and then gone", async () => {
    const { mine, all } = await mailbox();
    const { thread_id: thread, id } = all[0]!;
    await t.api.must(201, t.api.post(`/messages/${id}/reply`, { text: "an answer" }));
    const remove = () => t.api.call<{ data: object }>("DELETE", `/threads/${thread}`);
    expect((await remove()).json.data).toEqual({ id: thread, deleted: true });
    const trash = await rows("/mailboxes/trash", { identity_id: mine.id });
    expect(trash.map((row) => [row.thread_id, row.message_count])).toEqual([[thread, 2]]);
    expect(await subjects("/mailboxes/inbox", { identity_id: mine.id })).toEqual(["second", "first"]);
    expect((await remove()).status).toBe(200);
    for (const path of [`/threads/${thread}`, `/messages/${id}`])
      expect((await t.api.get(path)).status).toBe(404);
    expect((await remove()).status).toBe(404);
    expect(await rows("/mailboxes/trash", { identity_id: mine.id })).toEqual([]);
  });

  test("unread counts of every inbox, paged", async () => {
    const [one, two] = [await mailbox(), await mailbox()];
    const key = await restrictedKey(t.api, [one.mine.id, two.mine.id]);
    const first = (await key.get<PageOf<Row>>("/mailboxes/unread-counts?limit=1")).json;
    const rest = (await key.get<PageOf<Row>>(`/mailboxes/unread-counts?cursor=${first.next_cursor}`)).json;
    expect([...first.data, ...rest.data] as object[]).toEqual(
      [one, two].map(({ mine }) => ({ identity_id: mine.id, unread: 3, total: 3 })),
    );
    expect(rest.has_more).toBe(false);
  });
});
