// The whole call at the end of a refusal, which is made as it stands there and works. DECISIONS Errors
// Long: one table.
import { expect, test } from "bun:test";
import type { Refusal } from "../support/app/api.ts";
import { eachApp } from "../support/app/app.ts";

type Wrong = readonly [
  method: string,
  path: string,
  body: object | string | undefined,
  right: string | null,
  headers?: Record<string, string>,
];

eachApp("right calls", (t) => {
  test("end a refusal of a path, a method, a query or a body, and work", async () => {
    const own = await t.address({ local_part: "rightful" });
    const other = await t.address();
    const regional = await t.address({ local_part: "sales-de" });
    const nowhere = "0197c3d2-7a11-7000-8000-000000000000";
    const letter = { from: own.email, to: "a@far.example", subject: "x", text: "y" };
    await t.api.must(201, t.api.post("/messages", { ...letter, from: other.email, to: own.email }));
    const [mail] = await t.api.must<{ id: string; thread_id: string }[]>(
      200,
      t.api.get(`/messages?identity_id=${own.id}&wait=30`),
    );
    const { id, thread_id: thread } = mail!;
    const label = await t.api.must<{ id: string }>(
      201,
      t.api.post("/labels", { identity_id: own.id, name: "rightful-label" }),
    );
    await t.api.must(201, t.api.post("/labels", { identity_id: own.id, name: "a labél" }));
    const draft = await t.api.must<{ id: string }>(
      201,
      t.api.post("/drafts", { identity_id: own.id, to: "a@far.example" }),
    );
    const later = await t.api.must<{ id: string }>(
      201,
      t.api.post("/drafts", { identity_id: own.id, to: "a@far.example" }),
    );
    const mailed = `POST /api/v1/messages ${JSON.stringify(letter)}`;
    const [from, user] = [own.email, encodeURI(own.email)];
    const nearOwn = from.replace("rightful", "rightfull");
    const people = [{ to: [{ email: "a@far.example" }], cc: [{ email: "b@far.example" }] }];
    const table: Wrong[] = [
      // Paths of other services, and misspelt ones.
      ["POST", "!/emails", letter, mailed],
      ["POST", "!/email", { From: from, To: "a@far.example", Subject: "x", TextBody: "y" }, mailed],
      ["POST", "!/v1/messages", letter, mailed],
      ["POST", "!/v3/far.example/messages", letter, mailed],
      [
        "POST",
        "!/v3/mail/send",
        {
          personalizations: people,
          from: { email: from },
          subject: "x",
          content: [{ type: "text/plain", value: "y" }],
        },
        `POST /api/v1/messages {"from":"${from}","subject":"x","to":[{"email":"a@far.example"}],"cc":[{"email":"b@far.example"}],"text":"y"}`,
      ],
      [
        "POST",
        `!/v3/grants/${user}/messages/send`,
        { to: "a@far.example", subject: "x", body: "y" },
        `POST /api/v1/messages {"from":"${from}","to":"a@far.example","subject":"x","text":"y"}`,
      ],
      ["GET", `!/v0/inboxes/${user}/messages`, undefined, `GET /api/v1/messages?identity_id=${from}`],
      [
        "GET",
        "!/gmail/v1/users/me/messages?q=is:unread",
        undefined,
        "GET /api/v1/messages/search?q=is:unread",
      ],
      [
        "POST",
        `!/gmail/v1/users/me/messages/${id}/modify`,
        { removeLabelIds: ["UNREAD"] },
        `PATCH /api/v1/messages/${id} {"is_read":true}`,
      ],
      [
        "POST",
        `!/gmail/v1/users/me/messages/${id}/trash`,
        undefined,
        `PATCH /api/v1/messages/${id} {"folder":"trash"}`,
      ],
      ["GET", `/message/${id}`, undefined, `GET /api/v1/messages/${id}`],
      ["GET", "/Messages?is_read=false", undefined, "GET /api/v1/messages?is_read=false"],
      [
        "POST",
        `/messages/${id}/reply_all`,
        { text: "y" },
        `POST /api/v1/messages/${id}/reply-all {"text":"y"}`,
      ],
      [
        "POST",
        `/messages/${id}/labels/${label.id}`,
        undefined,
        `PATCH /api/v1/messages {"ids":["${id}"],"add_label_ids":["${label.id}"]}`,
      ],
      [
        "DELETE",
        `/messages/${id}/labels/rightful-label`,
        undefined,
        `PATCH /api/v1/messages {"ids":["${id}"],"remove_label_ids":["rightful-label"]}`,
      ],
      [
        "POST",
        `/messages/${id}/labels/a%20lab%C3%A9l`,
        undefined,
        `PATCH /api/v1/messages {"ids":["${id}"],"add_label_ids":["a labél"]}`,
      ],
      ["POST", `/messages/${id}/labels/a%22,%22b`, undefined, null],
      [
        "PUT",
        `/drafts/${draft.id}`,
        { subject: "new" },
        `PATCH /api/v1/drafts/${draft.id} {"subject":"new"}`,
      ],
      ["GET", `/threads/${thread}/attachments`, undefined, `GET /api/v1/messages?thread_id=${thread}`],
      ["GET", "/search?query=y", undefined, "GET /api/v1/messages/search?q=y"],
      ["GET", "/search", undefined, null],
      [
        "POST",
        `/identities/${own.id}/messages`,
        { to: "a@far.example", subject: "x", text: "y" },
        mailed.replace(`"from":"${from}"`, `"from":"${own.id}"`),
      ],
      [
        "GET",
        `/calendar/events?address=${from}&after=2031-05-01`,
        undefined,
        `GET /api/v1/identities/${encodeURIComponent(from)}/calendar/events?after=2031-05-01`,
      ],
      // A mail that answers a message: from its address, or to its sender.
      ["POST", "/messages", { in_reply_to: id, text: "y" }, `POST /api/v1/messages/${id}/reply {"text":"y"}`],
      [
        "POST",
        "/messages",
        { in_reply_to: id, to: "a@far.example", text: "y" },
        `POST /api/v1/messages {"from":"${from}","in_reply_to":"${id}","to":"a@far.example","text":"y"}`,
      ],
      ["POST", "/messages", { in_reply_to: thread, text: "y" }, null],
      [
        "PATCH",
        `/messages/${id}`,
        { add_label_ids: ["rightful-label"], is_read: true },
        `PATCH /api/v1/messages {"ids":["${id}"],"add_label_ids":["rightful-label"],"is_read":true}`,
      ],
      ["PATCH", `/messages/${id}`, { labels: ["rightful-label", "another"] }, null],
      // A name alone is one of the default domain; a domain alone is no name.
      ["POST", "/identities", { name: "Bo", domain: t.domain }, null],
      ["POST", "/identities", { local_part: "so lo" }, null],
      ["POST", "/messages", { ...letter, sendAt: "2099-01-01T00:00:00Z" }, null],
      [
        "GET",
        `/messages?identity_id=${own.id}&sort=-created_at`,
        undefined,
        `GET /api/v1/messages?identity_id=${own.id}&order=desc`,
      ],
      // Fields and values.
      ["POST", "/messages", { ...letter, text: undefined, txt: "y" }, mailed],
      ["PATCH", `/messages/${id}`, { read: "true" }, `PATCH /api/v1/messages/${id} {"is_read":true}`],
      ["PATCH", `/messages/${id}`, { archived: true }, `PATCH /api/v1/messages/${id} {"folder":"archive"}`],
      [
        "PATCH",
        `/threads/${thread}`,
        { state: "Closed" },
        `PATCH /api/v1/threads/${thread} {"status":"resolved"}`,
      ],
      [
        "POST",
        "/webhooks",
        { url: "https://example.com/x", event_type: "message_received" },
        'POST /api/v1/webhooks {"url":"https://example.com/x","event_types":["message.received"]}',
      ],
      ["GET", "/messages?isRead=false&limit=1000", undefined, "GET /api/v1/messages?limit=200&is_read=false"],
      ["GET", "/messages?unread=true", undefined, "GET /api/v1/messages?is_read=false"],
      ["GET", "/threads?label=rightful-label", undefined, "GET /api/v1/threads?label_id=rightful-label"],
      ["POST", "/messages", { ...letter, subject: 4711 }, mailed.replace('"x"', '"4711"')],
      ["GET", "/identities/rightfull@agents.example", undefined, `GET /api/v1/identities/${from}`],
      [
        "POST",
        `!/v0/inboxes/${user}/drafts`,
        { to: "a@far.example" },
        `POST /api/v1/drafts {"identity_id":"${from}","to":"a@far.example"}`,
      ],
      [
        "POST",
        `!/v0/inboxes/${user}/messages/${id}/reply`,
        { text: "y" },
        `POST /api/v1/messages/${id}/reply {"text":"y"}`,
      ],
      [
        "PUT",
        `!/v3/grants/${user}/messages/${id}`,
        { unread: false },
        `PATCH /api/v1/messages/${id} {"is_read":true}`,
      ],
      [
        "POST",
        "!/emails/batch",
        [letter],
        `POST /api/v1/messages/batch ${JSON.stringify({ messages: [letter] })}`,
      ],
      ["POST", "/messages", { ...letter, cc: null, subject: ["x"] }, mailed],
      [
        "POST",
        `/threads/${thread}/notes`,
        { note: "x" },
        `POST /api/v1/threads/${thread}/notes {"text":"x"}`,
      ],
      ["DELETE", `/drafts?id=${draft.id}`, undefined, `DELETE /api/v1/drafts/${draft.id}`],
      [
        "POST",
        "/messages/wait",
        { identity: "rightful", timeout: 0 },
        'POST /api/v1/messages/wait {"address":"rightful","wait":0}',
      ],
      ["POST", "/next", { inbox: own.id, wait: "0" }, `POST /api/v1/next {"wait":0,"address":"${own.id}"}`],
      // Forms, and JSON that says it is none.
      [
        "POST",
        "/drafts",
        `subject=x&identity_id=${own.id}`,
        `POST /api/v1/drafts {"subject":"x","identity_id":"${own.id}"}`,
        { "content-type": "application/x-www-form-urlencoded" },
      ],
      [
        "POST",
        "/drafts",
        `{"identity_id":"${own.id}"}`,
        `POST /api/v1/drafts {"identity_id":"${own.id}"}`,
        { "content-type": "text/plain" },
      ],
      [
        "POST",
        "/messages",
        `from=${encodeURIComponent(from)}&to=a%40far.example&to=b%40far.example&subject=x&text=y`,
        mailed.replace('"a@far.example"', '["a@far.example","b@far.example"]'),
        { "content-type": "application/x-www-form-urlencoded" },
      ],
      ["POST", "/messages", `{'from': '${from}', 'to': 'a@far.example', 'subject': 'x', text: 'y',}`, mailed],
      ["GET", `!/gmail/v1/users/${user}/messages`, undefined, `GET /api/v1/messages?identity_id=${from}`],
      [
        "POST",
        `/identities/${own.id}/calendar/events`,
        { title: "x", start: "2031-05-05T09:00:00", end: "2031-05-05T10:00:00", timeZone: "Berlin" },
        `POST /api/v1/identities/${own.id}/calendar/events {"title":"x","start":"2031-05-05T09:00:00","end":"2031-05-05T10:00:00","timezone":"Europe/Berlin"}`,
      ],
      // A misspelt address of one's own is right alone where one's own is meant.
      [
        "POST",
        "/messages",
        { ...letter, from: nearOwn, subject: nearOwn },
        mailed.replace('"x"', `"${nearOwn}"`),
      ],
      ["GET", `/messages?identity_id=${nowhere}&from=${nearOwn}`, undefined, null],
      ["GET", `/messages?identity_id=${from}&thread_id=${nowhere}`, undefined, null],
      ["DELETE", `/identities/${nearOwn}`, undefined, null],
      ["GET", `/identities/${regional.email.replace("-de", "-dk")}`, undefined, null],
      // An empty id; the end of one path; a call that takes back what has left; an event kind by its verb.
      ["POST", "/reviews//approve", {}, null],
      ["GET", "/codes", undefined, null],
      // Of what is no mail, and by another verb, another thing happened.
      ["POST", "/webhooks", { url: "https://far.example/hook", event_types: ["domain.rejected"] }, null],
      ["POST", "/webhooks", { url: "https://far.example/hook", event_types: ["subscription.expired"] }, null],
      ["POST", `/messages/${id}/recall`, undefined, null],
      [
        "POST",
        "/webhooks",
        { url: "https://far.example/hook", event_types: ["message.labelled"] },
        'POST /api/v1/webhooks {"url":"https://far.example/hook","event_types":["thread.labelled"]}',
      ],
      // What a field says another call does, or a part of another field.
      [
        "POST",
        "/messages",
        { ...letter, draft: true },
        `POST /api/v1/drafts ${JSON.stringify({ identity_id: from, to: letter.to, subject: letter.subject, text: letter.text })}`,
      ],
      [
        "PATCH",
        `/drafts/${later.id}`,
        { scheduled_for: "in 3 days" },
        `POST /api/v1/drafts/${later.id}/schedule {"send_at":"in 3 days"}`,
      ],
      [
        "PATCH",
        `/threads/${id}`,
        { status: "waiting" },
        `PATCH /api/v1/threads/${thread} {"status":"waiting"}`,
      ],
      ["GET", `/threads/${id.toUpperCase()}/notes`, undefined, `GET /api/v1/threads/${thread}/notes`],
      ["DELETE", `/threads/${id}`, undefined, null],
      [
        "POST",
        "/messages",
        { ...letter, footer: "Ann" },
        mailed.replace(`"text":"${letter.text}"`, `"text":"${letter.text}\\n\\nAnn"`),
      ],
      ["POST", "/messages", { ...letter, importance: "low" }, mailed],
      [
        "POST",
        "/messages",
        { ...letter, to: "a@far.example; b@far.example" },
        mailed.replace('"to":"a@far.example"', '"to":["a@far.example","b@far.example"]'),
      ],
      ["POST", "/messages", { ...letter, delay: "3 days" }, mailed.replace(/}$/, ',"send_at":"in 3 days"}')],
      [
        "POST",
        `/identities/${own.id}/calendar/events`,
        { title: "x", start: "2031-05-05T09:00:00", length: "90m", timezone: "UTC" },
        `POST /api/v1/identities/${own.id}/calendar/events {"title":"x","start":"2031-05-05T09:00:00","timezone":"UTC","end":"2031-05-05T10:30:00"}`,
      ],
      [
        "PATCH",
        `/threads/${thread}`,
        { metadata: [{ name: "case", value: "7" }] },
        `PATCH /api/v1/threads/${thread} {"metadata":{"case":"7"}}`,
      ],
      ["GET", "/threads?metadata[case]=7", undefined, "GET /api/v1/threads?metadata=case:7"],
      ["GET", `/events?kinds=message.sent`, undefined, "GET /api/v1/events?type=message.sent"],
      ["POST", "/next", { address: from, wait_ms: 1500 }, `POST /api/v1/next {"address":"${from}","wait":2}`],
      ["GET", `/next?address=${from}&wait=1`, undefined, `POST /api/v1/next {"address":"${from}","wait":1}`],
      ["POST", "/messages/search", { query: "x" }, "GET /api/v1/messages/search?q=x"],
      [
        "PATCH",
        "/messages",
        { ids: [id], state: "unseen" },
        `PATCH /api/v1/messages {"ids":["${id}"],"is_read":false}`,
      ],
      [
        "POST",
        `/threads/${thread}/comments`,
        { text: "y" },
        `POST /api/v1/threads/${thread}/notes {"text":"y"}`,
      ],
      // Nothing is proposed that would do another thing: a draft does not leave, nobody is added, nothing is lost.
      ["POST", `!/v0/inboxes/${user}/drafts`, { to: "a@far.example", text: "y".repeat(5000) }, null],
      ["POST", `!/v0/inboxes/${user}/drafts`, { to: "a@far.example", text: "a\0" }, null],
      ["POST", `/drafts/${draft.id}/send`, "at noon", null, { "content-type": "text/plain" }],
      ["GET", `/drafts/${draft.id}/unschedule`, undefined, null],
      ["DELETE", `/threads/${thread}/messages`, undefined, null],
      ["PATCH", `/identities/${own.id}/protection`, { inbound: "off" }, null],
      ["GET", "/messages?order=dsc", undefined, null],
      ["GET", `/messages?identity_id=${own.id},${other.id}`, undefined, null],
      ["PATCH", `/messages/${id}`, { folder: ["inbox", "trash"] }, null],
      ["POST", "/next", { address: [from, other.email], wait: 0 }, null],
      ["POST", "/next", { address: null, wait: 0 }, null],
      // What takes an item is asked for by who reads alone.
      ["DELETE", "/next", undefined, null],
      ["PUT", "/next", { ack: "abc" }, null],
      ["PATCH", `/threads/${thread}`, { label: ".." }, null],
      // A signature that is kept elsewhere, and one of two values of a name.
      ["POST", "/messages", { ...letter, signature: "Default" }, null],
      ["POST", "/messages", { ...letter, signature: "{{signature}}" }, null],
      ["POST", "/messages", { ...letter, footer: "letters/foot.txt" }, null],
      [
        "POST",
        "/messages",
        {
          ...letter,
          headers: [
            { name: "X-A", value: "1" },
            { name: "X-A", value: "2" },
          ],
        },
        null,
      ],
      ["POST", "/api-keys", { name: "x", identity_ids: null }, null],
      [
        "POST",
        "/messages",
        `{"from":"${from}","to":"a@far.example","message":{"text":"y","__proto__":{"bcc":"b@far.example"}}}`,
        null,
      ],
      ["POST", "/webhooks", { url: "https://a:secret@far.example/x", event_type: "message.received" }, null],
      ["POST", "/messages", { ...letter, bc: "b@far.example" }, null],
      ["POST", `!/v3/grants/${encodeURI(other.email)}/messages/send`, letter, null],
      ["GET", `/identities/${from.replace("rightful", "rightmost")}`, undefined, null],
      ["GET", "/messages?is_unreed=true", undefined, null],
      ["GET", "/messages?is_read=false&page=2", undefined, null],
      ["PUT", "/identities", {}, null],
      ["GET", `/threads/${thread}/notes/x`, undefined, null],
      ["POST", `/threads/${thread}/reply`, { text: "y" }, null],
    ];
    for (const [method, path, body, right, headers] of table) {
      const place = path.startsWith("!") ? path.slice(1) : `/api/v1${path}`;
      const ask = (asked: string, at: string, sent: object | string | undefined, more: object = {}) =>
        fetch(`${t.api.base}${at}`, {
          method: asked,
          headers: {
            authorization: `Bearer ${t.api.key}`,
            ...(sent !== undefined && { "content-type": "application/json" }),
            ...more,
          },
          ...(sent !== undefined && { body: typeof sent === "string" ? sent : JSON.stringify(sent) }),
        });
      const refused = await ask(method, place, body, headers);
      const { message } = ((await refused.json()) as Refusal).error;
      const [, call = null] = / Right: (.*)$/.exec(message) ?? [];
      expect([method, path, refused.status >= 400, call]).toEqual([method, path, true, right]);
      if (call === null) continue;
      const [, verb = "", url = "", json] = /^(\S+) (\S+)(?: (.*))?$/.exec(call) ?? [];
      const done = await ask(verb, url, json);
      expect([call, done.status < 300 ? "" : await done.text()]).toEqual([call, ""]);
    }
  });

  test("a misspelt address is near to one of its own domain, that the key reaches", async () => {
    const far = await t.address({ local_part: "harbour" });
    const near = await t.api.must<{ id: string }>(
      201,
      t.api.post("/domains", { domain: `x${t.domain.slice(1)}` }),
    );
    const long = await t.address({ local_part: "a-name-of-many-letters", domain_id: near.id });
    const [, ownDomain] = long.email.split("@");
    const { token } = await t.api.must<{ token: string }>(
      201,
      t.api.post("/api-keys", { name: "one", identity_ids: [long.id] }),
    );
    const meant = async (email: string, key = t.api.key) => {
      const asked = await fetch(`${t.api.base}/api/v1/messages?identity_id=${email}`, {
        headers: { authorization: `Bearer ${key}` },
      });
      const { message } = ((await asked.json()) as Refusal).error;
      return [asked.status, / Right: (.*)$/.exec(message)?.[1] ?? null];
    };
    const list = "GET /api/v1/messages?identity_id=";
    expect(await meant(far.email.replace("harbour", "harbor"))).toEqual([404, `${list}${far.email}`]);
    // Its domain is another one of the key's, of whose names none is near.
    expect(await meant(`harbor@${ownDomain}`)).toEqual([404, null]);
    // What the key does not reach is not named, nor is its domain one of the key's.
    expect(await meant(far.email.replace("harbour", "harbor"), token)).toEqual([404, null]);
    expect(await meant(`a-name-of-many-leters@${t.domain}`, token)).toEqual([404, `${list}${long.email}`]);
  });

  test("have the one address that a key reaches, and name those that there are", async () => {
    const own = await t.address();
    const other = await t.address();
    const key = async (...ids: string[]) => {
      const { token } = await t.api.must<{ token: string }>(
        201,
        t.api.post("/api-keys", { name: "some", identity_ids: ids }),
      );
      return token;
    };
    const [one, both] = [await key(own.id), await key(own.id, other.id)];
    const told = async (token: string, method: string, path: string, body?: object) => {
      const asked = await fetch(`${t.api.base}/api/v1${path}`, {
        method,
        headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
        ...(body && { body: JSON.stringify(body) }),
      });
      return ((await asked.json()) as Refusal).error.message;
    };
    const letter = { to: "a@far.example", subject: "x", text: "y" };
    expect(await told(one, "POST", "/messages", letter)).toEndWith(
      ` There is ${own.email}. Right: POST /api/v1/messages ${JSON.stringify({ from: own.email, ...letter })}`,
    );
    expect(await told(one, "GET", "/mailboxes/inbox")).toEndWith(
      ` Right: GET /api/v1/mailboxes/inbox?identity_id=${own.email}`,
    );
    expect(await told(both, "POST", "/messages", letter)).toEndWith(
      ` There are ${other.email}, ${own.email}.`,
    );
    // An address that is not there is told apart from the one that is, and is not taken for it.
    expect(await told(one, "GET", "/threads?identity_id=nobody@far.example")).toEndWith(
      ` There is ${own.email}.`,
    );
    const draft = await t.api.must<{ id: string; thread_id: string }>(
      201,
      t.api.post("/drafts", { identity_id: own.id, to: "a@far.example" }),
    );
    expect(await told(one, "GET", `/messages/${draft.id}`)).toEndWith(
      ` Right: GET /api/v1/drafts/${draft.id}`,
    );
    expect(await told(one, "GET", `/threads?identity_id=${draft.id}`)).toBe(
      `${draft.id} is the id of a draft, and an address is meant. GET /api/v1/drafts/${draft.id} reads it.`,
    );
    // What changes something is told in a sentence alone.
    expect(await told(one, "PATCH", `/messages/${draft.id}`, { is_read: true })).not.toContain(" Right: ");
  });

  test("have the end that is so long after the begin, where the clocks change between", async () => {
    const own = await t.address();
    const event = { title: "x", start: "2031-03-30T01:30:00", timezone: "Europe/Berlin" };
    const path = `/identities/${own.id}/calendar/events`;
    const { json } = await t.api.post<Refusal>(path, { ...event, duration: 60 });
    expect(json.error.message).toEndWith(
      ` Right: POST /api/v1${path} ${JSON.stringify({ ...event, end: "2031-03-30T03:30:00" })}`,
    );
  });
});
