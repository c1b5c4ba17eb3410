// All counters and histograms of the service: facts, which have a log line and a counter each, and counts and times without
// a line. /metrics shows all of them; src/app/metrics.ts adds the gauges.
import type { Log, LogFields } from "./log.ts";
import { Counter, Histogram, type Metric } from "./metrics.ts";

/** An event that an operator counts: each time one log line and one count. */
class CountedFact {
  readonly counter: Counter;

  /** @param options.labels fields that are labels of the counter too: each from a small set of values */
  constructor(
    name: string,
    help: string,
    private readonly options: { line: string; labels?: readonly string[]; level?: "info" | "warn" | "error" },
  ) {
    this.counter = new Counter(`postroom_${name}_total`, help, options.labels);
  }

  note(log: Log, fields: LogFields): void {
    const { line, labels = [], level = "info" } = this.options;
    this.counter.add(labels.length === 0 ? [] : labels.map((label) => String(fields[label] ?? "")));
    log[level](line, fields);
  }
}

export const facts = {
  mailReceived: new CountedFact("mails_received", "Mails stored for a recipient.", {
    line: "a mail was received",
    labels: ["source"],
  }),
  recipientRefused: new CountedFact("recipients_refused", "Recipients refused at RCPT.", {
    line: "a recipient was refused",
    labels: ["protocol", "code"],
  }),
  mailRefused: new CountedFact("mails_refused", "Mails refused at DATA.", {
    line: "a mail was refused",
    labels: ["protocol", "code"],
  }),
  mailCostly: new CountedFact(
    "mails_costly",
    "Mails that used up the processor time that reading them may take.",
    {
      line: "a mail took too long to read",
      level: "warn",
    },
  ),
  mailSubmitted: new CountedFact("mails_submitted", "Mails accepted from mail programs.", {
    line: "a mail was submitted",
  }),
  messageQueued: new CountedFact("messages_queued", "Messages accepted for sending.", {
    line: "a message was queued",
  }),
  mailSent: new CountedFact("mails_sent", "Mails that the recipient's server took.", {
    line: "a mail was sent",
  }),
  mailDeferred: new CountedFact("mails_deferred", "Attempts to send a mail that will be made again.", {
    line: "a mail was deferred",
  }),
  providerSlowed: new CountedFact("providers_slowed", "Times that a provider asked for less mail.", {
    line: "a provider takes less mail",
  }),
  mailBounced: new CountedFact("mails_bounced", "Mails that were given up.", { line: "a mail bounced" }),
  webhookFailed: new CountedFact("webhook_failures", "Calls of webhooks that failed.", {
    line: "a webhook failed",
  }),
  webhookDisabled: new CountedFact("webhooks_disabled", "Webhooks disabled for failing.", {
    line: "a webhook was disabled",
  }),
  loginRefused: new CountedFact("logins_refused", "Logins with a wrong address or app password.", {
    line: "a login was refused",
    labels: ["protocol"],
  }),
  processLost: new CountedFact("processes_lost", "Processes on the database that this one found dead.", {
    line: "a process is gone: what it had claimed is free",
    level: "warn",
  }),
  workerFailed: new CountedFact("worker_failures", "Rounds of workers that failed.", {
    line: "a worker failed",
    labels: ["worker"],
    level: "error",
  }),
};

/** Seconds. */
const short = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];
const long = [0.01, 0.05, 0.1, 0.5, 1, 5, 10, 30, 60, 300];

export const counts = {
  attempts: new Counter(
    "postroom_attempts_total",
    "Recipients that were tried, by the provider whose server answered (the first 50; then other) and the outcome.",
    ["provider", "outcome"],
  ),
  webhookCalls: new Counter("postroom_webhook_calls_total", "Calls of webhooks, answered or not."),
  logins: new Counter("postroom_logins_total", "Logins with an app password.", ["protocol"]),
  events: new Counter("postroom_events_total", "Events that were committed.", ["type"]),
  requests: new Counter("postroom_http_requests_total", "HTTP requests answered.", ["method", "code"]),
  imapCommands: new Counter("postroom_imap_commands_total", "IMAP commands answered.", ["command", "status"]),
  smtpCommands: new Counter("postroom_smtp_commands_total", "SMTP commands answered.", [
    "protocol",
    "command",
  ]),
  smtpConnections: new Counter("postroom_smtp_connections_total", "SMTP connections.", [
    "protocol",
    "outcome",
  ]),
  imapConnections: new Counter("postroom_imap_connections_total", "IMAP connections.", ["outcome"]),
  receivedBytes: new Counter("postroom_received_bytes_total", "Octets of mails read at DATA.", ["protocol"]),
  workerRounds: new Counter("postroom_worker_rounds_total", "Rounds of workers.", ["worker"]),
  replicaReads: new Counter(
    "postroom_replica_reads_total",
    "Reads for DATABASE_READ_URL, by the server that answered.",
    ["server"],
  ),
  domainReports: new Counter("postroom_domain_reports_total", "Reports about domains that were read.", [
    "kind",
  ]),
  policyReports: new Counter("postroom_policy_reports_total", "Reports about other domains, by outcome.", [
    "kind",
    "outcome",
  ]),
  actorStates: new Counter(
    "postroom_actor_states_total",
    "Actors that a batch of turns needed: warm from memory, cold from the database.",
    ["actor", "state"],
  ),
  batchesRerun: new Counter("postroom_batches_rerun_total", "Batches that failed, whose turns ran alone."),
  telemetryDropped: new Counter(
    "postroom_telemetry_dropped_total",
    "Spans, log entries and readings of metrics that the collector did not take, or that had no room to wait.",
    ["signal"],
  ),
  databaseAway: new Counter(
    "postroom_database_unavailable_total",
    "Turns refused because the database did not answer.",
  ),
};

export const times = {
  requests: new Histogram("postroom_http_request_seconds", "Time of an HTTP request.", { bounds: short }),
  imapCommands: new Histogram("postroom_imap_command_seconds", "Time of an IMAP command.", { bounds: short }),
  store: new Histogram("postroom_mail_store_seconds", "Time from the end of DATA to its reply.", {
    bounds: short,
  }),
  commits: new Histogram("postroom_commit_seconds", "Time of a batch of turns, commit included.", {
    bounds: short,
  }),
  batches: new Histogram("postroom_commit_batch_turns", "Turns in a committed batch.", {
    bounds: [1, 2, 4, 8, 16, 32, 64],
  }),
  poolWaits: new Histogram("postroom_database_wait_seconds", "Wait for a database connection.", {
    bounds: short,
  }),
  attempts: new Histogram("postroom_send_attempt_seconds", "Time of one attempt to send a mail.", {
    bounds: long,
  }),
  webhookCalls: new Histogram("postroom_webhook_call_seconds", "Time of one call of a webhook.", {
    bounds: short,
  }),
  workerRounds: new Histogram("postroom_worker_round_seconds", "Time of a worker's round.", {
    bounds: short,
    labelNames: ["worker"],
  }),
};

/** All metrics of this file. */
export const counted: readonly Metric[] = [
  ...Object.values(facts).map(({ counter }) => counter),
  ...Object.values(counts),
  ...Object.values(times),
];

/** Seconds since a moment of `performance.now()`. */
export function secondsSince(startMs: number): number {
  return (performance.now() - startMs) / 1000;
}

/** Milliseconds since a moment of `performance.now()`, for a log line. */
export function msSince(startMs: number): number {
  return Math.round((performance.now() - startMs) * 10) / 10;
}
