// What the sender of a mail that came by SMTP is told by mail, and in which order: a delay once, then success where it was
// asked for, and a failure at any time. RFC 3461 4.1
import { requestsReport } from "../../../src/mail/report/dsn-request.ts";
import type { OutboundRow } from "../../../src/store/queues/outbound.ts";
import type { ReportState, ToldAction } from "../../../src/store/tables/index.ts";

/** A recipient that waits for so long is told of. RFC 3461 4.1 leaves it to us. */
export const delayMs = 4 * 3_600_000;

const words = { failed: "FAILURE", delayed: "DELAY", delivered: "SUCCESS", relayed: "SUCCESS" } as const;

/** The state of a recipient's reports once this has happened to it. @param action null: nothing that is ever told */
export function reportAfter(
  { report, dsn }: Pick<OutboundRow, "report" | "dsn">,
  action: ToldAction | null,
): ReportState | null {
  if (report === null || report === "failed" || report === "told" || action === null) return report;
  // A delay that nobody was told of is over.
  if (!requestsReport(dsn, words[action])) return report === "delayed" ? "begun" : report;
  return action === "delayed" && report !== "wanted" ? report : action;
}

/** The same once its report is in the inbox. */
export function reportTold(action: ToldAction): ReportState {
  return action === "failed" ? "told" : "begun";
}
