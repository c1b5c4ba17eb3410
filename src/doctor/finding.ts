// A finding of a check, as text, as JSON and as an exit code as Nagios defines it: 0 ok, 1 warning, 2
// critical.

import { publishedLines, type RecordDifference } from "../outbound/record-check.ts";

export type Severity = "ok" | "warn" | "fail" | "skip";

export interface Finding {
  /** The check's name, such as `certificate`. */
  check: string;
  /** Stable: `certificate.expired`; `certificate.ok` for what is as it should be. */
  code: string;
  severity: Severity;
  /** The domain, host, port or file; null: the service as a whole. */
  subject: string | null;
  message: string;
  /** The remedy, a sentence; null: none is needed. */
  remedy: string | null;
  /** Lines to paste into a zone or `.env`; null: none. */
  record: string | null;
  /** Records in DNS in place of this one, as they are there; absent where there is none. */
  published?: readonly string[];
  /** The place where the nearest of them parts from the record. */
  difference?: RecordDifference;
}

/** The result of a check: its name is added to the code. */
export type CheckResult = Omit<Finding, "check">;

export interface FindingDetails {
  subject?: string | null;
  remedy?: string;
  record?: string;
  published?: readonly string[];
  difference?: RecordDifference;
}

export function fine(message: string, { subject = null }: Pick<FindingDetails, "subject"> = {}): CheckResult {
  return { code: "ok", severity: "ok", subject, message, remedy: null, record: null };
}

/** A finding for a check that could not run, or has nothing to look at. */
export function skipped(
  code: string,
  message: string,
  { subject = null, remedy }: FindingDetails = {},
): CheckResult {
  return { code, severity: "skip", subject, message, remedy: remedy ?? null, record: null };
}

/** A finding for a fault to mend some day. */
export function warning(
  code: string,
  message: string,
  told: FindingDetails & { remedy: string },
): CheckResult {
  return problem("warn", { code, message, ...told });
}

/** A finding for a fault that loses or stops mail, or soon will. */
export function failing(
  code: string,
  message: string,
  told: FindingDetails & { remedy: string },
): CheckResult {
  return problem("fail", { code, message, ...told });
}

/** @param severity chosen at run time */
export function problem(
  severity: "warn" | "fail",
  {
    code,
    message,
    subject = null,
    remedy,
    record,
    published = [],
    difference,
  }: FindingDetails & { code: string; message: string; remedy: string },
): CheckResult {
  return {
    code,
    severity,
    subject,
    message,
    remedy,
    record: record ?? null,
    ...(published.length > 0 && { published }),
    ...(difference && { difference }),
  };
}

export function exitCodeOf(findings: readonly Finding[]): 0 | 1 | 2 {
  if (findings.some(({ severity }) => severity === "fail")) return 2;
  return findings.some(({ severity }) => severity === "warn") ? 1 : 0;
}

/** Findings as JSON, for programs. */
export function jsonReport(findings: readonly Finding[], version: string): string {
  return JSON.stringify({ version, exit_code: exitCodeOf(findings), ...countsOf(findings), findings });
}

function countsOf(findings: readonly Finding[]): Record<Severity, number> {
  const count = (wanted: Severity) => findings.filter(({ severity }) => severity === wanted).length;
  return { ok: count("ok"), warn: count("warn"), fail: count("fail"), skip: count("skip") };
}

const marks: Record<Severity, string> = { ok: "ok  ", warn: "WARN", fail: "FAIL", skip: "skip" };

/** Findings for a person: each with its remedy, and the record to paste. */
export function textReport(findings: readonly Finding[]): string {
  const lines = findings.flatMap(linesOf);
  const { ok, warn, fail, skip } = countsOf(findings);
  return `${lines.join("\n")}\n\n${ok} ok, ${warn} warnings, ${fail} failures, ${skip} skipped\n`;
}

function linesOf(finding: Finding): string[] {
  const { severity, check, code, subject, message, remedy, record, published = [], difference } = finding;
  return [
    `${marks[severity]}  ${severity === "ok" ? check : code}${subject === null ? "" : ` (${subject})`}: ${message}`,
    ...(remedy === null ? [] : [`      ${remedy}`]),
    ...(record === null ? [] : record.split("\n").map((line) => `        ${line}`)),
    ...publishedLines(published, difference ?? null),
  ];
}
