// What a mail costs until it can be found, by stage and by process: processor time, which is the same however busy the machine is.
// The search index waits while mail floods in, so the two stages follow each other.
import { readdirSync, readFileSync } from "node:fs";
import { SQL } from "bun";
import { childrenOf } from "../support/app/quota.ts";
import { englishMails } from "./english.ts";
import { intake } from "./intake.ts";
import { type BenchServer, cpuMs, createAddresses } from "./server.ts";

type Add = (what: string, value: number, unit: string) => void;

/** `/metrics` at the HTTP port: how many mails wait for the index. */
export const stageSettings = { METRICS_TOKEN: "stages-of-a-mail" };

const mailboxes = 100;

interface Spent {
  main: number;
  /** The embedded database, and the runtime's own threads. */
  threads: number;
  reading: number;
  postgres: number;
  bytes: number;
}

/** @param databaseUrl of a cluster that nobody else uses; null: embedded */
export async function benchStages(
  server: BenchServer,
  { total, databaseUrl }: { total: number; databaseUrl: string | null },
  add: Add,
): Promise<void> {
  const recipients = (await createAddresses(server, "stage", mailboxes)).map(({ email }) => email);
  const sql = databaseUrl === null ? null : new SQL(databaseUrl);
  const postmaster = sql && (await postmasterOf(sql));
  const warm = englishMails(500, 2);
  await intake(server, { total: warm.length, recipients, mails: warm });
  await indexed(server);
  const mails = englishMails(total);
  const spent = () => spentSoFar(server, sql, postmaster);
  const begun = await spent();
  const result = await intake(server, { total, recipients, mails });
  if (result.accepted !== total) throw new Error(JSON.stringify(result.failures));
  const waiting = await waitingMails(server);
  const taken = await spent();
  await indexed(server);
  const found = await spent();
  if (waiting < 0.9 * total)
    add("stages: not measured apart, as the index was ahead", total - waiting, "mails");
  for (const [stage, from, to] of [
    ["taken", begun, taken],
    ["indexed", taken, found],
  ] as const) {
    const each = (part: keyof Spent) => (to[part] - from[part]) / total;
    const us = (part: keyof Spent) => add(`a mail ${stage}: ${part}`, each(part) * 1000, "µs");
    us("main");
    us("threads");
    us("reading");
    if (postmaster !== null) us("postgres");
    const all = each("main") + each("threads") + each("reading") + each("postgres");
    add(`a mail ${stage}: all processes`, all * 1000, "µs");
    add(`a mail ${stage}: ${sql ? "WAL" : "written"}`, each("bytes") / 1000, "kB");
  }
  const parts = ["main", "threads", "reading", "postgres"] as const;
  const all = sum(parts.map((part) => found[part] - begun[part])) / total;
  add("a mail until it is found: all processes", all * 1000, "µs");
  add(
    `a mail until it is found: ${sql ? "WAL" : "written"}`,
    (found.bytes - begun.bytes) / total / 1000,
    "kB",
  );
  if (sql) {
    const [row] = await sql.unsafe(
      `select (pg_total_relation_size('message_search') + pg_total_relation_size('search_segments')
         + pg_total_relation_size('search_queue'))::float8 as index, pg_database_size(current_database())::float8 as whole`,
    );
    add("a mail on disk: index", row.index / (total + warm.length) / 1000, "kB");
    add("a mail on disk: all", row.whole / (total + warm.length) / 1000, "kB");
    await sql.close();
  }
}

async function spentSoFar(
  { process }: BenchServer,
  sql: SQL | null,
  postmaster: number | null,
): Promise<Spent> {
  const main = threadsMs(process.pid).get(process.pid) ?? 0;
  return {
    main,
    // Of the whole process, since the runtime's compilers are threads that end when nothing is left to compile.
    threads: cpuMs(process.pid) - main,
    reading: readingMs(process.pid),
    postgres:
      postmaster === null
        ? 0
        : sum([postmaster, ...childrenOf(postmaster)].map(processMs)) + endedMs(postmaster),
    bytes: sql ? await walBytes(sql) : writtenBytes(process.pid),
  };
}

/** Reading processes end when they rest: what each had used when it was last seen. */
const readers = new Map<number, number>();

function readingMs(pid: number): number {
  for (const child of childrenOf(pid))
    readers.set(child, Math.max(readers.get(child) ?? 0, processMs(child)));
  return sum(readers.values());
}

async function walBytes(sql: SQL): Promise<number> {
  const [row] = await sql.unsafe("select (pg_current_wal_lsn() - '0/0')::float8 as bytes");
  return row.bytes;
}

/** Octets handed to write calls: `write_bytes` counts many times that, where each commit is synced. proc(5), /proc/PID/io */
function writtenBytes(pid: number): number {
  return Number(/^wchar: (\d+)/m.exec(readFileSync(`/proc/${pid}/io`, "utf8"))?.[1] ?? 0);
}

async function postmasterOf(sql: SQL): Promise<number> {
  const [row] = await sql.unsafe("select pg_backend_pid() as pid");
  const stat = readFileSync(`/proc/${row.pid}/stat`, "utf8");
  return Number(stat.slice(stat.lastIndexOf(")") + 2).split(" ")[1]);
}

/** Milliseconds on a processor of each thread of a process; the first has the process's number. */
function threadsMs(pid: number): Map<number, number> {
  const spent = new Map<number, number>();
  for (const thread of readdirSync(`/proc/${pid}/task`)) {
    try {
      const [ns] = readFileSync(`/proc/${pid}/task/${thread}/schedstat`, "utf8").split(" ");
      spent.set(Number(thread), Number(ns) / 1e6);
    } catch {
      // It has ended meanwhile.
    }
  }
  return spent;
}

function processMs(pid: number): number {
  try {
    return sum(threadsMs(pid).values());
  } catch {
    // It has ended meanwhile.
    return 0;
  }
}

/** Milliseconds of children that have ended. proc(5) */
function endedMs(pid: number): number {
  const text = readFileSync(`/proc/${pid}/stat`, "utf8");
  const fields = text.slice(text.lastIndexOf(")") + 2).split(" ");
  return (Number(fields[13]) + Number(fields[14])) * 10;
}

function sum(values: Iterable<number>): number {
  let all = 0;
  for (const value of values) all += value;
  return all;
}

async function waitingMails({ api }: BenchServer): Promise<number> {
  const response = await fetch(new URL("/metrics", api), {
    headers: { authorization: `Bearer ${stageSettings.METRICS_TOKEN}` },
  });
  const text = await response.text();
  const found = /^postroom_queue_entries\{queue="search_index"\} (\d+)/m.exec(text);
  if (!found) throw new Error(`no queue in ${text.slice(0, 200)}`);
  return Number(found[1]);
}

/** Resolves once no mail waits for the index; figures of queues are two seconds old at most, so nothing waits twice. */
export async function indexed(server: BenchServer): Promise<void> {
  for (let empty = 0; empty < 2; ) {
    await Bun.sleep(2500);
    empty = (await waitingMails(server)) === 0 ? empty + 1 : 0;
  }
}
