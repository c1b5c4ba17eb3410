// All checks, as a table, in the order of the report. One that cannot be made is a finding too.

import { NoAnswer } from "../lib/dns/query.ts";
import { messageOf } from "../lib/failure.ts";
import { must } from "../lib/must.ts";
import { knownRemedy } from "../store/database/remedies.ts";
import { checkBackup } from "./checks/backup.ts";
import { checkBaseUrl } from "./checks/base-url.ts";
import { checkBlobs } from "./checks/blobs.ts";
import { checkCertificate, checkRenewal } from "./checks/certificate.ts";
import { checkClock, checkDatabaseClock } from "./checks/clock.ts";
import { checkDatabase, checkDatabaseSpeed } from "./checks/database.ts";
import { checkDisk } from "./checks/disk.ts";
import { checkDomains } from "./checks/domains.ts";
import { checkBlocklists, checkDnssec, checkHost, checkResolver, checkReverse } from "./checks/host.ts";
import { checkMail } from "./checks/mail.ts";
import { checkStsPolicy } from "./checks/mta-sts.ts";
import { checkPeer } from "./checks/peer.ts";
import { checkQueues, checkWayOut } from "./checks/queues.ts";
import { checkRelay } from "./checks/relay.ts";
import { checkReports } from "./checks/reports.ts";
import { checkRspamd } from "./checks/rspamd.ts";
import { checkGreeting, checkPorts, checkServer } from "./checks/server.ts";
import { checkSettings } from "./checks/settings.ts";
import { checkSignIn } from "./checks/sign-in.ts";
import { checkSignups } from "./checks/signups.ts";
import { checkStoredMail } from "./checks/stored-mail.ts";
import { checkTelemetry } from "./checks/telemetry.ts";
import { checkWebhooks } from "./checks/webhooks.ts";
import type { DoctorCheck, DoctorContext } from "./context.ts";
import { type Finding, skipped, warning } from "./finding.ts";

export const checks: readonly DoctorCheck[] = [
  { name: "settings", run: checkSettings },
  { name: "server", run: checkServer },
  { name: "ports", run: checkPorts },
  { name: "greeting", run: checkGreeting },
  { name: "base_url", run: checkBaseUrl },
  { name: "clock", run: checkClock },
  { name: "disk", run: checkDisk },
  { name: "database", run: checkDatabase },
  { name: "database_speed", alone: true, run: checkDatabaseSpeed },
  { name: "database_clock", alone: true, run: checkDatabaseClock },
  { name: "blobs", alone: true, run: checkBlobs },
  { name: "stored_mail", run: checkStoredMail },
  { name: "backup", run: checkBackup },
  { name: "queues", run: checkQueues },
  { name: "webhooks", run: checkWebhooks },
  { name: "way_out", run: checkWayOut },
  { name: "resolver", run: checkResolver },
  { name: "host", run: checkHost },
  { name: "ptr", run: checkReverse },
  { name: "domain", run: checkDomains },
  { name: "sign_in", run: checkSignIn },
  { name: "signups", run: checkSignups },
  { name: "mta_sts", run: checkStsPolicy },
  { name: "dnssec", run: checkDnssec },
  { name: "blocklist", run: checkBlocklists },
  { name: "certificate", run: checkCertificate },
  { name: "renewal", run: checkRenewal },
  { name: "relay", run: checkRelay },
  { name: "reports", run: checkReports },
  { name: "rspamd", run: checkRspamd },
  { name: "telemetry", run: checkTelemetry },
  { name: "mail", run: checkMail },
  { name: "peer", run: checkPeer },
];

/** Makes the checks, several at once, and returns their findings in the order of the table. */
export async function examine(context: DoctorContext): Promise<Finding[]> {
  const { only } = context.options;
  const chosen = checks.filter(({ name }) => only === null || only.includes(name));
  const found = new Map<string, Finding[]>();
  for (const check of chosen) if (check.alone) found.set(check.name, await made(check, context));
  await Promise.all(
    chosen.map(async (check) => {
      if (!check.alone) found.set(check.name, await made(check, context));
    }),
  );
  return chosen.flatMap(({ name }) => must(found.get(name), "each chosen check was made"));
}

async function made({ name, run }: DoctorCheck, context: DoctorContext): Promise<Finding[]> {
  const results = await run(context).catch((error: unknown) => {
    // The resolver's own finding says what to do.
    if (error instanceof NoAnswer) return [skipped("no_dns", `DNS did not answer: ${messageOf(error)}`)];
    return [
      warning("not_made", `This could not be looked at: ${messageOf(error)}`, {
        remedy:
          knownRemedy(error)?.concat(".") ??
          "If the other findings do not explain it, report it with the output of postroom version --json.",
      }),
    ];
  });
  return results.map((result) => ({ check: name, ...result, code: `${name}.${result.code}` }));
}
