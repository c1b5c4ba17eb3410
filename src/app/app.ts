// The composition root: the only place where things are wired.
import { initialise, type Operator } from "../../actors/account/operator.ts";
import { Actors } from "../../actors/runtime/registry.ts";
import { migrations } from "../../migrations/index.ts";
import type { Config } from "../config/config.ts";
import { type Clock, systemClock } from "../lib/clock.ts";
import { createDns, type Dns } from "../lib/dns/dns.ts";
import { messageOf } from "../lib/failure.ts";
import { createLog, type Log } from "../lib/log.ts";
import { openSpills, type SpillSet } from "../lib/spill.ts";
import { outboundIdOf } from "../outbound/envelope.ts";
import { warmUp } from "../reading/mails.ts";
import { createRouting, type Routing } from "../routing/resolve.ts";
import { createScreening, type Screening } from "../screening/setup.ts";
import { secret } from "../store/accounts/secrets.ts";
import { createSenders, type Senders } from "../store/accounts/senders.ts";
import { type BlobStore, openBlobStore } from "../store/blobs/blobs.ts";
import { type Database, openDatabase } from "../store/database/database.ts";
import { migrate } from "../store/database/migrate.ts";
import { lockDataDir, shareDataDir } from "../store/embedded/data-dir.ts";
import { Certificates } from "../tls/certificates.ts";
import { listen } from "./listeners.ts";
import type { Ports } from "./ports.ts";
import { startWorkers } from "./workers.ts";

/** What tests replace: nothing but the clock and where mail goes out. */
export interface AppDeps {
  clock: Clock;
  log: Log;
  /** Port of MX hosts; 25 outside tests. */
  mxPort?: number;
}

/** The database and what goes with it, ready for turns: enough for every command. */
export interface Core {
  config: Config;
  database: Database;
  blobs: BlobStore;
  actors: Actors;
  routing: Routing;
  senders: Senders;
  dns: Dns;
  screening: Screening;
  /** Signs the envelope senders of what leaves. */
  bounceSecret: Uint8Array;
  spills: SpillSet;
  clock: Clock;
  log: Log;
  close(): Promise<void>;
}

/** Opens and migrates the store. @throws Error with a message for the operator */
export async function openCore(config: Config, deps: AppDeps): Promise<Core> {
  const { clock, log } = deps;
  const dataDirLock =
    config.databaseUrl === null ? await lockDataDir(config.dataDir) : shareDataDir(config.dataDir);
  const { databaseUrl, dataDir } = config;
  const database = await openDatabase({ databaseUrl, dataDir, log }).catch((error) => {
    dataDirLock.release();
    throw error;
  });
  try {
    await migrate(database, migrations);
    const blobs = openBlobStore({ dataDir: config.dataDir, s3: config.s3 });
    const actors = new Actors({ database, clock, log, plans: config.plans });
    const bounceSecret = await secret(database, "bounce");
    return {
      config,
      database,
      blobs,
      actors,
      routing: createRouting(database, clock, {
        bouncedId: (localPart) => outboundIdOf(localPart, [bounceSecret]),
        plans: config.plans,
      }),
      senders: createSenders(database),
      dns: createDns({ servers: config.dnsServers }),
      screening: createScreening(config, { clock, log, database, blobs }),
      bounceSecret,
      spills: openSpills(dataDir),
      clock,
      log,
      async close() {
        await actors.idle();
        await database.close();
        dataDirLock.release();
      },
    };
  } catch (error) {
    await database.close();
    dataDirLock.release();
    throw error;
  }
}

export interface App {
  core: Core;
  ports: Ports;
  operator: Operator & { token: string | null };
  /** Ends new connections, lets running work finish (at most `graceMs`), closes the store. */
  stop(graceMs?: number): Promise<void>;
}

export function defaultDeps(config: Config): AppDeps {
  return { clock: systemClock, log: createLog({ level: config.logLevel, format: config.logFormat }) };
}

/** Serves. @throws Error with a message for the operator when it cannot start */
export async function startApp(config: Config, deps: AppDeps): Promise<App> {
  const core = await openCore(config, deps);
  // Run from the last to the first: the edges together, then the workers, then the feed, then the store.
  const stops: Stop[] = [];
  const edges: Stop[] = [];
  const stopping = new AbortController();
  stops.push(() => core.close());
  const stop = async (graceMs = 30_000) => {
    stopping.abort();
    const deadline = deps.clock.now() + graceMs;
    for (const end of stops.splice(0).reverse()) {
      try {
        await end(Math.max(0, deadline - deps.clock.now()));
      } catch (error) {
        deps.log.error("a part did not stop properly", { error: messageOf(error) });
      }
    }
  };
  try {
    const operator = await initialise(core, config.mailDomain);
    await core.actors.feed.start(core.database);
    stops.push(() => core.actors.feed.stop());
    let stopWorkers: Stop = () => undefined;
    stops.push((graceMs) => stopWorkers(graceMs));
    stops.push(async (graceMs) => void (await Promise.all(edges.map((end) => end(graceMs)))));
    const certificates = new Certificates(core);
    await certificates.refresh();
    const ports = await listen({ ...core, certificates }, edges);
    stopWorkers = startWorkers({ ...core, certificates, stopping: stopping.signal }, deps);
    warmUp();
    return { core, ports, operator, stop };
  } catch (error) {
    await stop(0);
    throw error;
  }
}

/** Ends a part within this time. */
export type Stop = (graceMs: number) => Promise<void> | void;
