// How intake and the API grow with processes: 1, 2, 4 of them behind HAProxy (src/app/deploy/haproxy.cfg), each held to a share of a core and
// PostgreSQL to twice that, so that a small machine shows it. And how often a process finds an actor in memory, with and
// without a balancer that leads an account's work to one process.
// All stand side by side, each with a database of its own, and are measured in turn, with nothing else to do: a machine whose
// speed changes slows the measurements of one round alike, so ratios are taken within a round. What is accepted and what leaves
// are measured apart, for how a process divides its time between the two changes with their number, and a figure of both at
// once says nothing.
import { mkdtempSync, readFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { SQL } from "bun";
import { quotas } from "../../support/app/quota.ts";
import { haproxy } from "../../support/fakes/haproxy.ts";
import { intake, textMails } from "../intake.ts";
import { type Sink, startSink } from "../sending.ts";
import { aloneAfterMs, familyCpuMs } from "../server.ts";
import { openService, type Service } from "./service.ts";

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
      // One process is the same both ways.
      for (const way of count === 1 ? ways.slice(0, 1) : ways) {
        const own = await makeDatabase(url, `scale_${count}_${way}`);
        const given = { url: own, relayUrl: sink.url, count, way, quota, countsStatements: statements };
        services.push(await openService(given));
      }
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
/** What is measured of each service, in turn. */
const kinds = ["intake", "POST /messages", "sent to a relay"] as const;
type Kind = (typeof kinds)[number];
type Round = Record<Kind, Measured>;

async function measureAll(bench: Bench, options: ScaleOptions, add: Add): Promise<void> {
  const { say, quick } = options;
  const { services } = bench;
  say(`a process is sure that it is alone after ${aloneAfterMs / 1000} s`);
  await Bun.sleep(aloneAfterMs);
  for (const service of services) await warmUp(bench, service);
  const found = new Map<Service, Round[]>(services.map((service) => [service, []]));
  const rounds = quick ? 5 : 15;
  for (let round = 1; round <= rounds; round++) {
    for (const service of services) {
      const measured = await measureRound(bench, service, options.share);
      found.get(service)!.push(measured);
      const figures = kinds.map((kind) => `${kind} ${Math.round(measured[kind].perSecond)}/s`);
      say(`round ${round} of ${rounds}, ${nameOf(service)}: ${figures.join(", ")}`);
    }
  }
  report(found, options, add);
}

async function measureRound(bench: Bench, service: Service, share: number): Promise<Round> {
  const { sink } = bench;
  const { count } = service;
  const [mails, messages] = [Math.round(6000 * share * count), Math.round(9000 * share * count)];
  const held = async (total: number, work: () => Promise<number>) => {
    bench.limit(service, share);
    const measured = await measure(bench, { service, share, total }, work);
    bench.limit(service, null);
    return measured;
  };
  const intake = await held(mails, () => mailsIn(service, mails));
  await service.settled();
  // Nothing can leave before all are accepted.
  sink.close();
  const accepted = await held(messages, () => post(service, messages));
  const sent = await held(Math.round(messages / 3), () => leave(sink, Math.round(messages / 3)));
  // What it has left in its queues would slow the next service, which has the same PostgreSQL and the same machine.
  await service.settled();
  return { intake, "POST /messages": accepted, "sent to a relay": sent };
}

function report(
  found: ReadonlyMap<Service, readonly Round[]>,
  { statements, say }: ScaleOptions,
  add: Add,
): void {
  const figures: [label: string, of: (each: Measured) => number, unit: string][] = [
    ["", ({ perSecond }) => perSecond, "mails/s"],
    [", CPU of the processes", ({ cpuMs }) => cpuMs, "ms/mail"],
    [", of their share used", ({ processes }) => processes, "%"],
    [", of PostgreSQL's share used", ({ postgres }) => postgres, "%"],
    [", actors in memory", ({ warm }) => warm, "%"],
  ];
  const [first, base] = [...found][0]!;
  for (const [service, rounds] of found) {
    for (const kind of kinds) {
      const what = `${nameOf(service)}, ${kind}`;
      const all = rounds.map((round) => round[kind]);
      for (const [label, of, unit] of figures) add(what + label, median(all.map(of)), unit);
      if (service !== first) {
        const ratios = all.map(({ perSecond }, at) => perSecond / base[at]![kind].perSecond);
        add(`${what}, to ${nameOf(first)}`, median(ratios), "times");
      }
      if (!statements) continue;
      const means = meansOf(all);
      add(
        `${what}, statements`,
        [...means.values()].reduce((sum, each) => sum + each, 0),
        "a mail",
      );
      for (const [text, mean] of [...means].sort((a, b) => b[1] - a[1]).slice(0, mostShown))
        say(`  ${mean.toFixed(3)} ${text.slice(0, 160)}`);
    }
  }
}

function nameOf({ count, way }: Service): string {
  return count === 1 ? "1 process" : `${count} processes${way === "together" ? ", by account" : ""}`;
}

/** Until the code that runs often is compiled: what one process is measured at would else grow from round to round. */
async function warmUp({ sink }: Bench, service: Service): Promise<void> {
  const [mails, messages] = [1000 * service.count, 4000 * service.count];
  await mailsIn(service, mails);
  sink.close();
  await post(service, messages);
  await leave(sink, messages);
  await service.settled();
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

async function mailsIn({ count, smtp }: Service, total: number): Promise<number> {
  // As many for each process: how evenly a balancer deals is not what is measured here.
  const most = Math.min(...smtp.map(({ recipients }) => recipients.length));
  const loads = smtp.map(({ port, recipients }) =>
    intake(
      { smtpPort: port },
      {
        total: Math.round(total / smtp.length),
        recipients: recipients.slice(0, most),
        mails: textMails,
        sessions: (sessions * count) / smtp.length,
      },
    ),
  );
  const results = await Promise.all(loads);
  for (const { failures } of results)
    if (Object.keys(failures).length > 0) throw new Error(JSON.stringify(failures));
  return Math.max(...results.map(({ seconds }) => seconds));
}

async function post({ agents, count, http }: Service, total: number): Promise<number> {
  const text = "A letter of ordinary length, as programs write them. ".repeat(20);
  const bodies = Array.from({ length: total }, (_, n) =>
    JSON.stringify({
      from: agents[n % agents.length]!.email,
      to: `r${n}@sink.example`,
      subject: `Scale ${n}`,
      text,
    }),
  );
  const url = `http://127.0.0.1:${http}/api/v1/messages`;
  const load = { url, keys: agents.map(({ key }) => key), sessions: sessions * count, bodies };
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
