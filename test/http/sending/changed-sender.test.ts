// A message is composed for its sender as this process remembers the address. Another process may have changed it since.
import { expect, test } from "bun:test";
import { eachApp, eventually, startTestApp, type TestAddress } from "../../support/app/app.ts";

eachApp("a sender that another process has changed", (t) => {
  if (t.kind !== "postgres") return;

  test("is in the mail as it is now, and one that is gone is not found", async () => {
    const other = await startTestApp(t.store);
    const [from, to] = [await t.address(), await t.address()];
    const post = (subject: string) =>
      t.api.post("/messages", { from: from.email, to: to.email, subject, text: "x" });
    const sent = async (subject: string) => {
      const { id } = await t.api.must<{ id: string }>(201, post(subject));
      return t.api.must<{ from: { name: string | null } }>(200, t.api.get(`/messages/${id}`));
    };
    // Known here, and right when it was last looked at: no turn for an outcome looks between the change and the next mail.
    const settled = () =>
      eventually(async () => {
        const queued = "select 1 from outbound where next_attempt_at is not null or claimed_by is not null";
        return (await t.app.core.database.values(queued)).length === 0;
      });
    for (let n = 0; n < 5; n++) await sent(`before ${n}`);
    await settled();
    await other.api.must(200, other.api.patch(`/identities/${from.id}`, { display_name: "Ada Then" }));
    expect(JSON.stringify((await sent("after")).from)).toContain("Ada Then");
    for (let n = 0; n < 5; n++) await sent(`again ${n}`);
    await settled();
    await other.api.must(204, other.api.delete(`/identities/${from.id}`));
    expect((await post("gone")).status).toBe(404);
    const [local_part] = from.email.split("@");
    const made = await other.api.must<TestAddress>(
      201,
      other.api.post("/identities", { domain_id: t.domainId, local_part, display_name: "Ada Anew" }),
    );
    expect(JSON.stringify((await sent("anew")).from)).toContain("Ada Anew");
    expect(made.email).toBe(from.email);
    await other.stop(500);
  });

  test("has files by URL fetched once, though the mail is composed twice", async () => {
    let asked = 0;
    const site = Bun.serve({
      port: 0,
      hostname: "127.0.0.1",
      fetch: () => (++asked === 1 ? new Response("hi") : new Response(null, { status: 404 })),
    });
    const other = await startTestApp(t.store);
    const from = await t.address();
    const mail = { from: from.email, to: "ann@remote.example", subject: "s", text: "x" };
    for (let n = 0; n < 4; n++) await other.api.must(201, other.api.post("/messages", mail));
    await t.api.must(200, t.api.patch(`/identities/${from.id}`, { display_name: "Ada" }));
    const attachments = [{ url: `http://127.0.0.1:${site.port}/f.txt` }];
    await other.api.must(201, other.api.post("/messages", { ...mail, attachments }));
    expect(asked).toBe(1);
    await other.stop(500);
    await site.stop(true);
  });
});
