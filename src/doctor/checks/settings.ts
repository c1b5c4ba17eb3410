// Settings that are valid but do not do what the operator needs, and files that others may read.
import { existsSync, realpathSync, statSync } from "node:fs";
import { dirname } from "node:path";
import type { Config } from "../../config/config.ts";
import { envFile } from "../../config/env-file.ts";
import { lowLimits, type ProcessLimits, processLimits } from "../../config/process-limits.ts";
import { strangeSettings } from "../../config/strange-settings.ts";
import { isLoopback, type Network, shareOfInternet } from "../../lib/networks.ts";
import { isPublicName } from "../../mail/domain-name.ts";
import { type DoctorContext, publicDomains } from "../context.ts";
import { type CheckResult, failing, fine, problem, skipped, warning } from "../finding.ts";

export async function checkSettings(
  context: DoctorContext,
  limits: ProcessLimits = processLimits(),
): Promise<CheckResult[]> {
  const { config } = context;
  const found = [
    ...strangeSettings().map(misspelt),
    ...lowLimits(limits).map(({ name, message, remedy, isTooLow }) =>
      problem(isTooLow ? "fail" : "warn", { code: "process_limit", message, subject: name, remedy }),
    ),
    ...openFiles(config),
    ...trustsEverybody("TRUSTED_NETWORKS", config.trustedNetworks),
    ...trustsEverybody("TRUSTED_PROXIES", config.trustedProxies),
  ];
  const [domain] = publicDomains(context);
  if (domain === undefined)
    found.push(
      skipped("private", "MAIL_DOMAIN is a name of this machine alone: nobody outside can send mail here.", {
        remedy: "To receive mail from the internet: postroom setup agents.example.com",
      }),
    );
  else found.push(...forTheWorld(context, domain));
  return found.length > 0 ? found : [fine("The settings are valid.")];
}

function forTheWorld({ config }: DoctorContext, domain: string): CheckResult[] {
  const { host, mailHostname, hasMailHostname, baseUrl } = config;
  const found: CheckResult[] = [];
  if (!hasMailHostname)
    found.push(
      failing("hostname_missing", `MAIL_HOSTNAME is not set: records would name ${mailHostname}.`, {
        remedy: "Set the name that the machine's address and its PTR record have.",
        record: `MAIL_HOSTNAME=mail.${domain}`,
      }),
    );
  else if (!isPublicName(mailHostname))
    found.push(
      failing("hostname_private", `MAIL_HOSTNAME=${mailHostname} means nothing outside of this network.`, {
        remedy: "Set a public name.",
        record: `MAIL_HOSTNAME=mail.${domain}`,
      }),
    );
  if (isLoopback(host) || host === "localhost")
    found.push(
      failing("host_loopback", `HOST=${host}: only programs of this machine can connect.`, {
        remedy: "Set HOST=0.0.0.0 (or :: for IPv6 too), or let a proxy of this machine forward the ports.",
        record: "HOST=0.0.0.0",
      }),
    );
  if (baseUrl === null || !baseUrl.startsWith("https:"))
    found.push(
      warning(
        "base_url",
        `BASE_URL is ${baseUrl ?? "not set"}: links in mails and pages do not lead here safely.`,
        { remedy: "Set the URL at which HTTPS is reached.", record: `BASE_URL=https://${mailHostname}` },
      ),
    );
  return found;
}

/** A quarter of all addresses is no network of one's own. */
function trustsEverybody(name: string, networks: readonly Network[]): CheckResult[] {
  if (shareOfInternet(networks) < 1 / 4) return [];
  const what =
    name === "TRUSTED_PROXIES"
      ? "anybody may say which address a request comes from, and so pass every limit"
      : "SPF, DMARC, block lists and limits by network hold for nobody";
  return [
    failing("trusts_everybody", `${name} takes in a large part of the internet: ${what}.`, {
      subject: name,
      remedy: "Name your own networks and proxies alone, such as 10.0.0.0/8, or leave it out.",
    }),
  ];
}

/** @param said as a start says it */
function misspelt(said: string): CheckResult {
  const [name = said] = said.split(" ");
  return warning("misspelt", `${said}.`.replace("?.", "?"), {
    remedy: "Correct it, or take it out: it sets nothing. postroom serve --help lists all settings.",
    subject: name === "line" || name === "the" ? ".env" : name,
  });
}

/** Whether all users come to a file: an older certbot leaves keys open in folders that are closed. */
function isOpenFolder(file: string): boolean {
  for (let at = dirname(realpathSync(file)); ; at = dirname(at)) {
    if ((statSync(at).mode & 0o001) === 0) return false;
    if (at === dirname(at)) return true;
  }
}

/** `.env` holds passwords, DATA_DIR all mail. A group may read the key: Debian has one for that (ssl-cert). */
function openFiles({ dataDir, tls }: Config): CheckResult[] {
  const found: CheckResult[] = [];
  const modeOf = (file: string) => (existsSync(file) ? statSync(file).mode : 0);
  if ((modeOf(envFile()) & 0o077) !== 0)
    found.push(
      warning("env_readable", `Other users of this machine may read ${envFile()}.`, {
        remedy: `Run: chmod 600 ${envFile()}`,
        subject: ".env",
      }),
    );
  if (tls && (modeOf(tls.keyFile) & 0o007) !== 0 && isOpenFolder(tls.keyFile))
    found.push(
      failing("key_readable", `Every user of this machine may read the private key ${tls.keyFile}.`, {
        remedy: `Run: chmod o= ${tls.keyFile} (of a secret that is mounted into a container: set its mode to 0440)`,
        subject: "TLS_KEY_FILE",
      }),
    );
  if ((modeOf(dataDir) & 0o002) !== 0)
    found.push(
      failing("data_dir_writable", `Every user of this machine may write to ${dataDir}.`, {
        remedy: `Run: chmod 700 ${dataDir}`,
        subject: "DATA_DIR",
      }),
    );
  return found;
}
