// One TLS report: read, written, and queued or posted. RFC 8460 3, 5
import { nowInstant } from "../../src/lib/clock.ts";
import { composeTlsReport, type TlsObservation, writeTlsReport } from "../../src/mail/report/tls-report.ts";
import { tlsReportWish } from "../../src/screening/report-wish.ts";
import {
  type DueReport,
  endReportNow,
  isReportDue,
  observationsOf,
} from "../../src/store/domains/policy-observations.ts";
import type { Poster } from "../../src/webhooks/post.ts";
import { prepareSubmission } from "../identity/sending/submitting.ts";
import { type ReportSender, reportSender, sendAndEnd } from "./dmarc-reports.ts";

export interface TlsReportSender extends ReportSender {
  poster: Poster;
}

const maxRows = 5_000;

/**
 * Sends a report by mail where the domain names an address, else by HTTPS to its first URL that takes it; a URL of a private
 * network is refused.
 * @throws Failure as sending does; DnsTrouble; Error when nobody takes it
 */
export async function sendTlsReport(deps: TlsReportSender, due: DueReport): Promise<"sent" | "unwanted"> {
  const wish = await tlsReportWish(deps.dns, due.domain);
  const rows = wish ? await observationsOf<TlsObservation>(deps.database, due, maxRows) : [];
  if (!wish || rows.length === 0) return "unwanted";
  const { mailHostname: hostname, from } = deps;
  const about = { organization: hostname, email: from, hostname, day: due.day };
  const report = writeTlsReport(about, due.domain, rows);
  if (wish.emails.length === 0) {
    await post(deps, due, { urls: wish.urls, file: report.file });
    return "sent";
  }
  const { accountId, identityId } = await reportSender(deps);
  const at = nowInstant(deps.clock);
  const raw = await composeTlsReport(report, { from, to: wish.emails, domain: due.domain, hostname, at });
  const outgoing = await prepareSubmission(deps, {
    ...{ accountId, identityId, email: from, recipients: wish.emails, raw },
    ...{ connectionId: "", appPasswordId: "", ip: "", nullSender: false },
    dsn: new Map(wish.emails.map((email) => [email, { notify: ["NEVER" as const] }])),
  });
  await sendAndEnd(deps, due, {
    identity: { accountId, id: identityId },
    outgoing: { ...outgoing, threadId: null, service: true },
  });
  return "sent";
}

/** Two processes may post at once where one is believed dead; the report's id is the same then. */
async function post(
  { poster, database }: TlsReportSender,
  due: DueReport,
  { urls, file }: { urls: readonly string[]; file: Uint8Array },
): Promise<void> {
  if (!(await isReportDue(database, due))) return;
  const errors: string[] = [];
  for (const url of urls) {
    const headers = { "content-type": "application/tlsrpt+gzip" };
    const outcome = await poster.post({ url, headers, body: file });
    if (outcome.kind === "response" && outcome.status >= 200 && outcome.status < 300) {
      await endReportNow(database, due, "sent");
      return;
    }
    errors.push(`${url}: ${outcome.kind === "response" ? outcome.status : outcome.error}`);
  }
  throw new Error(errors.join("; "));
}
