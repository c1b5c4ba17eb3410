// Calls in the words and forms of other APIs: the refusal says ours, and the call as it words it works. DECISIONS Errors
// Long: tables.
import { expect, test } from "bun:test";
import { Type } from "@sinclair/typebox";
import { meantField } from "../../src/http/meant-fields.ts";
import { validationFailure } from "../../src/http/validation.ts";
import type { PageOf, Refusal } from "../support/app/api.ts";
import { eachApp } from "../support/app/app.ts";
import { restrictedKey } from "../support/app/keys.ts";

interface ForeignCall {
  method: string;
  path: string;
  body?: Record<string, unknown> | unknown[] | string;
  headers?: Record<string, string>;
}

test("a name of another API is a field of the call, or none is named", () => {
  const send = ["from", "to", "subject", "text", "html", "in_reply_to", "send_at"];
  expect(meantField("body", send)).toEqual({ field: "text" });
  expect(meantField("InReplyTo", send)).toEqual({ field: "in_reply_to" });
  expect(meantField("body", ["name", "colour"])).toBeNull();
  expect(meantField("identity_id", send)).toEqual({ field: "from" });
  expect(meantField("labels", ["thread_id", "label_id"])).toEqual({ field: "label_id" });
  expect(meantField("username", ["email", "local_part"])).toEqual({ field: "local_part" });
  expect(meantField("folder", ["thread_id", "has_attachments"])).toEqual({
    note: expect.stringContaining("/mailboxes/{folder}"),
  });
  expect(meantField("path", ["filename", "url", "content_id"])).toEqual({
    note: expect.stringContaining('send its bytes as "content"'),
  });
  expect(meantField("fields", ["view", "cursor"])).toEqual({ note: expect.stringContaining('"view"') });
  expect(meantField("fields", ["cursor"])).toEqual({ note: expect.stringContaining("Leave it out") });
  expect(meantField("to", ["messages"])).toEqual({ note: expect.stringContaining('{"messages": [') });
  expect(meantField("thread_id", ["status"])).toBeNull();
  expect(meantField(`${"x".repeat(100_000)}`, send)).toBeNull();
});

test("a value in the form of another program is said in ours", () => {
  const text = Type.Object({
    start: Type.Optional(Type.String()),
    text: Type.Optional(Type.String()),
    id: Type.Optional(Type.String({ format: "uuid" })),
  });
  const saidOf = (value: unknown) => validationFailure(text, value, "body").message;
  expect(saidOf({ text: ["a", "b"] })).toContain('Did you mean "a\\nb"?');
  expect(saidOf({ start: ["a", "b"] })).not.toContain("Did you mean");
  expect(saidOf({ start: { dateTime: "2031-05-05T10:00:00", timeZone: "Europe/Berlin" } })).toContain(
    'Did you mean "2031-05-05T10:00:00", and "timezone" "Europe/Berlin"?',
  );
  // What the field does not take is not proposed.
  const of = (form: object) => Type.Object({ start: Type.String(form) });
  const instant = { start: { dateTime: "2031-05-05T10:00:00" } };
  expect(validationFailure(of({ format: "date-time" }), instant, "body").message).toContain(
    'Did you mean "2031-05-05 10:00:00"?',
  );
  const several = { start: ["2031-05-05", "2031-05-06"] };
  for (const form of [{ format: "date-time" }, { format: "uuid" }, { maxLength: 12 }])
    expect(validationFailure(of(form), several, "body").message).not.toContain("Did you mean");
  const noDay = { start: "32.12.2031 um 14 Uhr" };
  expect(validationFailure(of({ format: "date-time" }), noDay, "body").message).not.toContain("12-32");
  expect(saidOf({ id: "<a@far.example>" })).toContain("A Message-ID of its header is no id here");
  const files = Type.Object({ files: Type.Array(Type.Object({ filename: Type.String() })) });
  expect(validationFailure(files, { files: ["./report.pdf"] }, "body").message).toContain(
    'send {"filename": "report.pdf", "content": …}, with its bytes in base64.',
  );
});

test("a filter with an operator is a bound of a time, or a field", () => {
  const known = ["status", "after", "before", "is_read", "from"];
  for (const [given, field] of [
    ["received_at[gte]", "after"],
    ["created__lt", "before"],
    ["updated_since", "after"],
    ["filter[status]", "status"],
    ["filter[state]", "status"],
    ["subject[gte]", null],
  ] as const)
    expect([given, meantField(given, known)]).toEqual([given, field === null ? null : { field }]);
});

eachApp("calls in other words", (t) => {
  const refusalOf = async ({ method, path, body, headers }: ForeignCall) => {
    const { status, json } = await t.api.call(method, path, body, headers);
    return { status, message: (json as Partial<Refusal>)?.error?.message ?? "" };
  };
  const works = async (name: string, { method, path, body, headers }: ForeignCall) => {
    const { status, text } = await t.api.call(method, path, body, headers);
    expect([name, status < 300 ? "" : text]).toEqual([name, ""]);
  };

  test("a field of another API leads to ours", async () => {
    const own = await t.address();
    const letter = { from: own.email, to: "a@far.example", subject: "x", text: "y" };
    const walk = { title: "Walk", start: "2031-05-05T09:00:00", end: "2031-05-05T10:00:00" };
    const events = `/identities/${own.id}/calendar/events`;
    const send = { method: "POST", path: "/messages" };
    const table: readonly (readonly [wrong: string, right: string, ForeignCall])[] = [
      ["body", "text", { ...send, body: letter }],
      ["content", "text", { ...send, body: letter }],
      ["recipient", "to", { ...send, body: letter }],
      ["recipients", "to", { ...send, body: letter }],
      ["toEmail", "to", { ...send, body: letter }],
      ["from_email", "from", { ...send, body: letter }],
      ["sender", "from", { ...send, body: letter }],
      ["htmlBody", "html", { ...send, body: { ...letter, html: "<p>y</p>" } }],
      ["scheduledAt", "send_at", { ...send, body: { ...letter, send_at: "tomorrow 9:00" } }],
      ["at", "send_at", { ...send, body: { ...letter, send_at: "tomorrow 9:00" } }],
      ["reply_to_id", "in_reply_to", { ...send, body: { ...letter, in_reply_to: null } }],
      ["inReplyTo", "in_reply_to", { ...send, body: { ...letter, in_reply_to: null } }],
      ["summary", "title", { method: "POST", path: events, body: walk }],
      ["startTime", "start", { method: "POST", path: events, body: walk }],
      ["ends_at", "end", { method: "POST", path: events, body: walk }],
      [
        "guests",
        "attendees",
        { method: "POST", path: events, body: { ...walk, attendees: "a@far.example" } },
      ],
      ["name", "display_name", { method: "POST", path: "/identities", body: { display_name: "Bot" } }],
      ["timeout", "wait", { method: "POST", path: "/messages/wait", body: { address: own.email, wait: 0 } }],
      ["inbox", "address", { method: "POST", path: "/next", body: { address: own.email, wait: 0 } }],
    ];
    for (const [wrong, right, { body, ...call }] of table) {
      const { [right]: value, ...others } = body as Record<string, unknown>;
      const { status, message } = await refusalOf({ ...call, body: { ...others, [wrong]: value } });
      const [, meant = message] = /Did you mean "(\w+)"\?/.exec(message) ?? [];
      expect([wrong, status, meant]).toEqual([wrong, 400, right]);
      await works(wrong, { ...call, body: { ...others, [meant]: value } });
    }
    for (const [wrong, right] of [
      ["query=x", "q"],
      ["since=yesterday", "after"],
      ["until=now", "before"],
      ["per_page=5", "limit"],
    ] as const) {
      const { message } = await refusalOf({ method: "GET", path: `/messages/search?q=a&${wrong}` });
      const [, meant = message] = /Did you mean "(\w+)"\?/.exec(message) ?? [];
      expect(meant).toBe(right);
      if (meant === "q") continue;
      await works(wrong, { method: "GET", path: `/messages/search?q=a&${meant}=${wrong.split("=")[1]}` });
    }
    const inThread = await refusalOf({ ...send, body: { ...letter, thread_id: "x" } });
    expect(inThread.message).toContain('"in_reply_to", the id of a message in it');
    const unread = await refusalOf({ method: "GET", path: `/messages?identity_id=${own.id}&unread=true` });
    const [, field, value] = /"(\w+)" (false)/.exec(unread.message) ?? [];
    await works("unread", { method: "GET", path: `/messages?identity_id=${own.id}&${field}=${value}` });
    const paged = await refusalOf({ method: "GET", path: "/threads?page=2" });
    expect(paged.message).toContain('"cursor", the next_cursor of the page before');
  });

  test("a field that stands elsewhere here leads there, and a word of another list to ours", async () => {
    const own = await t.address();
    const { id } = await t.api.must<{ id: string }>(
      201,
      t.api.post("/messages", { from: own.email, to: "a@far.example", text: "x" }),
    );
    const { thread_id: thread } = await t.api.must<{ thread_id: string }>(200, t.api.get(`/messages/${id}`));
    await t.api.must(201, t.api.post("/labels", { identity_id: own.id, name: "Lab" }));
    const draft = await t.api.must<{ id: string }>(
      201,
      t.api.post("/drafts", { identity_id: own.id, to: "a@far.example", text: "x" }),
    );
    const events = `/identities/${own.id}/calendar/events`;
    const walk = { title: "Walk", start: "2031-05-05T09:00:00", end: "2031-05-05T10:00:00" };
    const event = await t.api.must<{ id: string }>(201, t.api.post(events, walk));
    const letter = { from: own.email, to: "a@far.example", subject: "x", text: "y" };
    const [message, inThread] = [`/messages/${id}`, `/threads/${thread}`];
    const send = { method: "POST", path: "/messages" };
    const labelled = { method: "PUT", path: `${inThread}/labels/Lab` };
    const inFuture = { send_at: "tomorrow 9:00" };
    const table: readonly (readonly [wrong: ForeignCall, says: string, right: ForeignCall])[] = [
      [
        { ...send, body: { ...letter, files: [{ filename: "a.txt", content: "eA==" }] } },
        'Did you mean "attachments"?',
        { ...send, body: { ...letter, attachments: [{ filename: "a.txt", content: "eA==" }] } },
      ],
      [
        { ...send, body: { ...letter, custom_headers: { "X-Order": "1" } } },
        'Did you mean "headers"?',
        { ...send, body: { ...letter, headers: { "X-Order": "1" } } },
      ],
      [
        { ...send, body: { ...letter, messages: [letter] } },
        "POST /api/v1/messages/batch",
        { method: "POST", path: "/messages/batch", body: { messages: [letter] } },
      ],
      [
        { ...send, body: { ...letter, dry_run: true } },
        "POST /api/v1/drafts",
        { method: "POST", path: "/drafts", body: letter },
      ],
      [
        { ...send, body: { ...letter, idempotency_key: "once" } },
        "the header Idempotency-Key",
        { ...send, body: letter, headers: { "idempotency-key": "once" } },
      ],
      [
        { method: "POST", path: `${message}/reply`, body: { text: "y", reply_all: true } },
        "POST /api/v1/messages/{id}/reply-all",
        { method: "POST", path: `${message}/reply-all`, body: { text: "y" } },
      ],
      [
        { method: "PATCH", path: message, body: { labels: ["Lab"] } },
        "PUT /api/v1/threads/{id}/labels/{labelId}",
        labelled,
      ],
      [
        { method: "PATCH", path: message, body: { remove_labels: ["Lab"] } },
        "DELETE /api/v1/threads/{id}/labels/{labelId}",
        { method: "DELETE", path: `${inThread}/labels/Lab` },
      ],
      [
        { method: "DELETE", path: `${inThread}/labels` },
        "DELETE /api/v1/threads/{id}/labels/{labelId}",
        { method: "DELETE", path: `${inThread}/labels/Lab` },
      ],
      [
        { method: "POST", path: `${inThread}/labels`, body: { name: "Lab" } },
        "Use PUT /api/v1/threads/{id}/labels/{labelId}",
        labelled,
      ],
      [
        { method: "PATCH", path: message, body: { archived: true } },
        'Did you mean "folder"?',
        { method: "PATCH", path: message, body: { folder: "archive" } },
      ],
      [
        { method: "PATCH", path: inThread, body: { snooze: "tomorrow 9:00" } },
        'Did you mean "snoozed_until"?',
        { method: "PATCH", path: inThread, body: { snoozed_until: "tomorrow 9:00" } },
      ],
      [
        { method: "PATCH", path: inThread, body: { is_read: true } },
        'PATCH /api/v1/messages changes the mails of a thread, by "ids"',
        { method: "PATCH", path: "/messages", body: { ids: [id], is_read: true } },
      ],
      [
        { method: "PATCH", path: inThread, body: { status: "closed" } },
        'Did you mean "resolved"?',
        { method: "PATCH", path: inThread, body: { status: "resolved" } },
      ],
      [
        { method: "GET", path: "/threads?folder=inbox" },
        "GET /api/v1/mailboxes/{folder}?identity_id=…",
        { method: "GET", path: `/mailboxes/inbox?identity_id=${own.id}` },
      ],
      [
        { method: "GET", path: "/threads?sort=newest" },
        "this list has one order",
        { method: "GET", path: "/threads" },
      ],
      [
        { method: "POST", path: "/next", body: { address: own.email, wait: 0, kinds: ["message"] } },
        'Did you mean "mail"?',
        { method: "POST", path: "/next", body: { address: own.email, wait: 0, kinds: ["mail"] } },
      ],
      [
        { method: "POST", path: `/drafts/${draft.id}/send`, body: inFuture },
        "POST /api/v1/drafts/{id}/schedule",
        { method: "POST", path: `/drafts/${draft.id}/schedule`, body: inFuture },
      ],
      [
        { method: "POST", path: "/drafts", body: { ...letter, ...inFuture } },
        "POST /api/v1/drafts/{id}/schedule",
        { method: "POST", path: "/drafts", body: letter },
      ],
      [
        {
          method: "POST",
          path: "/webhooks",
          body: { url: "https://example.com/h", event_types: "message.sent" },
        },
        'Send ["message.sent"].',
        {
          method: "POST",
          path: "/webhooks",
          body: { url: "https://example.com/h", event_types: ["message.sent"] },
        },
      ],
      [
        {
          method: "POST",
          path: "/webhooks",
          body: { url: "https://example.com/h", event_types: ["email.received"] },
        },
        'Did you mean "message.received"?',
        {
          method: "POST",
          path: "/webhooks",
          body: { url: "https://example.com/h", event_types: ["message.received"] },
        },
      ],
      [
        { method: "POST", path: `${events}/${event.id}/cancel` },
        'PATCH /api/v1/identities/{id}/calendar/events/{eventId} with {"status": "cancelled"}',
        { method: "PATCH", path: `${events}/${event.id}`, body: { status: "cancelled" } },
      ],
      [
        { method: "GET", path: `${events}?start=today&before=tomorrow` },
        'Did you mean "after"?',
        { method: "GET", path: `${events}?after=today&before=tomorrow` },
      ],
      [
        { method: "POST", path: "/pods", body: { title: "Acme" } },
        'Did you mean "name"?',
        { method: "POST", path: "/pods", body: { name: "Acme" } },
      ],
      [
        { method: "POST", path: "/messages/batch", body: { messages: letter } },
        "must be an array of 1 to 100 items.",
        { method: "POST", path: "/messages/batch", body: { messages: [letter] } },
      ],
    ];
    for (const [wrong, says, right] of table) {
      const { status, message } = await refusalOf(wrong);
      const words = message.replaceAll(/\/[0-9a-f-]{36}/g, "/{id}");
      expect([wrong.path, [400, 404, 405].includes(status), words]).toEqual([
        wrong.path,
        true,
        expect.stringContaining(says),
      ]);
      await works(`${wrong.path} ${JSON.stringify(wrong.body)}`, right);
    }
  });

  test("recipients in the form of another program are refused with ours", async () => {
    const own = await t.address();
    const wrong: unknown[] = [
      "ada@far.example, bob@far.example",
      "ada@far.example; Bob <bob@far.example>",
      "ada@far.example\nbob@far.example",
      "mailto:ada@far.example",
      { address: "ada@far.example", name: "Ada" },
      { emailAddress: "ada@far.example" },
      [{ address: "ada@far.example" }, "bob@far.example"],
    ];
    for (const to of wrong) {
      const letter = { from: own.email, to, subject: "x", text: "y" };
      const { status, message } = await refusalOf({ method: "POST", path: "/messages", body: letter });
      const [words = ""] = message.split(" Right: ");
      const [, right = words] = /Send (?:several as a list: )?(\[.*\]|".*"|\{.*\})\.$/.exec(words) ?? [];
      expect([status, right.startsWith("Field")]).toEqual([400, false]);
      const one = JSON.parse(right) as unknown;
      const mended = Array.isArray(to) ? [one, ...to.slice(1)] : one;
      await works(right, { method: "POST", path: "/messages", body: { ...letter, to: mended } });
    }
    for (const to of ["ada", "ada; bob", "", { name: "Ada" }]) {
      const body = { from: own.email, to, text: "y" };
      const { message } = await refusalOf({ method: "POST", path: "/messages", body });
      expect(message).toContain("Send ada@example.com,");
    }
  });

  test("a path of another API leads to ours", async () => {
    const own = await t.address();
    await t.api.must(201, t.api.post("/messages", { from: own.email, to: own.email, text: "x" }));
    const [mail] = (await t.api.get<PageOf<{ thread_id: string }>>(`/messages?identity_id=${own.id}&wait=30`))
      .json.data;
    const thread = mail!.thread_id;
    const letter = { from: own.email, to: "a@far.example", text: "y" };
    const table: readonly (readonly [wrong: ForeignCall, right: string, ForeignCall?])[] = [
      [{ method: "POST", path: "/email", body: letter }, "Did you mean /api/v1/messages?"],
      [{ method: "POST", path: "/emails/send", body: letter }, "Use POST /api/v1/messages."],
      [{ method: "POST", path: "/messages/send", body: letter }, "Use POST /api/v1/messages."],
      [{ method: "POST", path: "/send", body: letter }, "Use POST /api/v1/messages."],
      [{ method: "GET", path: "/message" }, "Did you mean /api/v1/messages?"],
      [{ method: "GET", path: "/inboxes" }, "Did you mean /api/v1/identities?"],
      [{ method: "GET", path: "/conversations" }, "Did you mean /api/v1/threads?"],
      [{ method: "GET", path: "/api/v1/threads" }, "Did you mean /api/v1/threads?"],
      [{ method: "GET", path: "//threads" }, "Did you mean /api/v1/threads?"],
      [{ method: "GET", path: "//v1/threads" }, "Did you mean /api/v1/threads?"],
      [{ method: "GET", path: `/identities/${own.id}/messages` }, "GET /api/v1/messages?identity_id=…"],
      [{ method: "GET", path: `/inboxes/${own.email}/threads` }, "GET /api/v1/threads?identity_id=…"],
      [{ method: "GET", path: `/threads/${thread}/messages` }, "GET /api/v1/messages?thread_id=…"],
    ];
    for (const [wrong, right] of table) {
      const { status, message } = await refusalOf(wrong);
      expect([wrong.path, message]).toEqual([wrong.path, expect.stringContaining(right)]);
      // A message's id could stand there, by another method.
      expect(status).toBe(wrong.path === "/messages/send" ? 405 : 404);
      const [, path = ""] =
        /(\/api\/v1\S*?)[?.]* (?:GET|$)/.exec(message.slice(message.indexOf(" ", 16 + wrong.path.length))) ??
        [];
      const ids = path
        .replace("identity_id=…", `identity_id=${own.id}`)
        .replace("thread_id=…", `thread_id=${thread}`);
      const whole = ids === "/api/v1/messages" && wrong.method === "GET" ? `${ids}?thread_id=${thread}` : ids;
      await works(wrong.path, { ...wrong, path: whole.replace("/api/v1", "") });
    }
    // Nothing that does what was to be read, or to be taken back.
    const id = crypto.randomUUID();
    for (const [method, path] of [
      ["GET", `/messages/${id}/read`],
      ["DELETE", `/messages/${id}/archive`],
      ["POST", `/drafts/${id}/disapprove`],
      ["POST", `/messages/${id}/unreply`],
    ] as const)
      expect((await refusalOf({ method, path })).message).not.toMatch(/Use|Did you mean/);
    for (const [path, right] of [
      [`/drafts/${id}/unsend`, "Use DELETE /api/v1/drafts/{id}/schedule."],
      [`/reviews/${id}/disapprove`, "Use POST /api/v1/reviews/{id}/reject."],
    ] as const)
      expect((await refusalOf({ method: "POST", path })).message).toContain(right);
    // Nothing is said of what is no path of the API in any form.
    expect((await refusalOf({ method: "GET", path: "//wp-login.php" })).message).not.toContain(
      "Did you mean",
    );
    const { status, message } = await refusalOf({ method: "GET", path: "/messages/wait" });
    expect([status, message]).toEqual([404, expect.stringContaining("Use POST /api/v1/messages/wait.")]);
    await works("wait", { method: "POST", path: "/messages/wait", body: { address: own.email, wait: 0 } });
  });

  test("a path that means another call says which, and one that means none of ours says none", async () => {
    const own = await t.address();
    const events = { method: "GET", path: `/identities/${own.id}/calendar/events` };
    const { id } = await t.api.must<{ id: string }>(
      201,
      t.api.post("/messages", { from: own.email, to: own.email, text: "x" }),
    );
    const { thread_id: thread } = await t.api.must<{ thread_id: string }>(200, t.api.get(`/messages/${id}`));
    const letter = { from: own.email, to: "a@far.example", text: "y" };
    const draft = await t.api.must<{ id: string }>(201, t.api.post("/drafts", letter));
    const table: readonly (readonly [wrong: ForeignCall, says: string, right: ForeignCall])[] = [
      [
        { method: "GET", path: "/inbox" },
        "GET /api/v1/mailboxes/inbox?identity_id=…",
        { method: "GET", path: `/mailboxes/inbox?identity_id=${own.id}` },
      ],
      [
        { method: "POST", path: `/messages/${id}/read` },
        'PATCH /api/v1/messages/{id} with {"is_read": true}',
        { method: "PATCH", path: `/messages/${id}`, body: { is_read: true } },
      ],
      [
        { method: "POST", path: `/messages/${id}/archive` },
        'PATCH /api/v1/messages/{id} with {"folder": "archive"}',
        { method: "PATCH", path: `/messages/${id}`, body: { folder: "archive" } },
      ],
      [
        { method: "POST", path: `/threads/${thread}/close` },
        'PATCH /api/v1/threads/{id} with {"status": "resolved"}',
        { method: "PATCH", path: `/threads/${thread}`, body: { status: "resolved" } },
      ],
      [
        { method: "POST", path: "/threads", body: letter },
        "There is no POST /api/v1/threads. Use POST /api/v1/messages.",
        { method: "POST", path: "/messages", body: letter },
      ],
      [
        { method: "POST", path: `/threads/${thread}/messages`, body: { text: "y" } },
        "Use POST /api/v1/messages/{id}/reply, with the id of a message of the thread.",
        { method: "POST", path: `/messages/${id}/reply`, body: { text: "y" } },
      ],
      [
        { method: "POST", path: `/identities/${own.id}/messages`, body: letter },
        "Use POST /api/v1/messages.",
        { method: "POST", path: "/messages", body: letter },
      ],
      [
        { method: "DELETE", path: "/messages", body: { ids: [id] } },
        'Use PATCH /api/v1/messages with "ids" and {"folder": "trash"}',
        { method: "PATCH", path: "/messages", body: { ids: [id], folder: "trash" } },
      ],
      [
        { method: "PUT", path: `/threads/${thread}`, body: { status: "open" } },
        "Use PATCH, which",
        { method: "PATCH", path: `/threads/${thread}`, body: { status: "open" } },
      ],
      [
        { method: "GET", path: `/messages/wait?address=${own.email}` },
        "Use POST /api/v1/messages/wait. Its fields stand in a JSON body.",
        { method: "POST", path: "/messages/wait", body: { address: own.email, wait: 0 } },
      ],
      [
        { method: "GET", path: "/calendar/events" },
        "Did you mean /api/v1/identities/{id}/calendar/events?",
        events,
      ],
      [
        { method: "GET", path: `/identities/${own.id}/calender/events` },
        "Did you mean /api/v1/identities/{id}/calendar/events?",
        events,
      ],
      [
        { method: "GET", path: "/massages/search?q=x" },
        "Did you mean /api/v1/messages/search?",
        { method: "GET", path: "/messages/search?q=x" },
      ],
      [
        { method: "GET", path: "/codes" },
        "Did you mean /api/v1/messages/{id}/codes?",
        { method: "GET", path: `/messages/${id}/codes` },
      ],
      [
        { method: "POST", path: `/messages/${draft.id}/unsend` },
        "DELETE /api/v1/drafts/{id} for what waits for a person",
        { method: "DELETE", path: `/drafts/${draft.id}` },
      ],
      [
        { method: "GET", path: "/search?q=x" },
        "GET /api/v1/messages/search?q=…",
        { method: "GET", path: "/messages/search?q=x" },
      ],
    ];
    for (const [wrong, says, right] of table) {
      const { status, message } = await refusalOf(wrong);
      const found = [wrong.path, [404, 405].includes(status), message];
      expect(found).toEqual([wrong.path, true, expect.stringContaining(says)]);
      await works(wrong.path, right);
    }
    for (const path of ["/contacts", "/reports/today", `/messages/${id}/translate`, "/a/b/c/d"]) {
      const { status, message } = await refusalOf({ method: "GET", path });
      expect([path, status, message]).toEqual([
        path,
        404,
        `There is no path "/api/v1${path}". GET /openapi.json has all calls, /docs shows them.`,
      ]);
    }
  });

  test("a body with several things of another API is refused with all of it in ours, which loses nothing", async () => {
    const own = await t.address();
    const all = / Right: POST \/api\/v1\S+ (\{.*\})$/;
    const events = `/identities/${own.id}/calendar/events`;
    const walk = { start: { dateTime: "2031-05-05T10:00:00+02:00", timeZone: "Europe/Berlin" } };
    const bodies: readonly (readonly [path: string, body: object, right: object])[] = [
      [
        "/messages",
        {
          personalizations: [{ to: [{ email: "a@far.example" }, { email: "b@far.example", name: "B" }] }],
          from: { email: own.email },
          subject: "x",
          content: [{ type: "text/html", value: "<p>y</p>" }],
        },
        {
          from: own.email,
          subject: "x",
          to: ["a@far.example", { email: "b@far.example", name: "B" }],
          html: "<p>y</p>",
        },
      ],
      [
        "/messages",
        {
          from: own.email,
          message: { toRecipients: [{ emailAddress: { address: "a@far.example" } }], body: "y" },
        },
        { from: own.email, to: ["a@far.example"], text: "y" },
      ],
      [
        "/messages",
        { From: own.email, To: "a@far.example", TextBody: "y" },
        { from: own.email, to: "a@far.example", text: "y" },
      ],
      [
        "/messages",
        { from: { email: own.email, name: "Desk, A" }, To: "a@far.example", body: "y" },
        { from: `"Desk, A" <${own.email}>`, to: "a@far.example", text: "y" },
      ],
      [
        events,
        { summary: "Walk", ...walk, end: { dateTime: "2031-05-05T11:00:00+02:00" } },
        {
          title: "Walk",
          start: "2031-05-05T10:00:00",
          end: "2031-05-05T11:00:00",
          timezone: "Europe/Berlin",
        },
      ],
    ];
    for (const [path, body, right] of bodies) {
      const { status, message } = await refusalOf({ method: "POST", path, body: { ...body } });
      const [, said = "null"] = all.exec(message) ?? [];
      expect([status, JSON.parse(said)]).toEqual([400, right]);
      await works(message, { method: "POST", path, body: JSON.parse(said) });
    }
    // What is not known might hold the mail back; two values of one field are two; two mails are not one, whose people see each other.
    const letter = { From: own.email, To: "a@far.example", TextBody: "y" };
    const meeting = { summary: "Walk", title: undefined, start: "2031-05-05T10:00:00+02:00" };
    const later = { ...meeting, end: "2031-05-05T11:00:00+02:00" };
    for (const [path, body] of [
      ["/messages", { from: own.email, draft: { To: "a@far.example", body: "y" } }],
      ["/messages", { from: own.email, hold: { To: "a@far.example", body: "y" } }],
      ["/messages", { ...letter, To: undefined, to: [{ to: "a@far.example" }, { to: "b@far.example" }] }],
      ["/messages", { ...letter, replyTo: { value: "c@far.example", only: "a@far.example" } }],
      ["/messages/ids", { messageIds: [own.id], deleted: "false" }],
      [events, { ...meeting, end: "2031-05-05T11:00:00" }],
      [events, { ...later, allDay: true }],
      [events, { ...later, start: { date: "2031-05-05", time: "10:00" } }],
      [
        events,
        { ...later, start: "2031-05-05T00:30:00+02:00", recurrence: { rule: "FREQ=WEEKLY;BYDAY=MO" } },
      ],
      [
        events,
        {
          ...later,
          start: "2030-10-27T02:30:00+01:00",
          end: "2030-10-27T03:30:00+01:00",
          tz: "Europe/Berlin",
        },
      ],
    ] as const) {
      const [method, at] = path === "/messages/ids" ? ["PATCH", "/messages"] : ["POST", path];
      const { status, message } = await refusalOf({ method, path: at, body: { ...body } });
      expect([status, message]).toEqual([400, expect.not.stringMatching(all)]);
    }
    for (const more of [
      { draft: true },
      { MessageStream: "x" },
      { recipients: "b@far.example" },
      { when: "soonish" },
    ]) {
      const { message } = await refusalOf({
        method: "POST",
        path: "/messages",
        body: { ...letter, ...more },
      });
      expect(message).not.toMatch(all);
      expect(message).toContain(Object.keys(more)[0]!);
    }
  });

  test("an id with a prefix, or without its hyphens, is answered with the id", async () => {
    const { id } = await t.address();
    for (const path of [
      `/messages/msg_${id}`,
      `/threads/${id.replaceAll("-", "")}`,
      `/messages?thread_id=thr_${id}`,
    ])
      expect((await refusalOf({ method: "GET", path })).message).toMatch(
        new RegExp(`[Dd]id you mean "?${id}"?\\?`),
      );
  });

  test("an id of another kind says its kind at every path, and a call that reads it", async () => {
    const own = await t.address();
    const { id } = await t.api.must<{ id: string }>(
      201,
      t.api.post("/messages", { from: own.email, to: "a@far.example", text: "x" }),
    );
    const { thread_id: thread } = await t.api.must<{ thread_id: string }>(200, t.api.get(`/messages/${id}`));
    const limited = await restrictedKey(t.api, [(await t.address()).id]);
    const nowhere = "0197c3d2-7a11-7000-8000-000000000000";
    for (const [path, given, says] of [
      ["/drafts/{id}", id, "a message, and a draft is meant"],
      ["/attachments/{id}", id, "a message, and a file is meant"],
      ["/identities/{id}", thread, "a thread, and an address is meant"],
      ["/identities/{id}/calendar/events", id, "a message, and an address is meant"],
      ["/webhooks/{id}", own.id, "an address, and a webhook is meant"],
      ["/reviews/{id}", id, "a message, and a review is meant"],
    ] as const) {
      const { status, message } = await refusalOf({ method: "GET", path: path.replace("{id}", given) });
      expect([path, status, message]).toEqual([
        path,
        404,
        expect.stringContaining(`${given} is the id of ${says}`),
      ]);
      const [, reads = message] = /GET \/api\/v1(\S+) reads it/.exec(message) ?? [];
      await works(path, { method: "GET", path: reads });
      // Not yours and not there look the same.
      expect((await limited.get(path.replace("{id}", given))).text).toBe(
        (await limited.get(path.replace("{id}", nowhere))).text,
      );
    }
  });

  test("a value beyond its bounds says how much it has, and a switch what it takes", async () => {
    const own = await t.address();
    const letter = { from: own.email, to: "a@far.example", text: "y" };
    for (const [call, says] of [
      [
        { method: "POST", path: "/messages/batch", body: { messages: Array(101).fill(letter) } },
        "not of 101.",
      ],
      [{ method: "POST", path: "/messages", body: { ...letter, subject: "x".repeat(999) } }, "not of 999."],
      [
        { method: "GET", path: `/messages?identity_id=${own.id}&is_read=maybe` },
        'must be true or false, not "maybe".',
      ],
      [
        { method: "POST", path: "/messages", body: { ...letter, attachments: ["/tmp/a.pdf"] } },
        'must be an object with filename, content_type, content, url, content_id, inline, not "/tmp/a.pdf".',
      ],
      [
        { method: "POST", path: "/messages", body: { from: own.email, text: "y" } },
        "Add it: an email address",
      ],
      [{ method: "DELETE", path: "/suppressions?email=a@far.example" }, "a@far.example is not suppressed."],
    ] as const) {
      const { message } = await refusalOf(call as ForeignCall);
      expect(message).toContain(says);
    }
  });

  test("a key that comes in another form is told so, and never repeated", async () => {
    const key = t.api.key!;
    const forms: readonly (readonly [headers: Record<string, string>, says: string])[] = [
      [{ authorization: `Token ${key}` }, "Authorization: Token is not read."],
      [{ authorization: `Basic ${btoa(`api:${key}`)}` }, "Authorization: Basic is not read."],
      [{ authorization: key }, "The word Bearer is missing before the key."],
      [{ authorization: `Bearer Bearer ${key}` }, "Bearer stands there twice."],
      [{ authorization: `Bearer "${key}"` }, "The key stands in quotes or brackets"],
      [{ authorization: "", "x-api-key": key }, "The header x-api-key is not read."],
      [{ authorization: `Bearer ${key.slice(0, 20)}` }, "This one is none: a key begins with pr_"],
      [{ authorization: "Bearer sk-live-1234" }, "This one is none: a key begins with pr_"],
      [{ authorization: `Hawk id=${key}` }, "Authorization begins with another word than Bearer."],
    ];
    for (const [headers, says] of forms) {
      const { status, message } = await refusalOf({ method: "GET", path: "/threads", headers });
      expect([status, message]).toEqual([401, expect.stringContaining(says)]);
      expect(message).not.toContain(key.slice(3, 20));
      const [scheme = ""] = /Authorization: Bearer /.exec(message) ?? [];
      await works(says, {
        method: "GET",
        path: "/threads",
        headers: { authorization: `${scheme.slice("Authorization: ".length)}${key}` },
      });
    }
  });

  test("a sender may be named by its id or its name, as any address", async () => {
    const own = await t.address({ local_part: "namedsender" });
    const limited = await restrictedKey(t.api, [(await t.address()).id]);
    const letter = { to: "a@far.example", subject: "x", text: "y" };
    for (const from of [own.id, "namedsender", own.email]) {
      const { id } = await t.api.must<{ id: string }>(201, t.api.post("/messages", { ...letter, from }));
      const sent = await t.api.must<{ from: { email: string } }>(200, t.api.get(`/messages/${id}`));
      expect(sent.from.email).toBe(own.email);
      const beyond = await limited.post("/messages", { ...letter, from });
      expect(beyond.status).toBeGreaterThanOrEqual(400);
      expect(beyond.text).not.toContain(own.email);
    }
  });

  test("the id of a draft, an address or a label says so where a message or a thread is meant", async () => {
    const own = await t.address();
    const limited = await restrictedKey(t.api, [(await t.address()).id]);
    const draft = await t.api.must<{ id: string }>(
      201,
      t.api.post("/drafts", { identity_id: own.id, to: "a@far.example" }),
    );
    const label = await t.api.must<{ id: string }>(
      201,
      t.api.post("/labels", { identity_id: own.id, name: "L" }),
    );
    for (const id of [draft.id, own.id, label.id])
      for (const path of [`/messages/${id}`, `/threads/${id}`]) {
        const { status, message } = await refusalOf({ method: "GET", path });
        const [, list = message] = /GET \/api\/v1(\/\S+)/.exec(message) ?? [];
        expect([path, status, message.startsWith(id)]).toEqual([path, 404, true]);
        await works(path, { method: "GET", path: list });
        // Not yours and not there look the same.
        const nowhere = path.replace(id, "0197c3d2-7a11-7000-8000-000000000000");
        expect((await limited.get(path)).text).toBe((await limited.get(nowhere)).text);
      }
    const [mail] = (
      await t.api.get<PageOf<{ thread_id: string }>>(
        `/messages?identity_id=${(await sentTo(own.email)).id}&wait=30`,
      )
    ).json.data;
    const answer = { from: own.email, to: "a@far.example", text: "y", in_reply_to: mail!.thread_id };
    const { message } = await refusalOf({ method: "POST", path: "/messages", body: answer });
    const [, list = message] = /GET \/api\/v1(\/\S+)/.exec(message) ?? [];
    await works("in_reply_to", { method: "GET", path: list });
  });

  /** An address that has a mail of this one. */
  async function sentTo(from: string) {
    const to = await t.address();
    await t.api.must(201, t.api.post("/messages", { from, to: to.email, text: "x" }));
    return to;
  }

  test("who is refused is said with the way on, and a body that was encoded twice too", async () => {
    const own = await t.address();
    const listed = await t.address({ send_policy: "list" });
    await t.api.must(201, t.api.post("/suppressions", { email: "gone@far.example" }));
    const letter = { from: own.email, to: "gone@far.example", text: "y" };
    const gone = await refusalOf({ method: "POST", path: "/messages", body: letter });
    expect([gone.status, gone.message]).toEqual([
      422,
      expect.stringContaining("DELETE /api/v1/suppressions/{id} ends it"),
    ]);
    const found = await t.api.get<PageOf<{ id: string }>>("/suppressions?email=gone@far.example");
    await works("suppressed", { method: "DELETE", path: `/suppressions/${found.json.data[0]!.id}` });
    await works("sent", { method: "POST", path: "/messages", body: letter });
    const body = { from: listed.email, to: "new@far.example", text: "y" };
    const unlisted = await refusalOf({ method: "POST", path: "/messages", body });
    expect(unlisted.message).toContain("PUT /api/v1/identities/{id}/send-list");
    await works("list", {
      method: "PUT",
      path: `/identities/${listed.id}/send-list`,
      body: { entries: ["new@far.example"] },
    });
    await works("sent", { method: "POST", path: "/messages", body });
    const twice = await refusalOf({
      method: "POST",
      path: "/messages",
      body: JSON.stringify(JSON.stringify(letter)),
    });
    expect(twice.message).toContain("encode it as JSON once");
  });
});
