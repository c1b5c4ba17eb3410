// `bun run chaos [--minutes 10] [--seed 1] [--only failover|kills] [--processes 4]`: breaks what a machine, a network or a
// database can break, under load, and looks whether anything that was acknowledged is missing or came twice. It needs
// Debian's postgresql. The seed says when what breaks; a run ends with status 1 if anything was wrong.
import "../support/preload.ts";
import { chmodSync, existsSync, mkdtempSync, rmSync } from "node:fs";
import { join } from "node:path";
import { apiClient } from "../support/app/api.ts";
import { type Random, seeded } from "../support/app/random.ts";
import { runCommand, type Server, startServer } from "../support/app/server.ts";
import { startS3 } from "../support/fakes/s3.ts";
import { Cluster } from "./cluster.ts";
import { type Load, newLedger, startLoad, startOutside } from "./load.ts";
import { verify } from "./verify.ts";

function option(name: string, fallback: string): string {
  const at = process.argv.indexOf(`--${name}`);
  return at < 0 ? fallback : (process.argv[at + 1] ?? fallback);
}

function say(text: string): void {
  process.stdout.write(`${text}\n`);
}

const minutes = Number(option("minutes", "10"));
const seed = Number(option("seed", "1"));
const processes = Number(option("processes", "4"));
const parts = option("only", "failover,kills").split(",");

interface World {
  cluster: Cluster;
  servers: Server[];
  load: Load;
  next: Random;
  start: (n: number) => Promise<Server>;
}

/** Fails over again and again. @returns seconds from a new primary to the first mail it took, each time */
async function failOvers({ cluster, load, next }: World, untilMs: number): Promise<number[]> {
  const recoveries: number[] = [];
  while (performance.now() < untilMs) {
    await Bun.sleep(1000 + next(4000));
    const promotedMs = await cluster.failOver();
    while (Math.max(...load.ledger.received.values()) <= promotedMs) await Bun.sleep(20);
    const first = [...load.ledger.received.values()].filter((at) => at > promotedMs);
    recoveries.push((Math.min(...first) - promotedMs) / 1000);
    say(`failover ${recoveries.length}: mail again after ${recoveries.at(-1)!.toFixed(1)} s`);
    await cluster.rebuildStandby();
  }
  return recoveries;
}

/** Ends one process after the other without a word. @returns how many */
async function kills({ servers, next, start }: World, untilMs: number): Promise<number> {
  let count = 0;
  while (performance.now() < untilMs) {
    await Bun.sleep(100 + next(900));
    const n = next(servers.length);
    await servers[n]!.kill();
    count++;
    servers[n] = await start(n);
    if (count % 20 === 0) say(`${count} kills`);
  }
  return count;
}

// In memory where there is room: what is killed here are processes, not the machine.
const dir = mkdtempSync(join(existsSync("/dev/shm") ? "/dev/shm" : "/tmp", "postroom-chaos-"));
chmodSync(dir, 0o755);
const cluster = await Cluster.start(join(dir, "postgres"));
const s3 = await startS3(join(dir, "s3"));
const { sink, receiver } = await startOutside();
const settings = {
  SMTP_RELAY_URL: sink.url,
  S3_BUCKET: s3.settings.bucket,
  S3_ENDPOINT: s3.settings.endpoint!,
  S3_ACCESS_KEY_ID: s3.settings.accessKeyId,
  S3_SECRET_ACCESS_KEY: s3.settings.secretAccessKey,
  LOG_LEVEL: "warn",
};
const stores = Array.from({ length: processes }, (_, n) => ({
  dataDir: mkdtempSync(join(dir, `server-${n}-`)),
  databaseUrl: cluster.url,
}));
const start = (n: number) => startServer(stores[n]!, { ...settings, MAIL_HOSTNAME: `mx${n}.agents.example` });
let servers: Server[] = [];
let failed = false;
try {
  const init = await runCommand(stores[0]!, ["init", "--json"], { settings });
  const { api_key, domain_id } = JSON.parse(init.stdout) as { api_key: string; domain_id: string };
  servers = await Promise.all(stores.map((_, n) => start(n)));
  const api = apiClient(`http://127.0.0.1:${servers[0]!.ports.http}`, api_key);
  const addresses: string[] = [];
  for (let n = 0; n < 10; n++) {
    const wanted = api.post("/identities", { domain_id, local_part: `k${n}` });
    addresses.push((await api.must<{ email: string }>(201, wanted)).email);
  }
  await api.must(
    201,
    api.post("/webhooks", { url: receiver.url, event_types: ["message.received", "message.sent"] }),
  );
  const ledger = newLedger();
  const options = { servers: () => servers, addresses, key: api_key, sink, receiver, ledger };
  for (const part of parts) {
    const load = startLoad(options);
    const world = { cluster, servers, load, next: seeded(seed), start };
    const untilMs = performance.now() + (minutes * 60_000) / parts.length;
    const done = part === "failover" ? await failOvers(world, untilMs) : await kills(world, untilMs);
    await load.finish();
    const verdict = await verify(load, { databaseUrl: cluster.primaryUrl, store: stores[0]!, settings });
    const count = Array.isArray(done)
      ? `${done.length}, the longest ${Math.max(...done).toFixed(1)} s without mail`
      : done;
    say(
      `${part}: ${count}. ${JSON.stringify({ ...verdict, refusals: Object.fromEntries(ledger.refusals) })}`,
    );
    if (verdict.problems.length > 0) failed = true;
  }
} finally {
  await Promise.all(servers.map((server) => server.kill()));
  await Promise.all([sink.stop(), receiver.stop(), s3.stop()]);
  cluster.stop();
  rmSync(dir, { recursive: true, force: true });
}
process.exit(failed ? 1 : 0);
