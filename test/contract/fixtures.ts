// What the rows of the table use: one running app with its real listeners, an account in it, another account, a mail
// server and a webhook receiver outside, and short ways to have an address, a mail, a webhook, a draft.
import { expireIdentities } from "../../actors/workers/expiry.ts";
import type { Draft } from "../../src/schema/drafts.ts";
import type { Message } from "../../src/schema/message/messages.ts";
import type { Answer, Api } from "../support/app/api.ts";
import { eventually, type ShiftedClock, type SuiteApp, type TestAddress } from "../support/app/app.ts";
import { restrictedKey, signupAccount } from "../support/app/keys.ts";
import { rcpt } from "../support/app/refusals.ts";
import type { TestDns } from "../support/fakes/dns.ts";
import { type HookCall, type Receiver, type Sink, startReceiver } from "../support/fakes/receivers.ts";
import { ImapTalk } from "../support/imap/client.ts";
import { dialogue, openData } from "../support/smtp/client.ts";
import { data, type Page } from "./answers.ts";
import type { Shaped } from "./shape-types.ts";

/** A well-formed id that nothing has. */
export const nobody = "019a2f4e-8b1c-7def-8a90-1234567890ab";

export const minute = 60_000;
export const hour = 60 * minute;
export const day = 24 * hour;

export interface Outside {
  sink: Sink;
  dns: TestDns;
  clock: ShiftedClock;
}

export interface InboundMail {
  to?: TestAddress;
  from?: string;
  /** The address in RCPT, where it is not that of `to`. */
  rcpt?: string;
  /** Header lines besides From, To, Subject and Message-ID. */
  headers?: readonly string[];
  subject?: string;
  /** The body with its line ends, CRLF. */
  body?: string;
}

export interface Received {
  address: TestAddress;
  message: Message;
}

interface Raw {
  method?: string;
  headers?: Record<string, string>;
  body?: string | FormData;
  key?: string | null;
}

export type Fixtures = ReturnType<typeof makeFixtures>;

export function makeFixtures(t: SuiteApp, { sink, dns, clock }: Outside) {
  let counter = 0;
  const next = (name: string) => `${name}${++counter}-${t.kind}`;
  const remembered = <T>(make: () => Promise<T>) => {
    let made: Promise<T> | undefined;
    return () => {
      made ??= make();
      return made;
    };
  };
  let receiver: Receiver | null = null;
  const replies = new Map<string, () => Response | Promise<Response>>();
  const pathOf = ({ url }: { url: string }) => new URL(url).pathname;
  const listen = () => {
    const started = startReceiver();
    started.answer((call) => replies.get(call.path)?.() ?? new Response("ok"));
    return started;
  };

  const get = (path: string, headers?: Record<string, string>) => t.api.get(path, headers);
  const post = (path: string, body?: unknown, headers?: Record<string, string>) =>
    t.api.post(path, body, headers);
  const patch = (path: string, body?: unknown, headers?: Record<string, string>) =>
    t.api.patch(path, body, headers);
  const put = (path: string, body?: unknown) => t.api.call("PUT", path, body);
  const del = (path: string, headers?: Record<string, string>) => t.api.delete(path, headers);
  const rows = async <T>(asked: Promise<Answer>) => ((await asked).json as Page<T>).data;

  const address = (fields: Record<string, unknown> = {}) =>
    data<Shaped<"Address">>(
      post("/identities", { domain_id: t.domainId, local_part: next("a"), ...fields }),
      201,
    );

  const some = remembered(() => address());

  /** What SMTP answers to the whole of this mail. */
  const smtp = async (from: string, to: string | string[], raw: string) => {
    const talk = await dialogue(t.smtpPort);
    const replies = await openData(talk, from, ...(Array.isArray(to) ? to : [to]));
    if (replies.at(-1)!.startsWith("354"))
      replies.push(await talk.say(`${raw.replace(/^\./gm, "..").replace(/\r\n$/, "")}\r\n.`));
    talk.close();
    return replies.at(-1)!;
  };

  const inbound = async (mail: InboundMail = {}): Promise<Received> => {
    const to = mail.to ?? (await address());
    const from = mail.from ?? "ada@far.example";
    const mark = next("m");
    const head = [`From: ${from}`];
    const own = (mail.headers ?? []).map((line) => line.toLowerCase());
    if (!own.some((line) => line.startsWith("message-id:"))) head.push(`Message-ID: <${mark}@far.example>`);
    if (!own.some((line) => line.startsWith("to:"))) head.push(`To: ${to.email}`);
    if (mail.subject !== "") head.push(`Subject: ${mail.subject ?? "Hello"}`);
    const raw = [...head, ...(mail.headers ?? []), "", mail.body ?? `This is ${mark}.\r\n`].join("\r\n");
    const reply = await smtp(/[^<\s]+@[^>\s]+/.exec(from)![0], mail.rcpt ?? to.email, raw);
    if (!reply.startsWith("250")) throw new Error(reply);
    // The turn that stored it has ended: it is the newest of its address.
    const [thread] = await rows<{ id: string }>(get(`/threads?identity_id=${to.id}&limit=1`));
    const messages = await rows<Message>(get(`/messages?thread_id=${thread!.id}&limit=200`));
    return { address: to, message: messages.at(-1)! };
  };

  const draft = async (fields: Record<string, unknown> = {}) => {
    const identity_id = fields.identity_id ?? (await some()).id;
    return data<Draft>(post("/drafts", { identity_id, ...fields }), 201);
  };

  const hook = (fields: Record<string, unknown> = {}) => {
    receiver ??= listen();
    const url = `${receiver.url}/${next("h")}`;
    return data<Shaped<"WebhookCreated">>(post("/webhooks", { url, ...fields }), 201);
  };

  const quiet = remembered(() => address());

  const other = remembered(async () => {
    const account = await t.otherAccount();
    const foreign = await data<Shaped<"Address">>(
      account.api.post("/identities", { domain_id: account.domainId, local_part: "theirs" }),
      201,
    );
    return { ...account, address: foreign };
  });

  /** Another caller each time, as far as limits per IP address go. */
  let callers = 0;
  const somewhere = () => ({ "x-forwarded-for": `198.18.${++callers >> 8}.${callers & 255}` });
  const open = t.api.as(null);

  const agent = async (fields: Record<string, unknown> = {}) => {
    const human = `${next("human")}@far.example`;
    const body = { username: next("scout"), human_email: human, ...fields };
    const signup = await data<Shaped<"AgentSignup">>(open.post("/agent/signup", body, somewhere()), 201);
    return { human, signup };
  };
  /** The newest code that was mailed to a human. */
  const code = async (human: string, nth = 1) => {
    const mails = await sink.taken.count(nth, (mail) => mail.to.includes(human));
    return /^Subject: (\d{6}) /m.exec(mails[nth - 1]!.raw)![1]!;
  };
  const verify = (signupId: string, given: string) =>
    open.post("/agent/verify", { signup_id: signupId, code: given }, somewhere());

  const passwordOf = (to: TestAddress, api: Api) =>
    data<Shaped<"AppPasswordCreated">>(api.post("/app-passwords", { identity_id: to.id, name: "T" }), 201);

  return {
    t,
    api: t.api,
    /** An address for rows that ask no list about it. */
    some,
    /** An address about which nothing happens: for keys and for webhooks that are only tested. */
    quiet,
    /** Without a key. */
    open,
    sink,
    dns,
    clock,
    get,
    post,
    patch,
    put,
    del,
    /** The rows of a page, unchecked. */
    rows,
    next,
    address,
    smtp,
    inbound,
    draft,
    hook,
    other,
    agent,
    code,
    verify,
    somewhere,
    /** A domain of the operator's account, the same each time: its keys take long to make. */
    domain: remembered(() =>
      data<Shaped<"Domain">>(post("/domains", { domain: `${next("domain")}.example` }), 201),
    ),
    /** An address that the mail server outside takes. */
    far: () => `${next("far")}@far.example`,
    /** A new account on the plan of agent signups. */
    signupAccount: () => signupAccount(t),
    /** A client whose key reaches these addresses. */
    restricted: (...identityIds: string[]) => restrictedKey(t.api, identityIds),
    /** Enhanced reply to RCPT, such as `250 2.1.5`. */
    rcpt: (to: string) => rcpt(t.smtpPort, to),
    /** ISO 8601, so many milliseconds from now. */
    soon: (ms: number) => new Date(clock.now() + ms).toISOString(),
    /** A request past the client that knows the contract. `path` from the root on. */
    async raw(path: string, { method = "GET", headers = {}, body, key = t.api.key }: Raw = {}) {
      const response = await fetch(t.api.base + path, {
        method,
        headers: {
          ...(key === null ? {} : { authorization: `Bearer ${key}` }),
          ...(typeof body === "string" ? { "content-type": "application/json" } : {}),
          ...headers,
        },
        body,
        redirect: "manual",
      });
      const text = await response.text();
      const isJson = response.headers.get("content-type")?.startsWith("application/json");
      const json: unknown = isJson ? JSON.parse(text) : null;
      return { status: response.status, headers: response.headers, text, json };
    },
    /** Sends a message. @returns Sent */
    send: (from: TestAddress, fields: Record<string, unknown> = {}) =>
      data<Shaped<"Sent">>(post("/messages", { from: from.email, text: "Hello", ...fields }), 201),
    /** The mail with this in it, once it has left. */
    left: (words: string) => sink.taken.find((mail) => mail.raw.includes(words)),
    /** The call that told a webhook of an event of this type, once it came. */
    told: (webhook: { url: string }, type: string): Promise<HookCall> =>
      receiver!.calls.find((call) => call.path === pathOf(webhook) && call.event.type === type),
    /** The calls of a webhook so far. */
    calls: (webhook: { url: string }) =>
      receiver!.calls.items.filter((call) => call.path === pathOf(webhook)),
    /** What a webhook's endpoint answers from now on; 200 "ok" at first. */
    answerHooks(webhook: { url: string }, reply: () => Response | Promise<Response>) {
      replies.set(pathOf(webhook), reply);
    },
    /** A delivery to an endpoint that never answers, begun when this is first called. */
    silent: remembered(async () => {
      const silent = await hook({ identity_id: (await quiet()).id });
      replies.set(pathOf(silent), () => new Promise(() => {}));
      const { id } = await data<Shaped<"Delivery">>(post(`/webhooks/${silent.id}/test`), 200);
      return { hook: silent, id };
    }),
    /** A delivery, once it has this status. */
    delivery: (webhook: { id: string }, id: string, status: string) =>
      eventually(async () => {
        const found = await rows<Shaped<"Delivery">>(get(`/deliveries?webhook_id=${webhook.id}`));
        return found.find((row) => row.id === id && row.status === status);
      }),
    /** The newest event of a kind about an address, once readers see it. */
    event: (type: string, identityId: string) =>
      eventually(async () => {
        const found = await rows<Shaped<"Event">>(
          get(`/events?type=${type}&identity_id=${identityId}&limit=200`),
        );
        return found.at(-1);
      }),
    /** What submission answers to the recipient of a mail, or to the whole mail. */
    async submit(api: Api, from: TestAddress, to: string): Promise<string> {
      const { password } = await passwordOf(from, api);
      const talk = await dialogue(t.app.ports.submission!);
      const login = await talk.say(`AUTH PLAIN ${btoa(`\0${from.email}\0${password}`)}`);
      if (!login.startsWith("235")) throw new Error(login);
      const replies = await openData(talk, from.email, to);
      if (replies.at(-1)!.startsWith("354"))
        replies.push(await talk.say(`From: ${from.email}\r\nSubject: x\r\n\r\nx\r\n.`));
      talk.close();
      return replies.at(-1)!;
    },
    /** Asks until there is something. */
    until: eventually,
    /** A logged-in IMAP session of an address. */
    async imap(to: TestAddress, api = t.api) {
      const made = await passwordOf(to, api);
      const talk = await ImapTalk.logIn(t.app.ports.imap!, { ...to, password: made.password });
      return { talk, password: made };
    },
    /** Makes a thread and its messages so many days older. */
    age: (threadId: string, days: number) =>
      t.app.core.database.transaction(async (tx) => {
        const back = `created_at = created_at - interval '${days} days'`;
        await tx.values(
          `update threads set ${back}, sort_at = sort_at - interval '${days} days', last_message_at = last_message_at - interval '${days} days' where id = $1::uuid`,
          [threadId],
        );
        await tx.values(`update messages set ${back} where thread_id = $1::uuid`, [threadId]);
      }),
    /** Makes an attachment of a received mail metadata alone. @returns what makes it whole again */
    async loseObject(id: string) {
      const { database } = t.app.core;
      const [row] = await database.values("select part from attachments where id = $1::uuid", [id]);
      const part = row![0] as string;
      const set = (to: string | null) =>
        database.values("update attachments set part = $2::text where id = $1::uuid returning 1", [id, to]);
      await set(null);
      return () => set(part);
    },
    /** The round of work that suspends what has expired. */
    expire: () => expireIdentities(t.app.core),
    /** A logged-in IMAP session. */
    logIn: (email: string, password: string) =>
      ImapTalk.logIn(t.app.ports.imap!, { id: "", email, password }),
    async end() {
      await receiver?.stop();
    },
    /** A mail for readers of lists, the same each time. */
    several: remembered(() => inbound()),
    quoted: remembered(() =>
      inbound({
        subject: "Re: Lunch",
        body: "Yes, gladly.\r\n\r\nOn Mon, 5 Jan 2026 at 10:00, Bob <bob@agents.example> wrote:\r\n> Are you free?\r\n> Bob\r\n",
      }),
    ),
    /** An invitation from elsewhere; `lines` are those of its VEVENT. */
    invite(to: TestAddress, uid: string, fields: { method?: string; lines?: readonly string[] } = {}) {
      const { method = "REQUEST", lines = [] } = fields;
      const given = (name: string) => lines.some((line) => line.startsWith(name));
      const event = [
        `UID:${uid}`,
        `DTSTAMP:${new Date(Date.UTC(2026, 0, 1) + ++counter * 1000).toISOString().replace(/[-:]|\.\d+/g, "")}`,
        "SUMMARY:Planning",
        ...(given("DTSTART") ? [] : ["DTSTART:20270330T070000Z", "DTEND:20270330T080000Z"]),
        "ORGANIZER;CN=Boss:mailto:boss@far.example",
        `ATTENDEE;PARTSTAT=NEEDS-ACTION;RSVP=TRUE:mailto:${to.email}`,
        ...lines,
      ];
      const calendar = ["BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//far//EN", `METHOD:${method}`];
      return inbound({
        to,
        from: "boss@far.example",
        subject: "Planning",
        headers: ["MIME-Version: 1.0", `Content-Type: text/calendar; charset=utf-8; method=${method}`],
        body: [...calendar, "BEGIN:VEVENT", ...event, "END:VEVENT", "END:VCALENDAR", ""].join("\r\n"),
      });
    },
  };
}
