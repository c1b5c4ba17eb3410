// The composition root: opens the store, starts the parts and connects them.

import { makeSignupDomain, type Operator, signupPlace } from "../../actors/account/access/signup-domain.ts";
import { makeFirstKey, makeOperator } from "../../actors/account/accounts/operator.ts";
import { recordTaken } from "../../actors/workers/taken-mails.ts";
import { type Config, dataPath } from "../config/config.ts";
import { nowInstant, systemClock } from "../lib/clock.ts";
import { messageOf } from "../lib/failure.ts";
import { createLog, type Log } from "../lib/log.ts";
import { TakenLog } from "../outbound/taken-log.ts";
import { tryLockDataDir } from "../store/embedded/data-dir.ts";
import { Certificates } from "../tls/certificates.ts";
import { type AppDeps, type Core, openCore, type Stop } from "./core.ts";
import { hostnameWarning } from "./hostname.ts";
import { listen } from "./listeners.ts";
import { createMetrics, type MetricsPage } from "./metrics.ts";
import { baseUrlOf, type Ports } from "./ports.ts";
import { admitRestored } from "./restored.ts";
import { startWorkers } from "./workers.ts";

export interface App {
  core: Core;
  ports: Ports;
  operator: Operator & { token: string | null };
  /** Looks for newer files of certificates. */
  reloadCertificates(): Promise<void>;
  /** Tells balancers at /readyz that it is about to stop, and goes on for DRAIN_SECONDS. */
  drain(): Promise<void>;
  /** Accepts no new connections, waits at most `graceMs` for running work, closes the store. */
  stop(graceMs?: number): Promise<void>;
}

export function defaultDeps(config: Config): AppDeps {
  return { clock: systemClock, log: createLog({ level: () => config.logLevel, format: config.logFormat }) };
}

/** Starts the service. @throws Error with a message for the operator */
export async function startApp(config: Config, deps: AppDeps): Promise<App> {
  const begun = nowInstant(deps.clock);
  const core = await openCore(config, deps, { waitSeconds: config.databaseWaitSeconds });
  // Run from the last to the first: the edges together, then the workers, then the feed, then the store.
  const stops: Stop[] = [];
  const edges: Stop[] = [];
  const stopping = new AbortController();
  const draining = new AbortController();
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
    const metrics = createMetrics(core);
    stops.push(() => metrics.stop());
    stops.push(await openTelemetry(core, metrics));
    await admitRestored(core.database, deps.log);
    if (config.databaseUrl !== null) stops.push(noteDataDir(config.dataDir, deps.log));
    const operator = await makeOperator(core, config.mailDomain);
    const unnamed = hostnameWarning(config, operator.domain);
    if (unnamed !== null) deps.log.warn(unnamed, { domain: operator.domain, host: config.mailHostname });
    await openSignup(core, operator);
    await core.actors.feed.start(core.database);
    stops.push(() => core.actors.feed.stop());
    // Before claims of a process that was killed are freed.
    const takenDir = dataPath(config, "taken");
    await recordTaken(core, takenDir);
    const taken = new TakenLog(takenDir, core.log);
    stops.push(() => taken.close());
    await core.heartbeat.start();
    stops.push(() => core.heartbeat.stop());
    if (core.world && core.heartbeat.processes > 1)
      throw new Error(
        "Another sandbox uses this database, or one ended less than 20 seconds ago. Its time is not yours: end it first, or name another database.",
      );
    let stopWorkers: Stop = () => undefined;
    stops.push((graceMs) => stopWorkers(graceMs));
    stops.push(async (graceMs) => void (await Promise.all(edges.map((end) => end(graceMs)))));
    const certificates = new Certificates(core);
    await certificates.refresh();
    const ports = await listen({ ...core, certificates, metrics, draining: draining.signal }, edges);
    const baseUrl = () => baseUrlOf(config, ports);
    stopWorkers = startWorkers({ ...core, certificates, baseUrl, taken, stopping: stopping.signal }, deps);
    const drain = async () => {
      draining.abort();
      await Bun.sleep(config.drainSeconds * 1000);
    };
    // Last: a start that fails, as for a port that is taken, would have made a key that nobody saw.
    // Beside a server that runs no other key is needed: what it printed stands in its log.
    const isAlone = core.heartbeat.processes === 1;
    const token = await makeFirstKey(core, operator, isAlone ? { begun } : {});
    return {
      core,
      ports,
      operator: { ...operator, token },
      reloadCertificates: () => certificates.refresh(),
      drain,
      stop,
    };
  } catch (error) {
    await stop(0);
    throw error;
  }
}

/** The collector of OpenTelemetry, whose library takes memory that a server without one spares. */
async function openTelemetry({ config, log, world }: Core, { read }: MetricsPage): Promise<Stop> {
  if (config.otlpEndpoint === null || world !== null) return () => undefined;
  const { startTelemetry } = await import("../telemetry/telemetry.ts");
  return startTelemetry(config.otlpEndpoint, config, { log, metrics: read }).stop;
}

/** Makes the domain of sign-ups, or says why there is none. */
async function openSignup(core: Core, operator: Operator): Promise<void> {
  const { config, database, actors, log } = core;
  if (!config.agentSignup) return;
  await makeSignupDomain({ database, actors, config }, operator);
  const place = await signupPlace(database, config, operator);
  if (!("closed" in place)) return;
  const line = `Agents cannot sign themselves up: ${place.closed}. ${place.remedy}`;
  log[config.signupDomain === null ? "info" : "warn"](line, { domain: operator.domain });
}

/** On Postgres several servers may share a data directory, where only the last one has its ports. */
function noteDataDir(dataDir: string, log: Log): Stop {
  const lock = tryLockDataDir(dataDir);
  if (lock) return () => lock.release();
  log.warn(
    "another server uses this DATA_DIR: healthcheck, doctor and console-link find the one that started last; set DATA_DIR to a directory of its own",
    { data_dir: dataDir },
  );
  return () => undefined;
}
