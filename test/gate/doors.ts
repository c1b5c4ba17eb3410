// Long: every way by which mail leaves an address is a row here, and how it is tried.
// A row names who can come in there, and what is special about it; the model (model.ts) says what must come of it.
import type { Api } from "../support/app/api.ts";
import { eventText, withAuthorization } from "../support/clients/dav.ts";
import { dialogue } from "../support/smtp/client.ts";
import { arrive, type Place } from "./place.ts";
import type { Maker } from "./states.ts";

export interface Cell {
  place: Place;
  /** The only recipient of this cell. */
  to: string;
  /** Unlike that of any other cell. */
  mark: string;
  /** With the maker's key. */
  api: Api;
  /** Of a door that begins before: what its beginning left. */
  begun: string;
  clock: { now(): number };
}

export interface Door {
  /** Who comes in: by a key or token, by an app password, a person in the console, or nobody of this account. */
  by: "api" | "password" | "person" | "nobody";
  /** It answers in the thread of what came. */
  inThread?: boolean;
  /** What would be held stays; nobody is asked. */
  stays?: boolean;
  /** By a mail program: `submission` says what becomes of what is to be held. */
  submitted?: boolean;
  /** Recipients of this service are not its. */
  outside?: boolean;
  /** The owner makes what it needs. */
  begin?(cell: Cell): Promise<string>;
  /** The maker's part that comes before what the state sets "after". @returns what act begins from */
  lead?(cell: Cell): Promise<string>;
  act?(cell: Cell): Promise<unknown>;
}

/** Who comes in at a door, in a state. */
export function makerAt({ by }: Door, { maker }: Place["state"]): Maker {
  if (by === "api") return maker;
  if (by === "person" || by === "nobody") return by;
  return maker === "revoked key" || maker === "revoked program" ? "revoked app password" : "app password";
}

const letter = ({ place, to, mark }: Cell) => ({ from: place.email, to: [to], subject: mark, text: mark });
const draft = ({ place, to, mark }: Cell) => ({ identity_id: place.id, to: [to], subject: mark, text: mark });
const made = async (answer: ReturnType<Api["post"]>): Promise<string> => {
  const { json } = await answer;
  return (json as { data?: { id?: string } } | null)?.data?.id ?? "none";
};
const came = ({ place, to, mark }: Cell) => arrive(place, { from: to, mark, thread: place.state.thread });
const newDraft = (cell: Cell, api = cell.place.owner, more: object = {}) =>
  made(api.post("/drafts", { ...draft(cell), ...more }));
const soon = ({ clock }: Cell) => new Date(clock.now() + 120_000).toISOString();

// Calendar.
const times = { start: "2031-03-30T09:00:00", end: "2031-03-30T09:30:00", timezone: "UTC" };
const events = ({ place }: Cell) => `/identities/${place.id}/calendar/events`;
const meeting = (cell: Cell, more: object = {}) => ({
  title: cell.mark,
  ...times,
  attendees: [{ email: cell.to }],
  ...more,
});
const quietEvent = (cell: Cell, more: object = {}) =>
  made(cell.place.owner.post(events(cell), meeting(cell, more)));
const dav = ({ place }: Cell, authorization: string) => withAuthorization(place.t, place, authorization);
const davOf = (cell: Cell) => dav(cell, `Bearer ${cell.api.key}`);
const davByPassword = (cell: Cell) =>
  dav(cell, `Basic ${Buffer.from(`${cell.place.email}:${cell.place.password}`).toString("base64")}`);
const when = ["DTSTART:20310401T090000Z", "DTEND:20310401T100000Z"];
const hosted = ({ place, to, mark }: Cell, title = mark) =>
  eventText(mark, [
    ...when,
    `SUMMARY:${title}`,
    `ORGANIZER:mailto:${place.email}`,
    `ATTENDEE:mailto:${place.email}`,
    `ATTENDEE;RSVP=TRUE:mailto:${to}`,
  ]);
const invited = ({ place, to, mark }: Cell, answer = "NEEDS-ACTION") =>
  eventText(mark, [
    ...when,
    `SUMMARY:${mark}`,
    `ORGANIZER:mailto:${to}`,
    `ATTENDEE;RSVP=TRUE;PARTSTAT=${answer}:mailto:${place.email}`,
  ]);
/** An event that the recipient organises, as a calendar program brings it along. */
async function invitation(cell: Cell): Promise<string> {
  const { place } = cell;
  const put = await dav(cell, `Bearer ${place.owner.key}`).put(`${cell.mark}.ics`, invited(cell));
  if (put.status !== 201) throw new Error(`${put.status}: ${put.text}`);
  const { json } = await place.owner.get<{ data: { id: string; title: string }[] }>(
    `${events(cell)}?after=2031-03-31T00:00:00Z&before=2031-04-03T00:00:00Z&limit=100`,
  );
  return json.data.find(({ title }) => title === cell.mark)!.id;
}

// MCP, as bytes: a session for each cell would take its time.
const tool = ({ api }: Cell, name: string, args: object) => callTool(api, name, args);

/** @returns what the tool answers as structure; nothing where it refuses */
export async function callTool(api: Api, name: string, args: object): Promise<Record<string, unknown>> {
  const response = await fetch(`${api.base}/mcp`, {
    method: "POST",
    headers: {
      authorization: `Bearer ${api.key}`,
      "content-type": "application/json",
      accept: "application/json, text/event-stream",
    },
    body: JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/call", params: { name, arguments: args } }),
  });
  const text = await response.text();
  const json = /\{"(?:jsonrpc|result|id|error)".*\}/s.exec(text)?.[0] ?? "{}";
  const { result } = JSON.parse(json) as { result?: { structuredContent?: Record<string, unknown> } };
  return result?.structuredContent ?? {};
}

async function submit(
  cell: Cell,
  { sender = cell.place.email, more = [] as string[], body = cell.mark } = {},
) {
  const { place, to, mark } = cell;
  const talk = await dialogue(place.t.ports.submission);
  try {
    const plain = Buffer.from(`\0${place.email}\0${place.password}`).toString("base64");
    if (!(await talk.say(`AUTH PLAIN ${plain}`)).startsWith("235")) return;
    await talk.say(`MAIL FROM:<${sender}>`);
    await talk.say(`RCPT TO:<${to}>`);
    if (!(await talk.say("DATA")).startsWith("354")) return;
    await talk.say(
      [`From: ${place.email}`, `To: ${to}`, `Subject: ${mark}`, ...more, "", body, "."].join("\r\n"),
    );
  } finally {
    talk.close();
  }
}

async function write(cell: Cell, query: string): Promise<void> {
  const { browser, id } = cell.place;
  await browser.get(`/console/write?${query}`);
  await browser.submit("/console/write", { from: id, to: cell.to, subject: cell.mark, text: cell.mark });
}

/** Saves an event in the console, as a person who has opened its page. */
async function savesEvent(cell: Cell, path: string, fields: Record<string, string>): Promise<void> {
  const { browser, id } = cell.place;
  await browser.get(`/console/calendar${path === "" ? `?address=${id}&week=2031-03-30` : path}`);
  await browser.submit(
    `/console/calendar${path}`,
    { title: cell.mark, date: "2031-03-30", from: "09:00", to: "09:30", attendees: cell.to, ...fields },
    (form) => form.has("title") && (path === "" || form.get("do") === "save"),
  );
}

export const doors = {
  "POST /messages": { by: "api", act: (c) => c.api.post("/messages", letter(c)) },
  "POST /messages, bcc": {
    by: "api",
    act: (c) => c.api.post("/messages", { ...letter(c), to: [], bcc: [c.to] }),
  },
  "POST /messages, cc": {
    by: "api",
    act: (c) => c.api.post("/messages", { ...letter(c), to: [], cc: [c.to] }),
  },
  "POST /messages, a file": {
    by: "api",
    act: (c) =>
      c.api.post("/messages", { ...letter(c), attachments: [{ filename: "a.txt", content: "eA==" }] }),
  },
  "POST /messages, markdown": {
    by: "api",
    act: (c) => c.api.post("/messages", { ...letter(c), text: undefined, markdown: "**x**" }),
  },
  "POST /messages, a list": {
    by: "api",
    act: (c) => c.api.post("/messages", { ...letter(c), list_unsubscribe: true }),
  },
  "POST /messages, send_at": {
    by: "api",
    act: (c) => c.api.post("/messages", { ...letter(c), send_at: soon(c) }),
  },
  "POST /messages, send_at, before": {
    by: "api",
    lead: (c) => made(c.api.post("/messages", { ...letter(c), send_at: soon(c) })),
  },
  "POST /messages, send_at, before, in a thread": {
    by: "api",
    inThread: true,
    begin: came,
    lead: (c) => made(c.api.post("/messages", { ...letter(c), in_reply_to: c.begun, send_at: soon(c) })),
  },
  "POST /messages/batch": {
    by: "api",
    act: (c) => c.api.post("/messages/batch", { messages: [letter(c)] }),
  },
  "POST /messages/batch, among others": {
    by: "api",
    act: (c) => {
      const other = { ...letter(c), to: ["else@peer.example"] };
      const nobody = { ...letter(c), to: [`nobody-${c.mark}@${c.place.domain}`] };
      return c.api.post("/messages/batch", { messages: [other, letter(c), nobody] });
    },
  },
  "POST /messages/batch, twice with a key": {
    by: "api",
    async act(c) {
      const once = { "idempotency-key": c.mark };
      await c.api.post("/messages/batch", { messages: [letter(c)] }, once);
      await c.api.post("/messages/batch", { messages: [letter(c)] }, once);
    },
  },
  "POST /messages/batch, send_at, before": {
    by: "api",
    async lead(c) {
      const messages = [{ ...letter(c), send_at: soon(c) }];
      const { json } = await c.api.post<{ data?: { results: { data?: { id: string } }[] } }>(
        "/messages/batch",
        { messages },
      );
      return json.data?.results[0]?.data?.id ?? "none";
    },
  },
  "POST /messages, twice with a key": {
    by: "api",
    async act(c) {
      const once = { "idempotency-key": c.mark };
      await c.api.post("/messages", letter(c), once);
      await c.api.post("/messages", letter(c), once);
    },
  },
  "POST /messages, in_reply_to": {
    by: "api",
    inThread: true,
    begin: came,
    act: (c) => c.api.post("/messages", { ...letter(c), in_reply_to: c.begun }),
  },
  "POST /messages/{id}/reply": {
    by: "api",
    inThread: true,
    begin: came,
    act: (c) => c.api.post(`/messages/${c.begun}/reply`, { text: c.mark }),
  },
  "POST /messages/{id}/reply-all": {
    by: "api",
    inThread: true,
    begin: came,
    act: (c) => c.api.post(`/messages/${c.begun}/reply-all`, { text: c.mark }),
  },
  "POST /messages/{id}/forward": {
    by: "api",
    begin: (c) => arrive(c.place, { from: `news-${c.mark}@peer.example`, mark: c.mark }),
    act: (c) => c.api.post(`/messages/${c.begun}/forward`, { to: [c.to], text: c.mark }),
  },
  "POST /messages/{id}/drafts, then send": {
    by: "api",
    inThread: true,
    begin: came,
    async act(c) {
      const id = await made(c.api.post(`/messages/${c.begun}/drafts`, { kind: "reply", text: c.mark }));
      await c.api.post(`/drafts/${id}/send`);
    },
  },
  "POST /drafts/{id}/send": {
    by: "api",
    async act(c) {
      await c.api.post(`/drafts/${await newDraft(c, c.api)}/send`);
    },
  },
  "POST /drafts/{id}/send, of a draft of the owner": {
    by: "api",
    begin: (c) => newDraft(c),
    act: (c) => c.api.post(`/drafts/${c.begun}/send`),
  },
  "POST /drafts/{id}/send, changed to its recipient": {
    by: "api",
    begin: (c) => newDraft(c, c.place.owner, { to: ["else@peer.example"] }),
    async act(c) {
      await c.api.patch(`/drafts/${c.begun}`, { to: [c.to] });
      const { json } = await c.place.owner.get<{ data: { to: string[] } }>(`/drafts/${c.begun}`);
      // What was not changed is not this cell's.
      if (json.data.to.includes(c.to)) await c.api.post(`/drafts/${c.begun}/send`);
    },
  },
  "POST /drafts/{id}/send, in answer": {
    by: "api",
    inThread: true,
    begin: async (c) => newDraft(c, c.place.owner, { in_reply_to_message_id: await came(c) }),
    act: (c) => c.api.post(`/drafts/${c.begun}/send`),
  },
  "POST /drafts/{id}/schedule": {
    by: "api",
    async act(c) {
      await c.api.post(`/drafts/${await newDraft(c, c.api)}/schedule`, { send_at: soon(c) });
    },
  },
  "POST /drafts/{id}/schedule, before": {
    by: "api",
    async lead(c) {
      const id = await newDraft(c, c.api);
      await c.api.post(`/drafts/${id}/schedule`, { send_at: soon(c) });
      return id;
    },
  },
  "POST /drafts/{id}/schedule, before, in a thread": {
    by: "api",
    inThread: true,
    begin: async (c) => newDraft(c, c.place.owner, { in_reply_to_message_id: await came(c) }),
    async lead(c) {
      await c.api.post(`/drafts/${c.begun}/schedule`, { send_at: soon(c) });
      return c.begun;
    },
  },
  "PATCH /drafts/{id}, of one that waits for its time": {
    by: "api",
    begin: (c) => newDraft(c, c.place.owner, { to: ["else@peer.example"] }),
    async act(c) {
      const { owner } = c.place;
      await owner.must(200, owner.post(`/drafts/${c.begun}/schedule`, { send_at: soon(c) }));
      await c.api.patch(`/drafts/${c.begun}`, { to: [c.to] });
    },
  },
  "POST …/calendar/events": {
    by: "api",
    act: (c) => c.api.post(events(c), meeting(c, { send_invites: true })),
  },
  "PATCH …/calendar/events/{id}": {
    by: "api",
    begin: (c) => quietEvent(c),
    act: (c) => c.api.patch(`${events(c)}/${c.begun}`, { location: "Room 2", send_invites: true }),
  },
  "PATCH …/calendar/events/{id}, a new attendee": {
    by: "api",
    begin: (c) => quietEvent(c, { attendees: [] }),
    act: (c) => c.api.patch(`${events(c)}/${c.begun}`, { attendees: [{ email: c.to }], send_invites: true }),
  },
  "PATCH …/calendar/events/{id}, one date": {
    by: "api",
    begin: (c) => quietEvent(c, { recurrence: { rule: "FREQ=WEEKLY;COUNT=3" } }),
    act: (c) =>
      c.api.patch(`${events(c)}/${c.begun}_20310406T090000Z`, { location: "Room 2", send_invites: true }),
  },
  "DELETE …/calendar/events/{id}": {
    by: "api",
    begin: (c) => quietEvent(c),
    act: (c) => c.api.call("DELETE", `${events(c)}/${c.begun}?send_invites=true`),
  },
  "DELETE …/calendar/events/{id}, declines": {
    by: "api",
    begin: invitation,
    act: (c) => c.api.call("DELETE", `${events(c)}/${c.begun}?send_invites=true`),
  },
  "POST …/calendar/events/{id}/respond": {
    by: "api",
    begin: invitation,
    act: (c) => c.api.post(`${events(c)}/${c.begun}/respond`, { status: "accepted" }),
  },
  "POST /messages/{id}/invitation/apply": {
    by: "api",
    async begin(c) {
      const { owner } = c.place;
      const id = await quietEvent(c);
      const { uid } = await owner.must<{ uid: string }>(200, owner.get(`${events(c)}/${id}`));
      const other = ["DTSTART:20310330T150000Z", "DTEND:20310330T153000Z", `SUMMARY:${c.mark}`];
      const people = [`ORGANIZER:mailto:${c.place.email}`, `ATTENDEE:mailto:${c.to}`];
      const text = eventText(uid, [...other, ...people]).replace(
        "VERSION:2.0",
        "VERSION:2.0\r\nMETHOD:COUNTER",
      );
      const head = ["MIME-Version: 1.0", "Content-Type: text/calendar; method=COUNTER", ""];
      return arrive(c.place, { from: c.to, mark: c.mark, body: [...head, ...text.trimEnd().split("\r\n")] });
    },
    act: (c) => c.api.post(`/messages/${c.begun}/invitation/apply`),
  },
  "PUT /dav, a meeting": { by: "api", act: (c) => davOf(c).put(`${c.mark}.ics`, hosted(c)) },
  "PUT /dav, a change": {
    by: "api",
    begin: (c) => quietEvent(c),
    async act(c) {
      const owner = dav(c, `Bearer ${c.place.owner.key}`);
      const { text } = await owner.get(`${c.begun}.ics`);
      await davOf(c).put(`${c.begun}.ics`, text.replace(/\r\nSUMMARY:/, "\r\nLOCATION:Room 2\r\nSUMMARY:"));
    },
  },
  "PUT /dav, an answer": {
    by: "api",
    begin: invitation,
    act: (c) => davOf(c).put(`${c.mark}.ics`, invited(c, "ACCEPTED")),
  },
  "DELETE /dav, cancels": {
    by: "api",
    begin: (c) => quietEvent(c),
    act: (c) => davOf(c).request("DELETE", `${davOf(c).calendar}${c.begun}.ics`),
  },
  "DELETE /dav, declines": {
    by: "api",
    begin: invitation,
    act: (c) => davOf(c).request("DELETE", `${davOf(c).calendar}${c.mark}.ics`),
  },
  "DELETE /dav, a calendar": {
    by: "api",
    async begin(c) {
      const owner = dav(c, `Bearer ${c.place.owner.key}`);
      const id = await quietEvent(c);
      const path = `${owner.home}${c.mark}/`;
      await owner.request("MKCALENDAR", path);
      const destination = `${c.place.t.api.base}${path}${id}.ics`;
      const moved = await owner.request("MOVE", `${owner.calendar}${id}.ics`, { headers: { destination } });
      if (moved.status !== 201) throw new Error(`${moved.status}: ${moved.text}`);
      return path;
    },
    act: (c) => davOf(c).request("DELETE", c.begun),
  },
  "MOVE /dav, over a meeting": {
    by: "api",
    begin: (c) => quietEvent(c),
    async act(c) {
      const owner = dav(c, `Bearer ${c.place.owner.key}`);
      await owner.put(`${c.mark}-other.ics`, eventText(`${c.mark}-other`, [...when, "SUMMARY:alone"]));
      const destination = `${c.place.t.api.base}${owner.calendar}${c.begun}.ics`;
      await davOf(c).request("MOVE", `${owner.calendar}${c.mark}-other.ics`, { headers: { destination } });
    },
  },
  "PUT /dav, by a phone": {
    by: "password",
    act: (c) => davByPassword(c).put(`${c.mark}.ics`, hosted(c)),
  },
  "DELETE /dav, by a phone": {
    by: "password",
    begin: (c) => quietEvent(c),
    act: (c) => davByPassword(c).request("DELETE", `${davOf(c).calendar}${c.begun}.ics`),
  },
  submission: { by: "password", submitted: true, act: (c) => submit(c) },
  "submission, in a thread": {
    by: "password",
    submitted: true,
    inThread: true,
    begin: came,
    act: (c) => submit(c, { more: [`In-Reply-To: <${c.mark}@peer.example>`] }),
  },
  "submission, the null sender": { by: "password", submitted: true, act: (c) => submit(c, { sender: "" }) },
  "submission, an invitation": {
    by: "password",
    submitted: true,
    act: (c) =>
      submit(c, {
        more: ["MIME-Version: 1.0", "Content-Type: text/calendar; method=REQUEST"],
        body: hosted(c),
      }),
  },
  "tool send_mail": {
    by: "api",
    act: (c) => tool(c, "send_mail", { address: c.place.email, to: [c.to], subject: c.mark, text: c.mark }),
  },
  "tool reply": {
    by: "api",
    inThread: true,
    begin: came,
    act: (c) => tool(c, "reply", { message: c.begun, text: c.mark }),
  },
  "tool reply, all": {
    by: "api",
    inThread: true,
    begin: came,
    act: (c) => tool(c, "reply", { message: c.begun, text: c.mark, all: true }),
  },
  "tool forward": {
    by: "api",
    begin: (c) => arrive(c.place, { from: `news-${c.mark}@peer.example`, mark: c.mark }),
    act: (c) => tool(c, "forward", { message: c.begun, to: [c.to], text: c.mark }),
  },
  "tool send_draft": {
    by: "api",
    async act(c) {
      const saved = await tool(c, "save_draft", {
        address: c.place.email,
        to: [c.to],
        subject: c.mark,
        text: c.mark,
      });
      await tool(c, "send_draft", { draft: saved.draft_id ?? "none" });
    },
  },
  "tool send_draft, at a time": {
    by: "api",
    begin: (c) => newDraft(c),
    act: (c) => tool(c, "send_draft", { draft: c.begun, at: soon(c) }),
  },
  "tool create_event": {
    by: "api",
    act: (c) =>
      tool(c, "create_event", { address: c.place.email, title: c.mark, ...times, attendees: [c.to] }),
  },
  "tool change_event": {
    by: "api",
    begin: (c) => quietEvent(c, { title: c.mark }),
    act: (c) => tool(c, "change_event", { address: c.place.email, event: c.begun, location: "Room 2" }),
  },
  "tool cancel_event": {
    by: "api",
    begin: (c) => quietEvent(c, { title: c.mark }),
    act: (c) => tool(c, "cancel_event", { address: c.place.email, event: c.begun }),
  },
  "tool answer_invitation": {
    by: "api",
    begin: invitation,
    act: (c) => tool(c, "answer_invitation", { address: c.place.email, event: c.begun, answer: "accepted" }),
  },
  "the console, a mail": { by: "person", act: (c) => write(c, `address=${c.place.id}`) },
  "the console, an answer": {
    by: "person",
    inThread: true,
    begin: came,
    act: (c) => write(c, `parent=${c.begun}&kind=reply`),
  },
  "the console, an event": { by: "person", act: (c) => savesEvent(c, "", {}) },
  "the console, a changed event": {
    by: "person",
    begin: (c) => quietEvent(c, { attendees: [] }),
    act: (c) => savesEvent(c, `/${c.place.id}/${c.begun}`, { location: "Room 2" }),
  },
  forward_to: {
    by: "nobody",
    stays: true,
    outside: true,
    begin: (c) =>
      made(
        c.place.owner.post("/routing-rules", {
          domain_id: c.place.domainId,
          local_part: `role-${c.mark}`,
          identity_id: c.place.id,
          forward_to: [c.to],
        }),
      ),
    act: (c) =>
      arrive(c.place, {
        from: `news-${c.mark}@peer.example`,
        mark: c.mark,
        to: `role-${c.mark}@${c.place.domain}`,
      }),
  },
} satisfies Record<string, Door>;

export type DoorName = keyof typeof doors;
