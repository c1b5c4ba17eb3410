// How intake and the API grow with processes: 1, 2, 4 of them behind HAProxy (src/app/haproxy.cfg), each held to a share of a core and
// PostgreSQL to twice that, so that a small machine shows it. And how often a process finds an actor in memory, with and
// without a balancer that leads an account's work to one process.
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { SQL } from "bun";
import { type Quota, quotas } from "../support/app/quota.ts";
import { type Balancer, haproxy, type Slot, startBalancer } from "../support/fakes/haproxy.ts";
import { intake, textMails } from "./intake.ts";
import { startSink } from "./sending.ts";
import { type BenchServer, call, createAddresses, portsOf, spawn, startServer } from "./server.ts";

export interface ScaleOptions {
  /** Of a core for each process; PostgreSQL gets twice as much. */
  share: number;
  counts: readonly number[];
  quick: boolean;
  say: (text: string) => void;
}

type Add = (what: string, value: number, unit: string) => void;

const postgres = new URL("../../.ci/postgres", import.meta.url).pathname;
const groups = 64;
const perGroup = 4;
const sessions = 32;

/** Addresses that one key sends for. */
interface Group {
  key: string;
  emails: string[];
}

interface Process {
  http: number;
  smtp: number;
  metrics: number;
  pid: number;
}

/** @throws Error where there are no quotas, no HAProxy or no PostgreSQL */
export async function benchScale({ share, counts, quick, say }: ScaleOptions, add: Add): Promise<void> {
  const quota = quotas();
  if (!quota)
    throw new Error(
      "processes cannot be held to a share of a core: run as root, with cgroups that can be written",
    );
  if (!haproxy) throw new Error("install Debian's haproxy");
  const dir = mkdtempSync(join(tmpdir(), "postroom-scale-"));
  const started = Bun.spawnSync([postgres, "start", dir]);
  if (started.exitCode !== 0) throw new Error("install Debian's postgresql");
  const url = started.stdout.toString().trim();
  const postmaster = Number(readFileSync(join(dir, "data/postmaster.pid"), "utf8").split("\n")[0]);
  const database = quota.make("postgres");
  database.add(postmaster);
  const sink = await startSink();
  sink.open();
  say(`each process has ${share} of a core, PostgreSQL ${2 * share} (${quota.kind})`);
  try {
    for (const count of counts) {
      const service = await openService({ url, relayUrl: sink.url, count, quota });
      try {
        await measure(service, { share, database, count, quick }, add);
      } finally {
        await service.stop();
      }
    }
  } finally {
    database.limit(null);
    await sink.stop();
    Bun.spawnSync([postgres, "stop", dir]);
    database.remove();
  }
}

/** Any process takes anything; or all work of a group goes to one. */
type Way = "spread" | "together";

interface Service {
  /** Of the database. */
  url: string;
  processes: Process[];
  quotas: Quota[];
  groups: Group[];
  /** As the example has it. */
  balancer: Balancer;
  /** Requests go to each process in turn. */
  spread: Balancer;
  stop(): Promise<void>;
}

async function openService({
  url,
  relayUrl,
  count,
  quota,
}: {
  url: string;
  relayUrl: string;
  count: number;
  quota: NonNullable<ReturnType<typeof quotas>>;
}): Promise<Service> {
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
      const limit = quota.make(`process-${n}`);
      stops.push(() => limit.remove());
      limit.add(pid);
      return limit;
    });
    const slots: Slot[] = processes.map(({ http, smtp }, n) => ({ name: `p${n}`, http, smtp }));
    const balancer = await startBalancer({ slots });
    stops.push(() => balancer.stop());
    const inTurn = (text: string) => text.replace(/balance hdr[\s\S]*?factor 150/, "balance roundrobin");
    const spread = await startBalancer({ slots, edit: inTurn });
    stops.push(() => spread.stop());
    const names = slots.map(({ name }) => name);
    await Promise.all([spread.untilUp(names), balancer.untilUp(names)]);
    return { url, processes, quotas: limits, groups: await makeGroups(first), balancer, spread, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

async function known(child: Bun.Subprocess, dataDir: string): Promise<Process> {
  await portsOf(dataDir);
  const ports = JSON.parse(readFileSync(join(dataDir, "ports.json"), "utf8")) as Omit<Process, "pid">;
  return { ...ports, pid: child.pid };
}

async function makeGroups(server: BenchServer): Promise<Group[]> {
  const addresses = await createAddresses(server, `a${server.process.pid}x`, groups * perGroup);
  return Promise.all(
    Array.from({ length: groups }, async (_, n) => {
      const own = addresses.slice(n * perGroup, (n + 1) * perGroup);
      const body = { name: `group ${n}`, identity_ids: own.map(({ id }) => id) };
      const { token } = await call<{ token: string }>(server, "/api-keys", body);
      return { key: token, emails: own.map(({ email }) => email) };
    }),
  );
}

interface Measured {
  perSecond: number;
  /** Share of the actors that turns needed which were in memory, percent. */
  warm: number;
  /** Of the time PostgreSQL waited for its share, percent. */
  databaseLimited: number;
}

async function measure(
  service: Service,
  { share, database, count, quick }: { share: number; database: Quota; count: number; quick: boolean },
  add: Add,
): Promise<void> {
  const { quotas: limits } = service;
  const size = Math.round((quick ? 1000 : 3000) * share * count);
  for (const limit of [database, ...limits]) limit.limit(null);
  for (const way of ["spread", "together"] as const) {
    await mailsIn(service, way, 400 * count);
    await sends(service, way, 200 * count);
  }
  /** What earlier work has left in the queues is done without limits, outside the measurement. */
  const settle = async () => {
    for (const limit of [database, ...limits]) limit.limit(null);
    while ((await queued(service.url)) > 0) await Bun.sleep(250);
    for (const limit of limits) limit.limit(share);
    database.limit(2 * share);
  };
  const all = new Map<string, Measured[]>();
  for (let round = 0; round < (quick ? 1 : 3); round++) {
    for (const way of ["spread", "together"] as const) {
      for (const [name, work] of [
        ["intake", mailsIn],
        ["POST /messages", sends],
      ] as const) {
        const what = `${count} processes, ${name}${way === "together" ? ", by account" : ""}`;
        await settle();
        const before = await warmth(service);
        const waited = database.throttledMs();
        const startMs = performance.now();
        const done = await work(service, way, size);
        const ms = performance.now() - startMs;
        const after = await warmth(service);
        all.set(what, [
          ...(all.get(what) ?? []),
          {
            perSecond: (done * 1000) / ms,
            warm: (100 * (after.warm - before.warm)) / (after.all - before.all),
            databaseLimited: (100 * (database.throttledMs() - waited)) / ms,
          },
        ]);
      }
    }
  }
  for (const [what, found] of all) {
    add(what, median(found.map(({ perSecond }) => perSecond)), "mails/s");
    add(`${what}, actors in memory`, median(found.map(({ warm }) => warm)), "%");
    add(`${what}, PostgreSQL at its limit`, median(found.map((each) => each.databaseLimited)), "%");
  }
}

/** Any listener takes each mail, or that of the process that has its group. @returns how many were accepted */
async function mailsIn({ groups: all, balancer }: Service, way: Way, total: number): Promise<number> {
  const ports = way === "spread" ? [balancer.ports.smtp] : balancer.smtpOf;
  const loads = ports.map((smtpPort, n) => {
    const recipients = all.filter((_, of) => of % ports.length === n).flatMap(({ emails }) => emails);
    return intake(
      { smtpPort },
      {
        total: Math.round(total / ports.length),
        recipients,
        mails: textMails,
        sessions: sessions / ports.length,
      },
    );
  });
  const results = await Promise.all(loads);
  for (const { failures } of results)
    if (Object.keys(failures).length > 0) throw new Error(JSON.stringify(failures));
  return results.reduce((sum, { accepted }) => sum + accepted, 0);
}

/** @returns how many were accepted */
async function sends({ groups: all, balancer, spread }: Service, way: Way, total: number): Promise<number> {
  const text = "A letter of ordinary length, as programs write them. ".repeat(20);
  const bodies = Array.from({ length: total }, (_, n) => {
    const { emails } = all[n % all.length]!;
    const from = emails[Math.floor(n / all.length) % emails.length]!;
    return JSON.stringify({ from, to: `r${n}@sink.example`, subject: `Scale ${n}`, text });
  });
  const { ports } = way === "spread" ? spread : balancer;
  const url = `http://127.0.0.1:${ports.http}/api/v1/messages`;
  const child = Bun.spawn(["bun", new URL("./http-load.ts", import.meta.url).pathname], {
    stdin: new Blob([JSON.stringify({ url, keys: all.map(({ key }) => key), sessions, bodies })]),
    stdout: "pipe",
    stderr: "inherit",
  });
  const { statuses } = JSON.parse(await new Response(child.stdout).text()) as {
    statuses: Record<string, number>;
  };
  if (statuses["201"] !== total) throw new Error(`POST /messages: ${JSON.stringify(statuses)}`);
  return total;
}

async function queued(url: string): Promise<number> {
  const sql = new SQL(url, { max: 1 });
  try {
    const [row] = await sql.unsafe(
      `select ((select count(*) from outbound where next_attempt_at is not null)
         + (select count(*) from search_queue))::int4 as queued`,
    );
    return (row as { queued: number }).queued;
  } finally {
    await sql.close();
  }
}

/** Of all processes since their start. */
async function warmth({ processes }: Service): Promise<{ warm: number; all: number }> {
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

function median(values: readonly number[]): number {
  return [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)]!;
}
