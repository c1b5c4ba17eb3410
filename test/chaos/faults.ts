// What a network, a disk and a database do to a service that runs: cut off, slow, full, no connection free, a table locked. While
// it lasts refusals say so and no process ends; afterwards mail is taken and sent again within 10 s.
import { statfsSync, truncateSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import postgres from "postgres";
import { recovered } from "./load.ts";
import type { Say } from "./main.ts";
import type { Network } from "./proxy.ts";
import { strangeAnswers, type Verdict, verify } from "./verify.ts";
import type { World } from "./world.ts";

/** From the end of a fault to mail in and out, more than it takes just before: the machine may have other work. */
const recoveryMs = 10_000;

export interface FaultsOptions {
  /** By process: its ways to the database. */
  networks: readonly (readonly Network[])[];
  /** A file system of its own for the database; null: none could be mounted. */
  disk: string | null;
  /** The name of one fault; null: all. */
  only: string | null;
  untilMs: number;
  say: Say;
}

interface Fault {
  name: string;
  /** Does it, and undoes it. */
  run(world: World, options: FaultsOptions): Promise<void>;
}

const faults: readonly Fault[] = [
  {
    name: "one process cut off",
    async run(world, { networks }) {
      const n = world.next(networks.length);
      world.losses.push({ by: world.nameOf(n), what: "cut off", fromMs: Date.now() });
      for (const network of networks[n]!) network.cut();
      await Bun.sleep(5_000 + world.next(25_000));
      for (const network of networks[n]!) network.mend();
    },
  },
  {
    name: "all cut off",
    async run(world, { networks }) {
      for (const network of networks.flat()) network.cut();
      await Bun.sleep(3_000 + world.next(12_000));
      for (const network of networks.flat()) network.mend();
    },
  },
  {
    name: "connections reset",
    async run(world, { networks }) {
      for (let times = 0; times < 10; times++) {
        for (const network of networks.flat()) network.reset();
        await Bun.sleep(200 + world.next(800));
      }
    },
  },
  {
    name: "slow database",
    async run(world, { networks }) {
      for (const network of networks.flat()) network.slow(100 + world.next(300));
      await Bun.sleep(8_000);
      for (const network of networks.flat()) network.mend();
    },
  },
  {
    name: "slow disk",
    // Each flush of the log takes 100 ms longer: the longest that PostgreSQL can be told to wait. PostgreSQL 20.5.1
    run: async (world) => {
      const slow = ["set commit_delay = 100000", "set commit_siblings = 0"];
      await onPrimary(world, (sql) => alterSystem(sql, slow));
      await Bun.sleep(8_000);
      await onPrimary(world, (sql) => alterSystem(sql, ["reset commit_delay", "reset commit_siblings"]));
    },
  },
  {
    name: "a disk that hangs",
    // No process of the database goes on, as where each waits for its disk.
    async run(world) {
      const pids = world.cluster.primaryPids();
      for (const pid of pids) process.kill(pid, "SIGSTOP");
      await Bun.sleep(3_000 + world.next(12_000));
      for (const pid of pids) process.kill(pid, "SIGCONT");
    },
  },
  { name: "no connection free", run: (world) => takeConnections(world) },
  {
    name: "a table locked",
    run: (world) =>
      onPrimary(world, async (sql) => {
        await sql.unsafe("begin; lock table messages, outbound in access exclusive mode");
        await Bun.sleep(5_000 + world.next(5_000));
        await sql.unsafe("rollback");
      }),
  },
  {
    name: "a long vacuum",
    run: (world) =>
      onPrimary(world, async (sql) => {
        await sql.unsafe("set vacuum_cost_delay = '20ms'; set vacuum_cost_limit = 50");
        for (const table of ["messages", "outbound", "bodies"]) await sql.unsafe(`vacuum (analyze) ${table}`);
        await sql.unsafe("vacuum full outbound");
      }),
  },
  {
    name: "full disk",
    run: (world, { disk }) => (disk === null ? Promise.resolve() : fillDisk(world, disk)),
  },
];

/** Each fault in turn, in an order that the seed says, and again while there is time. */
export async function breakThings(world: World, options: FaultsOptions): Promise<Verdict> {
  const { say, untilMs, disk, only } = options;
  const load = world.startLoad();
  const problems: string[] = [];
  if (disk === null) say("faults: no file system can be mounted here, so the disk is not filled");
  for (let round = 0; round === 0 || performance.now() < untilMs; round++) {
    for (const fault of shuffled(
      faults.filter(({ name }) => only === null || name === only),
      world,
    )) {
      if (round > 0 && performance.now() > untilMs) break;
      await Bun.sleep(1_000 + world.next(2_000));
      const refused = new Map(world.ledger.refusals);
      const before = await recovered(world.ledger, performance.now());
      const [fromMs, done] = [performance.now(), acknowledged(world)];
      await fault.run(world, options);
      const lasted = ((performance.now() - fromMs) / 1000).toFixed(1);
      const meanwhile = `${acknowledged(world) - done} writes acknowledged in its ${lasted} s`;
      const seconds = await recovered(world.ledger, performance.now());
      const said = [...world.ledger.refusals]
        .map(([status, count]) => `${count - (refused.get(status) ?? 0)} × ${status}`)
        .filter((text) => !text.startsWith("0 "));
      say(
        `faults: ${fault.name}: mail in and out ${seconds.toFixed(1)} s after it was over, ${before.toFixed(1)} s before it; ${meanwhile}; refused: ${said.join(", ") || "nothing"}`,
      );
      if ((seconds - before) * 1000 > recoveryMs)
        problems.push(`${fault.name}: ${seconds.toFixed(1)} s until it worked again`);
      for (const [n, server] of world.servers.entries())
        if (server?.process.exitCode !== null) problems.push(`${fault.name}: process ${n} ended`);
      if (problems.length > 0) break;
    }
    if (problems.length > 0) break;
  }
  await load.finish();
  const verdict = await verify(world);
  problems.push(...strangeAnswers(world));
  say(`faults: ${JSON.stringify(verdict)}`);
  return { ...verdict, problems: [...problems, ...verdict.problems] };
}

function acknowledged({ ledger }: World): number {
  return ledger.received.size + ledger.sent.size + ledger.appended.size;
}

function shuffled<T>(list: readonly T[], { next }: World): T[] {
  const left = [...list];
  return list.map(() => left.splice(next(left.length), 1)[0]!);
}

async function onPrimary(world: World, work: (sql: postgres.Sql) => Promise<void>): Promise<void> {
  const sql = postgres(world.cluster.primaryUrl, { max: 1, onnotice: () => undefined });
  try {
    await work(sql);
  } finally {
    await sql.end({ timeout: 5 });
  }
}

async function alterSystem(sql: postgres.Sql, changes: readonly string[]): Promise<void> {
  for (const change of changes) await sql.unsafe(`alter system ${change}`);
  await sql.unsafe("select pg_reload_conf()");
}

/** Ends all connections of the service and takes their places, for some seconds. */
async function takeConnections(world: World): Promise<void> {
  const hogs: postgres.Sql[] = [];
  const untilMs = performance.now() + 5_000 + world.next(5_000);
  const take = async () => {
    const sql = postgres(world.cluster.primaryUrl, { max: 1, connect_timeout: 5, onnotice: () => undefined });
    try {
      await sql.unsafe("select 1");
      hogs.push(sql);
      return true;
    } catch {
      await sql.end({ timeout: 0 });
      return false;
    }
  };
  while (await take());
  const own = "select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'postroom'";
  while (performance.now() < untilMs) {
    await hogs[0]!.unsafe(own);
    while (await take());
    await Bun.sleep(100);
  }
  await Promise.all(hogs.map((sql) => sql.end({ timeout: 1 })));
}

/** PostgreSQL stops where it cannot write its log, and is started again when there is room, as a service manager does. */
async function fillDisk(world: World, disk: string): Promise<void> {
  const file = join(disk, "filler");
  const { bavail, bsize } = statfsSync(disk);
  writeFileSync(file, "");
  // Blocks are taken when they are written.
  Bun.spawnSync(
    ["dd", "if=/dev/zero", `of=${file}`, "bs=1M", `count=${Math.ceil((bavail * bsize) / 2 ** 20)}`],
    {
      stderr: "ignore",
    },
  );
  await Bun.sleep(5_000 + world.next(5_000));
  truncateSync(file, 0);
  await world.cluster.ensureRunning();
}
