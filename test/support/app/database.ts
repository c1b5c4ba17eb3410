// Databases for tests: real ones, each fresh. Postgres when POSTROOM_TEST_DATABASE_URL names a server on which databases
// may be created; the embedded one too, but for POSTROOM_TEST_STORES=postgres.
import { afterAll, beforeAll, describe, test } from "bun:test";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import postgres from "postgres";
import { migrations } from "../../../migrations/index.ts";
import { type Database, openDatabase } from "../../../src/store/database/database.ts";
import { migrate } from "../../../src/store/database/migrate.ts";
import { clusterOf, createOnCluster, dropOnCluster } from "../cluster/nodes.ts";
import { namePrefix } from "./name-prefix.ts";

export type Kind = Database["kind"];

/** The stores that suites run on. */
export const storeKinds: readonly Kind[] =
  process.env.POSTROOM_TEST_STORES === "postgres" ? ["postgres"] : ["embedded", "postgres"];

/** A cluster of Citus, the coordinator first and then its workers, in one URL: its databases take PostgreSQL's place. */
const cluster = clusterOf(process.env.POSTROOM_TEST_CITUS_URL);
export const isCluster = cluster !== null;
const serverUrl = cluster?.coordinator ?? process.env.POSTROOM_TEST_DATABASE_URL;
/** A pooler in front of that server, which the program then goes through. */
const poolerUrl = process.env.POSTROOM_TEST_POOLER_URL;
/** Whether it keeps prepared statements. */
const poolerPrepares = process.env.POSTROOM_TEST_POOLER_PREPARES === "on";
const noServer = "POSTROOM_TEST_DATABASE_URL is not set";

/** A place for a database; it can be opened any number of times, by other processes too. */
export interface TempStore {
  readonly kind: Kind;
  /** A fresh directory, for DATA_DIR. */
  readonly dataDir: string;
  /** For DATABASE_URL; null: embedded. */
  readonly databaseUrl: string | null;
  open(options?: { maxConnections?: number }): Promise<Database>;
  /** Closes what was opened and removes everything. */
  dispose(): Promise<void>;
}

/** It has the program's schema, as its template has it; a PostgreSQL one may begin empty. */
export async function tempStore(kind: Kind, { empty = false } = {}): Promise<TempStore> {
  // Set by preload.ts.
  const dataDir = mkdtempSync(join(process.env.POSTROOM_TEST_STORE_DIR ?? tmpdir(), "store-"));
  const databaseUrl = kind === "postgres" ? await createDatabase(empty) : null;
  const opened: Database[] = [];
  return {
    kind,
    dataDir,
    databaseUrl,
    async open(options) {
      const database = await openDatabase({ ...throughPooler(databaseUrl), dataDir, ...options });
      opened.push(database);
      return database;
    },
    async dispose() {
      for (const database of opened) await database.close();
      if (databaseUrl !== null) await dropDatabase(databaseUrl);
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

/** Runs `fn` with a fresh database, which is gone afterwards. */
export async function withDatabase<T>(
  kind: Kind,
  fn: (database: Database, store: TempStore) => Promise<T>,
): Promise<T> {
  const store = await tempStore(kind);
  try {
    return await fn(await store.open(), store);
  } finally {
    await store.dispose();
  }
}

/** Inside a suite of eachStore: what its tests use. Filled before the first test. */
export interface SuiteStore {
  readonly kind: Kind;
  readonly database: Database;
  readonly temp: TempStore;
}

/** The same suite on each store; one fresh database a suite. Without a Postgres server that half is skipped, and says so. */
export function eachStore(name: string, suite: (store: SuiteStore) => void): void {
  onStores(storeKinds, name, suite);
}

/** The same, for what looks at the tables of one schema: a cluster has them in parts. */
export function eachWholeStore(name: string, suite: (store: SuiteStore) => void): void {
  if (isCluster) test.skip(`${name} on a cluster: it looks at the tables of one schema`, () => {});
  onStores(isCluster ? storeKinds.filter((kind) => kind === "embedded") : storeKinds, name, suite);
}

function onStores(kinds: readonly Kind[], name: string, suite: (store: SuiteStore) => void): void {
  for (const kind of kinds) {
    if (kind === "postgres" && serverUrl === undefined) {
      test.skip(`${name} on Postgres: ${noServer}`, () => {});
      continue;
    }
    describe(`${name}, ${kind}`, () => {
      let temp: TempStore | null = null;
      let database: Database | null = null;
      beforeAll(async () => {
        temp = await tempStore(kind);
        database = await temp.open();
      });
      afterAll(() => temp?.dispose());
      suite({
        kind,
        get database() {
          if (!database) throw new Error("the database is open in tests only");
          return database;
        },
        get temp() {
          if (!temp) throw new Error("the database is open in tests only");
          return temp;
        },
      });
    });
  }
}

/** What the program is told of a database: itself, or the pooler before it. */
export function throughPooler(databaseUrl: string | null) {
  if (databaseUrl === null || poolerUrl === undefined) return { databaseUrl };
  const pooled = new URL(poolerUrl);
  pooled.pathname = new URL(databaseUrl).pathname;
  return { databaseUrl: pooled.href, databaseDirectUrl: databaseUrl, databasePreparesPooled: poolerPrepares };
}

async function createDatabase(empty: boolean): Promise<string> {
  if (serverUrl === undefined) throw new Error(noServer);
  const name = `${namePrefix}${crypto.randomUUID().replaceAll("-", "")}`;
  if (cluster) {
    await createOnCluster(cluster, name, { empty });
    return urlOf(name);
  }
  if (!empty) templateName ??= makeTemplate();
  const template = empty ? "template0" : await templateName;
  await onServer((sql) => sql.unsafe(`create database ${name} template ${template}`));
  return urlOf(name);
}

let templateName: Promise<string> | undefined;

/** A database with the program's schema, made once a server and state of the migrations: a copy takes a tenth of the time. */
async function makeTemplate(): Promise<string> {
  const name = `postroom_template_${Bun.hash(JSON.stringify(migrations)).toString(36)}`;
  await onServer(async (sql) => {
    // One of the processes that run tests makes it; it has its name when it is whole.
    await sql`select pg_advisory_lock(hashtext(${name}))`;
    const [known] = await sql`select from pg_database where datname = ${name}`;
    if (known) return;
    const unfinished = `${name}_unfinished`;
    await sql.unsafe(`drop database if exists ${unfinished} with (force)`);
    await sql.unsafe(`create database ${unfinished} template template0`);
    const dataDir = mkdtempSync(join(tmpdir(), "template-"));
    const database = await openDatabase({ databaseUrl: urlOf(unfinished), dataDir });
    await migrate(database, migrations);
    await database.close();
    await sql.unsafe(`alter database ${unfinished} rename to ${name}`);
  });
  return name;
}

function urlOf(name: string): string {
  const url = new URL(serverUrl ?? "");
  url.pathname = `/${name}`;
  return url.href;
}

async function dropDatabase(databaseUrl: string): Promise<void> {
  const name = new URL(databaseUrl).pathname.slice(1);
  if (cluster) await dropOnCluster(cluster, name);
  else await onServer((sql) => sql.unsafe(`drop database if exists ${name} with (force)`));
}

async function onServer(work: (sql: postgres.Sql) => Promise<unknown>): Promise<void> {
  const sql = postgres(serverUrl ?? "", { max: 1, onnotice: () => {} });
  try {
    await work(sql);
  } finally {
    await sql.end();
  }
}
