// Databases on a real cluster of Citus, for POSTROOM_TEST_CITUS_URL: the same name on each node. A copy of a prepared one on
// every node is a cluster of its own, for nodes find each other by address and name.
import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import postgres from "postgres";
import { migrations } from "../../../migrations/index.ts";
import { prepareCluster } from "../../../src/store/cluster/prepare.ts";
import { unplaced } from "../../../src/store/cluster/spread.ts";
import { openDatabase } from "../../../src/store/database/database.ts";
import { migrate } from "../../../src/store/database/migrate.ts";

export interface CitusNodes {
  coordinator: string;
  workers: readonly string[];
}

/** Parts that a test's database has: several on each of two workers. */
const parts = Number(process.env.POSTROOM_TEST_CITUS_PARTS ?? 1);

/** `postgres://postgres@coordinator:5432,worker1:5432,worker2:5432/postgres` */
export function clusterOf(url: string | undefined): CitusNodes | null {
  if (url === undefined) return null;
  const [, before = "", hosts = "", after = ""] = /^(\w+:\/\/(?:[^@/]*@)?)([^/]*)(.*)$/.exec(url) ?? [];
  const [coordinator, ...workers] = hosts.split(",").map((host) => `${before}${host}${after}`);
  if (!coordinator || workers.length === 0)
    throw new Error(
      "POSTROOM_TEST_CITUS_URL names a coordinator and its workers: postgres://u@c:5432,w1:5432,w2:5432/postgres",
    );
  return { coordinator, workers };
}

// Statements of the tests themselves name no account.
if (process.env.POSTROOM_TEST_CITUS_URL) unplaced.isAsked = true;

export async function createOnCluster(
  nodes: CitusNodes,
  name: string,
  { empty }: { empty: boolean },
): Promise<void> {
  if (empty) return makeDatabase(nodes, name);
  template ??= makeTemplate(nodes);
  const from = await template;
  await onEach(nodes, (sql) => sql.unsafe(`create database ${name} template ${from}`));
}

export async function dropOnCluster(nodes: CitusNodes, name: string): Promise<void> {
  await onEach(nodes, async (sql) => {
    for (let tries = 1; ; tries++)
      try {
        return await sql.unsafe(`drop database if exists ${name} with (force)`);
      } catch (error) {
        // 55006 object_in_use: Citus's daemon begins anew in it.
        if ((error as { code?: string }).code !== "55006" || tries === 20) throw error;
        await Bun.sleep(100);
      }
  });
}

let template: Promise<string> | undefined;

async function makeTemplate(nodes: CitusNodes): Promise<string> {
  const name = `postroom_citus_${parts}_${Bun.hash(JSON.stringify(migrations)).toString(36)}`;
  await on(nodes.coordinator, async (sql) => {
    await sql`select pg_advisory_lock(hashtext(${name}))`;
    const [known] = await sql`select from pg_database where datname = ${name}`;
    if (known) return;
    const unfinished = `${name}_unfinished`;
    await dropOnCluster(nodes, unfinished);
    await makeDatabase(nodes, unfinished);
    const dataDir = mkdtempSync(join(tmpdir(), "template-"));
    const database = await openDatabase({ databaseUrl: named(nodes.coordinator, unfinished), dataDir });
    await migrate(database, migrations);
    await prepareCluster(database, parts);
    await database.close();
    // Citus's daemon in it would keep it from being copied.
    await onEach(nodes, async (each) => {
      await each.unsafe(`alter database ${unfinished} allow_connections false`);
      await each.unsafe(
        `select pg_terminate_backend(pid, 5000) from pg_stat_activity where datname = '${unfinished}'`,
      );
    });
    for (const url of [...nodes.workers, nodes.coordinator])
      await on(url, (each) => each.unsafe(`alter database ${unfinished} rename to ${name}`));
  });
  return name;
}

/** An empty database whose nodes know each other. */
async function makeDatabase(nodes: CitusNodes, name: string): Promise<void> {
  await onEach(nodes, (sql) => sql.unsafe(`create database ${name} template template0`));
  for (const url of [nodes.coordinator, ...nodes.workers])
    await on(named(url, name), (sql) => sql.unsafe("create extension citus"));
  await on(named(nodes.coordinator, name), async (sql) => {
    const [host, port] = addressOf(nodes.coordinator);
    await sql`select citus_set_coordinator_host(${host}, ${port})`;
    for (const worker of nodes.workers) {
      const [workerHost, workerPort] = addressOf(worker);
      await sql`select citus_add_node(${workerHost}, ${workerPort})`;
    }
  });
}

function addressOf(url: string): [string, number] {
  const { hostname, port } = new URL(url);
  return [hostname, Number(port || 5432)];
}

function named(url: string, name: string): string {
  const found = new URL(url);
  found.pathname = `/${name}`;
  return found.href;
}

async function onEach(nodes: CitusNodes, work: (sql: postgres.Sql) => Promise<unknown>): Promise<void> {
  await Promise.all([nodes.coordinator, ...nodes.workers].map((url) => on(url, work)));
}

async function on(url: string, work: (sql: postgres.Sql) => Promise<unknown>): Promise<void> {
  const sql = postgres(url, { max: 1, onnotice: () => {} });
  try {
    await work(sql);
  } finally {
    await sql.end();
  }
}
