// A process that is killed when a server has taken mails whose outcome is stored nowhere. What it had noted by then does not come
// again after a start of the same DATA_DIR, and its recipients are delivered; the rest may (RFC 5321 4.2.5). A mail that was taken,
// but not noted, before one kill is sent again and may be noted before the next: it has come twice by then, and does not a third time.
import { expect, test } from "bun:test";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { TakenMail } from "../../../src/outbound/taken-log.ts";
import { apiClient } from "../../support/app/api.ts";
import { eventually } from "../../support/app/app.ts";
import { type Kind, storeKinds, tempStore } from "../../support/app/database.ts";
import { runCommand, startServer } from "../../support/app/server.ts";
import { startSink } from "../../support/fakes/receivers.ts";

const mails = 40;

async function killedWhileTaken(kind: Kind): Promise<void> {
  const store = await tempStore(kind);
  const relay = await startSink({});
  const dir = join(store.dataDir, "taken");
  const noted = (): TakenMail[] =>
    readdirSync(dir)
      .flatMap((name) => readFileSync(join(dir, name), "utf8").split("\n"))
      .flatMap((line) => (line.endsWith("}") ? [JSON.parse(line) as TakenMail] : []));
  const copies = (text: string) =>
    relay.mails.filter(({ raw }) => raw.includes(`\nSubject: ${text}\r\n`)).length;
  const settings = { SMTP_RELAY_URL: relay.url, MAIL_DOMAIN: "agents.example" };
  const { api_key: key } = JSON.parse((await runCommand(store, ["init", "--json"], { settings })).stdout);
  let server = await startServer(store, settings);
  try {
    let open: TakenMail[] = [];
    let came: number[] = [];
    const copiesOf = () => open.map(({ messageId }) => copies(subjects.get(messageId)!));
    const subjects = new Map<string, string>();
    for (let round = 0; open.length === 0 && round < 20; round++) {
      const api = apiClient(`http://127.0.0.1:${server.ports.http}`, key);
      const from = `k${round}@agents.example`;
      await api.must(201, api.post("/identities", { email: from }));
      const sent = Array.from({ length: mails }, async (_, n) => {
        const subject = `k${round}-${n}`;
        const to = `a${n}@far.example`;
        const { id } = await api.must<{ id: string }>(
          201,
          api.post("/messages", { from, to, subject, text: "x" }),
        );
        subjects.set(id, subject);
      });
      // Killed at the first note that is seen, most often before its outcome is stored.
      const allSent = Promise.allSettled(sent);
      for (let isDone = false; noted().length === 0 && !isDone; ) {
        isDone = await Promise.race([allSent.then(() => true), Bun.sleep(1).then(() => false)]);
      }
      await server.kill();
      await allSent;
      open = noted().filter(({ messageId }) => subjects.has(messageId));
      came = copiesOf();
      server = await startServer(store, settings);
    }
    expect(open).not.toEqual([]);
    const api = apiClient(`http://127.0.0.1:${server.ports.http}`, key);
    for (const [message] of subjects)
      await eventually(async () => {
        const { json } = await api.get<{ data: { status: string }[] }>(`/messages/${message}/recipients`);
        return json.data.every(({ status }) => status === "delivered");
      });
    expect(came).not.toContain(0);
    expect(copiesOf()).toEqual(came);
    // Its file is gone, and that of the server that runs is empty.
    await eventually(() => noted().length === 0);
    expect((await server.stop()).exitCode).toBe(0);
    expect(readdirSync(dir)).toEqual([]);
    expect(await runCommand(store, ["check"])).toMatchObject({ exitCode: 0 });
  } finally {
    await server.kill();
    await relay.stop();
    await store.dispose();
  }
}

for (const kind of storeKinds) {
  const run = kind === "postgres" && process.env.POSTROOM_TEST_DATABASE_URL === undefined ? test.skip : test;
  run(
    `mails that were noted as taken before a kill come once, ${kind}`,
    () => killedWhileTaken(kind),
    300_000,
  );
}
