// A world that breaks while the service runs: it says so in words that make the other side come again, and goes on when
// the world is whole again. ARCHITECTURE 4: our own trouble is always 4xx, mail must not bounce for it.
import { expect, test } from "bun:test";
import { renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import postgres from "postgres";
import type { PageOf, Refusal } from "../support/app/api.ts";
import { eachApp, eventually, type SuiteApp } from "../support/app/app.ts";
import { type Receiver, startReceiver } from "../support/fakes/receivers.ts";
import { dialogue, openData } from "../support/smtp/client.ts";

async function threads(t: SuiteApp, id: string): Promise<number> {
  return (await t.api.get<PageOf<unknown>>(`/threads?identity_id=${id}`)).json.data.length;
}

eachApp("the blob store fails", (t) => {
  test("a large mail is to come again, a small one is stored", async () => {
    const to = await t.address();
    const blobs = join(t.store.dataDir, "blobs");
    renameSync(blobs, `${blobs}.away`);
    writeFileSync(blobs, "");
    const large = `Subject: large\r\n\r\n${Array.from({ length: 6000 }, () => crypto.randomUUID()).join("\r\n")}\r\n`;
    const refusal = await t.raw({ from: "a@x.example", to: to.email, raw: large }).catch((error) => error);
    expect(refusal).toMatchObject({ responseCode: 451 });
    expect(refusal.response).toStartWith("451 4.3.0 ");
    expect(
      await t.raw({ from: "a@x.example", to: to.email, raw: "Subject: small\r\n\r\nx\r\n" }),
    ).toStartWith("250");
    expect(await threads(t, to.id)).toBe(1);
    rmSync(blobs);
    renameSync(`${blobs}.away`, blobs);
    expect(await t.raw({ from: "a@x.example", to: to.email, raw: large })).toStartWith("250");
    expect(await threads(t, to.id)).toBe(2);
    t.expectTrouble();
  });
});

eachApp("the database goes away", (t) => {
  if (t.kind === "embedded") {
    test.skip("the embedded database cannot be taken away", () => {});
    return;
  }

  async function onServer(statement: (name: string) => string): Promise<void> {
    const url = new URL(t.store.databaseUrl!);
    const name = url.pathname.slice(1);
    url.pathname = "/postgres";
    const sql = postgres(url.href, { max: 1 });
    await sql.unsafe(statement(name));
    await sql.end();
  }
  const cut = () =>
    onServer((name) => `select pg_terminate_backend(pid) from pg_stat_activity where datname = '${name}'`);
  const shut = () => onServer((name) => `alter database ${name} with allow_connections false`);
  const open = () => onServer((name) => `alter database ${name} with allow_connections true`);

  test("connections that are cut are replaced, and nothing is told that is not so", async () => {
    const to = await t.address();
    let accepted = 0;
    const send = async (n: number) => {
      const raw = `Subject: cut ${n}\r\n\r\n${n}\r\n`;
      for (;;) {
        const error = await t.raw({ from: "a@x.example", to: to.email, raw }).then(
          () => null,
          (thrown: { responseCode?: number }) => thrown,
        );
        if (error === null) break;
        expect(error).toMatchObject({ responseCode: 451 });
      }
      accepted++;
    };
    const sending = Promise.all(
      Array.from({ length: 6 }, async (_, s) => {
        for (let n = 0; n < 10; n++) await send(s * 100 + n);
      }),
    );
    while (accepted < 40) {
      await cut();
      await Bun.sleep(30);
    }
    await sending;
    const [row] = await t.app.core.database.values(
      "select count(*)::int4, count(distinct subject)::int4 from messages where identity_id = $1::uuid",
      [to.id],
    );
    expect(row).toEqual([60, 60]);
    t.expectTrouble();
  });

  // DECISIONS Errors: 5xx and 429 only where a retry can help
  // DECISIONS Errors: 503 unavailable
  // DECISIONS Settings and command line: healthz and readyz need no key; they say that the database is away
  test("while it is away: 451, 503 with the time to wait; afterwards all goes on, webhooks too", async () => {
    const to = await t.address();
    const receiver: Receiver = startReceiver();
    const hook = await t.api.must<{ id: string }>(
      201,
      t.api.post("/webhooks", { url: receiver.url, identity_id: to.id, event_types: ["message.received"] }),
    );
    // the outcome of this call falls into the time without a database
    const { promise: answered, resolve: answer } = Promise.withResolvers<void>();
    receiver.answer(async () => {
      await answered;
      return new Response("ok");
    });
    await t.raw({ from: "a@x.example", to: to.email, raw: "Subject: before\r\n\r\nx\r\n" });
    await receiver.calls.count(1);
    const smtp = await dialogue(t.smtpPort);
    await openData(smtp, "a@x.example", to.email);

    await shut();
    await cut();
    await smtp.write("Subject: while\r\n\r\nx\r\n.\r\n");
    expect(await smtp.reply()).toStartWith("451 4.3.");
    await smtp.say("MAIL FROM:<a@x.example>");
    expect(await smtp.say(`RCPT TO:<${to.email}>`)).toStartWith("451 4.3.0 ");
    const read = await t.api.get<Refusal>("/threads");
    expect([read.status, read.json.error.code]).toEqual([503, "unavailable"]);
    expect(read.headers.get("retry-after")).toMatch(/^\d+$/);
    const write = await t.api.post<Refusal>("/identities", { domain_id: t.domainId, local_part: "away" });
    expect([write.status, write.json.error.code]).toEqual([503, "unavailable"]);
    expect((await fetch(`${t.api.base}/readyz`)).status).toBe(503);
    const health = await fetch(`${t.api.base}/healthz`);
    expect([health.status, await health.json()]).toEqual([200, { status: "database unavailable" }]);
    answer();

    await open();
    await eventually(async () => (await fetch(`${t.api.base}/readyz`)).status === 200);
    await t.raw({ from: "a@x.example", to: to.email, raw: "Subject: after\r\n\r\nx\r\n" });
    expect(await threads(t, to.id)).toBe(2);
    await receiver.calls.find((call) => call.event.data.subject === "after");
    // the outcome that could not be written: made again when its claim runs out, which is brought forward here
    await t.app.core.database.values(
      "update deliveries set next_attempt_at = now() where status = 'delivering'",
    );
    t.app.core.actors.feed.pokeAll();
    await eventually(async () => {
      const list = await t.api.get<PageOf<{ status: string }>>(`/deliveries?webhook_id=${hook.id}`);
      return list.json.data.length === 2 && list.json.data.every(({ status }) => status === "delivered");
    });
    const before = receiver.calls.items.filter((call) => call.event.data.subject === "before");
    expect(new Set(before.map((call) => call.headers["webhook-id"])).size).toBe(1);
    smtp.close();
    await receiver.stop();
    t.expectTrouble();
  });
});
