// A server as the table and the walk use it: the one of this process, or one in a process of its own, which can be killed
// and started again at the same ports. The clock of such a process stands still until it is moved.
import { createInterface } from "node:readline";
import { type Api, apiClient } from "../support/app/api.ts";
import type { ShiftedClock, SuiteApp } from "../support/app/app.ts";
import type { TempStore } from "../support/app/database.ts";
import { freePort } from "../support/app/ports.ts";
import { tied } from "../support/app/server.ts";
import type { ChildOptions } from "./child.ts";
import { type Commands, commandsOf } from "./commands.ts";

export interface Host extends Omit<Commands, "newAccount" | "newSignup"> {
  /** With the operator's unrestricted key. */
  readonly api: Api;
  readonly accountId: string;
  readonly domainId: string;
  readonly domain: string;
  /** imap null: it has none. */
  readonly ports: { smtp: number; submission: number; imap: number | null };
  readonly clock: { now(): number };
  otherAccount(): Promise<{ accountId: string; domainId: string; domain: string; api: Api }>;
  /** A key of an account as a sign-up makes it. */
  signupAccount(): Promise<Api>;
}

type StorePlace = Pick<TempStore, "dataDir" | "databaseUrl">;

export interface ChildHost extends Host {
  /** SIGKILL, and what `meanwhile` does, before another process starts: on another store where that returns one. */
  restart(meanwhile?: () => Promise<StorePlace | undefined>): Promise<void>;
  end(): Promise<void>;
}

let accounts = 0;

function accountsOf(
  api: Api,
  { newAccount, newSignup }: Commands,
): Pick<Host, "otherAccount" | "signupAccount"> {
  return {
    async otherAccount() {
      const { key, ...made } = await newAccount(`other${++accounts}.example`);
      return { ...made, api: api.as(key) };
    },
    signupAccount: async () => api.as(await newSignup()),
  };
}

export function hostOf(t: SuiteApp, clock: ShiftedClock): Host {
  const commands = commandsOf(t, clock);
  const { api, accountId, domainId, domain, app } = t;
  const ports = { smtp: app.ports.smtp!, submission: app.ports.submission!, imap: app.ports.imap };
  return { ...commands, api, accountId, domainId, domain, ports, clock, ...accountsOf(api, commands) };
}

interface Child {
  process: Bun.Subprocess<"pipe", "pipe", "inherit">;
  call(call: string, args: unknown[]): Promise<unknown>;
  began: { accountId: string; domainId: string; domain: string; key: string };
}

async function startChild(options: ChildOptions): Promise<Child> {
  const waiting = new Map<number, PromiseWithResolvers<unknown>>();
  const expect = (id: number) => {
    const promised = Promise.withResolvers<unknown>();
    waiting.set(id, promised);
    return promised.promise;
  };
  const began = expect(0);
  const script = new URL("child.ts", import.meta.url).pathname;
  const child = Bun.spawn([...tied, process.execPath, script, JSON.stringify(options)], {
    stdin: "pipe",
    stdout: "pipe",
    stderr: "inherit",
  });
  void (async () => {
    const { Readable } = await import("node:stream");
    for await (const line of createInterface({ input: Readable.fromWeb(child.stdout as never) })) {
      const { id, result, error } = JSON.parse(line) as { id: number; result: unknown; error?: string };
      const promised = waiting.get(id);
      waiting.delete(id);
      if (error === undefined) promised?.resolve(result);
      else promised?.reject(new Error(error));
    }
    for (const { reject } of waiting.values()) reject(new Error("the server is gone"));
  })();
  let calls = 0;
  return {
    process: child,
    call(call, args) {
      const id = ++calls;
      const answer = expect(id);
      child.stdin.write(`${JSON.stringify({ id, call, args })}\n`);
      child.stdin.flush();
      return answer;
    },
    began: (await began) as Child["began"],
  };
}

/** A server in a process of its own. */
export async function childHost(store: StorePlace, env: Record<string, string>): Promise<ChildHost> {
  const [http, smtp, submission, imap] = [
    await freePort(),
    await freePort(),
    await freePort(),
    await freePort(),
  ];
  const ports = {
    ...{ PORT: String(http), SMTP_PORT: String(smtp) },
    ...{ SUBMISSION_PORT: String(submission), IMAP_PORT: String(imap) },
  };
  let at = Date.now();
  let { dataDir, databaseUrl } = store;
  const start = () => startChild({ store: { dataDir, databaseUrl }, env: { ...env, ...ports }, at });
  let child = await start();
  const { key, ...own } = child.began;
  const api = apiClient(`http://127.0.0.1:${http}`, key);
  const call = (name: keyof Commands) =>
    ((...args: unknown[]) => child.call(name, args)) as unknown as Commands[typeof name];
  const commands = {
    values: call("values"),
    newAccount: call("newAccount"),
    newSignup: call("newSignup"),
    signInToken: call("signInToken"),
    addMember: call("addMember"),
    removeMember: call("removeMember"),
    reviewLink: call("reviewLink"),
    backup: call("backup"),
    rest: call("rest"),
    faults: call("faults"),
  } as Commands;
  const kill = async () => {
    child.process.kill("SIGKILL");
    await child.process.exited;
  };
  return {
    ...commands,
    ...own,
    ...accountsOf(api, commands),
    api,
    ports: { smtp, submission, imap },
    clock: { now: () => at },
    async advance(ms) {
      at += ms;
      return child.call("advance", [ms]) as Promise<number>;
    },
    async restart(meanwhile) {
      await kill();
      const other = await meanwhile?.();
      if (other) ({ dataDir, databaseUrl } = other);
      child = await start();
    },
    end: kill,
  };
}
