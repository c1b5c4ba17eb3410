// The composition root: the only place where things are wired.
import type { AddressInfo } from "node:net";
import { networkInterfaces } from "node:os";
import { initialise, type Operator } from "../../actors/account/operator.ts";
import { type ClockActor, startClockActor } from "../../actors/runtime/clock-actor.ts";
import { Actors } from "../../actors/runtime/registry.ts";
import { reportRound } from "../../actors/workers/delivery-reports.ts";
import { expireIdentities } from "../../actors/workers/expiry.ts";
import { Janitor } from "../../actors/workers/janitor.ts";
import { startKeyUse } from "../../actors/workers/key-use.ts";
import { finishLabels } from "../../actors/workers/labels.ts";
import { OutboundMail } from "../../actors/workers/outbound-mail.ts";
import { rereadRound } from "../../actors/workers/rereading.ts";
import { ScheduledDrafts } from "../../actors/workers/scheduled-drafts.ts";
import { createSearchIndex } from "../../actors/workers/search-index.ts";
import { releaseRound } from "../../actors/workers/signup-names.ts";
import { WebhookDeliveries } from "../../actors/workers/webhook-deliveries.ts";
import { migrations } from "../../migrations/index.ts";
import type { Config } from "../config/config.ts";
import { createConsole } from "../console/routes.ts";
import { createHttp } from "../http/server.ts";
import { type Clock, systemClock } from "../lib/clock.ts";
import { addressesOf, createDns, type Dns } from "../lib/dns.ts";
import { messageOf } from "../lib/failure.ts";
import { createLog, type Log } from "../lib/log.ts";
import { inNetworks, isPublicAddress } from "../lib/networks.ts";
import { openSpills, type SpillSet } from "../lib/spill.ts";
import { mailService } from "../mail/client-settings.ts";
import { outboundIdOf } from "../outbound/envelope.ts";
import { createMtaSts } from "../outbound/mta-sts.ts";
import { createMxResolver } from "../outbound/mx.ts";
import { createTransport } from "../outbound/transport.ts";
import { warmUp } from "../reading/mails.ts";
import { createRouting, type Routing } from "../routing/resolve.ts";
import { createScreening, type Screening } from "../screening/setup.ts";
import { createInbound } from "../smtp/inbound.ts";
import { secret } from "../store/accounts/secrets.ts";
import { createSenders, type Senders } from "../store/accounts/senders.ts";
import { type BlobStore, openBlobStore } from "../store/blobs/blobs.ts";
import { type Database, openDatabase } from "../store/database/database.ts";
import { migrate } from "../store/database/migrate.ts";
import { holdDataDir, shareDataDir } from "../store/embedded/data-dir.ts";
import { Certificates } from "../tls/certificates.ts";
import { createPoster } from "../webhooks/post.ts";
import { takeHttpPort } from "./http-port.ts";
import { startMailListeners } from "./listeners.ts";
import { listening, type Ports, takePort } from "./ports.ts";
import { httpsFront, type Listening, startCertificates } from "./tls.ts";

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
  spills: SpillSet;
  clock: Clock;
  log: Log;
  close(): Promise<void>;
}

/** Opens and migrates the store. @throws Error with a message for the operator */
export async function openCore(config: Config, deps: AppDeps): Promise<Core> {
  const { clock, log } = deps;
  const hold = config.databaseUrl === null ? await holdDataDir(config.dataDir) : shareDataDir(config.dataDir);
  const { databaseUrl, dataDir } = config;
  const database = await openDatabase({ databaseUrl, dataDir, log }).catch((error) => {
    hold.release();
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
      spills: openSpills(dataDir),
      clock,
      log,
      async close() {
        await actors.idle();
        await database.close();
        hold.release();
      },
    };
  } catch (error) {
    await database.close();
    hold.release();
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
  // Later ones first: the edges together, then the workers, then the feed, then the store.
  const stops: Stop[] = [];
  const edges: Stop[] = [];
  stops.push(() => core.close());
  const stop = async (graceMs = 30_000) => {
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
    stops.push(await startWorkers(core, deps));
    stops.push(async (graceMs) => void (await Promise.all(edges.map((end) => end(graceMs)))));
    const certificates = new Certificates(core);
    await certificates.refresh();
    const ports = await listen({ ...core, certificates }, edges);
    // An authority asks the listeners.
    stops.push(startCertificates(core, certificates));
    warmUp();
    return { core, ports, operator, stop };
  } catch (error) {
    await stop(0);
    throw error;
  }
}

/** Ends a part within this time. */
type Stop = (graceMs: number) => Promise<void> | void;

/** Where we listen on the port that mail is sent to: a mail server there is ourselves. */
function ownAddresses({ host, smtpPort }: Config): string[] {
  if (smtpPort !== 25) return [];
  if (host !== "0.0.0.0" && host !== "::") return [host];
  return Object.values(networkInterfaces()).flatMap((list) => (list ?? []).map(({ address }) => address));
}

async function startWorkers(core: Core, deps: AppDeps): Promise<(graceMs: number) => Promise<void>> {
  const { config, clock, database, dns, actors, log } = core;
  const hostname = config.mailHostname;
  const mx = createMxResolver({ dns, clock, hostname, ownAddresses: ownAddresses(config) });
  const sts = createMtaSts({ dns, clock });
  const transport = createTransport({
    hostname,
    mx,
    sts,
    port: deps.mxPort,
    // Whoever gives an MX record could have us speak to any machine that we reach.
    allowAddress: (address) => isPublicAddress(address) || inNetworks(address, config.trustedNetworks),
  });
  const poster = createPoster({
    clock,
    allowed: config.webhookAllowNetworks,
    resolve: config.dnsServers ? (host) => addressesOf(dns, host) : undefined,
  });
  const { feed } = actors;
  const outbound = new OutboundMail({ ...core, transport });
  const webhooks = new WebhookDeliveries({ ...core, poster });
  const janitor = new Janitor(core);
  const bounceSecret = await secret(database, "bounce");
  const drafts = new ScheduledDrafts({ ...core, mailHostname: config.mailHostname, bounceSecret });
  const scheduled: ClockActor = startClockActor(
    { feed, log },
    {
      name: "scheduled drafts",
      schedule: "* * * * * *",
      topic: "drafts",
      work: () => drafts.round(() => scheduled.poke()),
    },
  );
  const clockActors: ClockActor[] = [
    startClockActor(
      { feed, log },
      {
        name: "outbound mail",
        schedule: "* * * * * *",
        topic: "outbound",
        work: () => outbound.round(() => clockActors[0]?.poke()),
      },
    ),
    startClockActor(
      { feed, log },
      {
        name: "webhook deliveries",
        schedule: "* * * * * *",
        topic: "deliveries",
        work: () => webhooks.round(() => clockActors[1]?.poke()),
      },
    ),
    startClockActor(
      { feed, log },
      { name: "expiry", schedule: "*/10 * * * * *", work: () => expireIdentities(core) },
    ),
    startClockActor(
      { feed, log },
      { name: "janitor", schedule: "50 * * * * *", work: () => janitor.round() },
    ),
    startClockActor(
      { feed, log },
      {
        name: "upkeep",
        schedule: "*/5 * * * * *",
        work: async () => ({ done: await database.upkeep(), more: false }),
      },
    ),
    startClockActor(
      { feed, log },
      {
        name: "search index",
        schedule: "* * * * * *",
        work: createSearchIndex({ ...core, turnsRun: () => actors.turnsRun }),
      },
    ),
    startClockActor(
      { feed, log },
      { name: "labels", schedule: "40 * * * * *", work: () => finishLabels({ database, actors }) },
    ),
    startClockActor(
      { feed, log },
      { name: "rereading", schedule: "*/10 * * * * *", work: () => rereadRound(core) },
    ),
    startClockActor(
      { feed, log },
      {
        name: "delivery reports",
        schedule: "*/10 * * * * *",
        topic: "reports",
        work: () => reportRound(core),
      },
    ),
    startClockActor(
      { feed, log },
      { name: "signup names", schedule: "50 * * * * *", work: () => releaseRound(core) },
    ),
    scheduled,
  ];
  return async (graceMs) => {
    await Promise.all(clockActors.map((actor) => actor.stop()));
    drafts.stop();
    await Promise.all([outbound.stop(Math.min(graceMs, 10_000)), webhooks.stop(Math.min(graceMs, 10_000))]);
    transport.close();
    poster.close();
  };
}

async function listen(core: Listening, stops: Stop[]): Promise<Ports> {
  const { config, database, clock, log, certificates } = core;
  const keyUse = startKeyUse({ database, clock, log });
  stops.push(() => keyUse.stop());
  const bounceSecret = await secret(database, "bounce");
  const ports: Ports = {
    http: 0,
    https: null,
    smtp: null,
    submission: null,
    submissions: null,
    imap: null,
    imaps: null,
  };
  const stopping = new AbortController();
  const https = httpsFront(core, () => ports.http);
  const httpDeps = {
    ...core,
    mailHostname: config.mailHostname,
    bounceSecret,
    baseUrl: () => config.baseUrl ?? `http://localhost:${ports.http}`,
    keyUsed: keyUse.used,
    httpsClient: https.clientOf,
    mailService: () => mailService(config.mailHostname, ports),
    stopping: stopping.signal,
  };
  const pages = createConsole(httpDeps);
  const http = createHttp(httpDeps);
  http.use(pages.routes);
  stops.push(() => pages.idle());
  await takeHttpPort(core, (shared) => {
    // Elysia shares a port with whoever else asks the kernel for it, unless told otherwise.
    http.listen({ hostname: config.host, port: config.port, reusePort: shared });
  });
  ports.http = http.server!.port!;
  stops.push(async (graceMs) => {
    stopping.abort();
    await Promise.race([http.server!.stop(false), Bun.sleep(graceMs)]);
    await http.server!.stop(true);
  });
  if (config.httpsPort !== null) {
    await takePort("HTTPS_PORT", config.httpsPort, () =>
      listening(https.server, config.httpsPort!, config.host),
    );
    ports.https = (https.server.address() as AddressInfo).port;
    stops.push(() => https.stop());
  }
  if (config.smtpPort !== null) {
    const smtp = createInbound({
      ...core,
      certificates,
      mailHostname: config.mailHostname,
      trustedNetworks: config.trustedNetworks,
      delays: { greetingMs: config.smtpGreetingMs, tarpitMs: config.smtpTarpitMs },
      maxConnections: config.smtpMaxConnections,
      firstMailSeconds: config.smtpFirstMailSeconds,
    });
    await takePort("SMTP_PORT", config.smtpPort, () =>
      listening(smtp.server.server, config.smtpPort!, config.host),
    );
    ports.smtp = (smtp.server.server.address() as AddressInfo).port;
    stops.push((graceMs) => smtp.stop(graceMs));
  }
  stops.push(await startMailListeners({ ...core, certificates }, ports));
  return ports;
}
