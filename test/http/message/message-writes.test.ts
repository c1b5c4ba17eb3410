// What is done with stored messages: DECISIONS Threads, messages, folders, labels.
import { expect, test } from "bun:test";
import type { PageOf, Refusal } from "../../support/app/api.ts";
import { eachApp, eventually } from "../../support/app/app.ts";
import { restrictedKey } from "../../support/app/keys.ts";
import { saysNothing } from "../../support/app/refusals.ts";

interface Message {
  id: string;
  thread_id: string;
  subject: string | null;
  to: { email: string }[];
  cc: { email: string }[];
  text: string | null;
  is_read: boolean;
  is_spam: boolean;
  attachments: { filename: string }[];
}

eachApp("message writes", (t) => {
  const refused = async (answer: Promise<{ status: number; json: unknown }>) => {
    const { status, json } = await answer;
    return [status, (json as Refusal).error.code];
  };
  const counts = async (id: string) =>
    Object.fromEntries(
      (
        await t.api.get<PageOf<{ role: string; total: number; unread: number }>>(
          `/mailboxes?identity_id=${id}`,
        )
      ).json.data
        .filter(({ total }) => total > 0)
        .map(({ role, total, unread }) => [role, `${total}/${unread}`]),
    );
  /** One mail in the inbox of a new address. */
  const received = async (mail: object = {}) => {
    const mine = await t.address();
    await t.mail({ from: "ann@example.org", to: mine.email, subject: "Hello", text: "text", ...mail });
    const message = await newest(mine.id);
    return { mine, message };
  };
  const newest = async (identityId: string) => {
    const threads = (await t.api.get<PageOf<{ id: string }>>(`/threads?identity_id=${identityId}`)).json.data;
    const messages = (await t.api.get<PageOf<Message>>(`/messages?thread_id=${threads[0]!.id}`)).json.data;
    return messages.at(-1)!;
  };
  const patch = (id: string, body: object) => t.api.must<Message>(200, t.api.patch(`/messages/${id}`, body));

  test("are read and unread, and counted so", async () => {
    const { mine, message } = await received();
    expect(message.is_read).toBe(false);
    expect((await patch(message.id, { is_read: true })).is_read).toBe(true);
    expect(await counts(mine.id)).toEqual({ inbox: "1/0" });
    expect((await patch(message.id, { is_read: false })).is_read).toBe(false);
    expect(await counts(mine.id)).toEqual({ inbox: "1/1" });
  });

  test("are spam where the folder says so, and the other way round", async () => {
    const { mine, message } = await received();
    expect((await patch(message.id, { is_spam: true })).is_spam).toBe(true);
    expect(await counts(mine.id)).toEqual({ spam: "1/1" });
    expect((await patch(message.id, { is_spam: false, is_read: true })).is_spam).toBe(false);
    expect(await counts(mine.id)).toEqual({ inbox: "1/0" });
    expect((await patch(message.id, { folder: "spam" })).is_spam).toBe(true);
    expect((await patch(message.id, { folder: "Archive" })).is_spam).toBe(false);
    expect(await counts(mine.id)).toEqual({ archive: "1/0" });
    const contradiction = t.api.patch(`/messages/${message.id}`, { is_spam: true, folder: "inbox" });
    expect(await refused(contradiction)).toEqual([400, "validation_error"]);
    for (const folder of ["drafts", "scheduled"])
      expect(await refused(t.api.patch(`/messages/${message.id}`, { folder }))).toEqual([
        400,
        "validation_error",
      ]);
    expect(await refused(t.api.patch(`/messages/${message.id}`, { folder: "nowhere" }))).toEqual([
      404,
      "not_found",
    ]);
    expect(await refused(t.api.patch(`/messages/${message.id}`, {}))).toEqual([400, "validation_error"]);
  });

  test("go to the trash, and from there for good", async () => {
    const { mine, message } = await received({ attachments: [{ filename: "a.txt", content: "a" }] });
    const gone = { id: message.id, deleted: true };
    expect(await t.api.must<unknown>(200, t.api.delete(`/messages/${message.id}`))).toEqual(gone);
    expect(await counts(mine.id)).toEqual({ trash: "1/1" });
    expect((await t.api.get(`/messages/${message.id}`)).status).toBe(200);
    expect(await t.api.must<unknown>(200, t.api.delete(`/messages/${message.id}`))).toEqual(gone);
    expect(await counts(mine.id)).toEqual({});
    for (const path of [
      `/messages/${message.id}`,
      `/messages/${message.id}/raw`,
      `/threads/${message.thread_id}`,
    ])
      expect(await refused(t.api.get(path))).toEqual([404, "not_found"]);
    expect(await refused(t.api.delete(`/messages/${message.id}`))).toEqual([404, "not_found"]);
  });

  test("show their header fields, their authentication and their recipients", async () => {
    const { mine, message } = await received({ headers: { "X-One": "1" } });
    const headers = (
      await t.api.get<PageOf<{ name: string; value: string }>>(`/messages/${message.id}/headers`)
    ).json;
    expect(headers).toMatchObject({ has_more: false, next_cursor: null });
    expect(headers.data).toContainEqual({ name: "X-One", value: "1" });
    const authentication = await t.api.must<Record<string, unknown>>(
      200,
      t.api.get(`/messages/${message.id}/authentication`),
    );
    expect(Object.keys(authentication).sort()).toEqual([
      "arc",
      "authenticated_here",
      "checked_at",
      "dkim",
      "dmarc",
      "message_id",
      "spf",
      "status",
    ]);
    expect((await t.api.get<PageOf<unknown>>(`/messages/${message.id}/recipients`)).json.data).toEqual([]);
    const other = await t.address();
    const { id } = await t.api.must<{ id: string }>(
      201,
      t.api.post("/messages", { from: mine.email, to: other.email, text: "x" }),
    );
    const recipients = await eventually(async () => {
      const { data } = (await t.api.get<PageOf<Record<string, unknown>>>(`/messages/${id}/recipients`)).json;
      return data[0]?.status === "delivered" && data;
    });
    expect(recipients).toHaveLength(1);
    expect(Object.keys(recipients[0]!).sort()).toEqual([
      "address",
      "attempts",
      "response",
      "status",
      "updated_at",
    ]);
    expect(recipients[0]).toMatchObject({ address: other.email, attempts: 1 });
  });

  test("are answered: the sender, or everybody", async () => {
    const { mine, message } = await received({
      from: "ann@example.org",
      replyTo: "list@example.org",
      cc: "bob@example.org",
    });
    const reply = await t.api.must<{ id: string; thread_id: string; rejected: unknown[] }>(
      201,
      t.api.post(`/messages/${message.id}/reply`, { text: "yes" }),
    );
    expect(Object.keys(reply).sort()).toEqual(["id", "rejected", "thread_id"]);
    expect(reply.thread_id).toBe(message.thread_id);
    const sent = await t.api.must<Message>(200, t.api.get(`/messages/${reply.id}`));
    expect(sent).toMatchObject({ subject: "Re: Hello", text: "yes\n" });
    expect([sent.to, sent.cc].map((list) => list.map(({ email }) => email))).toEqual([
      ["list@example.org"],
      [],
    ]);
    const headers = { "idempotency-key": `all ${message.id}` };
    const all = () =>
      t.api.post<{ data: { id: string } }>(`/messages/${message.id}/reply-all`, { text: "all" }, headers);
    const first = await all();
    expect([first.status, (await all()).text]).toEqual([201, first.text]);
    const everybody = await t.api.must<Message>(200, t.api.get(`/messages/${first.json.data.id}`));
    expect(everybody.to.map(({ email }) => email)).toEqual(["list@example.org"]);
    expect(everybody.cc.map(({ email }) => email)).toEqual(["bob@example.org"]);
    const again = await t.api.must<{ id: string }>(
      201,
      t.api.post(`/messages/${reply.id}/reply`, { text: "more" }),
    );
    const more = await t.api.must<Message>(200, t.api.get(`/messages/${again.id}`));
    expect(more.to.map(({ email }) => email)).toEqual(["list@example.org"]);
    expect(await counts(mine.id)).toEqual({ inbox: "1/1", sent: "3/0" });
  });

  test("are forwarded with what they say and carry", async () => {
    const { message } = await received({
      text: "the body",
      attachments: [{ filename: "a.txt", content: "file" }],
    });
    const { id } = await t.api.must<{ id: string }>(
      201,
      t.api.post(`/messages/${message.id}/forward`, { to: "carl@example.org", text: "see below" }),
    );
    const sent = await t.api.must<Message>(200, t.api.get(`/messages/${id}`));
    expect(sent.subject).toBe("Fwd: Hello");
    for (const part of ["see below", "Forwarded message", "From: ann@example.org", "the body"])
      expect(sent.text).toContain(part);
    expect(sent.attachments.map(({ filename }) => filename)).toEqual(["a.txt"]);
    expect(await refused(t.api.post(`/messages/${message.id}/forward`, { text: "x" }))).toEqual([
      400,
      "validation_error",
    ]);
  });

  test("of others are not there", async () => {
    const { message } = await received();
    const missing = await t.api.get("/messages/019a2f4e-8b1c-7def-8a90-1234567890ab");
    for (const api of [(await t.otherAccount()).api, await restrictedKey(t.api, [(await t.address()).id])]) {
      for (const answer of [
        await api.patch(`/messages/${message.id}`, { is_read: true }),
        await api.delete(`/messages/${message.id}`),
        ...(await Promise.all(
          ["raw", "headers", "authentication", "recipients"].map((path) =>
            api.get(`/messages/${message.id}/${path}`),
          ),
        )),
        await api.post(`/messages/${message.id}/reply`, { text: "x" }),
        await api.post(`/messages/${message.id}/reply-all`, { text: "x" }),
        await api.post(`/messages/${message.id}/forward`, { to: "carl@example.org" }),
      ])
        expect([answer.status, saysNothing(answer.text)]).toEqual([404, saysNothing(missing.text)]);
    }
    expect((await t.api.must<Message>(200, t.api.get(`/messages/${message.id}`))).is_read).toBe(false);
  });
});
