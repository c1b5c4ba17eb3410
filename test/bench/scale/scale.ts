// How intake and the API grow with processes: 1, 2, 4 of them behind HAProxy (src/app/haproxy.cfg), each held to a share of a core and
// PostgreSQL to twice that, so that a small machine shows it. And how often a process finds an actor in memory, with and
// without a balancer that leads an account's work to one process.
// All stand side by side, each with a database of its own, and are measured in turn: what else the machine does then slows them
// alike. What is accepted and what leaves are measured apart, for how a process divides its time between the two changes with
// their number, and a figure of both at once says nothing.
import { mkdtempSync, readFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { SQL } from "bun";
import { quotas } from "../../support/app/quota.ts";
import { haproxy } from "../../support/fakes/haproxy.ts";
import { intake, textMails } from "../intake.ts";
import { type Sink, startSink } from "../sending.ts";
import { aloneAfterMs, familyCpuMs } from "../server.ts";
import { openService, type Service, type Way } from "./service.ts";

export interface ScaleOptions {
  /** Of a core for each process; PostgreSQL gets twice as much. */
  share: number;
  counts: readonly number[];
  quick: boolean;
  /** Says which statements a mail takes. */
  statements: boolean;
  say: (text: string) => void;
}

type Add = (what: string, value: number, unit: string) => void;

const postgres = new URL("../../../.ci/postgres", import.meta.url).pathname;
/** For each process: it has as much to do at once, whatever their number. */
const sessions = 16;
/** Statements of a kind of work that are told. */
const mostShown = 25;

/** @throws Error where there are no quotas, no HAProxy or no PostgreSQL */
export async function benchScale(options: ScaleOptions, add: Add): Promise<void> {
  const { share, counts, statements, say } = options;
  const quota = quotas();
  if (!quota)
    throw new Error(
      "processes cannot be held to a share of a core: run as root, with cgroups that can be written",
    );
  if (!haproxy) throw new Error("install Debian's haproxy");
  const dir = mkdtempSync(join(tmpdir(), "postroom-scale-"));
  const started = Bun.spawnSync([
    postgres,
    "start",
    dir,
    ...(statements ? ["shared_preload_libraries=pg_stat_statements"] : []),
  ]);
  if (started.exitCode !== 0) throw new Error("install Debian's postgresql");
  const url = started.stdout.toString().trim();
  const postmaster = Number(readFileSync(join(dir, "data/postmaster.pid"), "utf8").split("\n")[0]);
  const database = quota.make("postgres");
  database.add(postmaster);
  const sink = await startSink();
  const services: Service[] = [];
  const stop = async () => {
    for (const service of services.splice(0)) await service.stop();
    await sink.stop();
    Bun.spawnSync([postgres, "stop", dir]);
    database.remove();
  };
  for (const signal of ["SIGINT", "SIGTERM"] as const)
    process.once(signal, () => void stop().finally(() => process.exit(1)));
  say(`each process has ${share} of a core, PostgreSQL ${2 * share} (${quota.kind})`);
  try {
    for (const count of counts) {
      const own = await makeDatabase(url, `scale_${count}`);
      services.push(
        await openService({ url: own, relayUrl: sink.url, count, quota, countsStatements: statements }),
      );
    }
    const limit = (service: Service, to: number | null) => {
      service.limit(to);
      database.limit(to === null ? null : 2 * to);
    };
    await measureAll({ services, sink, limit, usedMs: () => familyCpuMs(postmaster) }, options, add);
  } finally {
    await stop();
  }
}

async function makeDatabase(url: string, name: string): Promise<string> {
  const sql = new SQL(url, { max: 1 });
  await sql.unsafe(`create database ${name}`);
  await sql.close();
  const own = new URL(url);
  own.pathname = `/${name}`;
  return own.href;
}

interface Bench {
  services: readonly Service[];
  sink: Sink;
  /** Holds the processes and PostgreSQL to their shares; null: to nothing. */
  limit(service: Service, share: number | null): void;
  /** CPU time of PostgreSQL so far, milliseconds. */
  usedMs(): number;
}

interface Measured {
  perSecond: number;
  /** Of the processes for one mail, milliseconds. */
  cpuMs: number;
  /** Of what they may use of a processor, percent. */
  processes: number;
  postgres: number;
  /** Share of the actors that turns needed which were in memory, percent. */
  warm: number;
  /** Of a mail, by text. */
  statements: ReadonlyMap<string, number>;
}

const ways = ["spread", "together"] as const;

async function measureAll(
  bench: Bench,
  { share, quick, statements, say }: ScaleOptions,
  add: Add,
): Promise<void> {
  const { services, sink, limit } = bench;
  const rounds = quick ? 3 : 9;
  const all = new Map<string, Measured[]>();
  const note = (what: string, found: Measured) => all.set(what, [...(all.get(what) ?? []), found]);
  say(`a process is sure that it is alone after ${aloneAfterMs / 1000} s`);
  await Bun.sleep(aloneAfterMs);
  for (const way of ways) {
    // Processes learn whose addresses they have to themselves.
    for (const service of services) await warmUp(bench, service, way);
    for (let round = 0; round < rounds; round++) {
      for (const service of services) {
        const { count } = service;
        const named = (what: string) =>
          `${count} ${count === 1 ? "process" : "processes"}, ${what}${way === "together" ? ", by account" : ""}`;
        // What earlier work has left in the queues is done without limits, outside the measurement.
        await service.settled();
        limit(service, share);
        const mails = Math.round(6000 * share * count);
        const take = () => mailsIn(service, way, mails);
        note(named("intake"), await measure(bench, { service, share, total: mails }, take));
        limit(service, null);
        await service.settled();
        limit(service, share);
        const messages = Math.round(9000 * share * count);
        const [send, sent] = [messages, Math.round(messages / 3)].map((total) => ({ service, share, total }));
        // Nothing can leave before all are accepted.
        sink.close();
        note(named("POST /messages"), await measure(bench, send!, () => post(service, way, messages)));
        note(named("sent to a relay"), await measure(bench, sent!, () => leave(sink, sent!.total)));
        limit(service, null);
      }
    }
  }
  const figures: [label: string, of: (each: Measured) => number, unit: string][] = [
    ["", ({ perSecond }) => perSecond, "mails/s"],
    [", CPU of the processes", ({ cpuMs }) => cpuMs, "ms/mail"],
    [", of their share used", ({ processes }) => processes, "%"],
    [", of PostgreSQL's share used", ({ postgres }) => postgres, "%"],
    [", actors in memory", ({ warm }) => warm, "%"],
  ];
  for (const [what, found] of all) {
    for (const [label, of, unit] of figures) add(what + label, median(found.map(of)), unit);
    if (!statements) continue;
    const means = meansOf(found);
    add(
      `${what}, statements`,
      [...means.values()].reduce((sum, each) => sum + each, 0),
      "a mail",
    );
    for (const [text, mean] of [...means].sort((a, b) => b[1] - a[1]).slice(0, mostShown))
      say(`  ${mean.toFixed(3)} ${text.slice(0, 160)}`);
  }
}

/** Until the code that runs often is compiled: what one process is measured at would else grow from round to round. */
async function warmUp({ sink }: Bench, service: Service, way: Way): Promise<void> {
  const [mails, messages] = [1000 * service.count, 4000 * service.count];
  await mailsIn(service, way, mails);
  sink.close();
  await post(service, way, messages);
  await leave(sink, messages);
}

/** Of each statement, over all rounds. */
function meansOf(found: readonly Measured[]): Map<string, number> {
  const means = new Map<string, number>();
  for (const { statements } of found)
    for (const [text, calls] of statements) means.set(text, (means.get(text) ?? 0) + calls / found.length);
  return means;
}

/** @param work resolves to the seconds that it took */
async function measure(
  { usedMs }: Bench,
  { service, share, total }: { service: Service; share: number; total: number },
  work: () => Promise<number>,
): Promise<Measured> {
  const actors = await service.actors();
  const before = await service.statements();
  const [processesMs, databaseMs, startMs] = [service.cpuMs(), usedMs(), performance.now()];
  const seconds = await work();
  const processes = service.cpuMs() - processesMs;
  const database = usedMs() - databaseMs;
  const ms = performance.now() - startMs;
  const { warm, all } = await service.actors();
  const after = await service.statements();
  const statements = [...after].map(
    ([text, calls]) => [text, (calls - (before.get(text) ?? 0)) / total] as const,
  );
  return {
    perSecond: total / seconds,
    cpuMs: processes / total,
    processes: (100 * processes) / (ms * share * service.count),
    postgres: (100 * database) / (ms * 2 * share),
    warm: (100 * (warm - actors.warm)) / (all - actors.all),
    statements: new Map(statements.filter(([, calls]) => calls > 0)),
  };
}

/** Any listener takes each mail, or that of the process that has its group. */
async function mailsIn({ groups, count, smtp, smtpOf }: Service, way: Way, total: number): Promise<number> {
  const ports = way === "spread" ? [smtp] : smtpOf;
  const loads = ports.map((smtpPort, n) => {
    const recipients = groups.filter((_, of) => of % ports.length === n).flatMap(({ emails }) => emails);
    return intake(
      { smtpPort },
      {
        total: Math.round(total / ports.length),
        recipients,
        mails: textMails,
        sessions: (sessions * count) / ports.length,
      },
    );
  });
  const results = await Promise.all(loads);
  for (const { failures } of results)
    if (Object.keys(failures).length > 0) throw new Error(JSON.stringify(failures));
  return Math.max(...results.map(({ seconds }) => seconds));
}

async function post({ groups, count, http }: Service, way: Way, total: number): Promise<number> {
  const text = "A letter of ordinary length, as programs write them. ".repeat(20);
  const bodies = Array.from({ length: total }, (_, n) => {
    const { emails } = groups[n % groups.length]!;
    const from = emails[Math.floor(n / groups.length) % emails.length]!;
    return JSON.stringify({ from, to: `r${n}@sink.example`, subject: `Scale ${n}`, text });
  });
  const url = `http://127.0.0.1:${http[way]}/api/v1/messages`;
  const load = { url, keys: groups.map(({ key }) => key), sessions: sessions * count, bodies };
  const child = Bun.spawn(["bun", new URL("../http-load.ts", import.meta.url).pathname], {
    stdin: new Blob([JSON.stringify(load)]),
    stdout: "pipe",
    stderr: "inherit",
  });
  const { statuses, seconds } = JSON.parse(await new Response(child.stdout).text()) as {
    statuses: Record<string, number>;
    seconds: number;
  };
  if (statuses["201"] !== total) throw new Error(`POST /messages: ${JSON.stringify(statuses)}`);
  return seconds;
}

/** Lets what was accepted leave. */
async function leave(sink: Sink, total: number): Promise<number> {
  return (await sink.take(total)) / 1000;
}

function median(values: readonly number[]): number {
  return [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)]!;
}
