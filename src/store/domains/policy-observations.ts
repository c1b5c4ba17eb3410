// Observations of domains that may ask for reports, and the reports sent: one a kind, domain and day.
import { createHash } from "node:crypto";
import { addMs, type Instant } from "../../lib/clock.ts";
import type { Tallied } from "../../mail/report/tally.ts";
import type { DeferredStatement, Executor } from "../database/database.ts";
import type { ObservationKind, ReportOutcome } from "../tables/index.ts";

/** Rows written in one statement. */
const step = 1000;
/** Reports of one kind that a day may have: the domains with most observations. */
const maxReports = 1000;

/** Adds counts; many rows in one statement. */
export async function addObservations(
  db: Executor,
  { kind, day }: { kind: ObservationKind; day: string },
  counted: readonly Tallied<unknown>[],
): Promise<void> {
  for (let at = 0; at < counted.length; at += step) {
    const rows = counted.slice(at, at + step).map(({ subject, detail, count }) => {
      const text = JSON.stringify(detail);
      return { subject, text, count, digest: createHash("sha256").update(text).digest("hex") };
    });
    // In one order, so that processes do not wait for each other in a circle.
    rows.sort((a, b) => (a.subject + a.digest < b.subject + b.digest ? -1 : 1));
    await db.values(
      `insert into policy_observations (kind, day, domain, digest, detail, count)
       select $1::text, $2::date, k.domain, k.digest, k.detail::jsonb, k.count
       from unnest($3::text[], $4::text[], $5::text[], $6::int8[]) as k(domain, digest, detail, count)
       on conflict (kind, day, domain, digest) do update set count = policy_observations.count + excluded.count returning 1`,
      [
        kind,
        day,
        rows.map(({ subject }) => subject),
        rows.map(({ digest }) => digest),
        rows.map(({ text }) => text),
        rows.map(({ count }) => count),
      ],
    );
  }
}

/** Makes the reports of days that are over due, each once. @param today days before it are over */
export async function queueReports(
  db: Executor,
  { kind, today, now }: { kind: ObservationKind; today: string; now: Instant },
): Promise<void> {
  await db.values(
    `insert into policy_reports (kind, day, domain, attempts, due_at)
     select kind, day, domain, 0, $3::timestamptz from (
       select kind, day, domain, row_number() over (partition by day order by sum(count) desc, domain) as place
       from policy_observations where kind = $1::text and day < $2::date and day >= $2::date - 2
       group by kind, day, domain) o
     where place <= ${maxReports} order by day, domain
     on conflict (kind, day, domain) do nothing returning 1`,
    [kind, today, now],
  );
}

export interface DueReport {
  kind: ObservationKind;
  day: string;
  domain: string;
  attempts: number;
}

const againMs = 30 * 60_000;

/** Claims the report that is due longest; its next attempt is stored before it is written. */
export async function claimPolicyReport(
  db: Executor,
  kinds: readonly ObservationKind[],
  now: Instant,
): Promise<DueReport | null> {
  const [row] = await db.rows<DueReport>(
    `update policy_reports set attempts = attempts + 1, due_at = $2::timestamptz
     where ctid = (select ctid from policy_reports where due_at <= $1::timestamptz and kind = any($3::text[])
       order by due_at limit 1 for update skip locked)
     returning kind, day::text as day, domain, attempts`,
    [now, addMs(now, againMs), kinds],
  );
  return row ?? null;
}

/** Observations of a domain on one day, most frequent first. */
export async function observationsOf<T>(
  db: Executor,
  { kind, day, domain }: DueReport,
  count: number,
): Promise<{ detail: T; count: number }[]> {
  const rows = await db.rows<{ detail: T; count: number }>(
    `select detail, count from policy_observations
     where kind = $1::text and day = $2::date and domain = $3::text order by count desc, digest limit $4::int`,
    [kind, day, domain, count],
  );
  return rows.map((row) => ({ detail: row.detail, count: Number(row.count) }));
}

/** Whether a report is still to be sent; others that ask wait until this transaction ends. */
export async function isReportDue(db: Executor, { kind, day, domain }: DueReport): Promise<boolean> {
  const rows = await db.values(
    `select 1 from policy_reports where kind = $1::text and day = $2::date and domain = $3::text and outcome is null for update`,
    [kind, day, domain],
  );
  return rows.length > 0;
}

export function endReport({ kind, day, domain }: DueReport, outcome: ReportOutcome): DeferredStatement {
  return {
    text: `update policy_reports set outcome = $4::text, due_at = null
           where kind = $1::text and day = $2::date and domain = $3::text and outcome is null`,
    params: [kind, day, domain, outcome],
  };
}

/** The same outside a turn. */
export async function endReportNow(db: Executor, due: DueReport, outcome: ReportOutcome): Promise<void> {
  const { text, params } = endReport(due, outcome);
  await db.values(`${text} returning 1`, [...params]);
}

/** Deletes what no report needs any more. @param before a day */
export async function sweepObservations(
  db: Executor,
  before: { observations: string; reports: string },
): Promise<void> {
  await db.values("delete from policy_observations where day < $1::date returning 1", [before.observations]);
  await db.values("delete from policy_reports where day < $1::date returning 1", [before.reports]);
}
