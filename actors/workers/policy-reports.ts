// Reports about other domains, for those that ask: what was observed of their mail on a day (DMARC, RFC 9990). Counts are
// written now and then, many in one statement; once the day is over each domain gets one report, whose outcome is written by
// the turn that sends it, so that no process sends it again. DECISIONS Domains, pods, routing rules.
import { addMs, type Clock, nowInstant } from "../../src/lib/clock.ts";
import { counts } from "../../src/lib/facts.ts";
import { Failure, messageOf } from "../../src/lib/failure.ts";
import type { Log } from "../../src/lib/log.ts";
import type { DmarcObservation } from "../../src/mail/report/dmarc-report.ts";
import type { Tally } from "../../src/mail/report/tally.ts";
import { dayLater, dayOf } from "../../src/outbound/ramp.ts";
import type { Database } from "../../src/store/database/database.ts";
import {
  addObservations,
  claimPolicyReport,
  type DueReport,
  endReport,
  queueReports,
  sweepObservations,
} from "../../src/store/queues/policy-observations.ts";
import type { Round } from "../runtime/clock-actor.ts";
import { type ReportSender, sendDmarcReport } from "./dmarc-reports.ts";

export interface PolicyReportDeps extends Omit<ReportSender, "from"> {
  database: Database;
  clock: Clock;
  log: Log;
  observed: { dmarc: Tally<DmarcObservation> };
  config: ReportSender["config"] & { dmarcReports: string | null };
}

/** Counts of other processes come so late. */
const graceMs = 10 * 60_000;
const mostAttempts = 5;

export class PolicyReports {
  readonly #deps: PolicyReportDeps;
  #queuedFor = "";

  constructor(deps: PolicyReportDeps) {
    this.#deps = deps;
  }

  async round(): Promise<Round> {
    const { config, database, clock } = this.#deps;
    if (config.dmarcReports === null) return { done: 0, more: false, next: null };
    await this.#store();
    await this.#queue();
    const due = await claimPolicyReport(database, ["dmarc"], nowInstant(clock));
    if (!due) return { done: 0, more: false };
    await this.#send(due, config.dmarcReports);
    return { done: 1, more: true };
  }

  /** What was counted last is kept. */
  async stop(): Promise<void> {
    await this.#store().catch((error) =>
      this.#deps.log.warn("observations for reports could not be written", { error: messageOf(error) }),
    );
  }

  async #store(): Promise<void> {
    const { database, clock, observed } = this.#deps;
    const counted = observed.dmarc.take();
    if (counted.length === 0) return;
    await addObservations(database, { kind: "dmarc", day: dayOf(nowInstant(clock)) }, counted);
  }

  /** Once a day, when all counts of the day before are there. */
  async #queue(): Promise<void> {
    const { database, clock } = this.#deps;
    const now = nowInstant(clock);
    const today = dayOf(addMs(now, -graceMs));
    if (this.#queuedFor === today) return;
    await queueReports(database, { kind: "dmarc", today, now });
    await sweepObservations(database, {
      observations: dayLater(today, -3),
      reports: dayLater(today, -30),
    });
    this.#queuedFor = today;
  }

  async #send(due: DueReport, from: string): Promise<void> {
    const { database, log } = this.#deps;
    const end = (outcome: "unwanted" | "failed") => {
      const { text, params } = endReport(due, outcome);
      return database.values(`${text} returning 1`, [...params]);
    };
    try {
      const outcome = await sendDmarcReport({ ...this.#deps, from }, due);
      counts.policyReports.add([due.kind, outcome]);
      if (outcome === "unwanted") await end("unwanted");
    } catch (error) {
      const isFinal = error instanceof Failure && error.code === "recipient_refused";
      if (isFinal || due.attempts >= mostAttempts) {
        counts.policyReports.add([due.kind, "failed"]);
        await end("failed");
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
