// `bun run chaos [--minutes 10] [--seed 1] [--only failover,faults,kills,rolling] [--processes 4] [--kills 1000] [--failovers 20] [--fault "slow database"]`: breaks what a machine, a
// network or a database can break, under load, and looks whether anything that was acknowledged is missing or came twice. It
// needs Debian's postgresql. The seed says when what breaks; a run ends with status 1 if anything was wrong.
import "../support/preload.ts";
import { chmodSync, mkdtempSync, rmSync } from "node:fs";
import { join } from "node:path";
import { failOvers } from "./failover.ts";
import { breakThings } from "./faults.ts";
import { kills } from "./kills.ts";
import { Machines } from "./namespaces.ts";
import { Network } from "./proxy.ts";
import { rolling, rollingSettings } from "./rolling.ts";
import type { Verdict } from "./verify.ts";
import { openWorld, type World, type WorldOptions } from "./world.ts";

export type Say = (text: string) => void;

function option(name: string, fallback: string): string {
  const at = process.argv.indexOf(`--${name}`);
  return at < 0 ? fallback : (process.argv[at + 1] ?? fallback);
}

const say: Say = (text) => void process.stdout.write(`${text}\n`);
const minutes = Number(option("minutes", "10"));
const seed = Number(option("seed", "1"));
const processes = Number(option("processes", "4"));
const fault = option("fault", "") || null;
const wantedKills = Number(option("kills", "0"));
const wantedFailOvers = Number(option("failovers", "0"));

interface PartOptions {
  untilMs: number;
}

const parts: Record<string, (options: PartOptions) => Promise<Verdict>> = {
  failover: failOverOnMachines,
  faults: inBrokenWorld,
  kills: ({ untilMs }) =>
    inWorld((world) => kills(world, { untilMs, kills: wantedKills === 0 ? null : wantedKills, say })),
  rolling: ({ untilMs }) =>
    inWorld((world) => rolling(world, { untilMs, restarts: null, say }), {
      processes: processes + 1,
      settings: rollingSettings,
    }),
};

/** Each server of the database has a network of its own where one can be made. */
async function failOverOnMachines({ untilMs }: PartOptions): Promise<Verdict> {
  const machines = Machines.open(2);
  if (!machines) say("failover: no network can be made here, so primaries are killed and none is cut off");
  try {
    return await inWorld(
      (world) => failOvers(world, { untilMs, canCut: machines !== null, count: wantedFailOvers, say }),
      { machines },
    );
  } finally {
    machines?.close();
  }
}

/** Each process has a network of its own to each server; the database has a small disk where one can be mounted. */
async function inBrokenWorld({ untilMs }: PartOptions): Promise<Verdict> {
  const disk = mkdtempSync("/tmp/postroom-disk-");
  const isMounted = Bun.spawnSync(["mount", "-t", "tmpfs", "-o", "size=1500m", "tmpfs", disk]).exitCode === 0;
  const networks: Network[][] = [];
  const through = async ({ places }: World["cluster"], n: number) => {
    networks[n] = await Promise.all(places.map((place) => Network.to(place)));
    const hosts = networks[n].map(({ port }) => `127.0.0.1:${port}`);
    return `postgres://postgres@${hosts.join(",")}/postgres`;
  };
  try {
    const databaseDir = isMounted ? join(disk, "postgres") : undefined;
    if (isMounted) chmodSync(disk, 0o755);
    return await inWorld(
      (world) => breakThings(world, { networks, disk: isMounted ? disk : null, only: fault, untilMs, say }),
      { through, databaseDir },
    );
  } finally {
    for (const network of networks.flat()) network.stop();
    if (isMounted) Bun.spawnSync(["umount", disk]);
    rmSync(disk, { recursive: true, force: true });
  }
}

async function inWorld<T>(
  work: (world: World) => Promise<T>,
  options: Partial<WorldOptions> = {},
): Promise<T> {
  const world = await openWorld({ processes, seed, ...options });
  try {
    return await work(world);
  } finally {
    await world.stop();
  }
}

let failed = false;
const chosen = option("only", Object.keys(parts).join(",")).split(",");
for (const [n, name] of chosen.entries()) {
  const part = parts[name];
  if (!part) throw new Error(`--only ${name}: there are ${Object.keys(parts).join(", ")}`);
  const startMs = performance.now();
  const shareMs = (minutes * 60_000) / chosen.length;
  const { problems } = await part({ untilMs: startMs + shareMs });
  for (const problem of problems) say(`${name}: ${problem}`);
  failed ||= problems.length > 0;
  say(`${name}: ${((performance.now() - startMs) / 1000).toFixed(0)} s, part ${n + 1} of ${chosen.length}`);
}
process.exit(failed ? 1 : 0);
