// Starts a sandbox: the service as `serve` starts it, and a world around it. Time, chance and the network are the world's.
import {
  accessSync,
  constants,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { isIP } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createLink } from "../../actors/account/access/console.ts";
import { type App, startApp } from "../app/app.ts";
import { announcePorts } from "../app/ports.ts";
import { type Config, dataPath } from "../config/config.ts";
import { seedChance } from "../lib/chance.ts";
import { instantOf, msOf, systemClock } from "../lib/clock.ts";
import { freeBytes } from "../lib/disk-room.ts";
import { messageOf } from "../lib/failure.ts";
import { createLog, type Log } from "../lib/log.ts";
import { must } from "../lib/must.ts";
import { closeNetwork } from "../lib/networks.ts";
import { recordsFor } from "../outbound/domain-records.ts";
import { accountOfLink } from "../store/access/members.ts";
import type { Database } from "../store/database/database.ts";
import { openEmbedded } from "../store/embedded/embedded.ts";
import { anyHiddenEvents } from "../store/events/events.ts";
import { createControl } from "./control.ts";
import { OwnDomains } from "./own-domains.ts";
import { type SandboxOptions, sandboxConfig, seededStart } from "./sandbox-settings.ts";
import { InhabitedWorld } from "./world.ts";
import { WorldClock } from "./world-clock.ts";
import { startWorldDns } from "./world-dns.ts";
import { startMailServer } from "./world-mail-server.ts";

export interface Sandbox {
  app: App;
  config: Config;
  world: InhabitedWorld;
  clock: WorldClock;
  stop(): Promise<void>;
}

/** The file in DIR that says how far its world's time has come. */
const stateFile = "sandbox.json";
const savedEveryMs = 5_000;
/** Bytes that a folder in memory has to have free. */
const minMemory = 2 * 1024 ** 3;

/** @throws Error with a message for who starts it */
export async function startSandbox(options: SandboxOptions, log?: Log): Promise<Sandbox> {
  const place = placeOf(options.dir);
  const ends: (() => Promise<unknown> | unknown)[] = [() => place.remove()];
  const stop = async () => {
    for (const end of ends.splice(0).reverse())
      try {
        await end();
      } catch (error) {
        log?.error("a part of the sandbox did not stop properly", { error: messageOf(error) });
      }
  };
  try {
    const state = readState(place.dataDir);
    const seed = state?.seed ?? options.seed;
    const startMs = state ? msOf(state.now) : options.isSeeded ? msOf(seededStart) : systemClock.now();
    const opened = new Set<string>(options.allow.filter((host) => isIP(host) !== 0));
    ends.push(closeNetwork((address) => opened.has(address)));
    let started: App | null = null;
    const own = new OwnDomains({
      database: () => started?.core.database ?? null,
      turnsRun: () => started?.core.actors.turnsRun ?? 0,
    });
    const ownLog =
      log ?? createLog({ level: () => config.logLevel, format: process.stderr.isTTY ? "text" : "json" });
    const clock = new WorldClock({ startMs, speed: options.speed, log: ownLog });
    ends.push(() => clock.stop());
    // Each start has chance of its own, also where the clock did not move: no id is made twice.
    const starts = (state?.starts ?? 0) + 1;
    const save = () => saveState(place.dataDir, { seed, starts, now: instantOf(clock.now()) });
    ends.push(seedChance(starts === 1 ? seed : `${seed} ${starts}`, () => clock.now()));
    const inhabited = new InhabitedWorld({
      seed,
      clock,
      log: ownLog,
      hosted: (names) => own.hosted(names),
    });
    const dns = await startWorldDns({
      domains: inhabited.domains,
      allowed: new Set(options.allow.map((host) => host.toLowerCase())),
      onAllowed: (address) => opened.add(address),
      async ownRecords(name) {
        const claims = await own.claims(name);
        const records = claims.flatMap((claim) => recordsFor(claim, config.mailHostname));
        return claims.length === 0 ? null : records;
      },
    });
    ends.push(() => dns.stop());
    const config = sandboxConfig(options, { dataDir: place.dataDir, dnsServer: dns.server });
    const mails = await startMailServer({
      refuse: (mail, at) => inhabited.refuse(mail, at),
      arrived: (mail) => inhabited.arrived(mail),
      log: ownLog,
    });
    ends.push(() => mails.stop());
    const app = await startApp(config, {
      clock,
      log: ownLog,
      mxPort: mails.port,
      // Data that is removed at the end need not be synced to disk.
      ...(place.isKept || options.postgres !== null
        ? {}
        : { openDatabase: ({ dataDir, log }) => openEmbedded({ dataDir, log, isCopy: true }) }),
      world: {
        isNew: state === null && options.dir === null,
        handOver: createControl({
          world: inhabited,
          clock,
          save,
          async signIn(email) {
            const { core, operator, ports } = must(started, "requests come after the start");
            const owned = await accountOfLink(core.database, email);
            const token = await createLink(core.actors, {
              accountId: owned ?? operator.accountId,
              ownerEmail: owned === null ? null : email,
            });
            return `http://localhost:${ports.http}/console/sign-in?token=${token}`;
          },
        }),
        inbound: (port) => (inhabited.servicePort = port),
      },
    });
    ends.push(() => app.stop(2_000));
    started = app;
    if (options.postgres !== null) clock.seen = eventsShown(app.core.database);
    // The start's own work has no order; the course of events begins after it.
    await clock.rest();
    seedChance(`begun ${seed} ${starts}`, () => clock.now());
    announcePorts(app.core.config, app.ports);
    save();
    // A kill forgets no time that passed by itself.
    const saving = place.isKept ? setInterval(save, savedEveryMs) : null;
    saving?.unref();
    ends.push(() => {
      if (saving) clearInterval(saving);
      save();
    });
    return { app, config, world: inhabited, clock, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** Events that no reader sees before other transactions of the database have ended are waited for so long, once. */
const maxHiddenMs = 10_000;

function eventsShown(database: Database): () => Promise<void> {
  let isHeldUp = false;
  return async () => {
    const untilMs = performance.now() + (isHeldUp ? 0 : maxHiddenMs);
    isHeldUp = await anyHiddenEvents(database);
    while (isHeldUp && performance.now() < untilMs) {
      await Bun.sleep(20);
      isHeldUp = await anyHiddenEvents(database);
    }
  };
}

interface SandboxPlace {
  dataDir: string;
  isKept: boolean;
  remove(): void;
}

function placeOf(dir: string | null): SandboxPlace {
  if (dir !== null) {
    mkdirSync(dir, { recursive: true });
    return { dataDir: dir, isKept: true, remove: () => undefined };
  }
  // Memory where there is such a folder.
  const within = hasRoom("/dev/shm") ? "/dev/shm" : tmpdir();
  const dataDir = mkdtempSync(join(within, "postroom-sandbox-"));
  const removeNow = () => rmSync(dataDir, { recursive: true, force: true });
  process.once("exit", removeNow);
  return {
    dataDir,
    isKept: false,
    remove() {
      process.off("exit", removeNow);
      removeNow();
    },
  };
}

function hasRoom(folder: string): boolean {
  try {
    accessSync(folder, constants.W_OK);
    return freeBytes(folder) > minMemory;
  } catch {
    return false;
  }
}

interface SandboxState {
  seed: string;
  /** Absent where an earlier version wrote it. */
  starts?: number;
  now: string;
}

function readState(dataDir: string): SandboxState | null {
  const file = dataPath({ dataDir }, stateFile);
  return existsSync(file) ? (JSON.parse(readFileSync(file, "utf8")) as SandboxState) : null;
}

function saveState(dataDir: string, state: SandboxState): void {
  const file = dataPath({ dataDir }, stateFile);
  writeFileSync(`${file}.new`, `${JSON.stringify(state)}\n`);
  renameSync(`${file}.new`, file);
}
