// Reads reports about domains out of mails to postmaster@: one mail at a time, in a reading process. Reports are data for the
// domain's owner; the mail stays where it is. DECISIONS Domains, pods, routing rules.
import { type Clock, nowInstant } from "../../src/lib/clock.ts";
import { counts } from "../../src/lib/facts.ts";
import { Failure } from "../../src/lib/failure.ts";
import type { PolicyReport } from "../../src/mail/report/policy-reports.ts";
import { readPolicyReports } from "../../src/reading/policy-reports.ts";
import { type BlobStore, unlessAway } from "../../src/store/blobs/blobs.ts";
import type { Database } from "../../src/store/database/database.ts";
import {
  addDomainReport,
  claimReportMail,
  dropReportMail,
  loadReportMail,
  type QueuedReport,
  reportedDomain,
} from "../../src/store/domains/domain-reports.ts";
import type { Round } from "../runtime/clock-actor.ts";
import type { Actors } from "../runtime/registry.ts";

/** Attempts to read one mail; after the last it counts as no report. */
const maxAttempts = 5;

export interface DomainReportDeps {
  database: Database;
  blobs: BlobStore;
  actors: Actors;
  clock: Clock;
}

export async function domainReportRound(deps: DomainReportDeps): Promise<Round> {
  const { database } = deps;
  const claimed = await claimReportMail(database, nowInstant(deps.clock));
  if (!claimed) return { done: 0, more: false };
  const loaded = await loadReportMail(deps, claimed).catch(unlessAway);
  if (loaded === "away" && claimed.attempts < maxAttempts) return { done: 1, more: true };
  const found = loaded === "away" ? null : loaded;
  try {
    for (const report of found ? await readPolicyReports(found.raw, found.parts) : [])
      await store(deps, claimed, { report, authenticated: found!.authenticated });
  } catch (error) {
    const isBusy = error instanceof Failure && error.code === "unavailable";
    if (isBusy && claimed.attempts < maxAttempts) return { done: 1, more: true };
    if (!(error instanceof Failure)) throw error;
  }
  await dropReportMail(database, claimed);
  return { done: 1, more: true };
}

/** Stores a report about the domain to which it was sent, or one below it. */
async function store(
  { database, actors }: DomainReportDeps,
  { domain }: QueuedReport,
  { report, authenticated }: { report: PolicyReport; authenticated: boolean },
): Promise<void> {
  if (report.domain !== domain && !report.domain.endsWith(`.${domain}`)) return;
  const owner = (await reportedDomain(database, report.domain)) ?? (await reportedDomain(database, domain));
  if (!owner) return;
  const { kind, organization, reportId, beginsAt, endsAt, passed, failed, rows } = report;
  await actors.account(owner.accountId).run(
    (turn) =>
      turn.bulk(
        addDomainReport({
          ...owner,
          id: turn.newId(),
          kind,
          organization,
          reportId,
          beginsAt,
          endsAt,
          passed,
          failed,
          authenticated,
          details: rows,
          createdAt: turn.instant(),
        }),
      ),
    { quiet: true },
  );
  counts.domainReports.add([kind]);
}
