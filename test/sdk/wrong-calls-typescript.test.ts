// Wrong calls that a program of JavaScript writes, which no compiler has checked: each is refused with what would be right, and that
// works. What runtimes and test runners ask of any object is undefined. DECISIONS Errors
import { expect, test } from "bun:test";
import { systemClock } from "../../src/lib/clock.ts";
import { Postroom } from "../../src/sdk/typescript/index.ts";
import { eachApp } from "../support/app/app.ts";
import { storeKinds } from "../support/app/database.ts";

type Loose = Record<string, Record<string, (...given: unknown[]) => unknown>>;
type WrongUse = readonly [
  name: string,
  wrong: () => unknown,
  says: RegExp,
  right: (found: RegExpExecArray) => unknown,
];

/** What a call throws or rejects with. */
async function refusalOf(call: () => unknown): Promise<string> {
  try {
    await call();
    return "was taken";
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

eachApp("wrong calls of JavaScript", (t) => {
  // On one database: what the SDK says has none.
  test.skipIf(t.kind !== storeKinds[0])("are answered with the right one, which then works", async () => {
    const client = new Postroom({ baseUrl: t.api.base, apiKey: t.api.key!, retries: 0 });
    const loose = client as unknown as Loose & Record<string, (...given: unknown[]) => unknown>;
    const own = await t.address();
    const letter = { from: own.email, to: "ada@far.example", subject: "x", text: "y" };
    await client.messages.send({ ...letter, to: own.email });
    const mail = (await client.messages.wait({ identity_id: own.id }))!;
    /** The member of the client that a refusal names. */
    const named = ([, group, name]: RegExpExecArray) => loose[group!]![name!]!;
    const member = /mean client\.(\w+)\.(\w+)\b/;
    const shown = /client\.(\w+)\.(\w+)\(/;
    const table: readonly WrongUse[] = [
      [
        "a method of another client",
        () => loose.messages!.create!(letter),
        member,
        (found) => named(found)(letter),
      ],
      [
        "a misspelt method",
        () => loose.messages!.serch!({ q: "x" }),
        member,
        (found) => named(found)({ q: "x" }),
      ],
      [
        "a method in other case",
        () => loose.messages!.replyall!(mail.id),
        member,
        (found) => named(found)(mail.id, { text: "y" }),
      ],
      [
        "a method by its path",
        () => loose.messages!.batch!([letter]),
        member,
        (found) => named(found)({ messages: [letter] }),
      ],
      [
        "a group of another client",
        () => loose.inboxes!.list!(),
        /mean client\.(identities)\./,
        ([, group]) => loose[group!]!.list!(),
      ],
      [
        "a group of one",
        () => loose.message!.send!(letter),
        /mean client\.(messages)\./,
        ([, group]) => loose[group!]!.send!(letter),
      ],
      [
        "a group in snake case",
        () => loose.api_keys!.list!(),
        /mean client\.(apiKeys)\./,
        ([, group]) => loose[group!]!.list!(),
      ],
      ["a call without its group", () => loose.send!(letter), member, (found) => named(found)(letter)],
      [
        "a mark as read",
        () => loose.messages!.markRead!(mail.id),
        /update\(id, \{ (is_read): true \}\)/,
        ([, field]) => client.messages.update(mail.id, { [field!]: true }),
      ],
      [
        "the messages of a thread",
        () => loose.threads!.messages!(mail.thread_id),
        /list\(\{ (thread_id) \}\)/,
        ([, field]) => client.messages.list({ [field!]: mail.thread_id }),
      ],
      [
        "a thread that is closed",
        () => loose.threads!.close!(mail.thread_id),
        /status: "(\w+)"/,
        ([, status]) => client.threads.update(mail.thread_id, { status: status as "resolved" }),
      ],
      [
        "a text for the fields",
        () => loose.messages!.send!("ada@far.example"),
        shown,
        (found) => named(found)(letter),
      ],
      [
        "four texts",
        () => loose.messages!.send!(own.email, "ada@far.example", "x", "y"),
        shown,
        (found) => named(found)(letter),
      ],
      [
        "a list for the fields",
        () => loose.messages!.sendMany!([letter]),
        shown,
        (found) => named(found)({ messages: [letter] }),
      ],
      [
        "a text to answer with",
        () => loose.messages!.reply!(mail.id, "y"),
        /reply\(id, \{ text: "y" \}\)/,
        () => client.messages.reply(mail.id, { text: "y" }),
      ],
      [
        "an id among the fields",
        () => loose.messages!.reply!({ message_id: mail.id, text: "y" }),
        /\{id\} is missing: client\.messages\.reply\(id, /,
        () => client.messages.reply(mail.id, { text: "y" }),
      ],
      [
        "no id",
        () => loose.messages!.get!(),
        /\{id\} is missing: client\.messages\.get\(id, /,
        () => client.messages.get(mail.id),
      ],
      [
        "a list of ids",
        () => loose.messages!.delete!([mail.id]),
        /give the id of one, client\.messages\.delete\(id\)/,
        () => client.messages.get(mail.id),
      ],
      [
        "seconds to wait",
        () => loose.messages!.wait!(1),
        shown,
        (found) => named(found)({ identity_id: own.id, timeout: 0 }),
      ],
      [
        "words of a search",
        () => loose.messages!.search!({ query: "y" }),
        /Right: client\.messages\.search\((\{"q":"y"\})\)$/,
        ([, fields]) => client.messages.search(JSON.parse(fields!)),
      ],
      [
        "milliseconds to wait",
        () => loose.messages!.wait!({ identity_id: own.id, timeoutMs: 500 }),
        /no timeoutMs\. Right: client\.messages\.wait\((\{.*"timeout":0\.5\})\)$/,
        ([, fields]) => client.messages.wait(JSON.parse(fields!)),
      ],
      [
        "next of an email",
        () => loose.next!(own.email),
        /Right: client\.next\(\{"address":/,
        () => client.next({ address: own.email, wait: 0 }),
      ],
      [
        "a key of repeats in snake case",
        () => loose.messages!.send!(letter, { idempotency_key: "once" }),
        /mean (\w+)\?/,
        ([, name]) => loose.messages!.send!(letter, { [name!]: "once" }),
      ],
      [
        "an option that no call has",
        () => loose.threads!.list!({ limit: 1 }, { cache: true }),
        /A call has (timeoutMs), /,
        ([, name]) => loose.threads!.list!({ limit: 1 }, { [name!]: 10_000 }),
      ],
      [
        "an id too many",
        () => loose.messages!.getCodes!(mail.id, mail.thread_id),
        shown,
        (found) => named(found)(mail.id),
      ],
      [
        "a number to acknowledge",
        () => loose.next!({ address: own.email, wait: 0, ack: 42 }),
        /give the item that (next) answered/,
        ([, name]) => loose[name!]!({ address: own.email, wait: 0, ack: { item: null } }),
      ],
      [
        "a move",
        () => loose.messages!.move!(mail.id, "archive"),
        /update\(id, \{ (folder) \}\)/,
        ([, field]) => client.messages.update(mail.id, { [field!]: "archive" }),
      ],
      [
        "a move to trash",
        () => loose.messages!.trash!(mail.id),
        /update\(id, \{ (folder): "trash" \}\)/,
        ([, field]) => client.messages.update(mail.id, { [field!]: "inbox" }),
      ],
      [
        "a label of a message",
        () => loose.messages!.addLabel!(mail.id, "work"),
        /updateMany\(\{ ids: \[id\], (add_label_ids): /,
        async ([, field]) => {
          await client.labels.create({ identity_id: own.id, name: "work" });
          return client.messages.updateMany({ ids: [mail.id], [field!]: ["work"] });
        },
      ],
      [
        "a change as another API names it",
        () => loose.messages!.modify!(mail.id, { is_read: true }),
        member,
        (found) => named(found)(mail.id, { is_read: true }),
      ],
      [
        "a thread to read",
        () => loose.threads!.getMessages!(mail.thread_id),
        /list\(\{ (thread_id) \}\)/,
        ([, field]) => client.messages.list({ [field!]: mail.thread_id }),
      ],
      [
        "users of another API",
        () => loose.users!.list!(),
        /mean client\.(identities)\./,
        ([, group]) => loose[group!]!.list!(),
      ],
      ["a mail of another client", () => loose.sendEmail!(letter), shown, (found) => named(found)(letter)],
      [
        "a path without its method",
        () => loose.request!("/threads"),
        /client\.request\("(\w+)", "(\/\w+)"\)/,
        ([, method, path]) => client.request(method!, path!),
      ],
    ];
    for (const [name, wrong, says, right] of table) {
      const refusal = await refusalOf(wrong);
      const found = says.exec(refusal);
      expect([name, found === null ? refusal : ""]).toEqual([name, ""]);
      expect([name, await refusalOf(() => right(found!))]).toEqual([name, "was taken"]);
    }
  });
});

eachApp("wrong calls of JavaScript with all that is meant", (t) => {
  test.skipIf(t.kind !== storeKinds[0])("end with the whole call, which works as it stands", async () => {
    const client = new Postroom({ baseUrl: t.api.base, apiKey: t.api.key!, retries: 0 });
    const [me, other] = [await t.address(), await t.address()];
    const file = { filename: "a.txt", content: "aGk=" };
    await client.messages.send({
      from: other.email,
      to: me.email,
      subject: "x",
      text: "y",
      attachments: [file],
    });
    const mail = (await client.messages.wait({ identity_id: me.id }))!;
    const draft = await client.drafts.create({ identity_id: me.id, to: "ada@far.example", text: "y" });
    const event = await client.calendar.createEvent(me.id, {
      title: "Walk",
      start: "2031-05-05T09:00:00",
      end: "2031-05-05T10:00:00",
      timezone: "Europe/Berlin",
    });
    const names = { client, me, mail, draft, event, soon: new Date(systemClock.now() + 86_400_000) };
    /** A call as a program's text has it. */
    const made = (text: string): Promise<unknown> =>
      new Function(...Object.keys(names), `return (async () => ${text})()`)(...Object.values(names));
    const wrong = [
      'client.emails.send({ from: me.email, to: "ada@far.example", text: "y" })',
      'client.messages.send(me.id, { to: "ada@far.example", text: "y" })',
      'client.messages.reply(mail.id, "y")',
      'client.messages.reply({ message_id: mail.id, text: "y" })',
      'client.messages.reply({ id: mail.id, text: "y" })',
      "client.messages.update({ id: mail.id, is_read: true })",
      "client.messages.mark_as_unread(mail.id)",
      "client.messages.next({ address: me.email, wait: 0 })",
      "client.me()",
      "client.getMessage(mail.id)",
      "client.messages.retrieve(mail.id)",
      "client.messages.getAttachment(mail.id, mail.attachments[0].id)",
      "client.attachments.download(mail.id, mail.attachments[0].id)",
      'client.search({ query: "x" })',
      'client.messages.search("x")',
      "client.messages.list(me.email)",
      "client.inboxes.messages.list(me.email)",
      "client.messages.markAsRead(mail.id)",
      "client.threads.close(mail.thread_id)",
      'client.messages.forward(mail.id, "ada@far.example")',
      'client.messages.wait({ identityId: me.id, timeout: "0s" })',
      "client.drafts.send(draft.id, { send_at: soon })",
      'client.calendarEvents.update(me.id, event.id, { start_time: "2031-05-05T09:30:00" })',
      "client.threads.list({ limit: 1 }, { timeout: 9000 })",
      'client.messages.respond(mail.id, { text: "y" })',
      "client.drafts.schedule(draft.id, soon)",
      'client.calendar.events(me.id, { from: "2031-05-01", to: "2031-05-31" })',
      'client.calendar.freeBusy(me.id, { from: "2031-05-01", to: "2031-05-31" })',
      "client.calendar.cancelEvent(me.id, event.id)",
      'client.protection.set(me.id, { outbound: "off" })',
    ];
    for (const text of wrong) {
      const refusal = await refusalOf(() => made(text));
      const [, right = "none"] = / Right: (.*)$/s.exec(refusal) ?? [];
      expect([text, right, await refusalOf(() => made(right))]).toEqual([text, right, "was taken"]);
    }
    // Nothing is lost, and nothing is made of what is not known.
    for (const text of [
      "client.messages.get(undefined)",
      'client.messages.send({ to: "ada@far.example", cheese: 1, body: "y" })',
      "client.messages.delete([mail.id, mail.id])",
      'client.inboxes.create({ username: "desk" })',
      // One of two: an address or a thread, a message of the thread, whose mail; a call that is on its way; a draft does not leave.
      "client.messages.list(me.id)",
      'client.threads.reply(mail.thread_id, { text: "y" })',
      "client.messages.wait(me.email)",
      "client.messages.remove(mail.id, mail.thread_id)",
      "client.messages.get(mail.id).id",
      "client.messages.list({ identity_id: me.id }).data",
      "client.drafts.post(draft.id)",
      // The rest would be off.
      'client.protection.update(me.id, { reviewers: ["ada@far.example"] })',
    ])
      expect(await refusalOf(() => made(text))).not.toContain("Right:");
    const unread = 'client.messages.reply(mail.id, { attachments: [new File(["hi"], "a.txt")] })';
    expect(await refusalOf(() => made(unread))).toContain("A file is read before it is sent");
  });
});

test("a client is an object as any other to who looks at it", async () => {
  const client = new Postroom({ baseUrl: "http://localhost:1", apiKey: "pr_x" });
  const { messages } = client;
  expect(client).toBeInstanceOf(Postroom);
  for (const name of [
    "then",
    "toJSON",
    "$$typeof",
    "nodeType",
    "asymmetricMatch",
    "length",
    "inspect",
    "size",
  ]) {
    expect([name, (client as unknown as Record<string, unknown>)[name]]).toEqual([name, undefined]);
    expect([name, (messages as unknown as Record<string, unknown>)[name]]).toEqual([name, undefined]);
  }
  expect(await Promise.resolve(client)).toBe(client);
  expect(Object.keys(messages)).toContain("send");
  expect({ ...messages }.send).toBe(messages.send);
});
