// Reads the reports about domains that mails carry: in a reading process, since a small file may unpack to a large one.
import type { PolicyReport } from "../mail/report/policy-reports.ts";
import { answer, own } from "./call.ts";

/** @param parts sections of the files @throws Failure unavailable when it takes too long */
export function readPolicyReports(raw: Uint8Array, parts: readonly string[]): Promise<PolicyReport[]> {
  return answer("policyReports", () => ({ raw: own(raw), parts }), { source: "reports", bytes: raw.length });
}
