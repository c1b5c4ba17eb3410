// PostgreSQL for the measurements: a database on POSTROOM_TEST_DATABASE_URL, or a temporary cluster.
import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { SQL } from "bun";

export interface BenchDatabase {
  url: string;
  stop(): Promise<void>;
}

const script = new URL("../../.ci/postgres", import.meta.url).pathname;

/** null where there is no PostgreSQL. */
export async function benchDatabase(): Promise<BenchDatabase | null> {
  const given = process.env.POSTROOM_TEST_DATABASE_URL;
  if (given) return databaseOn(given);
  const dir = mkdtempSync(join(tmpdir(), "postroom-bench-pg-"));
  const start = Bun.spawnSync([script, "start", dir]);
  if (start.exitCode !== 0) return null;
  return databaseOn(start.stdout.toString().trim(), "", async () => {
    Bun.spawnSync([script, "stop", dir]);
  });
}

/**
 * A new database beside another.
 * @param part of its name
 * @param stop what ends with it
 */
export async function databaseOn(
  serverUrl: string,
  part = "",
  stop: () => Promise<void> = async () => undefined,
): Promise<BenchDatabase> {
  const name = `postroom_bench_${process.pid}${part}`;
  const server = new SQL(serverUrl);
  await server.unsafe(`drop database if exists ${name}`);
  await server.unsafe(`create database ${name}`);
  const url = new URL(serverUrl);
  url.pathname = `/${name}`;
  return {
    url: url.href,
    async stop() {
      await server.unsafe(`drop database ${name} with (force)`);
      await server.close();
      await stop();
    },
  };
}
