// Three processes on one PostgreSQL send scheduled drafts; every second one of them is killed without a word and started
// again. Each server sees each mail once, but for those whose process died between the server's 250 and its own commit,
// which are counted. 60 drafts and 4 kills; DRAFTS=1000 sends so many, kills until all drafts are converted, and waits
// for the claims of the dead to run out instead of taking them away.
import { expect, test } from "bun:test";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { instantOf, systemClock } from "../../../src/lib/clock.ts";
import { apiClient } from "../../support/app/api.ts";
import { eventually } from "../../support/app/app.ts";
import { tempStore } from "../../support/app/database.ts";
import { runCommand, type Server, startServer } from "../../support/app/server.ts";
import { type MxServer, startMxServer } from "../../support/fakes/mx-server.ts";

const full = process.env.DRAFTS !== undefined;
const drafts = Number(process.env.DRAFTS ?? 60);
const domains = ["one.example", "two.example", "three.example"];
const noServer = process.env.POSTROOM_TEST_DATABASE_URL === undefined;

interface Taken {
  id: string;
  /** Which process brought it: each start has a name of its own. */
  host: string;
}

/** A server that notes who brought what, at the moment of its 250. */
async function startReceiver(taken: Taken[]): Promise<MxServer> {
  const server: MxServer = await startMxServer({
    disabledCommands: ["STARTTLS", "AUTH"],
    onData(_stream, session, done) {
      // What this takes is the newest of `mails`.
      done();
      const id = /^Message-ID: <([0-9a-f-]{36})@/im.exec(server.mails.at(-1)!.raw)?.[1] ?? "none";
      taken.push({ id, host: session.hostNameAppearsAs || "" });
    },
  });
  return server;
}

test.skipIf(noServer)(
  `${drafts} scheduled drafts, three processes, one of them killed every second (needs POSTROOM_TEST_DATABASE_URL)`,
  async () => {
    const store = await tempStore("postgres");
    const taken: Taken[] = [];
    const receivers = await Promise.all(domains.map(() => startReceiver(taken)));
    const settings = {
      SMTP_RELAY_DOMAINS: domains.map((name, n) => `${name}=smtp://127.0.0.1:${receivers[n]!.port}`).join(),
    };
    const dirs = [0, 1, 2].map(() => mkdtempSync(join(tmpdir(), "postroom-kills-")));
    let starts = 0;
    const start = async (n: number) => {
      const host = `mx${starts++}.agents.example`;
      const server = await startServer(
        { dataDir: dirs[n]!, databaseUrl: store.databaseUrl },
        { ...settings, MAIL_HOSTNAME: host },
      );
      return { ...server, host };
    };
    const database = await store.open();
    // A row of each part.
    const count = async (text: string) =>
      ((await database.values(text)) as [number][]).reduce((sum, [n]) => sum + n, 0);
    const unsent = "select count(*)::int from messages where state in ('draft', 'scheduled', 'sending')";
    const waiting = "select count(*)::int from outbound where next_attempt_at is not null";
    let servers: (Server & { host: string })[] = [];
    try {
      const { api_key } = JSON.parse((await runCommand(store, ["init", "--json"])).stdout);
      for (const name of domains) await runCommand(store, ["domains", "add", name]);
      await prepare(store, api_key);
      await database.values(
        `with chosen as materialized (
           select account_id, id, now() + random() * interval '8 seconds' as at from messages where state = 'scheduled')
         update messages m set send_at = c.at, send_due = c.at from chosen c
         where (m.account_id, m.id) = (c.account_id, c.id) returning 1`,
      );
      servers = await Promise.all([0, 1, 2].map(start));
      const killed = new Set<string>();
      for (let n = 0; full ? (await count(unsent)) > 0 : n < 4; n++) {
        await Bun.sleep(1000);
        const victim = n % 3;
        killed.add(servers[victim]!.host);
        await servers[victim]!.kill();
        servers[victim] = await start(victim);
      }
      if (!full) {
        // Nobody works on what is claimed now.
        for (const server of servers) await server.stop();
        await database.values(
          "update outbound set next_attempt_at = now() where next_attempt_at is not null returning 1",
        );
        await database.values("update messages set send_due = now() where send_due is not null returning 1");
        servers = await Promise.all([0, 1, 2].map(start));
      }
      // A claim of the dead lasts five minutes.
      const deadline = performance.now() + 400_000;
      while ((await count(unsent)) + (await count(waiting)) > 0) {
        if (performance.now() > deadline) throw new Error("something is left");
        await Bun.sleep(100);
      }
      for (const server of servers.splice(0)) expect((await server.stop()).exitCode).toBe(0);

      expect(await database.values("select state, count(*)::int from messages group by state")).toEqual([
        ["sent", drafts],
      ]);
      expect(await database.values("select status, count(*)::int from outbound group by status")).toEqual([
        ["delivered", drafts],
      ]);
      const byId = Map.groupBy(taken, ({ id }) => id);
      expect(byId.size).toBe(drafts);
      const repeated = [...byId.values()].filter((list) => list.length > 1);
      for (const list of repeated) {
        // Whoever brought it was killed before it could note that, and another one brought it again.
        for (const { host } of list.slice(0, -1)) expect([...killed]).toContain(host);
        expect(new Set(list.map(({ host }) => host)).size).toBe(list.length);
      }
      process.stderr.write(
        `${drafts} drafts, ${killed.size} kills, ${taken.length} mails taken; ${repeated.length} came twice, as their process was killed between 250 and commit\n`,
      );
      expect(await runCommand(store, ["check"])).toMatchObject({ exitCode: 0 });
    } finally {
      for (const server of servers) await server.kill();
      for (const receiver of receivers) await receiver.stop();
      for (const dir of dirs) rmSync(dir, { recursive: true, force: true });
      await store.dispose();
    }
  },
  { timeout: 300_000 + (full ? drafts * 1000 : 0) },
);

/** Drafts of twenty addresses at three domains, each scheduled. */
async function prepare(store: Parameters<typeof startServer>[0], key: string): Promise<void> {
  const server = await startServer(store);
  const api = apiClient(`http://127.0.0.1:${server.ports.http}`, key);
  const { data } = await api
    .get<{ data: { id: string; domain: string }[] }>("/domains")
    .then(({ json }) => json);
  const ids = domains.map((name) => data.find(({ domain }) => domain === name)!.id);
  const from = await Promise.all(
    Array.from({ length: 20 }, (_, n) =>
      api.must<{ id: string }>(201, api.post("/identities", { domain_id: ids[n % 3], local_part: `k${n}` })),
    ),
  );
  let next = 0;
  const work = async () => {
    for (let n = next++; n < drafts; n = next++) {
      const { id } = await api.must<{ id: string }>(
        201,
        api.post("/drafts", {
          identity_id: from[n % from.length]!.id,
          to: [`r${n}@far.example`],
          subject: `d${n}`,
          text: "Hi",
        }),
      );
      const send_at = instantOf(systemClock.now() + 24 * 3_600_000);
      await api.must(200, api.post(`/drafts/${id}/schedule`, { send_at }));
    }
  };
  await Promise.all([1, 2, 3, 4, 5, 6, 7, 8].map(work));
  await eventually(async () => (await server.stop()).exitCode === 0);
}
