// Reading reports about domains out of mails: in a reading process, as they may unpack to much.
import type { PolicyReport } from "../mail/report/policy-reports.ts";
import { answer, own } from "./call.ts";

/** @param parts sections of the files @throws Failure unavailable when it takes too long */
export function readPolicyReports(raw: Uint8Array, parts: readonly string[]): Promise<PolicyReport[]> {
  return answer("policyReports", () => ({ raw: own(raw), parts }), { source: "reports", bytes: raw.length });
}
