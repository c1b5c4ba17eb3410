// `bun run soak [--minutes 20] [--idle 60] [--store embedded|postgres]`: mixed use of the built executable for so many minutes,
// then nobody: what it does by itself must cost less than a hundredth of a core, on both databases. A slice by hand:
// `bun test/soak/main.ts --minutes 1 --idle 20 --store embedded`. POSTROOM_TEST_DATABASE_URL as for the bench.
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { SQL } from "bun";
import { benchDatabase } from "../bench/database.ts";
import { imapSettings } from "../bench/imap.ts";
import { startSink } from "../bench/sending.ts";
import { type BenchServer, cpuMs, executable, startServer } from "../bench/server.ts";
import { beginUse, useOnce } from "./use.ts";

/** Share of a core. */
const mostIdle = 0.01;
/** Queues are worked off, the last scheduled drafts sent, caches and connections given back. */
const settleSeconds = 150;

function option(name: string, fallback: string): string {
  const at = process.argv.indexOf(`--${name}`);
  return at < 0 ? fallback : (process.argv[at + 1] ?? fallback);
}

function say(text: string): void {
  process.stderr.write(`${text}\n`);
}

/** CPU time of the server and, where they are on this machine, of its database's processes, by process. */
async function cpuOf(server: BenchServer, databaseUrl: string | null): Promise<Map<number, number>> {
  const pids = [server.process.pid];
  if (databaseUrl !== null) {
    const sql = new SQL(databaseUrl);
    const rows =
      await sql`select pid from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()`;
    await sql.close();
    pids.push(
      ...rows.map(({ pid }: { pid: number }) => pid).filter((pid: number) => existsSync(`/proc/${pid}/stat`)),
    );
  }
  return new Map(pids.map((pid) => [pid, cpuMs(pid)]));
}

/** Milliseconds of CPU between two looks; a process that is gone has none. */
function spent(before: Map<number, number>, after: Map<number, number>): number {
  return [...after].reduce((sum, [pid, ms]) => sum + ms - (before.get(pid) ?? 0), 0);
}

/** @returns share of a core that the idle server takes */
async function soak(server: BenchServer, databaseUrl: string | null): Promise<number> {
  const { imap } = JSON.parse(readFileSync(join(server.dataDir, "ports.json"), "utf8")) as { imap: number };
  const use = await beginUse(server, imap);
  const until = performance.now() + Number(option("minutes", "20")) * 60_000;
  let rounds = 0;
  while (performance.now() < until) {
    await useOnce(use, rounds++);
    if (rounds % 100 === 0) say(`${server.store}: ${rounds} rounds, ${use.hooks()} calls of webhooks`);
    // Mails and calls come with pauses between them, as they do.
    await Bun.sleep(50);
  }
  await use.stop();
  say(`${server.store}: ${rounds} rounds, ${use.hooks()} calls of webhooks; nobody is connected now`);
  await Bun.sleep(settleSeconds * 1000);
  const seconds = Number(option("idle", "60"));
  const before = await cpuOf(server, databaseUrl);
  await Bun.sleep(seconds * 1000);
  const share = spent(before, await cpuOf(server, databaseUrl)) / (seconds * 1000);
  say(`${server.store}: idle, ${(share * 100).toFixed(2)} % of a core over ${seconds} s`);
  return share;
}

if (!existsSync(executable)) {
  say("There is no dist/postroom yet. Build it first: bun run build");
  process.exit(2);
}
let isQuiet = true;
for (const store of ["embedded", "postgres"] as const) {
  if (!["both", store].includes(option("store", "both"))) continue;
  const database = store === "postgres" ? await benchDatabase() : null;
  if (store === "postgres" && !database) {
    say("postgres is left out: install Debian's postgresql, or set POSTROOM_TEST_DATABASE_URL");
    continue;
  }
  const sink = await startSink();
  // It takes whatever comes, to the end.
  void sink.take(Number.MAX_SAFE_INTEGER).catch(() => undefined);
  const server = await startServer(store, database?.url ?? null, {
    SMTP_RELAY_URL: sink.url,
    ...imapSettings,
  });
  try {
    isQuiet = (await soak(server, database?.url ?? null)) < mostIdle && isQuiet;
  } finally {
    await server.stop();
    await sink.stop();
    await database?.stop();
  }
}
process.exit(isQuiet ? 0 : 1);
