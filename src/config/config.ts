// The only reader of the environment: takes the values of all settings and checks those that need each other. The result is frozen.
import { hostname } from "node:os";
import { join } from "node:path";
import type { LogFormat } from "../lib/log.ts";
import { type Plans, plansOf } from "./plans.ts";
import { readSettings, refuse, type SettingValues } from "./settings.ts";
import { ConfigError, domain, type Env, type Port } from "./values.ts";

export { ConfigError, type Port };

/** Values of settings that mean something together alone. */
type PartSetting =
  | `${"s3" | "acme" | "rspamd" | "rateLimit" | "signupMax" | "signupDaily" | "signupStorage"}${string}`
  | `tls${"Cert" | "Key"}File`
  | `${"address" | "account"}DailyRecipients`;

export interface Config extends Omit<SettingValues, PartSetting | "mailHostname" | "logFormat"> {
  mailHostname: string;
  /** MAIL_HOSTNAME is set; else the machine's own name stands for it. */
  hasMailHostname: boolean;
  /** The store of large blobs; null: in files. */
  s3: ({ bucket: string } & S3Server) | null;
  /** For backups too, whose bucket the operator names. */
  s3Server: S3Server | null;
  tls: { certFile: string; keyFile: string } | null;
  acme: { email: string; directoryUrl: string; caFile: string | null } | null;
  rspamd: { url: string; controllerUrl: string; password: string | null } | null;
  rateLimit: { perSecond: number; burst: number };
  plans: Plans;
  logFormat: LogFormat;
}

export interface S3Server {
  /** null: AWS. */
  endpoint: string | null;
  region: string | null;
  accessKeyId: string;
  secretAccessKey: string;
}

/** The environment of this process, with what `.env` held at its start. */
export function environment(): Env {
  return { ...process.env };
}

/**
 * Reads and checks all settings.
 * @throws ConfigError for the first invalid one
 */
export function readConfig(env: Env = process.env): Config {
  const values = readSettings(env);
  checkPairs(values);
  const s3Server = s3ServerOf(values);
  return Object.freeze({
    ...values,
    mailHostname:
      values.mailHostname ?? domain(hostname(), (problem) => refuse("MAIL_HOSTNAME", hostname(), problem)),
    hasMailHostname: values.mailHostname !== null,
    s3: values.s3Bucket === null || s3Server === null ? null : { bucket: values.s3Bucket, ...s3Server },
    s3Server,
    tls:
      values.tlsCertFile === null || values.tlsKeyFile === null
        ? null
        : { certFile: values.tlsCertFile, keyFile: values.tlsKeyFile },
    acme:
      values.acmeEmail === null
        ? null
        : { email: values.acmeEmail, directoryUrl: values.acmeDirectoryUrl, caFile: values.acmeCaFile },
    rspamd: rspamdOf(values),
    rateLimit: { perSecond: values.rateLimitPerSecond, burst: values.rateLimitBurst },
    logFormat: values.logFormat ?? (process.stderr.isTTY ? "text" : "json"),
    plans: plansOf(
      { perAddress: values.addressDailyRecipients, perAccount: values.accountDailyRecipients },
      {
        maxAddresses: values.signupMaxAddresses,
        dailyRecipients: values.signupDailyRecipients,
        storageMb: values.signupStorageMb,
      },
    ),
  });
}

/** The path of a file in the data directory. */
export function dataPath(config: Pick<Config, "dataDir">, name: string): string {
  return join(config.dataDir, name);
}

/** Refuse a setting that needs another one. */
function checkPairs(values: SettingValues): void {
  const isEmbedded = values.databaseUrl === null;
  if (values.sharePort && isEmbedded)
    refuse("SHARE_PORT", "on", "needs DATABASE_URL: an embedded database has one server. Leave it off");
  if (values.proxyProtocol && values.trustedProxies.length === 0)
    refuse("PROXY_PROTOCOL", "on", "needs TRUSTED_PROXIES: who may say whom a connection is from");
  if (values.databaseDirectUrl !== null && isEmbedded)
    refuse("DATABASE_DIRECT_URL", "…", "stands beside DATABASE_URL, the pooler's. Set that, or neither");
  if (values.databasePreparesPooled && values.databaseDirectUrl === null)
    refuse(
      "DATABASE_POOLER_PREPARES",
      "on",
      "speaks of a pooler. Set DATABASE_DIRECT_URL to the database behind it, or leave this out",
    );
  if (values.databaseReadUrl !== null && isEmbedded)
    refuse("DATABASE_READ_URL", "…", "stands beside DATABASE_URL, the primary's. Set that, or neither");
  if (values.s3Bucket !== null && values.s3AccessKeyId === null)
    refuse("S3_ACCESS_KEY_ID", "", "is needed with S3_BUCKET");
  if (values.s3Bucket !== null && values.s3SecretAccessKey === null)
    refuse("S3_SECRET_ACCESS_KEY", "", "is needed with S3_BUCKET");
  if (values.dane && values.dnsServers === null)
    refuse("DANE", "on", "needs DNS_SERVERS: resolvers of your own that validate DNSSEC");
  if (values.oidcIssuer !== null && values.oidcClientId === null)
    refuse("OIDC_CLIENT_ID", "", "is needed with OIDC_ISSUER");
  if (values.oidcIssuer === null && values.oidcRoles.size > 0)
    refuse("OIDC_ISSUER", "", "is needed with OIDC_ROLES");
  if (!values.oidcScopes.split(" ").includes("openid"))
    refuse("OIDC_SCOPES", values.oidcScopes, 'must have "openid"');
  const taken = new Map<number, string>();
  for (const [name, port] of portsOf(values)) {
    if (port === null || port === 0) continue;
    const other = taken.get(port);
    if (other !== undefined) refuse(name, String(port), `is ${other}'s too. Give each its own`);
    taken.set(port, name);
  }
  if (values.tlsCertFile === null && values.tlsKeyFile !== null)
    refuse("TLS_CERT_FILE", "", "is needed with TLS_KEY_FILE");
  if (values.tlsCertFile !== null && values.tlsKeyFile === null)
    refuse("TLS_KEY_FILE", "", "is needed with TLS_CERT_FILE");
}

/** Ports that are bound on one machine, by setting. */
function portsOf(values: SettingValues): [string, number | null][] {
  return [
    ["PORT", values.port],
    ["HTTPS_PORT", values.httpsPort],
    ["SMTP_PORT", values.smtpPort],
    ["SUBMISSION_PORT", values.submissionPort],
    ["SUBMISSIONS_PORT", values.submissionsPort],
    ["IMAP_PORT", values.imapPort],
    ["IMAPS_PORT", values.imapsPort],
    ["METRICS_PORT", values.metricsPort],
  ];
}

function s3ServerOf(values: SettingValues): S3Server | null {
  const { s3Endpoint: endpoint, s3Region: region, s3AccessKeyId: accessKeyId } = values;
  const secretAccessKey = values.s3SecretAccessKey;
  if (accessKeyId === null || secretAccessKey === null) return null;
  return { endpoint, region, accessKeyId, secretAccessKey };
}

function rspamdOf({
  rspamdUrl: url,
  rspamdControllerUrl,
  rspamdPassword: password,
}: SettingValues): Config["rspamd"] {
  if (url === null) return null;
  const beside = new URL(url);
  beside.port = "11334";
  return { url, controllerUrl: rspamdControllerUrl ?? beside.href, password };
}
