// A service whose database is spread over parts: on one PostgreSQL with functions by the names of Citus, or on a real cluster where
// POSTROOM_TEST_CITUS_URL names one. Accounts of different parts write to each other.
import { expect, test } from "bun:test";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { migrations } from "../../migrations/index.ts";
import { contextOf } from "../../src/doctor/context.ts";
import { examine } from "../../src/doctor/examine.ts";
import { systemClock } from "../../src/lib/clock.ts";
import { makeBackup, openSource } from "../../src/store/backup/backup.ts";
import { findBackup, readManifest } from "../../src/store/backup/manifest.ts";
import { cipherOf, openObjects } from "../../src/store/backup/objects.ts";
import { openPlace } from "../../src/store/backup/places.ts";
import { restoreBackup } from "../../src/store/backup/restore.ts";
import type { BlobStore } from "../../src/store/blobs/blobs.ts";
import { openBlobStore } from "../../src/store/blobs/open.ts";
import { prepareCluster } from "../../src/store/cluster/prepare.ts";
import type { Database } from "../../src/store/database/database.ts";
import { check } from "../../src/store/maintenance/check.ts";
import { accountOf, eventually, startTestApp } from "../support/app/app.ts";
import { tempStore } from "../support/app/database.ts";
import { pretendCitus } from "../support/cluster/pretended.ts";

const isCitus = process.env.POSTROOM_TEST_CITUS_URL !== undefined;
const hasParts = !isCitus || Number(process.env.POSTROOM_TEST_CITUS_PARTS) >= 3;
const hasServer = isCitus || process.env.POSTROOM_TEST_DATABASE_URL !== undefined;
// A pooler before a spread database is refused: the part is a setting of the session.
const isPooled = process.env.POSTROOM_TEST_POOLER_URL !== undefined;

test.skipIf(!hasServer || isPooled || !hasParts)(
  "accounts in different parts write to each other, and hear and find it (POSTROOM_TEST_DATABASE_URL, or POSTROOM_TEST_CITUS_URL with POSTROOM_TEST_CITUS_PARTS=3)",
  async () => {
    const store = await tempStore("postgres");
    if (!isCitus) {
      const database = await store.open();
      await pretendCitus(database);
      await prepareCluster(database, 3);
    }
    // A name of this machine alone: agents sign up on it.
    const t = await startTestApp(store, { env: { MAIL_DOMAIN: "agents.test" } });
    try {
      const { database } = t.app.core;
      const parts = new Map<number, Awaited<ReturnType<typeof accountOf>>>();
      for (let n = 0; parts.size < (database.parts?.length ?? 0) && n < 40; n++) {
        const account = await accountOf(t, `own${n}.example`);
        parts.set(database.partOf?.(account.accountId) ?? 0, account);
      }
      const people = [];
      for (const { api, domain } of parts.values()) {
        const { id } = await api.must<{ id: string }>(
          201,
          api.post("/identities", { email: `me@${domain}` }),
        );
        people.push({ api, id, email: `me@${domain}` });
      }
      const [first, second, third] = people;
      if (!first || !second || !third) throw new Error("three parts have an account each");
      const sent = await first.api.must<{ id: string }>(
        201,
        first.api.post("/messages", {
          from: first.email,
          to: [second.email, third.email],
          subject: "Across",
          text: "An unlikely word: quincunx.",
        }),
      );
      expect(sent.id).toBeString();
      for (const { api } of [second, third]) {
        const unread = () => api.get<{ data: { id: string; subject: string }[] }>("/messages?is_read=false");
        await eventually(async () => (await unread()).json.data.length === 1);
        const [message] = (await unread()).json.data;
        expect(message?.subject).toBe("Across");
        expect((await api.post(`/messages/${message?.id}/reply`, { text: "Seen." })).status).toBe(201);
        await eventually(async () => {
          const { data } = (await api.get<{ data: { type: string }[] }>("/events?limit=100")).json;
          return data.some(({ type }) => type === "message.received");
        });
      }
      await eventually(
        async () =>
          (await first.api.get<{ data: unknown[] }>("/messages?is_read=false")).json.data.length === 2,
      );
      // Each account sees its own alone.
      expect((await second.api.get<{ data: unknown[] }>("/identities")).json.data).toHaveLength(1);
      // A sign-up makes an account, whose part is any one, and is noted in the operator's.
      for (let n = 0; n < 4; n++) {
        const body = { username: `signup-${n}`, human_email: `human${n}@far.example` };
        await t.api.must(201, t.api.post("/agent/signup", body));
      }
      await t.app.core.actors.idle();
      expect(await check(t.app.core)).toEqual([]);
      const { core } = t.app;
      const context = await contextOf(core, { config: core.config, clock: systemClock });
      const findings = await examine(context);
      const unseen = findings.filter(({ code }) => /\.(not_made|node_down)$/.test(code));
      expect(unseen).toEqual([]);
      expect(t.trouble.filter(({ level }) => level === "error")).toEqual([]);
      await comesBack(t.app.core);
    } finally {
      await t.stop(500);
      await store.dispose();
    }
  },
);

/** A backup of the spread database, restored into one PostgreSQL and spread again, has every row in as many parts. */
async function comesBack(from: { database: Database; blobs: BlobStore }): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), "backups-"));
  const store = await tempStore("postgres", { empty: true });
  const backUp = async (name: string, { database, blobs }: { database: Database; blobs: BlobStore }) => {
    const place = openPlace(join(folder, name), null, { make: true });
    try {
      const options = { place, key: null, version: "0.0.0", clock: systemClock, progress: () => undefined };
      await makeBackup(openSource({ database, blobs }), options);
      return await readManifest(place, await findBackup(place, null), cipherOf(null), false);
    } finally {
      place.close();
    }
  };
  // An older release made this where two migrations waited at one start.
  await from.database.parts?.at(-1)?.values("create table schema_migrations (name text primary key)");
  const first = await backUp("first", from);
  expect(first.migrations).toEqual(migrations.map(({ name }) => name));
  const place = openPlace(join(folder, "first"), null, { make: false });
  try {
    const [database, blobs] = [await store.open(), openBlobStore({ dataDir: store.dataDir, s3: null })];
    const target = { database, blobs, isFolder: true, dataDir: store.dataDir, migrations };
    await restoreBackup(first, openObjects(place, cipherOf(null), new Set()), target, () => undefined);
    if (!isCitus) await pretendCitus(database);
    await prepareCluster(database, 2);
    const again = await backUp("again", { database: await store.open(), blobs });
    // A restore leaves a mark in the secrets, and one change for each address.
    const counts = ({ tables }: typeof first) =>
      tables
        .filter(({ name }) => !["changes", "secrets"].includes(name))
        .map(({ name, rows }) => [name, rows]);
    expect(counts(again)).toEqual(counts(first));
    expect(Object.fromEntries(counts(first))).toMatchObject({ threads: 3, agent_signups: 4 });
    expect(again.blobs.count).toBe(first.blobs.count);
  } finally {
    place.close();
    await store.dispose();
    rmSync(folder, { recursive: true, force: true });
  }
}
