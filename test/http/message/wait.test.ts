// GET /messages?wait=: DECISIONS Threads, messages, folders, labels.
import { expect, test } from "bun:test";
import type { PageOf, Refusal } from "../../support/app/api.ts";
import { eachApp } from "../../support/app/app.ts";
import { restrictedKey } from "../../support/app/keys.ts";

interface Message {
  id: string;
  subject: string | null;
  thread_id: string;
  created_at: string;
}

eachApp("waiting for mail", (t) => {
  const ask = async (query: string, api = t.api) =>
    (await api.get<PageOf<Message>>(`/messages?${query}`)).json.data;
  const mail = (to: string, subject: string, from = "ann@example.org") =>
    t.mail({ from, to, subject, text: "The code is 123456." });
  const subjects = (messages: Message[]) => messages.map(({ subject }) => subject);

  // DECISIONS Threads, messages, folders, labels: GET /messages?wait= answers once a message is there
  test("a call that waits is answered by the mail that its filters let through", async () => {
    const { id, email } = await t.address();
    await mail(email, "Before");
    const [before] = await ask(`identity_id=${id}&is_read=false`);
    const after = `after=${new Date(Date.parse(before!.created_at) + 1).toISOString()}&wait=60`;
    const waits = [
      ask(`identity_id=${id}&${after}`),
      ask(`identity_id=${id}&${after}&from=bob@example.net`),
      ask(`identity_id=${id}&${after}&from=example.net&subject=LOGIN`),
      ask(`${after}&subject=your login`),
    ];
    await mail(email, "First");
    expect(subjects(await waits[0]!)).toEqual(["First"]);
    await mail(email, "Second", "bob@example.net");
    expect(subjects(await waits[1]!)).toEqual(["Second"]);
    await mail(email, "Your login code", "bob@example.net");
    expect(subjects(await waits[2]!)).toEqual(["Your login code"]);
    expect(subjects(await waits[3]!)).toEqual(["Your login code"]);
  });

  test("without after what is unread is answered at once, and else what comes", async () => {
    const { id, email } = await t.address();
    await mail(email, "Unread");
    const [unread, ...others] = await ask(`identity_id=${id}&wait=60`);
    expect([unread!.subject, others]).toEqual(["Unread", []]);
    await t.api.must(200, t.api.patch(`/messages/${unread!.id}`, { is_read: true }));
    expect(subjects(await ask(`identity_id=${id}&wait=0&is_read=true`))).toEqual(["Unread"]);
    let done = false;
    const waiting = ask(`identity_id=${id}&wait=60`).finally(() => {
      done = true;
    });
    for (let n = 0; !done; n++) await mail(email, `Number ${n}`);
    expect(subjects(await waiting)[0]).toMatch(/^Number/);
    expect(subjects(await waiting)).not.toContain("Unread");
  });

  test("POST /messages/wait takes the same as a body, and an address by its name", async () => {
    const { id, email } = await t.address();
    const post = async (body: object) =>
      (await t.api.post<PageOf<Message>>("/messages/wait", body)).json.data;
    const waiting = [
      post({ address: email.toUpperCase(), from: "example.net" }),
      post({ identity_id: id, subject: "code" }),
    ];
    await mail(email, "Other");
    await mail(email, "Your code", "bob@example.net");
    expect((await Promise.all(waiting)).map(subjects)).toEqual([["Your code"], ["Your code"]]);
    const threadId = (await waiting[0]!)[0]!.thread_id;
    expect(subjects(await post({ thread_id: threadId, wait: 0 }))).toEqual(["Your code"]);
    expect(
      await post({ thread_id: threadId, wait: 0, after: new Date(Date.now() + 60_000).toISOString() }),
    ).toEqual([]);
    expect(await post({ address: email, wait: 0, limit: 1 })).toHaveLength(1);
    const refusals = [
      [{ address: "nobody@elsewhere.example" }, 404],
      [{ address: "no address" }, 404],
      [{ wait: 61 }, 400],
      [{ sender: "x" }, 400],
    ] as const;
    for (const [body, status] of refusals)
      expect([body, (await t.api.post("/messages/wait", body)).status]).toEqual([body, status]);
    const limited = await restrictedKey(t.api, [(await t.address()).id]);
    expect((await limited.post("/messages/wait", { address: email })).status).toBe(404);
  });

  // DECISIONS Threads, messages, folders, labels: POST /messages/wait goes on by its cursor, oldest first
  test("in turn, oldest first, a call goes on behind what the one before answered", async () => {
    const { id, email } = await t.address();
    const other = await t.address();
    const post = async (body: object) =>
      (await t.api.post<PageOf<Message>>("/messages/wait", { order: "asc", limit: 1, ...body })).json;
    for (const subject of ["One", "Two"]) await mail(email, subject);
    const one = await post({ identity_id: id });
    expect([subjects(one.data), subjects((await post({ identity_id: id })).data)]).toEqual([
      ["One"],
      ["One"],
    ]);
    const two = await post({ identity_id: id, cursor: one.next_cursor });
    expect(subjects(two.data)).toEqual(["Two"]);
    // What comes between two calls counts, and a place can be named by a message.
    await mail(email, "Three");
    for (const cursor of [two.next_cursor, two.data[0]!.id, two.data[0]!.id.toUpperCase()])
      expect([cursor, subjects((await post({ identity_id: id, cursor })).data)]).toEqual([cursor, ["Three"]]);
    const three = await post({ identity_id: id, cursor: two.next_cursor });
    const nothing = await post({ identity_id: id, cursor: three.next_cursor, wait: 0 });
    expect(nothing).toEqual({ data: [], has_more: false, next_cursor: three.next_cursor! });
    const waiting = post({ identity_id: id, cursor: nothing.next_cursor, from: "example.net", wait: 60 });
    await mail(email, "Not that");
    await mail(email, "Four", "bob@example.net");
    expect(subjects((await waiting).data)).toEqual(["Four"]);
    // What was read meanwhile is not waited for; with a time whatever came since counts, read or not.
    await t.api.must(200, t.api.patch(`/messages/${one.data[0]!.id}`, { is_read: true }));
    expect(subjects((await post({ identity_id: id })).data)).toEqual(["Two"]);
    const all = await post({ identity_id: id, after: one.data[0]!.created_at, limit: 9 });
    expect(subjects(all.data)).toEqual(["One", "Two", "Three", "Not that", "Four"]);
    // More answered messages than a cursor remembers, of two addresses: each comes once.
    const count = 24;
    for (let n = 0; n < count; n++) await mail(n % 2 ? email : other.email, `Many ${n}`);
    const seen: (string | null)[] = [];
    for (let cursor = three.next_cursor!; seen.length < count; ) {
      const page = await post({ cursor, subject: "many", wait: 0 });
      expect(page.data).toHaveLength(1);
      seen.push(page.data[0]!.subject);
      cursor = page.next_cursor!;
    }
    expect(seen).toEqual(Array.from({ length: count }, (_, n) => `Many ${n}`));
    for (const cursor of ["x", "now", "W10", one.next_cursor!.slice(1)])
      expect([cursor, (await t.api.post("/messages/wait", { cursor, wait: 0 })).status]).toEqual([
        cursor,
        400,
      ]);
    const limited = await restrictedKey(t.api, [other.id]);
    const foreign = { cursor: one.data[0]!.id, wait: 0 };
    expect((await limited.post("/messages/wait", foreign)).status).toBe(404);
  });

  // DECISIONS Threads, messages, folders, labels: GET /messages takes an order
  test("lists take an order: of a thread newest first, of all oldest first, page by page", async () => {
    const { id, email } = await t.address();
    for (const n of [1, 2, 3, 4, 5]) await mail(email, `Number ${n}`);
    const walk = async (query: string) => {
      const all: (string | null)[] = [];
      for (let cursor = ""; ; ) {
        const path = `/messages?${query}&limit=2${cursor}`;
        const { json } = await t.api.get<PageOf<Message>>(path);
        all.push(...subjects(json.data));
        if (!json.has_more) return all;
        cursor = `&cursor=${encodeURIComponent(json.next_cursor!)}`;
      }
    };
    const forward = [1, 2, 3, 4, 5].map((n) => `Number ${n}`);
    expect(await walk(`identity_id=${id}&order=asc`)).toEqual(forward);
    expect(await walk(`identity_id=${id}`)).toEqual(forward.toReversed());
    const [last] = await ask(`identity_id=${id}&limit=1`);
    await t.mail({
      from: "ann@example.org",
      to: email,
      subject: "Re: Number 5",
      text: "more",
      inReplyTo: await messageId(last!.id),
    });
    const thread = `thread_id=${last!.thread_id}`;
    expect(await walk(thread)).toEqual(["Number 5", "Re: Number 5"]);
    expect(await walk(`${thread}&order=desc`)).toEqual(["Re: Number 5", "Number 5"]);
    expect((await t.api.get("/messages")).status).toBe(400);
    expect((await t.api.get("/messages?order=asc")).status).toBe(400);
  });

  test("with after nothing is missed, and what is there is answered at once", async () => {
    const { id, email } = await t.address();
    const start = new Date(Date.now() - 1000).toISOString();
    await mail(email, "One");
    const [one] = await ask(`identity_id=${id}&after=${start}&wait=60`);
    expect(one!.subject).toBe("One");
    const next = ask(
      `thread_id=${one!.thread_id}&after=${new Date(Date.parse(one!.created_at) + 1).toISOString()}&wait=60`,
    );
    await t.mail({
      from: "ann@example.org",
      to: email,
      subject: "Re: One",
      text: "more",
      inReplyTo: await messageId(one!.id),
    });
    expect(subjects(await next)).toEqual(["Re: One"]);
  });

  test("what the address sends itself, time that is over, and a key that reaches another address get nothing", async () => {
    const { id, email } = await t.address();
    const other = await t.address();
    const limited = await restrictedKey(t.api, [other.id]);
    const elsewhere = ask("wait=3", limited);
    const quiet = ask(`identity_id=${id}&wait=1`);
    await t.api.must(201, t.api.post("/messages", { from: email, to: "ann@elsewhere.example", text: "out" }));
    expect(await quiet).toEqual([]);
    await mail(email, "Not yours");
    expect(await elsewhere).toEqual([]);
    expect(await ask(`identity_id=${id}&is_read=true&wait=0`)).toEqual([]);
    for (const wait of ["61", "-1", "x"])
      expect((await t.api.get<Refusal>(`/messages?wait=${wait}`)).json.error.code).toBe("validation_error");
  });

  async function messageId(id: string): Promise<string> {
    const fields = await t.api.get<PageOf<{ name: string; value: string }>>(`/messages/${id}/headers`);
    return fields.json.data.find(({ name }) => name.toLowerCase() === "message-id")!.value;
  }
});
