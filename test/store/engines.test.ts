// Databases that speak PostgreSQL's protocol and are not PostgreSQL are refused when the program starts.
import { afterAll, expect, test } from "bun:test";
import { openDatabase } from "../../src/store/database/database.ts";
import { refusalOf } from "../../src/store/database/engines.ts";
import { startSpeaker } from "../support/fakes/postgres-speaker.ts";

const speakers: { stop(): void }[] = [];
afterAll(() => {
  for (const speaker of speakers) speaker.stop();
});

async function opening(version: string, unknownSettings: boolean): Promise<string> {
  const speaker = startSpeaker({ version, unknownSettings });
  speakers.push(speaker);
  return openDatabase({ databaseUrl: speaker.url, dataDir: "/nowhere", waitSeconds: 5 }).then(
    async (database) => {
      await database.close();
      return "opened";
    },
    (error: Error) => `${error.name}: ${error.message}`,
  );
}

const cockroach = "CockroachDB CCL v25.2.1 (x86_64-pc-linux-gnu, built 2026/06/01, go1.23)";
const yugabyte = "PostgreSQL 15.12-YB-2025.2.0.0-b131 on x86_64-pc-linux-gnu, compiled by clang, 64-bit";
const postgres = "PostgreSQL 17.6 (Debian 17.6-1) on x86_64-pc-linux-gnu, compiled by gcc, 64-bit";

// DECISIONS Settings and command line: cluster prepare runs each step once; CockroachDB and YugabyteDB end the start
test("CockroachDB is named, what it lacks, and the setting, whether or not it takes our settings", async () => {
  for (const unknownSettings of [true, false]) {
    const said = await opening(cockroach, unknownSettings);
    expect(said).toContain("DatabaseUnavailable: the database");
    expect(said).toContain("is CockroachDB (CockroachDB CCL v25.2.1");
    expect(said).toContain("LISTEN and NOTIFY");
    expect(said).toContain("Set DATABASE_URL to a PostgreSQL server");
  }
});

test("YugabyteDB is named, and what it lacks", async () => {
  const said = await opening(yugabyte, false);
  expect(said).toContain("is YugabyteDB (PostgreSQL 15.12-YB-2025.2.0.0-b131");
  expect(said).toContain("transaction ids");
  expect(said).toContain("DATABASE_URL");
});

test("PostgreSQL is taken, and one that refuses our settings is told as it is", async () => {
  expect(await opening(postgres, false)).toBe("opened");
  expect(await opening(postgres, true)).toContain("cannot be reached: unrecognized configuration parameter");
  expect(refusalOf(`${postgres} with Citus`)).toBeNull();
});
