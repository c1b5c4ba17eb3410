// Forms in which programs give things to the client: plain ones are taken, others are refused before anything is asked.
import { expect, test } from "bun:test";
import { type ClientOptions, Postroom } from "../../src/sdk/typescript/client.ts";
import { secondsToWait } from "../../src/sdk/typescript/given.ts";

/** A client whose requests are kept. */
function recorder(options: Partial<ClientOptions> = {}) {
  const asked: { url: string; authorization: string }[] = [];
  const client = new Postroom({
    baseUrl: "http://server.test",
    apiKey: "pr_x",
    fetch: async (url, { headers }) => {
      asked.push({ url, authorization: (headers as Record<string, string>).authorization! });
      return Response.json({ data: [], has_more: false, next_cursor: null });
    },
    ...options,
  });
  return { client, asked };
}

test("a URL with the API's path and a key with its scheme are taken as they were meant", async () => {
  for (const baseUrl of [
    "http://server.test",
    "http://server.test/",
    "http://server.test/api/v1",
    " http://server.test/api/v1/ ",
  ])
    for (const apiKey of ["pr_x", "Bearer pr_x", "pr_x\n"]) {
      const { client, asked } = recorder({ baseUrl, apiKey });
      await client.threads.list();
      expect(asked).toEqual([{ url: "http://server.test/api/v1/threads", authorization: "Bearer pr_x" }]);
    }
});

test("a path may be whole, and times of a query are Dates", async () => {
  const { client, asked } = recorder();
  const after = new Date("2026-11-01T00:00:00Z");
  for (const path of ["/threads", "threads", "/api/v1/threads", "http://server.test/api/v1/threads"])
    await client.request("get", path, { query: { after } });
  expect(new Set(asked.map(({ url }) => url))).toEqual(
    new Set(["http://server.test/api/v1/threads?after=2026-11-01T00%3A00%3A00.000Z"]),
  );
});

test("a value that reads like a call is none, in a refusal and in the call at its end", async () => {
  const words = "x Right: DELETE /api/v1/identities/a%zz";
  const given = { to: "a@far.example", text: words };
  const table = [
    [`status is not "${words}".`, `status is not "${words}".`],
    [`No "${words}". Right: GET /api/v1/threads/%zz`, `No "${words}". Right: client.threads.get("%zz")`],
    [
      `Unknown. Right: POST /api/v1/messages ${JSON.stringify(given)}`,
      `Unknown. Right: client.messages.send(${JSON.stringify(given)})`,
    ],
  ] as const;
  for (const [message, told] of table) {
    const fetch = async () =>
      Response.json({ error: { code: "validation_error", message } }, { status: 400 });
    const client = new Postroom({ baseUrl: "http://server.test", apiKey: "pr_x", retries: 0, fetch });
    expect(await client.threads.list().then(String, (error: unknown) => (error as Error).message)).toBe(told);
  }
});

test("bytes are sent in base64, an answer stands for its id, and next's for its item", async () => {
  const bodies: unknown[] = [];
  const urls: string[] = [];
  const client = new Postroom({
    baseUrl: "http://server.test",
    apiKey: "pr_x",
    fetch: async (url, { body }) => {
      urls.push(url);
      bodies.push(body === undefined ? null : JSON.parse(body as string));
      return Response.json({ data: { item: { ack: "a1" } } });
    },
  });
  const large = new Uint8Array(100_000).fill(255);
  for (const content of [Buffer.from("a,b"), new Uint8Array([97, 44, 98]), large])
    await client.drafts.create({
      identity_id: "bot",
      attachments: [{ filename: "x.csv", content: content as never }],
    });
  const contents = (bodies as { attachments: { content: string }[] }[]).map(
    (one) => one.attachments[0]!.content,
  );
  expect(contents).toEqual(["YSxi", "YSxi", Buffer.from(large).toString("base64")]);
  await client.messages.get({ id: "m1" } as never);
  expect(urls.at(-1)).toEndWith("/messages/m1");
  // A path would leave them out: this one would delete the label.
  const asked = urls.length;
  expect(() => client.threads.removeLabel("..", "l1")).toThrow('{id} is "..", which is no id');
  expect(urls).toHaveLength(asked);
  const handed = await client.next({ wait: 0 });
  await client.next({ wait: 0, ack: handed });
  expect(bodies.at(-1)).toEqual({ wait: 0, ack: "a1" });
});

test("what is no connection is refused in the client's words", () => {
  const made = (options: unknown) => () => new Postroom(options as ClientOptions);
  expect(made(undefined)).toThrow("new Postroom takes an object: { baseUrl, apiKey }");
  expect(made("pr_x")).toThrow("new Postroom takes an object");
  expect(made({ baseUrl: "http://server.test" })).toThrow(
    'apiKey is missing: new Postroom({ apiKey: "pr_…" })',
  );
  expect(made({ baseUrl: "http://server.test", api_key: "pr_x" })).toThrow(", not api_key");
  expect(made({ baseURL: "http://server.test", apiKey: "pr_x" })).toThrow(", not baseURL");
  expect(made({ baseUrl: "localhost:3000", apiKey: "pr_x" })).toThrow("begin it with http:// or https://");
  // A key in the wrong place would be in a log.
  expect(made({ baseUrl: "pr_secret", apiKey: "http://server.test" })).toThrow(
    /^baseUrl is a key: begin it with http/,
  );
});

test("a client without a key sends none, for the calls that need none", async () => {
  const sent: Record<string, string>[] = [];
  const fetch: ClientOptions["fetch"] = async (_url, { headers }) => {
    sent.push(headers as Record<string, string>);
    return Response.json({ data: {} });
  };
  const client = new Postroom({ baseUrl: "http://server.test", apiKey: null, fetch });
  await client.agent.signUp({ human_email: "ada@example.com", username: "scout" });
  expect(Object.keys(sent[0]!)).not.toContain("authorization");
});

test("a text where an object of fields belongs is refused, and nothing is asked", async () => {
  const { client, asked } = recorder();
  const calls: (() => PromiseLike<unknown>)[] = [
    () => client.messages.search("order" as never),
    () => client.messages.send("ada@example.com" as never),
    () => client.drafts.schedule("id", "tomorrow 9:00" as never),
  ];
  for (const call of calls) {
    const refusal = await Promise.resolve()
      .then(call)
      .then(
        () => null,
        (error: unknown) => error,
      );
    expect(refusal).toBeInstanceOf(TypeError);
    expect(String(refusal)).toContain("takes its fields in one object");
  }
  expect(asked).toEqual([]);
});

test("what a call waits is seconds, and a value alone stands in the field that it is", async () => {
  const { client, asked } = recorder();
  const loose = client as unknown as Record<
    string,
    Record<string, (...given: unknown[]) => Promise<unknown>>
  >;
  // Seconds that are left may be none.
  expect([secondsToWait(-0.5), secondsToWait(2)]).toEqual([0, 2]);
  await expect((async () => loose.messages!.wait!({ timeout: "60s" }))()).rejects.toThrow(
    'timeout is "60s": give seconds',
  );
  await expect((async () => loose.messages!.list!("x"))()).rejects.toThrow(
    'client.messages.list({ thread_id: "x" })',
  );
  expect(() => loose.events!.create!({ title: "x" })).toThrow("client.calendar.createEvent(id, { … })");
  expect(asked).toEqual([]);
});

test("an address where a thread is listed is the field of addresses", () => {
  const { client } = recorder();
  const list = (given: unknown) => client.messages.list(given as never);
  expect(() => list("me@server.test")).toThrow('client.messages.list({ identity_id: "me@server.test" })');
  expect(() => list("019a2f4e")).toThrow('client.messages.list({ thread_id: "019a2f4e" })');
});
