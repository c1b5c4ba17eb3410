// `bun run chaos`: breaks what a machine, a network or a database can break, under load, and looks whether anything that was
// acknowledged is missing or came twice.
import "../support/preload.ts";
import { chmodSync, mkdtempSync, rmSync } from "node:fs";
import { join } from "node:path";
import { optionsOf } from "../support/options.ts";
import { explained } from "./doubles.ts";
import { failOvers } from "./failover.ts";
import { breakThings } from "./faults.ts";
import { kills } from "./kills.ts";
import { Machines } from "./namespaces.ts";
import { Network } from "./proxy.ts";
import { rolling, rollingSettings } from "./rolling.ts";
import type { Verdict } from "./verify.ts";
import { openWorld, type World, type WorldOptions } from "./world.ts";

export type Say = (text: string) => void;

const say: Say = (text) => void process.stdout.write(`${text}\n`);
const {
  minutes,
  seed,
  processes,
  fault,
  only,
  kills: wantedKills,
  failovers: wantedFailOvers,
} = optionsOf({
  call: "bun run chaos",
  about: `
Breaks what a machine, a network or a database can break, under load, and looks whether anything that was acknowledged is missing or
came twice; status 1 says that it was. It needs Debian's postgresql. Parts, which share the minutes:

  failover  a primary dies, or (as root) is cut off, while its synchronous standby is promoted
  faults    networks that are cut or slow, connections that are taken, locked tables, a full, slow or hung disk (some as root)
  kills     processes are killed
  rolling   processes are restarted one after the other behind HAProxy (needs Debian's haproxy)`,
  options: {
    minutes: { value: "N", number: true, default: 10, about: "of all parts together" },
    seed: { value: "N", number: true, default: 1, about: "what breaks when" },
    only: { value: "PARTS", about: "those of the parts, with commas between them" },
    processes: { value: "N", number: true, default: 4, about: "of the server" },
    kills: {
      value: "N",
      number: true,
      default: 0,
      about: "kills: so many, whatever the minutes; 0: as many as fit",
    },
    failovers: { value: "N", number: true, default: 0, about: "failover: likewise" },
    fault: { value: "NAME", about: 'faults: this one alone, such as "slow database"' },
  },
});

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
const chosen = only?.split(",") ?? Object.keys(parts);
const unknown = chosen.find((name) => !Object.hasOwn(parts, name));
if (unknown !== undefined) {
  process.stderr.write(`--only ${unknown}: there are ${Object.keys(parts).join(", ")}.\n`);
  process.exit(2);
}
for (const [n, name] of chosen.entries()) {
  const part = parts[name]!;
  const startMs = performance.now();
  const shareMs = (minutes * 60_000) / chosen.length;
  const { received, sent, appended, doubles, problems } = await part({ untilMs: startMs + shareMs });
  say(`${name}: ${received} mails in, ${sent} sends and ${appended} appended mails were acknowledged`);
  for (const line of explained(doubles)) say(`${name}: ${line}`);
  for (const problem of problems) say(`${name}: ${problem}`);
  failed ||= problems.length > 0;
  say(`${name}: ${((performance.now() - startMs) / 1000).toFixed(0)} s, part ${n + 1} of ${chosen.length}`);
}
process.exit(failed ? 1 : 0);
