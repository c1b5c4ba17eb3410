// Checks of the queues: how much waits, and for how long.

import { type Instant, nowInstant } from "../../lib/clock.ts";
import { must } from "../../lib/must.ts";
import { endOf, paceAt } from "../../outbound/pace.ts";
import {
  heldRecipients,
  type QueueDepths,
  queueDepths,
  refusedEverywhere,
  unreachedDomains,
} from "../../store/maintenance/depths.ts";
import { listPaces, type PaceRow } from "../../store/sending/paces.ts";
import { heldByOperator } from "../../store/sending/send-queue.ts";
import type { DoctorContext } from "../context.ts";
import { type CheckResult, failing, fine, problem, skipped, warning } from "../finding.ts";

const remedies: Record<string, string> = {
  outbound:
    "Look at what waits, and why: postroom queue list (the servers' answers are in it), and at the log.",
  webhook_deliveries:
    "The endpoints do not answer, or no server runs its workers: look at GET /api/v1/deliveries?status=pending.",
  webhook_calls:
    "A server was killed while it called; the calls are taken up again. If they are not, restart the servers.",
  delivery_reports: "No server runs its workers: look at the log.",
  search_index: 'Search lags behind. If the number does not fall, look for "search" in the log.',
};

export async function checkQueues({ store, limits, clock }: DoctorContext): Promise<CheckResult[]> {
  if (!store) return [];
  const depths = await queueDepths(store.core.database, clock.now());
  const held = await heldRecipients(store.core.database);
  const paces = await listPaces(store.core.database);
  const found = [
    ...late(depths, limits),
    ...full(depths, limits.queueEntries),
    ...slowed(held, { paces, now: nowInstant(clock) }),
    ...ramping(held),
    ...heldBack(held),
  ];
  if (found.length > 0) return found;
  const waiting = Object.values(depths).reduce((sum, { entries }) => sum + entries, 0);
  return [
    fine(waiting === 0 ? "The queues are empty." : `${waiting} entries wait in the queues, none for long.`),
  ];
}

function late(depths: QueueDepths, { queueSeconds: { warn, fail } }: DoctorContext["limits"]): CheckResult[] {
  return Object.entries(depths).flatMap(([queue, { ageSeconds }]) =>
    ageSeconds < warn
      ? []
      : [
          problem(ageSeconds < fail ? "warn" : "fail", {
            code: `${queue}_late`,
            message: `The oldest entry of ${queue} has been due for ${Math.round(ageSeconds / 60)} minutes.`,
            subject: queue,
            remedy: remedies[queue] ?? "Look at the log.",
          }),
        ],
  );
}

type HeldRecipients = Awaited<ReturnType<typeof heldRecipients>>;

function slowed(
  held: HeldRecipients,
  { paces, now }: { paces: readonly PaceRow[]; now: Instant },
): CheckResult[] {
  return paces.flatMap((pace) => {
    const current = paceAt(pace, now);
    if (!current) return [];
    const { provider, response } = pace;
    const waiting = held.filter(({ heldBy }) => heldBy.replace(/^\w+ /, "") === provider);
    const recipients = waiting.reduce((sum, row) => sum + row.recipients, 0);
    return [
      warning(
        "provider_slowed",
        `${provider} has asked for less mail (${response}): ${Math.round(current.rate)} a minute go there now, ${recipients} recipients wait, and it rises until ${endOf(pace)}.`,
        {
          subject: provider,
          remedy:
            "It mends itself, and other providers are not slowed. Where it comes back each day, send less at once, look at complaints, and see what the provider tells senders (its postmaster pages).",
        },
      ),
    ];
  });
}

/** As it is meant to be: no warning. */
function ramping(held: HeldRecipients): CheckResult[] {
  return held
    .filter(({ heldBy }) => heldBy.startsWith("ramp "))
    .map(({ heldBy, recipients, last }) =>
      skipped(
        "ramp",
        `${recipients} recipients wait because ${heldBy.slice(5)} is new (SENDING_RAMP); the last of them go at ${last}.`,
        { subject: heldBy.slice(5) },
      ),
    );
}

function heldBack(held: HeldRecipients): CheckResult[] {
  return held
    .filter(({ heldBy }) => heldBy === heldByOperator)
    .map(({ recipients }) =>
      warning("queue_held", `${recipients} recipients are held in the queue: nothing is sent to them.`, {
        subject: "outbound",
        remedy:
          "Look at them with: postroom queue list --state held; let them go with: postroom queue release --all",
      }),
    );
}

/** The search index has no due times. */
function full(depths: QueueDepths, most: number): CheckResult[] {
  const { entries = 0 } = depths.search_index ?? {};
  if (entries <= most) return [];
  return [
    warning("search_index_long", `${entries} messages wait to be indexed: search does not find them yet.`, {
      subject: "search_index",
      remedy: must(remedies.search_index, "each queue has a remedy"),
    }),
  ];
}

const fewDomains = 3;

const refusalsOf = 24 * 3600 * 1000;

/** No mail gets out: no connection is made to several domains, or everybody refuses. */
export async function checkWayOut({ store, config, clock }: DoctorContext): Promise<CheckResult[]> {
  if (!store) return [];
  const { database } = store.core;
  return [
    ...closed(await unreachedDomains(database), config.smtpRelayUrl !== null),
    ...refused(await refusedEverywhere(database, clock.now() - refusalsOf), config.smtpRelayUrl),
  ];
}

/** This side is closed, not the other one. */
function closed(domains: readonly string[], hasRelay: boolean): CheckResult[] {
  if (domains.length < fewDomains) return [];
  const examples = domains.slice(0, fewDomains).join(", ");
  return [
    failing(
      "port_25_closed",
      `Mail to ${domains.length} domains (${examples}) waits: no connection is made.`,
      {
        remedy: hasRelay
          ? "The relay cannot be reached: look at its host and port."
          : "Port 25 is closed outwards, as many providers have it: ask them to open it, or send through a relay.",
        record: "SMTP_RELAY_URL=smtps://user:password@smtp.example.com:465",
      },
    ),
  ];
}

/** A relay speaks for all domains, so a few recipients are enough there. */
function refused(
  { recipients, domains, taken, response }: Awaited<ReturnType<typeof refusedEverywhere>>,
  relayUrl: string | null,
): CheckResult[] {
  if (taken > 0 || (relayUrl === null ? domains : recipients) < fewDomains) return [];
  const who = relayUrl === null ? `The servers of ${domains} domains refuse` : "The relay refuses";
  return [
    failing(
      "all_refused",
      `${who} all mail: of the newest none was taken, ${recipients} recipients were refused. The last answer: ${response}`,
      {
        subject: relayUrl === null ? null : new URL(relayUrl).host,
        remedy:
          relayUrl === null
            ? "Look up in that answer why, then at: postroom doctor --only ptr,blocklist,domain. What waits is tried again by itself, or at once: postroom queue retry --all"
            : "Ask the relay's provider, with that answer: most want the sender's domain verified there, or the account paid. Try it: postroom doctor --only relay --relay. What waits goes on by itself, or at once: postroom queue retry --all",
      },
    ),
  ];
}
