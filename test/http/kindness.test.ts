// Forms that calls take alike, and refusals that name the field, the value and the remedy. DECISIONS Conventions, Errors
import { expect, test } from "bun:test";
import type { PageOf, Refusal } from "../support/app/api.ts";
import { eachApp } from "../support/app/app.ts";
import { restrictedKey } from "../support/app/keys.ts";

interface Row {
  id: string;
  thread_id: string;
  from: { email: string; name: string | null };
}

eachApp("forms and refusals", (t) => {
  const refusal = async (answer: Promise<{ status: number; json: unknown }>) => {
    const { status, json } = await answer;
    return [status, (json as Refusal).error?.message ?? "no refusal"] as const;
  };

  // DECISIONS Conventions: An id of a body or a query may be in upper case
  test("all messages of an address are a list, and an id may be in upper case in bodies and queries", async () => {
    const { id, email } = await t.address();
    await t.mail({ from: "ann@example.org", to: email, subject: "One", text: "1" });
    for (const given of [id, id.toUpperCase()]) {
      const { json } = await t.api.get<PageOf<Row>>(`/messages?identity_id=${given}`);
      expect(json.data).toHaveLength(1);
      const draft = { identity_id: given, to: "ann@example.org" };
      const made = await t.api.must<{ identity_id: string; to: string[] }>(201, t.api.post("/drafts", draft));
      expect(made).toMatchObject({ identity_id: id, to: ["ann@example.org"] });
    }
    expect(await refusal(t.api.get("/messages"))).toEqual([400, expect.stringContaining("identity_id")]);
  });

  test("a draft takes one recipient as a message does, and null clears it", async () => {
    const { id } = await t.address();
    const made = await t.api.must<{ id: string }>(201, t.api.post("/drafts", { identity_id: id }));
    const path = `/drafts/${made.id}`;
    const forms = ["ada@example.com", "Ada <ada@example.com>", { email: "ada@example.com", name: "Ada" }];
    for (const to of forms)
      expect(await t.api.must<object>(200, t.api.patch(path, { to }))).toMatchObject({
        to: ["ada@example.com"],
      });
    const cleared = await t.api.must<object>(200, t.api.patch(path, { to: null }));
    expect(cleared).toMatchObject({ to: [] });
    expect(await refusal(t.api.patch(path, { to: "nobody" }))).toEqual([
      400,
      expect.stringContaining('"nobody"'),
    ]);
  });

  // DECISIONS Conventions: blanks around an address, a name or a folder mean nothing
  test("blanks mean nothing, a misspelt word is answered with the nearest, and a remedy is of its field", async () => {
    const { id, email } = await t.address();
    const letter = { from: ` ${email} `, to: [" ada@example.com "], text: "x" };
    expect((await t.api.post("/messages", letter)).status).toBe(201);
    expect((await t.api.get(`/mailboxes/${encodeURIComponent(" Inbox ")}?identity_id=${id}`)).status).toBe(
      200,
    );
    for (const [answer, says] of [
      [
        t.api.post("/messages", { ...letter, from: { email } }),
        'Send bob@example.com or "Bob <bob@example.com>"',
      ],
      [t.api.get("/events?type=message.recieved"), ' Did you mean "message.received"?'],
      [
        t.api.post("/messages", { ...letter, from: `Bob <${email}>`, send_at: "in 2 hours" }),
        'which does not keep the name in "from".',
      ],
    ] as const)
      expect(await refusal(answer)).toEqual([400, expect.stringContaining(says)]);
  });

  test("from may have a name, which the mail shows; what is no address of the key's is named", async () => {
    const { id, email } = await t.address({ display_name: "Robot" });
    const send = (from: string, api = t.api) =>
      api.post<Refusal>("/messages", { from, to: "ada@example.com", text: "x" });
    const shown = async (from: string) => {
      const sent = await t.api.must<{ id: string }>(201, send(from));
      return (await t.api.must<Row>(200, t.api.get(`/messages/${sent.id}`))).from;
    };
    expect(await shown(email)).toEqual({ email, name: "Robot" });
    expect(await shown(`Bob the Builder <${email}>`)).toEqual({ email, name: "Bob the Builder" });
    expect(await shown(`"Bob, Builder" <${email}>`)).toEqual({ email, name: "Bob, Builder" });
    const other = await t.address();
    const limited = await restrictedKey(t.api, [id]);
    // Another's address and one that nobody has look the same.
    for (const from of [other.email, "nobody@agents.example", "me@elsewhere.example"]) {
      const [status, message] = await refusal(send(from, limited));
      expect([status, message]).toEqual([
        404,
        `Field "from" names no address that this key can write from. GET /api/v1/identities lists those that it can, and GET /api/v1/routing-rules those with "send_as". There is ${email}.`,
      ]);
    }
    expect(await refusal(send("Bob"))).toEqual([400, expect.stringContaining('"Bob"')]);
    const draft = { identity_id: id, from: `Robot <${email}>`, to: "ada@example.com" };
    await t.api.must(201, t.api.post("/drafts", draft));
  });

  test("events of several kinds are one list, in order, and one stream", async () => {
    const { id, email } = await t.address();
    await t.mail({ from: "ann@example.org", to: email, subject: "One", text: "1" });
    await t.api.must(201, t.api.post("/drafts", { identity_id: id, subject: "x" }));
    await t.mail({ from: "ann@example.org", to: email, subject: "Two", text: "2" });
    const kinds = "type=message.received&type=draft.created";
    const limited = await restrictedKey(t.api, [id, (await t.address()).id]);
    for (const api of [t.api, limited]) {
      const { json } = await api.get<PageOf<{ type: string }>>(`/events?${kinds}&identity_id=${id}`);
      expect(json.data.map(({ type }) => type)).toEqual([
        ...["message.received", "draft.created", "message.received"],
      ]);
      const first = await api.get<PageOf<{ type: string }>>(`/events?${kinds}&identity_id=${id}&limit=2`);
      const rest = await api.get<PageOf<{ type: string }>>(
        `/events?${kinds}&identity_id=${id}&cursor=${first.json.next_cursor}`,
      );
      expect(rest.json.data.map(({ type }) => type)).toEqual(["message.received"]);
    }
    expect(await refusal(t.api.get("/events?type=message.recieved&type=draft.created"))).toEqual([
      400,
      expect.stringContaining("one of message.received"),
    ]);
  });

  // DECISIONS Conventions: An id of another kind says so
  test("an id of another kind says so, to whom it is there", async () => {
    const [own, other] = [await t.address(), await t.address()];
    await t.mail({ from: "ann@example.org", to: own.email, subject: "One", text: "1" });
    const [mail] = (await t.api.get<PageOf<Row>>(`/messages?identity_id=${own.id}`)).json.data;
    const { id, thread_id: thread } = mail!;
    const limited = await restrictedKey(t.api, [other.id]);
    const nothing = expect.stringMatching(
      /^(?:There is no \w+ of this id that this key can|"thread_id" names nothing that)[^:]*$/,
    );
    const calls = [
      [thread, (api = t.api) => api.get(`/threads/${id}`)],
      [thread, (api = t.api) => api.get(`/messages?thread_id=${id}`)],
      [thread, (api = t.api) => api.post("/messages/wait", { thread_id: id, wait: 0 })],
      [thread, (api = t.api) => api.patch(`/threads/${id}`, { status: "resolved" })],
      [thread, (api = t.api) => api.post(`/threads/${id}/notes`, { text: "x" })],
      [`thread_id=${thread}`, (api = t.api) => api.get(`/messages/${thread}`)],
      [`thread_id=${thread}`, (api = t.api) => api.get(`/messages/${thread}/codes`)],
      [`thread_id=${thread}`, (api = t.api) => api.post(`/messages/${thread}/reply`, { text: "x" })],
      [`thread_id=${thread}`, (api = t.api) => api.patch(`/messages/${thread}`, { is_read: true })],
    ] as const;
    for (const [hint, call] of calls) {
      expect([`${call}`, ...(await refusal(call()))]).toEqual([
        `${call}`,
        404,
        expect.stringContaining(hint),
      ]);
      expect([`${call}`, ...(await refusal(call(limited)))]).toEqual([`${call}`, 404, nothing]);
    }
  });

  test("refusals name what was given and what would be right", async () => {
    const { id } = await t.address();
    const cases: [Promise<{ status: number; json: unknown }>, number, string, string][] = [
      [
        t.api.get("/messages?thread_id=abc"),
        400,
        '"thread_id"',
        'a UUID, such as 019a2f4e-8b1c-7def-8a90-1234567890ab, not "abc"',
      ],
      [t.api.get("/threads?assignee_id=bob"), 400, '"assignee_id"', 'not "bob"'],
      [
        t.api.get(`/mailboxes/inbocks?identity_id=${id}`),
        404,
        "no folder of this name",
        "inbox, sent, drafts",
      ],
      [t.api.post("/identities", { email: "a@not-ours.example" }), 404, '"email"', "POST /api/v1/domains"],
      [t.api.get(`/messages?identity_id=${id}&limit=0`), 400, '"limit"', 'not "0"'],
    ];
    for (const [call, status, given, remedy] of cases) {
      const [was, message] = await refusal(call);
      expect([was, message]).toEqual([status, expect.stringContaining(given)]);
      expect(message).toContain(remedy);
    }
  });
});
