// One table of what REST, the SDK and a tool say of the same things: the SDK's answers are REST's, field for field, and what a
// tool tells of a thing is what REST tells of it. The Python SDK does one scenario with this one: test/sdk.
import { expect, test } from "bun:test";
import { Postroom } from "../../src/sdk/typescript/index.ts";
import { eachApp, eventually } from "../support/app/app.ts";
import { restrictedKey } from "../support/app/keys.ts";
import { mcpClient } from "../support/clients/mcp.ts";

type Fields = Record<string, unknown>;

/** The same question at each door. */
interface Row {
  /** Path of the list or thing in REST. */
  path: string;
  body?: object;
  sdk: (client: Postroom) => Promise<unknown>;
  tool: string;
  args: object;
  /** The tool's rows, or the one thing that it tells of. */
  rows: string;
  /** Each field of a tool's row, and what it is in REST's. */
  same: (told: Fields, thing: Fields) => readonly (readonly [said: unknown, is: unknown])[];
}

eachApp("answers of each door", (t) => {
  test("are the same", async () => {
    const own = await t.address({ display_name: "Own" });
    const agent = await restrictedKey(t.api, [own.id]);
    for (const n of [1, 2])
      await t.mail({
        from: '"Ann" <ann@example.org>',
        to: own.email,
        subject: `Order ${n}`,
        text: `Zebra number ${n}. Your code is 48291${n}.`,
        attachments: [{ filename: `note${n}.txt`, content: "Note" }],
      });
    const client = new Postroom({ apiKey: agent.key!, baseUrl: t.api.base });
    const calendar = `/identities/${own.id}/calendar/events`;
    const around = { after: "2031-05-05T00:00:00Z", before: "2031-05-06T00:00:00Z" };
    const event = {
      title: "Plan",
      start: "2031-05-05T09:00:00",
      end: "2031-05-05T10:00:00",
      timezone: "UTC",
    };
    await agent.must(201, agent.post(calendar, event));
    await agent.must(
      201,
      agent.post("/drafts", { identity_id: own.id, to: ["ada@far.example"], subject: "D", text: "T" }),
    );
    const messages = await agent.get<{ data: Fields[] }>(`/messages?identity_id=${own.id}`);
    const [newest] = messages.json.data as { id: string; thread_id: string }[];
    const { id, thread_id: thread } = newest!;
    const mailOf = (told: Fields) => told.mail as Fields;
    const emailOf = (box: unknown) => (box as { email: string }).email;
    const message = (told: Fields, thing: Fields) =>
      [
        [told.id, thing.id],
        [told.thread_id, thing.thread_id],
        [told.direction, thing.direction],
        [told.created_at, thing.created_at],
        [mailOf(told).subject, thing.subject],
        [String(mailOf(told).from).includes(emailOf(thing.from)), true],
      ] as const;
    const table: readonly Row[] = [
      {
        path: "/identities?limit=100",
        sdk: (sdk) => sdk.identities.list({ limit: 100 }).all(),
        tool: "list_addresses",
        args: {},
        rows: "addresses",
        same: (told, thing) => [
          [told.address, thing.email],
          [told.status, thing.status],
          [told.send_policy, thing.send_policy],
          [mailOf(told).display_name, thing.display_name],
        ],
      },
      {
        path: `/mailboxes/inbox?identity_id=${own.id}`,
        sdk: (sdk) => sdk.mailboxes.listConversations("inbox", { identity_id: own.id }).all(),
        tool: "list_threads",
        args: { address: own.email },
        rows: "threads",
        same: (told, thing) => [
          [told.thread_id, thing.thread_id],
          [told.message_id, thing.message_id],
          [told.message_count, thing.message_count],
          [told.is_read, thing.is_read],
          [told.status, thing.status],
          [mailOf(told).subject, thing.subject],
          [mailOf(told).preview, thing.preview],
        ],
      },
      {
        path: `/messages?thread_id=${thread}&order=desc&format=markdown&view=text`,
        sdk: (sdk) =>
          sdk.messages.list({ thread_id: thread, order: "desc", format: "markdown", view: "text" }).all(),
        tool: "read_thread",
        args: { thread },
        rows: "messages",
        same: (told, thing) => [
          ...message(told, thing),
          [mailOf(told).text, thing.reply_text],
          [told.is_read, thing.is_read],
          [
            (mailOf(told).files as Fields[]).map((file) => file.id),
            (thing.attachments as Fields[]).map((file) => file.id),
          ],
        ],
      },
      {
        path: `/threads?q=zebra&identity_id=${own.id}&limit=40`,
        sdk: (sdk) => sdk.threads.list({ q: "zebra", identity_id: own.id, limit: 40 }).all(),
        tool: "list_threads",
        args: { address: own.email, query: "zebra" },
        rows: "threads",
        same: (told, thing) => [
          [told.thread_id, thing.id],
          [told.message_count, thing.message_count],
          [told.status, thing.status],
          [mailOf(told).subject, thing.subject],
        ],
      },
      {
        path: "/messages/search?q=zebra&limit=25&view=summary",
        sdk: (sdk) => sdk.messages.search({ q: "zebra", limit: 25, view: "summary" }).all(),
        tool: "search_mail",
        args: { query: "zebra" },
        rows: "messages",
        same: message,
      },
      {
        path: `/messages/${id}/codes`,
        sdk: async (sdk) => await sdk.messages.getCodes(id),
        tool: "find_codes",
        args: { message: id },
        rows: "",
        same: (told, thing) => [
          [told.authenticated, thing.authenticated],
          [mailOf(told).codes, thing.codes],
          [mailOf(told).links, thing.links],
        ],
      },
      {
        path: `/drafts?identity_id=${own.id}`,
        sdk: (sdk) => sdk.drafts.list({ identity_id: own.id }).all(),
        tool: "list_drafts",
        args: { address: own.email },
        rows: "drafts",
        same: (told, thing) => [
          [told.id ?? told.draft_id, thing.id],
          [told.status, thing.status],
          [mailOf(told).subject, thing.subject],
          [mailOf(told).to, thing.to],
        ],
      },
      {
        path: `${calendar}?after=${around.after}&before=${around.before}&expand=true`,
        sdk: (sdk) => sdk.calendar.listEvents(own.id, { ...around, expand: true }).all(),
        tool: "list_events",
        args: { address: own.email, ...around },
        rows: "events",
        same: (told, thing) => [
          [told.id, thing.id],
          [told.status, thing.status],
          [mailOf(told).title, thing.title],
        ],
      },
    ];
    // A mail is found a moment after it came.
    await eventually(async () => {
      const found = `/threads?q=zebra&identity_id=${own.id}`;
      return (await agent.get<{ data: unknown[] }>(found)).json.data.length === 2;
    });
    const mcp = await mcpClient(t.api.base, agent.key!);
    try {
      for (const { path, sdk, tool, args, rows, same } of table) {
        const { data } = (await agent.get<{ data: Fields | Fields[] }>(path)).json;
        expect([path, await sdk(client)]).toEqual([path, data]);
        const { fields } = await mcp.must(tool, args as Fields);
        const told = rows === "" ? [fields] : (fields[rows] as Fields[]);
        const things = [data].flat();
        expect([tool, told.length]).toEqual([tool, things.length]);
        for (const [index, one] of told.entries()) {
          const pairs = same(one, things[index]!);
          expect([tool, ...pairs.map(([said]) => said)]).toEqual([tool, ...pairs.map(([, is]) => is)]);
        }
      }
      // What is next changes what is remembered: each door takes one item of the same two.
      const rest = await agent.must<{ item: Fields }>(200, agent.post("/next", { begin: "start" }));
      const given = await client.next({ ack: rest.item.ack as string });
      const { message: thing } = given.item!;
      expect(Object.keys(given.item!)).toEqual(Object.keys(rest.item));
      expect([given.acknowledged, thing]).toEqual([
        true,
        await client.messages.get(thing!.id, { view: "text" }),
      ]);
    } finally {
      await mcp.close();
    }
  });

  test("of what is refused are the same, in code and words", async () => {
    const own = await t.address();
    const agent = await restrictedKey(t.api, [own.id]);
    // The client would say calls of REST as its own.
    const client = new Postroom({ apiKey: agent.key!, baseUrl: t.api.base, retries: 0, refusals: "server" });
    const nobody = "019a2f4e-8b1c-7def-8a90-1234567890ab";
    const mcp = await mcpClient(t.api.base, agent.key!);
    const rows: readonly [
      rest: Promise<{ json: unknown }>,
      sdk: () => PromiseLike<unknown>,
      tool: string,
      args: Fields,
    ][] = [
      [
        agent.get(`/messages/${nobody}/codes`),
        () => client.messages.getCodes(nobody),
        "find_codes",
        { message: nobody },
      ],
      [
        agent.post("/messages", { from: own.email, to: ["nobody"], subject: "x", text: "y" }),
        () => client.messages.send({ from: own.email, to: ["nobody"], subject: "x", text: "y" }),
        "send_mail",
        { to: ["nobody"], subject: "x", text: "y" },
      ],
    ];
    try {
      for (const [rest, sdk, tool, args] of rows) {
        const { error } = (await rest).json as { error: { code: string; message: string } };
        const thrown = await Promise.resolve(sdk()).then(
          () => null,
          (refusal: { code: string; message: string }) => refusal,
        );
        expect([thrown?.code, thrown?.message]).toEqual([error.code, error.message]);
        const said = await mcp.call(tool, args);
        expect([tool, said.isError]).toEqual([tool, true]);
      }
    } finally {
      await mcp.close();
    }
  });
});
