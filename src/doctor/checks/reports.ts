// The addresses that send reports to the owners of other domains, DMARC_REPORTS and TLS_REPORTS: each must be one of this service.
import { findEmail } from "../../store/addresses/addresses.ts";
import type { DoctorContext } from "../context.ts";
import { type CheckResult, failing, fine } from "../finding.ts";

export async function checkReports({ config, store }: DoctorContext): Promise<CheckResult[]> {
  if (!store) return [];
  const senders = [
    { setting: "DMARC_REPORTS", email: config.dmarcReports },
    { setting: "TLS_REPORTS", email: config.tlsReports },
  ];
  const found: CheckResult[] = [];
  for (const { setting, email } of senders) {
    if (email === null) continue;
    const address = await findEmail(store.core.database, email);
    found.push(
      address?.identityId
        ? fine(`${setting}: reports leave from ${email}.`, { subject: email })
        : failing("no_sender", `${setting} names ${email}, which is no address of this service.`, {
            subject: email,
            remedy: `Make the address: postroom identities create ${email} --type team. Or set ${setting}=off.`,
          }),
    );
  }
  return found;
}
