// What processes ask of a database when nothing is to do and while turns make work due: 1, 5, 20 of them, when each looks for all of
// it, and as they stand in line (actors/runtime/line.ts). The processes are light stand-ins: the workers, without listeners.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { SQL } from "bun";
import { initialise } from "../../actors/account/accounts/operator.ts";
import { firstOfOne } from "../../actors/runtime/line.ts";
import { type Core, openCore, type Stop } from "../../src/app/core.ts";
import { startWorkers } from "../../src/app/workers.ts";
import { readConfig } from "../../src/config/config.ts";
import { systemClock } from "../../src/lib/clock.ts";
import { silentLog } from "../../src/lib/log.ts";
import { Certificates } from "../../src/tls/certificates.ts";

export const ways = ["each looks", "in line"] as const;

export interface Asked {
  way: (typeof ways)[number];
  processes: number;
  /** Whether each runs a turn a second makes mail and deliveries due. */
  busy: boolean;
  statementsPerSecond: number;
  /** Rows and index entries that the database read. */
  rowsPerSecond: number;
}

const turnEveryMs = 1_000;
/** Until the processes know each other, and have looked for everything once. */
const settleMs = 15_000;

interface StandIn {
  core: Core;
  stop: Stop;
}

export async function benchSharing(
  databaseUrl: string,
  { counts, seconds, told }: { counts: readonly number[]; seconds: number; told: (asked: Asked) => void },
): Promise<void> {
  const sql = new SQL(databaseUrl);
  try {
    for (const way of ways) {
      for (const processes of counts) {
        const standIns: StandIn[] = [];
        for (let n = 0; n < processes; n++) standIns.push(await standIn(databaseUrl, way));
        const [first] = standIns as [StandIn];
        const { accountId } = await initialise(first.core);
        await Bun.sleep(settleMs);
        for (const busy of [false, true]) {
          const turns = busy ? standIns.map(({ core }) => runTurns(core, accountId)) : [];
          const before = await readSoFar(sql);
          await Bun.sleep(seconds * 1000);
          const after = await readSoFar(sql);
          for (const end of turns) await end();
          told({
            way,
            processes,
            busy,
            statementsPerSecond: (after.transactions - before.transactions) / seconds,
            rowsPerSecond: (after.rows - before.rows) / seconds,
          });
        }
        for (const { stop } of standIns) await stop(1000);
      }
    }
  } finally {
    await sql.close();
  }
}

async function standIn(databaseUrl: string, way: Asked["way"]): Promise<StandIn> {
  const dataDir = mkdtempSync(join(tmpdir(), "postroom-stand-in-"));
  const config = readConfig({ DATABASE_URL: databaseUrl, DATA_DIR: dataDir, MAIL_DOMAIN: "agents.example" });
  const core = await openCore(config, { clock: systemClock, log: silentLog });
  if (way === "each looks") core.heartbeat.line = () => firstOfOne;
  await core.actors.feed.start(core.database);
  await core.heartbeat.start();
  const certificates = new Certificates(core);
  const stopping = new AbortController();
  const deps = {
    ...core,
    certificates,
    baseUrl: () => "http://localhost",
    taken: null,
    stopping: stopping.signal,
  };
  const stopWorkers = startWorkers(deps, {});
  return {
    core,
    async stop(graceMs) {
      stopping.abort();
      await stopWorkers(graceMs);
      await core.heartbeat.stop();
      await core.actors.feed.stop();
      await core.close();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

/** Turns that say what sending a mail and an event say. @returns ends them */
function runTurns({ actors }: Core, accountId: string): () => Promise<void> {
  let ended = false;
  const running = (async () => {
    while (!ended) {
      await actors.account(accountId).run((turn) => {
        turn.poke("outbound");
        turn.poke("deliveries");
      });
      await Bun.sleep(turnEveryMs);
    }
  })();
  return async () => {
    ended = true;
    await running;
  };
}

/** A statement outside a transaction block counts as a transaction. */
async function readSoFar(sql: SQL): Promise<{ transactions: number; rows: number }> {
  // Sessions report what they did after a second.
  await Bun.sleep(1_500);
  const [row] = await sql.unsafe(
    `select xact_commit::float8 as transactions,
       (tup_returned + tup_fetched)::float8 as rows from pg_stat_database where datname = current_database()`,
  );
  return row as { transactions: number; rows: number };
}
