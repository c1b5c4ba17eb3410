// The server of the walk with a world around it: its clock stands and is moved by the walk alone, its chance is the seed's, and the
// servers of the recipients are the world's. One seed gives one walk, step by step. It ends properly and starts anew on its data;
// what a kill leaves child.ts tries.
import { mkdtempSync, rmSync } from "node:fs";
import { join } from "node:path";
import { ManualClock } from "../../src/lib/clock.ts";
import { check } from "../../src/store/maintenance/check.ts";
import { type Api, apiClient } from "../support/app/api.ts";
import type { TestApp } from "../support/app/app.ts";
import { type Kind, tempStore } from "../support/app/database.ts";
import { freePort } from "../support/app/ports.ts";
import { startTestSandbox, type TestSandbox } from "../support/app/sandbox.ts";
import { commandsOf } from "./commands.ts";
import type { ChildHost } from "./host.ts";
import type { Recipients } from "./walk.ts";

interface ArrivedLetter {
  raw: string;
  to: string[];
  subject: string;
}

export interface WorldHost extends ChildHost {
  readonly world: () => TestSandbox;
  /** Mails that came to the world, before a restart too. */
  arrived(): readonly ArrivedLetter[];
  /** When it was started anew on its data, by whatever step. */
  readonly restarts: readonly number[];
}

/** @param isKept it can be restarted, and its data lies in a folder of its own @param kind the database that it is kept in */
export async function worldHost(
  seed: number,
  { isKept = false, kind = "embedded" }: { isKept?: boolean; kind?: Kind } = {},
): Promise<{ host: WorldHost; relay: Recipients }> {
  const dir = isKept ? mkdtempSync(join(process.env.POSTROOM_TEST_STORE_DIR ?? "/tmp", "world-")) : null;
  const store = kind === "postgres" ? await tempStore(kind, { empty: true }) : null;
  const port = await freePort();
  const start = () =>
    startTestSandbox({ seed: String(seed), dir, port, postgres: store?.databaseUrl ?? null });
  let world = await start();
  // Of lives before a restart.
  const earlier: ArrivedLetter[] = [];
  const mails = () =>
    world.world.mails.map(({ mail }) => ({
      raw: Buffer.from(mail.raw).toString("latin1"),
      to: [mail.recipient],
      subject: mail.subject ?? "",
    }));
  const key = world.app.operator.token!;
  const api: Api = patient(apiClient(`http://127.0.0.1:${port}`, key));
  const { accountId, domainId, domain } = world.app.operator;
  const app = () =>
    ({ ...world, api, accountId, domainId, domain, trouble: [] }) as unknown as Pick<TestApp, "app" | "api"> &
      TestApp;
  const commands = () => commandsOf(app(), new ManualClock(0));
  const now = () => world.clock.now();
  let accounts = 0;
  const restarts: number[] = [];
  const host: WorldHost = {
    restarts,
    ...commands(),
    values: (sql, params) => commands().values(sql, params),
    signInToken: (account, email) => commands().signInToken(account, email),
    addMember: (account, member) => commands().addMember(account, member),
    removeMember: (account, id) => commands().removeMember(account, id),
    reviewLink: (at, link) => commands().reviewLink(at, link),
    backup: (folder) => commands().backup(folder),
    world: () => world,
    arrived: () => [...earlier, ...mails()],
    api,
    accountId,
    domainId,
    domain,
    get ports() {
      const { smtp, submission, imap } = world.app.ports;
      return { smtp: smtp!, submission: submission!, imap };
    },
    clock: { now },
    async advance(ms) {
      await world.clock.moveTo(now() + ms);
      return now();
    },
    async rest() {
      await world.clock.moveTo(now());
      return null;
    },
    async faults() {
      await world.app.core.actors.idle();
      return (await check(world.app.core)).map((one) => JSON.stringify(one));
    },
    async otherAccount() {
      const { key: other, ...made } = await commands().newAccount(`other${++accounts}.example`);
      return { ...made, api: api.as(other) };
    },
    signupAccount: async () => api.as(await commands().newSignup()),
    async restart() {
      // Data in memory would be gone.
      if (dir === null) return;
      await world.stop();
      // Also what left while it ended, which the world had taken and not read yet.
      await world.clock.rest();
      earlier.push(...mails());
      world = await start();
      restarts.push(now());
    },
    async end() {
      await world.stop();
      await store?.dispose();
      if (dir !== null) rmSync(dir, { recursive: true, force: true });
    },
  };
  const relay = {
    get mails() {
      return [...earlier, ...mails()];
    },
    shut() {},
    reopen() {},
  };
  return { host, relay };
}

/** Comes again after 429, as a client does: where the clock stands, it then has moved on. */
function patient(api: Api): Api {
  const call: Api["call"] = async (...args) => {
    for (;;) {
      const answer = await api.call(...args);
      if (answer.status !== 429) return answer as never;
    }
  };
  return {
    ...api,
    call,
    get: (path, headers) => call("GET", path, undefined, headers),
    post: (path, body, headers) => call("POST", path, body, headers),
    patch: (path, body, headers) => call("PATCH", path, body, headers),
    delete: (path, headers) => call("DELETE", path, undefined, headers),
    as: (key) => patient(api.as(key)),
  };
}
