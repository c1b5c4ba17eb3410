// DMARC aggregate reports that this service writes: the mails of a day that claimed a domain, by source and result. RFC 9990.
// Pure.
import { createHash } from "node:crypto";
import { gzipSync } from "node:zlib";

/** The observation of a mail that claimed a domain with a DMARC policy. */
export interface DmarcObservation {
  source_ip: string;
  header_from: string;
  /** Domain of the envelope sender; "": the null sender. */
  envelope_from: string;
  disposition: "none" | "pass" | "quarantine" | "reject";
  /** The policy asked for more than was done. */
  local_policy: boolean;
  dkim_aligned: boolean;
  spf_aligned: boolean;
  spf: { result: string; domain: string } | null;
  /** At most `maxSignatures`. */
  dkim: { result: string; domain: string; selector: string }[];
}

/** Signatures of a mail that are reported. */
export const maxSignatures = 10;

/** The policy as it is published, its tags; what is not there is absent. */
export interface PublishedPolicy {
  domain: string;
  p: string;
  sp?: string;
  np?: string;
  adkim?: string;
  aspf?: string;
  fo?: string;
  testing?: string;
}

export interface ReportMetadata {
  organization: string;
  email: string;
  /** The name of this receiver, for the report's id. */
  hostname: string;
  /** UTC, YYYY-MM-DD. */
  day: string;
}

export interface WrittenReport {
  /** Without angle brackets. */
  id: string;
  filename: string;
  subject: string;
  /** In gzip. */
  file: Uint8Array;
}

/** A report's id: the same however often it is written. */
export function reportId(domain: string, { day, hostname }: ReportMetadata): string {
  const digest = createHash("sha256").update(`${day} ${domain}`).digest("hex").slice(0, 16);
  return `${day.replaceAll("-", "")}.${digest}@${hostname}`;
}

/** RFC 9990 2 (contents), 3.2 (filename, subject) */
export function writeDmarcReport(
  about: ReportMetadata,
  policy: PublishedPolicy,
  rows: readonly { detail: DmarcObservation; count: number }[],
): WrittenReport {
  const { domain } = policy;
  const id = reportId(domain, about);
  const begin = Date.parse(`${about.day}T00:00:00Z`) / 1000;
  const end = begin + 86_399;
  const feedback = element("feedback", [
    element("version", "1.0"),
    element("report_metadata", [
      element("org_name", about.organization),
      element("email", about.email),
      element("report_id", id),
      element("date_range", [element("begin", String(begin)), element("end", String(end))]),
      element("generator", "Postroom"),
    ]),
    element("policy_published", published(policy)),
    ...rows.map(record),
  ]).replace("<feedback>", '<feedback xmlns="urn:ietf:params:xml:ns:dmarc-2.0">');
  return {
    id,
    filename: `${about.hostname}!${domain}!${begin}!${end}.xml.gz`,
    subject: `Report Domain: ${domain} Submitter: ${about.hostname} Report-ID: <${id}>`,
    file: gzipSync(`<?xml version="1.0" encoding="UTF-8"?>\n${feedback}\n`),
  };
}

function published({ domain, p, ...tags }: PublishedPolicy): string[] {
  const { sp, np, adkim, aspf, fo, testing } = tags;
  const optional = { sp, np, adkim, aspf, discovery_method: "treewalk", fo, testing };
  return [
    element("domain", domain),
    element("p", p),
    ...Object.entries(optional).flatMap(([name, value]) =>
      value === undefined ? [] : [element(name, value)],
    ),
  ];
}

function record({ detail, count }: { detail: DmarcObservation; count: number }): string {
  const { disposition, dkim_aligned: dkim, spf_aligned: spf } = detail;
  return element("record", [
    element("row", [
      element("source_ip", detail.source_ip),
      element("count", String(count)),
      element("policy_evaluated", [
        element("disposition", disposition),
        element("dkim", dkim ? "pass" : "fail"),
        element("spf", spf ? "pass" : "fail"),
        ...(detail.local_policy ? [element("reason", [element("type", "local_policy")])] : []),
      ]),
    ]),
    element("identifiers", [
      element("header_from", detail.header_from),
      ...(detail.envelope_from === "" ? [] : [element("envelope_from", detail.envelope_from)]),
    ]),
    element("auth_results", [
      ...detail.dkim.map(({ domain, selector, result }) =>
        element("dkim", [
          element("domain", domain),
          element("selector", selector),
          element("result", result),
        ]),
      ),
      ...(detail.spf
        ? [
            element("spf", [
              element("domain", detail.spf.domain),
              ...(detail.envelope_from === "" ? [] : [element("scope", "mfrom")]),
              element("result", detail.spf.result),
            ]),
          ]
        : []),
    ]),
  ]);
}

/** @param content text, or elements */
function element(name: string, content: string | readonly string[]): string {
  const inner = typeof content === "string" ? escaped(content) : `\n${content.join("\n")}\n`;
  return `<${name}>${inner}</${name}>`;
}

function escaped(text: string): string {
  return text
    .replace(/[^\x20-\x7e]/g, "?")
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;");
}
