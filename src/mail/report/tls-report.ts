// TLS reports that this service writes: how its sessions with the mail servers of a domain went on a day, by policy. RFC 8460 4.
// Pure.
import { createHash } from "node:crypto";
import { gzipSync } from "node:zlib";
import MimeNode from "nodemailer/lib/mime-node";
import type { Instant } from "../../lib/clock.ts";
import { mailDate } from "../compose/compose.ts";
import type { ReportMetadata, WrittenReport } from "./dmarc-report.ts";
import { reportId } from "./dmarc-report.ts";

/** RFC 8460 4.3 */
export type TlsFailure =
  | "starttls-not-supported"
  | "certificate-host-mismatch"
  | "certificate-expired"
  | "certificate-not-trusted"
  | "validation-failure"
  | "dnssec-invalid";

/** A domain's demand on TLS of sessions. */
export interface TlsPolicy {
  type: "tlsa" | "sts" | "no-policy-found";
  /** The policy or the records as they were read, a line each. */
  strings: readonly string[];
  /** Patterns of hosts, for MTA-STS. */
  hosts: readonly string[];
}

/** How a session went. */
export interface TlsObservation {
  policy: TlsPolicy;
  /** Null: TLS as the policy demands, or TLS at all where none does. */
  failure: TlsFailure | null;
  /** The mail server; null: none was connected to. */
  host: string | null;
  ip: string | null;
  /** In the words of this side. */
  reason: string | null;
}

/** RFC 8460 4.4, 5.1 (filename), 5.3 (subject) */
export function writeTlsReport(
  about: ReportMetadata,
  domain: string,
  rows: readonly { detail: TlsObservation; count: number }[],
): WrittenReport {
  const id = reportId(`tls ${domain}`, about);
  const begin = Date.parse(`${about.day}T00:00:00Z`) / 1000;
  const groups = Map.groupBy(rows, ({ detail }) => JSON.stringify(detail.policy));
  const report = {
    "organization-name": about.organization,
    "date-range": { "start-datetime": `${about.day}T00:00:00Z`, "end-datetime": `${about.day}T23:59:59Z` },
    "contact-info": about.email,
    "report-id": id,
    policies: [...groups.values()].map((group) => policyOf(domain, group)),
  };
  return {
    id,
    filename: `${about.hostname}!${domain}!${begin}!${begin + 86_399}!${id.split("@", 1)[0]!.replace(".", "-")}.json.gz`,
    subject: `Report Domain: ${domain} Submitter: ${about.hostname} Report-ID: <${id}>`,
    file: gzipSync(JSON.stringify(report)),
  };
}

function policyOf(domain: string, rows: readonly { detail: TlsObservation; count: number }[]) {
  const { policy } = rows[0]!.detail;
  const failed = rows.filter(({ detail }) => detail.failure !== null);
  const sum = (of: typeof rows) => of.reduce((total, { count }) => total + count, 0);
  return {
    policy: {
      "policy-type": policy.type,
      ...(policy.strings.length > 0 && { "policy-string": policy.strings }),
      "policy-domain": domain,
      ...(policy.hosts.length > 0 && { "mx-host": policy.hosts }),
    },
    summary: {
      "total-successful-session-count": sum(rows) - sum(failed),
      "total-failure-session-count": sum(failed),
    },
    ...(failed.length > 0 && {
      "failure-details": failed.map(({ detail: { failure, host, ip, reason }, count }) => ({
        "result-type": failure,
        ...(host !== null && { "receiving-mx-hostname": host }),
        ...(ip !== null && { "receiving-ip": ip }),
        "failed-session-count": count,
        ...(reason !== null && { "failure-reason-code": reason }),
      })),
    }),
  };
}

/** The mail that carries a report. RFC 8460 5.3 */
export async function composeTlsReport(
  report: WrittenReport,
  {
    from,
    to,
    domain,
    hostname,
    at,
  }: { from: string; to: readonly string[]; domain: string; hostname: string; at: Instant },
): Promise<Uint8Array> {
  const root = new MimeNode('multipart/report; report-type="tlsrpt"', {
    newline: "win",
    baseBoundary: createHash("sha256").update(report.id).digest("hex").slice(0, 16),
  });
  root.setHeader("From", from);
  root.setHeader("To", to.join(", "));
  root.setHeader("Date", mailDate(at));
  root.setHeader("Subject", report.subject);
  root.setHeader("TLS-Report-Domain", domain);
  root.setHeader("TLS-Report-Submitter", hostname);
  root.setHeader("Auto-Submitted", "auto-generated");
  root
    .createChild("text/plain; charset=utf-8")
    .setContent(`This is a report of TLS sessions with the mail servers of ${domain}.\r\n`);
  const file = root.createChild("application/tlsrpt+gzip", { filename: report.filename });
  file.setHeader("Content-Disposition", "attachment");
  file.setContent(Buffer.from(report.file));
  return root.build();
}
