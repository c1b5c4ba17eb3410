// A request whose twin still runs. DECISIONS Authentication and keys: Idempotency. What the record holds and when it is
// written: test/actors/runtime/idempotency.test.ts.
import { expect, test } from "bun:test";
import { eachApp } from "../support/app/app.ts";
import { refusal } from "../support/app/refusals.ts";

eachApp("an Idempotency-Key in flight", (t) => {
  if (t.kind === "embedded") {
    test.skip("the embedded database has one session: nobody else can hold a row of it", () => {});
    return;
  }

  // DECISIONS Errors: 409 idempotency_in_flight
  // DECISIONS Authentication and keys: 409 only after 10 s
  test("a request that takes long is 503 and goes on, an equal one beside it 409; a later one gets the first answer", async () => {
    const headers = { "idempotency-key": "in flight" };
    const send = () => t.api.post("/pods", { name: "Once" }, headers);
    const release = Promise.withResolvers<void>();
    const held = Promise.withResolvers<void>();
    const holding = t.app.core.database.transaction(async (tx) => {
      await tx.values("select from accounts where account_id = $1::uuid for update", [t.accountId]);
      held.resolve();
      await release.promise;
    });
    await held.promise;
    const [first, second] = await Promise.all([send(), send()].map(refusal));
    expect([first, second].sort()).toEqual([
      [409, "idempotency_in_flight"],
      [503, "unavailable"],
    ]);
    release.resolve();
    await holding;
    const [answer, again] = [await send(), await send()];
    expect([answer.status, again.text]).toEqual([201, answer.text]);
    expect(again.headers.get("idempotency-replayed")).toBe("true");
    const { json } = await t.api.get<{ data: { name: string }[] }>("/pods");
    expect(json.data.filter(({ name }) => name === "Once")).toHaveLength(1);
  });
});
