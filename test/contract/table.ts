// The contract as a table: one row for each sentence of SPEC and DECISIONS, in their order, said in our own short words,
// with the check that shows it. A check asks the running service from outside. `held` names the test that holds a sentence
// which takes more than a row; `decided` leads from a gap of SPEC to the section of DECISIONS that fills it.
import { expect } from "bun:test";
import { Browser } from "../console/browser.ts";
import { callsOf } from "../support/app/contract.ts";
import { absent, bodiless, gone, many, none, one, page, refused } from "./answers.ts";
import { day, hour, minute, nobody, type World } from "./fixtures.ts";
import { misfits } from "./shapes.ts";

export type Check = (w: World) => Promise<unknown> | unknown;
export interface Held {
  /** A file below test/. */
  readonly test: string;
  /** Words of that test's own title. */
  readonly title: string;
}
export interface Decided {
  /** The section of this table that says it. */
  readonly decided: string;
}
export interface ContractRow {
  readonly source: string;
  readonly says: string;
  readonly check: Check | Held | Decided;
}
export type Table = Readonly<Record<string, Readonly<Record<string, Check | Held | Decided>>>>;

export function rowsOf(given: Table): ContractRow[] {
  return Object.entries(given).flatMap(([source, rows]) =>
    Object.entries(rows).map(([says, check]) => ({ source, says, check })),
  );
}

const held = (test: string, title: string): Held => ({ test, title });
const decided = (section: string): Decided => ({ decided: `DECISIONS ${section}` });
const emails = (refs: readonly { email: string }[]) => refs.map(({ email }) => email);
const ids = (rows: readonly { id: string }[]) => rows.map(({ id }) => id);

const meeting = { title: "Plan", start: "2027-03-30T09:00:00", end: "2027-03-30T09:30:00" };
const events = ({ id }: { id: string }) => `/identities/${id}/calendar/events`;
const meet = (w: World, to: { id: string }, fields: object = {}) =>
  one(w.post(events(to), { ...meeting, ...fields }), 201, "CalendarEvent");

/** A mail with a file of five bytes. */
const withFile = {
  headers: ["MIME-Version: 1.0", "Content-Type: multipart/mixed; boundary=b"],
  body: [
    ...["--b", "", "text"],
    ...["--b", "Content-Type: text/x-note", 'Content-Disposition: attachment; filename="n.txt"', "", "12345"],
    ...["--b--", ""],
  ].join("\r\n"),
};

/** Settings and their defaults. */
const defaults = {
  HOST: "127.0.0.1",
  PORT: "3000",
  SMTP_PORT: "2525",
  SUBMISSION_PORT: "2587",
  SUBMISSIONS_PORT: "2465",
  IMAP_PORT: "2143",
  IMAPS_PORT: "2993",
  BASE_URL: "http://localhost:PORT",
  MAIL_DOMAIN: "postroom.localhost",
  MAIL_HOSTNAME: "the machine's name",
  DATA_DIR: "./data",
  DATABASE_URL: "none: embedded",
  S3_BUCKET: "none: files",
  SMTP_RELAY_URL: "none: MX",
  DNS_SERVERS: "the system's",
  TLS_CERT_FILE: "self-signed",
  RSPAMD_URL: "none",
  ALLOW_PLAINTEXT_AUTH: "never",
  TRUSTED_NETWORKS: "127.0.0.0/8,::1",
  TRUSTED_PROXIES: "none",
  WEBHOOK_ALLOW_NETWORKS: "none",
  RATE_LIMIT_PER_SECOND: "50",
  RATE_LIMIT_BURST: "200",
  AGENT_SIGNUP: "on",
  SIGNUP_MAX_ADDRESSES: "5",
  SIGNUP_DAILY_RECIPIENTS: "100",
  SIGNUP_STORAGE_MB: "1024",
  LOG_LEVEL: "info",
};

async function readmeHas(words: string): Promise<void> {
  expect(await Bun.file(new URL("../../src/config/README.md", import.meta.url)).text()).toContain(words);
}

export const table: Table = {
  // ------------------------------------------------------------------------------------------------------------- SPEC
  "SPEC Email Inbox Service API Specification": {
    "Paths begin with /api/v1, relative to the service's host root": async (w) => {
      const document = JSON.parse((await w.raw("/openapi.json", { key: null })).text);
      expect(callsOf(document).filter(({ path }) => !path.startsWith("/api/v1/"))).toEqual([]);
      expect((await w.raw("/api/v1/pods")).status).toBe(200);
    },
    "/v1 in the prose on calendars is short for the same prefix: calendars are below /api/v1, and there is no other":
      async (w) => {
        const { id } = await w.address();
        await one(w.post(`/identities/${id}/calendar/events`, meeting), 201, "CalendarEvent");
        expect((await w.raw(`/v1/identities/${id}/calendar/events`)).status).toBe(404);
      },
  },

  "SPEC What the service does": {
    "One call creates an address that receives mail into an inbox": async (w) => {
      const address = await one(
        w.post("/identities", { domain_id: w.t.domainId, local_part: w.next("one-call") }),
        201,
        "Address",
      );
      const { message } = await w.inbound({ to: address });
      expect(message.identity).toBe(address.id);
    },
    "Conversations are kept as threads that carry status and ownership": async (w) => {
      const { message } = await w.inbound();
      const thread = await one(w.get(`/threads/${message.thread_id}`), 200, "Thread");
      expect(thread).toMatchObject({ status: "open", owner_type: "automation" });
    },
    "It sends mail from a domain the account owns": async (w) => {
      const from = await w.address();
      await w.send(from, { to: w.far(), subject: w.next("owned") });
      expect((await w.left(`From: ${from.email}`)).from).toEndWith(`@${w.t.domain}`);
    },
    "An address has a type, a mode and a send policy": async (w) => {
      const fields = { type: "team", mode: "hybrid", send_policy: "list" };
      expect(await w.address(fields)).toMatchObject(fields);
    },
    "A message has text and sanitised HTML, a view without quoted history, attachments and perhaps an invitation":
      async (w) => {
        const { message } = await w.quoted();
        expect(message).toMatchObject({ attachments: [], invitation: null, reply_text: "Yes, gladly." });
        expect([message.text, message.html]).toEqual([
          expect.stringContaining("Are you free?"),
          expect.stringContaining("Are you free?"),
        ]);
      },
    "Messages are sent, drafts kept, and a draft is scheduled to send later": async (w) => {
      const draft = await w.draft({ to: [w.far()], text: "later" });
      const sendAt = { send_at: w.soon(hour) };
      const scheduled = await one(w.post(`/drafts/${draft.id}/schedule`, sendAt), 200, "Draft");
      expect(scheduled.status).toBe("scheduled");
    },
    "Labels and folders organise; pods group addresses and domains": async (w) => {
      const pod = await one(w.post("/pods", { name: "Group" }), 201, "Pod");
      const address = await w.address({ pod_id: pod.id });
      expect(ids(await many(w.get(`/pods/${pod.id}/identities`), "Address"))).toEqual([address.id]);
      await many(w.get(`/mailboxes?identity_id=${address.id}`), "Folder");
    },
    "An unclaimed address is routed to an existing address or to a webhook": async (w) => {
      const local_part = w.next("unclaimed");
      expect(await w.rcpt(`${local_part}@${w.t.domain}`)).toBe("550 5.1.1");
      const to = await w.address();
      await one(
        w.post("/routing-rules", { domain_id: w.t.domainId, local_part, identity_id: to.id }),
        201,
        "RoutingRule",
      );
      const { message } = await w.inbound({ to, rcpt: `${local_part}@${w.t.domain}` });
      expect(message.delivered_to).toBe(`${local_part}@${w.t.domain}`);
    },
    "Events are pushed to an HTTP endpoint; attempts are inspected and replayed": async (w) => {
      const { address } = await w.inbound();
      const hook = await w.hook({ identity_id: address.id });
      await w.inbound({ to: address });
      await w.told(hook, "message.received");
      const [delivery] = await many(w.get(`/deliveries?webhook_id=${hook.id}`), "Delivery");
      await one(w.post(`/deliveries/${delivery!.id}/replay`), 200, "Delivery");
    },
    "App passwords are IMAP and SMTP credentials of an address": held(
      "smtp/submission.test.ts",
      "sends as the address, keeps the octets, hides Bcc, and puts a copy into Sent",
    ),
    "API keys are minted and revoked, and restricted to a list of address ids": async (w) => {
      const { id } = await w.address();
      const key = await one(w.post("/api-keys", { name: "k", identity_ids: [id] }), 201, "ApiKeyCreated");
      expect(ids(await many(w.api.as(key.token).get("/identities"), "Address"))).toEqual([id]);
      await gone(w.del(`/api-keys/${key.id}`), key.id);
    },
    "An agent signs itself up, with a six-digit code that a human confirms": async (w) => {
      const { human, signup } = await w.agent();
      const code = await w.code(human);
      expect(code).toMatch(/^\d{6}$/);
      await one(w.verify(signup.signup_id, code), 200, "AgentVerified");
    },
    "Calendar events of an address are created, changed and deleted, attendees invited if asked": async (
      w,
    ) => {
      const to = await w.address();
      const guest = w.far();
      const made = await meet(w, to, { attendees: [{ email: guest }], send_invites: true });
      expect((await w.left(made.uid)).to).toEqual([guest]);
      await one(w.patch(`${events(to)}/${made.id}`, { title: "Other" }), 200, "CalendarEvent");
      await bodiless(w.del(`${events(to)}/${made.id}`));
    },
    "A single object is { data }": async (w) => {
      const { id } = await w.address();
      expect(Object.keys((await w.get(`/identities/${id}`)).json as object)).toEqual(["data"]);
    },
    "A page is { data, has_more, next_cursor }": async (w) => {
      await w.address();
      await many(w.get("/identities"), "Address");
    },
    "A failure is { error: { code, message } }": (w) =>
      refused(w.get("/identities?limit=0"), 400, "validation_error"),
    "There are exactly these three envelopes and no others": async (w) => {
      const { components, paths } = JSON.parse((await w.raw("/openapi.json", { key: null })).text);
      const shapes = callsOf({ components, paths } as never).flatMap(({ operation }) =>
        Object.values(operation.responses).map((response) => {
          const found =
            "$ref" in response ? components.responses[response.$ref.split("/").at(-1)!] : response;
          const schema = found.content?.["application/json"]?.schema;
          const target = schema?.$ref ? components.schemas[schema.$ref.split("/").at(-1)!] : schema;
          return target && Object.keys(target.properties).sort().join(" ");
        }),
      );
      expect(new Set(shapes)).toEqual(new Set([undefined, "data", "data has_more next_cursor", "error"]));
    },
    "A 204 has no body": async (w) => {
      const { id } = await w.address();
      await bodiless(w.del(`/identities/${id}`));
    },
  },

  "SPEC Mailbox reference": {
    "It has an email and a name, which is null when none was given": async (w) => {
      const { message } = await w.inbound({ from: "ada@far.example" });
      expect(message.from).toEqual({ email: "ada@far.example", name: null });
    },
    "name is the display name": async (w) => {
      const { message } = await w.inbound({ from: "Ada Love <ada@far.example>" });
      expect(message.from).toEqual({ email: "ada@far.example", name: "Ada Love" });
    },
  },

  "SPEC Resources and their fields": {
    "Timestamps are ISO 8601 in UTC": async (w) => {
      const { created_at } = await w.address();
      expect(created_at).toMatch(/Z$/);
      expect(Math.abs(Date.parse(created_at) - w.clock.now())).toBeLessThan(minute);
    },
    "ids are strings": async (w) => expect((await w.address()).id).toBeString(),
    "Response objects have only the listed fields": held(
      "http/openapi.test.ts",
      "response objects are closed: only the listed fields",
    ),
    "Integers are plain integers": async (w) => {
      const { text } = await w.get(`/identities/${(await w.address()).id}`);
      expect(text).toMatch(/"routed_address_count":0,/);
    },
  },

  "SPEC Address": {
    "All of its fields are always present, and there are no others": async (w) => {
      const { id } = await w.address();
      await one(w.get(`/identities/${id}`), 200, "Address");
    },
    "email is local_part and domain": async (w) => {
      const address = await w.address();
      expect(address.email).toBe(`${address.local_part}@${address.domain}`);
      expect(address.domain).toBe(w.t.domain);
    },
    "display_name is a string or null": async (w) => {
      expect((await w.address()).display_name).toBeNull();
      expect((await w.address({ display_name: "Ada" })).display_name).toBe("Ada");
    },
    "type is human, team, application, workflow or agent": async (w) => {
      for (const type of ["human", "team", "application", "workflow", "agent"] as const)
        expect((await w.address({ type })).type).toBe(type);
      const body = { domain_id: w.t.domainId, local_part: w.next("x"), type: "robot" };
      await refused(w.post("/identities", body), 400, "validation_error", /human, team/);
    },
    "mode says who answers: human, automated or hybrid": async (w) => {
      for (const mode of ["human", "automated", "hybrid"] as const)
        expect((await w.address({ mode })).mode).toBe(mode);
    },
    "status is active, suspended or archived": async (w) => {
      const { id, status } = await w.address();
      expect(status).toBe("active");
      for (const wanted of ["suspended", "archived", "active"])
        expect((await one(w.patch(`/identities/${id}`, { status: wanted }), 200, "Address")).status).toBe(
          wanted as "active",
        );
    },
    "capabilities are booleans by name, derived from type and plan": async (w) => {
      const { capabilities } = await w.address({ type: "application" });
      expect(capabilities).toMatchObject({ send: true, inbox: false });
    },
    "has_inbox is false for an address that turns mail into events and stores nothing": async (w) => {
      expect((await w.address({ type: "application" })).has_inbox).toBe(false);
      expect((await w.address()).has_inbox).toBe(true);
    },
    "expires_at is when it stops accepting mail": async (w) => {
      const to = await w.address({ expires_at: w.soon(2 * minute) });
      expect(await w.rcpt(to.email)).toBe("250 2.1.5");
      w.clock.advance(3 * minute);
      expect(await w.rcpt(to.email)).toStartWith("550 5.2.1");
    },
    "Expiry suspends the address and never deletes it": async (w) => {
      const { id } = await w.address({ expires_at: w.soon(2 * minute) });
      w.clock.advance(3 * minute);
      await w.expire();
      expect(await one(w.get(`/identities/${id}`), 200, "Address")).toMatchObject({
        id,
        status: "suspended",
      });
    },
    "send_policy is open, reply_only (who wrote first) or list": async (w) => {
      for (const send_policy of ["open", "reply_only", "list"] as const)
        expect((await w.address({ send_policy })).send_policy).toBe(send_policy);
    },
    "tenant_id is the caller's own grouping, never parsed": async (w) => {
      const tenant_id = "  {not: parsed}/ü ";
      expect((await w.address({ tenant_id })).tenant_id).toBe(tenant_id);
    },
    "An application has no inbox: its threads are an empty result, not an error": async (w) => {
      const { id } = await w.address({ type: "application" });
      await none(w.get(`/threads?identity_id=${id}`));
    },
  },

  "SPEC Attachment": {
    "It has exactly these fields; size is in bytes": async (w) => {
      const { message } = await w.inbound(withFile);
      const { attachments } = await one(w.get(`/messages/${message.id}`), 200, "Message");
      expect(attachments).toMatchObject([
        { filename: "n.txt", content_type: "text/x-note", size: 5, downloadable: true },
      ]);
    },
    "downloadable is false when no stored object backs the metadata": async (w) => {
      const { message } = await w.inbound(withFile);
      const [file] = message.attachments;
      const restore = await w.loseObject(file!.id);
      const { attachments } = await one(w.get(`/messages/${message.id}`), 200, "Message");
      expect(attachments).toEqual([{ ...file!, downloadable: false }]);
      await absent(w.get(`/attachments/${file!.id}`));
      await restore();
    },
  },

  "SPEC Message": {
    "All of its fields are always present, and there are no others": async (w) => {
      const { message } = await w.inbound();
      await one(w.get(`/messages/${message.id}`), 200, "Message");
    },
    "identity is the address that it belongs to": async (w) => {
      const { address, message } = await w.inbound();
      expect(message.identity).toBe(address.id);
    },
    "from, to and cc are mailbox references": async (w) => {
      const { message } = await w.inbound({
        from: "Ada <ada@far.example>",
        headers: ["To: Bob <bob@far.example>, c@far.example", "Cc: Dan <d@far.example>"],
      });
      expect([message.from, message.to, message.cc]).toEqual([
        { email: "ada@far.example", name: "Ada" },
        [
          { email: "bob@far.example", name: "Bob" },
          { email: "c@far.example", name: null },
        ],
        [{ email: "d@far.example", name: "Dan" }],
      ]);
    },
    "subject is a string or null": async (w) => {
      expect((await w.inbound({ subject: "Words" })).message.subject).toBe("Words");
      expect((await w.inbound({ subject: "" })).message.subject).toBeNull();
    },
    "delivered_to is the envelope recipient, and not always in to": async (w) => {
      const { address, message } = await w.inbound({ headers: ["To: list@far.example"] });
      expect([message.delivered_to, emails(message.to)]).toEqual([address.email, ["list@far.example"]]);
    },
    "delivered_to is null where there was no envelope recipient": async (w) => {
      const sent = await w.send(await w.some(), { to: w.far() });
      expect((await one(w.get(`/messages/${sent.id}`), 200, "Message")).delivered_to).toBeNull();
    },
    "text is the message's own text part, quoted history included": async (w) =>
      expect((await w.quoted()).message.text).toContain("> Are you free?"),
    "html is sanitised by the server": async (w) => {
      const { message } = await w.inbound({
        headers: ["MIME-Version: 1.0", "Content-Type: text/html"],
        body: '<p onclick="x()">Hi<script>alert(1)</script><img src="javascript:x()"></p>\r\n',
      });
      expect(message.html).toContain("Hi");
      expect(message.html).not.toMatch(/script|onclick/);
    },
    "reply_html is html without quoted history": async (w) => {
      const { message } = await w.quoted();
      expect(message.reply_html).toContain("Yes, gladly.");
      expect(message.reply_html).not.toContain("Are you free?");
    },
    "quoted_html is the quoted history": async (w) =>
      expect((await w.quoted()).message.quoted_html).toContain("Are you free?"),
    "quoted_html is null when there was nothing to fold": async (w) =>
      expect((await w.inbound()).message.quoted_html).toBeNull(),
    "reply_text is the reply as plain text": async (w) =>
      expect((await w.quoted()).message.reply_text).toBe("Yes, gladly."),
    "is_read and is_spam are booleans, false for ordinary new mail": async (w) =>
      expect((await w.inbound()).message).toMatchObject({ is_read: false, is_spam: false }),
    "invitation is the calendar part that the message carried": async (w) => {
      const to = await w.address();
      const { message } = await w.invite(to, w.next("uid"));
      expect(message.invitation).toMatchObject({ method: "REQUEST", summary: "Planning" });
    },
    "calendar_event_id is the event that the calendar made of it": async (w) => {
      const to = await w.address();
      const { message } = await w.invite(to, w.next("uid"));
      const found = await one(w.get(`${events(to)}/${message.calendar_event_id}`), 200, "CalendarEvent");
      expect(found.origin_message_id).toBe(message.id);
    },
    "A later move of the meeting does not change what invitation reports": async (w) => {
      const to = await w.address();
      const uid = w.next("uid");
      const first = await w.invite(to, uid);
      await w.invite(to, uid, {
        lines: ["SEQUENCE:1", "DTSTART:20270401T070000Z", "DTEND:20270401T080000Z"],
      });
      const [event] = await many(w.get(events(to)), "CalendarEvent");
      expect(event!.start_at).toBe("2027-04-01T07:00:00.000000Z");
      const again = await one(w.get(`/messages/${first.message.id}`), 200, "Message");
      expect(again.invitation).toEqual(first.message.invitation);
    },
  },

  "SPEC Invitation": {
    "It has exactly these fields": async (w) => {
      const to = await w.address();
      const { message } = await w.invite(to, w.next("uid"));
      await one(w.get(`/messages/${message.id}`), 200, "Message");
      expect(message.invitation).not.toBeNull();
    },
    "uid and sequence are those of the calendar part": async (w) => {
      const uid = w.next("uid");
      const { message } = await w.invite(await w.some(), uid, { lines: ["SEQUENCE:3"] });
      expect(message.invitation).toMatchObject({ uid, sequence: 3 });
    },
    "start is the local wall time that the sender wrote; with timezone it is authoritative": async (w) => {
      const { message } = await w.invite(await w.some(), w.next("uid"), {
        lines: ["DTSTART;TZID=Europe/Berlin:20270330T090000", "DTEND;TZID=Europe/Berlin:20270330T100000"],
      });
      expect(message.invitation).toMatchObject({
        start: "2027-03-30T09:00:00",
        end: "2027-03-30T10:00:00",
        timezone: "Europe/Berlin",
      });
    },
    "starts_at and ends_at are the same moments as UTC instants": async (w) => {
      const { message } = await w.invite(await w.some(), w.next("uid"), {
        lines: ["DTSTART;TZID=Europe/Berlin:20270330T090000", "DTEND;TZID=Europe/Berlin:20270330T100000"],
      });
      expect(message.invitation).toMatchObject({
        starts_at: "2027-03-30T07:00:00.000000Z",
        ends_at: "2027-03-30T08:00:00.000000Z",
      });
    },
    "all_day is told": async (w) => {
      const { message } = await w.invite(await w.some(), w.next("uid"), {
        lines: ["DTSTART;VALUE=DATE:20270330", "DTEND;VALUE=DATE:20270331"],
      });
      expect(message.invitation).toMatchObject({ all_day: true, start: "2027-03-30", end: "2027-03-31" });
    },
    "organizer_email and organizer_name are told": async (w) => {
      const { message } = await w.invite(await w.some(), w.next("uid"));
      expect(message.invitation).toMatchObject({
        organizer_email: "boss@far.example",
        organizer_name: "Boss",
      });
    },
    "Each attendee has email, name, status, optional and rsvp": async (w) => {
      const to = await w.address();
      const { message } = await w.invite(to, w.next("uid"));
      expect(message.invitation!.attendees).toEqual([
        { email: to.email, name: null, status: "NEEDS-ACTION", optional: false, rsvp: true },
      ]);
    },
    "recurrence_rule is the rule of a series": async (w) => {
      const { message } = await w.invite(await w.some(), w.next("uid"), {
        lines: ["RRULE:FREQ=WEEKLY;COUNT=3"],
      });
      expect(message.invitation).toMatchObject({
        recurrence_rule: "FREQ=WEEKLY;COUNT=3",
        is_instance: false,
      });
    },
    "is_instance is true for one date of a series": async (w) => {
      const { message } = await w.invite(await w.some(), w.next("uid"), {
        lines: ["RECURRENCE-ID:20270330T070000Z"],
      });
      expect(message.invitation!.is_instance).toBe(true);
    },
  },

  "SPEC Thread": {
    "It has exactly these fields": async (w) => {
      const { message } = await w.inbound();
      await one(w.get(`/threads/${message.thread_id}`), 200, "Thread");
    },
    "status is open, waiting, resolved or human_review": async (w) => {
      const { message } = await w.inbound();
      for (const status of ["waiting", "resolved", "human_review", "open"] as const) {
        const changed = await one(w.patch(`/threads/${message.thread_id}`, { status }), 200, "Thread");
        expect(changed.status).toBe(status);
      }
    },
    "owner_type is human, automation or agent": async (w) => {
      const { message } = await w.inbound();
      for (const owner_type of ["human", "automation", "agent"] as const) {
        const changed = await one(w.patch(`/threads/${message.thread_id}`, { owner_type }), 200, "Thread");
        expect(changed.owner_type).toBe(owner_type);
      }
    },
    "assignee_id is a uuid or null, and assigned_at with it": async (w) => {
      const { message } = await w.inbound();
      const path = `/threads/${message.thread_id}`;
      expect(await one(w.get(path), 200, "Thread")).toMatchObject({ assignee_id: null, assigned_at: null });
      const given = await one(w.patch(path, { assignee_id: nobody }), 200, "Thread");
      expect(given).toMatchObject({ assignee_id: nobody, assigned_at: expect.any(String) });
    },
    "message_count and last_message_at follow its messages": async (w) => {
      const { address, message } = await w.inbound({ subject: "Count" });
      const reply = await w.send(address, { to: "ada@far.example", in_reply_to: message.id });
      const thread = await one(w.get(`/threads/${message.thread_id}`), 200, "Thread");
      const newest = await one(w.get(`/messages/${reply.id}`), 200, "Message");
      expect(thread).toMatchObject({
        message_count: 2,
        last_message_at: newest.created_at,
        subject: "Count",
      });
    },
  },

  "SPEC Webhook": {
    "It has exactly these fields": async (w) => {
      const { id } = await w.hook();
      await one(w.get(`/webhooks/${id}`), 200, "Webhook");
      await bodiless(w.del(`/webhooks/${id}`));
    },
    "identity is an address or null": async (w) => {
      const { id } = await w.address();
      expect((await w.hook({ identity_id: id })).identity).toBe(id);
      const whole = await w.hook({ event_types: ["webhook.test"] });
      expect(whole.identity).toBeNull();
      await bodiless(w.del(`/webhooks/${whole.id}`));
    },
    "Its creation answers the same fields and the signing secret": async (w) => {
      const { id } = await w.address();
      const { address } = await w.inbound();
      const url = (await w.hook({ identity_id: address.id })).url;
      const made = await one(w.post("/webhooks", { url, identity_id: id }), 201, "WebhookCreated");
      expect(made.secret).not.toBe("");
    },
    "The secret is returned once and never again": async (w) => {
      const hook = await w.hook({ identity_id: (await w.quiet()).id });
      for (const answer of [await w.get(`/webhooks/${hook.id}`), await w.get("/webhooks?limit=200")]) {
        expect(answer.text).toContain(hook.id);
        expect(answer.text).not.toContain("whsec_");
      }
    },
  },

  "SPEC Sent": {
    "It has exactly id, thread_id and rejected": async (w) => {
      const { email } = await w.address();
      await one(w.post("/messages", { from: email, to: w.far(), text: "x" }), 201, "Sent");
    },
    "rejected names each refused recipient's address and the reason": async (w) => {
      const missing = `missing@${w.t.domain}`;
      const sent = await w.send(await w.some(), { to: [w.far(), missing] });
      expect(sent.rejected).toEqual([{ address: missing, reason: "unknown_local_recipient" }]);
    },
  },

  "SPEC Agent signup results": {
    "AgentSignup has signup_id, address, identity_id, can_send and code_expires_at": async (w) => {
      const body = { username: w.next("scout"), human_email: w.far() };
      const made = await one(w.open.post("/agent/signup", body, w.somewhere()), 201, "AgentSignup");
      expect(made.address).toBe(`${body.username}@${w.t.domain}`);
    },
    "can_send is always false": async (w) => expect((await w.agent()).signup.can_send).toBe(false),
    "code_expires_at is a timestamp or null": async (w) => {
      expect((await w.agent()).signup.code_expires_at).toBeString();
      expect((await w.agent({ human_email: null })).signup.code_expires_at).toBeNull();
    },
    "AgentVerified has address, identity_id and sign_in_url": async (w) => {
      const { human, signup } = await w.agent();
      const done = await one(w.verify(signup.signup_id, await w.code(human)), 200, "AgentVerified");
      expect(done).toMatchObject({ address: signup.address, identity_id: signup.identity_id });
    },
  },

  "SPEC Other records": {
    "The name of a webhook's secret: not shown": decided("Events, webhooks, deliveries"),
    "A draft is written by identity_id, from, to, cc, bcc, subject, text, in_reply_to_message_id, attachment_ids":
      async (w) => {
        const { address, message } = await w.inbound();
        const body = {
          identity_id: address.id,
          from: address.email,
          to: ["a@far.example"],
          cc: ["b@far.example"],
          bcc: ["c@far.example"],
          subject: "S",
          text: "T",
          in_reply_to_message_id: message.id,
        };
        expect(await one(w.post("/drafts", { ...body, attachment_ids: [] }), 201, "Draft")).toMatchObject(
          body,
        );
      },
    "in_reply_to_message_id is set at creation only": async (w) => {
      const draft = await w.draft();
      await refused(
        w.patch(`/drafts/${draft.id}`, { in_reply_to_message_id: null }),
        400,
        "validation_error",
        /in_reply_to_message_id/,
      );
    },
    "A scheduled draft carries send_at": async (w) => {
      const draft = await w.draft({ to: [w.far()] });
      expect(draft.send_at).toBeNull();
      const send_at = w.soon(hour);
      const scheduled = await one(w.post(`/drafts/${draft.id}/schedule`, { send_at }), 200, "Draft");
      expect(Date.parse(scheduled.send_at!)).toBe(Date.parse(send_at));
    },
    "A draft carries failed_reason after a refused scheduled send": held(
      "actors/workers/scheduled-drafts.test.ts",
      "refused, a draft is an ordinary one again and says why",
    ),
    "A draft's full list of fields: not shown": decided("Drafts and sending"),
    "A pod has a name and a client_id, the caller's own id, never parsed": async (w) => {
      const client_id = w.next("{crm}/ü");
      expect(await one(w.post("/pods", { name: "P", client_id }), 201, "Pod")).toMatchObject({
        name: "P",
        client_id,
      });
    },
    "client_id is unique within the account": async (w) => {
      const client_id = w.next("crm");
      await one(w.post("/pods", { name: "P", client_id }), 201, "Pod");
      await refused(w.post("/pods", { name: "Q", client_id }), 409, "client_id_taken");
      await one((await w.other()).api.post("/pods", { name: "Q", client_id }), 201, "Pod");
    },
    "One pod is the default": async (w) => {
      const pods = await many(w.get("/pods"), "Pod");
      expect(pods.filter((pod) => pod.is_default)).toHaveLength(1);
    },
    "A label is written by identity_id, name and colour": async (w) => {
      const body = { identity_id: (await w.address()).id, name: "Urgent", colour: "#cc3333" };
      expect(await one(w.post("/labels", body), 201, "Label")).toMatchObject(body);
    },
    "A label's and a pod's field list: not shown": decided("Threads, messages, folders, labels"),
    "A routing rule has an address, a domain, exactly one destination and a status": async (w) => {
      const to = await w.address();
      const local_part = w.next("r");
      const body = { domain_id: w.t.domainId, local_part, identity_id: to.id };
      expect(await one(w.post("/routing-rules", body), 201, "RoutingRule")).toMatchObject({
        ...body,
        address: `${local_part}@${w.t.domain}`,
        webhook_id: null,
        status: "active",
      });
    },
    "A routing rule's field names: not shown": decided("Domains, pods, routing rules"),
    "Listed keys show name, prefix, reach and last use, never a secret": async (w) => {
      const { id } = await w.quiet();
      const body = { name: "Listed", identity_ids: [id] };
      const made = await one(w.post("/api-keys", body), 201, "ApiKeyCreated");
      const answer = await w.get("/api-keys?limit=200");
      const found = (await many(answer, "ApiKey")).find((key) => key.id === made.id);
      expect(found).toMatchObject({ ...body, last_used_at: null });
      expect(answer.text).not.toContain(made.token);
    },
    "A key's token is in the creation response only": async (w) => {
      const { id } = await w.quiet();
      const made = await one(w.post("/api-keys", { name: "k", identity_ids: [id] }), 201, "ApiKeyCreated");
      await many(w.api.as(made.token).get("/api-keys"), "ApiKey");
    },
    "A key's field names: not shown": decided("Authentication and keys"),
    "An app password's creation answers username and password together, once": async (w) => {
      const { id, email } = await w.address();
      const made = await one(
        w.post("/app-passwords", { identity_id: id, name: "Phone" }),
        201,
        "AppPasswordCreated",
      );
      expect(made.username).toBe(email);
      expect((await w.get(`/app-passwords?identity_id=${id}`)).text).not.toContain(made.password);
    },
    "An app password's other field names: not shown": decided("App passwords"),
    "A delivery attempt has an event, a status and an attempt count": async (w) => {
      const { address } = await w.inbound();
      const hook = await w.hook({ identity_id: address.id, event_types: ["message.received"] });
      await w.inbound({ to: address });
      const call = await w.told(hook, "message.received");
      await w.until(async () => {
        const [delivery] = await many(w.get(`/deliveries?webhook_id=${hook.id}`), "Delivery");
        expect(delivery).toMatchObject({ event_id: call.event.id, event_type: "message.received" });
        return delivery!.status === "delivered" && delivery!.attempt_count === 1;
      });
    },
    "A delivery's field names: not shown": decided("Events, webhooks, deliveries"),
    "A calendar event has title, start, end, timezone, location, attendees, sequence, status and an etag":
      async (w) => {
        const body = {
          timezone: "Europe/Berlin",
          location: "Room 1",
          attendees: [{ email: "g@far.example" }],
        };
        const made = await meet(w, await w.some(), body);
        expect(made).toMatchObject({ ...meeting, ...body, sequence: 0, status: "confirmed" });
        expect(made.etag).not.toBe("");
      },
    "send_invites is in the request only": async (w) =>
      expect(await meet(w, await w.some(), { send_invites: false })).not.toContainKey("send_invites"),
    "A calendar event's complete field list: not shown": decided("Calendar"),
    "A folder's row is the newest message of a thread": async (w) => {
      const { address, message } = await w.inbound({ subject: "Row" });
      const next = await w.inbound({
        to: address,
        subject: "Re: Row",
        headers: [`In-Reply-To: ${await messageId(w, message.id)}`],
      });
      const rows = await many(w.get(`/mailboxes/inbox?identity_id=${address.id}`), "Row");
      expect(rows.map(({ message_id }) => message_id)).toEqual([next.message.id]);
    },
    "Field names of folders and rows: not shown": decided("Threads, messages, folders, labels"),
  },

  "SPEC States and transitions": {
    "Thread: PATCH with status moves it from any to any": async (w) => {
      const { message } = await w.inbound();
      const states = ["open", "waiting", "resolved", "human_review"] as const;
      for (const from of states)
        for (const status of states) {
          await one(w.patch(`/threads/${message.thread_id}`, { status: from }), 200, "Thread");
          const moved = await one(w.patch(`/threads/${message.thread_id}`, { status }), 200, "Thread");
          expect(moved.status).toBe(status);
        }
    },
    "Thread: the caller must reach it": async (w) => {
      const { message } = await w.inbound();
      const { api } = await w.other();
      await absent(api.patch(`/threads/${message.thread_id}`, { status: "resolved" }));
      expect((await one(w.get(`/threads/${message.thread_id}`), 200, "Thread")).status).toBe("open");
    },
    "Thread: owner_type may be changed in the same call": async (w) => {
      const { message } = await w.inbound();
      const body = { status: "resolved", owner_type: "human" };
      expect(await one(w.patch(`/threads/${message.thread_id}`, body), 200, "Thread")).toMatchObject(body);
    },
    "Address: PATCH with status makes it active, suspended or archived": async (w) => {
      const { id, email } = await w.address();
      await one(w.patch(`/identities/${id}`, { status: "archived" }), 200, "Address");
      expect(await w.rcpt(email)).toBe("550 5.2.1");
      await one(w.patch(`/identities/${id}`, { status: "active" }), 200, "Address");
      expect(await w.rcpt(email)).toBe("250 2.1.5");
    },
    "Address: when expires_at passes it is suspended, takes no mail, and is not deleted": held(
      "actors/workers/janitor.test.ts",
      "an address whose time is over is suspended, and told",
    ),
    "Routing rule: PATCH with status makes it active or disabled; a disabled one keeps its destination":
      async (w) => {
        const to = await w.address();
        const local_part = w.next("r");
        const body = { domain_id: w.t.domainId, local_part, identity_id: to.id };
        const { id } = await one(w.post("/routing-rules", body), 201, "RoutingRule");
        const off = await one(w.patch(`/routing-rules/${id}`, { status: "disabled" }), 200, "RoutingRule");
        expect(off).toMatchObject({ status: "disabled", identity_id: to.id });
        expect(await w.rcpt(`${local_part}@${w.t.domain}`)).toBe("550 5.1.1");
        await one(w.patch(`/routing-rules/${id}`, { status: "active" }), 200, "RoutingRule");
        expect(await w.rcpt(`${local_part}@${w.t.domain}`)).toBe("250 2.1.5");
      },
    "Draft: schedule makes a draft scheduled and sets send_at": async (w) => {
      const draft = await w.draft({ to: [w.far()] });
      const body = { send_at: w.soon(2 * minute) };
      expect(await one(w.post(`/drafts/${draft.id}/schedule`, body), 200, "Draft")).toMatchObject({
        status: "scheduled",
        send_at: expect.any(String),
      });
    },
    "Draft: schedule takes one minute to thirty days ahead": async (w) => {
      const draft = await w.draft({ to: [w.far()] });
      for (const ms of [30_000, 31 * day])
        await refused(
          w.post(`/drafts/${draft.id}/schedule`, { send_at: w.soon(ms) }),
          422,
          "schedule_out_of_range",
        );
      for (const ms of [70_000, 30 * day - minute])
        await one(w.post(`/drafts/${draft.id}/schedule`, { send_at: w.soon(ms) }), 200, "Draft");
    },
    "Draft: DELETE of its schedule makes it an ordinary draft again": async (w) => {
      const draft = await w.draft({ to: [w.far()] });
      await one(w.post(`/drafts/${draft.id}/schedule`, { send_at: w.soon(hour) }), 200, "Draft");
      expect(await one(w.del(`/drafts/${draft.id}/schedule`), 200, "Draft")).toMatchObject({
        status: "draft",
        send_at: null,
      });
    },
    "Draft: a refused scheduled send makes it a draft with failed_reason, without endless retry": held(
      "actors/workers/scheduled-drafts.test.ts",
      "refused, a draft is an ordinary one again and says why",
    ),
    "Draft: send answers 202, converts the row, and the id stays the draft's": async (w) => {
      const draft = await w.draft({ to: [w.far()], text: "x" });
      const sent = await one(w.post(`/drafts/${draft.id}/send`), 202, "Sent");
      expect(sent.id).toBe(draft.id);
      await absent(w.get(`/drafts/${draft.id}`));
      await one(w.get(`/messages/${draft.id}`), 200, "Message");
    },
    "Draft: when send_at is reached it becomes a sent message": held(
      "actors/workers/scheduled-drafts.test.ts",
      "go out when they are due, oldest first, each once",
    ),
    "Agent signup: signup makes it pending and mails a six-digit code to the human": async (w) => {
      const { human } = await w.agent();
      expect(await w.code(human)).toMatch(/^\d{6}$/);
    },
    "Agent signup: nothing is created until the code returns": async (w) => {
      const { signup } = await w.agent();
      await absent(w.get(`/identities/${signup.identity_id}`));
      expect(await w.rcpt(signup.address)).toBe("550 5.1.1");
    },
    "Agent signup: without a human's email it is dormant and the name reserved": async (w) => {
      const { signup } = await w.agent({ human_email: undefined });
      expect(signup.code_expires_at).toBeNull();
      const again = { username: signup.address.split("@")[0] };
      await refused(w.open.post("/agent/signup", again, w.somewhere()), 409, "address_taken");
    },
    "Agent signup: human makes a dormant one pending, sends a fresh code, restarts the clock": async (w) => {
      const { signup } = await w.agent({ human_email: undefined });
      const human = w.far();
      const body = { signup_id: signup.signup_id, human_email: human };
      const named = await one(w.open.post("/agent/human", body, w.somewhere()), 200, "AgentSignup");
      expect(Date.parse(named.code_expires_at!)).toBeGreaterThan(w.clock.now() + 23 * hour);
      expect(await w.code(human)).toMatch(/^\d{6}$/);
    },
    "Agent signup: the right code makes account and address; no key is returned": async (w) => {
      const { human, signup } = await w.agent();
      const done = await one(w.verify(signup.signup_id, await w.code(human)), 200, "AgentVerified");
      expect(JSON.stringify(done)).not.toContain("pr_");
      expect(await w.rcpt(signup.address)).toBe("250 2.1.5");
    },
    "Agent signup: ten wrong codes spend it, whatever comes later": async (w) => {
      const { human, signup } = await w.agent();
      const code = await w.code(human);
      for (let wrong = 1; wrong <= 9; wrong++)
        await refused(w.verify(signup.signup_id, another(code)), 422, "code_invalid");
      await refused(w.verify(signup.signup_id, another(code)), 410, "signup_spent");
      await refused(w.verify(signup.signup_id, code), 410, "signup_spent");
    },
    "Delivery: replay queues it from any status and resets its attempt count": async (w) => {
      const { address } = await w.inbound();
      const hook = await w.hook({ identity_id: address.id });
      await w.inbound({ to: address });
      await w.told(hook, "message.received");
      const path = `/deliveries?webhook_id=${hook.id}`;
      const done = await w.until(async () =>
        (await many(w.get(path), "Delivery")).find(({ status }) => status === "delivered"),
      );
      const again = await one(w.post(`/deliveries/${done.id}/replay`), 200, "Delivery");
      expect(again).toMatchObject({ id: done.id, status: "queued", attempt_count: 0 });
    },
    "Delivery: other statuses are written by the service only": async (w) => {
      const hook = await w.hook({ identity_id: (await w.quiet()).id });
      const { id } = await one(w.post(`/webhooks/${hook.id}/test`), 200, "Delivery");
      expect((await w.raw(`/api/v1/deliveries/${id}`, { method: "PATCH", body: "{}" })).status).toBe(404);
    },
    "Gap: which thread moves are allowed, and how it is assigned": decided(
      "Threads, messages, folders, labels",
    ),
    "Gap: a webhook's statuses and their moves": decided("Events, webhooks, deliveries"),
    "Gap: a delivery's statuses": decided("Events, webhooks, deliveries"),
  },

  "SPEC Endpoints": {
    "Every call but those of agent signup takes a bearer key: 401 without": async (w) => {
      const document = JSON.parse((await w.raw("/openapi.json", { key: null })).text);
      const answers = await Promise.all(
        callsOf(document).map(async ({ method, path }) => {
          const { status } = await w.open.call(
            method.toUpperCase(),
            path.slice(7).replace(/\{\w+\}/g, nobody),
          );
          return `${status} ${method} ${path}`;
        }),
      );
      expect(answers.length).toBeGreaterThan(80);
      expect(answers.filter((answer) => !answer.startsWith("401"))).toEqual([
        "400 post /api/v1/agent/signup",
        "400 post /api/v1/agent/human",
        "400 post /api/v1/agent/verify",
      ]);
    },
    "Every call can answer 401, 404 and 429": held(
      "http/openapi.test.ts",
      "says of every call what it needs and what it refuses",
    ),
    "Every call with an id answers 404 for one that is not there": async (w) => {
      const document = JSON.parse((await w.raw("/openapi.json", { key: null })).text);
      const calls = callsOf(document).filter(({ path }) => path.includes("{"));
      const bodies = new Map<string, string>();
      const { id } = await w.address();
      for (const { method, path, operation } of calls) {
        const example = operation.requestBody?.content["application/json"]?.example;
        const query = path.startsWith("/api/v1/mailboxes/") ? `?identity_id=${id}` : "";
        const window = path.endsWith("free-busy")
          ? "?after=2026-01-01T00:00:00Z&before=2026-01-02T00:00:00Z"
          : "";
        const url = path.slice(7).replace(/\{\w+\}/g, nobody) + query + window;
        const answer = await w.api.call(method.toUpperCase(), url, method === "get" ? undefined : example);
        bodies.set(`${answer.status} ${answer.text}`, `${method} ${path}`);
      }
      expect([...bodies.keys()]).toEqual([expect.stringContaining('404 {"error":{"code":"not_found"')]);
    },
    "POST takes an Idempotency-Key": async (w) => {
      const headers = { "idempotency-key": w.next("idem") };
      const body = { domain_id: w.t.domainId, local_part: w.next("idem") };
      const [first, second] = [
        await w.post("/identities", body, headers),
        await w.post("/identities", body, headers),
      ];
      expect([first.status, second.status, second.text]).toEqual([201, 201, first.text]);
    },
    "Every POST, whatever it does, is replayed for its key": async (w) => {
      const { address, message } = await w.inbound();
      const own = { identity_id: address.id };
      const hook = await w.hook(own);
      const { id: delivery } = await one(w.post(`/webhooks/${hook.id}/test`), 200, "Delivery");
      const invited = await w.invite(address, w.next("uid"));
      const draft = async () => (await w.draft({ ...own, to: [w.far()] })).id;
      const domain = { domain: `${w.next("domain")}.example` };
      const calls: [path: string, body?: object][] = [
        ["/api-keys", { name: "k", identity_ids: [address.id] }],
        ["/app-passwords", { ...own, name: "P" }],
        ["/attachments", { draft_id: await draft(), filename: "a", content_base64: "YQ==" }],
        ["/domains", domain],
        [`/domains/${w.t.domainId}/verify`],
        ["/drafts", own],
        [`/drafts/${await draft()}/send`],
        [`/drafts/${await draft()}/schedule`, { send_at: w.soon(hour) }],
        ["/identities", { domain_id: w.t.domainId, local_part: w.next("p") }],
        [events(address), meeting],
        [`${events(address)}/${invited.message.calendar_event_id}/respond`, { status: "accepted" }],
        ["/labels", { ...own, name: "L" }],
        ["/messages", { from: address.email, to: w.far() }],
        [`/messages/${message.id}/reply`, { text: "x" }],
        [`/messages/${message.id}/reply-all`, { text: "x" }],
        [`/messages/${message.id}/forward`, { to: w.far() }],
        [`/messages/${invited.message.id}/invitation/apply`],
        ["/pods", { name: "P" }],
        ["/routing-rules", { ...own, domain_id: w.t.domainId, local_part: w.next("r") }],
        ["/suppressions", { email: w.far() }],
        ["/webhooks", { ...own, url: hook.url }],
        [`/webhooks/${hook.id}/test`],
        [`/webhooks/${hook.id}/rotate-secret`],
        [`/deliveries/${delivery}/replay`],
      ];
      for (const [path, body] of calls) {
        const headers = { "idempotency-key": w.next("every") };
        const first = await w.post(path, body, headers);
        const second = await w.post(path, body, headers);
        expect([
          path,
          first.status < 300,
          second.status,
          second.text,
          second.headers.get("idempotency-replayed"),
        ]).toEqual([path, true, first.status, first.text, "true"]);
      }
      const { paths } = JSON.parse((await w.raw("/openapi.json", { key: null })).text);
      const posts = callsOf({ paths } as never).filter(
        ({ method, path }) => method === "post" && !path.includes("/agent/"),
      );
      expect(calls).toHaveLength(posts.length);
    },
    "Lists answer the page envelope": async (w) => {
      for (const list of await lists(w)) {
        const { status, json } = await w.get(list);
        expect([list, status, Object.keys(json as object).sort()]).toEqual([
          list,
          200,
          ["data", "has_more", "next_cursor"],
        ]);
      }
    },
  },

  "SPEC API keys": {
    "GET lists keys by page": async (w) => {
      await many(w.get("/api-keys"), "ApiKey");
    },
    "POST takes name and identity_ids, and answers 201 with the token": async (w) => {
      const { id } = await w.quiet();
      await one(w.post("/api-keys", { name: "k", identity_ids: [id] }), 201, "ApiKeyCreated");
    },
    "identity_ids is required": (w) =>
      refused(w.post("/api-keys", { name: "k" }), 400, "validation_error", /identity_ids/),
    "identity_ids must be within what the calling key reaches": async (w) => {
      const [mine, more] = [await w.address(), await w.address()];
      const key = await w.restricted(mine.id);
      const body = { name: "k", identity_ids: [mine.id, more.id] };
      await refused(key.post("/api-keys", body), 403, "reach_exceeded");
    },
    "DELETE answers 200 and revokes the key and every key it minted, and theirs": async (w) => {
      const { id } = await w.quiet();
      const mint = (api: World["api"]) =>
        one(api.post("/api-keys", { name: "k", identity_ids: [id] }), 201, "ApiKeyCreated");
      const parent = await mint(w.api);
      const child = await mint(w.api.as(parent.token));
      const grandchild = await mint(w.api.as(child.token));
      const answer = await w.del(`/api-keys/${parent.id}`);
      const revoked = { api_keys: 2, app_passwords: 0, webhooks: 0, routing_rules: 0 };
      expect([answer.status, answer.json]).toEqual([
        200,
        { data: { id: parent.id, deleted: true, revoked } },
      ]);
      for (const { token } of [parent, child, grandchild])
        await refused(w.api.as(token).get("/identities"), 401, "unauthorized");
    },
    "A key may revoke itself and the keys it made": async (w) => {
      const { id } = await w.quiet();
      const body = { name: "k", identity_ids: [id] };
      const made = await one(w.post("/api-keys", body), 201, "ApiKeyCreated");
      const self = w.api.as(made.token);
      const child = await one(self.post("/api-keys", body), 201, "ApiKeyCreated");
      await gone(self.delete(`/api-keys/${child.id}`), child.id);
      await gone(self.delete(`/api-keys/${made.id}`), made.id);
      await refused(self.get("/identities"), 401, "unauthorized");
    },
    "It may not revoke a sibling nor its parent": async (w) => {
      const { id } = await w.quiet();
      const body = { name: "k", identity_ids: [id] };
      const parent = await one(w.post("/api-keys", body), 201, "ApiKeyCreated");
      const below = w.api.as(parent.token);
      const one_ = await one(below.post("/api-keys", body), 201, "ApiKeyCreated");
      const two = await one(below.post("/api-keys", body), 201, "ApiKeyCreated");
      for (const target of [two, parent])
        await refused(w.api.as(one_.token).delete(`/api-keys/${target.id}`), 403, "reach_exceeded");
      await many(w.api.as(two.token).get("/identities"), "Address");
    },
  },

  "SPEC Drafts": {
    "GET lists one mailbox's drafts, newest first, scheduled ones too, with recipients and body": async (
      w,
    ) => {
      const { id } = await w.address();
      const first = await w.draft({ identity_id: id, to: ["a@far.example"], text: "body" });
      const second = await w.draft({ identity_id: id, to: ["b@far.example"] });
      await one(w.post(`/drafts/${first.id}/schedule`, { send_at: w.soon(hour) }), 200, "Draft");
      const rows = await many(w.get(`/drafts?identity_id=${id}`), "Draft");
      expect(ids(rows)).toEqual([second.id, first.id]);
      expect(rows[1]).toMatchObject({ to: ["a@far.example"], text: "body", status: "scheduled" });
    },
    "GET takes limit": async (w) => {
      const { id } = await w.address();
      await w.draft({ identity_id: id });
      await w.draft({ identity_id: id });
      const first = await page(w.get(`/drafts?identity_id=${id}&limit=1`), "Draft");
      expect([first.data.length, first.has_more]).toEqual([1, true]);
    },
    "POST answers 201 with the draft": async (w) => {
      await one(w.post("/drafts", { identity_id: (await w.address()).id }), 201, "Draft");
    },
    "GET by id answers 200 with the draft": async (w) => {
      const draft = await w.draft({ subject: "S" });
      expect(await one(w.get(`/drafts/${draft.id}`), 200, "Draft")).toEqual(draft);
    },
    "PATCH keeps an omitted field": async (w) => {
      const draft = await w.draft({ subject: "S", text: "T", to: ["a@far.example"] });
      const changed = await one(w.patch(`/drafts/${draft.id}`, { text: "U" }), 200, "Draft");
      expect(changed).toMatchObject({ subject: "S", text: "U", to: ["a@far.example"] });
    },
    "PATCH clears a field with null": async (w) => {
      const draft = await w.draft({ subject: "S", text: "T", to: ["a@far.example"], cc: ["b@far.example"] });
      const body = { subject: null, text: null, to: null, cc: null, bcc: null, attachment_ids: null };
      const changed = await one(w.patch(`/drafts/${draft.id}`, body), 200, "Draft");
      expect(changed).toMatchObject({ subject: null, text: null, to: [], cc: [], bcc: [], attachments: [] });
    },
    "DELETE answers 200": async (w) => {
      const draft = await w.draft();
      await gone(w.del(`/drafts/${draft.id}`), draft.id);
      await absent(w.get(`/drafts/${draft.id}`));
    },
    "send has no body, sends what is stored, and answers 202": async (w) => {
      const subject = w.next("stored");
      const draft = await w.draft({ to: [w.far()], subject, text: "as stored" });
      await refused(w.post(`/drafts/${draft.id}/send`, { text: "else" }), 400, "validation_error");
      await one(w.post(`/drafts/${draft.id}/send`), 202, "Sent");
      expect((await w.left(`Subject: ${subject}`)).raw).toContain("as stored");
    },
    "schedule takes send_at and answers 200 with the draft": async (w) => {
      const draft = await w.draft({ to: [w.far()] });
      await refused(w.post(`/drafts/${draft.id}/schedule`, {}), 400, "validation_error", /send_at/);
      await refused(w.post(`/drafts/${draft.id}/schedule`, { send_at: "soon" }), 400, "validation_error");
      await one(w.post(`/drafts/${draft.id}/schedule`, { send_at: w.soon(hour) }), 200, "Draft");
    },
    "DELETE schedule answers 200 with the draft, unscheduled": async (w) => {
      const draft = await w.draft({ to: [w.far()] });
      await one(w.post(`/drafts/${draft.id}/schedule`, { send_at: w.soon(hour) }), 200, "Draft");
      expect((await one(w.del(`/drafts/${draft.id}/schedule`), 200, "Draft")).send_at).toBeNull();
    },
    "DELETE of an attachment answers 200 and removes the stored object with the row": async (w) => {
      const draft = await w.draft();
      const body = { draft_id: draft.id, filename: "a.txt", content_base64: "YQ==" };
      const file = await one(w.post("/attachments", body), 201, "Attachment");
      await gone(w.del(`/drafts/${draft.id}/attachments/${file.id}`), file.id);
      await absent(w.get(`/attachments/${file.id}`));
      expect((await one(w.get(`/drafts/${draft.id}`), 200, "Draft")).attachments).toEqual([]);
    },
    "A scheduled message is a draft with send_at": async (w) => {
      const draft = await w.draft({ to: [w.far()] });
      await one(w.post(`/drafts/${draft.id}/schedule`, { send_at: w.soon(hour) }), 200, "Draft");
      const found = await one(w.get(`/drafts/${draft.id}`), 200, "Draft");
      expect(found.send_at).toBeString();
    },
    "GET /mailboxes/drafts lists the same rows as a mail client shows them": async (w) => {
      const { id, email } = await w.address();
      const plain = await w.draft({ identity_id: id, subject: "Plain", text: "Look" });
      const later = await w.draft({ identity_id: id, subject: "Later", to: [w.far()] });
      await one(w.post(`/drafts/${later.id}/schedule`, { send_at: w.soon(hour) }), 200, "Draft");
      const rows = await many(w.get(`/mailboxes/drafts?identity_id=${id}`), "Row");
      expect(rows.map(({ message_id }) => message_id).sort()).toEqual([plain.id, later.id].sort());
      const row = rows.find(({ message_id }) => message_id === plain.id);
      expect(row).toMatchObject({ subject: "Plain", preview: "Look", from: { email } });
    },
    "POST /attachments adds a file to a draft": async (w) => {
      const draft = await w.draft();
      const body = { draft_id: draft.id, filename: "a.txt", content_base64: "YQ==" };
      const file = await one(w.post("/attachments", body), 201, "Attachment");
      expect((await one(w.get(`/drafts/${draft.id}`), 200, "Draft")).attachments).toEqual([file]);
    },
    "Shapes of these two: not shown": decided("Drafts and sending"),
  },

  "SPEC Agent signup": {
    "signup takes username, human_email and source, needs no key, answers 201": async (w) => {
      const body = { username: w.next("scout"), human_email: w.far(), source: "a friend" };
      await one(w.open.post("/agent/signup", body, w.somewhere()), 201, "AgentSignup");
      const bare = { username: w.next("scout"), source: null };
      await one(w.open.post("/agent/signup", bare, w.somewhere()), 201, "AgentSignup");
    },
    "username is required": (w) =>
      refused(w.open.post("/agent/signup", {}, w.somewhere()), 400, "validation_error", /username/),
    "human_email is an email": (w) => {
      const body = { username: w.next("scout"), human_email: "nobody" };
      return refused(
        w.open.post("/agent/signup", body, w.somewhere()),
        400,
        "validation_error",
        /human_email/,
      );
    },
    "human takes signup_id and human_email, both required, answers 200": async (w) => {
      const { signup } = await w.agent({ human_email: undefined });
      const body = { signup_id: signup.signup_id, human_email: w.far() };
      for (const [field] of Object.entries(body))
        await refused(
          w.open.post("/agent/human", { ...body, [field]: undefined }, w.somewhere()),
          400,
          "validation_error",
          new RegExp(field),
        );
      await one(w.open.post("/agent/human", body, w.somewhere()), 200, "AgentSignup");
    },
    "verify takes signup_id and code, both required, answers 200": async (w) => {
      const { human, signup } = await w.agent();
      const body = { signup_id: signup.signup_id, code: await w.code(human) };
      for (const [field] of Object.entries(body))
        await refused(
          w.open.post("/agent/verify", { ...body, [field]: undefined }, w.somewhere()),
          400,
          "validation_error",
          new RegExp(field),
        );
      await one(w.open.post("/agent/verify", body, w.somewhere()), 200, "AgentVerified");
    },
  },

  "SPEC Routing rules": {
    "GET lists rules by page, by domain, then newest": held(
      "http/resources/routing-rules.test.ts",
      "have one destination, and are listed by domain, then newest first",
    ),
    "GET takes domain_id": async (w) => {
      const { id: domain_id } = await w.domain();
      await none(w.get(`/routing-rules?domain_id=${domain_id}`));
      const body = { domain_id, local_part: "a", identity_id: (await w.address()).id };
      const rule = await one(w.post("/routing-rules", body), 201, "RoutingRule");
      expect(await many(w.get(`/routing-rules?domain_id=${domain_id}`), "RoutingRule")).toEqual([rule]);
    },
    "POST names exactly one destination, and answers 201 with the rule": async (w) => {
      const to = await w.address();
      const hook = await w.hook({ identity_id: to.id });
      const body = { domain_id: w.t.domainId, local_part: w.next("r") };
      await refused(w.post("/routing-rules", body), 400, "validation_error");
      await refused(
        w.post("/routing-rules", { ...body, identity_id: to.id, webhook_id: hook.id }),
        400,
        "validation_error",
      );
      await one(w.post("/routing-rules", { ...body, webhook_id: hook.id }), 201, "RoutingRule");
    },
    "The address must be one that the key can already send from": async (w) => {
      const [mine, theirs] = [await w.address(), await w.address()];
      const key = await w.restricted(mine.id);
      const body = { domain_id: w.t.domainId, local_part: w.next("r"), identity_id: theirs.id };
      await absent(key.post("/routing-rules", body));
      await one(key.post("/routing-rules", { ...body, identity_id: mine.id }), 201, "RoutingRule");
    },
    "PATCH takes status, active or disabled, required": async (w) => {
      const rule = await aRule(w);
      await refused(w.patch(`/routing-rules/${rule.id}`, {}), 400, "validation_error");
      await refused(w.patch(`/routing-rules/${rule.id}`, { status: "off" }), 400, "validation_error");
      await one(w.patch(`/routing-rules/${rule.id}`, { status: "disabled" }), 200, "RoutingRule");
    },
    "What a rule matches and where it points cannot be edited": async (w) => {
      const rule = await aRule(w);
      for (const field of ["local_part", "identity_id", "webhook_id", "domain_id"] as const)
        await refused(
          w.patch(`/routing-rules/${rule.id}`, { status: "active", [field]: rule[field] }),
          400,
          "validation_error",
          new RegExp(field),
        );
    },
    "DELETE answers 200": async (w) => {
      const { id } = await aRule(w);
      await gone(w.del(`/routing-rules/${id}`), id);
    },
    "An existing address takes precedence: a rule for it is refused": async (w) => {
      const [taken, to] = [await w.address(), await w.address()];
      const body = { domain_id: w.t.domainId, local_part: taken.local_part, identity_id: to.id };
      await refused(w.post("/routing-rules", body), 409, "address_exists", new RegExp(taken.email));
    },
    "A webhook destination has no inbox: the message is handed to the endpoint and then gone": held(
      "actors/workers/janitor.test.ts",
      "a spooled message goes a day after its delivery is final, and not before",
    ),
  },

  "SPEC Pods": {
    "GET answers every pod, the default first, not paged": async (w) => {
      await one(w.post("/pods", { name: "P" }), 201, "Pod");
      const pods = await page(w.get("/pods?limit=1"), "Pod");
      expect([pods.data.length > 1, pods.data[0]!.is_default, pods.has_more]).toEqual([true, true, false]);
    },
    "POST takes name, required, and client_id, and answers 201": async (w) => {
      await one(w.post("/pods", { name: "P", client_id: null }), 201, "Pod");
      await refused(w.post("/pods", { client_id: "x" }), 400, "validation_error", /name/);
    },
    "GET by id answers 200 with the pod": async (w) => {
      const pod = await one(w.post("/pods", { name: "P" }), 201, "Pod");
      expect(await one(w.get(`/pods/${pod.id}`), 200, "Pod")).toEqual(pod);
    },
    "PATCH takes name and client_id and answers 200": async (w) => {
      const pod = await one(w.post("/pods", { name: "P", client_id: w.next("crm") }), 201, "Pod");
      const changed = await one(w.patch(`/pods/${pod.id}`, { name: "Q", client_id: null }), 200, "Pod");
      expect(changed).toEqual({ ...pod, name: "Q", client_id: null });
    },
    "There is no delete": async (w) => {
      const pod = await one(w.post("/pods", { name: "P" }), 201, "Pod");
      await refused(w.del(`/pods/${pod.id}`), 405, "method_not_allowed");
    },
    "A pod has no sending reputation and scopes no key": async (w) => {
      const pod = await one(w.post("/pods", { name: "P" }), 201, "Pod");
      const { id } = await w.address({ pod_id: pod.id });
      await refused(
        w.post("/api-keys", { name: "k", identity_ids: [id], pod_id: pod.id }),
        400,
        "validation_error",
        /pod_id/,
      );
    },
  },

  "SPEC Addresses": {
    "GET takes limit and a cursor that is a date-time, and answers a page": async (w) => {
      await w.address();
      await w.address();
      const first = await page(w.get("/identities?limit=1"), "Address");
      expect(first.data).toHaveLength(1);
      expect(first.next_cursor).toBe(first.data[0]!.created_at);
      await many(w.get(`/identities?limit=1&cursor=${first.next_cursor}`), "Address");
    },
    "POST takes domain_id and local_part, required, and display_name, type and mode; 201": async (w) => {
      const body = { domain_id: w.t.domainId, local_part: w.next("p") };
      for (const [field] of Object.entries(body))
        await refused(
          w.post("/identities", { ...body, [field]: undefined }),
          400,
          "validation_error",
          new RegExp(field),
        );
      const more = { display_name: "P", type: "human", mode: "human" };
      expect(await one(w.post("/identities", { ...body, ...more }), 201, "Address")).toMatchObject(more);
    },
    "POST is idempotent with an Idempotency-Key": held(
      "http/resources/identities.test.ts",
      "are made once for an Idempotency-Key",
    ),
    "GET by id answers 200 with the address": async (w) => {
      const made = await w.address();
      expect(await one(w.get(`/identities/${made.id}`), 200, "Address")).toEqual(made);
    },
    "PATCH takes display_name, mode, capabilities and status, and answers 200": async (w) => {
      const made = await w.address({ display_name: "P" });
      const body = { display_name: null, mode: "hybrid", status: "suspended" };
      const changed = await one(
        w.patch(`/identities/${made.id}`, { ...body, capabilities: made.capabilities }),
        200,
        "Address",
      );
      expect(changed).toMatchObject(body);
    },
    "DELETE answers 204, and removes its messages, routing rules and webhooks": async (w) => {
      const { address, message } = await w.inbound();
      const hook = await w.hook({ identity_id: address.id });
      const body = { domain_id: w.t.domainId, local_part: w.next("r"), identity_id: address.id };
      const rule = await one(w.post("/routing-rules", body), 201, "RoutingRule");
      const draft = await w.draft({ identity_id: address.id });
      const label = await aLabel(w, address);
      await bodiless(w.del(`/identities/${address.id}`));
      for (const path of [
        `/identities/${address.id}`,
        `/threads?identity_id=${address.id}`,
        `/threads/${message.thread_id}`,
        `/messages?thread_id=${message.thread_id}`,
        `/messages/${message.id}`,
        `/messages/${message.id}/raw`,
        `/drafts/${draft.id}`,
        `/labels/${label.id}`,
        `/webhooks/${hook.id}`,
      ])
        await absent(w.get(path));
      await absent(w.patch(`/routing-rules/${rule.id}`, { status: "active" }));
      expect(ids(await w.rows(w.get("/threads?limit=200")))).not.toContain(message.thread_id);
    },
  },

  "SPEC Labels": {
    "GET answers the labels of one address": async (w) => {
      const [mine, other] = [await aLabel(w, await w.address()), await aLabel(w)];
      const rows = await many(w.get(`/labels?identity_id=${mine.identity_id}`), "Label");
      expect(ids(rows)).toEqual([mine.id]);
      expect(ids(rows)).not.toContain(other.id);
    },
    "POST answers 201 with the label": async (w) => {
      const body = { identity_id: (await w.address()).id, name: "New", colour: "#112233" };
      await one(w.post("/labels", body), 201, "Label");
    },
    "PATCH takes name and colour, and answers 200": async (w) => {
      const { id } = await aLabel(w);
      const body = { name: "Newer", colour: "#445566" };
      expect(await one(w.patch(`/labels/${id}`, body), 200, "Label")).toMatchObject(body);
    },
    "PATCH with neither is refused": async (w) =>
      refused(w.patch(`/labels/${(await aLabel(w)).id}`, {}), 400, "validation_error", /name, colour/),
    "DELETE answers 200; the label goes, the conversations stay": async (w) => {
      const { address, message } = await w.inbound();
      const label = await aLabel(w, address);
      await one(w.put(`/threads/${message.thread_id}/labels/${label.id}`), 200, "Thread");
      await gone(w.del(`/labels/${label.id}`), label.id);
      await none(w.get(`/labels?identity_id=${address.id}`));
      await one(w.get(`/threads/${message.thread_id}`), 200, "Thread");
      await one(w.get(`/messages/${message.id}`), 200, "Message");
    },
  },

  "SPEC App passwords": {
    "GET lists the devices of one address by page": async (w) => {
      const { id } = await w.address();
      await one(w.post("/app-passwords", { identity_id: id, name: "Phone" }), 201, "AppPasswordCreated");
      const rows = await many(w.get(`/app-passwords?identity_id=${id}`), "AppPassword");
      expect(rows).toMatchObject([{ identity_id: id, name: "Phone" }]);
    },
    "POST takes identity_id and name": async (w) => {
      const body = { identity_id: (await w.address()).id, name: "Phone" };
      for (const [field] of Object.entries(body))
        await refused(
          w.post("/app-passwords", { ...body, [field]: undefined }),
          400,
          "validation_error",
          new RegExp(field),
        );
    },
    "POST is for an address that the key can already send from": async (w) => {
      const [mine, theirs] = [await w.address(), await w.address()];
      const key = await w.restricted(mine.id);
      await absent(key.post("/app-passwords", { identity_id: theirs.id, name: "Phone" }));
      await one(key.post("/app-passwords", { identity_id: mine.id, name: "P" }), 201, "AppPasswordCreated");
    },
    "POST answers 201 with username and password, once": async (w) => {
      const { id, email } = await w.address();
      const answer = w.post("/app-passwords", { identity_id: id, name: "Phone" });
      expect((await one(answer, 201, "AppPasswordCreated")).username).toBe(email);
      await many(w.get(`/app-passwords?identity_id=${id}`), "AppPassword");
    },
    "DELETE answers 200, and it is revoked": async (w) => {
      const to = await w.address();
      const { talk, password } = await w.imap(to);
      await gone(w.del(`/app-passwords/${password.id}`), password.id);
      await talk.closed();
      await none(w.get(`/app-passwords?identity_id=${to.id}`));
    },
    "It reads the inbox over IMAP": async (w) => {
      const { address } = await w.inbound();
      const { talk } = await w.imap(address);
      expect((await talk.ok("SELECT INBOX")).join("\n")).toContain("* 1 EXISTS");
      talk.close();
    },
    "It sends as the address over SMTP": held(
      "smtp/submission.test.ts",
      "sends as the address, keeps the octets, hides Bcc, and puts a copy into Sent",
    ),
  },

  "SPEC Messages": {
    "GET takes thread_id, required, limit and a cursor that is a date-time": async (w) => {
      const { address, message } = await w.inbound();
      await w.send(address, { to: "ada@far.example", in_reply_to: message.id });
      await refused(w.get("/messages"), 400, "validation_error", /thread_id/);
      const first = await page(w.get(`/messages?thread_id=${message.thread_id}&limit=1`), "Message");
      expect([ids(first.data), first.next_cursor]).toEqual([[message.id], message.created_at]);
      const rest = `/messages?thread_id=${message.thread_id}&cursor=${first.next_cursor}`;
      expect(await many(w.get(rest), "Message")).toHaveLength(1);
    },
    "POST takes from and to, required": async (w) => {
      const body = { from: (await w.some()).email, to: w.far(), text: "x" };
      for (const field of ["from", "to"])
        await refused(
          w.post("/messages", { ...body, [field]: undefined }),
          400,
          "validation_error",
          new RegExp(field),
        );
    },
    "to, cc and bcc are an email or a list of them": async (w) => {
      const from = await w.address();
      const [a, b, c, d] = [w.far(), w.far(), w.far(), w.far()];
      const sent = await w.send(from, { to: a, cc: [b, c], bcc: d });
      const message = await one(w.get(`/messages/${sent.id}`), 200, "Message");
      expect([emails(message.to), emails(message.cc)]).toEqual([[a], [b, c]]);
      const recipients = await many(w.get(`/messages/${sent.id}/recipients`), "Recipient");
      expect(recipients.map(({ address }) => address).sort()).toEqual([a, b, c, d].sort());
    },
    "subject and text are strings, in_reply_to a message or null": async (w) => {
      const { address, message } = await w.inbound();
      const sent = await w.send(address, { to: w.far(), subject: "S", text: "T", in_reply_to: message.id });
      expect(sent.thread_id).toBe(message.thread_id);
      expect(await one(w.get(`/messages/${sent.id}`), 200, "Message")).toMatchObject({
        subject: "S",
        text: "T\n",
      });
      await w.send(address, { to: w.far(), in_reply_to: null });
    },
    "POST is idempotent with an Idempotency-Key": held(
      "http/resources/messages.test.ts",
      "once for an Idempotency-Key, also when what it answered is gone",
    ),
    "POST answers 201 with Sent": async (w) => {
      const { email } = await w.address();
      await one(w.post("/messages", { from: email, to: w.far() }), 201, "Sent");
    },
    "GET by id answers 200 with the message, to its own account": async (w) => {
      const { message } = await w.inbound();
      expect(await one(w.get(`/messages/${message.id}`), 200, "Message")).toEqual(message);
      await absent((await w.other()).api.get(`/messages/${message.id}`));
    },
  },

  "SPEC Deliveries": {
    "GET takes webhook_id, required, and limit, and answers the attempts of one endpoint": async (w) => {
      await refused(w.get("/deliveries"), 400, "validation_error", /webhook_id/);
      const hook = await w.hook({ identity_id: (await w.quiet()).id });
      const made = await one(w.post(`/webhooks/${hook.id}/test`), 200, "Delivery");
      await one(w.post(`/webhooks/${hook.id}/test`), 200, "Delivery");
      const rows = await many(w.get(`/deliveries?webhook_id=${hook.id}`), "Delivery");
      expect([rows.length, rows[1]!.id]).toEqual([2, made.id]);
      expect((await page(w.get(`/deliveries?webhook_id=${hook.id}&limit=1`), "Delivery")).has_more).toBe(
        true,
      );
    },
    "POST replay needs no body, answers 200, queues one attempt again and resets its count": async (w) => {
      const hook = await w.hook({ identity_id: (await w.quiet()).id });
      const made = await one(w.post(`/webhooks/${hook.id}/test`), 200, "Delivery");
      await w.told(hook, "webhook.test");
      const again = await one(w.post(`/deliveries/${made.id}/replay`), 200, "Delivery");
      expect(again).toMatchObject({ id: made.id, status: "queued", attempt_count: 0 });
    },
  },

  "SPEC Threads": {
    "GET takes limit and a cursor that is a date-time, and answers a page": async (w) => {
      const { address } = await w.inbound();
      const second = await w.inbound({ to: address });
      const first = await page(w.get(`/threads?identity_id=${address.id}&limit=1`), "Thread");
      expect([ids(first.data), first.next_cursor]).toEqual([
        [second.message.thread_id],
        first.data[0]!.last_message_at,
      ]);
    },
    "PATCH takes status and owner_type and answers 200 with the thread": async (w) => {
      const { message } = await w.inbound();
      const body = { status: "waiting", owner_type: "agent" };
      expect(await one(w.patch(`/threads/${message.thread_id}`, body), 200, "Thread")).toMatchObject(body);
      await refused(w.patch(`/threads/${message.thread_id}`, { status: "done" }), 400, "validation_error");
    },
  },

  "SPEC Mailboxes": {
    "GET takes identity_id, required: there is no view across mailboxes": (w) =>
      refused(w.get("/mailboxes"), 400, "validation_error", /identity_id/),
    "GET answers the folders of one mailbox": async (w) => {
      const { id } = await w.address();
      const folders = await many(w.get(`/mailboxes?identity_id=${id}`), "Folder");
      expect(folders.map(({ role }) => role)).toContain("inbox");
    },
    "GET of a folder answers a page of conversations": async (w) => {
      const { address, message } = await w.inbound({ subject: "Row" });
      const rows = await many(w.get(`/mailboxes/inbox?identity_id=${address.id}`), "Row");
      expect(rows).toMatchObject([{ message_id: message.id, subject: "Row" }]);
    },
    "Its cursor is opaque: the next_cursor of the page before, and not to be made up": async (w) => {
      const { address } = await w.inbound();
      await w.inbound({ to: address });
      const path = `/mailboxes/inbox?identity_id=${address.id}&limit=1`;
      const first = await page(w.get(path), "Row");
      const second = await page(w.get(`${path}&cursor=${first.next_cursor}`), "Row");
      expect([first.data.length, second.data.length, second.has_more]).toEqual([1, 1, false]);
      await refused(w.get(`${path}&cursor=made-up`), 400, "invalid_cursor");
    },
    "Each row is the newest message of a thread": held(
      "http/resources/folders.test.ts",
      "show the newest message of each thread, paged, whatever comes meanwhile",
    ),
  },

  "SPEC Webhooks": {
    "GET takes limit and a cursor that is a date-time, and answers a page": async (w) => {
      const { id } = await w.address();
      await w.hook({ identity_id: id });
      const last = await w.hook({ identity_id: id });
      const first = await page(w.get("/webhooks?limit=1"), "Webhook");
      expect([ids(first.data), first.next_cursor]).toEqual([[last.id], last.created_at]);
    },
    "POST takes url, required, identity_id and event_types": async (w) => {
      const { id } = await w.address();
      await refused(w.post("/webhooks", { identity_id: id }), 400, "validation_error", /url/);
      await refused(w.post("/webhooks", { url: "no url" }), 400, "validation_error", /url/);
      const made = await w.hook({ identity_id: id, event_types: ["message.received"] });
      expect(made).toMatchObject({ identity: id, event_types: ["message.received"] });
    },
    "event_types are of a fixed list": async (w) =>
      refused(
        w.post("/webhooks", { url: "https://far.example/", event_types: ["message.eaten"] }),
        400,
        "validation_error",
        /message\.received/,
      ),
    "The name events, of one example, is taken too": async (w) => {
      const made = await w.hook({ identity_id: (await w.quiet()).id, events: ["message.sent"] });
      expect(made.event_types).toEqual(["message.sent"]);
    },
    "POST answers 201 with the signing secret, once": async (w) => {
      const hook = await w.hook({ identity_id: (await w.quiet()).id });
      expect(hook.secret).toBeString();
      expect(await one(w.get(`/webhooks/${hook.id}`), 200, "Webhook")).not.toContainKey("secret");
    },
    "DELETE answers 204": async (w) => {
      const hook = await w.hook({ identity_id: (await w.quiet()).id });
      await bodiless(w.del(`/webhooks/${hook.id}`));
      await absent(w.get(`/webhooks/${hook.id}`));
    },
    "Fetching or updating one: not shown": decided("Events, webhooks, deliveries"),
  },

  "SPEC Calendar events": {
    "They are at /api/v1/identities/{id}/calendar/events": async (w) => {
      const to = await w.address();
      const made = await meet(w, to);
      expect(ids(await many(w.get(events(to)), "CalendarEvent"))).toEqual([made.id]);
    },
    "POST takes title, start and end, and only these are required": async (w) => {
      const to = await w.address();
      for (const [field] of Object.entries(meeting))
        await refused(
          w.post(events(to), { ...meeting, [field]: undefined }),
          400,
          "validation_error",
          new RegExp(field),
        );
      await meet(w, to);
    },
    "start and end are local date-times": async (w) =>
      refused(
        w.post(events(await w.some()), { ...meeting, start: "tomorrow" }),
        400,
        "validation_error",
        /start/,
      ),
    "timezone is an IANA name; without it the calendar's default applies": async (w) => {
      const to = await w.address();
      expect((await meet(w, to, { timezone: "Asia/Tokyo" })).start_at).toBe("2027-03-30T00:00:00.000000Z");
      expect((await meet(w, to)).timezone).toBe("UTC");
      await refused(
        w.post(events(to), { ...meeting, timezone: "Mars/Olympus" }),
        400,
        "validation_error",
        /timezone|zone/,
      );
    },
    "location is a string": async (w) =>
      expect((await meet(w, await w.some(), { location: "Room 1" })).location).toBe("Room 1"),
    "attendees are at most 200, each with email and an optional name": async (w) => {
      const to = await w.address();
      const people = (count: number) =>
        Array.from({ length: count }, (_, n) => ({ email: `p${n}@far.example` }));
      expect(
        (await meet(w, to, { attendees: [{ email: "a@far.example", name: "A" }] })).attendees,
      ).toMatchObject([{ email: "a@far.example", name: "A" }]);
      expect((await meet(w, to, { attendees: people(200) })).attendees).toHaveLength(200);
      await refused(
        w.post(events(to), { ...meeting, attendees: people(201) }),
        400,
        "validation_error",
        /200/,
      );
    },
    "Other fields have defaults": async (w) =>
      expect(await meet(w, await w.some())).toMatchObject({
        kind: "single",
        status: "confirmed",
        description: null,
        location: null,
        all_day: false,
        recurrence: null,
        attendees: [],
        metadata: {},
      }),
    "Adding attendees sends nothing": async (w) => {
      const to = await w.address();
      const made = await meet(w, to, { attendees: [{ email: w.far() }] });
      await w.send(to, { to: w.far(), subject: w.next("after") });
      await w.left(`From: ${to.email}`);
      expect(w.sink.taken.items.filter(({ raw }) => raw.includes(made.uid))).toEqual([]);
    },
    "With send_invites true a calendar REQUEST is mailed from the mailbox": async (w) => {
      const to = await w.address();
      const made = await meet(w, to, { attendees: [{ email: w.far() }], send_invites: true });
      const { raw } = await w.left(made.uid);
      expect(raw).toMatch(/method=REQUEST/i);
      expect(raw).toMatch(new RegExp(`^From: .*${to.email}`, "m"));
    },
    "PATCH keeps what it leaves out": async (w) => {
      const to = await w.address();
      const made = await meet(w, to, { location: "Room 1", metadata: { a: 1 } });
      const changed = await one(w.patch(`${events(to)}/${made.id}`, { title: "New" }), 200, "CalendarEvent");
      expect(changed).toMatchObject({ ...meeting, title: "New", location: "Room 1", metadata: { a: 1 } });
    },
    "PATCH with If-Match is refused with 412 when the event has changed since": async (w) => {
      const to = await w.address();
      const made = await meet(w, to);
      const path = `${events(to)}/${made.id}`;
      const changed = await one(
        w.patch(path, { title: "One" }, { "if-match": `"${made.etag}"` }),
        200,
        "CalendarEvent",
      );
      expect(changed.etag).not.toBe(made.etag);
      await refused(
        w.patch(path, { title: "Two" }, { "if-match": `"${made.etag}"` }),
        412,
        "precondition_failed",
      );
      expect((await one(w.get(path), 200, "CalendarEvent")).title).toBe("One");
    },
    "sequence rises for time, title, place, status and attendee list": async (w) => {
      const to = await w.address();
      const made = await meet(w, to);
      let sequence = made.sequence;
      for (const body of [
        { end: "2027-03-30T10:00:00" },
        { title: "New" },
        { location: "Room 2" },
        { status: "tentative" },
        { attendees: [{ email: "a@far.example" }] },
      ]) {
        const changed = await one(w.patch(`${events(to)}/${made.id}`, body), 200, "CalendarEvent");
        expect([body, changed.sequence]).toEqual([body, ++sequence]);
      }
    },
    "Edits of metadata do not raise it": async (w) => {
      const to = await w.address();
      const made = await meet(w, to);
      const changed = await one(
        w.patch(`${events(to)}/${made.id}`, { metadata: { a: 1 } }),
        200,
        "CalendarEvent",
      );
      expect([changed.sequence, changed.metadata]).toEqual([made.sequence, { a: 1 }]);
    },
    "DELETE takes mode for one date of a series": async (w) => {
      const to = await w.address();
      const series = await meet(w, to, { recurrence: { rule: "FREQ=DAILY;COUNT=3" } });
      const dates = await many(w.get(`${events(to)}?expand=true`), "CalendarEvent");
      await bodiless(w.del(`${events(to)}/${dates[1]!.id}?mode=single`));
      expect(await many(w.get(`${events(to)}?expand=true`), "CalendarEvent")).toHaveLength(2);
      await refused(w.del(`${events(to)}/${series.id}?mode=some`), 400, "validation_error", /future/);
    },
    "Values of mode, listing, fetching and status codes: not shown": decided("Calendar"),
  },

  "SPEC Authentication": {
    "A key is a bearer token in Authorization": async (w) => {
      const pods = "/api/v1/pods";
      expect((await w.raw(pods)).status).toBe(200);
      const { key } = w.api;
      await refused(w.raw(pods, { key: null, headers: { authorization: key! } }), 401, "unauthorized");
      await refused(w.raw(`${pods}?api_key=${key}`, { key: null }), 401, "unauthorized");
    },
    "The only exception is agent signup": async (w) => {
      await w.agent();
      await refused(w.open.get("/identities"), 401, "unauthorized");
    },
    "Keys are account-wide": async (w) => {
      const [mine, theirs] = [await w.address(), (await w.other()).address];
      const seen = ids(await many((await w.other()).api.get("/identities?limit=200"), "Address"));
      expect([seen.includes(mine.id), seen.includes(theirs.id)]).toEqual([false, true]);
    },
    "Keys are never valid in a browser": (w) =>
      refused(
        w.raw("/api/v1/pods", { headers: { origin: "https://far.example" } }),
        401,
        "unauthorized",
        /server/,
      ),
    "A key reaches all of its account, narrowed by each address's capabilities": async (w) => {
      const { id } = await w.address({ type: "application" });
      await one(w.get(`/identities/${id}`), 200, "Address");
      await refused(w.post("/drafts", { identity_id: id }), 403, "capability_missing");
    },
    "A minted key reaches a subset of what its maker reaches": async (w) => {
      const [mine, other] = [await w.address(), await w.address()];
      const key = await w.restricted(mine.id);
      await one(key.get(`/identities/${mine.id}`), 200, "Address");
      await absent(key.get(`/identities/${other.id}`));
    },
    "There is no per-address key and no read-only key": async (w) => {
      const identity_ids = [(await w.address()).id, (await w.address()).id];
      await one(w.post("/api-keys", { name: "k", identity_ids }), 201, "ApiKeyCreated");
      for (const field of ["read_only", "scopes", "identity_id"])
        await refused(
          w.post("/api-keys", { name: "k", identity_ids, [field]: "x" }),
          400,
          "validation_error",
        );
    },
    "Rotation: a new key, and the old one deleted; there is no grace": async (w) => {
      const { id } = await w.quiet();
      const body = { name: "k", identity_ids: [id] };
      const old = await one(w.post("/api-keys", body), 201, "ApiKeyCreated");
      const fresh = await one(w.post("/api-keys", body), 201, "ApiKeyCreated");
      await gone(w.del(`/api-keys/${old.id}`), old.id);
      await refused(w.api.as(old.token).get("/pods"), 401, "unauthorized");
      await many(w.api.as(fresh.token).get("/pods"), "Pod");
    },
    "Keys do not expire": async (w) => {
      const { id } = await w.quiet();
      const body = { name: "k", identity_ids: [id] };
      await refused(w.post("/api-keys", { ...body, expires_at: w.soon(day) }), 400, "validation_error");
    },
    "A deleted key stops at once": held(
      "http/resources/api-keys.test.ts",
      "are revoked with all that they minted; not a sibling, not the parent",
    ),
    "Revoking a key revokes every key it minted": held(
      "http/resources/api-keys.test.ts",
      "a key that is revoked while it mints leaves none behind",
    ),
    "A key may revoke itself and its own, not a sibling and not its parent": held(
      "http/resources/api-keys.test.ts",
      "are revoked with all that they minted; not a sibling, not the parent",
    ),
    "Agent signup returns no key; it is minted through the account as any other": held(
      "console/chromium.test.ts",
      "from a code in the mail to a key that sends",
    ),
    "Any POST takes Idempotency-Key; same key and body: the first response, the work once": async (w) => {
      const headers = { "idempotency-key": w.next("pod") };
      const first = await w.post("/pods", { name: headers["idempotency-key"] }, headers);
      const second = await w.post("/pods", { name: headers["idempotency-key"] }, headers);
      expect([second.status, second.text]).toEqual([201, first.text]);
      const pods = await many(w.get("/pods"), "Pod");
      expect(pods.filter(({ name }) => name === headers["idempotency-key"])).toHaveLength(1);
    },
    "Same key with another body is an error": async (w) => {
      const headers = { "idempotency-key": w.next("pod") };
      await one(w.post("/pods", { name: "one" }, headers), 201, "Pod");
      await refused(w.post("/pods", { name: "two" }, headers), 422, "idempotency_key_reuse");
    },
    "Deliveries are signed with HMAC-SHA256 under the webhook's secret": held(
      "e2e/conversation.test.ts",
      "message.received reaches the webhook, signed as Standard Webhooks says",
    ),
    "Token format and prefix length: not shown": decided("Authentication and keys"),
  },

  "SPEC Events": {
    "Events are pushed to the registered url by POST": async (w) => {
      const hook = await w.hook({ identity_id: (await w.quiet()).id });
      await one(w.post(`/webhooks/${hook.id}/test`), 200, "Delivery");
      expect((await w.told(hook, "webhook.test")).method).toBe("POST");
    },
    "The payload is id, type, created_at and data": async (w) => {
      const hook = await w.hook({ identity_id: (await w.quiet()).id });
      await one(w.post(`/webhooks/${hook.id}/test`), 200, "Delivery");
      const { event } = await w.told(hook, "webhook.test");
      expect(misfits("Event", event)).toEqual([]);
    },
    "It has ids and metadata only, never a message's body": async (w) => {
      const address = await w.address();
      const hook = await w.hook({ identity_id: address.id });
      await w.inbound({ to: address, body: "the secret of the mail\r\n" });
      const call = await w.told(hook, "message.received");
      expect(call.body).not.toContain("the secret");
    },
    "message.received has message_id, thread_id, identity_id, to, from, subject, has_attachments": async (
      w,
    ) => {
      const address = await w.address();
      const hook = await w.hook({ identity_id: address.id });
      const { message } = await w.inbound({ to: address, subject: "Told" });
      const { event } = await w.told(hook, "message.received");
      expect(misfits("MessageReceived", event.data)).toEqual([]);
      expect(event.data).toEqual({
        message_id: message.id,
        thread_id: message.thread_id,
        identity_id: address.id,
        to: address.email,
        from: "ada@far.example",
        subject: "Told",
        has_attachments: false,
      });
    },
    "The receiver fetches the content with GET /messages/{id}": async (w) => {
      const address = await w.address();
      const hook = await w.hook({ identity_id: address.id });
      await w.inbound({ to: address, body: "the content\r\n" });
      const { event } = await w.told(hook, "message.received");
      const message = await one(w.get(`/messages/${event.data.message_id}`), 200, "Message");
      expect(message.text).toContain("the content");
    },
    "message.received comes within seconds of the mail": async (w) => {
      const address = await w.address();
      const hook = await w.hook({ identity_id: address.id });
      const { message } = await w.inbound({ to: address });
      const { event } = await w.told(hook, "message.received");
      expect(w.clock.now() - Date.parse(message.created_at)).toBeLessThan(5000);
      expect(Date.parse(event.created_at) - Date.parse(message.created_at)).toBeLessThan(1000);
    },
    "An address without inbox turns mail into events and stores nothing": async (w) => {
      const address = await w.address({ type: "application" });
      const hook = await w.hook({ identity_id: address.id });
      expect(await w.smtp("ada@far.example", address.email, "Subject: x\r\n\r\nx")).toStartWith("250");
      const { event } = await w.told(hook, "message.received");
      await none(w.get(`/threads?identity_id=${address.id}`));
      await absent(w.get(`/messages?thread_id=${event.data.thread_id}`));
    },
    "A rule with a webhook destination hands the message to the endpoint": held(
      "routing/routing-rules.test.ts",
      "hand mail to a webhook, which alone is told of it",
    ),
    "The full list of kinds, and when message.delivered comes: not shown": decided(
      "Events, webhooks, deliveries",
    ),
    "Every delivery is signed with HMAC-SHA256": held("webhooks/sign.test.ts", "accepts what we sign"),
    "The signature's header, content and encoding: not shown": decided("Events, webhooks, deliveries"),
    "Attempts are listed by webhook, and one is queued again by replay": async (w) => {
      const hook = await w.hook({ identity_id: (await w.quiet()).id });
      const { id } = await one(w.post(`/webhooks/${hook.id}/test`), 200, "Delivery");
      expect(ids(await many(w.get(`/deliveries?webhook_id=${hook.id}`), "Delivery"))).toEqual([id]);
      await one(w.post(`/deliveries/${id}/replay`), 200, "Delivery");
    },
    "consecutive_failures, last_delivered_at and last_failed_at track outcomes": async (w) => {
      const hook = await w.hook({ identity_id: (await w.quiet()).id });
      await one(w.post(`/webhooks/${hook.id}/test`), 200, "Delivery");
      const worked = await w.until(async () => {
        const shown = await one(w.get(`/webhooks/${hook.id}`), 200, "Webhook");
        return shown.last_delivered_at !== null && shown;
      });
      expect(worked).toMatchObject({ consecutive_failures: 0, last_failed_at: null });
      await one(w.patch(`/webhooks/${hook.id}`, { url: "http://127.0.0.1:9/" }), 200, "Webhook");
      await one(w.post(`/webhooks/${hook.id}/test`), 200, "Delivery");
      await w.until(async () => {
        const shown = await one(w.get(`/webhooks/${hook.id}`), 200, "Webhook");
        return shown.consecutive_failures === 1 && shown.last_failed_at !== null;
      });
      await bodiless(w.del(`/webhooks/${hook.id}`));
    },
    "Retry schedule, time-out, and when the status changes: not shown": decided(
      "Events, webhooks, deliveries",
    ),
    "Invitations sent with send_invites are calendar REQUEST mails": held(
      "http/calendar/mails.test.ts",
      "attendees are told only when that is asked for, each by a mail of their own",
    ),
    "Other events of calendars: not shown": decided("Events, webhooks, deliveries"),
  },

  "SPEC Errors": {
    "A failure's body is { error: { code, message } }": (w) => refused(w.get("/pods/x"), 404, "not_found"),
    "401: no key, or one that is not valid": async (w) => {
      await refused(w.open.get("/pods"), 401, "unauthorized");
      await refused(w.api.as("pr_nothing").get("/pods"), 401, "unauthorized");
    },
    "404, of every call and every place for an id": held(
      "http/tenancy.test.ts",
      "a foreign id answers as one that nobody has, and nothing changes",
    ),
    "404: not there, another account's, or not reached, and these cannot be told apart": async (w) => {
      const { address } = await w.other();
      const [mine, hidden] = [await w.address(), await w.address()];
      const key = await w.restricted(mine.id);
      const answers = [
        await w.get(`/identities/${nobody}`),
        await w.get(`/identities/${address.id}`),
        await key.get(`/identities/${hidden.id}`),
      ];
      expect(new Set(answers.map(({ status, text }) => `${status} ${text}`)).size).toBe(1);
      await absent(answers[0]!);
    },
    "429: rate limited, and X-RateLimit-Reset says when to retry": held(
      "http/requests.test.ts",
      "429 with the time to wait; another key and another address have buckets of their own",
    ),
    "412: the If-Match of a calendar event no longer matches": held(
      "http/calendar/events.test.ts",
      "of many changes with one etag one wins",
    ),
    "Refused: a rule for an address that exists": async (w) => {
      const taken = await w.address();
      const body = { domain_id: w.t.domainId, local_part: taken.local_part, identity_id: taken.id };
      await refused(w.post("/routing-rules", body), 409, "address_exists");
    },
    "Refused: a label PATCH with neither name nor colour": async (w) =>
      refused(w.patch(`/labels/${(await aLabel(w)).id}`, {}), 400, "validation_error"),
    "Refused: an idempotency key used again with another body": async (w) => {
      const headers = { "idempotency-key": w.next("again") };
      const { id } = await w.address();
      await one(w.post("/labels", { identity_id: id, name: "a" }, headers), 201, "Label");
      await refused(w.post("/labels", { identity_id: id, name: "b" }, headers), 422, "idempotency_key_reuse");
    },
    "Refused: minting beyond the caller's reach": async (w) => {
      const key = await w.restricted((await w.address()).id);
      const body = { name: "k", identity_ids: [(await w.address()).id] };
      await refused(key.post("/api-keys", body), 403, "reach_exceeded");
    },
    "Refused: an app password for an address that the key cannot send from": async (w) => {
      const key = await w.restricted((await w.address()).id);
      await absent(key.post("/app-passwords", { identity_id: (await w.address()).id, name: "P" }));
    },
    "Refused: scheduling outside the window": async (w) => {
      const { id } = await w.draft({ to: [w.far()] });
      await refused(w.post(`/drafts/${id}/schedule`, { send_at: w.soon(0) }), 422, "schedule_out_of_range");
    },
    "Refused: revoking a sibling or the parent": async (w) => {
      const { id } = await w.quiet();
      const body = { name: "k", identity_ids: [id] };
      const made = await one(w.post("/api-keys", body), 201, "ApiKeyCreated");
      const child = await one(w.api.as(made.token).post("/api-keys", body), 201, "ApiKeyCreated");
      await refused(w.api.as(child.token).delete(`/api-keys/${made.id}`), 403, "reach_exceeded");
    },
    "The tenth wrong code spends the signup": held(
      "http/resources/agent-signup.test.ts",
      "nine wrong codes are told the tries left, the tenth spends the signup and frees the name",
    ),
    "Values of code: not shown": decided("Errors"),
    "Statuses of these refusals and of malformed bodies: not shown": decided("Errors"),
  },

  "SPEC Limits": {
    "Scheduled send: at least one minute, at most thirty days from now": held(
      "http/resources/drafts.test.ts",
      "are scheduled from one minute to thirty days ahead, moved, and taken back",
    ),
    "Attendees of an event: up to 200": async (w) => {
      const attendees = Array.from({ length: 201 }, (_, n) => ({ email: `p${n}@far.example` }));
      await refused(w.post(events(await w.some()), { ...meeting, attendees }), 400, "validation_error");
    },
    "Wrong codes before a signup is spent: ten": held(
      "http/resources/agent-signup.test.ts",
      "wrong codes sent in parallel count one by one",
    ),
    "A signup code has six digits": async (w) =>
      expect(await w.code((await w.agent()).human)).toMatch(/^\d{6}$/),
    "Pods are not paged": async (w) => {
      await one(w.post("/pods", { name: "P" }), 201, "Pod");
      expect(await page(w.get("/pods?limit=1"), "Pod")).toMatchObject({ has_more: false, next_cursor: null });
    },
    "A 429 carries X-RateLimit-Reset; the quotas: not shown": decided("Conventions"),
    "Page sizes: not shown": decided("Conventions"),
    "Sizes and counts of attachments: not shown": decided("Drafts and sending"),
    "Lifetime of a signup code: not shown": decided("Agent signup and console"),
  },

  "SPEC Versioning": {
    "The version is the path's prefix, /api/v1": async (w) =>
      refused(w.raw("/api/v2/pods"), 404, "not_found"),
    "The description of the interface is numbered 1.0.0": async (w) =>
      expect(JSON.parse((await w.raw("/openapi.json", { key: null })).text).info.version).toBe("1.0.0"),
    "Deprecation and compatibility: not shown": decided("Conventions"),
  },

  // -------------------------------------------------------------------------------------------------------- DECISIONS
  "DECISIONS Conventions": {
    "ids are UUIDv7 in lower case": async (w) =>
      expect((await w.address()).id).toMatch(
        /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/,
      ),
    "Timestamps are ISO 8601 UTC with microseconds": async (w) =>
      expect((await w.address()).created_at).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z$/),
    "created_at is unique and rises within an actor, across processes and clock steps": held(
      "actors/runtime/fence.test.ts",
      "instants rise across processes whose clocks disagree, and when one steps back",
    ),
    "Cursors that SPEC calls date-time are such instants": async (w) => {
      await w.address();
      await w.address();
      const { next_cursor } = await page(w.get("/identities?limit=1"), "Address");
      expect(next_cursor).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z$/);
    },
    "A list over many actors that ties carries the whole tie in one page": held(
      "http/paging.test.ts",
      "rows of many addresses that tie come in one page, and rows that are added change no later page",
    ),
    "A page never loses or repeats a row while rows are added": held(
      "http/paging.test.ts",
      "one list, asked for by many at once while it grows",
    ),
    "/threads is ordered by last_message_at, or created_at where that is null": async (w) => {
      const { address, message } = await w.inbound();
      const second = await w.inbound({ to: address });
      await w.send(address, { to: "ada@far.example", in_reply_to: message.id });
      const threads = await many(w.get(`/threads?identity_id=${address.id}`), "Thread");
      expect(ids(threads)).toEqual([message.thread_id, second.message.thread_id]);
      const times = threads.map((thread) => thread.last_message_at ?? thread.created_at);
      expect(times).toEqual(times.toSorted().reverse());
    },
    "A thread that moves while being paged is at the front of a fresh read": async (w) => {
      const { address, message } = await w.inbound();
      await w.inbound({ to: address });
      const path = `/threads?identity_id=${address.id}`;
      await page(w.get(`${path}&limit=1`), "Thread");
      await w.send(address, { to: "ada@far.example", in_reply_to: message.id });
      expect((await page(w.get(`${path}&limit=1`), "Thread")).data[0]!.id).toBe(message.thread_id);
    },
    "Messages of a thread: oldest first": async (w) => {
      const { address, message } = await w.inbound();
      const sent = await w.send(address, { to: "ada@far.example", in_reply_to: message.id });
      const rows = await many(w.get(`/messages?thread_id=${message.thread_id}`), "Message");
      expect(ids(rows)).toEqual([message.id, sent.id]);
    },
    "Routing rules: by domain name, then newest": held(
      "http/resources/routing-rules.test.ts",
      "have one destination, and are listed by domain, then newest first",
    ),
    "Pods: the default first": async (w) => {
      await one(w.post("/pods", { name: "P" }), 201, "Pod");
      expect((await many(w.get("/pods"), "Pod"))[0]!.is_default).toBe(true);
    },
    "All else: newest first": async (w) => {
      const address = await w.address();
      const [first, second] = [await aLabel(w, address), await aLabel(w, address)];
      expect(ids(await many(w.get(`/labels?identity_id=${address.id}`), "Label"))).toEqual([
        second.id,
        first.id,
      ]);
    },
    "limit is 50 by default": async (w) => {
      for (let n = (await w.rows(w.get("/identities?limit=200"))).length; n < 51; n++) await w.address();
      const { data, has_more } = await page(w.get("/identities"), "Address");
      expect([data.length, has_more]).toEqual([50, true]);
    },
    "limit is 1 to 200; outside that 400": async (w) => {
      for (const list of await lists(w)) {
        expect([list, (await w.get(`${list}limit=200`)).status]).toEqual([list, 200]);
        for (const limit of ["0", "201", "-1", "x", "1.5", ""])
          await refused(w.get(`${list}limit=${limit}`), 400, "validation_error", /limit.*1.*200/);
      }
    },
    "Every list takes limit and cursor": async (w) => {
      const { paths } = JSON.parse((await w.raw("/openapi.json", { key: null })).text);
      const lists = callsOf({ paths } as never).filter(({ method, operation }) => {
        const text = JSON.stringify(operation.responses["200"] ?? {});
        return method === "get" && /Page|has_more/.test(text);
      });
      expect(lists.length).toBeGreaterThan(15);
      const lacking = lists.filter(({ operation }) => {
        const given = JSON.stringify(operation.parameters ?? []);
        return !/limit/i.test(given) || !/cursor/i.test(given);
      });
      expect(lacking.map(({ path }) => path)).toEqual([]);
    },
    "Lists that are not paged (pods, labels, folders) answer the page envelope with has_more false": async (
      w,
    ) => {
      const address = await w.address();
      await aLabel(w, address);
      await aLabel(w, address);
      for (const path of [
        "/pods?limit=1",
        `/labels?identity_id=${address.id}&limit=1`,
        `/mailboxes?identity_id=${address.id}&limit=1`,
      ]) {
        const { json } = await w.get(path);
        expect(json).toMatchObject({ has_more: false, next_cursor: null });
      }
    },
    "The last page has has_more false and next_cursor null": async (w) =>
      none(w.get(`/drafts?identity_id=${(await w.address()).id}`)),
    "identity_id is required on drafts, labels, app-passwords and mailboxes": async (w) => {
      for (const list of ["drafts", "labels", "app-passwords", "mailboxes", "mailboxes/inbox"])
        await refused(w.get(`/${list}`), 400, "validation_error", /identity_id/);
    },
    "Unknown request fields are refused; the message names the field and the nearest known one": async (
      w,
    ) => {
      const body = { domain_id: w.t.domainId, local_part: w.next("x"), displayname: "X" };
      await refused(w.post("/identities", body), 400, "validation_error", /"displayname".*"display_name"/);
      await refused(w.get("/identities?limits=1"), 400, "validation_error", /"limits".*"limit"/);
    },
    "events stands for event_types at webhook creation": async (w) => {
      const hook = await w.hook({ identity_id: (await w.quiet()).id, events: ["message.sent"] });
      expect(hook.event_types).toEqual(["message.sent"]);
      await refused(w.patch(`/webhooks/${hook.id}`, { events: [] }), 400, "validation_error");
    },
    "NUL and unpaired surrogates are refused": async (w) => {
      for (const name of ["a\\u0000b", "a\\ud800b"])
        await refused(
          w.raw("/api/v1/pods", { method: "POST", body: `{"name":"${name}"}` }),
          400,
          "validation_error",
          /NUL|surrogate/,
        );
    },
    "NUL is refused in queries too": (w) =>
      refused(w.raw(`/api/v1/identities?email=a%00b`), 400, "validation_error", /NUL/),
    "Times of a request may have any offset, and must have one": async (w) => {
      const { expires_at } = await w.address({ expires_at: "2030-01-02T05:04:05+02:00" });
      expect(expires_at).toBe("2030-01-02T03:04:05.000000Z");
      for (const time of ["2030-01-02T03:04:05", "2030-01-02", "2030-02-30T00:00:00Z"])
        await refused(
          w.post("/identities", { domain_id: w.t.domainId, local_part: w.next("t"), expires_at: time }),
          400,
          "validation_error",
          /expires_at/,
        );
    },
    "In mail NUL is dropped from derived text; raw bytes stay": async (w) => {
      const { message } = await w.inbound({ subject: "N\0ul", body: "a\0b\r\n" });
      expect([message.subject, message.text]).toEqual(["Nul", "ab\n"]);
      expect(Buffer.from(await w.api.bytes(`/messages/${message.id}/raw`)).toString("latin1")).toContain(
        "a\0b",
      );
    },
    "DELETE that answers 200: { data: { id, deleted: true } }": async (w) => {
      const { id } = await aLabel(w);
      expect((await w.del(`/labels/${id}`)).json).toEqual({ data: { id, deleted: true } });
    },
    "Every response has X-Request-Id": async (w) => {
      const seen = [await w.get("/pods"), await w.get("/nothing"), await w.open.get("/pods")].map(
        ({ headers }) => headers.get("x-request-id"),
      );
      expect(new Set(seen).size).toBe(3);
      for (const id of seen) expect(id).toMatch(/^[0-9a-f-]{36}$/);
    },
    "Every response has X-RateLimit-Limit, -Remaining and -Reset in UTC epoch seconds": async (w) => {
      for (const { headers } of [await w.get("/pods"), await w.get("/nothing"), await w.open.get("/pods")]) {
        for (const name of ["limit", "remaining", "reset"])
          expect(headers.get(`x-ratelimit-${name}`)).toMatch(/^\d+$/);
        const reset = Number(headers.get("x-ratelimit-reset")) * 1000;
        expect(Math.abs(reset - w.clock.now())).toBeLessThan(10 * minute);
      }
    },
    "A 429 has Retry-After too": held(
      "http/requests.test.ts",
      "429 with the time to wait; another key and another address have buckets of their own",
    ),
    "The limit is a token bucket per key, and per IP address where there is no key": held(
      "http/requests.test.ts",
      "429 with the time to wait; another key and another address have buckets of their own",
    ),
    "50 a second sustained and 200 at once, by settings": held(
      "config.test.ts",
      "defaults are those of the description",
    ),
    "v1 changes by additions only; a retired call has Deprecation and Sunset for six months: none is": async (
      w,
    ) => {
      const text = (await w.raw("/openapi.json", { key: null })).text;
      expect(text).not.toContain('"deprecated":true');
      const { headers } = await w.get("/pods");
      expect([headers.get("deprecation"), headers.get("sunset")]).toEqual([null, null]);
    },
  },

  "DECISIONS Errors": {
    "The message says what was wrong and what to do instead": async (w) => {
      await refused(w.post("/pods", {}), 400, "validation_error", /"name" is missing.*Add it/);
      await refused(w.get("/pods/x"), 404, "not_found", /Check the id/);
    },
    "5xx and 429 only where a retry can help": held(
      "e2e/trouble.test.ts",
      "while it is away: 451, 503 with the time to wait; afterwards all goes on, webhooks too",
    ),
    "400 validation_error: JSON, types, missing or unknown fields, empty patch": async (w) => {
      const post = (body: string) => w.raw("/api/v1/pods", { method: "POST", body });
      for (const body of ["{", "[]", '{"name":1}', "{}", '{"name":"x","nme":1}'])
        await refused(post(body), 400, "validation_error");
      const { id } = await one(w.post("/pods", { name: "P" }), 201, "Pod");
      await refused(w.patch(`/pods/${id}`, {}), 400, "validation_error", /empty/);
    },
    "400 invalid_cursor": async (w) => {
      const whole = /^\/(pods|labels|mailboxes)\?/;
      for (const list of await lists(w)) {
        const answer = await w.get(`${list}cursor=nonsense`);
        if (whole.test(list)) expect([list, answer.status]).toEqual([list, 200]);
        else await refused(answer, 400, "invalid_cursor");
      }
    },
    "401 unauthorized": (w) => refused(w.open.get("/pods"), 401, "unauthorized"),
    "403 forbidden": async (w) => {
      const key = await w.restricted((await w.address()).id);
      await refused(key.post("/pods", { name: "P" }), 403, "forbidden");
    },
    "403 reach_exceeded: minting beyond one's reach, a foreign and a random id alike": async (w) => {
      const key = await w.restricted((await w.address()).id);
      const mint = (id: string) => key.post("/api-keys", { name: "k", identity_ids: [id] });
      const answers = [
        await mint((await w.other()).address.id),
        await mint(nobody),
        await mint((await w.address()).id),
      ];
      expect(new Set(answers.map(({ text }) => text)).size).toBe(1);
      await refused(answers[0]!, 403, "reach_exceeded");
    },
    "403 reach_exceeded: revoking a sibling or parent of the same account; another account's key is not there":
      async (w) => {
        const { api, address } = await w.other();
        const body = { name: "k", identity_ids: [address.id] };
        const foreign = await one(api.post("/api-keys", body), 201, "ApiKeyCreated");
        await absent(w.del(`/api-keys/${foreign.id}`));
        await absent(w.del(`/api-keys/${nobody}`));
        const [a, b] = [(await w.address()).id, (await w.address()).id];
        const sibling = await one(
          w.post("/api-keys", { name: "k", identity_ids: [a] }),
          201,
          "ApiKeyCreated",
        );
        await refused((await w.restricted(b)).delete(`/api-keys/${sibling.id}`), 403, "reach_exceeded");
      },
    "403 capability_missing": async (w) => {
      const { id } = await w.address({ type: "workflow" });
      await refused(w.post(events({ id }), meeting), 403, "capability_missing");
    },
    "403 send_policy_violation": decided("Drafts and sending"),
    "403 identity_suspended": async (w) => {
      const { id, email } = await w.address();
      await one(w.patch(`/identities/${id}`, { status: "suspended" }), 200, "Address");
      await refused(w.post("/messages", { from: email, to: w.far(), text: "x" }), 403, "identity_suspended");
    },
    "403 domain_unverified": async (w) => {
      const { api } = await w.signupAccount();
      const domain = await aDomain(w, api);
      const from = await one(
        api.post("/identities", { domain_id: domain.id, local_part: "x" }),
        201,
        "Address",
      );
      await refused(
        api.post("/messages", { from: from.email, to: w.far(), text: "x" }),
        403,
        "domain_unverified",
      );
    },
    "404 not_found: every id or from that is unknown or not reached, in path, query or body, the same bytes":
      async (w) => {
        const { address, domainId } = await w.other();
        const from = (await w.some()).email;
        const answers = [
          await w.get(`/identities/${address.id}`),
          await w.get(`/drafts?identity_id=${address.id}`),
          await w.get(`/messages?thread_id=${nobody}`),
          await w.post("/drafts", { identity_id: address.id }),
          await w.post("/identities", { domain_id: domainId, local_part: "x" }),
          await w.post("/messages", { from: address.email, to: from, text: "x" }),
          await w.post("/messages", { from: "nobody@nowhere.example", to: from, text: "x" }),
          await w.post("/messages", { from, to: from, in_reply_to: nobody }),
          await w.get("/nothing"),
          await w.get("/identities/not-an-id"),
        ];
        expect(new Set(answers.map(({ status, text }) => `${status} ${text}`)).size).toBe(1);
        await absent(answers[0]!);
      },
    "404 in a filter: an id that is not there is not an empty list": async (w) => {
      for (const path of [
        `/identities?domain_id=${nobody}`,
        `/identities?pod_id=${nobody}`,
        `/threads?identity_id=${nobody}`,
        `/threads?label_id=${nobody}`,
        `/routing-rules?domain_id=${nobody}`,
        `/events?identity_id=${nobody}`,
        `/messages?thread_id=${nobody}`,
        `/messages/search?q=x&identity_id=${nobody}`,
        `/messages/search?q=x&label_id=${nobody}`,
        `/deliveries?webhook_id=${nobody}`,
        `/drafts?identity_id=${nobody}`,
        `/labels?identity_id=${nobody}`,
        `/app-passwords?identity_id=${nobody}`,
        `/mailboxes?identity_id=${nobody}`,
        `/mailboxes/inbox?identity_id=${nobody}`,
      ])
        await absent(w.get(path));
    },
    "405 method_not_allowed": (w) =>
      refused(w.raw("/api/v1/pods", { method: "PUT", body: "{}" }), 405, "method_not_allowed", /GET or POST/),
    "408 request_timeout": held(
      "http/bodies.test.ts",
      "a body that is too slow is 408 and the end of its connection, and its room is free",
    ),
    "413 payload_too_large": held(
      "http/requests.test.ts",
      "413: a body that is too large, with and without a length",
    ),
    "415 unsupported_media_type": (w) =>
      refused(
        w.raw("/api/v1/pods", { method: "POST", body: "name=x", headers: { "content-type": "text/plain" } }),
        415,
        "unsupported_media_type",
        /application\/json/,
      ),
    "409 conflict": async (w) => {
      const to = await w.address();
      const body = { domain_id: w.t.domainId, local_part: w.next("r"), identity_id: to.id };
      const rule = await one(w.post("/routing-rules", body), 201, "RoutingRule");
      await refused(w.post("/routing-rules", body), 409, "conflict", new RegExp(rule.id));
    },
    "409 address_taken": async (w) => {
      const { local_part } = await w.address();
      await refused(w.post("/identities", { domain_id: w.t.domainId, local_part }), 409, "address_taken");
    },
    "409 address_exists: a routing rule for an existing address": async (w) => {
      const { local_part, id } = await w.address();
      await refused(
        w.post("/routing-rules", { domain_id: w.t.domainId, local_part, identity_id: id }),
        409,
        "address_exists",
      );
    },
    "409 client_id_taken": async (w) => {
      const body = { name: "P", client_id: w.next("crm") };
      await one(w.post("/pods", body), 201, "Pod");
      await refused(w.post("/pods", body), 409, "client_id_taken");
    },
    "409 label_exists": async (w) => {
      const { identity_id, name } = await aLabel(w);
      await refused(w.post("/labels", { identity_id, name: name.toUpperCase() }), 409, "label_exists");
    },
    "409 draft_state": async (w) =>
      refused(w.del(`/drafts/${(await w.draft()).id}/schedule`), 409, "draft_state"),
    "409 idempotency_in_flight": held(
      "http/idempotency.test.ts",
      "its twin waits ten seconds and is told to come again; then it gets the first answer",
    ),
    "410 signup_spent": async (w) => {
      const { human, signup } = await w.agent();
      const code = await w.code(human);
      await one(w.verify(signup.signup_id, code), 200, "AgentVerified");
      await refused(w.verify(signup.signup_id, code), 410, "signup_spent");
    },
    "410 code_expired": held(
      "http/resources/agent-signup.test.ts",
      "a code lives a day; a fresh one revives it; the name is held seven days",
    ),
    "412 precondition_failed": async (w) => {
      const to = await w.address();
      const { id } = await meet(w, to);
      await refused(
        w.patch(`${events(to)}/${id}`, { title: "x" }, { "if-match": '"x"' }),
        412,
        "precondition_failed",
      );
    },
    "422 idempotency_key_reuse": async (w) => {
      const headers = { "idempotency-key": w.next("reuse") };
      await one(w.post("/pods", { name: "one" }, headers), 201, "Pod");
      await refused(w.post("/pods", { name: "two" }, headers), 422, "idempotency_key_reuse");
    },
    "422 schedule_out_of_range": async (w) => {
      const { id } = await w.draft({ to: [w.far()] });
      await refused(
        w.post(`/drafts/${id}/schedule`, { send_at: w.soon(-hour) }),
        422,
        "schedule_out_of_range",
      );
    },
    "422 code_invalid": async (w) => {
      const { human, signup } = await w.agent();
      await refused(w.verify(signup.signup_id, another(await w.code(human))), 422, "code_invalid");
    },
    "422 recipient_refused: every recipient refused": async (w) => {
      const { email } = await w.address();
      const to = [`missing1@${w.t.domain}`, `missing2@${w.t.domain}`];
      await refused(
        w.post("/messages", { from: email, to, text: "x" }),
        422,
        "recipient_refused",
        /missing1/,
      );
    },
    "429 rate_limited": held(
      "http/resources/agent-signup.test.ts",
      "one human is sent three codes an hour, over all signups",
    ),
    "429 daily_limit": held(
      "actors/identity/send-limits.test.ts",
      "a signup account writes to so many a day, over all its addresses",
    ),
    "500 internal_error: its text hidden, logged with the request id": held(
      "http/errors.test.ts",
      "a bug is 500: its text is hidden, and logged with the request's id",
    ),
    "503 unavailable": held(
      "e2e/trouble.test.ts",
      "while it is away: 451, 503 with the time to wait; afterwards all goes on, webhooks too",
    ),
  },

  "DECISIONS Authentication and keys": {
    "A token is pr_, 40 base62 characters and a checksum of 6": async (w) =>
      expect(w.api.key).toMatch(/^pr_[0-9A-Za-z]{46}$/),
    "A typo is known before the database is asked": held(
      "http/resources/api-keys.test.ts",
      "are refused without, in a browser and with a typo",
    ),
    "It is stored as SHA-256": async (w) => {
      const { id } = await w.address();
      const made = await one(w.post("/api-keys", { name: "k", identity_ids: [id] }), 201, "ApiKeyCreated");
      const stored = await w.t.app.core.database.rows<{ row: string }>(
        "select k::text as row from api_keys k where id = $1::uuid",
        [made.id],
      );
      expect(stored).toHaveLength(1);
      const hash = new Bun.CryptoHasher("sha256").update(made.token).digest("hex");
      const [keyHash] = await w.t.app.core.database.values(
        "select 1 from api_key_tokens where token_hash = decode($1, 'hex')",
        [hash],
      );
      expect([stored[0]!.row.includes(made.token), keyHash]).toEqual([false, [1]]);
    },
    "prefix is its first 11 characters": async (w) => {
      const { id } = await w.quiet();
      const made = await one(w.post("/api-keys", { name: "k", identity_ids: [id] }), 201, "ApiKeyCreated");
      expect(made.prefix).toBe(made.token.slice(0, 11));
    },
    "Keys are looked up on every request: a deleted one stops at once": async (w) => {
      const { id } = await w.quiet();
      const made = await one(w.post("/api-keys", { name: "k", identity_ids: [id] }), 201, "ApiKeyCreated");
      const key = w.api.as(made.token);
      await many(key.get("/identities"), "Address");
      await gone(w.del(`/api-keys/${made.id}`), made.id);
      await refused(key.get("/identities"), 401, "unauthorized");
    },
    "ApiKey: id, name, prefix, identity_ids (null: everything), parent_id, last_used_at, created_at": async (
      w,
    ) => {
      const keys = await many(w.get("/api-keys?limit=200"), "ApiKey");
      expect(keys.at(-1)!.identity_ids).toBeNull();
    },
    "Its creation adds token": async (w) => {
      const { id } = await w.quiet();
      await one(w.post("/api-keys", { name: "k", identity_ids: [id] }), 201, "ApiKeyCreated");
    },
    "identity_ids: [] is 400": (w) =>
      refused(w.post("/api-keys", { name: "k", identity_ids: [] }), 400, "validation_error", /identity_ids/),
    "A key lists itself and its descendants": async (w) => {
      const { id } = await w.quiet();
      const body = { name: "k", identity_ids: [id] };
      const parent = await one(w.post("/api-keys", body), 201, "ApiKeyCreated");
      const child = await one(w.api.as(parent.token).post("/api-keys", body), 201, "ApiKeyCreated");
      const below = await one(w.api.as(child.token).post("/api-keys", body), 201, "ApiKeyCreated");
      expect(ids(await many(w.api.as(parent.token).get("/api-keys"), "ApiKey"))).toEqual([
        below.id,
        child.id,
        parent.id,
      ]);
      expect(ids(await many(w.api.as(child.token).get("/api-keys"), "ApiKey"))).toEqual([below.id, child.id]);
    },
    "Unrestricted keys never come from the API": (w) =>
      refused(w.post("/api-keys", { name: "k", identity_ids: null }), 400, "validation_error"),
    "They come from the first start, the command line and the console, and have no parent": async (w) => {
      const keys = await many(w.get("/api-keys?limit=200"), "ApiKey");
      expect(keys.find(({ identity_ids }) => identity_ids === null)).toMatchObject({ parent_id: null });
    },
    "A restricted key reaches its addresses and what hangs off them": async (w) => {
      const { address, message } = await w.inbound();
      const hidden = await w.inbound();
      const key = await w.restricted(address.id);
      expect(ids(await many(key.get("/threads"), "Thread"))).toEqual([message.thread_id]);
      await one(key.get(`/messages/${message.id}`), 200, "Message");
      await absent(key.get(`/messages/${hidden.message.id}`));
    },
    "It reads the domains and pods that they are in": async (w) => {
      const pod = await one(w.post("/pods", { name: "P" }), 201, "Pod");
      const { id } = await w.address({ pod_id: pod.id });
      const key = await w.restricted(id);
      expect(ids(await many(key.get("/pods"), "Pod"))).toEqual([pod.id]);
      expect(ids(await many(key.get("/domains"), "Domain"))).toEqual([w.t.domainId]);
      await refused(key.patch(`/pods/${pod.id}`, { name: "Q" }), 403, "forbidden");
    },
    "It reaches the rules and webhooks that point at them": async (w) => {
      const { id } = await w.address();
      const hook = await w.hook({ identity_id: id });
      await w.hook({ identity_id: (await w.quiet()).id });
      const body = { domain_id: w.t.domainId, local_part: w.next("r"), identity_id: id };
      const rule = await one(w.post("/routing-rules", body), 201, "RoutingRule");
      await aRule(w);
      const key = await w.restricted(id);
      expect(ids(await many(key.get("/webhooks"), "Webhook"))).toEqual([hook.id]);
      expect(ids(await many(key.get("/routing-rules"), "RoutingRule"))).toEqual([rule.id]);
    },
    "It reaches no suppressions": async (w) => {
      const key = await w.restricted((await w.address()).id);
      await refused(key.get("/suppressions"), 403, "forbidden");
    },
    "Making addresses, domains, pods and account-wide webhooks takes an unrestricted key: else 403": async (
      w,
    ) => {
      const { id } = await w.address();
      const key = await w.restricted(id);
      const url = (await w.hook({ identity_id: id })).url;
      for (const [path, body] of [
        ["/identities", { domain_id: w.t.domainId, local_part: w.next("x") }],
        ["/domains", { domain: `${w.next("x")}.example` }],
        ["/pods", { name: "P" }],
        ["/webhooks", { url }],
      ] as const)
        await refused(key.post(path, body), 403, "forbidden");
    },
    "A browser's request with a key (Origin, Sec-Fetch-Site or Sec-Fetch-Dest) is 401": async (w) => {
      for (const name of ["origin", "sec-fetch-site", "sec-fetch-dest"])
        await refused(w.raw("/api/v1/pods", { headers: { [name]: "x" } }), 401, "unauthorized");
    },
    "/api has no CORS headers": async (w) => {
      const preflight = { origin: "https://far.example", "access-control-request-method": "GET" };
      for (const answer of [
        await w.raw("/api/v1/pods", { headers: { origin: "https://far.example" } }),
        await w.raw("/api/v1/pods", { method: "OPTIONS", headers: preflight, key: null }),
      ])
        expect([...answer.headers.keys()].filter((name) => name.startsWith("access-control"))).toEqual([]);
    },
    "Sec-Fetch-Mode alone passes": async (w) =>
      expect((await w.raw("/api/v1/pods", { headers: { "sec-fetch-mode": "cors" } })).status).toBe(200),
    "The three calls of agent signup need no key": async (w) => {
      for (const path of ["signup", "human", "verify"])
        await refused(w.open.post(`/agent/${path}`, {}, w.somewhere()), 400, "validation_error");
    },
    "A bearer that is sent to them all the same must be valid": async (w) => {
      await refused(w.api.as("pr_nothing").post("/agent/signup", {}), 401, "unauthorized");
      await refused(w.api.post("/agent/signup", {}), 400, "validation_error");
    },
    "An Idempotency-Key has 1 to 256 characters": async (w) => {
      for (const key of ["", "x".repeat(257)])
        await refused(
          w.raw("/api/v1/pods", {
            method: "POST",
            body: '{"name":"P"}',
            headers: { "idempotency-key": key },
          }),
          400,
          "validation_error",
          /256/,
        );
      await one(
        w.post("/pods", { name: "P" }, { "idempotency-key": w.next("k").padEnd(256, "x") }),
        201,
        "Pod",
      );
    },
    "It is kept 24 hours": held("actors/runtime/idempotency.test.ts", "a record is kept for 24 hours"),
    "It is scoped to API key, method and path": async (w) => {
      const headers = { "idempotency-key": w.next("scope") };
      const { id } = await w.address();
      await one(w.post("/pods", { name: "P" }, headers), 201, "Pod");
      await one(w.post("/labels", { identity_id: id, name: "L" }, headers), 201, "Label");
      const { api } = await w.other();
      const theirs = await api.post("/pods", { name: "P" }, headers);
      expect(theirs.headers.get("idempotency-replayed")).toBeNull();
      await one(theirs, 201, "Pod");
    },
    "Without a key it is scoped to the IP address": async (w) => {
      const body = { username: w.next("scout") };
      const key = { "idempotency-key": w.next("ip") };
      const [here, there] = [w.somewhere(), w.somewhere()];
      const first = await w.open.post("/agent/signup", body, { ...key, ...here });
      const again = await w.open.post("/agent/signup", body, { ...key, ...here });
      expect([again.status, again.text]).toEqual([201, first.text]);
      await refused(w.open.post("/agent/signup", body, { ...key, ...there }), 409, "address_taken");
    },
    "The same body (canonical JSON): stored status and body again, with Idempotency-Replayed: true": async (
      w,
    ) => {
      const headers = { "idempotency-key": w.next("canon") };
      const send = (body: string) => w.raw("/api/v1/pods", { method: "POST", body, headers });
      const first = await send('{"name":"P","client_id":null}');
      const second = await send('{ "client_id": null, "name": "P" }');
      expect([second.status, second.text, second.headers.get("idempotency-replayed")]).toEqual([
        201,
        first.text,
        "true",
      ]);
      expect(first.headers.get("idempotency-replayed")).toBeNull();
    },
    "Multipart: field names and the SHA-256 of each file": async (w) => {
      const { id } = await w.draft();
      const headers = { "idempotency-key": w.next("file") };
      const upload = (bytes: string) => {
        const body = new FormData();
        body.set("draft_id", id);
        body.set("file", new File([bytes], "a.txt", { type: "text/plain" }));
        return w.raw("/api/v1/attachments", { method: "POST", body, headers });
      };
      const first = await upload("one");
      const second = await upload("one");
      expect([first.status, second.text, second.headers.get("idempotency-replayed")]).toEqual([
        201,
        first.text,
        "true",
      ]);
      await refused(upload("two"), 422, "idempotency_key_reuse");
    },
    "Another body: 422": async (w) => {
      const headers = { "idempotency-key": w.next("other") };
      await one(w.post("/pods", { name: "P" }, headers), 201, "Pod");
      await refused(w.post("/pods", { name: "Q" }, headers), 422, "idempotency_key_reuse");
    },
    "Equal requests at once wait for the first and replay": async (w) => {
      const headers = { "idempotency-key": w.next("once") };
      const body = { domain_id: w.t.domainId, local_part: w.next("once") };
      const answers = await Promise.all(
        Array.from({ length: 5 }, () => w.post("/identities", body, headers)),
      );
      expect(new Set(answers.map(({ status, text }) => `${status} ${text}`)).size).toBe(1);
      expect(answers.filter(({ headers: given }) => given.has("idempotency-replayed"))).toHaveLength(4);
    },
    "409 only after 10 s": held(
      "http/idempotency.test.ts",
      "its twin waits ten seconds and is told to come again; then it gets the first answer",
    ),
    "Refusals decided in a turn are stored too": async (w) => {
      const headers = { "idempotency-key": w.next("refusal") };
      const { local_part, id } = await w.address();
      const body = { domain_id: w.t.domainId, local_part };
      await refused(w.post("/identities", body, headers), 409, "address_taken");
      await bodiless(w.del(`/identities/${id}`));
      const again = await w.post("/identities", body, headers);
      expect(again.headers.get("idempotency-replayed")).toBe("true");
      await refused(again, 409, "address_taken");
    },
    "400, 401, 408, 413, 415, 429 and 5xx are not stored": async (w) => {
      const headers = { "idempotency-key": w.next("retry") };
      await refused(w.post("/pods", {}, headers), 400, "validation_error");
      await one(w.post("/pods", { name: "P" }, headers), 201, "Pod");
    },
    "Only a hash of the key is stored; an answer with a secret is encrypted under a key derived from it":
      held(
        "http/resources/webhooks.test.ts",
        "a secret is replayed with its answer, and only with the same key",
      ),
    "The record is in the same transaction as the work": held(
      "actors/runtime/idempotency.test.ts",
      "a crash between the commit and the answer: the repeat gets the answer",
    ),
    "Plan operator has no limits": async (w) => {
      for (let n = 0; n < 6; n++) await w.address();
    },
    "Plan signup has 5 addresses": async (w) => {
      const { api } = await w.signupAccount();
      const make = () => api.post("/identities", { domain_id: w.t.domainId, local_part: w.next("five") });
      for (let n = 0; n < 5; n++) await one(make(), 201, "Address");
      await refused(make(), 403, "forbidden", /5/);
    },
    "Plan signup has 100 recipients a day; over it 429 daily_limit, SMTP 450 4.7.1": async (w) => {
      const { api } = await w.signupAccount();
      const body = { domain_id: w.t.domainId, local_part: w.next("daily") };
      const from = await one(api.post("/identities", body), 201, "Address");
      const send = (count: number) => {
        const to = Array.from({ length: count }, (_, n) => `daily${n}@far.example`);
        return api.post("/messages", { from: from.email, to, text: "x" });
      };
      await one(send(50), 201, "Sent");
      await one(send(50), 201, "Sent");
      const over = await send(1);
      await refused(over, 429, "daily_limit");
      expect(Number(over.headers.get("retry-after"))).toBeGreaterThan(0);
      expect(await w.submit(api, from, w.far())).toStartWith("450 4.7.1");
    },
    "Plan signup has 1 GB; full: 452 4.2.2": held(
      "smtp/storage.test.ts",
      "a full account is told to come again, and reads on",
    ),
    "IMAP QUOTA shows it": async (w) => {
      const { api } = await w.signupAccount();
      const body = { domain_id: w.t.domainId, local_part: w.next("quota") };
      const to = await one(api.post("/identities", body), 201, "Address");
      const { talk } = await w.imap(to, api);
      expect((await talk.ok("GETQUOTAROOT INBOX")).join("\n")).toMatch(/QUOTA "" \(STORAGE 0 1048576\)/);
      talk.close();
    },
  },

  "DECISIONS Addresses": {
    "capabilities are receive, inbox, send, drafts, calendar and app_passwords": async (w) =>
      expect(misfits("Capabilities", (await w.address()).capabilities)).toEqual([]),
    "They are derived from type: application no inbox, drafts, calendar, app passwords; workflow no calendar, app passwords; the others all":
      async (w) => {
        const lacking = async (type: string) =>
          Object.entries((await w.address({ type })).capabilities)
            .filter(([, has]) => !has)
            .map(([name]) => name)
            .sort();
        expect(await lacking("application")).toEqual(["app_passwords", "calendar", "drafts", "inbox"]);
        expect(await lacking("workflow")).toEqual(["app_passwords", "calendar"]);
        for (const type of ["human", "team", "agent"]) expect(await lacking(type)).toEqual([]);
      },
    "PATCH refuses a capability that differs, saying what it follows from": async (w) => {
      const { id } = await w.address({ type: "application" });
      const patch = (capabilities: object) => w.patch(`/identities/${id}`, { capabilities });
      await refused(patch({ inbox: true }), 403, "capability_missing", /application/);
      await one(patch({ inbox: false, send: true }), 200, "Address");
    },
    "POST and PATCH take send_policy, expires_at, tenant_id and pod_id": async (w) => {
      const pod = await one(w.post("/pods", { name: "P" }), 201, "Pod");
      const shown = { send_policy: "list", expires_at: "2030-01-02T03:04:05.000000Z", tenant_id: "t" };
      expect(await w.address({ ...shown, pod_id: pod.id })).toMatchObject(shown);
      const { id } = await w.address();
      const changed = await one(w.patch(`/identities/${id}`, { ...shown, pod_id: pod.id }), 200, "Address");
      expect(changed).toMatchObject(shown);
      expect((await many(w.get(`/pods/${pod.id}/identities`), "Address")).length).toBe(2);
    },
    "The list is filtered by domain_id, type, status, tenant_id, pod_id and email": async (w) => {
      const { id: domain_id } = await w.domain();
      const pod = await one(w.post("/pods", { name: "P" }), 201, "Pod");
      const tenant_id = w.next("tenant");
      const made = await w.address({ domain_id, pod_id: pod.id, tenant_id, type: "team" });
      await w.address({ type: "human" });
      for (const filter of [
        `domain_id=${domain_id}`,
        `pod_id=${pod.id}`,
        `tenant_id=${tenant_id}`,
        `email=${made.email}`,
        `domain_id=${domain_id}&type=team&status=active`,
      ])
        expect(ids(await many(w.get(`/identities?${filter}`), "Address"))).toEqual([made.id]);
      for (const filter of [`domain_id=${domain_id}&type=human`, `email=${made.email}&status=suspended`])
        await none(w.get(`/identities?${filter}`));
    },
    "GET and PUT send-list: { entries: [email or domain] }": async (w) => {
      const { id } = await w.address();
      const body = { entries: ["ada@far.example", "far.test"] };
      expect(await one(w.put(`/identities/${id}/send-list`, body), 200, "SendList")).toEqual(body);
      expect(await one(w.get(`/identities/${id}/send-list`), 200, "SendList")).toEqual(body);
    },
    "Send policy list reads it": async (w) => {
      const from = await w.address({ send_policy: "list" });
      const listed = w.far();
      await one(w.put(`/identities/${from.id}/send-list`, { entries: [listed] }), 200, "SendList");
      const other = w.far();
      const sent = await w.send(from, { to: [listed, other] });
      expect(sent.rejected).toEqual([{ address: other, reason: "send_policy" }]);
    },
    "reply_only: somebody who has written to this address before": async (w) => {
      const { address } = await w.inbound({ from: "wrote@far.example" });
      await one(w.patch(`/identities/${address.id}`, { send_policy: "reply_only" }), 200, "Address");
      const other = w.far();
      const sent = await w.send(address, { to: ["wrote@far.example", other] });
      expect(sent.rejected).toEqual([{ address: other, reason: "send_policy" }]);
    },
    "A local part is an RFC 5321 dot-atom without +, at most 64 octets": async (w) => {
      for (const local_part of ["a+b", "a..b", ".a", "a b", '"a"', "a@b", "x".repeat(65)])
        await refused(
          w.post("/identities", { domain_id: w.t.domainId, local_part }),
          400,
          "validation_error",
        );
      await w.address({ local_part: w.next("l").padEnd(64, "x") });
    },
    "It is stored in lower case": async (w) => {
      const local_part = w.next("CaSe");
      expect((await w.address({ local_part })).local_part).toBe(local_part.toLowerCase());
    },
    "A recipient is resolved: exact address, exact rule, address without its +tag, catch-all rule": held(
      "routing/routing-rules.test.ts",
      "come in order: exact address, exact rule, address without its tag, catch-all",
    ),
    "delivered_to keeps the tag": async (w) => {
      const to = await w.address();
      const rcpt = to.email.replace("@", "+tag@");
      expect((await w.inbound({ to, rcpt })).message.delivered_to).toBe(rcpt);
    },
    "One copy per address and transaction": async (w) => {
      const to = await w.address();
      await w.smtp("ada@far.example", [to.email, to.email.replace("@", "+x@")], "Subject: once\r\n\r\nx");
      const [thread, more] = await many(w.get(`/threads?identity_id=${to.id}`), "Thread");
      expect([thread!.message_count, more]).toEqual([1, undefined]);
    },
    "(domain, local part) is unique over all accounts": async (w) => {
      const { local_part } = await w.address();
      const { api } = await w.signupAccount();
      await refused(api.post("/identities", { domain_id: w.t.domainId, local_part }), 409, "address_taken");
    },
    "On a shared domain an address once used never goes to another account": async (w) => {
      const { id, local_part } = await w.address();
      await bodiless(w.del(`/identities/${id}`));
      const { api } = await w.signupAccount();
      await refused(api.post("/identities", { domain_id: w.t.domainId, local_part }), 409, "address_taken");
      await w.address({ local_part });
    },
    "Only the domain's owner makes postmaster, abuse, admin and the like": async (w) => {
      const { api } = await w.signupAccount();
      const names =
        "postmaster abuse admin administrator hostmaster webmaster security ssladmin root noreply no-reply mailer-daemon bounces";
      for (const local_part of names.split(" ")) {
        await refused(api.post("/identities", { domain_id: w.t.domainId, local_part }), 403, "forbidden");
      }
      const { id: domain_id } = await w.domain();
      await w.address({ domain_id, local_part: "webmaster" });
    },
    "postmaster@ and abuse@ of every verified domain are accepted": async (w) => {
      const { domain } = await w.domain();
      for (const name of ["postmaster", "abuse"]) expect(await w.rcpt(`${name}@${domain}`)).toBe("250 2.1.5");
      expect(await w.rcpt(`other@${domain}`)).toBe("550 5.1.1");
    },
    "They go to the operator's postmaster, unless the name exists": async (w) => {
      const { id: domain_id, domain } = await w.domain();
      const [postmaster] = await many(w.get(`/identities?email=postmaster@${w.t.domain}`), "Address");
      await w.inbound({ to: postmaster!, rcpt: `abuse@${domain}` });
      const own = await w.address({ domain_id, local_part: "abuse" });
      await w.inbound({ to: own, rcpt: `abuse@${domain}` });
    },
    "expires_at is compared when mail comes or goes": async (w) => {
      const address = await w.address({ expires_at: w.soon(2 * minute) });
      w.clock.advance(3 * minute);
      expect(await w.rcpt(address.email)).toBe("550 5.2.1");
      await refused(
        w.post("/messages", { from: address.email, to: w.far(), text: "x" }),
        403,
        "identity_suspended",
      );
    },
    "cron only writes the status": held(
      "actors/workers/janitor.test.ts",
      "an address whose time is over is suspended, and told",
    ),
    "PATCH to active on an expired address needs a new expires_at or null: 409": async (w) => {
      const { id } = await w.address({ expires_at: w.soon(2 * minute) });
      w.clock.advance(3 * minute);
      await w.expire();
      await refused(w.patch(`/identities/${id}`, { status: "active" }), 409, "conflict", /expires_at/);
      const back = await one(
        w.patch(`/identities/${id}`, { status: "active", expires_at: null }),
        200,
        "Address",
      );
      expect(back).toMatchObject({ status: "active", expires_at: null });
    },
    "routed_address_count: active routing rules that lead to this address": async (w) => {
      const { id } = await w.address();
      const make = () =>
        one(
          w.post("/routing-rules", { domain_id: w.t.domainId, local_part: w.next("r"), identity_id: id }),
          201,
          "RoutingRule",
        );
      const [first] = [await make(), await make()];
      await one(w.patch(`/routing-rules/${first.id}`, { status: "disabled" }), 200, "RoutingRule");
      expect((await one(w.get(`/identities/${id}`), 200, "Address")).routed_address_count).toBe(1);
    },
    "Suspended or archived: SMTP answers 550 5.2.1": async (w) => {
      for (const status of ["suspended", "archived"]) {
        const { id, email } = await w.address();
        await one(w.patch(`/identities/${id}`, { status }), 200, "Address");
        expect(await w.rcpt(email)).toBe("550 5.2.1");
      }
    },
    "Suspended or archived: sending is refused, reading goes on": async (w) => {
      const { address, message } = await w.inbound();
      await one(w.patch(`/identities/${address.id}`, { status: "archived" }), 200, "Address");
      await refused(
        w.post("/messages", { from: address.email, to: w.far(), text: "x" }),
        403,
        "identity_suspended",
      );
      await one(w.get(`/messages/${message.id}`), 200, "Message");
      await many(w.get(`/threads?identity_id=${address.id}`), "Thread");
    },
    "DELETE ends sessions, passwords and jobs and hides the address in one turn": async (w) => {
      const to = await w.address();
      const { talk } = await w.imap(to);
      const draft = await w.draft({ identity_id: to.id, to: [w.far()] });
      await one(w.post(`/drafts/${draft.id}/schedule`, { send_at: w.soon(hour) }), 200, "Draft");
      await bodiless(w.del(`/identities/${to.id}`));
      await talk.closed();
      await absent(w.get(`/drafts/${draft.id}`));
      await absent(w.get(`/app-passwords?identity_id=${to.id}`));
      expect(await w.rcpt(to.email)).toBe("550 5.1.1");
    },
    "The janitor purges in steps": held(
      "actors/workers/janitor.test.ts",
      "what a deleted address has left goes, blobs too; what others have stays",
    ),
    "has_inbox false: the message is spooled, readable by its id, in no list": async (w) => {
      const to = await w.address({ type: "application" });
      const hook = await w.hook({ identity_id: to.id });
      await w.smtp("ada@far.example", to.email, "Subject: spooled\r\n\r\nx");
      const { event } = await w.told(hook, "message.received");
      const message = await one(w.get(`/messages/${event.data.message_id}`), 200, "Message");
      expect(message).toMatchObject({ subject: "spooled", identity: to.id });
      await none(w.get(`/threads?identity_id=${to.id}`));
      await none(w.get(`/messages/search?q=spooled&identity_id=${to.id}`));
    },
    "It is purged 24 hours after its deliveries are final": held(
      "actors/workers/janitor.test.ts",
      "a spooled message goes a day after its delivery is final, and not before",
    ),
    "What such an address sends is kept by the same rule": async (w) => {
      const from = await w.address({ type: "application" });
      const sent = await w.send(from, { to: w.far() });
      await one(w.get(`/messages/${sent.id}`), 200, "Message");
      await none(w.get(`/threads?identity_id=${from.id}`));
    },
  },

  "DECISIONS Domains, pods, routing rules": {
    "GET and POST /domains { domain, pod_id }, GET, PATCH and DELETE /domains/{id}": async (w) => {
      const pod = await one(w.post("/pods", { name: "P" }), 201, "Pod");
      const domain = `${w.next("d")}.example`;
      const made = await one(w.post("/domains", { domain, pod_id: pod.id }), 201, "Domain");
      expect(made).toMatchObject({ domain, pod_id: pod.id });
      expect(ids(await many(w.get("/domains?limit=200"), "Domain"))).toContain(made.id);
      expect(await one(w.get(`/domains/${made.id}`), 200, "Domain")).toEqual(made);
      const other = await one(w.post("/pods", { name: "Q" }), 201, "Pod");
      const moved = await one(w.patch(`/domains/${made.id}`, { pod_id: other.id }), 200, "Domain");
      expect(moved.pod_id).toBe(other.id);
      const open = await one(w.patch(`/domains/${made.id}`, { unproven_mail: "inbox" }), 200, "Domain");
      expect(open).toEqual({ ...moved, unproven_mail: "inbox" });
      await gone(w.del(`/domains/${made.id}`), made.id);
    },
    "POST /domains/{id}/verify": async (w) => {
      const { id } = await w.domain();
      await one(w.post(`/domains/${id}/verify`), 200, "Domain");
    },
    "GET /domains/{id}/zone is a text/plain zone file": async (w) => {
      const { id, domain } = await w.domain();
      const answer = await w.get(`/domains/${id}/zone`);
      expect(answer.headers.get("content-type")).toStartWith("text/plain");
      expect(answer.text).toMatch(new RegExp(`^_postroom\\.${domain}\\.`, "m"));
    },
    "Domain: id, domain, status, pod_id, records { type, name, value, purpose, status }, verified_at, created_at":
      async (w) => {
        const { id } = await w.domain();
        await one(w.get(`/domains/${id}`), 200, "Domain");
      },
    "status is pending, verified or failed": held(
      "http/resources/domain-verification.test.ts",
      "fail when their record is not seen for three days, and can be verified later",
    ),
    "Records: ownership TXT, MX, SPF, DKIM (own keys, RSA-2048 and Ed25519), DMARC": async (w) => {
      const { records } = await w.domain();
      expect(records.map(({ type, purpose }) => `${purpose} ${type}`)).toEqual([
        "ownership TXT",
        "receiving MX",
        "spf TXT",
        "dkim TXT",
        "dkim TXT",
        "dmarc TXT",
      ]);
      const keys = records.filter(({ purpose }) => purpose === "dkim").map(({ value }) => value);
      expect(keys.map((value) => /k=(\w+)/.exec(value)?.[1]).sort()).toEqual(["ed25519", "rsa"]);
      const rsa = keys.find((value) => value.includes("k=rsa"))!;
      // 294 octets: a SubjectPublicKeyInfo of 2048 bits.
      expect(Buffer.from(/p=(\S+)/.exec(rsa)![1]!, "base64")).toHaveLength(294);
    },
    "verified means the ownership TXT; other records have their own status": held(
      "http/resources/domain-verification.test.ts",
      "are verified by their ownership record; the other records have their own state",
    ),
    "Several accounts may hold a pending claim": async (w) => {
      const domain = `${w.next("claimed")}.example`;
      const [a, b] = [await w.signupAccount(), await w.signupAccount()];
      for (const { api } of [a, b])
        expect((await one(api.post("/domains", { domain }), 201, "Domain")).status).toBe("pending");
    },
    "Verifying gives the domain to one and fails the others": async (w) => {
      const domain = `${w.next("claimed")}.example`;
      const [a, b] = [await w.signupAccount(), await w.signupAccount()];
      const [mine, theirs] = [
        await one(a.api.post("/domains", { domain }), 201, "Domain"),
        await one(b.api.post("/domains", { domain }), 201, "Domain"),
      ];
      const { name, value } = mine.records.find(({ purpose }) => purpose === "ownership")!;
      w.dns.zone[name] = { TXT: [value] };
      expect((await one(a.api.post(`/domains/${mine.id}/verify`), 200, "Domain")).status).toBe("verified");
      expect((await one(b.api.get(`/domains/${theirs.id}`), 200, "Domain")).status).toBe("failed");
    },
    "Addresses may be made on a pending domain, but it neither receives nor sends": async (w) => {
      const { api } = await w.signupAccount();
      const { id: domain_id } = await aDomain(w, api);
      const { email } = await one(api.post("/identities", { domain_id, local_part: "x" }), 201, "Address");
      expect(await w.rcpt(email)).toStartWith("550");
      await refused(api.post("/messages", { from: email, to: w.far(), text: "x" }), 403, "domain_unverified");
    },
    "Mail to a pending domain goes to its real MX": async (w) => {
      const { api } = await w.signupAccount();
      const { id: domain_id } = await aDomain(w, api);
      const { email } = await one(api.post("/identities", { domain_id, local_part: "x" }), 201, "Address");
      await w.send(await w.some(), { to: email });
      expect((await w.sink.taken.find(({ to }) => to.includes(email))).to).toEqual([email]);
    },
    "Domains of the operator's account count as verified": async (w) => {
      const made = await w.domain();
      expect([made.status, made.verified_at]).toEqual(["verified", expect.any(String)]);
    },
    "Signup accounts see the shared default domain, without its records": async (w) => {
      const { api } = await w.signupAccount();
      expect(await many(api.get("/domains"), "Domain")).toMatchObject([
        { id: w.t.domainId, domain: w.t.domain, records: [] },
      ]);
    },
    "They create addresses on it within their plan": async (w) => {
      const { api } = await w.signupAccount();
      const body = { domain_id: w.t.domainId, local_part: w.next("guest") };
      await one(api.post("/identities", body), 201, "Address");
    },
    "They cannot make rules on it, change, verify or delete it": async (w) => {
      const { api } = await w.signupAccount();
      const path = `/domains/${w.t.domainId}`;
      const body = { domain_id: w.t.domainId, local_part: w.next("guest") };
      const { id: identity_id } = await one(api.post("/identities", body), 201, "Address");
      const rule = { ...body, local_part: w.next("r"), identity_id };
      const [pod] = await many(api.get("/pods"), "Pod");
      for (const answer of [
        await api.post("/routing-rules", rule),
        await api.patch(path, { pod_id: pod!.id }),
        await api.post(`${path}/verify`),
        await api.delete(path),
        await api.get(`${path}/zone`),
      ])
        await refused(answer, 403, "forbidden");
    },
    "DELETE of a domain with addresses: 409": async (w) => {
      const { id: domain_id } = await w.domain();
      await w.address({ domain_id });
      await refused(w.del(`/domains/${domain_id}`), 409, "conflict");
    },
    "Pod: id, name, client_id, is_default, created_at": async (w) => {
      await one(w.post("/pods", { name: "P" }), 201, "Pod");
    },
    "GET /pods/{id}/identities and /pods/{id}/domains": async (w) => {
      const { id: pod_id } = await one(w.post("/pods", { name: "P" }), 201, "Pod");
      const address = await w.address({ pod_id });
      const domain = await one(
        w.post("/domains", { domain: `${w.next("d")}.example`, pod_id }),
        201,
        "Domain",
      );
      expect(ids(await many(w.get(`/pods/${pod_id}/identities`), "Address"))).toEqual([address.id]);
      expect(ids(await many(w.get(`/pods/${pod_id}/domains`), "Domain"))).toEqual([domain.id]);
    },
    'RoutingRule: id, domain_id, local_part ("*": catch-all), address, identity_id, webhook_id, status, created_at':
      async (w) => {
        const { id: domain_id, domain } = await w.domain();
        const to = await w.address();
        const rule = await one(
          w.post("/routing-rules", { domain_id, local_part: "*", identity_id: to.id }),
          201,
          "RoutingRule",
        );
        expect([rule.local_part, rule.address]).toEqual(["*", `*@${domain}`]);
        await w.inbound({ to, rcpt: `whatever@${domain}` });
      },
    "POST takes domain_id, local_part, and identity_id or webhook_id": async (w) => {
      const hook = await w.hook({ identity_id: (await w.quiet()).id });
      const body = { domain_id: w.t.domainId, local_part: w.next("r"), webhook_id: hook.id };
      expect(await one(w.post("/routing-rules", body), 201, "RoutingRule")).toMatchObject({
        ...body,
        identity_id: null,
      });
    },
    "Deleting a webhook that a rule points at: 409 naming the rule": async (w) => {
      const hook = await w.hook({ identity_id: (await w.quiet()).id });
      const body = { domain_id: w.t.domainId, local_part: w.next("r"), webhook_id: hook.id };
      const rule = await one(w.post("/routing-rules", body), 201, "RoutingRule");
      await refused(w.del(`/webhooks/${hook.id}`), 409, "conflict", new RegExp(rule.id));
    },
    "Mail by a webhook rule: only that webhook gets it, whatever its event_types": held(
      "routing/routing-rules.test.ts",
      "hand mail to a webhook, which alone is told of it",
    ),
    'identity_id is "" in its event, identity null in the Message, thread_id a fresh id in no list': async (
      w,
    ) => {
      const hook = await w.hook({ event_types: ["domain.failed"] });
      const local_part = w.next("hooked");
      const rule = await one(
        w.post("/routing-rules", { domain_id: w.t.domainId, local_part, webhook_id: hook.id }),
        201,
        "RoutingRule",
      );
      await w.smtp("ada@far.example", rule.address, "Subject: hooked\r\n\r\nx");
      const { event } = await w.told(hook, "message.received");
      expect(event.data.identity_id).toBe("");
      const message = await one(w.get(`/messages/${event.data.message_id}`), 200, "Message");
      expect(message).toMatchObject({
        identity: null,
        thread_id: event.data.thread_id,
        delivered_to: rule.address,
      });
      await absent(w.get(`/threads/${message.thread_id}`));
    },
    "It is for unrestricted keys only": async (w) => {
      const to = await w.address();
      const hook = await w.hook({ identity_id: to.id });
      const local_part = w.next("hooked");
      const rule = await one(
        w.post("/routing-rules", { domain_id: w.t.domainId, local_part, webhook_id: hook.id }),
        201,
        "RoutingRule",
      );
      await w.smtp("ada@far.example", rule.address, "Subject: hooked\r\n\r\nx");
      const { event } = await w.told(hook, "message.received");
      await one(w.get(`/messages/${event.data.message_id}`), 200, "Message");
      await absent((await w.restricted(to.id)).get(`/messages/${event.data.message_id}`));
    },
    "Its webhook disabled: RCPT answers 450": async (w) => {
      const hook = await w.hook({ identity_id: (await w.quiet()).id });
      const body = { domain_id: w.t.domainId, local_part: w.next("r"), webhook_id: hook.id };
      const rule = await one(w.post("/routing-rules", body), 201, "RoutingRule");
      await one(w.patch(`/webhooks/${hook.id}`, { status: "disabled" }), 200, "Webhook");
      expect(await w.rcpt(rule.address)).toStartWith("450");
    },
  },

  "DECISIONS Threads, messages, folders, labels": {
    "a message of which less is shown than was sent says so in defects, until it is read whole": held(
      "actors/workers/rereading.test.ts",
      "keeps its words and files, says so, and becomes whole",
    ),
    "The same delivery again (equal DATA, envelope sender and identity within 5 days): 250, nothing new":
      async (w) => {
        const to = await w.address();
        const raw = "Subject: again\r\n\r\nthe same";
        for (const reply of [
          await w.smtp("ada@far.example", to.email, raw),
          await w.smtp("ada@far.example", to.email, raw),
        ])
          expect(reply).toStartWith("250");
        expect(await many(w.get(`/threads?identity_id=${to.id}`), "Thread")).toMatchObject([
          { message_count: 1 },
        ]);
      },
    "Message-ID alone never drops anything": async (w) => {
      const to = await w.address();
      for (const text of ["one", "two"])
        await w.smtp(
          "ada@far.example",
          to.email,
          `Message-ID: <same-${to.id}@far.example>\r\nSubject: s\r\n\r\n${text}`,
        );
      const threads = await many(w.get(`/threads?identity_id=${to.id}`), "Thread");
      expect(threads.reduce((sum, thread) => sum + thread.message_count, 0)).toBe(2);
    },
    "A thread is found by In-Reply-To first": async (w) => {
      const { address, message } = await w.inbound();
      const other = await w.inbound({ to: address, subject: "Other" });
      const answer = await w.inbound({
        to: address,
        subject: "Else",
        headers: [
          `In-Reply-To: ${await messageId(w, message.id)}`,
          `References: ${await messageId(w, other.message.id)}`,
        ],
      });
      expect(answer.message.thread_id).toBe(message.thread_id);
    },
    "then by References, from the newest": async (w) => {
      const { address, message } = await w.inbound();
      const other = await w.inbound({ to: address, subject: "Other" });
      const answer = await w.inbound({
        to: address,
        subject: "Else",
        headers: [`References: ${await messageId(w, message.id)} ${await messageId(w, other.message.id)}`],
      });
      expect(answer.message.thread_id).toBe(other.message.thread_id);
    },
    "Inside one address": async (w) => {
      const { message } = await w.inbound();
      const answer = await w.inbound({ headers: [`In-Reply-To: ${await messageId(w, message.id)}`] });
      expect(answer.message.thread_id).not.toBe(message.thread_id);
    },
    "By subject only without any reference header, when it begins like a reply and the counterpart is the same":
      async (w) => {
        const { address, message } = await w.inbound({ subject: "Lunch" });
        const like = await w.inbound({ to: address, subject: "Re: Lunch" });
        const plain = await w.inbound({ to: address, subject: "Lunch" });
        const stranger = await w.inbound({ to: address, subject: "Re: Lunch", from: "eve@far.example" });
        const referring = await w.inbound({
          to: address,
          subject: "Re: Lunch",
          headers: ["References: <x@y>"],
        });
        expect(like.message.thread_id).toBe(message.thread_id);
        for (const { message: other } of [plain, stranger, referring])
          expect(other.thread_id).not.toBe(message.thread_id);
      },
    "and the thread is younger than 30 days": async (w) => {
      const { address, message } = await w.inbound({ subject: "Old" });
      await w.age(message.thread_id, 31);
      const late = await w.inbound({ to: address, subject: "Re: Old" });
      expect(late.message.thread_id).not.toBe(message.thread_id);
    },
    "else a new thread": async (w) => {
      const { address, message } = await w.inbound();
      const next = await w.inbound({ to: address, subject: "News" });
      expect(next.message.thread_id).not.toBe(message.thread_id);
    },
    "Our own Message-ID is stored before the message leaves: an answer to it joins the thread": async (w) => {
      const from = await w.address();
      const to = w.far();
      const sent = await w.send(from, { to, subject: "Asked" });
      const answer = await w.inbound({
        to: from,
        from: to,
        subject: "x",
        headers: [`In-Reply-To: ${await messageId(w, sent.id)}`],
      });
      expect(answer.message.thread_id).toBe(sent.thread_id);
    },
    "Replies carry the full References chain": async (w) => {
      const { address, message } = await w.inbound({
        headers: ["References: <one@far.example> <two@far.example>"],
      });
      const sent = await one(w.post(`/messages/${message.id}/reply`, { text: "x" }), 201, "Sent");
      const { text } = await w.get(`/messages/${sent.id}/raw`);
      const chain = /^References: ((?:.|\r\n\s)*)$/m.exec(text)![1]!.split(/\s+/);
      expect(chain).toEqual(["<one@far.example>", "<two@far.example>", await messageId(w, message.id)]);
      expect(address.id).toBe(message.identity!);
    },
    "A new thread is open": async (w) => {
      const { message } = await w.inbound();
      expect((await one(w.get(`/threads/${message.thread_id}`), 200, "Thread")).status).toBe("open");
    },
    "Its owner_type follows mode: human human, automated automation, hybrid agent": async (w) => {
      for (const [mode, owner_type] of [
        ["human", "human"],
        ["automated", "automation"],
        ["hybrid", "agent"],
      ] as const) {
        const { message } = await w.inbound({ to: await w.address({ mode }) });
        expect((await one(w.get(`/threads/${message.thread_id}`), 200, "Thread")).owner_type).toBe(
          owner_type,
        );
      }
    },
    "Any status may follow any": held(
      "http/resources/threads.test.ts",
      "go from any status to any, and are assigned and taken back",
    ),
    "Mail in a waiting or resolved thread reopens it; it never leaves human_review by itself": async (w) => {
      const { address, message } = await w.inbound();
      const headers = [`In-Reply-To: ${await messageId(w, message.id)}`];
      for (const [status, after] of [
        ["waiting", "open"],
        ["resolved", "open"],
        ["human_review", "human_review"],
      ] as const) {
        await one(w.patch(`/threads/${message.thread_id}`, { status }), 200, "Thread");
        await w.inbound({ to: address, headers });
        expect((await one(w.get(`/threads/${message.thread_id}`), 200, "Thread")).status).toBe(after);
      }
    },
    "PATCH takes assignee_id (uuid or null), which sets assigned_at": async (w) => {
      const { message } = await w.inbound();
      const path = `/threads/${message.thread_id}`;
      const given = await one(w.patch(path, { assignee_id: nobody }), 200, "Thread");
      expect([given.assignee_id, Math.abs(Date.parse(given.assigned_at!) - w.clock.now()) < minute]).toEqual([
        nobody,
        true,
      ]);
      expect(await one(w.patch(path, { assignee_id: null }), 200, "Thread")).toMatchObject({
        assignee_id: null,
        assigned_at: null,
      });
      await refused(w.patch(path, { assignee_id: "ada" }), 400, "validation_error");
    },
    "Threads are filtered by identity_id, status, owner_type, label_id and assignee_id": async (w) => {
      const { address, message } = await w.inbound();
      await w.inbound({ to: address });
      const label = await aLabel(w, address);
      const path = `/threads/${message.thread_id}`;
      const body = { status: "waiting", owner_type: "human", assignee_id: nobody };
      await one(w.patch(path, body), 200, "Thread");
      await one(w.put(`${path}/labels/${label.id}`), 200, "Thread");
      for (const filter of [
        "status=waiting",
        "owner_type=human",
        `assignee_id=${nobody}`,
        `label_id=${label.id}`,
      ])
        expect([
          filter,
          ids(await many(w.get(`/threads?identity_id=${address.id}&${filter}`), "Thread")),
        ]).toEqual([filter, [message.thread_id]]);
    },
    "direction is inbound or outbound": async (w) => {
      const { address, message } = await w.inbound();
      const sent = await w.send(address, { to: w.far() });
      expect([
        message.direction,
        (await one(w.get(`/messages/${sent.id}`), 200, "Message")).direction,
      ]).toEqual(["inbound", "outbound"]);
    },
    "text is null when the mail has no text part": async (w) => {
      const { message } = await w.inbound({
        headers: ["MIME-Version: 1.0", "Content-Type: text/html"],
        body: "<p>Hi</p>\r\n",
      });
      expect([message.text, message.reply_text]).toEqual([null, "Hi"]);
    },
    "reply_text is always filled, from HTML when needed": async (w) => {
      const { message } = await w.inbound({
        headers: ["MIME-Version: 1.0", "Content-Type: text/html"],
        body: "<p>One</p><p>Two</p>\r\n",
      });
      expect(message.reply_text).toMatch(/One\s+Two/);
    },
    "html of a text-only mail is its text, escaped, with line breaks and links, folded like other HTML":
      async (w) => {
        const { message } = await w.inbound({ body: "a < b\r\nhttps://far.example/x\r\n" });
        expect(message.html).toContain("a &lt; b<br />");
        expect(message.html).toContain('<a href="https://far.example/x"');
        expect((await w.quoted()).message.quoted_html).not.toBeNull();
      },
    "A message has one or more placements; REST shows it once": held(
      "imap/live.test.ts",
      "REST's changes reach a session that idles",
    ),
    "with its newest placement's folder and read state; IMAP COPY adds one": async (w) => {
      const { address, message } = await w.inbound();
      const { talk } = await w.imap(address);
      await talk.ok("SELECT INBOX");
      await talk.ok("COPY 1 Archive");
      talk.close();
      expect(await many(w.get(`/messages?thread_id=${message.thread_id}`), "Message")).toHaveLength(1);
      const rows = await many(w.get(`/mailboxes/archive?identity_id=${address.id}`), "Row");
      expect(rows.map(({ message_id }) => message_id)).toEqual([message.id]);
    },
    "EMAILID is the message id": async (w) => {
      const { address, message } = await w.inbound();
      const { talk } = await w.imap(address);
      await talk.ok("SELECT INBOX");
      expect((await talk.ok("FETCH 1 EMAILID")).join("")).toContain(message.id);
      talk.close();
    },
    "Editing a draft expunges its uid and gives a new one": held(
      "http/resources/drafts.test.ts",
      "a patch expunges the uid in Drafts and gives a new one",
    ),
    "Drafts are not in /messages, message_count or last_message_at until sent": async (w) => {
      const { address, message } = await w.inbound();
      const before = await one(w.get(`/threads/${message.thread_id}`), 200, "Thread");
      const draft = await w.draft({ identity_id: address.id, in_reply_to_message_id: message.id });
      await absent(w.get(`/messages/${draft.id}`));
      expect(ids(await many(w.get(`/messages?thread_id=${message.thread_id}`), "Message"))).toEqual([
        message.id,
      ]);
      expect(await one(w.get(`/threads/${message.thread_id}`), 200, "Thread")).toEqual(before);
    },
    "PUT sets it on all present messages, DELETE clears it on all": held(
      "http/resources/labels.test.ts",
      "are set on every message of a thread, and found by it",
    ),
    "PUT sets a label on a thread, DELETE clears it": async (w) => {
      const { address, message } = await w.inbound();
      const label = await aLabel(w, address);
      const path = `/threads/${message.thread_id}/labels/${label.id}`;
      const labelled = () => w.get(`/threads?identity_id=${address.id}&label_id=${label.id}`);
      await one(w.put(path), 200, "Thread");
      await many(labelled(), "Thread");
      await gone(w.del(path), label.id);
      await none(labelled());
    },
    "A thread has a label when any of its messages has its keyword": held(
      "imap/live.test.ts",
      "a label appears as a keyword, and a flag as is_read",
    ),
    "The keyword is the name if that is an atom, else label- and eight characters of the id": async (w) => {
      const { address, message } = await w.inbound();
      const atom = await one(w.post("/labels", { identity_id: address.id, name: "Urgent" }), 201, "Label");
      const words = await one(
        w.post("/labels", { identity_id: address.id, name: "two words" }),
        201,
        "Label",
      );
      for (const { id } of [atom, words])
        await one(w.put(`/threads/${message.thread_id}/labels/${id}`), 200, "Thread");
      const { talk } = await w.imap(address);
      await talk.ok("SELECT INBOX");
      const flags = (await talk.ok("FETCH 1 FLAGS")).join("");
      expect([flags.includes(" Urgent") || flags.includes("(Urgent"), /label-\w{8}\b/.test(flags)]).toEqual([
        true,
        true,
      ]);
      talk.close();
    },
    "Other keywords live in IMAP only": async (w) => {
      const { address, message } = await w.inbound();
      const { talk } = await w.imap(address);
      await talk.ok("SELECT INBOX");
      await talk.ok("STORE 1 +FLAGS ($Forwarded)");
      talk.close();
      await none(w.get(`/labels?identity_id=${address.id}`));
      const [row] = await many(w.get(`/mailboxes/inbox?identity_id=${address.id}`), "Row");
      expect([row!.message_id, row!.labels]).toEqual([message.id, []]);
    },
    "Label: id, identity_id, name, colour (#rrggbb), created_at": async (w) => {
      await aLabel(w);
      const body = { identity_id: (await w.address()).id, name: "L", colour: "red" };
      await refused(w.post("/labels", body), 400, "validation_error", /#rrggbb/);
    },
    "Label names are unique in an address, case-insensitively": async (w) => {
      const { identity_id, name } = await aLabel(w);
      await refused(w.post("/labels", { identity_id, name: name.toUpperCase() }), 409, "label_exists");
      await one(w.post("/labels", { identity_id: (await w.address()).id, name }), 201, "Label");
    },
    "PATCH /messages/{id} takes is_read, is_spam and folder": async (w) => {
      const { address, message } = await w.inbound();
      const patch = (body: object) => one(w.patch(`/messages/${message.id}`, body), 200, "Message");
      expect((await patch({ is_read: true })).is_read).toBe(true);
      expect((await patch({ is_spam: true })).is_spam).toBe(true);
      await many(w.get(`/mailboxes/spam?identity_id=${address.id}`), "Row");
      expect((await patch({ folder: "archive" })).is_spam).toBe(false);
      await many(w.get(`/mailboxes/archive?identity_id=${address.id}`), "Row");
      await refused(w.patch(`/messages/${message.id}`, {}), 400, "validation_error");
    },
    "DELETE /messages/{id}: to trash, and from trash for good": async (w) => {
      const { address, message } = await w.inbound();
      await gone(w.del(`/messages/${message.id}`), message.id);
      await many(w.get(`/mailboxes/trash?identity_id=${address.id}`), "Row");
      await one(w.get(`/messages/${message.id}`), 200, "Message");
      await gone(w.del(`/messages/${message.id}`), message.id);
      await absent(w.get(`/messages/${message.id}`));
    },
    "GET /messages/{id}/raw: message/rfc822, the exact bytes received": async (w) => {
      const to = await w.address();
      const raw = "From: ada@far.example\r\nSubject: raw\r\nX-Odd:   kept \r\n\r\nas \xe9 it is\r\n..dot\r\n";
      await w.smtp("ada@far.example", to.email, raw);
      const [thread] = await many(w.get(`/threads?identity_id=${to.id}`), "Thread");
      const [message] = await many(w.get(`/messages?thread_id=${thread!.id}`), "Message");
      expect((await w.get(`/messages/${message!.id}/raw`)).headers.get("content-type")).toStartWith(
        "message/rfc822",
      );
      const bytes = await w.api.bytes(`/messages/${message!.id}/raw`);
      expect(Buffer.from(bytes).toString("latin1")).toEndWith(raw);
    },
    "GET /messages/{id}/headers": async (w) => {
      const { message } = await w.inbound({ headers: ["X-One: 1"] });
      const rows = await many(w.get(`/messages/${message.id}/headers`), "HeaderField");
      expect(rows).toContainEqual({ name: "X-One", value: "1" });
    },
    "GET /messages/{id}/authentication": async (w) => {
      const { message } = await w.inbound();
      const shown = await one(w.get(`/messages/${message.id}/authentication`), 200, "Authentication");
      expect(shown.message_id).toBe(message.id);
    },
    "GET /messages/{id}/recipients": async (w) => {
      const sent = await w.send(await w.some(), { to: w.far() });
      expect(await many(w.get(`/messages/${sent.id}/recipients`), "Recipient")).toHaveLength(1);
    },
    "POST /messages/{id}/reply answers 201 with Sent, to the sender": async (w) => {
      const { message } = await w.inbound({ headers: ["To: x@far.example, y@far.example"] });
      const sent = await one(w.post(`/messages/${message.id}/reply`, { text: "x" }), 201, "Sent");
      const shown = await one(w.get(`/messages/${sent.id}`), 200, "Message");
      expect([emails(shown.to), emails(shown.cc)]).toEqual([["ada@far.example"], []]);
    },
    "POST /messages/{id}/reply-all answers 201 with Sent, to all": async (w) => {
      const { address, message } = await w.inbound({ headers: ["Cc: x@far.example, y@far.example"] });
      const sent = await one(w.post(`/messages/${message.id}/reply-all`, { text: "x" }), 201, "Sent");
      const shown = await one(w.get(`/messages/${sent.id}`), 200, "Message");
      const all = [...emails(shown.to), ...emails(shown.cc)];
      expect(all.sort()).toEqual(["ada@far.example", "x@far.example", "y@far.example"]);
      expect(all).not.toContain(address.email);
    },
    "POST /messages/{id}/forward answers 201 with Sent, to whom it names": async (w) => {
      const { message } = await w.inbound({ body: "look here\r\n" });
      const to = w.far();
      const sent = await one(w.post(`/messages/${message.id}/forward`, { to, text: "see" }), 201, "Sent");
      const shown = await one(w.get(`/messages/${sent.id}`), 200, "Message");
      expect([emails(shown.to), shown.text]).toEqual([[to], expect.stringContaining("look here")]);
      await refused(w.post(`/messages/${message.id}/forward`, { text: "x" }), 400, "validation_error", /to/);
    },
    "GET /attachments/{id}: the bytes, with a safe disposition": async (w) => {
      const draft = await w.draft();
      const body = {
        draft_id: draft.id,
        filename: "x.html",
        content_type: "text/html",
        content_base64: btoa("<p>"),
      };
      const file = await one(w.post("/attachments", body), 201, "Attachment");
      const { text, headers } = await w.get(`/attachments/${file.id}`);
      expect([text, headers.get("content-disposition"), headers.get("x-content-type-options")]).toEqual([
        "<p>",
        expect.stringMatching(/^attachment;.*x\.html/),
        "nosniff",
      ]);
    },
    "GET /messages/search?q= answers a page of messages": async (w) => {
      const word = w.next("needle").replace("-", "");
      const { message } = await w.inbound({ subject: word });
      const found = await w.until(async () => {
        const { data: rows } = await page(w.get(`/messages/search?q=${word}`), "Message");
        return rows.length > 0 && rows;
      });
      expect(ids(found)).toEqual([message.id]);
      await refused(w.get("/messages/search"), 400, "validation_error", /q/);
    },
    "GET /threads/{id}": async (w) => {
      const { message } = await w.inbound();
      expect((await one(w.get(`/threads/${message.thread_id}`), 200, "Thread")).id).toBe(message.thread_id);
    },
    "PUT and DELETE /threads/{id}/labels/{labelId}": async (w) => {
      const { address, message } = await w.inbound();
      const label = await aLabel(w, address);
      const elsewhere = await aLabel(w);
      await one(w.put(`/threads/${message.thread_id}/labels/${label.id}`), 200, "Thread");
      await gone(w.del(`/threads/${message.thread_id}/labels/${label.id}`), label.id);
      await refused(
        w.put(`/threads/${message.thread_id}/labels/${elsewhere.id}`),
        400,
        "validation_error",
        /own address/,
      );
      await absent(w.put(`/threads/${message.thread_id}/labels/${nobody}`));
    },
    "POST /messages takes html, reply_to, headers and attachment_ids": async (w) => {
      const from = await w.address();
      const draft = await w.draft({ identity_id: from.id });
      const upload = { draft_id: draft.id, filename: "a.txt", content_base64: btoa("the file") };
      const file = await one(w.post("/attachments", upload), 201, "Attachment");
      const subject = w.next("more");
      await w.send(from, {
        to: w.far(),
        subject,
        html: "<b>bold</b>",
        reply_to: "desk@far.example",
        headers: { "X-Own": "1" },
        attachment_ids: [file.id],
      });
      const { raw } = await w.left(`Subject: ${subject}`);
      for (const part of ["Reply-To: desk@far.example", "X-Own: 1", "<b>bold</b>", "a.txt", btoa("the file")])
        expect(raw).toContain(part);
    },
    "Drafts take html": async (w) => expect((await w.draft({ html: "<b>x</b>" })).html).toBe("<b>x</b>"),
    "Folders: inbox, sent, drafts, scheduled, archive, spam, trash": async (w) => {
      const folders = await many(w.get(`/mailboxes?identity_id=${(await w.address()).id}`), "Folder");
      expect(folders.map(({ role, name }) => `${role} ${name}`)).toEqual([
        "inbox INBOX",
        "sent Sent",
        "drafts Drafts",
        "scheduled Scheduled",
        "archive Archive",
        "spam Junk",
        "trash Trash",
      ]);
    },
    "IMAP: INBOX, Sent, Drafts, Scheduled, Archive, Junk, Trash, with SPECIAL-USE": async (w) => {
      const { talk } = await w.imap(await w.address());
      const lines = await talk.ok('LIST "" "*" RETURN (SPECIAL-USE)');
      talk.close();
      for (const [name, use] of [
        ["Sent", "Sent"],
        ["Drafts", "Drafts"],
        ["Archive", "Archive"],
        ["Junk", "Junk"],
        ["Trash", "Trash"],
      ])
        expect(lines.find((line) => line.endsWith(`"${name}"`) || line.endsWith(` ${name}`))).toContain(
          `\\${use}`,
        );
      expect(lines.join("\n")).toMatch(/INBOX(.|\n)*Scheduled/);
    },
    "and those that an IMAP client creates": async (w) => {
      const to = await w.address();
      const { talk } = await w.imap(to);
      await talk.ok("CREATE Projects");
      talk.close();
      const folders = await many(w.get(`/mailboxes?identity_id=${to.id}`), "Folder");
      const made = folders.find(({ name }) => name === "Projects")!;
      expect(made.role).toBeNull();
      await none(w.get(`/mailboxes/${made.id}?identity_id=${to.id}`));
    },
    "Entry: id, name, role, total, unread": async (w) => {
      const { address, message } = await w.inbound();
      const inbox = async () => (await many(w.get(`/mailboxes?identity_id=${address.id}`), "Folder"))[0];
      expect(await inbox()).toMatchObject({ total: 1, unread: 1 });
      await one(w.patch(`/messages/${message.id}`, { is_read: true }), 200, "Message");
      expect(await inbox()).toMatchObject({ total: 1, unread: 0 });
    },
    "Row: thread_id, message_id, identity_id, from, to, subject, preview (200 characters), is_read, has_attachments, message_count, labels, status, last_message_at":
      async (w) => {
        const { address, message } = await w.inbound({ body: `${"word ".repeat(100)}\r\n` });
        const label = await aLabel(w, address);
        await one(w.put(`/threads/${message.thread_id}/labels/${label.id}`), 200, "Thread");
        const [row] = await many(w.get(`/mailboxes/inbox?identity_id=${address.id}`), "Row");
        expect(row).toMatchObject({
          labels: [label.name],
          message_count: 1,
          has_attachments: false,
          status: "open",
        });
        expect(row!.preview.length).toBeWithin(190, 201);
      },
  },

  "DECISIONS Drafts and sending": {
    "Draft: id, identity_id, thread_id, from, to, cc, bcc, subject, text, html, in_reply_to_message_id, attachments, status, send_at, failed_reason, created_at, updated_at":
      async (w) => {
        await one(w.get(`/drafts/${(await w.draft()).id}`), 200, "Draft");
      },
    "to, cc and bcc are email strings": async (w) =>
      expect((await w.draft({ to: ["Ann@far.example"] })).to).toEqual(["Ann@far.example"]),
    "Only identity_id is required": async (w) => {
      await w.draft();
      await refused(w.post("/drafts", { subject: "x" }), 400, "validation_error", /identity_id/);
    },
    "from defaults to the address and must be it": async (w) => {
      const { id, email } = await w.address();
      expect((await w.draft({ identity_id: id })).from).toBe(email);
      await refused(
        w.post("/drafts", { identity_id: id, from: (await w.some()).email }),
        400,
        "validation_error",
        new RegExp(email),
      );
    },
    "from: null in a PATCH makes it the address again": async (w) => {
      const draft = await w.draft();
      expect((await one(w.patch(`/drafts/${draft.id}`, { from: null }), 200, "Draft")).from).toBe(draft.from);
    },
    "A draft's id stays when it is sent": async (w) => {
      const draft = await w.draft({ to: [w.far()] });
      await one(w.post(`/drafts/${draft.id}/send`), 202, "Sent");
      await one(w.get(`/messages/${draft.id}`), 200, "Message");
    },
    "POST /drafts/{id}/send answers 202 with Sent": async (w) => {
      const draft = await w.draft({ to: [w.far()] });
      expect(await one(w.post(`/drafts/${draft.id}/send`), 202, "Sent")).toEqual({
        id: draft.id,
        thread_id: draft.thread_id,
        rejected: [],
      });
    },
    "PATCH on a scheduled draft keeps send_at": async (w) => {
      const scheduled = await aScheduled(w);
      const changed = await one(w.patch(`/drafts/${scheduled.id}`, { text: "new" }), 200, "Draft");
      expect(changed).toMatchObject({ status: "scheduled", send_at: scheduled.send_at, text: "new" });
    },
    "schedule again moves it": async (w) => {
      const { id } = await aScheduled(w);
      const send_at = w.soon(2 * hour);
      const moved = await one(w.post(`/drafts/${id}/schedule`, { send_at }), 200, "Draft");
      expect(Date.parse(moved.send_at!)).toBe(Date.parse(send_at));
    },
    "send on a scheduled draft sends now": async (w) => {
      const { id } = await aScheduled(w);
      await one(w.post(`/drafts/${id}/send`), 202, "Sent");
      await one(w.get(`/messages/${id}`), 200, "Message");
    },
    "Unscheduling one that is not scheduled: 409 draft_state": async (w) =>
      refused(w.del(`/drafts/${(await w.draft()).id}/schedule`), 409, "draft_state"),
    "A sent draft: 404 under /drafts, 200 under /messages": async (w) => {
      const { id } = await w.draft({ to: [w.far()] });
      await one(w.post(`/drafts/${id}/send`), 202, "Sent");
      await absent(w.get(`/drafts/${id}`));
      await absent(w.patch(`/drafts/${id}`, { text: "x" }));
      await one(w.get(`/messages/${id}`), 200, "Message");
    },
    "POST /attachments: multipart with draft_id and file, 201": async (w) => {
      const { id } = await w.draft();
      const body = new FormData();
      body.set("draft_id", id);
      body.set("file", new File(["one"], "a.txt", { type: "text/plain" }));
      const file = await one(w.raw("/api/v1/attachments", { method: "POST", body }), 201, "Attachment");
      expect(file).toMatchObject({ filename: "a.txt", size: 3 });
    },
    "POST /attachments: JSON with draft_id, filename, content_type and content_base64, 201": async (w) => {
      const body = {
        draft_id: (await w.draft()).id,
        filename: "a.x",
        content_type: "text/x-a",
        content_base64: "YQ==",
      };
      const file = await one(w.post("/attachments", body), 201, "Attachment");
      expect(file).toMatchObject({ filename: "a.x", content_type: "text/x-a", size: 1 });
    },
    "Composing: 25 MB a file": held(
      "http/resources/drafts.test.ts",
      "bad uploads are refused, saying what to send",
    ),
    "Composing: 25 MB a message": async (w) => {
      const from = await w.address();
      const text = `${"x".repeat(999)}\n`;
      await refused(
        w.post("/messages", { from: from.email, to: w.far(), text: text.repeat(26 * 1049) }),
        413,
        "payload_too_large",
      );
    },
    "Composing: 20 files": held("http/resources/drafts.test.ts", "files sent at once are all there"),
    "Composing: 50 recipients": async (w) => {
      const from = (await w.some()).email;
      const people = (count: number) => Array.from({ length: count }, (_, n) => `p${n}@far.example`);
      await refused(w.post("/messages", { from, to: people(51), text: "x" }), 400, "validation_error", /50/);
      await refused(
        w.post("/messages", { from, to: people(30), bcc: people(51).slice(30), text: "x" }),
        400,
        "validation_error",
        /50/,
      );
      await one(w.post("/messages", { from, to: people(50), text: "x" }), 201, "Sent");
    },
    "Inbound SMTP: 35 MB": held(
      "smtp/inbound.test.ts",
      "a mail larger than 35 MB is refused when it is whole, and the session goes on",
    ),
    "Inbound SMTP: 100 recipients a transaction, then 452 4.5.3": held(
      "smtp/inbound.test.ts",
      "at most 100 recipients, the rest in the next transaction",
    ),
    "Inbound SMTP: 10,000 parts, more are kept in the raw bytes only": held(
      "mail/mime/parse-hostile.test.ts",
      "10,000 parts, each an attachment",
    ),
    "rejected names recipients refused before queueing": async (w) => {
      const [good, missing] = [w.far(), `missing@${w.t.domain}`];
      const sent = await w.send(await w.some(), { to: [good, missing] });
      expect(sent.rejected.map(({ address }) => address)).toEqual([missing]);
      const queued = await many(w.get(`/messages/${sent.id}/recipients`), "Recipient");
      expect(queued.map(({ address }) => address)).toEqual([good]);
    },
    "Reason send_policy": async (w) => {
      const from = await w.address({ send_policy: "list" });
      await one(w.put(`/identities/${from.id}/send-list`, { entries: ["far.example"] }), 200, "SendList");
      const sent = await w.send(from, { to: [w.far(), "x@elsewhere.example"] });
      expect(sent.rejected).toEqual([{ address: "x@elsewhere.example", reason: "send_policy" }]);
    },
    "Reason suppressed": async (w) => {
      const email = w.far();
      await one(w.post("/suppressions", { email }), 201, "Suppression");
      const sent = await w.send(await w.some(), { to: [w.far(), email] });
      expect(sent.rejected).toEqual([{ address: email, reason: "suppressed" }]);
    },
    "Reason invalid_address": async (w) => {
      const bad = `${"x".repeat(65)}@far.example`;
      const answer = await w.post("/messages", {
        from: (await w.some()).email,
        to: [w.far(), bad],
        text: "x",
      });
      const sent = await one(answer, 201, "Sent");
      expect(sent.rejected).toEqual([{ address: bad, reason: "invalid_address" }]);
    },
    "Reason unknown_local_recipient": async (w) => {
      const missing = `missing@${w.t.domain}`;
      const sent = await w.send(await w.some(), { to: [w.far(), missing] });
      expect(sent.rejected).toEqual([{ address: missing, reason: "unknown_local_recipient" }]);
    },
    "Recipients: address, status (queued, delivered, deferred, bounced), attempts, response, updated_at":
      async (w) => {
        const to = w.far();
        const sent = await w.send(await w.some(), { to });
        await w.until(async () => {
          const [row] = await many(w.get(`/messages/${sent.id}/recipients`), "Recipient");
          return row!.address === to && row!.status === "delivered" && row!.attempts === 1;
        });
      },
    "A recipient of this service is an outbound row like any other": async (w) => {
      const to = await w.address();
      const sent = await w.send(await w.some(), { to: to.email, subject: "Inside" });
      await w.until(async () => {
        const [row] = await many(w.get(`/messages/${sent.id}/recipients`), "Recipient");
        return row!.status === "delivered";
      });
      expect(await many(w.get(`/threads?identity_id=${to.id}`), "Thread")).toMatchObject([
        { subject: "Inside" },
      ]);
    },
    "Its attempt is unique by the outbound id; no turn spans accounts": held(
      "actors/workers/outbound-mail.test.ts",
      "an address of this service gets the same mail, once, whatever is tried twice",
    ),
    "Envelope sender: bounces+<HMAC token>@<the identity's domain>": async (w) => {
      const to = w.far();
      await w.send(await w.some(), { to });
      const mail = await w.sink.taken.find((one_) => one_.to.includes(to));
      expect(mail.from).toMatch(new RegExp(`^bounces\\+[a-z0-9]+@${w.t.domain.replace(".", "\\.")}$`));
    },
    "Only a DSN with a valid token may suppress; a match by Message-ID alone gives the event": held(
      "actors/workers/returned-mail.test.ts",
      "a bounce that only names the Message-ID: the event, nothing suppressed, filed",
    ),
    "Consumed DSNs are attached to the message, not filed in the inbox": held(
      "actors/workers/returned-mail.test.ts",
      "a bounce with its token: status, events, suppression, and the report on the message",
    ),
    "Suppression: id, email, reason, created_at": async (w) => {
      const made = await one(w.post("/suppressions", { email: w.far() }), 201, "Suppression");
      expect(ids(await many(w.get("/suppressions"), "Suppression"))[0]).toBe(made.id);
    },
    "GET, POST and DELETE /suppressions, per account": async (w) => {
      const email = w.far();
      const { id } = await one(w.post("/suppressions", { email }), 201, "Suppression");
      await none((await w.other()).api.get(`/suppressions?email=${email}`));
      expect(ids(await many(w.get(`/suppressions?email=${email}`), "Suppression"))).toEqual([id]);
      await gone(w.del(`/suppressions?email=${email}`), id);
      await none(w.get(`/suppressions?email=${email}`));
    },
    "DKIM: sign only with keys found in DNS; the operator's domains: always": async (w) => {
      const subject = w.next("signed");
      await w.send(await w.some(), { to: w.far(), subject });
      expect((await w.left(`Subject: ${subject}`)).raw).toContain("DKIM-Signature:");
    },
    "Rotation keeps the old key until the new record is seen": held(
      "http/resources/domain-verification.test.ts",
      "DKIM keys sign once DNS shows them; new ones take over when they are seen",
    ),
  },

  "DECISIONS Events, webhooks, deliveries": {
    "List and stream are in the order of (xid, id), and never pass an event that commits later": held(
      "http/resources/events.test.ts",
      "passes no event that commits later",
    ),
    "secret is whsec_ and base64 of 32 bytes": async (w) => {
      const { secret } = await w.hook({ identity_id: (await w.quiet()).id });
      expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
    },
    "Headers webhook-id (the event id, the same on every try), webhook-timestamp and webhook-signature":
      async (w) => {
        const hook = await w.hook({ identity_id: (await w.quiet()).id });
        const { id } = await one(w.post(`/webhooks/${hook.id}/test`), 200, "Delivery");
        const first = await w.told(hook, "webhook.test");
        expect(first.headers["webhook-id"]).toBe(first.event.id);
        expect(Math.abs(Number(first.headers["webhook-timestamp"]) * 1000 - w.clock.now())).toBeLessThan(
          minute,
        );
        await one(w.post(`/deliveries/${id}/replay`), 200, "Delivery");
        const both = await w.until(async () => {
          const calls = w.calls(hook);
          return calls.length === 2 && calls;
        });
        expect(both[1]!.headers["webhook-id"]).toBe(first.event.id);
      },
    "The signature is v1, and base64 HMAC-SHA256 of id.timestamp.body": async (w) => {
      const hook = await w.hook({ identity_id: (await w.quiet()).id });
      await one(w.post(`/webhooks/${hook.id}/test`), 200, "Delivery");
      const { headers, body } = await w.told(hook, "webhook.test");
      const key = Buffer.from(hook.secret.slice("whsec_".length), "base64");
      const signed = `${headers["webhook-id"]}.${headers["webhook-timestamp"]}.${body}`;
      const mac = new Bun.CryptoHasher("sha256", key).update(signed).digest("base64");
      expect(headers["webhook-signature"]).toBe(`v1,${mac}`);
    },
    "Tries at 0, 5 s, 5 min, 30 min, 2 h, 5 h, 10 h, 10 h, each with up to 20 % jitter": held(
      "actors/workers/webhook-deliveries.test.ts",
      "a delivery walks through the whole schedule, fails, and is replayed",
    ),
    "15 s time-out": async (w) => {
      const { hook, id } = await w.silent();
      const tried = await w.until(async () => {
        const rows = await many(w.get(`/deliveries?webhook_id=${hook.id}`), "Delivery");
        return rows.find((row) => row.id === id && row.error !== null);
      });
      expect(tried).toMatchObject({ response_status: null, error: "No answer within 15 seconds." });
    },
    "2xx is success": async (w) => {
      const hook = await w.hook({ identity_id: (await w.quiet()).id });
      w.answerHooks(hook, () => new Response(null, { status: 204 }));
      const { id } = await one(w.post(`/webhooks/${hook.id}/test`), 200, "Delivery");
      expect(await w.delivery(hook, id, "delivered")).toMatchObject({ response_status: 204, error: null });
    },
    "Redirects are not followed": async (w) => {
      const [hook, target] = [
        await w.hook({ identity_id: (await w.quiet()).id }),
        await w.hook({ identity_id: (await w.quiet()).id }),
      ];
      w.answerHooks(hook, () => Response.redirect(target.url, 307));
      const { id } = await one(w.post(`/webhooks/${hook.id}/test`), 200, "Delivery");
      expect(await w.delivery(hook, id, "retrying")).toMatchObject({ response_status: 307 });
      expect(w.calls(target)).toEqual([]);
    },
    "Retry-After on 429 and 503 is honoured": async (w) => {
      const hook = await w.hook({ identity_id: (await w.quiet()).id });
      w.answerHooks(hook, () => new Response("later", { status: 429, headers: { "retry-after": "7200" } }));
      const { id } = await one(w.post(`/webhooks/${hook.id}/test`), 200, "Delivery");
      const tried = await w.delivery(hook, id, "retrying");
      expect(Date.parse(tried.next_attempt_at!) - w.clock.now()).toBeGreaterThan(2 * hour - minute);
    },
    "410 disables at once": async (w) => {
      const hook = await w.hook({ identity_id: (await w.quiet()).id });
      w.answerHooks(hook, () => new Response("gone", { status: 410 }));
      const { id } = await one(w.post(`/webhooks/${hook.id}/test`), 200, "Delivery");
      await w.delivery(hook, id, "failed");
      expect((await one(w.get(`/webhooks/${hook.id}`), 200, "Webhook")).status).toBe("disabled");
    },
    "status is active, failing (its newest delivery ran out of tries) or disabled": held(
      "actors/workers/webhook-deliveries.test.ts",
      "a delivery walks through the whole schedule, fails, and is replayed",
    ),
    "disabled: 410, or tries failed for 5 days since the first failure after the last success": held(
      "actors/workers/webhook-deliveries.test.ts",
      "five days of failing disable it; enabled again, it begins with new events",
    ),
    "consecutive_failures counts failed tries; a success sets it to 0": async (w) => {
      const hook = await w.hook({ identity_id: (await w.quiet()).id });
      w.answerHooks(hook, () => new Response("no", { status: 500 }));
      const { id } = await one(w.post(`/webhooks/${hook.id}/test`), 200, "Delivery");
      await w.delivery(hook, id, "retrying");
      expect((await one(w.get(`/webhooks/${hook.id}`), 200, "Webhook")).consecutive_failures).toBe(1);
      w.answerHooks(hook, () => new Response("yes"));
      await one(w.post(`/deliveries/${id}/replay`), 200, "Delivery");
      await w.delivery(hook, id, "delivered");
      expect((await one(w.get(`/webhooks/${hook.id}`), 200, "Webhook")).consecutive_failures).toBe(0);
    },
    "While disabled nothing is delivered (events stay in /events), queued ones become failed": held(
      "http/resources/webhooks.test.ts",
      "are told nothing while disabled: what is queued fails, replay and test are refused",
    ),
    "While disabled replay is 409": async (w) => {
      const hook = await w.hook({ identity_id: (await w.quiet()).id });
      const { id } = await one(w.post(`/webhooks/${hook.id}/test`), 200, "Delivery");
      await one(w.patch(`/webhooks/${hook.id}`, { status: "disabled" }), 200, "Webhook");
      await refused(w.post(`/deliveries/${id}/replay`), 409, "conflict", /status/);
    },
    "GET and PATCH /webhooks/{id} (url, event_types, status)": async (w) => {
      const hook = await w.hook({ identity_id: (await w.quiet()).id });
      const body = { url: `${hook.url}/x`, event_types: ["message.sent"], status: "disabled" };
      expect(await one(w.patch(`/webhooks/${hook.id}`, body), 200, "Webhook")).toMatchObject(body);
      expect(await one(w.get(`/webhooks/${hook.id}`), 200, "Webhook")).toMatchObject(body);
    },
    "Enabled again it starts with new events": held(
      "actors/workers/webhook-deliveries.test.ts",
      "five days of failing disable it; enabled again, it begins with new events",
    ),
    "POST /webhooks/{id}/test": async (w) => {
      const hook = await w.hook({ identity_id: (await w.quiet()).id, event_types: ["message.sent"] });
      const made = await one(w.post(`/webhooks/${hook.id}/test`), 200, "Delivery");
      expect(made).toMatchObject({ webhook_id: hook.id, event_type: "webhook.test" });
      expect((await w.told(hook, "webhook.test")).event.data).toEqual({ webhook_id: hook.id });
    },
    "POST /webhooks/{id}/rotate-secret: both sign for 24 hours": async (w) => {
      const hook = await w.hook({ identity_id: (await w.quiet()).id });
      const rotated = await one(w.post(`/webhooks/${hook.id}/rotate-secret`), 200, "WebhookCreated");
      expect(rotated.secret).not.toBe(hook.secret);
      await one(w.post(`/webhooks/${hook.id}/test`), 200, "Delivery");
      const { headers, body } = await w.told(hook, "webhook.test");
      const signed = `${headers["webhook-id"]}.${headers["webhook-timestamp"]}.${body}`;
      const macs = [rotated.secret, hook.secret].map((secret) => {
        const key = Buffer.from(secret.slice("whsec_".length), "base64");
        return `v1,${new Bun.CryptoHasher("sha256", key).update(signed).digest("base64")}`;
      });
      expect(headers["webhook-signature"]!.split(" ").sort()).toEqual(macs.sort());
    },
    "Delivery: id, webhook_id, event_id, event_type, status, attempt_count, response_status, response_body, error, next_attempt_at, last_attempt_at, delivered_at, created_at":
      async (w) => {
        const hook = await w.hook({ identity_id: (await w.quiet()).id });
        const { id } = await one(w.post(`/webhooks/${hook.id}/test`), 200, "Delivery");
        expect(await w.delivery(hook, id, "delivered")).toMatchObject({
          webhook_id: hook.id,
          attempt_count: 1,
          response_status: 200,
          response_body: "ok",
          error: null,
          next_attempt_at: null,
          last_attempt_at: expect.any(String),
          delivered_at: expect.any(String),
        });
      },
    "response_body is the first kilobyte": async (w) => {
      const hook = await w.hook({ identity_id: (await w.quiet()).id });
      w.answerHooks(hook, () => new Response("x".repeat(5000)));
      const { id } = await one(w.post(`/webhooks/${hook.id}/test`), 200, "Delivery");
      expect((await w.delivery(hook, id, "delivered")).response_body).toBe("x".repeat(1024));
    },
    "URLs: http and https, any port, no userinfo": async (w) => {
      const { id } = await w.address();
      for (const url of ["ftp://far.example/", "https://user:pass@far.example/", "javascript:alert(1)"])
        await refused(w.post("/webhooks", { url, identity_id: id }), 400, "validation_error");
      for (const url of ["http://far.example:8080/x", "https://far.example/"])
        await one(w.post("/webhooks", { url, identity_id: id }), 201, "WebhookCreated");
    },
    "Private, loopback, link-local and metadata ranges are refused, IPv4-mapped IPv6 too, unless a setting allows them":
      async (w) => {
        const { id } = await w.address();
        for (const host of [
          "10.0.0.1",
          "192.168.1.1",
          "169.254.169.254",
          "[::1]",
          "[fe80::1]",
          "[::ffff:10.0.0.1]",
        ])
          await refused(
            w.post("/webhooks", { url: `http://${host}/`, identity_id: id }),
            400,
            "validation_error",
          );
        // WEBHOOK_ALLOW_NETWORKS has 127.0.0.0/8 here.
        await w.hook({ identity_id: id });
      },
    "They are checked when saved and again at connect time, on the address that is then used": held(
      "webhooks/guard.test.ts",
      "a name that rebinds between its answers is used at the very address that was checked",
    ),
    "Of several resolved addresses only allowed ones are tried": held(
      "webhooks/guard.test.ts",
      "of several resolved addresses only allowed ones are tried",
    ),
    "At most 8 calls at once to one endpoint": async (w) => {
      const hook = await w.hook({ identity_id: (await w.quiet()).id });
      const { promise, resolve } = Promise.withResolvers<void>();
      let [open, most] = [0, 0];
      w.answerHooks(hook, async () => {
        most = Math.max(most, ++open);
        if (open === 8) setTimeout(resolve, 100);
        await promise;
        open--;
        return new Response("ok");
      });
      for (let n = 0; n < 12; n++) await one(w.post(`/webhooks/${hook.id}/test`), 200, "Delivery");
      await w.until(async () => w.calls(hook).length === 12);
      expect(most).toBe(8);
    },
    "A slow endpoint delays neither mail nor others": held(
      "actors/workers/webhook-deliveries.test.ts",
      "endpoints that hang, refuse and are slow hold up no good one",
    ),
    "The event kinds": async (w) => {
      const kinds =
        "message.received message.received.spam message.sent message.delivered message.deferred message.bounced message.complained message.failed draft.send_failed thread.created thread.updated identity.created identity.updated identity.suspended identity.deleted domain.verified domain.failed calendar.event.created calendar.event.updated calendar.event.deleted calendar.event.responded webhook.test".split(
          " ",
        );
      const hook = await w.hook({ identity_id: (await w.quiet()).id, event_types: kinds });
      expect(hook.event_types.toSorted()).toEqual(kinds.toSorted());
      const { webhooks } = JSON.parse((await w.raw("/openapi.json", { key: null })).text);
      expect(Object.keys(webhooks).sort()).toEqual(kinds.sort());
    },
    "No event_types: all": async (w) => {
      const address = await w.address();
      const hook = await w.hook({ identity_id: address.id });
      expect(hook.event_types).toEqual([]);
      const { message } = await w.inbound({ to: address });
      await one(w.patch(`/threads/${message.thread_id}`, { status: "resolved" }), 200, "Thread");
      for (const type of ["message.received", "thread.created", "thread.updated"]) await w.told(hook, type);
    },
    "message.sent, thread.created, identity.created, identity.updated and identity.suspended come as named":
      async (w) => {
        const address = await w.address();
        await w.send(address, { to: w.far() });
        await one(w.patch(`/identities/${address.id}`, { display_name: "New" }), 200, "Address");
        await one(w.patch(`/identities/${address.id}`, { status: "suspended" }), 200, "Address");
        for (const type of [
          "identity.created",
          "identity.updated",
          "identity.suspended",
          "message.sent",
          "thread.created",
        ])
          expect((await w.event(type, address.id)).data).toMatchObject({ identity_id: address.id });
      },
    "identity.deleted comes too": async (w) => {
      const { id, email } = await w.address();
      await bodiless(w.del(`/identities/${id}`));
      await w.until(async () => {
        const { data: rows } = await page(w.get("/events?type=identity.deleted&limit=200"), "Event");
        return rows.find(({ data: told }) => told.identity_id === id && told.email === email);
      });
    },
    "calendar.event.created, updated and deleted come as named": async (w) => {
      const to = await w.address();
      const { id } = await meet(w, to);
      await one(w.patch(`${events(to)}/${id}`, { title: "New" }), 200, "CalendarEvent");
      await bodiless(w.del(`${events(to)}/${id}`));
      for (const type of ["created", "updated", "deleted"])
        expect((await w.event(`calendar.event.${type}`, to.id)).data).toMatchObject({ event_id: id });
    },
    "message.received.spam comes for spam": held("smtp/authentication.test.ts", "message.received.spam"),
    "message.deferred comes while a recipient's server puts mail off": held(
      "actors/workers/outbound-mail.test.ts",
      "what is deferred is tried again, and told once",
    ),
    "message.bounced and message.failed come for what is refused for good": held(
      "actors/workers/outbound-mail.test.ts",
      "what is refused for good bounces; the last one fails the message; an unknown user is suppressed",
    ),
    "message.complained comes for a complaint": held(
      "actors/workers/returned-mail.test.ts",
      "a complaint to abuse finds its message by the returned envelope sender",
    ),
    "draft.send_failed comes when a scheduled draft is refused": held(
      "actors/workers/scheduled-drafts.test.ts",
      "draft.send_failed",
    ),
    "domain.verified and domain.failed come as named": held(
      "http/resources/domain-verification.test.ts",
      "domain.failed",
    ),
    "calendar.event.responded comes with an answer": async (w) => {
      const to = await w.address();
      const { message } = await w.invite(to, w.next("uid"));
      const path = `${events(to)}/${message.calendar_event_id}/respond`;
      await one(w.post(path, { status: "accepted" }), 200, "CalendarEvent");
      expect((await w.event("calendar.event.responded", to.id)).data).toMatchObject({
        event_id: message.calendar_event_id,
      });
    },
    "message.delivered is per recipient: its server gave the final 250": async (w) => {
      const from = await w.address();
      const [a, b] = [w.far(), w.far()];
      await w.send(from, { to: [a, b] });
      const told = await w.until(async () => {
        const { data: rows } = await page(
          w.get(`/events?type=message.delivered&identity_id=${from.id}`),
          "Event",
        );
        return rows.length === 2 && rows;
      });
      expect(told.map(({ data: one_ }) => one_.recipient).sort()).toEqual([a, b].sort());
    },
    "Mail to an address of this service is delivered when stored": async (w) => {
      const [from, to] = [await w.address(), await w.address()];
      await w.send(from, { to: to.email });
      expect((await w.event("message.delivered", from.id)).data).toMatchObject({ recipient: to.email });
    },
    'In message.received to is the envelope recipient, from the bare address, subject "" when there is none':
      async (w) => {
        const { address } = await w.inbound({
          from: "Ada <ada@far.example>",
          headers: ["To: else@far.example"],
          subject: "",
        });
        expect((await w.event("message.received", address.id)).data).toMatchObject({
          to: address.email,
          from: "ada@far.example",
          subject: "",
        });
      },
    "GET /events answers a page of the last 30 days": async (w) => {
      const address = await w.address();
      await w.event("identity.created", address.id);
      await many(w.get("/events"), "Event");
    },
    "Events are kept 30 days": held("http/resources/events.test.ts", "goes back thirty days"),
    "?wait=30 waits for the next": held(
      "http/resources/event-stream.test.ts",
      "a list that waits answers with the next event, or with nothing in time",
    ),
    "GET /events?order=desc is newest first; ?after= leaves out what is older": held(
      "http/resources/event-lists.test.ts",
      "after begins with a moment",
    ),
    "?cursor=now is what happens from now on": held(
      "http/resources/event-lists.test.ts",
      "cursor=now begins with what happens next",
    ),
    "With wait next_cursor always says where to go on": held(
      "http/resources/event-lists.test.ts",
      "a list that waits always says where to go on, without loss or repeat",
    ),
    "wait with order=desc is 400": async (w) =>
      void (await refused(w.get("/events?order=desc&wait=1"), 400, "validation_error")),
    "No page of events is empty with has_more": held(
      "http/resources/event-lists.test.ts",
      "a page holds what a filter or a key lets through, whatever lies between",
    ),
    "GET /events/stream: server-sent events; Last-Event-ID resumes without a gap": held(
      "http/resources/event-stream.test.ts",
      "a client that is cut a hundred times sees each event once, in order",
    ),
  },

  "DECISIONS Agent signup and console": {
    "human_email is optional": async (w) => {
      const body = { username: w.next("scout") };
      await one(w.open.post("/agent/signup", body, w.somewhere()), 201, "AgentSignup");
    },
    "identity_id is reserved at signup and answers 404 until verified": async (w) => {
      const { human, signup } = await w.agent();
      await absent(w.get(`/identities/${signup.identity_id}`));
      const done = await one(w.verify(signup.signup_id, await w.code(human)), 200, "AgentVerified");
      expect(done.identity_id).toBe(signup.identity_id);
    },
    "The code has six digits and lives 24 hours": async (w) => {
      const { human, signup } = await w.agent();
      expect(await w.code(human)).toMatch(/^\d{6}$/);
      const life = Date.parse(signup.code_expires_at!) - w.clock.now();
      expect(life).toBeWithin(day - minute, day + 1);
    },
    "It is stored hashed, and mailed from noreply@MAIL_DOMAIN": async (w) => {
      const { human } = await w.agent();
      const code = await w.code(human);
      const { raw } = await w.sink.taken.find(({ to }) => to.includes(human));
      expect(raw).toMatch(new RegExp(`^From: .*noreply@${w.t.domain}`, "m"));
      const stored = await w.t.app.core.database.rows<{ row: string }>(
        "select s::text as row from agent_signups s",
      );
      expect(stored.length).toBeGreaterThan(0);
      expect(stored.filter(({ row }) => row.includes(`,${code},`))).toEqual([]);
    },
    "At most 3 codes an hour for one human": async (w) => {
      const human = w.far();
      const signUp = () =>
        w.open.post("/agent/signup", { username: w.next("scout"), human_email: human }, w.somewhere());
      for (let n = 0; n < 3; n++) await one(signUp(), 201, "AgentSignup");
      const fourth = await signUp();
      await refused(fourth, 429, "rate_limited");
      expect(Number(fourth.headers.get("retry-after"))).toBeGreaterThan(0);
    },
    "code_expires_at is null while dormant": async (w) =>
      expect((await w.agent({ human_email: undefined })).signup.code_expires_at).toBeNull(),
    "A dormant name is held 7 days": held(
      "http/resources/agent-signup.test.ts",
      "a code lives a day; a fresh one revives it; the name is held seven days",
    ),
    "/agent/human on a pending signup replaces human and code": async (w) => {
      const { human, signup } = await w.agent();
      const code = await w.code(human);
      const next = w.far();
      const body = { signup_id: signup.signup_id, human_email: next };
      await one(w.open.post("/agent/human", body, w.somewhere()), 200, "AgentSignup");
      const fresh = await w.code(next);
      if (fresh !== code) await refused(w.verify(signup.signup_id, code), 422, "code_invalid");
      await one(w.verify(signup.signup_id, fresh), 200, "AgentVerified");
    },
    "Wrong codes count over all codes of a signup": async (w) => {
      const { human, signup } = await w.agent();
      const code = await w.code(human);
      for (let n = 0; n < 9; n++)
        await refused(w.verify(signup.signup_id, another(code)), 422, "code_invalid");
      const body = { signup_id: signup.signup_id, human_email: human };
      await one(w.open.post("/agent/human", body, w.somewhere()), 200, "AgentSignup");
      const fresh = await w.code(human, 2);
      await refused(w.verify(signup.signup_id, another(fresh)), 410, "signup_spent");
    },
    "Wrong codes 1 to 9: 422 code_invalid with the tries left in the message": async (w) => {
      const { human, signup } = await w.agent();
      const wrong = another(await w.code(human));
      for (let left = 9; left >= 1; left--)
        await refused(w.verify(signup.signup_id, wrong), 422, "code_invalid", new RegExp(`\\b${left}\\b`));
    },
    "The tenth and later: 410 signup_spent": async (w) => {
      const { human, signup } = await w.agent();
      const code = await w.code(human);
      for (let n = 0; n < 9; n++) await w.verify(signup.signup_id, another(code));
      for (const given of [another(code), another(code), code])
        await refused(w.verify(signup.signup_id, given), 410, "signup_spent");
    },
    "Already verified: 410": async (w) => {
      const { human, signup } = await w.agent();
      const code = await w.code(human);
      await one(w.verify(signup.signup_id, code), 200, "AgentVerified");
      await refused(w.verify(signup.signup_id, code), 410, "signup_spent");
    },
    "Unknown signup_id: 404": async (w) => {
      await absent(w.verify(nobody, "123456"));
      const body = { signup_id: nobody, human_email: w.far() };
      await absent(w.open.post("/agent/human", body, w.somewhere()));
    },
    "Five signups an hour for one IP address": async (w) => {
      const here = w.somewhere();
      const signUp = () => w.open.post("/agent/signup", { username: w.next("scout") }, here);
      for (let n = 0; n < 5; n++) await one(signUp(), 201, "AgentSignup");
      await refused(signUp(), 429, "rate_limited");
    },
    "A setting turns signup off": held(
      "http/resources/agent-signup.test.ts",
      "every call of it is 403 and says why",
    ),
    "Every verified signup makes an account of its own, plan signup, with a default pod": held(
      "http/resources/agent-signup.test.ts",
      "from no key to an account of the human's, with one code",
    ),
    "Signup turns run on the operator account's actor": held(
      "http/resources/agent-signup.test.ts",
      "the right code sent twice at once makes one account",
    ),
    "sign_in_url is a one-time link of 24 hours; GET shows a button, the POST consumes it": async (w) => {
      const { human, signup } = await w.agent();
      const { sign_in_url } = await one(
        w.verify(signup.signup_id, await w.code(human)),
        200,
        "AgentVerified",
      );
      const { pathname, search } = new URL(sign_in_url);
      const browser = new Browser(w.api.base);
      await browser.get(pathname + search);
      expect([browser.status, browser.text]).toEqual([200, expect.stringContaining("<button")]);
      await browser.submit("/console/sign-in");
      expect([browser.at, browser.text]).toEqual(["/console", expect.stringContaining(signup.address)]);
      const late = new Browser(w.api.base);
      await late.get(pathname + search);
      expect(late.text).not.toContain("<button");
    },
    "/console/login: a one-time link by mail (15 min), the same answer for unknown emails": held(
      "console/console.test.ts",
      "/console/login mails a link to the owner, with all accounts; others get the same answer and no mail",
    ),
    "Sessions last 7 days": held(
      "console/console.test.ts",
      "links end after 15 minutes, sessions after seven days or at sign-out",
    ),
    "The human sees addresses, mints and revokes keys": held(
      "console/console.test.ts",
      "a key is minted and shown once, works, and is revoked",
    ),
    "postroom console-link EMAIL for operators": held(
      "console/console.test.ts",
      "postroom console-link opens the owner's accounts, or the operator's",
    ),
  },

  "DECISIONS Calendar": {
    "CalendarEvent has exactly the listed fields": async (w) => {
      const to = await w.address();
      const made = await meet(w, to, {
        attendees: [{ email: "a@far.example" }],
        recurrence: { rule: "FREQ=DAILY;COUNT=2" },
      });
      await one(w.get(`${events(to)}/${made.id}`), 200, "CalendarEvent");
    },
    "kind is single, series or instance": async (w) => {
      const to = await w.address();
      expect((await meet(w, to)).kind).toBe("single");
      const series = await meet(w, to, { recurrence: { rule: "FREQ=DAILY;COUNT=2" } });
      expect(series.kind).toBe("series");
      const all = await many(w.get(`${events(to)}?expand=true`), "CalendarEvent");
      expect(all.filter(({ series_id }) => series_id === series.id).map(({ kind }) => kind)).toEqual([
        "instance",
        "instance",
      ]);
    },
    "status is confirmed, tentative or cancelled": async (w) => {
      const to = await w.address();
      for (const status of ["confirmed", "tentative", "cancelled"] as const)
        expect((await meet(w, to, { status })).status).toBe(status);
      await refused(w.post(events(to), { ...meeting, status: "maybe" }), 400, "validation_error");
    },
    "recurrence is { rule, exdates, rdates }": async (w) => {
      const recurrence = {
        rule: "FREQ=DAILY;COUNT=3",
        exdates: ["2027-03-31T09:00:00"],
        rdates: ["2027-05-01T09:00:00"],
      };
      expect((await meet(w, await w.some(), { recurrence })).recurrence).toEqual(recurrence);
    },
    "attendees are { email, name, status, role, optional, rsvp, responded_at }": async (w) => {
      const attendees = [{ email: "a@far.example", name: "A", optional: true }];
      expect((await meet(w, await w.some(), { attendees })).attendees).toMatchObject([
        { ...attendees[0], status: "needs-action", role: "optional", responded_at: null },
      ]);
    },
    "source is api or email; origin_message_id is the mail that made it": async (w) => {
      const to = await w.address();
      expect(await meet(w, to)).toMatchObject({ source: "api", origin_message_id: null });
      const { message } = await w.invite(to, w.next("uid"));
      const found = await one(w.get(`${events(to)}/${message.calendar_event_id}`), 200, "CalendarEvent");
      expect(found).toMatchObject({ source: "email", origin_message_id: message.id });
    },
    "An instance's id is <series id>_<original start in UTC, basic format>; all-day: the date": async (w) => {
      const to = await w.address();
      const timed = await meet(w, to, {
        timezone: "Europe/Berlin",
        recurrence: { rule: "FREQ=DAILY;COUNT=1" },
      });
      const whole = await one(
        w.post(events(to), {
          title: "Day",
          all_day: true,
          start: "2027-04-01",
          end: "2027-04-02",
          recurrence: { rule: "FREQ=DAILY;COUNT=1" },
        }),
        201,
        "CalendarEvent",
      );
      const found = ids(await many(w.get(`${events(to)}?expand=true`), "CalendarEvent"));
      expect(found).toEqual([`${timed.id}_20270330T070000Z`, `${whole.id}_20270401`]);
    },
    "The default zone is UTC, or PATCH /identities/{id}/calendar { timezone }": async (w) => {
      const to = await w.address();
      expect((await meet(w, to)).timezone).toBe("UTC");
      const body = { timezone: "Asia/Tokyo" };
      const set = await one(w.patch(`/identities/${to.id}/calendar`, body), 200, "Calendar");
      expect(set).toEqual({ identity_id: to.id, ...body });
      expect((await meet(w, to)).timezone).toBe("Asia/Tokyo");
    },
    "start or end with Z or an offset: 400 saying to send local time and timezone": async (w) => {
      const to = await w.address();
      for (const start of ["2027-03-30T09:00:00Z", "2027-03-30T09:00:00+02:00"])
        await refused(
          w.post(events(to), { ...meeting, start }),
          400,
          "validation_error",
          /local time.*timezone/,
        );
      const made = await meet(w, to);
      await refused(
        w.patch(`${events(to)}/${made.id}`, { end: "2027-03-30T10:00:00Z" }),
        400,
        "validation_error",
        /local time.*timezone/,
      );
    },
    "All-day: YYYY-MM-DD, end exclusive": async (w) => {
      const body = { title: "Day", all_day: true, start: "2027-04-01", end: "2027-04-02" };
      const made = await one(w.post(events(await w.some()), body), 201, "CalendarEvent");
      expect(made).toMatchObject({
        ...body,
        start_at: "2027-04-01T00:00:00.000000Z",
        end_at: "2027-04-02T00:00:00.000000Z",
      });
    },
    "POST 201, PATCH 200, DELETE 204": async (w) => {
      const to = await w.address();
      const { id } = await meet(w, to);
      await one(w.patch(`${events(to)}/${id}`, { title: "New" }), 200, "CalendarEvent");
      await bodiless(w.del(`${events(to)}/${id}`));
    },
    "ETag header on all that return an event": async (w) => {
      const to = await w.address();
      const made = await w.post(events(to), meeting);
      const { id } = await one(made, 201, "CalendarEvent");
      const invited = await w.invite(to, w.next("uid"));
      for (const answer of [
        made,
        await w.get(`${events(to)}/${id}`),
        await w.patch(`${events(to)}/${id}`, { title: "New" }),
        await w.post(`${events(to)}/${invited.message.calendar_event_id}/respond`, { status: "accepted" }),
      ]) {
        const { etag } = (answer.json as { data: { etag: string } }).data;
        expect(answer.headers.get("etag")).toBe(`"${etag}"`);
      }
    },
    "If-Match on PATCH and DELETE": async (w) => {
      const to = await w.address();
      const { id, etag } = await meet(w, to);
      const path = `${events(to)}/${id}`;
      const stale = { "if-match": '"stale"' };
      await refused(w.patch(path, { title: "New" }, stale), 412, "precondition_failed");
      await refused(w.del(path, stale), 412, "precondition_failed");
      await bodiless(w.del(path, { "if-match": `"${etag}"` }));
    },
    "GET …/events takes after, before, limit and cursor": async (w) => {
      const to = await w.address();
      const days = ["2027-03-28", "2027-03-29", "2027-03-30"];
      for (const date of days) await meet(w, to, { start: `${date}T09:00:00`, end: `${date}T10:00:00` });
      const path = `${events(to)}?after=2027-03-28T12:00:00Z&before=2027-03-31T00:00:00Z&limit=1`;
      const first = await page(w.get(path), "CalendarEvent");
      const second = await page(w.get(`${path}&cursor=${first.next_cursor}`), "CalendarEvent");
      expect([...first.data, ...second.data].map(({ start }) => start.slice(0, 10))).toEqual(days.slice(1));
      expect(second.has_more).toBe(false);
    },
    "expand answers instances instead of series": async (w) => {
      const to = await w.address();
      const series = await meet(w, to, { recurrence: { rule: "FREQ=DAILY;COUNT=3" } });
      expect(ids(await many(w.get(events(to)), "CalendarEvent"))).toEqual([series.id]);
      const dates = await many(w.get(`${events(to)}?expand=true`), "CalendarEvent");
      expect(dates.map(({ kind, series_id }) => `${kind} ${series_id}`)).toEqual(
        Array(3).fill(`instance ${series.id}`),
      );
    },
    "GET …/events/{eventId}": async (w) => {
      const to = await w.address();
      const made = await meet(w, to);
      expect(await one(w.get(`${events(to)}/${made.id}`), 200, "CalendarEvent")).toEqual(made);
    },
    "POST …/respond { status: accepted | declined | tentative, comment }": async (w) => {
      const to = await w.address();
      const uid = w.next("uid");
      const { message } = await w.invite(to, uid);
      const path = `${events(to)}/${message.calendar_event_id}/respond`;
      for (const status of ["declined", "tentative", "accepted"] as const) {
        const answered = await one(w.post(path, { status, comment: `I ${status}` }), 200, "CalendarEvent");
        expect(answered.response_status).toBe(status);
      }
      await refused(w.post(path, { status: "maybe" }), 400, "validation_error");
      const { raw, to: told } = await w.left(`I accepted`);
      expect([told, raw]).toEqual([["boss@far.example"], expect.stringMatching(/method=REPLY/i)]);
    },
    "GET …/calendar/free-busy?after&before": async (w) => {
      const to = await w.address();
      await meet(w, to);
      const query = "after=2027-03-30T00:00:00Z&before=2027-03-31T00:00:00Z";
      expect(await one(w.get(`/identities/${to.id}/calendar/free-busy?${query}`), 200, "FreeBusy")).toEqual({
        busy: [{ start_at: "2027-03-30T09:00:00.000000Z", end_at: "2027-03-30T09:30:00.000000Z" }],
      });
    },
    "DELETE mode: single, an instance id's default": async (w) => {
      const to = await w.address();
      await meet(w, to, { recurrence: { rule: "FREQ=DAILY;COUNT=3" } });
      const dates = ids(await many(w.get(`${events(to)}?expand=true`), "CalendarEvent"));
      await bodiless(w.del(`${events(to)}/${dates[1]}`));
      expect(ids(await many(w.get(`${events(to)}?expand=true`), "CalendarEvent"))).toEqual([
        dates[0]!,
        dates[2]!,
      ]);
    },
    "DELETE mode future": async (w) => {
      const to = await w.address();
      await meet(w, to, { recurrence: { rule: "FREQ=DAILY;COUNT=3" } });
      const dates = ids(await many(w.get(`${events(to)}?expand=true`), "CalendarEvent"));
      await bodiless(w.del(`${events(to)}/${dates[1]}?mode=future`));
      expect(ids(await many(w.get(`${events(to)}?expand=true`), "CalendarEvent"))).toEqual([dates[0]!]);
    },
    "DELETE mode all, a series id's default": async (w) => {
      const to = await w.address();
      for (const query of ["", "?mode=all"]) {
        const series = await meet(w, to, { recurrence: { rule: "FREQ=DAILY;COUNT=3" } });
        await bodiless(w.del(`${events(to)}/${series.id}${query}`));
        await none(w.get(`${events(to)}?expand=true`));
      }
      const series = await meet(w, to, { recurrence: { rule: "FREQ=DAILY;COUNT=3" } });
      const [first] = ids(await many(w.get(`${events(to)}?expand=true`), "CalendarEvent"));
      await bodiless(w.del(`${events(to)}/${first}?mode=all`));
      await absent(w.get(`${events(to)}/${series.id}`));
    },
    "PATCH on an instance id changes that date only": async (w) => {
      const to = await w.address();
      await meet(w, to, { recurrence: { rule: "FREQ=DAILY;COUNT=3" } });
      const dates = ids(await many(w.get(`${events(to)}?expand=true`), "CalendarEvent"));
      await one(w.patch(`${events(to)}/${dates[1]}`, { title: "Other" }), 200, "CalendarEvent");
      const titles = (await many(w.get(`${events(to)}?expand=true`), "CalendarEvent")).map(
        ({ title }) => title,
      );
      expect(titles).toEqual(["Plan", "Other", "Plan"]);
    },
    "On events that others organise PATCH changes metadata only, else 403 pointing to respond": async (w) => {
      const to = await w.address();
      const { message } = await w.invite(to, w.next("uid"));
      const path = `${events(to)}/${message.calendar_event_id}`;
      const noted = await one(w.patch(path, { metadata: { seen: true } }), 200, "CalendarEvent");
      expect(noted.metadata).toEqual({ seen: true });
      await refused(w.patch(path, { title: "Mine" }), 403, "forbidden", /respond/);
    },
    "DELETE of them removes the local copy and, with send_invites, declines": async (w) => {
      const to = await w.address();
      const uid = w.next("uid");
      const { message } = await w.invite(to, uid);
      await bodiless(w.del(`${events(to)}/${message.calendar_event_id}?send_invites=true`));
      await none(w.get(events(to)));
      const { raw } = await w.left(uid);
      expect(raw).toMatch(/method=REPLY/i);
      expect(raw).toContain("PARTSTAT=DECLINED");
    },
    "Calendar mail: one mail an attendee, From the address": async (w) => {
      const to = await w.address();
      const guests = [w.far(), w.far()];
      const made = await meet(w, to, { attendees: guests.map((email) => ({ email })), send_invites: true });
      const mails = await w.sink.taken.count(2, ({ raw }) => raw.includes(made.uid));
      expect(mails.flatMap((mail) => mail.to).sort()).toEqual(guests.sort());
      for (const { raw } of mails) expect(raw).toMatch(new RegExp(`^From: .*${to.email}`, "m"));
    },
    "text, HTML and text/calendar with its method and VTIMEZONE in multipart/alternative, and the same as .ics":
      async (w) => {
        const body = { timezone: "Europe/Berlin", attendees: [{ email: w.far() }], send_invites: true };
        const made = await meet(w, await w.some(), body);
        const { raw } = await w.left(made.uid);
        for (const part of [
          /multipart\/alternative/,
          /text\/plain/,
          /text\/html/,
          /text\/calendar;[\s\S]*?method=REQUEST/i,
          /\.ics/,
          /BEGIN:VTIMEZONE/,
        ])
          expect(raw).toMatch(part);
      },
    "UID never changes": async (w) => {
      const to = await w.address();
      const made = await meet(w, to);
      const changed = await one(w.patch(`${events(to)}/${made.id}`, { title: "New" }), 200, "CalendarEvent");
      expect(changed.uid).toBe(made.uid);
      await refused(w.patch(`${events(to)}/${made.id}`, { uid: "x" }), 400, "validation_error");
    },
    "Incoming: a REQUEST with an unknown UID makes the event, needs-action": async (w) => {
      const to = await w.address();
      const { message } = await w.invite(to, w.next("uid"));
      expect(await many(w.get(events(to)), "CalendarEvent")).toMatchObject([
        { id: message.calendar_event_id, response_status: "needs-action" },
      ]);
    },
    "unless the mail is spam or DMARC fails": held(
      "calendar/itip.test.ts",
      "not from spam, not against DMARC, not in this address's own name",
    ),
    "A change or CANCEL needs From or Sender to be the organizer or its SENT-BY": held(
      "calendar/itip.test.ts",
      "From or Sender must be the organizer, or who was known to send for him",
    ),
    "authentication no weaker than the mail that made it": held(
      "calendar/itip.test.ts",
      "authentication must not be weaker than before, and never failed",
    ),
    "and a newer SEQUENCE or DTSTAMP": held("calendar/itip.test.ts", "SEQUENCE first, then DTSTAMP"),
    "A CANCEL cancels": async (w) => {
      const to = await w.address();
      const uid = w.next("uid");
      const { message } = await w.invite(to, uid);
      await w.invite(to, uid, { method: "CANCEL", lines: ["SEQUENCE:1"] });
      const found = await one(w.get(`${events(to)}/${message.calendar_event_id}`), 200, "CalendarEvent");
      expect(found.status).toBe("cancelled");
    },
    "REPLY changes only its own sender's attendee line": held(
      "calendar/itip.test.ts",
      "changes its own sender's line",
    ),
    "COUNTER is kept with the message and changes nothing": async (w) => {
      const to = await w.address();
      const uid = w.next("uid");
      const { message } = await w.invite(to, uid);
      const before = await one(w.get(`${events(to)}/${message.calendar_event_id}`), 200, "CalendarEvent");
      const counter = await w.invite(to, uid, {
        method: "COUNTER",
        lines: ["SEQUENCE:5", "DTSTART:20280101T000000Z"],
      });
      expect(counter.message.invitation!.method).toBe("COUNTER");
      expect(await one(w.get(`${events(to)}/${before.id}`), 200, "CalendarEvent")).toEqual(before);
    },
    "What mail brings is not taken in when it repeats more often than once an hour": held(
      "http/calendar/dense.test.ts",
      "a stranger's rule of more than one time an hour stays an invitation of its message",
    ),
    "A cancelled event cannot be answered: 409": held(
      "http/calendar/cancelled.test.ts",
      "a cancelled meeting cannot be answered, and throwing it away declines nothing",
    ),
    "A time in UTC names the day of an all-day series whose midnight it is": held(
      "http/calendar/cancelled.test.ts",
      "a time in UTC names the day of an all-day series, to leave it out and to cancel it",
    ),
    "What is not proven changes nothing: a REPLY without proof, all mail while DNS gives no answer or SPF fails":
      held("http/calendar/unproven.test.ts", "a REPLY waits until it is proven or taken by a call"),
    "Proof is of whom the method lets speak; TRUSTED_NETWORKS are not asked": held(
      "calendar/itip.test.ts",
      "what DNS did not answer and what SPF refuses is not believed; a call believes everything",
    ),
    "An invitation of a doubted author waits for a call; unproven mail makes new events": held(
      "http/calendar/unproven.test.ts",
      "an invitation waits where DNS gave no answer or SPF is against its author",
    ),
    "GET and POST /messages/{id}/invitation: what it asks, and doing it; 409 says why not": held(
      "http/calendar/unproven.test.ts",
      "a call takes nothing that has no right to be",
    ),
    "COUNTER carries its event and is taken by one call; an older one is 409": held(
      "http/calendar/proposals.test.ts",
      "COUNTER carries its event, changes nothing, and is taken by one call that tells all",
    ),
    "REFRESH carries its event, and a call sends it": held(
      "http/calendar/proposals.test.ts",
      "REFRESH carries its event, and a call sends the event to who asked",
    ),
    "Mail between addresses of this service counts as authenticated": held(
      "http/calendar/invitations.test.ts",
      "two addresses of this service agree",
    ),
  },

  "DECISIONS App passwords": {
    "List: id, identity_id, name, username, last_used_at, last_used_protocol, created_at": async (w) => {
      const to = await w.address();
      await one(w.post("/app-passwords", { identity_id: to.id, name: "P" }), 201, "AppPasswordCreated");
      expect(await many(w.get(`/app-passwords?identity_id=${to.id}`), "AppPassword")).toMatchObject([
        { username: to.email, last_used_at: null, last_used_protocol: null },
      ]);
    },
    "Creation adds password, four groups of four letters": async (w) => {
      const { id } = await w.address();
      const made = await one(
        w.post("/app-passwords", { identity_id: id, name: "P" }),
        201,
        "AppPasswordCreated",
      );
      expect(made.password).toMatch(/^[a-z]{4}([- ][a-z]{4}){3}$/);
    },
    "Spaces, hyphens and case are ignored": async (w) => {
      const to = await w.address();
      const made = await one(
        w.post("/app-passwords", { identity_id: to.id, name: "P" }),
        201,
        "AppPasswordCreated",
      );
      const letters = made.password.replace(/\W/g, "");
      for (const password of [letters, letters.toUpperCase(), `"${letters.match(/..../g)!.join(" ")}"`])
        (await w.logIn(to.email, password)).close();
    },
    "username is the address; a bare local part means MAIL_DOMAIN": async (w) => {
      const to = await w.address();
      const made = await one(
        w.post("/app-passwords", { identity_id: to.id, name: "P" }),
        201,
        "AppPasswordCreated",
      );
      expect(made.username).toBe(to.email);
      (await w.logIn(to.local_part, made.password)).close();
    },
    "Generated ones are stored as SHA-256": held(
      "http/resources/app-passwords.test.ts",
      "are shown once with their username, and kept hashed",
    ),
    "Imported ones as Argon2id": held(
      "http/resources/app-passwords.test.ts",
      "are made, listed and revoked on the command line",
    ),
  },

  "DECISIONS Settings and command line": {
    "Settings come from the environment, or .env; all are listed": held(
      "config.test.ts",
      "all settings are listed as they are declared",
    ),
    ...Object.fromEntries(
      Object.entries(defaults).map(([name, value]) => [
        `${name}: ${value}`,
        () => readmeHas(`| \`${name}\` | ${value} |`),
      ]),
    ),
    "Two servers do not share PORT by accident": held(
      "e2e/shared-port.test.ts",
      "is refused to another one, by name",
    ),
    "SHARE_PORT=on in both, on one DATABASE_URL: they share it": held(
      "e2e/shared-port.test.ts",
      "is shared on one database, where both ask for it",
    ),
    "A wrong setting is refused by name": held(
      "e2e/command-line.test.ts",
      "with its name, what is wrong and an example",
    ),
    "TLS_CERT_FILE and its like: halves of a pair name each other": held(
      "config.test.ts",
      "one half of a pair names the other",
    ),
    "ALLOW_PLAINTEXT_AUTH is never, or loopback": held(
      "smtp/submission.test.ts",
      "answers in the thread, and takes a password only where it may travel",
    ),
    "TRUSTED_NETWORKS: from there no limits per IP address": held(
      "smtp/inbound.test.ts",
      "at most 50 from one address that is not trusted; who hangs up early is not counted twice",
    ),
    "TRUSTED_PROXIES: whose X-Forwarded-For is believed": async (w) => {
      const here = w.somewhere();
      const signUp = (from: Record<string, string>) =>
        w.open.post("/agent/signup", { username: w.next("scout") }, from);
      for (let n = 0; n < 5; n++) await one(signUp(here), 201, "AgentSignup");
      await refused(signUp(here), 429, "rate_limited");
      await one(signUp(w.somewhere()), 201, "AgentSignup");
    },
    "WEBHOOK_ALLOW_NETWORKS: private networks that webhooks may reach": held(
      "webhooks/guard.test.ts",
      "networks that the operator opened pass at save, others still do not",
    ),
    "RATE_LIMIT_PER_SECOND 0 turns the limit off": async (w) => {
      const answers = await Promise.all(Array.from({ length: 250 }, () => w.open.get("/pods")));
      expect(answers.filter(({ status }) => status === 429)).toEqual([]);
    },
    "AGENT_SIGNUP is on or off": held(
      "http/resources/agent-signup.test.ts",
      "every call of it is 403 and says why",
    ),
    "The commands": held("e2e/command-line.test.ts", "names every command, and each takes --help"),
    "init makes operator, pod, domain, postmaster and one unrestricted key, once": async (w) => {
      const [postmaster] = await many(w.get(`/identities?email=postmaster@${w.t.domain}`), "Address");
      expect(postmaster!.status).toBe("active");
      expect((await many(w.get("/pods"), "Pod"))[0]!.is_default).toBe(true);
      await one(w.get(`/domains/${w.t.domainId}`), 200, "Domain");
    },
    "init --json prints account_id, domain_id, domain and api_key; again the same without api_key": held(
      "e2e/command-line.test.ts",
      "init prints its JSON again, without the key",
    ),
    "keys create --name N --json prints the key": held(
      "e2e/command-line.test.ts",
      "commands work while the server runs",
    ),
    "app-passwords create prints a new password; with --password-stdin it takes one of at least 16 characters":
      held("http/resources/app-passwords.test.ts", "are made, listed and revoked on the command line"),
    "While a server holds the embedded database, commands go through its control socket": held(
      "e2e/command-line.test.ts",
      "commands work while the server runs",
    ),
    "One process holds a data directory, by the kernel, and a kill leaves nothing behind": held(
      "store/data-dir.test.ts",
      "kill -9 releases it, though a child of the killed process lives on",
    ),
    "serve writes the ports it took to DATA_DIR/ports.json": held(
      "e2e/command-line.test.ts",
      "the first start prints the key and three commands that work as they stand",
    ),
  },
};

/** A new domain of this account. */
async function aDomain(w: World, api = w.api) {
  return one(api.post("/domains", { domain: `${w.next("domain")}.example` }), 201, "Domain");
}

/** A rule of the default domain that leads to a new address. */
async function aRule(w: World) {
  const { id: identity_id } = await w.some();
  const body = { domain_id: w.t.domainId, local_part: w.next("r"), identity_id };
  return one(w.post("/routing-rules", body), 201, "RoutingRule");
}

async function aLabel(w: World, address?: { id: string }) {
  const { id: identity_id } = address ?? (await w.some());
  return one(w.post("/labels", { identity_id, name: w.next("Label") }), 201, "Label");
}

async function aScheduled(w: World) {
  const { id } = await w.draft({ to: [w.far()] });
  return one(w.post(`/drafts/${id}/schedule`, { send_at: w.soon(hour) }), 200, "Draft");
}

/** Every list there is, up to where its query goes on. */
async function lists(w: World): Promise<string[]> {
  const { address, message } = await w.several();
  const own = `identity_id=${address.id}&`;
  const hook = await w.hook({ identity_id: address.id });
  const pods = await w.rows<{ id: string }>(w.get("/pods"));
  return [
    ...["api-keys", "routing-rules", "pods", "identities", "threads", "webhooks", "domains"].map(
      (name) => `/${name}?`,
    ),
    ...["suppressions", "events"].map((name) => `/${name}?`),
    ...["drafts", "labels", "app-passwords", "mailboxes"].map((name) => `/${name}?${own}`),
    ...["inbox", "drafts", "scheduled"].map((folder) => `/mailboxes/${folder}?${own}`),
    `/messages?thread_id=${message.thread_id}&`,
    "/messages/search?q=hello&",
    `/messages/${message.id}/headers?`,
    `/messages/${message.id}/recipients?`,
    `/deliveries?webhook_id=${hook.id}&`,
    `${events(address)}?`,
    `${events(address)}?expand=true&`,
    `/pods/${pods[0]!.id}/identities?`,
    `/pods/${pods[0]!.id}/domains?`,
  ];
}

/** The Message-ID field of a message, with its brackets. */
async function messageId(w: World, id: string): Promise<string> {
  const fields = await many(w.get(`/messages/${id}/headers`), "HeaderField");
  return fields.find(({ name }) => name.toLowerCase() === "message-id")!.value;
}

/** A code that is not this one. */
function another(code: string): string {
  return String((Number(code) + 1) % 1_000_000).padStart(6, "0");
}
