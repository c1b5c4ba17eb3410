// A whole Postroom in this process, on free ports of 127.0.0.1 and a fresh database: what tests of the outside use. After
// some tests and each suite all derived state is recomputed (src/store/maintenance/check.ts) and must agree.
import { afterAll, afterEach, beforeAll, describe, expect, test } from "bun:test";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { createUnrestrictedKey } from "../../../actors/account/accounts/operator.ts";
import { type App, startApp } from "../../../src/app/app.ts";
import type { AppDeps } from "../../../src/app/core.ts";
import { type Config, readConfig } from "../../../src/config/config.ts";
import { type Clock, nowInstant, systemClock } from "../../../src/lib/clock.ts";
import { newId } from "../../../src/lib/ids.ts";
import { type Log, type LogFields, silentLog } from "../../../src/lib/log.ts";
import { createAccount } from "../../../src/store/accounts/accounts.ts";
import { check } from "../../../src/store/maintenance/check.ts";
import { sendMail, sendRaw } from "../smtp/client.ts";
import { type Api, apiClient } from "./api.ts";
import { contractOf } from "./contract.ts";
import { type Kind, storeKinds, type TempStore, throughPooler } from "./database.ts";
import { writtenMisfits } from "./events.ts";
import { type SuiteStoreOfApp, suiteStore } from "./passed-on.ts";

export interface StartOptions {
  /** Settings on top of those that a test needs. */
  env?: Record<string, string>;
  clock?: Clock;
  deps?: Partial<AppDeps>;
  /** Whether eachApp checks the derived state once, at the end of the suite, and not after every 16th test too. */
  checkOnce?: boolean;
  /** Whether eachApp makes a database for this suite alone: for one that looks at the database itself. */
  ownDatabase?: boolean;
}

/** A line of the log of level warn or error. */
export interface Trouble {
  level: "warn" | "error";
  message: string;
  fields: LogFields;
}

export interface TestApp {
  readonly app: App;
  readonly config: Config;
  /** With the operator's unrestricted key. */
  readonly api: Api;
  readonly accountId: string;
  readonly domainId: string;
  readonly domain: string;
  /** What was logged as warn or error. */
  readonly trouble: Trouble[];
  stop(graceMs?: number): Promise<void>;
}

/** Settings of a server that a test starts: free ports, nothing beyond this machine. */
export function testEnv(store: Pick<TempStore, "dataDir" | "databaseUrl">): Record<string, string> {
  const { databaseUrl, databaseDirectUrl, databasePreparesPooled } = throughPooler(store.databaseUrl);
  return {
    DATA_DIR: store.dataDir,
    ...(databaseUrl === null ? {} : { DATABASE_URL: databaseUrl }),
    ...(databaseDirectUrl === undefined ? {} : { DATABASE_DIRECT_URL: databaseDirectUrl }),
    ...(databasePreparesPooled ? { DATABASE_POOLER_PREPARES: "on" } : {}),
    PORT: "0",
    SMTP_PORT: "0",
    SUBMISSION_PORT: "off",
    SUBMISSIONS_PORT: "off",
    IMAP_PORT: "off",
    IMAPS_PORT: "off",
    MAIL_DOMAIN: "agents.example",
    MAIL_HOSTNAME: "mx.agents.example",
    // no question leaves this machine: nobody answers here
    DNS_SERVERS: "127.0.0.1:9",
    RATE_LIMIT_PER_SECOND: "0",
    // a busy machine may take long over many mails at once
    SMTP_FIRST_MAIL_SECONDS: "600",
    WEBHOOK_ALLOW_NETWORKS: "127.0.0.0/8",
    LOG_LEVEL: "info",
  };
}

export async function startTestApp(
  store: Pick<TempStore, "dataDir" | "databaseUrl">,
  options: StartOptions = {},
): Promise<TestApp> {
  const config = readConfig({ ...testEnv(store), ...options.env });
  const trouble: Trouble[] = [];
  useKeptCertificate(store.dataDir);
  const app = await startApp(config, {
    clock: options.clock ?? systemClock,
    log: listeningLog(trouble),
    ...options.deps,
  });
  keepCertificate(store.dataDir);
  const { accountId, domainId, domain, token } = app.operator;
  const key = token ?? (await createUnrestrictedKey(app.core.actors, accountId, "test")).token;
  return {
    app,
    config,
    api: apiClient(`http://127.0.0.1:${app.ports.http}`, key),
    accountId,
    domainId,
    domain,
    trouble,
    stop: (graceMs) => app.stop(graceMs),
  };
}

/** The self-signed certificate that the first app of this process made: its key takes long to make. */
const kept = new Map<string, string>();
const certificateFiles = ["tls-cert.pem", "tls-key.pem"];

function useKeptCertificate(dataDir: string): void {
  if (!existsSync(dataDir) || certificateFiles.some((name) => existsSync(join(dataDir, name)))) return;
  for (const [name, text] of kept) writeFileSync(join(dataDir, name), text, { mode: 0o600 });
}

function keepCertificate(dataDir: string): void {
  if (kept.size > 0) return;
  for (const name of certificateFiles) {
    const file = join(dataDir, name);
    if (existsSync(file)) kept.set(name, readFileSync(file, "utf8"));
  }
}

function listeningLog(trouble: Trouble[]): Log {
  const ignore = () => {};
  const note = (level: Trouble["level"]) => (message: string, fields?: LogFields) => {
    trouble.push({ level, message, fields: fields ?? {} });
  };
  const log: Log = {
    ...silentLog,
    debug: ignore,
    info: ignore,
    warn: note("warn"),
    error: note("error"),
    with: () => log,
  };
  return log;
}

/** Inside a suite of eachApp: the running app and short ways to use it. */
export interface SuiteApp extends TestApp {
  readonly kind: Kind;
  readonly store: TempStore;
  readonly smtpPort: number;
  /** A new address; its name is made up when none is given. */
  address(fields?: Record<string, unknown>): Promise<TestAddress>;
  /** A new account with an own verified domain. */
  otherAccount(): Promise<{ accountId: string; domainId: string; domain: string; api: Api }>;
  /** A mail over STARTTLS, as nodemailer writes it. */
  mail(mail: Parameters<typeof sendMail>[1]): Promise<string>;
  /** These bytes, over STARTTLS. */
  raw(mail: Parameters<typeof sendRaw>[1]): Promise<string>;
  /** Lets a test expect trouble in the log: otherwise an error there fails it. */
  expectTrouble(): void;
}

export interface TestAddress {
  id: string;
  email: string;
}

/** Whether derived state is checked after each test: a check costs a tenth of a second. It names the test at fault. */
const checkEach = process.env.POSTROOM_TEST_CHECK === "each";

/** The same suite over a whole app on each store. The app starts once a suite. */
export function eachApp(name: string, suite: (t: SuiteApp) => void, options: StartOptions = {}): void {
  for (const kind of storeKinds) {
    if (kind === "postgres" && process.env.POSTROOM_TEST_DATABASE_URL === undefined) {
      test.skip(`${name} on Postgres: POSTROOM_TEST_DATABASE_URL is not set`, () => {});
      continue;
    }
    describe(`${name}, ${kind}`, () => {
      const running = new RunningApp(kind);
      const testsPerCheck = options.checkOnce ? Number.POSITIVE_INFINITY : checkEach ? 1 : 16;
      let tests = 0;
      beforeAll(() => running.start(options));
      afterEach(() => running.verify(++tests % testsPerCheck === 0));
      afterAll(async () => {
        try {
          await running.verify(true);
        } finally {
          await running.end();
        }
      });
      suite(running);
    });
  }
}

/** A new account with this verified domain. */
export async function accountOf(t: TestApp, domain: string) {
  const { core } = t.app;
  const accountId = newId();
  await core.database.transaction((tx) =>
    createAccount(tx, {
      accountId,
      podId: newId(),
      plan: "operator",
      ownerEmail: null,
      createdAt: nowInstant(core.clock),
    }),
  );
  const { token: key } = await createUnrestrictedKey(core.actors, accountId, "other");
  const api = t.api.as(key);
  const { id } = await api.must<{ id: string }>(201, api.post("/domains", { domain }));
  return { accountId, domainId: id, domain, api };
}

let counter = 0;

class RunningApp implements SuiteApp {
  #place: SuiteStoreOfApp | null = null;
  #running: TestApp | null = null;
  #expected = false;
  /** Events of before have been held to the document. */
  #eventsFrom = "0";

  constructor(readonly kind: Kind) {}

  async start(options: StartOptions): Promise<void> {
    this.#place = await suiteStore(this.kind, options.ownDatabase);
    const { store, openDatabase } = this.#place;
    this.#running = await startTestApp(store, { ...options, deps: { openDatabase, ...options.deps } });
  }

  async verify(whole: boolean): Promise<void> {
    const { core } = this.app;
    if (whole) {
      await core.actors.idle();
      expect(await check(core)).toEqual([]);
      const contract = await contractOf(this.api.base);
      const { misfits, lastXid } = await writtenMisfits(core.database, contract, this.#eventsFrom);
      this.#eventsFrom = lastXid;
      expect(misfits).toEqual([]);
    }
    const trouble = this.trouble.splice(0);
    if (!this.#expected) expect(trouble.filter(({ level }) => level === "error")).toEqual([]);
    this.#expected = false;
  }

  async end(): Promise<void> {
    this.#place?.passOn();
    // Nobody waits for mail to servers that do not answer.
    await this.#running?.stop(500);
    await this.#place?.end();
  }

  get #now(): TestApp {
    if (!this.#running) throw new Error("the app runs in tests only");
    return this.#running;
  }

  get store(): TempStore {
    if (!this.#place) throw new Error("the store is there in tests only");
    return this.#place.store;
  }
  get app(): App {
    return this.#now.app;
  }
  get config(): Config {
    return this.#now.config;
  }
  get api(): Api {
    return this.#now.api;
  }
  get accountId(): string {
    return this.#now.accountId;
  }
  get domainId(): string {
    return this.#now.domainId;
  }
  get domain(): string {
    return this.#now.domain;
  }
  get trouble(): Trouble[] {
    return this.#now.trouble;
  }
  get smtpPort(): number {
    return this.app.ports.smtp!;
  }

  stop(graceMs?: number): Promise<void> {
    return this.#now.stop(graceMs);
  }

  address(fields: Record<string, unknown> = {}): Promise<TestAddress> {
    const body = { domain_id: this.domainId, local_part: `a${++counter}`, ...fields };
    return this.api.must<TestAddress>(201, this.api.post("/identities", body));
  }

  otherAccount() {
    return accountOf(this, `other${++counter}.example`);
  }

  mail(mail: Parameters<typeof sendMail>[1]): Promise<string> {
    return sendMail(this.smtpPort, mail);
  }

  raw(mail: Parameters<typeof sendRaw>[1]): Promise<string> {
    return sendRaw(this.smtpPort, mail);
  }

  expectTrouble(): void {
    this.#expected = true;
  }
}

type Nothing = null | undefined | false;

/**
 * Asks again until there is an answer: for what happens soon, in another process or behind a queue.
 * @param what says what is missing, after some minutes
 */
export async function eventually<T>(
  ask: () => T | Nothing | Promise<T | Nothing>,
  what: () => string = () => "it did not happen",
): Promise<T> {
  for (let tries = 0; tries < 3000; tries++) {
    const answer = await ask();
    if (answer !== null && answer !== undefined && answer !== false) return answer;
    await Bun.sleep(Math.min(5 + tries, 50));
  }
  throw new Error(what());
}

/** The real time, moved: it ticks, and a test may move it on. */
export class ShiftedClock implements Clock {
  #offset = 0;
  now(): number {
    return systemClock.now() + this.#offset;
  }
  advance(ms: number): void {
    this.#offset += ms;
  }
}

/** A clock that is only moved by hand: no busy machine runs out of a test's seconds. */
export class StandingClock extends ShiftedClock {
  readonly #begun = systemClock.now();
  #moved = 0;
  override now(): number {
    return this.#begun + this.#moved;
  }
  override advance(ms: number): void {
    this.#moved += ms;
  }
}
