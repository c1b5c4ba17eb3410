// `bun run bench`, whose options and parts are in options.ts: measures the built executable on both databases, prints a table, says
// what got worse since the last run and keeps the figures in dist/bench.json. Load generator and server share the cores.
import "../support/preload.ts";
import { existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { systemClock } from "../../src/lib/clock.ts";
import { calendarLatency } from "./calendar.ts";
import { benchDatabase } from "./database.ts";
import { benchGrowth } from "./growth.ts";
import { benchImap, imapSettings } from "./imap.ts";
import { intake, mixedMails, textMails } from "./intake.ts";
import { intakeBesideDovecot } from "./intake-beside-dovecot.ts";
import { readingLatency, webhookLatency } from "./latency.ts";
import { benchListeners } from "./listeners.ts";
import { benchMail } from "./mail.ts";
import { benchOptions, onPostgres } from "./options.ts";
import { benchPages } from "./pages.ts";
import { besidePeers, peersGiven, withoutAutogroups } from "./peers.ts";
import { referenceIntake } from "./reference.ts";
import { comparison, type Figure, type Kept, keep, table } from "./report.ts";
import { benchScale } from "./scale/scale.ts";
import { measureSending, type Sink, startSink } from "./sending.ts";
import {
  aloneAfterMs,
  type BenchServer,
  corePercent,
  createAddresses,
  executable,
  portsOf,
  residentMb,
  spawn,
  startServer,
} from "./server.ts";
import { benchSharing } from "./sharing.ts";
import { benchStages, stageSettings } from "./stages.ts";

const { quick, messages, only: part, store: only, processes, share, statements, ...asked } = benchOptions();
const peers = asked.peers ? peersGiven(asked.peer) : null;
const mails = quick ? 2000 : 20_000;
const sizes = messages !== null ? [messages] : quick ? [1000] : [1000, 100_000];

function say(text: string): void {
  process.stderr.write(`${text}\n`);
}

/** Takes a figure of a database. */
function adder(store: string, rows: Figure[]) {
  return (what: string, value: number, unit: string) => {
    rows.push({ what: `${store}: ${what}`, value: Math.round(value * 100) / 100, unit });
    say(`${store}: ${what}: ${value.toFixed(2)} ${unit}`);
  };
}

async function measure(server: BenchServer, sink: Sink, rows: Figure[]): Promise<void> {
  const { store } = server;
  const add = adder(store, rows);
  add("first start", server.firstStartMs, "ms");
  // what the start needed is given back after some seconds
  await Bun.sleep(15_000);
  add("processor when idle", await corePercent(server.process.pid, quick ? 20 : 60), "% of a core");
  add("resident when idle", residentMb(server.process.pid), "MB");
  // before the flood of mail: the search index works on that for long, beside whatever else is measured
  await measureSent(server, sink, rows);
  const many = (await createAddresses(server, "many", quick ? 100 : 1000)).map((address) => address.email);
  const [hot] = await createAddresses(server, "hot", 1);
  await intake(server, { total: 1000, recipients: many, mails: textMails });
  for (const [what, recipients, kind] of [
    ["intake, many addresses", many, textMails],
    ["intake, one address", [hot!.email], textMails],
    ["intake, many addresses, mixed mails", many, mixedMails],
  ] as const) {
    const result = await intake(server, { total: mails, recipients: [...recipients], mails: [...kind] });
    if (result.accepted !== mails) throw new Error(`${what}: ${JSON.stringify(result.failures)}`);
    add(what, result.perSecond, "mails/s");
    add(`${what}, p99 of a mail`, result.p99 ?? Number.NaN, "ms");
  }
  add("resident after load", residentMb(server.process.pid), "MB");
  const hooks = await webhookLatency(server, quick ? 5 : 20);
  add(`mail to webhook at 100/s (${hooks.count} calls), p50`, hooks.p50, "ms");
  add("mail to webhook at 100/s, p99", hooks.p99, "ms");
  for (const size of sizes) {
    say(`${store}: filling a mailbox with ${size} mails`);
    const { list, read } = await readingLatency(server, size);
    add(`list threads of ${size}, p50`, list.p50, "ms");
    add(`list threads of ${size}, p99`, list.p99, "ms");
    add(`read a message of ${size}, p50`, read.p50, "ms");
    add(`read a message of ${size}, p99`, read.p99, "ms");
  }
  await measureCalendar(server, rows);
  await measureIntake(server, rows);
  await measureImap(server, rows);
  add("later start", await laterStart(server), "ms");
}

function measureSent(server: BenchServer, sink: Sink, rows: Figure[]): Promise<void> {
  const options = { total: quick ? 1000 : 5000, rounds: quick ? 1 : 3 };
  return measureSending(server, sink, { ...options, add: adder(server.store, rows) });
}

async function measureCalendar(server: BenchServer, rows: Figure[]): Promise<void> {
  const { store } = server;
  const add = adder(store, rows);
  for (const singles of quick ? [1000] : [1000, 10_000]) {
    const what = `calendar of ${singles} events and 500 series`;
    say(`${store}: filling a ${what}`);
    const { month, monthCpuMs, wholeMonth, busy } = await calendarLatency(server, { singles, series: 500 });
    add(`${what}, 200 instances of a month, p50`, month.p50, "ms");
    add(`${what}, 200 instances of a month, p99`, month.p99, "ms");
    add(`${what}, 200 instances of a month, CPU of the server`, monthCpuMs, "ms");
    add(`${what}, a whole month, p50`, wholeMonth.p50, "ms");
    add(`${what}, a month's free-busy, p50`, busy.p50, "ms");
  }
}

function measureIntake(server: BenchServer, rows: Figure[]): Promise<void> {
  const options = { total: quick ? 2000 : 6000, say };
  return intakeBesideDovecot(server, options, adder(server.store, rows));
}

function measureImap(server: BenchServer, rows: Figure[]): Promise<void> {
  return benchImap(server, { sizes, quick }, (what, value, unit) => {
    rows.push({ what, value: Math.round(value * 100) / 100, unit });
    say(`${what}: ${value.toFixed(2)} ${unit}`);
  });
}

function measureGrowth(server: BenchServer, databaseUrl: string, rows: Figure[]): Promise<void> {
  const grown = [1000, 100_000, 1_000_000].filter(
    (size) => size <= (messages ?? (quick ? 100_000 : 1_000_000)),
  );
  return benchGrowth(server, { sizes: grown, databaseUrl, say }, adder(server.store, rows));
}

/** Commits a second, and how late others hear of them, while 1 to 100 processes listen. */
async function measureListeners(databaseUrl: string, rows: Figure[]): Promise<void> {
  for (const way of ["each commit", "hints"] as const) {
    const lines = await benchListeners(databaseUrl, {
      way,
      counts: [1, 10, 50, 100],
      seconds: quick ? 3 : 10,
    });
    for (const { listeners, commitsPerSecond, p50, p99 } of lines) {
      const what = `postgres: ${way === "hints" ? "hints" : "a NOTIFY each commit"}, ${listeners} processes listen`;
      rows.push({ what, value: Math.round(commitsPerSecond), unit: "commits/s" });
      rows.push({ what: `${what}, heard after, p50`, value: Math.round(p50), unit: "ms" });
      rows.push({ what: `${what}, heard after, p99`, value: Math.round(p99), unit: "ms" });
      say(`${what}: ${commitsPerSecond.toFixed(0)} commits/s, heard after ${p50.toFixed(0)} ms`);
    }
  }
}

/** Statements a second of processes that share a database, idle and busy. */
async function measureSharing(databaseUrl: string, rows: Figure[]): Promise<void> {
  await benchSharing(databaseUrl, {
    counts: [1, 5, 20],
    seconds: quick ? 20 : 60,
    told({ way, processes, busy, statementsPerSecond, rowsPerSecond }) {
      const what = `${processes} processes, ${busy ? "busy" : "idle"}, ${way}`;
      for (const [value, unit] of [
        [statementsPerSecond, "statements/s"],
        [rowsPerSecond, "rows read/s"],
      ] as const) {
        rows.push({ what: `postgres: ${what}, ${unit}`, value: Math.round(value * 10) / 10, unit });
        say(`${what}: ${value.toFixed(1)} ${unit}`);
      }
    },
  });
}

/** Memory of servers whose pages are looked at, and of others. */
function measurePages(store: string, databaseUrl: string | null, rows: Figure[]): Promise<void> {
  return benchPages(databaseUrl, { starts: quick ? 1 : 3, say }, adder(store, rows));
}

/** 1, 2 and 4 processes behind a balancer, each with a share of a core. */
function measureScale(rows: Figure[]): Promise<void> {
  const counts = processes.split(",").map(Number);
  return benchScale({ share, counts, quick, statements, say }, adder("postgres", rows));
}

/** Stops the server and starts it again on the same data. */
async function laterStart(server: BenchServer): Promise<number> {
  server.process.kill("SIGTERM");
  await server.process.exited;
  await Bun.file(`${server.dataDir}/ports.json`).delete();
  const begun = performance.now();
  server.process = spawn(server.env);
  await portsOf(server.dataDir);
  return performance.now() - begun;
}

if (!existsSync(executable)) {
  say("There is no dist/postroom yet. Build it first: bun run build");
  process.exit(2);
}
const rows: Figure[] = [
  { what: "executable size", value: Math.round(statSync(executable).size / 1024 / 1024), unit: "MB" },
];
const setBack = withoutAutogroups(say);
process.once("exit", setBack);
if (part === null && peers === null) {
  for (const [what, value] of Object.entries(await benchMail()))
    rows.push({ what: `mail: ${what}`, value: Math.round(value * 1000) / 1000, unit: "ms" });
  const plain = await referenceIntake(mails);
  rows.push({
    what: "for scale: smtp-server with mailparser, nothing stored",
    value: Math.round(plain),
    unit: "mails/s",
  });
  say(`for scale: smtp-server with mailparser, nothing stored: ${Math.round(plain)} mails/s`);
}
if (part === "scale") await measureScale(rows);
for (const store of ["embedded", "postgres"] as const) {
  if (part === "scale" || (only && only !== store)) continue;
  if (onPostgres.includes(part ?? "") && store === "embedded") continue;
  const database = store === "postgres" ? await benchDatabase() : null;
  if (store === "postgres" && !database) {
    say("postgres is left out: install Debian's postgresql, or set POSTROOM_TEST_DATABASE_URL");
    continue;
  }
  if (part === "listeners") {
    await measureListeners(database!.url, rows).finally(database!.stop);
    continue;
  }
  if (part === "sharing") {
    await measureSharing(database!.url, rows).finally(database!.stop);
    continue;
  }
  if (part === "pages") {
    await measurePages(store, database?.url ?? null, rows).finally(() => database?.stop());
    continue;
  }
  const sink = await startSink();
  const server = await startServer(store, database?.url ?? null, {
    SMTP_RELAY_URL: sink.url,
    ...imapSettings,
    ...stageSettings,
  });
  const stop = async () => {
    await server.stop();
    await sink.stop();
    await database?.stop();
  };
  for (const signal of ["SIGINT", "SIGTERM"] as const)
    process.once(signal, () => void stop().finally(() => process.exit(1)));
  try {
    if (peers) {
      if (store === "postgres") await Bun.sleep(aloneAfterMs);
      const options = { total: messages ?? (quick ? 500 : 3000), peers, say };
      await besidePeers(server, options, adder(store, rows));
    } else if (part === "imap") await measureImap(server, rows);
    else if (part === "intake") await measureIntake(server, rows);
    else if (part === "stages") {
      const options = { total: messages ?? (quick ? 1000 : 5000), databaseUrl: database?.url ?? null };
      await benchStages(server, options, adder(store, rows));
    } else if (part === "sending") await measureSent(server, sink, rows);
    else if (part === "calendar") await measureCalendar(server, rows);
    else if (part === "growth") await measureGrowth(server, database!.url, rows);
    else await measure(server, sink, rows);
  } finally {
    process.removeAllListeners("SIGINT").removeAllListeners("SIGTERM");
    await stop();
  }
}
const file = new URL("../../dist/bench.json", import.meta.url);
const last: Kept = existsSync(file) ? JSON.parse(readFileSync(file, "utf8")) : {};
process.stdout.write(`${table(rows, last)}\n${comparison(rows, last)}`);
const today = new Date(systemClock.now()).toISOString().slice(0, 10);
mkdirSync(new URL(".", file), { recursive: true });
writeFileSync(file, `${JSON.stringify(keep(last, rows, today), null, 2)}\n`);
