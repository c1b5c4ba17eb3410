// The page /metrics: all counters and histograms (lib/facts.ts), and gauges of queues, connections and the process. Part of
// the composition root.
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { version } from "../../package.json" with { type: "json" };
import { readBackupNote } from "../config/backup-note.ts";
import type { Config } from "../config/config.ts";
import { nowInstant } from "../lib/clock.ts";
import { counted } from "../lib/facts.ts";
import { messageOf } from "../lib/failure.ts";
import { Gauge, Histogram, type Metric, metricsText } from "../lib/metrics.ts";
import { paceAt } from "../outbound/pace.ts";
import { heldRecipients, noQueues, type QueueDepths, queueDepths } from "../store/maintenance/depths.ts";
import { listPaces, type PaceRow } from "../store/sending/paces.ts";
import { heldByOperator, queueByDestination } from "../store/sending/send-queue.ts";
import type { Core, Stop } from "./core.ts";
import { listening, takePort } from "./ports.ts";

export type CountedProtocol = "smtp" | "submission" | "imap";

export interface MetricsPage {
  /** In Prometheus's text format. */
  text(): Promise<string>;
  /** All of them, gauges ready to be read. */
  read(): Promise<readonly Metric[]>;
  /** @param open how many connections of this protocol are open now */
  watchConnections(protocol: CountedProtocol, open: () => number): void;
  stop(): void;
}

const lagEveryMs = 500;
/** The queues are read at most this often. */
const queuesCachedMs = 2000;
/** Providers that the page names. */
const maxPaces = 50;

/** The event loop is measured only where a setting opens the page. */
export function createMetrics(core: Core): MetricsPage {
  const { database, clock, actors, log, config } = core;
  const lag = new Histogram("postroom_event_loop_lag_seconds", "How late the event loop ran a timer.", {
    bounds: [0.001, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 5],
  });
  const isOn = config.metricsToken !== null || config.metricsPort !== null || config.otlpEndpoint !== null;
  const timer = isOn ? watchLag(lag) : undefined;
  const connections = new Map<CountedProtocol, () => number>();
  let queues: QueueDepths = noQueues;
  let held: { heldBy: string; recipients: number }[] = [];
  let paces: PaceRow[] = [];
  let destinations: Awaited<ReturnType<typeof queueByDestination>> = [];
  let readAtMs = Number.NEGATIVE_INFINITY;
  const startSeconds = clock.now() / 1000 - process.uptime();
  const read = async () => {
    if (performance.now() - readAtMs < queuesCachedMs) return;
    readAtMs = performance.now();
    try {
      [queues, held, paces, destinations] = await Promise.all([
        queueDepths(database, clock.now()),
        heldRecipients(database),
        listPaces(database),
        queueByDestination(database, nowInstant(clock)),
      ]);
    } catch (error) {
      log.warn("the queues could not be counted", { error: messageOf(error) });
    }
  };
  const byQueue = (pick: (queue: QueueDepths[string]) => number) => () =>
    Object.entries(queues).map(([queue, depth]) => ({ labels: { queue }, value: pick(depth) }));
  const gauges = [
    new Gauge(
      "postroom_queue_entries",
      "Entries that wait, 10000 at most.",
      byQueue(({ entries }) => entries),
    ),
    new Gauge(
      "postroom_queue_age_seconds",
      "How long the oldest entry has been due.",
      byQueue(({ ageSeconds }) => ageSeconds),
    ),
    new Gauge(
      "postroom_held_recipients",
      "Recipients that wait for a provider, a new domain or the operator.",
      () =>
        [...Map.groupBy(held, ({ heldBy }) => reasonOf(heldBy))].map(([reason, rows]) => ({
          labels: { reason },
          value: rows.reduce((sum, { recipients }) => sum + recipients, 0),
        })),
    ),
    new Gauge(
      "postroom_queue_recipients",
      "Recipients that wait, by the queue of their destination; of the oldest 10000, the fullest 100 are named.",
      () =>
        destinations.map(({ destination, state, recipients }) => ({
          labels: { destination, state },
          value: recipients,
        })),
    ),
    new Gauge("postroom_provider_pace", "Attempts a minute to a provider that has asked for less.", () =>
      paces.slice(0, maxPaces).flatMap((pace) => {
        const current = paceAt(pace, nowInstant(clock));
        return current ? [{ labels: { provider: pace.provider }, value: current.rate }] : [];
      }),
    ),
    new Gauge("postroom_turns_waiting", "Turns that wait for a batch.", () => actors.turnsWaiting),
    new Gauge(
      "postroom_turns_total",
      "Turns that were run, committed or not.",
      () => actors.turnsRun,
      "counter",
    ),
    new Gauge("postroom_connections", "Open connections of mail servers and mail programs.", () =>
      [...connections].map(([protocol, open]) => ({ labels: { protocol }, value: open() })),
    ),
    new Gauge("postroom_database_connections", "Open connections to the database, by what they do.", () => {
      const { connections: open, busy } = database.load;
      return [
        { labels: { state: "busy" }, value: busy },
        { labels: { state: "idle" }, value: open - busy },
      ];
    }),
    new Gauge(
      "postroom_database_waiting",
      "Statements and transactions that wait for a database connection.",
      () => database.load.waiting,
    ),
    new Gauge(
      "postroom_backup_age_seconds",
      "Age of the last backup that was made with this DATA_DIR.",
      () => {
        const last = readBackupNote(config);
        return last
          ? [{ labels: {}, value: Math.max(0, (clock.now() - Date.parse(last.takenAt)) / 1000) }]
          : [];
      },
    ),
    new Gauge("postroom_build_info", "The version that runs.", () => [{ labels: { version }, value: 1 }]),
    new Gauge("process_start_time_seconds", "Start of the process, Unix time.", () => startSeconds),
    new Gauge("process_resident_memory_bytes", "Resident memory.", () => process.memoryUsage.rss()),
    new Gauge("process_heap_bytes", "Memory of JavaScript values.", () => process.memoryUsage().heapUsed),
    new Gauge("process_cpu_seconds_total", "Processor time, user and system.", cpuSeconds, "counter"),
  ];
  const all = [...counted, lag, ...gauges];
  return {
    async text() {
      await read();
      return metricsText(all);
    },
    async read() {
      await read();
      return all;
    },
    watchConnections(protocol, open) {
      connections.set(protocol, open);
    },
    stop: () => clearInterval(timer),
  };
}

function reasonOf(heldBy: string): string {
  return heldBy === heldByOperator ? heldBy : heldBy.startsWith("ramp ") ? "ramp" : "pace";
}

function watchLag(lag: Histogram): Timer {
  let dueMs = performance.now() + lagEveryMs;
  const timer = setInterval(() => {
    const nowMs = performance.now();
    lag.observe(Math.max(0, nowMs - dueMs) / 1000);
    dueMs = nowMs + lagEveryMs;
  }, lagEveryMs);
  timer.unref();
  return timer;
}

function cpuSeconds(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1e6;
}

const host = "127.0.0.1";
/** Refuses the Host of a web page whose name was rebound to this address. */
const isLocal = /^(?:127\.0\.0\.1|localhost)(?::\d+)?$/;

/** Listens on 127.0.0.1 without a token. @returns its port; null: it is off */
export async function startMetricsListener(
  { metricsPort }: Pick<Config, "metricsPort">,
  { page, stops }: { page: MetricsPage; stops: Stop[] },
): Promise<number | null> {
  if (metricsPort === null) return null;
  const server = createServer((request, response) => {
    if (request.url !== "/metrics" || !isLocal.test(request.headers.host ?? "")) {
      response.writeHead(404).end();
      return;
    }
    page.text().then(
      (text) => response.writeHead(200, { "content-type": metricsType }).end(text),
      () => response.writeHead(500).end(),
    );
  });
  await takePort("METRICS_PORT", metricsPort, () => listening(server, metricsPort, host));
  stops.push(() => {
    server.close();
    server.closeAllConnections();
  });
  return (server.address() as AddressInfo).port;
}

const metricsType = "text/plain; version=0.0.4; charset=utf-8";
