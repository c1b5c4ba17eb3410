// How long the client's waits last: as long as its caller said, by this machine's time or a sandbox's.
import { expect, test } from "bun:test";
import { Postroom } from "../../src/sdk/typescript/client.ts";

/** A client of a server that answers so; then with a message. */
function clientOf(answers: readonly Record<string, string>[]): { client: Postroom; asked: () => number } {
  let count = 0;
  const fetch = async () => {
    const headers = answers[count++];
    const data = headers === undefined ? [{ id: "found" }] : [];
    return Response.json({ data, has_more: false, next_cursor: null }, { headers: headers ?? {} });
  };
  return {
    client: new Postroom({ baseUrl: "http://server.test", apiKey: "pr_x", fetch }),
    asked: () => count,
  };
}

test("a server that ends a wait early, as one that stops does, is asked again", async () => {
  const { client, asked } = clientOf([{}, {}, {}]);
  const message = await client.messages.wait({ timeout: 60 });
  expect([message?.id, asked()]).toEqual(["found", 4]);
});

test("the time of a sandbox counts as the server says it", async () => {
  const passed = (ms: number) => ({ "server-timing": `world;dur=${ms}` });
  const { client, asked } = clientOf([passed(30_000), passed(30_000), {}]);
  expect(await client.messages.wait({ timeout: 60 })).toBeNull();
  expect(asked()).toBe(3);
});
