// The workers, as a table: what runs when, and what wakes it. Part of the composition root.

import { readFileSync } from "node:fs";
import { networkInterfaces } from "node:os";
import { lookBackMs, type Round, startClockActor } from "../../actors/runtime/clock-actor.ts";
import type { Topic } from "../../actors/runtime/turn.ts";
import { removalRound } from "../../actors/workers/account-removal.ts";
import { bulkRound } from "../../actors/workers/bulk-works.ts";
import { noticeRound } from "../../actors/workers/calendar-notices.ts";
import { CertificateOrders } from "../../actors/workers/certificates.ts";
import { DeliveryReports } from "../../actors/workers/delivery-reports.ts";
import { domainReportRound } from "../../actors/workers/domain-reports.ts";
import { expireIdentities } from "../../actors/workers/expiry.ts";
import { Janitor } from "../../actors/workers/janitor.ts";
import { keepFieldsRound } from "../../actors/workers/kept-fields.ts";
import { finishLabels } from "../../actors/workers/labels.ts";
import { endLapsedMembers } from "../../actors/workers/lapsed-members.ts";
import { OutboundScheduler } from "../../actors/workers/outbound-scheduler.ts";
import { PolicyReports } from "../../actors/workers/policy-reports.ts";
import { rereadRound } from "../../actors/workers/rereading.ts";
import { Retention } from "../../actors/workers/retention.ts";
import { reviewRound } from "../../actors/workers/reviews.ts";
import { ScheduledDrafts } from "../../actors/workers/scheduled-drafts.ts";
import { searchFilesRound } from "../../actors/workers/search-files.ts";
import { createSearchIndex } from "../../actors/workers/search-index.ts";
import { releaseRound } from "../../actors/workers/signup-names.ts";
import { snoozeRound } from "../../actors/workers/snoozes.ts";
import { WebhookDeliveries } from "../../actors/workers/webhook-deliveries.ts";
import { type Config, ConfigError } from "../config/config.ts";
import { handedMessage } from "../http/handed-message.ts";
import { addressesOf } from "../lib/dns/dns.ts";
import { messageOf } from "../lib/failure.ts";
import { inNetworks, mayConnectTo } from "../lib/networks.ts";
import { isPublicName } from "../mail/domain-name.ts";
import { createDane } from "../outbound/dane.ts";
import { createMtaSts } from "../outbound/mta-sts.ts";
import { createMxResolver } from "../outbound/mx.ts";
import type { TakenLog } from "../outbound/taken-log.ts";
import { createTransport, type Transport } from "../outbound/transport.ts";
import type { Database } from "../store/database/database.ts";
import type { BulkWorkKey } from "../store/mailbox/bulk-works.ts";
import { filesQueued } from "../store/mailbox/search-files.ts";
import type { Certificates } from "../tls/certificates.ts";
import { createPoster, type Poster } from "../webhooks/post.ts";
import { Backups } from "./backups.ts";
import type { AppDeps, Core, Stop } from "./core.ts";

interface WorkerDeps extends Core {
  transport: Transport;
  poster: Poster;
  taken: TakenLog | null;
  mailHostname: string;
  certificates: Certificates;
  /** Links in mails begin with this. */
  baseUrl: () => string;
  /** The content of ACME_CA_FILE; null: it is not set. */
  ca: string | null;
  /** Aborted when the service stops. */
  stopping: AbortSignal;
}

/** The work of a worker. */
interface WorkerRounds {
  /** One round. @param poke asks for another one */
  round(poke: () => void): Promise<Round>;
  /** Ends what is under way beside rounds, within this time. */
  stop?(graceMs: number): Promise<void> | void;
}

interface Worker {
  name: string;
  /** When it looks whatever is known: croner pattern with seconds, UTC. */
  schedule: string;
  /** Between two ticks, which look when something is due or nothing is known. */
  everyMs?: number;
  /** Turns that poke this topic wake it. */
  topic?: Topic;
  /** Turns make its work, and none pokes it: while none has run, its ticks ask nothing. */
  followsTurns?: boolean;
  /** Where time passes by leaps, it looks after turns too, for when something is due. */
  leapsAfterTurns?: boolean;
  /** A number that changes when there is work that neither a turn nor a topic announces. */
  watch?: () => number;
  /** As ClockActorOptions has it. */
  leapMs?: number;
  /** True: the work is each process's own. */
  everywhere?: boolean;
  make(deps: WorkerDeps): WorkerRounds;
}

const second = 1000;
const lookBack = `*/${lookBackMs / second} * * * * *`;
const eachMinute = "50 * * * * *";
/** Between two looks of upkeep that nobody sees, where time passes by leaps. */
const rareLeapMs = 86_400_000;
/** Rules of retention count days. */
const retentionLeapMs = 6 * 3_600_000;
const nothingDone: Round = { done: 0, more: false };

const workers: readonly Worker[] = [
  {
    name: "outbound mail",
    schedule: lookBack,
    everyMs: second,
    topic: "outbound",
    make: (deps) => new OutboundScheduler(deps),
  },
  {
    name: "webhook deliveries",
    schedule: lookBack,
    everyMs: second,
    topic: "deliveries",
    make: (deps) => new WebhookDeliveries({ ...deps, handed: (mail) => handedMessage(deps, mail) }),
  },
  {
    name: "scheduled drafts",
    schedule: lookBack,
    everyMs: second,
    topic: "drafts",
    make: (deps) => new ScheduledDrafts(deps),
  },
  {
    name: "calendar notices",
    schedule: lookBack,
    everyMs: second,
    topic: "notices",
    make: (deps) => ({ round: () => noticeRound(deps) }),
  },
  {
    name: "reviews",
    schedule: lookBack,
    everyMs: second,
    topic: "reviews",
    make: (deps) => ({ round: () => reviewRound(deps) }),
  },
  {
    name: "snoozes",
    schedule: lookBack,
    everyMs: second,
    topic: "snoozes",
    make: (deps) => ({ round: () => snoozeRound(deps) }),
  },
  {
    name: "bulk works",
    schedule: lookBack,
    everyMs: second,
    topic: "bulk",
    make: (deps) => ({
      round: () => bulkRound({ ...deps, step: (work) => stepOf(deps, work) }),
    }),
  },
  {
    name: "delivery reports",
    schedule: lookBack,
    everyMs: 10 * second,
    topic: "reports",
    make: (deps) => new DeliveryReports(deps),
  },
  {
    name: "search index",
    schedule: lookBack,
    everyMs: second / 4,
    followsTurns: true,
    make: (deps) => ({ round: createSearchIndex({ ...deps, turnsRun: () => deps.actors.turnsRun }) }),
  },
  {
    name: "files for search",
    schedule: lookBack,
    everyMs: second,
    watch: filesQueued,
    make: (deps) => ({ round: () => searchFilesRound(deps) }),
  },
  {
    name: "expiry",
    schedule: lookBack,
    everyMs: 10 * second,
    leapsAfterTurns: true,
    make: (deps) => ({ round: () => expireIdentities(deps) }),
  },
  {
    name: "rereading",
    leapMs: rareLeapMs,
    schedule: lookBack,
    make: (deps) => ({ round: () => rereadRound(deps) }),
  },
  {
    name: "domain reports",
    leapMs: rareLeapMs,
    schedule: lookBack,
    make: (deps) => ({ round: () => domainReportRound(deps) }),
  },
  {
    name: "policy reports",
    schedule: lookBack,
    everyMs: 30 * second,
    make: (deps) => new PolicyReports(deps),
  },
  {
    name: "kept fields",
    leapMs: rareLeapMs,
    schedule: eachMinute,
    everyMs: 10 * second,
    make: (deps) => ({ round: () => keepFieldsRound(deps) }),
  },
  {
    name: "labels",
    leapMs: rareLeapMs,
    schedule: eachMinute,
    make: (deps) => ({ round: () => finishLabels(deps) }),
  },
  {
    name: "lapsed members",
    leapMs: rareLeapMs,
    schedule: eachMinute,
    make: (deps) => ({ round: () => endLapsedMembers(deps) }),
  },
  { name: "janitor", leapMs: rareLeapMs, schedule: eachMinute, make: (deps) => new Janitor(deps) },
  { name: "retention", leapMs: retentionLeapMs, schedule: eachMinute, make: (deps) => new Retention(deps) },
  {
    name: "account removal",
    leapMs: rareLeapMs,
    schedule: eachMinute,
    everyMs: 10 * second,
    make: (deps) => ({ round: () => removalRound(deps) }),
  },
  {
    name: "signup names",
    leapMs: rareLeapMs,
    schedule: eachMinute,
    make: (deps) => ({ round: () => releaseRound(deps) }),
  },
  {
    name: "certificates",
    leapMs: rareLeapMs,
    schedule: lookBack,
    everyMs: 5 * second,
    everywhere: true,
    make: ({ certificates }) => ({ round: () => certificates.refresh().then(() => nothingDone) }),
  },
  {
    name: "certificate orders",
    leapMs: rareLeapMs,
    schedule: lookBack,
    everyMs: 5 * second,
    make: (deps) => {
      const orders = new CertificateOrders(deps);
      return {
        async round() {
          const ordered = await orders.round();
          if (ordered.done > 0) await deps.certificates.refresh();
          return ordered;
        },
      };
    },
  },
  {
    name: "backups",
    schedule: lookBack,
    make: (deps) => new Backups(deps),
  },
  {
    name: "upkeep",
    schedule: lookBack,
    everyMs: 5 * second,
    followsTurns: true,
    make: ({ database }) => ({ round: () => upkeepRound(database) }),
  },
];

/** Attempts and calls under way have this time at most, whatever the stop allows. */
const maxStopMs = 10_000;

/**
 * Starts all workers; the listeners run already, since a certificate authority connects to them.
 * @returns what stops the workers
 * @throws ConfigError when ACME_CA_FILE cannot be read
 */
export function startWorkers(
  core: Core & Pick<WorkerDeps, "certificates" | "baseUrl" | "stopping" | "taken">,
  { mxPort }: Pick<AppDeps, "mxPort">,
): Stop {
  const { config, clock, dns, actors, log } = core;
  const ca = authorityOf(config.acme?.caFile ?? null);
  if (config.acme && !config.tls && !isPublicName(config.mailHostname)) {
    log.warn("no authority issues a certificate for this name: set MAIL_HOSTNAME to a public host name", {
      host: config.mailHostname,
    });
  }
  const transport = createTransport({
    hostname: config.mailHostname,
    mx: createMxResolver({ dns, clock, hostname: config.mailHostname, ownAddresses: ownAddresses(config) }),
    sts: createMtaSts({ dns, clock }),
    dane: config.dane && config.dnsServers ? createDane({ servers: config.dnsServers, clock }) : null,
    observe: config.tlsReports === null ? undefined : (domain, seen) => core.observed.tls.add(domain, seen),
    port: mxPort,
    log,
    // An MX record may name any machine: only public and trusted ones are connected to.
    allowAddress: (address) => mayConnectTo(address) || inNetworks(address, config.trustedNetworks),
  });
  const poster = createPoster({
    clock,
    allowed: config.webhookAllowNetworks,
    resolve: config.dnsServers ? (host) => addressesOf(dns, host) : undefined,
  });
  const deps: WorkerDeps = { ...core, transport, poster, ca, mailHostname: config.mailHostname };
  const started = workers.map(({ make, followsTurns, leapsAfterTurns, watch, ...options }) => {
    const isAfterTurns = followsTurns || (leapsAfterTurns && clock.leaps !== undefined);
    const work = make(deps);
    const actor = startClockActor(
      { feed: actors.feed, clock, log, line: (worker) => core.heartbeat.line(worker) },
      {
        ...options,
        looksAtEnd: followsTurns || watch !== undefined,
        watch: isAfterTurns ? () => actors.turnsRun : watch,
        work: (poke) => work.round(poke),
      },
    );
    return { actor, work };
  });
  return async (graceMs) => {
    await Promise.all(started.map(({ actor }) => actor.stop()));
    await Promise.all(started.map(({ work }) => work.stop?.(Math.min(graceMs, maxStopMs))));
    transport.close();
    poster.close();
  };
}

/** The code of pages is loaded when there is such a work. */
async function stepOf(deps: WorkerDeps, work: BulkWorkKey): Promise<boolean> {
  const { bulkStep } = await import("../console/mailbox/bulk-round.ts");
  return bulkStep(deps, work, { isPage: false });
}

async function upkeepRound(database: Database): Promise<Round> {
  const done = await database.upkeep();
  return { done, more: false, ...(done === 0 && { next: null }) };
}

function authorityOf(path: string | null): string | null {
  if (path === null) return null;
  try {
    return readFileSync(path, "utf8");
  } catch (error) {
    throw new ConfigError(
      `ACME_CA_FILE=${path} cannot be read: ${messageOf(error)}. Example: ACME_CA_FILE=/etc/ssl/ca.pem`,
    );
  }
}

/** Addresses at which this server listens for mail: an MX record that names one of them leads here. */
function ownAddresses({ host, smtpPort }: Config): string[] {
  if (smtpPort !== 25) return [];
  if (host !== "0.0.0.0" && host !== "::") return [host];
  return Object.values(networkInterfaces()).flatMap((list) => (list ?? []).map(({ address }) => address));
}
