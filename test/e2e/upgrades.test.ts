// A data directory and a PostgreSQL dump of each released schema start under this version: `check` finds nothing, and the API
// answers what it answered then. test/support/upgrade-fixture.ts makes the fixtures.

import { expect, test } from "bun:test";
import { createHash } from "node:crypto";
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { apiClient } from "../support/app/api.ts";
import { type Kind, storeKinds } from "../support/app/database.ts";
import { runCommand, startServer } from "../support/app/server.ts";
import { programPath } from "../support/clients/programs.ts";
import type { UpgradeFixture } from "../support/upgrade-fixture.ts";
import { fixtures, loadedStore } from "../support/upgraded-store.ts";

async function upgrade(schema: string, kind: Kind): Promise<void> {
  const fixture: UpgradeFixture = await Bun.file(join(fixtures, schema, `${kind}.json`)).json();
  const store = await loadedStore(schema, kind);

  const server = await startServer(store, { IMAP_PORT: "0", ALLOW_PLAINTEXT_AUTH: "loopback" });
  const api = apiClient(`http://127.0.0.1:${server.ports.http}`, fixture.key);
  for (const { path, body } of fixture.answers) {
    const { json } = await api.get<{ data: unknown }>(path);
    expect(json.data, path).toMatchObject(body as object);
  }
  for (const { path, sha256 } of fixture.mails) {
    const raw = await api.bytes(path);
    expect(createHash("sha256").update(raw).digest("hex"), path).toBe(sha256);
  }
  const { username, password } = fixture.login;
  expect(await imapLogin((server.ports as { imap?: number }).imap!, username, password)).toContain("EXISTS");
  expect((await server.stop()).exitCode).toBe(0);
  expect(await runCommand(store, ["check"])).toMatchObject({ exitCode: 0, stdout: "Everything agrees.\n" });
  await store.dispose();
}

async function imapLogin(port: number, user: string, password: string): Promise<string> {
  const { promise, resolve } = Promise.withResolvers<string>();
  let heard = "";
  const socket = await Bun.connect({
    hostname: "127.0.0.1",
    port,
    socket: {
      data(_, bytes) {
        heard += bytes.toString();
        if (/^b (OK|NO|BAD)/m.test(heard) || /^a (NO|BAD)/m.test(heard)) resolve(heard);
      },
      close: () => resolve(heard),
    },
  });
  socket.write(`a LOGIN "${user}" "${password}"\r\nb SELECT INBOX\r\n`);
  const answer = await promise;
  socket.end();
  return answer;
}

const hasPostgres = process.env.POSTROOM_TEST_DATABASE_URL !== undefined && programPath("psql") !== null;
for (const schema of readdirSync(fixtures).sort())
  for (const kind of storeKinds) {
    const run = kind === "postgres" && !hasPostgres ? test.skip : test;
    run(`schema ${schema}, ${kind}`, () => upgrade(schema, kind), { timeout: 600_000 });
  }
