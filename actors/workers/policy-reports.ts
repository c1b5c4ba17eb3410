// Reports about other domains, for those that ask: what was observed of their mail (DMARC, RFC 9990) and of sessions with their
// mail servers (TLS, RFC 8460) on a day. Counts are written now and then, many in one statement; once the day is over each
// domain gets one report, whose outcome is written by the turn that sends it, so that no process sends it again. DECISIONS
// Domains, pods, routing rules.
import { addMs, type Clock, nowInstant } from "../../src/lib/clock.ts";
import { counts } from "../../src/lib/facts.ts";
import { Failure, messageOf } from "../../src/lib/failure.ts";
import type { Log } from "../../src/lib/log.ts";
import type { DmarcObservation } from "../../src/mail/report/dmarc-report.ts";
import type { Tally } from "../../src/mail/report/tally.ts";
import type { TlsObservation } from "../../src/mail/report/tls-report.ts";
import { dayLater, dayOf } from "../../src/outbound/ramp.ts";
import type { Database } from "../../src/store/database/database.ts";
import {
  addObservations,
  claimPolicyReport,
  type DueReport,
  endReportNow,
  queueReports,
  sweepObservations,
} from "../../src/store/domains/policy-observations.ts";
import type { ObservationKind } from "../../src/store/tables/index.ts";
import type { Round } from "../runtime/clock-actor.ts";
import { sendDmarcReport } from "./dmarc-reports.ts";
import { sendTlsReport, type TlsReportSender } from "./tls-reports.ts";

export interface PolicyReportDeps extends Omit<TlsReportSender, "from"> {
  database: Database;
  clock: Clock;
  log: Log;
  observed: { dmarc: Tally<DmarcObservation>; tls: Tally<TlsObservation> };
  config: TlsReportSender["config"] & { dmarcReports: string | null; tlsReports: string | null };
}

/** Counts of other processes come so late. */
const graceMs = 10 * 60_000;
const maxAttempts = 5;

export class PolicyReports {
  readonly #deps: PolicyReportDeps;
  #queuedFor = "";

  constructor(deps: PolicyReportDeps) {
    this.#deps = deps;
  }

  async round(): Promise<Round> {
    const { database, clock } = this.#deps;
    const kinds = this.#kinds();
    if (kinds.length === 0) return { done: 0, more: false, next: null };
    await this.#store();
    await this.#queue(kinds);
    const due = await claimPolicyReport(database, kinds, nowInstant(clock));
    if (!due) return { done: 0, more: false };
    await this.#send(due);
    return { done: 1, more: true };
  }

  #kinds(): ObservationKind[] {
    const { dmarcReports, tlsReports } = this.#deps.config;
    return [
      ...(dmarcReports === null ? [] : ["dmarc" as const]),
      ...(tlsReports === null ? [] : ["tls" as const]),
    ];
  }

  /** Store the last counts. */
  async stop(): Promise<void> {
    await this.#store().catch((error) =>
      this.#deps.log.warn("observations for reports could not be written", { error: messageOf(error) }),
    );
  }

  async #store(): Promise<void> {
    const { database, clock, observed } = this.#deps;
    const day = dayOf(nowInstant(clock));
    for (const kind of this.#kinds()) {
      const counted = observed[kind].take();
      if (counted.length > 0) await addObservations(database, { kind, day }, counted);
    }
  }

  /** Once a day, when all counts of the day before are there. */
  async #queue(kinds: readonly ObservationKind[]): Promise<void> {
    const { database, clock } = this.#deps;
    const now = nowInstant(clock);
    const today = dayOf(addMs(now, -graceMs));
    if (this.#queuedFor === today) return;
    for (const kind of kinds) await queueReports(database, { kind, today, now });
    await sweepObservations(database, {
      observations: dayLater(today, -3),
      reports: dayLater(today, -30),
    });
    this.#queuedFor = today;
  }

  async #send(due: DueReport): Promise<void> {
    const { database, log, config } = this.#deps;
    try {
      const outcome =
        due.kind === "dmarc"
          ? await sendDmarcReport({ ...this.#deps, from: config.dmarcReports ?? "" }, due)
          : await sendTlsReport({ ...this.#deps, from: config.tlsReports ?? "" }, due);
      counts.policyReports.add([due.kind, outcome]);
      if (outcome === "unwanted") await endReportNow(database, due, "unwanted");
    } catch (error) {
      const isFinal = error instanceof Failure && error.code === "recipient_refused";
      if (isFinal || due.attempts >= maxAttempts) {
        counts.policyReports.add([due.kind, "failed"]);
        await endReportNow(database, due, "failed");
      }
      log.warn("a report about a domain could not be sent", {
        kind: due.kind,
        domain: due.domain,
        day: due.day,
        error: messageOf(error),
      });
    }
  }
}
