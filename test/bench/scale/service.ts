// Processes of one database behind HAProxy, which can be held to a share of a core each.
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { SQL } from "bun";
import { freePort } from "../../support/app/ports.ts";
import type { quotas } from "../../support/app/quota.ts";
import { type Balancer, type Slot, startBalancer } from "../../support/fakes/haproxy.ts";
import { type BenchServer, call, cpuMs, createAddresses, portsOf, spawn, startServer } from "../server.ts";

/** Any process takes anything; or all work of an agent goes to one. */
export type Way = "spread" | "together";

/** An address, and the key that sends for it. */
export interface Agent {
  key: string;
  email: string;
}

export interface Service {
  /** Of processes. */
  readonly count: number;
  readonly way: Way;
  readonly agents: readonly Agent[];
  /** Where requests go. */
  readonly http: number;
  /** Where mail goes, and for whom. */
  readonly smtp: readonly { port: number; recipients: readonly string[] }[];
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
  way: Way;
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

const agentsMade = 256;
/** The header in which HAProxy names the process that answered. */
const servedBy = "x-served-by";

export async function openService({
  url,
  relayUrl,
  count,
  way,
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
      const limit = quota.make(`${count}-${way}-${n}`);
      stops.push(() => limit.remove());
      limit.add(pid);
      return limit;
    });
    const slots: Slot[] = processes.map(({ http, smtp }, n) => ({ name: `p${n}`, http, smtp }));
    const inTurn = await freePort();
    const balancer = await startBalancer({
      slots,
      edit: (text) =>
        [
          text.replace("option forwardfor", `$&\n  http-response set-header ${servedBy} %s`),
          inTurnListen(slots, inTurn),
        ].join("\n"),
    });
    stops.push(() => balancer.stop());
    await balancer.untilUp(slots.map(({ name }) => name));
    const sql = new SQL(url, { max: 1 });
    stops.push(() => sql.close());
    if (countsStatements) await sql.unsafe("create extension pg_stat_statements");
    const agents = await makeAgents(first);
    const all = [{ port: balancer.ports.smtp, recipients: agents.map(({ email }) => email) }];
    return {
      count,
      way,
      agents,
      http: way === "spread" ? inTurn : balancer.ports.http,
      smtp: way === "spread" ? all : await own(agents, balancer, slots),
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

async function makeAgents(server: BenchServer): Promise<Agent[]> {
  const addresses = await createAddresses(server, "a", agentsMade);
  const agents: Agent[] = [];
  for (const { id, email } of addresses) {
    const { token } = await call<{ token: string }>(server, "/api-keys", { name: email, identity_ids: [id] });
    agents.push({ key: token, email });
  }
  return agents;
}

/** The listener of each process, for the addresses whose requests HAProxy leads to it. */
async function own(
  agents: readonly Agent[],
  { ports, smtpOf }: Balancer,
  slots: readonly Slot[],
): Promise<Service["smtp"]> {
  const recipients = new Map<string, string[]>(slots.map(({ name }) => [name, []]));
  for (const { key, email } of agents) {
    const headers = { authorization: `Bearer ${key}` };
    const answer = await fetch(`http://127.0.0.1:${ports.http}/api/v1/identities`, { headers });
    recipients.get(answer.headers.get(servedBy) ?? "")!.push(email);
  }
  return slots.map(({ name }, n) => ({ port: smtpOf[n]!, recipients: recipients.get(name)! }));
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
