// Wrong calls of REST and of both SDKs: each is refused with what would be right, and that works. An SDK's refusal has the status,
// the code and the words of the API. DECISIONS Errors
// Long: one table.
import { expect, test } from "bun:test";
import { ApiError, Postroom } from "../../src/sdk/typescript/index.ts";
import type { Answer, Api, Refusal } from "../support/app/api.ts";
import { eachApp, type SuiteApp } from "../support/app/app.ts";
import { noClients } from "../support/clients/others.ts";
import { PythonRefusal, startPythonSdk } from "../support/clients/python-sdk.ts";

interface WrongCall {
  name: string;
  wrong: () => Promise<Answer>;
  says: RegExp;
  /** The call that the refusal leads to. */
  right: (found: RegExpExecArray) => Promise<Answer>;
}

interface Asking {
  call: Api["call"];
  close(): Promise<void>;
}

/** Who asks: a client of HTTP, and the SDKs by their method for any call. */
const doors: Record<string, (api: Api) => Asking> = {
  REST: (api) => ({ call: api.call, close: async () => undefined }),
  "TypeScript SDK": ({ base, key }) => {
    const client = new Postroom({ baseUrl: base, apiKey: key!, retries: 0 });
    return {
      call: (method, path, body) =>
        answered(async () => {
          const { status, bytes } = await client.request(method, path, { body });
          return { status, text: new TextDecoder().decode(bytes) };
        }),
      close: async () => undefined,
    };
  },
  "Python SDK": ({ base, key }) => {
    const python = startPythonSdk({ url: base, key: key! });
    return {
      call: (method, path, body) =>
        answered(
          async () =>
            (await python.invoke("request", method, path, body)) as { status: number; text: string },
        ),
      close: python.close,
    };
  },
};

/** An SDK's answer or refusal as HTTP has it. */
async function answered<T>(call: () => Promise<{ status: number; text: string }>): Promise<Answer<T>> {
  const answerOf = (status: number, text: string) => ({
    status,
    text,
    headers: new Headers(),
    json: (text.startsWith("{") ? JSON.parse(text) : null) as T,
  });
  try {
    const { status, text } = await call();
    return answerOf(status, text);
  } catch (error) {
    const refusal = error instanceof PythonRefusal ? error.refusal : error;
    if (!(refusal instanceof ApiError) && !(error instanceof PythonRefusal)) throw error;
    const { status, code, message } = refusal as { status: number; code: string; message: string };
    return answerOf(status, JSON.stringify({ error: { code, message } }));
  }
}

eachApp("wrong calls", (t) => {
  for (const [door, open] of Object.entries(doors)) {
    // REST's on both databases; what an SDK adds has none.
    const isSkipped =
      door !== "REST" && (t.kind === "postgres" || (door === "Python SDK" && noClients !== null));
    test.skipIf(isSkipped)(`of ${door} are answered with the right call, which then works`, async () => {
      const asking = open(t.api);
      try {
        for (const { name, wrong, says, right } of await wrongCalls(t, asking.call)) {
          const { status, json } = await wrong();
          const { message = "" } = (json as Partial<Refusal>).error ?? {};
          const found = says.exec(message);
          expect([name, status >= 400 && status < 500, found === null ? message : ""]).toEqual([
            name,
            true,
            "",
          ]);
          const answer = await right(found!);
          expect([name, answer.status < 300 ? "" : answer.text]).toEqual([name, ""]);
        }
      } finally {
        await asking.close();
      }
    });
  }
});

eachApp("what is plain", (t) => {
  // What the SDK adds has no database.
  test.skipIf(t.kind === "postgres" || noClients !== null)("to the Python SDK is done", async () => {
    const python = startPythonSdk({ url: `${t.api.base}/api/v1/`, key: `Bearer ${t.api.key}` });
    try {
      for (const path of ["/threads", "threads", "/api/v1/threads"]) {
        const { status } = (await python.invoke("request", "GET", path, null)) as { status: number };
        expect([path, status]).toEqual([path, 200]);
      }
    } finally {
      await python.close();
    }
  });
});

let made = 0;

async function wrongCalls(t: SuiteApp, call: Api["call"]): Promise<WrongCall[]> {
  const { get, post, patch } = {
    get: (path: string) => call("GET", path),
    post: (path: string, body?: object) => call("POST", path, body),
    patch: (path: string, body: object) => call("PATCH", path, body),
  };
  const told = ([, path]: RegExpExecArray) => get(path!.replace("/api/v1", ""));
  const fresh = `fresh-${++made}`;
  const gone = `gone-${made}@far.example`;
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
  await t.api.must(201, post("/suppressions", { email: gone }));
  const asks = await t.address();
  const protection = { outbound: "all", approver: "key" };
  await t.api.must(200, t.api.call("PUT", `/identities/${asks.id}/protection`, protection));
  const held = await t.api.must<{ id: string }>(
    202,
    post("/messages", { from: asks.email, to: to.email, text: "x" }),
  );
  const nowhere = "0197c3d2-7a11-7000-8000-000000000000";
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
      name: "a new address by half a name",
      wrong: () => post("/identities", { local_part: fresh }),
      says: /whole address as "(email)"/,
      right: ([, field]) => post("/identities", { [field!]: `${fresh}@${t.domain}` }),
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
    {
      name: "a suppressed recipient",
      wrong: () => post("/messages", { ...letter, to: gone }),
      says: /\((\S+@\S+): suppressed/,
      right: ([, email]) => get(`/suppressions?email=${email}`),
    },
    {
      name: "a day that is misspelt",
      wrong: () => post("/messages", { ...letter, send_at: "tommorow 11:00" }),
      says: /Did you mean "(tomorrow 11:00)"\?/,
      right: ([, time]) => post("/messages", { ...letter, send_at: time }),
    },
    {
      name: "a time in seconds since 1970",
      wrong: () => post("/messages", { ...letter, send_at: Math.floor(Date.now() / 1000) + 86_400 }),
      says: /Did you mean "(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ)"\?/,
      right: ([, time]) => post("/messages", { ...letter, send_at: time }),
    },
    {
      name: "a wait in thousandths of a second",
      wrong: () => post("/messages/wait", { identity_id: from.id, wait: 5000 }),
      says: /Did you mean (5)\?/,
      right: ([, seconds]) => post("/messages/wait", { identity_id: to.id, wait: Number(seconds) }),
    },
    {
      name: "a reminder as a span",
      wrong: () => post(events, { ...event, reminders: ["15m"] }),
      says: /Did you mean (15)\?/,
      right: ([, minutes]) => post(events, { ...event, reminders: [Number(minutes)] }),
    },
    {
      name: "fields within a field",
      wrong: () => post("/messages", { message: letter }),
      says: /not nested\. Known fields: (from), (to)/,
      right: () => post("/messages", letter),
    },
    {
      name: "a name of a label by another word",
      wrong: () => post("/labels", { identity_id: from.id, label: fresh }),
      says: /Did you mean "(name)"\?/,
      right: ([, field]) => post("/labels", { identity_id: from.id, [field!]: fresh }),
    },
    {
      name: "bounds of another calendar",
      wrong: () => get(`${events.replace(/events$/, "free-busy")}?timeMin=2031-05-05&before=2031-05-06`),
      says: /Did you mean "(after)"\?/,
      right: ([, field]) =>
        get(`${events.replace(/events$/, "free-busy")}?${field}=2031-05-05&before=2031-05-06`),
    },
    {
      name: "no recipient",
      wrong: () => post("/messages", { ...letter, to: [] }),
      says: /recipient in "(to)"/,
      right: ([, field]) => post("/messages", { ...letter, [field!]: "a@far.example" }),
    },
    {
      name: "a mail that says nothing",
      wrong: () => post("/messages", { from: from.email, to: to.email, text: "" }),
      says: /Send (text),/,
      right: ([, field]) => post("/messages", { from: from.email, to: to.email, [field!]: "x" }),
    },
    {
      name: "a file by its name",
      wrong: () => post("/messages", { ...letter, attachment_ids: ["report.pdf"] }),
      says: /must be a UUID, such as (\S+), not "report.pdf"/,
      right: () => post("/messages", { ...letter, attachment_ids: [] }),
    },
    {
      name: "a file of a private network",
      wrong: () => post("/messages", { ...letter, attachments: [{ url: "http://127.0.0.1:9/a.pdf" }] }),
      says: /send "(content)"/,
      right: ([, field]) =>
        post("/messages", { ...letter, attachments: [{ filename: "a.txt", [field!]: "eA==" }] }),
    },
    {
      name: "held mail that is sent",
      wrong: () => post(`/drafts/${held.id}/send`),
      says: /DELETE \/api\/v1(\/drafts\/[0-9a-f-]{36}) withdraws/,
      right: ([, path]) => get(path!),
    },
    {
      name: "held mail that is scheduled",
      wrong: () => post(`/drafts/${held.id}/schedule`, { send_at: "tomorrow 9:00" }),
      says: /DELETE \/api\/v1(\/drafts\/[0-9a-f-]{36}) withdraws/,
      right: ([, path]) => get(path!),
    },
    {
      name: "held mail that is changed",
      wrong: () => patch(`/drafts/${held.id}`, { text: "z" }),
      says: /DELETE \/api\/v1(\/drafts\/[0-9a-f-]{36}) withdraws/,
      right: ([, path]) => call("DELETE", path!),
    },
    {
      name: "a draft of another address",
      wrong: () => patch(`/drafts/${draft.id}`, { from: to.email }),
      says: /from must be (\S+@\S+),/,
      right: ([, email]) => patch(`/drafts/${draft.id}`, { from: email }),
    },
    {
      name: "a change that changes nothing",
      wrong: () => patch(`/drafts/${draft.id}`, {}),
      says: /at least one of: (?:\w+, )*(subject)/,
      right: ([, field]) => patch(`/drafts/${draft.id}`, { [field!]: "y" }),
    },
    {
      name: "a folder that is not there",
      wrong: () => get(`/mailboxes/invoices?identity_id=${to.id}`),
      says: /always (inbox),/,
      right: ([, folder]) => get(`/mailboxes/${folder}?identity_id=${to.id}`),
    },
    {
      name: "an operator that is misspelt",
      wrong: () => get("/messages/search?q=form:ada"),
      says: /did you mean "(\w+:)"/,
      right: ([, operator]) => get(`/messages/search?q=${operator}ada`),
    },
    {
      name: "a day that is none",
      wrong: () => get("/messages/search?q=before:soon"),
      says: /a day, (\d{4}-\d\d-\d\d),/,
      right: ([, day]) => get(`/messages/search?q=before:${day}`),
    },
    {
      name: "no words to search for",
      wrong: () => get("/messages/search?q="),
      says: /Field "(q)" in the query/,
      right: ([, field]) => get(`/messages/search?${field}=order`),
    },
    {
      name: "times in the wrong order",
      wrong: () => get(`${events}?after=2031-05-06T00:00:00Z&before=2031-05-05T00:00:00Z`),
      says: /"(before)" must be later than "(after)"/,
      right: ([, later, earlier]) =>
        get(`${events}?${earlier}=2031-05-05T00:00:00Z&${later}=2031-05-06T00:00:00Z`),
    },
    {
      name: "an event that ends first",
      wrong: () => post(events, { ...event, end: "2031-05-05T08:00:00" }),
      says: /Send an (end) at or after the start/,
      right: ([, field]) => post(events, { ...event, [field!]: "2031-05-05T11:00:00" }),
    },
    {
      name: "a zone that is a town",
      wrong: () => post(events, { ...event, timezone: "Berlin" }),
      says: /such as (\S+) or UTC/,
      right: ([, timezone]) => post(events, { ...event, timezone }),
    },
    {
      name: "an event without a title",
      wrong: () => post(events, { ...event, title: undefined }),
      says: /Field "(title)" is missing/,
      right: ([, field]) => post(events, { ...event, [field!]: "Walk" }),
    },
    {
      name: "guests who are none",
      wrong: () => post(events, { ...event, attendees: "Bob" }),
      says: /Send (\S+@\S+),/,
      right: ([, email]) => post(events, { ...event, attendees: email }),
    },
    {
      name: "a status that is none",
      wrong: () => patch(`/threads/${mail!.thread_id}`, { status: "done" }),
      says: /must be one of (?:\w+, )*(resolved)/,
      right: ([, status]) => patch(`/threads/${mail!.thread_id}`, { status }),
    },
    {
      name: "a label without a name",
      wrong: () => post("/labels", { identity_id: from.email }),
      says: /Field "(name)" is missing/,
      right: ([, field]) => post("/labels", { identity_id: from.email, [field!]: "Named" }),
    },
    {
      name: "a label that is there",
      wrong: () => post("/labels", { identity_id: from.email, name: "Twice" }),
      says: /Label ([0-9a-f-]{36}) of this address/,
      right: ([, id]) => get(`/labels/${id}`),
    },
    {
      name: "an address that is taken",
      wrong: () => post("/identities", { email: to.email }),
      says: /(address|taken|exists)/i,
      right: () => get(`/identities?email=${to.email}`),
    },
    {
      name: "an address of a domain that is not here",
      wrong: () => post("/identities", { email: "ada@elsewhere.example" }),
      says: /GET (\/api\/v1\/domains)\b/,
      right: told,
    },
    {
      name: "a webhook that is no URL",
      wrong: () => post("/webhooks", { url: "hook", event_types: ["message.received"] }),
      says: /must be an absolute (URL)/,
      right: () => post("/webhooks", { url: "https://far.example/w", event_types: ["message.received"] }),
    },
    {
      name: "a webhook of a kind that is none",
      wrong: () => post("/webhooks", { url: "https://far.example/h", event_types: ["mail.came"] }),
      says: /(message\.received)/,
      right: ([, type]) => post("/webhooks", { url: "https://far.example/h", event_types: [type] }),
    },
    {
      name: "a wait that is too long",
      wrong: () => post("/messages/wait", { identity_id: to.id, wait: 300 }),
      says: /to (\d+)/,
      right: () => post("/messages/wait", { identity_id: to.id, wait: 0 }),
    },
    {
      name: "a kind of item that is none",
      wrong: () => post("/next", { kinds: ["email"], wait: 0 }),
      says: /(mail), /,
      right: ([, kind]) => post("/next", { kinds: [kind], wait: 0 }),
    },
    {
      name: "a cursor that is none",
      wrong: () => get(`/messages?identity_id=${to.id}&cursor=abc`),
      says: /(cursor)/i,
      right: () => get(`/messages?identity_id=${to.id}`),
    },
    {
      name: "a key that is changed by a restriction to nobody",
      wrong: () => post("/api-keys", { name: "x", identity_ids: [mail!.id] }),
      says: /GET (\/api\/v1\/identities)\b/,
      right: told,
    },
    {
      name: "a path that is misspelt",
      wrong: () => get("/thread"),
      says: /Did you mean (\/api\/v1\/\w+)\?/,
      right: told,
    },
    {
      name: "an answer to nothing",
      wrong: () => post("/messages", { ...letter, in_reply_to: nowhere }),
      says: /"in_reply_to" names nothing.* GET (\/api\/v1\/messages\?identity_id=)…/,
      right: ([, path]) => get(`${path!.replace("/api/v1", "")}${to.id}`),
    },
    {
      name: "what is next for somebody else",
      wrong: () => post("/next", { address: "bob@elsewhere.example", wait: 0 }),
      says: /"address" names no address that this key reaches: "bob@elsewhere\.example"\. GET (\/api\/v1\/identities)/,
      right: told,
    },
    {
      name: "a thread that is nowhere",
      wrong: () => patch(`/threads/${nowhere}`, { status: "resolved" }),
      says: /no thread of this id .* GET (\/api\/v1\/threads) /,
      right: told,
    },
    {
      name: "an event that is nowhere",
      wrong: () => patch(`${events}/${nowhere}`, { title: "Run" }),
      says: /no event of this id at the address .* GET (\S+\/calendar\/events) /,
      right: ([, path]) => get(path!.replace("/api/v1", "").replace("{id}", from.id)),
    },
    {
      name: "a method that is none",
      wrong: () => post(`/threads/${mail!.thread_id}`, {}),
      says: /Use (?:\w+, )*(GET)/,
      right: () => get(`/threads/${mail!.thread_id}`),
    },
    {
      name: "a reply without words",
      wrong: () => post(`/messages/${mail!.id}/reply`, {}),
      says: /(text)/,
      right: ([, field]) => post(`/messages/${mail!.id}/reply`, { [field!]: "x" }),
    },
    {
      name: "a draft where a message is answered",
      wrong: () => post(`/messages/${draft.id}/reply`, { text: "x" }),
      says: /the id of a draft, .* GET (\/api\/v1\/drafts\/\S+) reads it/,
      right: told,
    },
  ];
  expect(table.length).toBeGreaterThanOrEqual(60);
  return table;
}
