// Reading reports about domains out of mails: always in a reading thread, since they may unpack to much.
import type { PolicyReport } from "../mail/report/policy-reports.ts";
import { answerOrBusy, inThread, ordinary } from "./call.ts";
import { jobs } from "./jobs.ts";

/** @param parts sections of the files @throws Failure unavailable when it takes too long */
export async function readPolicyReports(raw: Uint8Array, parts: readonly string[]): Promise<PolicyReport[]> {
  const pack = () => ({ input: { raw: raw.slice(), parts }, transfer: [] });
  const outcome = await inThread("policyReports", pack, {
    ...ordinary,
    source: "reports",
    bytes: raw.length,
  });
  return outcome === "none" ? jobs.policyReports({ raw, parts }) : answerOrBusy<"policyReports">(outcome);
}
