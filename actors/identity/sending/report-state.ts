// The report state of a recipient: which DSNs the sender of a submitted mail still gets. A delay is reported once, success
// where NOTIFY requests it, a failure at any time. RFC 3461 4.1. The values are explained at ReportState.
import { requestsReport } from "../../../src/mail/report/dsn-request.ts";
import type { OutboundRow } from "../../../src/store/sending/outbound.ts";
import type { ReportAction, ReportState } from "../../../src/store/tables/index.ts";

/** A delay is reported after this time, which RFC 3461 4.1 leaves to the server. */
export const delayMs = 4 * 3_600_000;

const notifyValues = {
  failed: "FAILURE",
  delayed: "DELAY",
  delivered: "SUCCESS",
  relayed: "SUCCESS",
} as const;

/** The report state after an action. @param action null: nothing to report */
export function reportAfter(
  { report, dsn }: Pick<OutboundRow, "report" | "dsn">,
  action: ReportAction | null,
): ReportState | null {
  if (report === null || report === "failed" || report === "told" || action === null) return report;
  // The delay ended before it was reported.
  if (!requestsReport(dsn, notifyValues[action])) return report === "delayed" ? "begun" : report;
  return action === "delayed" && report !== "wanted" ? report : action;
}

/** The report state once the DSN is in the sender's inbox. */
export function stateOnceReported(action: ReportAction): ReportState {
  return action === "failed" ? "told" : "begun";
}
