// Four servers on one Postgres: of 100 changes of an event with one etag exactly one is made.

import { expect, test } from "bun:test";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { apiClient } from "../support/app/api.ts";
import { tempStore } from "../support/app/database.ts";
import { runCommand, startServer } from "../support/app/server.ts";

const run = process.env.POSTROOM_TEST_DATABASE_URL === undefined ? test.skip : test;

run("100 changes with one etag in four processes: one wins (POSTROOM_TEST_DATABASE_URL)", async () => {
  const store = await tempStore("postgres");
  const homes = Array.from({ length: 4 }, () => mkdtempSync(join(tmpdir(), "postroom-test-")));
  try {
    const init = await runCommand(store, ["init", "--json"]);
    const { api_key, domain_id } = JSON.parse(init.stdout) as { api_key: string; domain_id: string };
    const servers = await Promise.all(homes.map((dataDir) => startServer({ ...store, dataDir })));
    const apis = servers.map(({ ports }) => apiClient(`http://127.0.0.1:${ports.http}`, api_key));
    const [first] = apis;
    const { id } = await first!.must<{ id: string }>(
      201,
      first!.post("/identities", { domain_id, local_part: "a" }),
    );
    const path = `/identities/${id}/calendar/events`;
    const body = { title: "Plan", start: "2026-03-27T09:00:00", end: "2026-03-27T10:00:00" };
    let event = await first!.must<{ id: string; etag: string; sequence: number; title: string }>(
      201,
      first!.post(path, body),
    );
    for (let round = 1; round <= 3; round++) {
      const headers = { "if-match": `"${event.etag}"` };
      const answers = await Promise.all(
        Array.from({ length: 100 }, (_, n) =>
          apis[n % 4]!.patch<{ data: typeof event }>(
            `${path}/${event.id}`,
            { title: `${round}: ${n}` },
            headers,
          ),
        ),
      );
      const statuses = Object.groupBy(answers, ({ status }) => status);
      expect([statuses[200]?.length, statuses[412]?.length]).toEqual([1, 99]);
      const won = statuses[200]![0]!.json.data;
      expect(won.sequence).toBe(round);
      for (const api of apis) {
        expect(await api.must<typeof event>(200, api.get(`${path}/${event.id}`))).toMatchObject(won);
      }
      event = won;
    }
    expect(await Promise.all(servers.map(async (server) => (await server.stop()).exitCode))).toEqual([
      0, 0, 0, 0,
    ]);
  } finally {
    for (const home of homes) rmSync(home, { recursive: true, force: true });
    await store.dispose();
  }
});
