// `bun run soak`: mixed use of the built executable, then nobody: what it does by itself must cost less than a hundredth of a core,
// on both databases.
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { SQL } from "bun";
import { benchDatabase } from "../bench/database.ts";
import { imapSettings } from "../bench/imap.ts";
import { startSink } from "../bench/sending.ts";
import { type BenchServer, cpuMs, executable, residentMb, startServer } from "../bench/server.ts";
import { childrenOf } from "../support/app/quota.ts";
import { optionsOf } from "../support/options.ts";
import { beginUse, useOnce } from "./use.ts";

/** Share of a core. */
const mostIdle = 0.01;
/** Queues are worked off, the last scheduled drafts sent, caches and connections given back. */
const settleSeconds = 150;

const {
  minutes,
  idle,
  store: only,
} = optionsOf({
  call: "bun run soak",
  about: `
Uses the built executable (bun run build) for so many minutes as people and programs do, all of it mixed, then leaves it alone. What
it does by itself then must cost less than a hundredth of a core; status 1 says that it did not. Both databases, one after the
other: embedded, and PostgreSQL at POSTROOM_TEST_DATABASE_URL or a temporary cluster of Debian's postgresql. Each takes the
minutes, 150 seconds in which queues are worked off, and the seconds of --idle.`,
  options: {
    minutes: { value: "N", number: true, default: 20, about: "of use" },
    idle: { value: "SECONDS", number: true, default: 60, about: "that are measured" },
    store: { value: "DATABASE", among: ["embedded", "postgres"], about: "one of embedded, postgres" },
  },
});

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
    pids.push(...rows.map(({ pid }: { pid: number }) => pid));
  }
  if (!existsSync(`/proc/${pids[0]}/stat`))
    throw new Error(`the server of ${server.store} has ended by itself`);
  return new Map(pids.flatMap((pid) => timeOf(pid)));
}

/** Nothing for a connection that has just ended, or is on another machine. */
function timeOf(pid: number): [number, number][] {
  try {
    return [[pid, cpuMs(pid)]];
  } catch {
    return [];
  }
}

/** Milliseconds of CPU between two looks; a process that is gone has none. */
function spent(before: Map<number, number>, after: Map<number, number>): number {
  return [...after].reduce((sum, [pid, ms]) => sum + ms - (before.get(pid) ?? 0), 0);
}

/** Memory of the process in megabytes, files that it has open, processes that it has begun. */
function sizeOf({ process: { pid } }: BenchServer): string {
  const files = readdirSync(`/proc/${pid}/fd`).length;
  return `${residentMb(pid).toFixed(0)} MB, ${files} files, ${childrenOf(pid).length} children`;
}

/** @returns share of a core that the idle server takes */
async function soak(server: BenchServer, databaseUrl: string | null): Promise<number> {
  const { imap } = JSON.parse(readFileSync(join(server.dataDir, "ports.json"), "utf8")) as { imap: number };
  const use = await beginUse(server, imap);
  const until = performance.now() + minutes * 60_000;
  let rounds = 0;
  while (performance.now() < until) {
    await useOnce(use, rounds++);
    if (rounds % 100 === 0)
      say(`${server.store}: ${rounds} rounds, ${use.hooks()} calls of webhooks; ${sizeOf(server)}`);
    // Mails and calls come with pauses between them, as they do.
    await Bun.sleep(50);
  }
  await use.stop();
  say(`${server.store}: ${rounds} rounds, ${use.hooks()} calls of webhooks; nobody is connected now`);
  await Bun.sleep(settleSeconds * 1000);
  const before = await cpuOf(server, databaseUrl);
  await Bun.sleep(idle * 1000);
  const share = spent(before, await cpuOf(server, databaseUrl)) / (idle * 1000);
  say(`${server.store}: idle, ${(share * 100).toFixed(2)} % of a core over ${idle} s; ${sizeOf(server)}`);
  return share;
}

if (!existsSync(executable)) {
  say("There is no dist/postroom yet. Build it first: bun run build");
  process.exit(2);
}
let isQuiet = true;
for (const store of ["embedded", "postgres"] as const) {
  if (only !== null && only !== store) continue;
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
