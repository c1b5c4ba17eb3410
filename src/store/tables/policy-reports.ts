// Tables of the reports that this service sends about other domains.
import { date, integer, pgTable, primaryKey, text } from "drizzle-orm/pg-core";
import { instant, int8, json } from "./columns.ts";

export type ObservationKind = "dmarc" | "tls";

export const policyObservations = pgTable(
  "policy_observations",
  {
    kind: text("kind").$type<ObservationKind>().notNull(),
    day: date("day").notNull(),
    domain: text("domain").notNull(),
    digest: text("digest").notNull(),
    detail: json<unknown>("detail").notNull(),
    count: int8("count").notNull(),
  },
  (t) => [primaryKey({ columns: [t.kind, t.day, t.domain, t.digest] })],
);

export type ReportOutcome = "sent" | "unwanted" | "failed";

export const policyReports = pgTable(
  "policy_reports",
  {
    kind: text("kind").$type<ObservationKind>().notNull(),
    day: date("day").notNull(),
    domain: text("domain").notNull(),
    attempts: integer("attempts").notNull(),
    /** When it is tried next; null: it is over. */
    dueAt: instant("due_at"),
    /** Null: it is to be sent. */
    outcome: text("outcome").$type<ReportOutcome>(),
  },
  (t) => [primaryKey({ columns: [t.kind, t.day, t.domain] })],
);
