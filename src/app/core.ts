// The core: the database, the blobs and what every part shares, ready for turns. The server and every command open it.
import { Heartbeat } from "../../actors/runtime/heartbeat.ts";
import { Actors } from "../../actors/runtime/registry.ts";
import { migrations } from "../../migrations/index.ts";
import type { Config } from "../config/config.ts";
import { settingDigests } from "../config/shared.ts";
import { type Clock, nowInstant } from "../lib/clock.ts";
import { createDns, type Dns } from "../lib/dns/dns.ts";
import type { Log } from "../lib/log.ts";
import type { Network } from "../lib/networks.ts";
import { SharedLimits } from "../lib/shared-limits.ts";
import { openSpills, type SpillSet } from "../lib/spill.ts";
import type { DmarcObservation } from "../mail/report/dmarc-report.ts";
import { Tally } from "../mail/report/tally.ts";
import type { TlsObservation } from "../mail/report/tls-report.ts";
import { bounceAddress, messageIdOfBounce } from "../outbound/envelope.ts";
import { routeKey, routeOf } from "../outbound/targets.ts";
import { unsubscribeIdOfMailbox } from "../outbound/unsubscribe.ts";
import { ForeignDomains } from "../routing/foreign-domains.ts";
import { createRouting, type Routing } from "../routing/resolve.ts";
import { createScreening, type Screening } from "../screening/setup.ts";
import { takeShared } from "../store/access/rate-limits.ts";
import { holdsSecret, secret, secretNames } from "../store/access/secrets.ts";
import { createSenders, type Senders } from "../store/addresses/senders.ts";
import { refuseUnfinished, refuseUnfinishedDatabase } from "../store/backup/unfinished.ts";
import { openBlobStore } from "../store/blobs/open.ts";
import { type OwnedBlobs, openOwned, unowned } from "../store/blobs/owned.ts";
import { type Database, openDatabase } from "../store/database/database.ts";
import { refuseUnfit } from "../store/database/fitness.ts";
import { migrate, refuseOldSchema } from "../store/database/migrate.ts";
import { sweepCopies } from "../store/embedded/copies.ts";
import { lockDataDir, shareDataDir } from "../store/embedded/data-dir.ts";
import { freeReserve } from "../store/embedded/reserve.ts";

/** The parts that tests replace: the clock, the log, the database's opening and the port of mail servers. */
export interface AppDeps {
  clock: Clock;
  log: Log;
  /** Opens the database; openDatabase outside tests, whose suites pass one on. */
  openDatabase?: typeof openDatabase;
  /** Port of MX hosts; 25 outside tests. */
  mxPort?: number;
  /** An authority in PEM beside the usual ones, for documents that clients publish. */
  extraCa?: string;
  /** Private networks that pictures of mails are fetched from; none outside tests. */
  pictureNetworks?: readonly Network[];
  /** A world around the service; absent in `serve`. */
  world?: WorldHooks;
}

/** Additions of a sandbox to the service. */
export interface WorldHooks {
  /** Nothing is known of an earlier life: the database has to be empty. */
  isNew: boolean;
  /** Answers requests below /sandbox/; null: the request is not one. */
  handOver(request: Request, client: { ip: string }): Promise<Response> | null;
  /** Told the port at which mail from the world comes in, each connection behind a PROXY header. */
  inbound(port: number): void;
}

export interface Core {
  config: Config;
  database: Database;
  blobs: OwnedBlobs;
  actors: Actors;
  /** Tells which claims of this process still hold. The server starts it. */
  heartbeat: Heartbeat;
  routing: Routing;
  senders: Senders;
  /** Limits that hold over all processes. */
  sharedLimits: SharedLimits;
  dns: Dns;
  /** Observations that reports to other domains count. */
  observed: { dmarc: Tally<DmarcObservation>; tls: Tally<TlsObservation> };
  screening: Screening;
  /** Signs the envelope senders of outgoing mail. */
  bounceSecret: Uint8Array;
  /** Keys the hashes of reviewers' links. */
  reviewSecret: Uint8Array;
  /** Signs the client ids that dynamic registration gives out. */
  oauthSecret: Uint8Array;
  /** Signs short-lived links to files. */
  linkSecret: Uint8Array;
  /** Proves the challenges of passkeys, and makes their user handles. */
  passkeySecret: Uint8Array;
  /** As AppDeps has it. */
  extraCa: string | undefined;
  pictureNetworks: readonly Network[];
  /** Null: no sandbox. */
  world: WorldHooks | null;
  spills: SpillSet;
  clock: Clock;
  log: Log;
  close(): Promise<void>;
}

/**
 * Opens and migrates the store.
 * @param how.waitSeconds for a database that is not up yet
 * @param how.readOnly does not migrate
 * @throws Error with a message for the operator; MigrationsWait when it may not migrate
 */
export async function openCore(
  config: Config,
  deps: AppDeps,
  { waitSeconds = 0, readOnly = false }: { waitSeconds?: number; readOnly?: boolean } = {},
): Promise<Core> {
  const { clock, log } = deps;
  const dataDirLock =
    config.databaseUrl === null ? await lockDataDir(config.dataDir) : shareDataDir(config.dataDir);
  const opened = async () => {
    if (!readOnly && freeReserve(config.dataDir))
      log.warn("the disk of DATA_DIR is full: the room that was kept for a start is used now", {
        folder: config.dataDir,
      });
    if (config.databaseUrl === null) {
      refuseUnfinished(config.dataDir);
      const copies = sweepCopies(config.dataDir);
      if (copies > 0) log.warn("copies of the database that a backup had left are removed", { copies });
    }
    return (deps.openDatabase ?? openDatabase)({ ...config, log, waitSeconds });
  };
  const database = await opened().catch((error) => {
    dataDirLock.release();
    throw error;
  });
  try {
    await refuseUnfinishedDatabase(database);
    // The doctor, which only reads, names what it finds unfit itself.
    if (config.databaseUrl !== null && !readOnly) await refuseUnfit(database);
    const isSandbox = deps.world !== undefined;
    await refuseOtherWorld(database, deps.world ?? null);
    if (readOnly) await refuseOldSchema(database, migrations);
    else await migrate(database, migrations);
    if (isSandbox) await secret(database, sandboxMark);
    const store = openBlobStore({ dataDir: config.dataDir, s3: config.s3, log });
    const blobs = readOnly ? unowned(store) : await openOwned(database, store, log);
    const [bounceSecret, reviewSecret, oauthSecret, linkSecret, passkeySecret, settingsSecret] =
      await Promise.all([
        secret(database, "bounce"),
        secret(database, "review"),
        secret(database, "oauth"),
        secret(database, "link"),
        secret(database, "passkey"),
        secret(database, "settings"),
      ]);
    if (config.databaseDirectUrl !== null) await expectSameDatabase(database, settingsSecret);
    const observed = { dmarc: new Tally<DmarcObservation>(), tls: new Tally<TlsObservation>() };
    const actors = new Actors({
      database,
      clock,
      log,
      plans: config.plans,
      outgoing: {
        returnPath: (messageId, domain) => bounceAddress(messageId, domain, bounceSecret),
        laneOf: (mail) => routeKey(routeOf(config, mail)),
      },
    });
    const digests = settingDigests(settingsSecret);
    const heartbeat = new Heartbeat({
      database,
      clock,
      log,
      settings: () => ({
        ...digests(config),
        ...(blobs.place === null ? {} : { S3_BUCKET: blobs.place }),
      }),
      freed: () => actors.feed.pokeTopic("outbound"),
    });
    const foreign = new ForeignDomains();
    actors.feed.onTopic("domains", () => foreign.clear());
    return {
      config,
      database,
      blobs,
      actors,
      heartbeat,
      routing: createRouting(database, clock, {
        bouncedId: (localPart) => messageIdOfBounce(localPart, [bounceSecret]),
        unsubscribeId: (localPart) => unsubscribeIdOfMailbox(localPart, [bounceSecret]),
        plans: config.plans,
        known: (address, now) =>
          actors.cache.recipientAt(address, { now, sinceMs: actors.feed.knownSinceMs }),
        foreign,
      }),
      senders: createSenders(database, (address, isChecked) => {
        // Commits of other processes arrive late here; alone, this process made every change itself.
        const { isAlone, knownSinceMs } = actors.feed;
        return isAlone || isChecked ? actors.cache.identityWith(address, knownSinceMs) : null;
      }),
      sharedLimits: new SharedLimits({
        exchange: (asks) => takeShared(database, asks, nowInstant(clock)),
        isOn: () => database.kind === "postgres" && !actors.feed.isAlone,
      }),
      dns: createDns({ servers: config.dnsServers }),
      screening: createScreening(config, { clock, log, database, blobs, observed: observed.dmarc }),
      observed,
      bounceSecret,
      reviewSecret,
      oauthSecret,
      linkSecret,
      passkeySecret,
      extraCa: deps.extraCa,
      pictureNetworks: deps.pictureNetworks ?? [],
      world: deps.world ?? null,
      spills: openSpills(config.dataDir),
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

/** The secret whose row marks a database as a sandbox's. */
const sandboxMark = "sandbox";

/** @throws Error where a server finds a sandbox's data, or a sandbox a server's */
async function refuseOtherWorld(database: Database, world: WorldHooks | null): Promise<void> {
  const isSandbox = world !== null;
  const names = await secretNames(database);
  const isMarked = names.includes(sandboxMark);
  if (!isSandbox && isMarked)
    throw new Error(
      "This is the data of a sandbox, whose time and people are made up. Start it with postroom sandbox, or name other data in DATA_DIR or DATABASE_URL.",
    );
  if (isSandbox && !isMarked && names.length > 0)
    throw new Error(
      "This is the data of a server, which a sandbox leaves alone. Name a folder or database that is empty.",
    );
  if (world?.isNew && isMarked)
    throw new Error(
      "This database has the world of another sandbox. Name the DIR that it was started with, or an empty database.",
    );
}

/** @throws Error where DATABASE_DIRECT_URL leads to another database than DATABASE_URL */
async function expectSameDatabase(database: Database, known: Uint8Array): Promise<void> {
  if (await holdsSecret(database.aside, "settings", known)) return;
  throw new Error(
    "DATABASE_DIRECT_URL leads to another database than DATABASE_URL. Name the database that the pooler of DATABASE_URL connects to.",
  );
}

/** Stops a part within this time. */
export type Stop = (graceMs: number) => Promise<void> | void;
