// Wrong calls of REST: each is refused with what would be right, and that works. DECISIONS Errors
import { expect, test } from "bun:test";
import type { Answer, Refusal } from "../support/app/api.ts";
import { eachApp } from "../support/app/app.ts";

interface WrongCall {
  name: string;
  wrong: () => Promise<Answer>;
  says: RegExp;
  /** The call that the refusal leads to. */
  right: (found: RegExpExecArray) => Promise<Answer>;
}

eachApp("wrong calls", (t) => {
  const { get, post, patch } = {
    get: (path: string) => t.api.get(path),
    post: (path: string, body?: object) => t.api.post(path, body),
    patch: (path: string, body: object) => t.api.patch(path, body),
  };
  const told = ([, path]: RegExpExecArray) => get(path!.replace("/api/v1", ""));

  test("are answered with the right call, which then works", async () => {
    const [from, to] = [await t.address(), await t.address()];
    await t.api.must(201, post("/messages", { from: from.email, to: to.email, subject: "Hi", text: "x" }));
    const [mail] = await t.api.must<{ id: string; thread_id: string }[]>(
      200,
      get(`/messages?identity_id=${to.id}&wait=30`),
    );
    const draft = await t.api.must<{ id: string }>(
      201,
      post("/drafts", { identity_id: from.id, to: "a@far.example" }),
    );
    for (const { email } of [from, to])
      await t.api.must(201, post("/labels", { identity_id: email, name: "Twice" }));
    const letter = { from: from.email, to: "a@far.example", text: "x" };
    const event = { title: "Walk", start: "2031-05-05T09:00:00", end: "2031-05-05T10:00:00" };
    const events = `/identities/${from.email}/calendar/events`;
    const listed = /(\/api\/v1\/identities)\b/;
    const table: WrongCall[] = [
      {
        name: "a message where a thread is meant, in a path",
        wrong: () => get(`/threads/${mail!.id}`),
        says: /in thread ([0-9a-f-]{36})/,
        right: ([, id]) => get(`/threads/${id}`),
      },
      {
        name: "a message where a thread is meant, in a query",
        wrong: () => get(`/messages?thread_id=${mail!.id}`),
        says: /in thread ([0-9a-f-]{36})/,
        right: ([, id]) => get(`/messages?thread_id=${id}`),
      },
      {
        name: "a message where a thread is meant, in a change",
        wrong: () => patch(`/threads/${mail!.id}`, { status: "resolved" }),
        says: /in thread ([0-9a-f-]{36})/,
        right: ([, id]) => patch(`/threads/${id}`, { status: "resolved" }),
      },
      {
        name: "a message as the cause of a thread",
        wrong: () => patch(`/threads/${mail!.thread_id}`, { parent_id: mail!.id }),
        says: /in thread ([0-9a-f-]{36})/,
        right: ([, id]) => get(`/threads/${id}`),
      },
      {
        name: "a thread where a message is meant",
        wrong: () => get(`/messages/${mail!.thread_id}`),
        says: /GET (\/api\/v1\/messages\?thread_id=\S+) /,
        right: told,
      },
      {
        name: "a thread where a message is answered",
        wrong: () => post(`/messages/${mail!.thread_id}/reply`, { text: "x" }),
        says: /GET (\/api\/v1\/messages\?thread_id=\S+) /,
        right: told,
      },
      {
        name: "an email that is none of the key's",
        wrong: () => post("/drafts", { identity_id: `nobody@${t.domain}` }),
        says: listed,
        right: told,
      },
      {
        name: "an address that has no such name",
        wrong: () => get("/drafts?identity_id=no-such-name"),
        says: listed,
        right: told,
      },
      {
        name: "a sender that is misspelt",
        wrong: () => post("/messages", { ...letter, from: `x${from.email}` }),
        says: listed,
        right: told,
      },
      {
        name: "a label of several addresses",
        wrong: () => patch("/labels/twice", { colour: "#112233" }),
        says: /Twice of \S+ \(([0-9a-f-]{36})\)/,
        right: ([, id]) => patch(`/labels/${id}`, { colour: "#112233" }),
      },
      {
        name: "a label that is not there",
        wrong: () => get(`/threads?identity_id=${to.email}&label_id=missing`),
        says: /GET (\/api\/v1\/labels\?identity_id=)/,
        right: ([, path]) => get(`${path!.replace("/api/v1", "")}${to.email}`),
      },
      {
        name: "a pod that is not there",
        wrong: () => get("/threads?pod_id=missing"),
        says: /GET (\/api\/v1\/pods)\b/,
        right: told,
      },
      {
        name: "a domain that is not there",
        wrong: () => get("/identities?domain_id=missing.example"),
        says: /GET (\/api\/v1\/domains)\b/,
        right: told,
      },
      {
        name: "a field that is misspelt",
        wrong: () => post("/messages", { ...letter, subjekt: "x" }),
        says: /Did you mean "(\w+)"/,
        right: ([, field]) => post("/messages", { ...letter, [field!]: "x" }),
      },
      {
        name: "a field that is misspelt in a query",
        wrong: () => get(`/messages?identityid=${to.id}`),
        says: /Did you mean "(\w+)"/,
        right: ([, field]) => get(`/messages?${field}=${to.id}`),
      },
      {
        name: "a field that is missing",
        wrong: () => post("/messages", { from: from.email, text: "x" }),
        says: /Field "(to)" is missing/,
        right: ([, field]) => post("/messages", { from: from.email, text: "x", [field!]: to.email }),
      },
      {
        name: "a filter that is missing",
        wrong: () => get("/messages"),
        says: /\?(identity_id)=/,
        right: ([, field]) => get(`/messages?${field}=${to.email}`),
      },
      {
        name: "an address that is missing",
        wrong: () => get("/drafts"),
        says: /Field "(identity_id)" is missing/,
        right: ([, field]) => get(`/drafts?${field}=${from.email}`),
      },
      {
        name: "a new address without a name",
        wrong: () => post("/identities", {}),
        says: /whole address as "(email)"/,
        right: ([, field]) => post("/identities", { [field!]: `fresh-${t.kind}@${t.domain}` }),
      },
      {
        name: "a time that is too early",
        wrong: () => post("/messages", { ...letter, send_at: "in 10 seconds ago" }),
        says: /(tomorrow 9:00)/,
        right: ([, time]) => post("/messages", { ...letter, send_at: time }),
      },
      {
        name: "a time that is too late",
        wrong: () => post("/messages", { ...letter, send_at: "in 40 days" }),
        says: /and (\S+Z)\.$/,
        right: ([, time]) => post("/messages", { ...letter, send_at: time }),
      },
      {
        name: "a field that a draft does not keep",
        wrong: () => post("/messages", { ...letter, reply_to: to.email, send_at: "tomorrow 9:00" }),
        says: /without "(send_at)"/,
        right: () => post("/messages", { ...letter, reply_to: to.email }),
      },
      {
        name: "a schedule that is none",
        wrong: () => post(`/drafts/${draft.id}/schedule`, { send_at: "soon" }),
        says: /(tomorrow 9:00)/,
        right: ([, time]) => post(`/drafts/${draft.id}/schedule`, { send_at: time }),
      },
      {
        name: "a page that is too long",
        wrong: () => get(`/messages?identity_id=${to.id}&limit=500`),
        says: /to (200)/,
        right: ([, limit]) => get(`/messages?identity_id=${to.id}&limit=${limit}`),
      },
      {
        name: "an event that waits backwards",
        wrong: () => get("/events?order=desc&wait=1"),
        says: /(Leave one of them out)/,
        right: () => get("/events?order=desc"),
      },
      {
        name: "a kind of event that is none",
        wrong: () => get("/events?type=message.received,message.recieved"),
        says: /one of (message\.received), /,
        right: ([, type]) => get(`/events?type=${type}`),
      },
      {
        name: "part of a text without its view",
        wrong: () => get(`/messages/${mail!.id}?text_from=1`),
        says: /goes with (view=text)/,
        right: ([, view]) => get(`/messages/${mail!.id}?text_from=1&${view}`),
      },
      {
        name: "an event whose time has an offset",
        wrong: () => post(events, { ...event, start: "2031-05-05T09:00:00Z" }),
        says: /(timezone)/,
        right: ([, field]) => post(events, { ...event, [field!]: "UTC" }),
      },
      {
        name: "recipients that are none",
        wrong: () => post("/messages", { ...letter, to: "ada at example.com" }),
        says: /Send (\S+@\S+),/,
        right: ([, email]) => post("/messages", { ...letter, to: email }),
      },
      {
        name: "too many recipients",
        wrong: () =>
          post("/messages", { ...letter, to: Array.from({ length: 51 }, (_, n) => `a${n}@far.example`) }),
        says: /at most (50)/,
        right: ([, most]) =>
          post("/messages", {
            ...letter,
            to: Array.from({ length: Number(most) }, (_, n) => `a${n}@far.example`),
          }),
      },
    ];
    for (const { name, wrong, says, right } of table) {
      const { status, json } = await wrong();
      const { message = "" } = (json as Partial<Refusal>).error ?? {};
      const found = says.exec(message);
      expect([name, status >= 400 && status < 500, found === null ? message : ""]).toEqual([name, true, ""]);
      const answer = await right(found!);
      expect([name, answer.status < 300 ? "" : answer.text]).toEqual([name, ""]);
    }
  });
});
