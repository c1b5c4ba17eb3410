// Bugs and broken rows: what the caller sees of them, and what the log does. DECISIONS Errors.
import { expect, test } from "bun:test";
import postgres from "postgres";
import type { PageOf, Refusal } from "../support/app/api.ts";
import { eachApp, eventually } from "../support/app/app.ts";
import { isCluster } from "../support/app/database.ts";

eachApp("errors", (t) => {
  // DECISIONS Errors: 500 internal_error: its text hidden, logged with the request id
  test("a bug is 500: its text is hidden, and logged with the request's id", async () => {
    const to = await t.address();
    await t.mail({ from: "ada@remote.example", to: to.email, subject: "Hi", text: "Hello" });
    const [thread] = (await t.api.get<PageOf<{ id: string }>>(`/threads?identity_id=${to.id}`)).json.data;
    const list = `/messages?thread_id=${thread!.id}`;
    const [message] = (await t.api.get<PageOf<{ id: string }>>(list)).json.data;
    // Nothing that the service writes: an invitation without attendees.
    const swap = (invitation: string) =>
      t.app.core.database.values(
        `update messages set invitation = ${invitation} where id = $1::uuid returning 1`,
        [message!.id],
      );
    await swap("'{}'::jsonb");
    const answer = await t.api.get<Refusal>(`/messages/${message!.id}`);
    const requestId = answer.headers.get("x-request-id")!;
    expect([answer.status, answer.json.error.code]).toEqual([500, "internal_error"]);
    expect(answer.json.error.message).toBe(
      `Something went wrong on our side. Try again; if it stays, report request ${requestId}.`,
    );
    const logged = t.trouble.filter(({ fields }) => fields.request_id === requestId);
    expect(logged).toMatchObject([{ level: "error" }]);
    const told = String(logged[0]!.fields.error);
    expect(told).not.toBe("");
    expect(answer.text).not.toContain(told.split("\n", 1)[0]!);
    await swap("null");
    expect((await t.api.get(`/messages/${message!.id}`)).status).toBe(200);
    t.expectTrouble();
  });

  // A cluster has the lock, and the wait for it, on a worker.
  if (t.kind === "postgres" && !isCluster)
    test("a statement that the database gave up is 503, and may be tried again", async () => {
      const sql = postgres(t.store.databaseUrl!, { max: 1 });
      const answer = await sql.begin(async (others) => {
        await others`lock table suppressions`;
        const asked = t.api.get<Refusal>("/suppressions");
        // As when it has waited for the longest time that a statement may take.
        await eventually(
          async () =>
            (
              await others`select pg_cancel_backend(pid) from pg_stat_activity
                           where wait_event_type = 'Lock' and datname = current_database()`
            ).length,
        );
        return asked;
      });
      await sql.end();
      expect([answer.status, answer.json.error.code]).toEqual([503, "unavailable"]);
      expect((await t.api.get("/suppressions")).status).toBe(200);
      t.expectTrouble();
    });
});
