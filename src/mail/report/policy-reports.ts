// Reads reports that others send to a domain: DMARC aggregate reports (XML; RFC 9990, RFC 7489 appendix C) and TLS reports (JSON;
// RFC 8460 4), as a file, in gzip or in zip. Everything is bounded: octets in and out, elements, rows, texts. No document type is
// read, so there are no entities.
import { gunzipSync, inflateRawSync } from "node:zlib";
import { SaxesParser } from "saxes";
import { type Instant, instantOf, parseInstant } from "../../lib/clock.ts";

/** Octets of a file, and of what it unpacks to. */
const maxPackedBytes = 10 * 1024 * 1024;
const maxUnpackedBytes = 32 * 1024 * 1024;
/** Rows that are kept; of more, the counts are. */
const maxRows = 500;
const maxElements = 400_000;
const maxDepth = 16;
const maxTextCharacters = 500;

/** One source in a report, as a row. */
export interface ReportRow {
  /** For DMARC the sending address, for TLS the kind of failure. */
  source: string;
  count: number;
  passed: boolean;
  /** Details: results of SPF and DKIM and the disposition, or those of a TLS failure. */
  detail: Record<string, string>;
}

export interface PolicyReport {
  kind: "dmarc" | "tls";
  /** The domain that it is about, in lower case. */
  domain: string;
  organization: string;
  reportId: string;
  beginsAt: Instant | null;
  endsAt: Instant | null;
  passed: number;
  failed: number;
  /** At most 500. */
  rows: ReportRow[];
}

/** The reports of a file; none where it is none, or beyond the bounds. Never throws. */
export function readPolicyReport(file: Uint8Array): PolicyReport[] {
  try {
    const bytes = unpacked(Buffer.from(file.buffer, file.byteOffset, file.length));
    if (!bytes) return [];
    const text = new TextDecoder()
      .decode(bytes)
      .replace(/^\uFEFF/, "")
      .trimStart();
    if (text.startsWith("{")) return readTls(text);
    const report = text.startsWith("<") ? readDmarc(text) : null;
    return report ? [report] : [];
  } catch {
    // Damaged, or a bomb.
    return [];
  }
}

/** Files inside of files are not looked for. */
function unpacked(file: Buffer): Buffer | null {
  if (file.length > maxPackedBytes) return null;
  if (file[0] === 0x1f && file[1] === 0x8b) return gunzipSync(file, { maxOutputLength: maxUnpackedBytes });
  if (file.length > 30 && file.readUInt32LE(0) === 0x04034b50) return unzipped(file);
  return file;
}

/** The first file of an archive. APPNOTE 4.3.6: sizes stand in the central directory, as they may follow the data. */
function unzipped(file: Buffer): Buffer | null {
  const end = file.lastIndexOf("PK\x05\x06", file.length, "latin1");
  if (end < 0 || end + 22 > file.length) return null;
  const begin = file.readUInt32LE(end + 16);
  if (begin + 46 > end || file.readUInt32LE(begin) !== 0x02014b50) return null;
  const method = file.readUInt16LE(begin + 10);
  const packed = file.readUInt32LE(begin + 20);
  const local = file.readUInt32LE(begin + 42);
  if (local + 30 > file.length) return null;
  const data = local + 30 + file.readUInt16LE(local + 26) + file.readUInt16LE(local + 28);
  const bytes = file.subarray(data, data + packed);
  if (method === 0) return bytes;
  return method === 8 ? inflateRawSync(bytes, { maxOutputLength: maxUnpackedBytes }) : null;
}

interface Node {
  name: string;
  text: string;
  children: Node[];
}

class UnreadableReport extends Error {}

function readDmarc(text: string): PolicyReport | null {
  const root = readTree(text);
  if (root.name !== "feedback") return null;
  const about = child(root, "report_metadata");
  const domain = domainOf(fieldIn(child(root, "policy_published"), "domain"));
  const organization = fieldIn(about, "org_name") || fieldIn(about, "email");
  const reportId = fieldIn(about, "report_id");
  if (domain === "" || reportId === "") return null;
  const range = child(about, "date_range");
  const report: PolicyReport = {
    kind: "dmarc",
    domain,
    organization,
    reportId,
    beginsAt: secondsAt(fieldIn(range, "begin")),
    endsAt: secondsAt(fieldIn(range, "end")),
    passed: 0,
    failed: 0,
    rows: [],
  };
  for (const record of root.children.filter(({ name }) => name === "record")) {
    const row = child(record, "row");
    const evaluated = child(row, "policy_evaluated");
    const [dkim, spf] = [fieldIn(evaluated, "dkim"), fieldIn(evaluated, "spf")];
    const header = fieldIn(child(record, "identifiers"), "header_from");
    add(report, {
      source: fieldIn(row, "source_ip"),
      count: countOf(fieldIn(row, "count")),
      passed: dkim === "pass" || spf === "pass",
      detail: { dkim, spf, disposition: fieldIn(evaluated, "disposition"), header_from: header },
    });
  }
  return report;
}

function add(report: PolicyReport, row: ReportRow): void {
  if (row.passed) report.passed += row.count;
  else report.failed += row.count;
  if (report.rows.length < maxRows) report.rows.push(row);
}

function readTree(text: string): Node {
  const parser = new SaxesParser();
  const root: Node = { name: "", text: "", children: [] };
  const open = [root];
  let count = 0;
  const refuse = () => {
    throw new UnreadableReport();
  };
  parser.on("error", refuse);
  parser.on("doctype", refuse);
  parser.on("opentag", ({ name }) => {
    if (++count > maxElements || open.length > maxDepth) refuse();
    const node: Node = { name: name.replace(/^.*:/, "").toLowerCase(), text: "", children: [] };
    open.at(-1)!.children.push(node);
    open.push(node);
  });
  const addText = (part: string) => {
    const here = open.at(-1)!;
    if (here.text.length < maxTextCharacters) here.text += part.slice(0, maxTextCharacters);
  };
  parser.on("text", addText);
  parser.on("cdata", addText);
  parser.on("closetag", () => void open.pop());
  parser.write(text).close();
  return root.children[0] ?? root;
}

function child(node: Node | null, name: string): Node | null {
  return node?.children.find((each) => each.name === name) ?? null;
}

function fieldIn(node: Node | null, name: string): string {
  return textOf(child(node, name)?.text);
}

/** A text as it may be shown: without control characters, bounded. */
function textOf(value: unknown): string {
  const text = typeof value === "string" ? value : "";
  return text
    .slice(0, maxTextCharacters)
    .toWellFormed()
    .replace(/[\x00-\x1f\x7f-\x9f\u2028\u2029]/g, " ")
    .trim();
}

function domainOf(text: string): string {
  const domain = text.toLowerCase().replace(/\.$/, "");
  return /^[a-z0-9_.-]{1,253}$/.test(domain) ? domain : "";
}

function countOf(value: unknown): number {
  const count = Number(value);
  return Number.isInteger(count) && count > 0 && count < 1e12 ? count : 0;
}

function secondsAt(text: string): Instant | null {
  return /^\d{1,11}$/.test(text) ? instantOf(Number(text) * 1000) : null;
}

interface TlsReport {
  "organization-name"?: unknown;
  "report-id"?: unknown;
  "date-range"?: { "start-datetime"?: unknown; "end-datetime"?: unknown };
  policies?: {
    policy?: { "policy-type"?: unknown; "policy-domain"?: unknown };
    summary?: { "total-successful-session-count"?: unknown; "total-failure-session-count"?: unknown };
    "failure-details"?: Record<string, unknown>[];
  }[];
}

/** One report for each domain: RFC 8460 4.4 lets it hold several policies. */
function readTls(text: string): PolicyReport[] {
  const read = JSON.parse(text) as TlsReport;
  const reportId = textOf(read["report-id"]);
  if (reportId === "" || !Array.isArray(read.policies)) return [];
  const byDomain = new Map<string, PolicyReport>();
  for (const { policy, summary, "failure-details": failures } of read.policies.slice(0, 100)) {
    const domain = domainOf(textOf(policy?.["policy-domain"]));
    if (domain === "") continue;
    const report: PolicyReport = byDomain.get(domain) ?? {
      kind: "tls",
      domain,
      organization: textOf(read["organization-name"]),
      reportId,
      beginsAt: parseInstant(textOf(read["date-range"]?.["start-datetime"])),
      endsAt: parseInstant(textOf(read["date-range"]?.["end-datetime"])),
      passed: 0,
      failed: 0,
      rows: [],
    };
    byDomain.set(domain, report);
    report.passed += countOf(summary?.["total-successful-session-count"]);
    report.failed += countOf(summary?.["total-failure-session-count"]);
    for (const failure of Array.isArray(failures) ? failures.slice(0, maxRows) : []) {
      if (report.rows.length === maxRows) break;
      report.rows.push({
        source: textOf(failure["result-type"]),
        count: countOf(failure["failed-session-count"]),
        passed: false,
        detail: {
          policy: textOf(policy?.["policy-type"]),
          sending_ip: textOf(failure["sending-mta-ip"]),
          receiving_host: textOf(failure["receiving-mx-hostname"]),
          reason: textOf(failure["failure-reason-code"]),
        },
      });
    }
  }
  return [...byDomain.values()];
}
