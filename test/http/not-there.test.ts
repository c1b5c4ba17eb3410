// A 404 says what an id in the path is of, or the field where it has none. DECISIONS Errors
import { expect, test } from "bun:test";
import { inWordsOf } from "../../src/http/answers/not-there.ts";
import { rooms } from "../../src/http/resources/index.ts";
import { notFound } from "../../src/lib/failure.ts";
import { eachApp } from "../support/app/app.ts";

const id = "019a2f4e-8b1c-7def-8a90-1234567890ab";

test("each path with an id says what is meant and repeats no id, and each without one says nothing of its words", () => {
  const wrong = rooms.flatMap(({ calls }) =>
    calls.flatMap(({ method, path }) => {
      const request = new Request(`http://a.example/api/v1${path.replace(/\{\w+\}/g, id)}`, { method });
      const { message } = inWordsOf(notFound(), request);
      // A folder has words of its own.
      const named = /^\/mailboxes\//.test(path) ? null : path.includes("{");
      const says = message.includes("of this id") && !message.includes(id);
      return named === null || says === named ? [] : [`${method} ${path}: ${message}`];
    }),
  );
  expect(wrong).toEqual([]);
  const posted = new Request("http://a.example/api/v1/messages", { method: "POST" });
  expect(inWordsOf(notFound(), posted, { in_reply_to: id, text: "x" }).message).toBe(
    '"in_reply_to" names nothing that this key can reach. GET /api/v1/messages?identity_id=… lists what there is.',
  );
  const word = new Request("http://a.example/api/v1/threads/inbox");
  expect(inWordsOf(notFound(), word).message).toBe(
    'There is no thread "inbox" that this key can reach. GET /api/v1/threads lists those that are.',
  );
  for (const [method, path, says] of [
    [
      "POST",
      `/identities/${id}/calendar/events/Plan/respond`,
      'event "Plan" at the address of this id that this key can reach. GET /api/v1/identities/{id}/calendar/events shows',
    ],
    [
      "DELETE",
      `/threads/${id}/labels/paid`,
      'label "paid" at the thread of this id that this key can reach. GET /api/v1/labels?identity_id=… shows',
    ],
  ] as const) {
    const request = new Request(`http://a.example/api/v1${path}`, { method });
    expect(inWordsOf(notFound(), request).message).toContain(says);
  }
  expect(inWordsOf(notFound("Its own words."), posted, { in_reply_to: id }).message).toBe("Its own words.");
});

eachApp("an id among several, or in a field", (t) => {
  test("is named where it is no message's, with what it is", async () => {
    const own = await t.address();
    const draft = await t.api.must<{ id: string }>(
      201,
      t.api.post("/drafts", { identity_id: own.id, to: "a@far.example" }),
    );
    for (const [given, says] of [
      [id, `There is no message ${id} that this key can reach.`],
      [draft.id, `${draft.id} is the id of a draft, and a message is meant.`],
    ] as const)
      for (const answer of [
        await t.api.call("PATCH", "/messages", { ids: [given], is_read: true }),
        await t.api.get(`/messages?ids=${given}`),
      ])
        expect([answer.status, JSON.stringify(answer.json)]).toEqual([404, expect.stringContaining(says)]);
  });
});
