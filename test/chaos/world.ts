// A service of several processes on a PostgreSQL with a synchronous standby, and the world around it.
import { mkdtempSync, rmSync } from "node:fs";
import { join } from "node:path";
import { apiClient } from "../support/app/api.ts";
import { type Random, seeded } from "../support/app/random.ts";
import { runCommand, type Server, type Store, startServer } from "../support/app/server.ts";
import { startS3 } from "../support/fakes/s3.ts";
import type { Mailbox } from "../support/imap/client.ts";
import { Cluster, openDir } from "./cluster.ts";
import { type Ledger, type Load, newLedger, startLoad } from "./load.ts";
import type { Machines } from "./namespaces.ts";
import { type Outside, startOutside } from "./outside.ts";

/** A process could store nothing from `fromMs` (Unix time) on. */
export interface Loss {
  /** The name that it says in EHLO. */
  by: string;
  what: "killed" | "cut off";
  fromMs: number;
}

/** A line of a process's log. */
export interface Line {
  /** The name of the process in EHLO. */
  by: string;
  time: string;
  message: string;
  [field: string]: unknown;
}

export interface World {
  cluster: Cluster;
  outside: Outside;
  ledger: Ledger;
  losses: Loss[];
  /** By process; null while it starts. */
  servers: (Server | null)[];
  live(): Server[];
  /** What all processes wrote so far of attempts to send, and of other processes. */
  lines(): Line[];
  next: Random;
  settings: Record<string, string>;
  /** For commands. */
  store: Store;
  boxes: Mailbox[];
  key: string;
  startLoad(): Load;
  /** Ends process `n` without a word. */
  kill(n: number): Promise<void>;
  /** Ends process `n` by SIGTERM. @throws Error with its log when it did not end well */
  end(n: number): Promise<void>;
  /** Starts process `n` again. */
  start(n: number): Promise<void>;
  /** The name that process `n` says in EHLO. */
  nameOf(n: number): string;
  stop(): Promise<void>;
}

export interface WorldOptions {
  processes: number;
  seed: number;
  /** What process `n` connects to in place of the cluster. */
  through?: (cluster: Cluster, n: number) => Promise<string>;
  /** Where the database is, in a directory that is there. Default: a new one. */
  databaseDir?: string;
  /** For the two servers of the database. Default: they are on this machine. */
  machines?: Machines | null;
  settings?: Record<string, string>;
}

export async function openWorld(options: WorldOptions): Promise<World> {
  const dir = openDir("chaos");
  const cluster = await Cluster.start(options.databaseDir ?? join(dir, "postgres"), options.machines);
  const databaseUrls: string[] = [];
  for (let n = 0; n < options.processes; n++)
    databaseUrls.push((await options.through?.(cluster, n)) ?? cluster.url);
  const s3 = await startS3(join(dir, "s3"));
  const outside = await startOutside(seeded(options.seed + 1));
  const settings = {
    SMTP_RELAY_URL: outside.relayUrl,
    S3_BUCKET: s3.settings.bucket,
    S3_ENDPOINT: s3.settings.endpoint!,
    S3_ACCESS_KEY_ID: s3.settings.accessKeyId,
    S3_SECRET_ACCESS_KEY: s3.settings.secretAccessKey,
    IMAP_PORT: "0",
    ALLOW_PLAINTEXT_AUTH: "loopback",
    LOG_LEVEL: "info",
    LOG_FORMAT: "json",
    ...options.settings,
  };
  const stores = Array.from({ length: options.processes }, (_, n) => ({
    dataDir: mkdtempSync(join(dir, `server-${n}-`)),
    databaseUrl: databaseUrls[n]!,
  }));
  const starts = stores.map(() => 0);
  const nameOf = (n: number) => `mx${n}-${starts[n]}.agents.example`;
  const init = await runCommand({ ...stores[0]!, databaseUrl: cluster.url }, ["init", "--json"], {
    settings,
  });
  const { api_key: key, domain_id } = JSON.parse(init.stdout) as { api_key: string; domain_id: string };
  const ledger = newLedger();
  const ended: Line[] = [];
  const world: World = {
    cluster,
    outside,
    ledger,
    losses: [],
    servers: stores.map(() => null),
    live: () => world.servers.filter((server) => server !== null),
    lines: () => [
      ...ended,
      ...world.servers.flatMap((server, n) => (server === null ? [] : linesOf(nameOf(n), server.log()))),
    ],
    next: seeded(options.seed),
    settings,
    store: { ...stores[0]!, databaseUrl: cluster.url },
    boxes: [],
    key,
    startLoad: () => startLoad({ servers: world.live, boxes: world.boxes, key, ledger }),
    async kill(n) {
      const server = world.servers[n]!;
      world.servers[n] = null;
      world.losses.push({ by: nameOf(n), what: "killed", fromMs: Date.now() });
      await server.kill();
      ended.push(...linesOf(nameOf(n), server.log()));
    },
    async end(n) {
      const server = world.servers[n]!;
      world.servers[n] = null;
      const { exitCode, stderr } = await server.stop();
      if (exitCode !== 0) throw new Error(`process ${n} ended with ${exitCode}: ${stderr}`);
    },
    async start(n) {
      starts[n]!++;
      world.servers[n] = await startServer(stores[n]!, { ...settings, MAIL_HOSTNAME: nameOf(n) });
    },
    nameOf,
    async stop() {
      await Promise.all(world.live().map((server) => server.kill()));
      await Promise.all([outside.stop(), s3.stop()]);
      await cluster.stop();
      rmSync(dir, { recursive: true, force: true });
    },
  };
  try {
    await Promise.all(stores.map((_, n) => world.start(n)));
    const api = apiClient(`http://127.0.0.1:${world.live()[0]!.ports.http}`, key);
    for (let n = 0; n < 10; n++) {
      const wanted = api.post("/identities", { domain_id, local_part: `k${n}` });
      const made = await api.must<{ id: string; email: string }>(201, wanted);
      const password = api.post("/app-passwords", { identity_id: made.id, name: "chaos" });
      world.boxes.push({ ...made, ...(await api.must<{ password: string }>(201, password)), id: made.id });
    }
    const event_types = ["message.received", "message.sent"];
    await api.must(201, api.post("/webhooks", { url: outside.hookUrl, event_types }));
    return world;
  } catch (error) {
    await world.stop();
    throw error;
  }
}

/** What is kept of a log: it grows by some lines with each mail. */
const kept =
  /a mail (was (sent|deferred)|bounced)|process|claim|attempt|worker failed|request failed|database|notifications/;

function linesOf(by: string, log: string): Line[] {
  return log.split("\n").flatMap((line) => {
    if (!kept.test(line)) return [];
    try {
      return [{ ...(JSON.parse(line) as Omit<Line, "by">), by } as Line];
    } catch {
      // A line that was cut short by a kill, or is no entry.
      return [];
    }
  });
}
