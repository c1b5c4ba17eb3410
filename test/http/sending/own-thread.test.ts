// A mail that comes back to the address that sent it: DECISIONS Threads, messages, folders, labels.
import { expect, test } from "bun:test";
import type { PageOf } from "../../support/app/api.ts";
import { eachApp, eventually } from "../../support/app/app.ts";

eachApp("a mail to oneself", (t) => {
  const directions = async (threadId: string) =>
    (
      await t.api.get<PageOf<{ direction: string; id: string }>>(`/messages?thread_id=${threadId}`)
    ).json.data.map(({ direction }) => direction);
  const threadsOf = async ({ id }: { id: string }) =>
    (await t.api.get<PageOf<{ id: string; message_count: number }>>(`/threads?identity_id=${id}`)).json.data;

  // DECISIONS Threads, messages, folders, labels: A mail that comes back to the address that sent it joins the thread of what was sent
  test("is one thread: what was sent, and what came", async () => {
    const mine = await t.address();
    const body = { from: mine.email, to: [mine.email], subject: "Note to self", text: "milk" };
    const sent = await t.api.must<{ thread_id: string }>(201, t.api.post("/messages", body));
    await eventually(async () => (await directions(sent.thread_id)).length === 2);
    expect(await directions(sent.thread_id)).toEqual(["outbound", "inbound"]);
    expect(await threadsOf(mine)).toMatchObject([{ id: sent.thread_id, message_count: 2 }]);
  });

  test("another address that was written to has its own thread", async () => {
    const [mine, other] = [await t.address(), await t.address()];
    const body = { from: mine.email, to: [other.email], subject: "Note", text: "milk" };
    await t.api.must(201, t.api.post("/messages", body));
    await eventually(async () => (await threadsOf(other)).length === 1);
    expect([await threadsOf(mine), await threadsOf(other)]).toMatchObject([
      [{ message_count: 1 }],
      [{ message_count: 1 }],
    ]);
  });
});
