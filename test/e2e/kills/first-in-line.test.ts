// Three processes on one PostgreSQL: what comes due by the clock is taken by the first in line for it; that one is killed, and
// the next takes over; and so on to the last. Nothing is sent twice or left. On a busy machine the first may be late by seconds, and
// the next one helps: so mails come due until the first has taken most of them. Who looks when is test/actors/runtime/line.test.ts.
import { expect, test } from "bun:test";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { placeOf } from "../../../actors/runtime/line.ts";
import { instantOf, systemClock } from "../../../src/lib/clock.ts";
import { apiClient } from "../../support/app/api.ts";
import { eventually } from "../../support/app/app.ts";
import { tempStore } from "../../support/app/database.ts";
import { runCommand, type Server, startServer } from "../../support/app/server.ts";
import { type Sink, startSink } from "../../support/fakes/receivers.ts";

const run = process.env.POSTROOM_TEST_DATABASE_URL === undefined ? test.skip : test;
const count = 3;
/** Later than the looks that a hint causes, and what they take themselves (actors/runtime/clock-actor.ts). */
const dueAfterMs = 8_000;

run(
  "the first in line takes what comes due, and when it is killed the next does (POSTROOM_TEST_DATABASE_URL)",
  async () => {
    const store = await tempStore("postgres");
    const taken: { subject: string; host: string }[] = [];
    const relay: Sink = await startSink({
      onData(_stream, session, done) {
        done();
        const [, subject = ""] = /^Subject: (.*)\r$/m.exec(relay.mails.at(-1)!.raw) ?? [];
        taken.push({ subject, host: session.hostNameAppearsAs || "" });
      },
    });
    const dirs = Array.from({ length: count }, () => mkdtempSync(join(tmpdir(), "postroom-line-")));
    const live = new Map<string, { server: Server; host: string }>();
    try {
      const init = await runCommand(store, ["init", "--json"]);
      const { api_key, domain_id } = JSON.parse(init.stdout) as { api_key: string; domain_id: string };
      const database = await store.open();
      const beats = async () =>
        new Map((await database.values("select id, beats::int4 from processes")) as [string, number][]);
      for (const [n, dataDir] of dirs.entries()) {
        const host = `mx${n}.agents.example`;
        const settings = { MAIL_HOSTNAME: host, SMTP_RELAY_URL: relay.url };
        const server = await startServer({ dataDir, databaseUrl: store.databaseUrl }, settings);
        const [id] = [...(await beats()).keys()].filter((one) => !live.has(one));
        live.set(id!, { server, host });
      }
      // Each has seen the others once it has beaten again.
      const before = await beats();
      await eventually(async () => {
        const now = await beats();
        return [...live.keys()].every((id) => now.get(id)! >= before.get(id)! + 2);
      });
      const ids = [...live.keys()];
      const place = (id: string) =>
        placeOf(
          "scheduled drafts",
          id,
          ids.filter((other) => other !== id),
        );
      const line = ids.toSorted((a, b) => place(a) - place(b));
      let made = 0;
      for (const first of line) {
        const { server } = [...live.values()].at(-1)!;
        const api = apiClient(`http://127.0.0.1:${server.ports.http}`, api_key);
        const sender = api.post("/identities", { domain_id, local_part: `line${made}` });
        const { id: identity_id } = await api.must<{ id: string }>(201, sender);
        const schedule = async (subject: string) => {
          const body = { identity_id, to: ["peer@far.example"], subject, text: "Hi" };
          const { id } = await api.must<{ id: string }>(201, api.post("/drafts", body));
          const send_at = instantOf(systemClock.now() + 24 * 3_600_000);
          await api.must(200, api.post(`/drafts/${id}/schedule`, { send_at }));
        };
        let own = 0;
        while (own < 2) {
          const subjects = [1, 2, 3].map(() => `d${++made}`);
          for (const subject of subjects) await schedule(subject);
          // The API schedules a minute ahead at least.
          for (const [n, subject] of subjects.entries())
            await database.values(
              "update messages set send_at = $2::timestamptz, send_due = $2::timestamptz where subject = $1::text returning 1",
              [subject, instantOf(systemClock.now() + dueAfterMs + n * 500)],
            );
          // Its turn has all look when something is next due.
          await schedule("never");
          await eventually(() => subjects.every((subject) => taken.some((one) => one.subject === subject)));
          const hosts = taken.filter(({ subject }) => subjects.includes(subject)).map(({ host }) => host);
          const alive = [...live.values()].map(({ host }) => host);
          for (const host of hosts) expect(alive).toContain(host);
          own = hosts.filter((host) => host === live.get(first)!.host).length;
        }
        // What it took is stored before it ends: this is about the line, not about what was under way.
        const open = "select 1 from outbound where next_attempt_at is not null limit 1";
        await eventually(async () => (await database.values(open)).length === 0);
        await live.get(first)!.server.kill();
        live.delete(first);
      }
      expect(taken.map(({ subject }) => subject).toSorted()).toEqual(
        Array.from({ length: made }, (_, n) => `d${n + 1}`).toSorted(),
      );
      expect(await runCommand(store, ["check"])).toMatchObject({ exitCode: 0 });
    } finally {
      for (const { server } of live.values()) await server.kill();
      await relay.stop();
      for (const dir of dirs) rmSync(dir, { recursive: true, force: true });
      await store.dispose();
    }
  },
  { timeout: 300_000 },
);
