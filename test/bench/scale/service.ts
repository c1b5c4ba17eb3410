// Processes of one database behind HAProxy, which can be held to a share of a core each.
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { SQL } from "bun";
import { freePort } from "../../support/app/ports.ts";
import type { quotas } from "../../support/app/quota.ts";
import { type Slot, startBalancer } from "../../support/fakes/haproxy.ts";
import { type BenchServer, call, cpuMs, createAddresses, portsOf, spawn, startServer } from "../server.ts";

/** Any process takes anything; or all work of a group goes to one. */
export type Way = "spread" | "together";

/** Addresses that one key sends for. */
export interface Group {
  key: string;
  emails: string[];
}

export interface Service {
  /** Of processes. */
  readonly count: number;
  readonly groups: readonly Group[];
  /** Where requests go, by way. */
  readonly http: Record<Way, number>;
  /** Where mail goes: to whichever process; and the listener of each. */
  readonly smtp: number;
  readonly smtpOf: readonly number[];
  /** Holds each process to so much of a core; null: to nothing. */
  limit(share: number | null): void;
  /** CPU time of all processes so far, milliseconds. */
  cpuMs(): number;
  /** Actors that turns of all processes needed since their start, and those of them that were in memory. */
  actors(): Promise<{ warm: number; all: number }>;
  /** How often each statement ran in its database so far; empty where PostgreSQL does not count. */
  statements(): Promise<ReadonlyMap<string, number>>;
  /** Resolves when all mail has left and is in the search index. */
  settled(): Promise<void>;
  stop(): Promise<void>;
}

export interface ServiceOptions {
  /** Of its database, which is empty. */
  url: string;
  relayUrl: string;
  count: number;
  quota: NonNullable<ReturnType<typeof quotas>>;
  /** Whether PostgreSQL has loaded what counts statements. */
  countsStatements: boolean;
}

interface Process {
  http: number;
  smtp: number;
  metrics: number;
  pid: number;
}

const groupsMade = 64;
const perGroup = 4;

export async function openService({
  url,
  relayUrl,
  count,
  quota,
  countsStatements,
}: ServiceOptions): Promise<Service> {
  const stops: (() => Promise<void> | void)[] = [];
  const stop = async () => {
    for (const end of stops.reverse()) await end();
  };
  try {
    const first = await startServer("postgres", url, {
      SMTP_RELAY_URL: relayUrl,
      METRICS_PORT: "0",
      TRUSTED_PROXIES: "127.0.0.1",
      PROXY_PROTOCOL: "on",
    });
    stops.push(() => first.stop());
    const processes = [await known(first.process, first.dataDir)];
    while (processes.length < count) {
      const dataDir = mkdtempSync(join(tmpdir(), "postroom-bench-"));
      const child = spawn({ ...first.env, DATA_DIR: dataDir });
      stops.push(async () => {
        child.kill("SIGTERM");
        await child.exited;
        rmSync(dataDir, { recursive: true, force: true });
      });
      processes.push(await known(child, dataDir));
    }
    const limits = processes.map(({ pid }, n) => {
      const limit = quota.make(`process-${count}-${n}`);
      stops.push(() => limit.remove());
      limit.add(pid);
      return limit;
    });
    const slots: Slot[] = processes.map(({ http, smtp }, n) => ({ name: `p${n}`, http, smtp }));
    const inTurn = await freePort();
    const balancer = await startBalancer({
      slots,
      edit: (text) => `${text}\n${inTurnListen(slots, inTurn)}`,
    });
    stops.push(() => balancer.stop());
    await balancer.untilUp(slots.map(({ name }) => name));
    const sql = new SQL(url, { max: 1 });
    stops.push(() => sql.close());
    if (countsStatements) await sql.unsafe("create extension pg_stat_statements");
    return {
      count,
      groups: await makeGroups(first),
      http: { spread: inTurn, together: balancer.ports.http },
      smtp: balancer.ports.smtp,
      smtpOf: balancer.smtpOf,
      limit(share) {
        for (const each of limits) each.limit(share);
      },
      cpuMs: () => processes.reduce((sum, { pid }) => sum + cpuMs(pid), 0),
      actors: () => actorsOf(processes),
      statements: async () => (countsStatements ? statementsOf(sql) : new Map()),
      async settled() {
        while ((await queued(sql)) > 0) await Bun.sleep(100);
      },
      stop,
    };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** Requests go to each process in turn. */
function inTurnListen(slots: readonly Slot[], port: number): string {
  const servers = slots.map(({ name, http }) => `  server ${name} 127.0.0.1:${http} track http/${name}`);
  const lines = ["listen turns", "  mode http", `  bind 127.0.0.1:${port}`, "  balance roundrobin"];
  return [...lines, "  option forwardfor", ...servers, ""].join("\n");
}

async function known(child: Bun.Subprocess, dataDir: string): Promise<Process> {
  await portsOf(dataDir);
  const ports = JSON.parse(readFileSync(join(dataDir, "ports.json"), "utf8")) as Omit<Process, "pid">;
  return { ...ports, pid: child.pid };
}

async function makeGroups(server: BenchServer): Promise<Group[]> {
  const addresses = await createAddresses(server, "a", groupsMade * perGroup);
  return Promise.all(
    Array.from({ length: groupsMade }, async (_, n) => {
      const own = addresses.slice(n * perGroup, (n + 1) * perGroup);
      const body = { name: `group ${n}`, identity_ids: own.map(({ id }) => id) };
      const { token } = await call<{ token: string }>(server, "/api-keys", body);
      return { key: token, emails: own.map(({ email }) => email) };
    }),
  );
}

async function queued(sql: SQL): Promise<number> {
  const [row] = await sql.unsafe(
    `select ((select count(*) from outbound where next_attempt_at is not null)
       + (select count(*) from search_queue))::int4 as queued`,
  );
  return (row as { queued: number }).queued;
}

async function actorsOf(processes: readonly Process[]): Promise<{ warm: number; all: number }> {
  const sum = { warm: 0, all: 0 };
  for (const { metrics } of processes) {
    const page = await (await fetch(`http://127.0.0.1:${metrics}/metrics`)).text();
    for (const [, state, count] of page.matchAll(
      /^postroom_actor_states_total\{.*state="(\w+)"\} (\d+)$/gm,
    )) {
      sum.all += Number(count);
      if (state === "warm") sum.warm += Number(count);
    }
  }
  return sum;
}

/** PostgreSQL F.32 pg_stat_statements */
async function statementsOf(sql: SQL): Promise<Map<string, number>> {
  const rows = (await sql.unsafe(
    `select regexp_replace(query, '\\s+', ' ', 'g') as text, sum(calls)::float8 as calls from pg_stat_statements
     where dbid = (select oid from pg_database where datname = current_database()) group by 1`,
  )) as { text: string; calls: number }[];
  return new Map(rows.map(({ text, calls }) => [text, calls]));
}
