// The only reader of the environment: parses and checks the settings that config/settings.ts describes. The result is frozen.
import { hostname } from "node:os";
import { join, resolve } from "node:path";
import { domainToASCII } from "node:url";
import ipaddr from "ipaddr.js";
import { type LogFormat, type LogLevel, logLevels } from "../lib/log.ts";
import type { Network } from "../lib/networks.ts";
import { type Plans, plansOf, usualSchedule } from "./plans.ts";
import {
  address,
  ConfigError,
  cidrs,
  domain,
  type Env,
  email,
  emailOrOff,
  integer,
  limit,
  names,
  oneOf,
  type Port,
  port,
  refuse,
  text,
  url,
} from "./values.ts";

export { ConfigError, type Port };

export interface Config {
  host: string;
  port: number;
  /** Servers on the same database may share the HTTP port. */
  sharePort: boolean;
  httpsPort: Port;
  smtpPort: Port;
  submissionPort: Port;
  submissionsPort: Port;
  imapPort: Port;
  imapsPort: Port;
  /** null: http://localhost with the bound HTTP port. */
  baseUrl: string | null;
  mailDomain: string;
  mailHostname: string;
  /** MAIL_HOSTNAME is set; else the machine's own name stands for it. */
  hasMailHostname: boolean;
  dataDir: string;
  databaseUrl: string | null;
  /** The database behind a pooler at databaseUrl. */
  databaseDirectUrl: string | null;
  /** Whether that pooler keeps prepared statements. */
  databasePreparesPooled: boolean;
  /** A streaming standby for long reads; null: none. */
  databaseReadUrl: string | null;
  /** Time for which a start waits for a database that is not up yet. */
  databaseWaitSeconds: number;
  /** Between a signal to stop and the end of the listeners. */
  drainSeconds: number;
  /** The store of large blobs; null: in files. */
  s3: ({ bucket: string } & S3Server) | null;
  /** For backups too, whose bucket the operator names. */
  s3Server: S3Server | null;
  /** 32 bytes; null: backups are not encrypted. */
  backupKey: Uint8Array | null;
  smtpRelayUrl: string | null;
  /** The relay by the sender's domain; null: by MX. */
  smtpRelayDomains: ReadonlyMap<string, string | null>;
  /** Recipients a day by the age of a sending domain; null: no ramp. */
  sendingRamp: readonly number[] | null;
  /** The address that sends DMARC aggregate reports; null: none are sent. */
  dmarcReports: string | null;
  /** The address that sends TLS reports; null: none are sent. */
  tlsReports: string | null;
  dnsServers: readonly string[] | null;
  /** dnsServers validate DNSSEC and are trusted: TLSA records count. */
  dane: boolean;
  tls: { certFile: string; keyFile: string } | null;
  acme: { email: string; directoryUrl: string; caFile: string | null } | null;
  rspamd: { url: string; controllerUrl: string; password: string | null } | null;
  dnsBlocklists: readonly string[];
  dmarcReject: "refuse" | "mark";
  allowPlaintextAuth: "never" | "loopback";
  trustedNetworks: readonly Network[];
  /** Whether connections of trusted proxies to all ports but the HTTP one begin with a PROXY header. */
  proxyProtocol: boolean;
  trustedProxies: readonly Network[];
  webhookAllowNetworks: readonly Network[];
  rateLimit: { perSecond: number; burst: number };
  smtpGreetingMs: number;
  smtpTarpitMs: number;
  smtpMaxConnections: number;
  smtpFirstMailSeconds: number;
  httpBodySeconds: number;
  agentSignup: boolean;
  /** The domain of addresses of sign-ups; null: the default one, where that is a name of this machine. */
  signupDomain: string | null;
  plans: Plans;
  logLevel: LogLevel;
  logFormat: LogFormat;
  /** The port of a listener on 127.0.0.1 that serves /metrics only. */
  metricsPort: Port;
  /** The token for /metrics at the HTTP port; null: no page there. */
  metricsToken: string | null;
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
  const config: Config = {
    host: address(env, "HOST", "127.0.0.1"),
    port: port(env, "PORT", 3000) ?? refuse("PORT", "off", "must be a number: the API cannot be off"),
    sharePort: sharePort(env),
    httpsPort: port(env, "HTTPS_PORT", null),
    smtpPort: port(env, "SMTP_PORT", 2525),
    submissionPort: port(env, "SUBMISSION_PORT", 2587),
    submissionsPort: port(env, "SUBMISSIONS_PORT", 2465),
    imapPort: port(env, "IMAP_PORT", 2143),
    imapsPort: port(env, "IMAPS_PORT", 2993),
    baseUrl: url(env, "BASE_URL", ["http:", "https:"])?.replace(/(?<!\/)\/+$/, "") ?? null,
    mailDomain: domain(env, "MAIL_DOMAIN", "postroom.localhost"),
    mailHostname: domain(env, "MAIL_HOSTNAME", hostname()),
    hasMailHostname: text(env, "MAIL_HOSTNAME") !== undefined,
    dataDir: resolve(text(env, "DATA_DIR") ?? "./data"),
    databaseUrl: databaseUrl(env, "DATABASE_URL"),
    databaseDirectUrl: directUrl(env),
    databasePreparesPooled: poolerPrepares(env),
    databaseReadUrl: readUrl(env),
    databaseWaitSeconds: integer(env, "DATABASE_WAIT_SECONDS", 30, 0),
    drainSeconds: integer(env, "DRAIN_SECONDS", 0, 0),
    s3: s3(env),
    s3Server: s3Server(env),
    backupKey: backupKey(env),
    smtpRelayUrl: url(env, "SMTP_RELAY_URL", ["smtp:", "smtps:"]),
    smtpRelayDomains: relayDomains(env),
    sendingRamp: sendingRamp(env),
    dmarcReports: emailOrOff(env, "DMARC_REPORTS"),
    tlsReports: emailOrOff(env, "TLS_REPORTS"),
    dnsServers: dnsServers(env),
    dane: dane(env),
    tls: tls(env),
    acme: acme(env),
    rspamd: rspamd(env),
    dnsBlocklists: names(env, "DNS_BLOCKLISTS"),
    dmarcReject: oneOf(env, "DMARC_REJECT", ["refuse", "mark"] as const, "refuse"),
    allowPlaintextAuth: oneOf(env, "ALLOW_PLAINTEXT_AUTH", ["never", "loopback"] as const, "never"),
    trustedNetworks: cidrs(env, "TRUSTED_NETWORKS", "127.0.0.0/8,::1"),
    trustedProxies: cidrs(env, "TRUSTED_PROXIES", ""),
    proxyProtocol: proxyProtocol(env),
    webhookAllowNetworks: cidrs(env, "WEBHOOK_ALLOW_NETWORKS", ""),
    rateLimit: {
      perSecond: integer(env, "RATE_LIMIT_PER_SECOND", 50, 0),
      burst: integer(env, "RATE_LIMIT_BURST", 200, 1),
    },
    smtpGreetingMs: integer(env, "SMTP_GREETING_MS", 1000, 0),
    smtpTarpitMs: integer(env, "SMTP_TARPIT_MS", 1000, 0),
    smtpMaxConnections: integer(env, "SMTP_MAX_CONNECTIONS", 1000, 10),
    smtpFirstMailSeconds: integer(env, "SMTP_FIRST_MAIL_SECONDS", 30, 1),
    httpBodySeconds: integer(env, "HTTP_BODY_SECONDS", 60, 1),
    agentSignup: oneOf(env, "AGENT_SIGNUP", ["on", "off"] as const, "on") === "on",
    signupDomain: text(env, "SIGNUP_DOMAIN") === undefined ? null : domain(env, "SIGNUP_DOMAIN", ""),
    logLevel: oneOf(env, "LOG_LEVEL", logLevels, "info"),
    logFormat: oneOf(env, "LOG_FORMAT", ["json", "text"] as const, process.stderr.isTTY ? "text" : "json"),
    metricsPort: port(env, "METRICS_PORT", null),
    metricsToken: metricsToken(env),
    plans: plansOf(
      {
        perAddress: limit(env, "ADDRESS_DAILY_RECIPIENTS"),
        perAccount: limit(env, "ACCOUNT_DAILY_RECIPIENTS"),
      },
      {
        maxAddresses: integer(env, "SIGNUP_MAX_ADDRESSES", 5, 1),
        dailyRecipients: integer(env, "SIGNUP_DAILY_RECIPIENTS", 100, 0),
        storageMb: integer(env, "SIGNUP_STORAGE_MB", 1024, 1),
      },
    ),
  };
  return Object.freeze(config);
}

/** The path of a file in the data directory. */
export function dataPath(config: Pick<Config, "dataDir">, name: string): string {
  return join(config.dataDir, name);
}

function metricsToken(env: Env): string | null {
  const value = text(env, "METRICS_TOKEN");
  // The value is a secret: the message leaves it out.
  if (value !== undefined && value.length < 16)
    refuse("METRICS_TOKEN", "…", "must have at least 16 characters");
  return value ?? null;
}

function sharePort(env: Env): boolean {
  const isOn = oneOf(env, "SHARE_PORT", ["on", "off"] as const, "off") === "on";
  if (isOn && text(env, "DATABASE_URL") === undefined)
    refuse("SHARE_PORT", "on", "needs DATABASE_URL: an embedded database has one server. Leave it off");
  return isOn;
}

function proxyProtocol(env: Env): boolean {
  const isOn = oneOf(env, "PROXY_PROTOCOL", ["on", "off"] as const, "off") === "on";
  if (isOn && text(env, "TRUSTED_PROXIES") === undefined)
    refuse("PROXY_PROTOCOL", "on", "needs TRUSTED_PROXIES: who may say whom a connection is from");
  return isOn;
}

/** One URL may name several hosts: a.example.com:5432,b.example.com. PostgreSQL 34.1.1.2 */
function databaseUrl(env: Env, name: string): string | null {
  const value = text(env, name);
  const first = value?.replace(/^(\w+:\/\/(?:[^@/?]*@)?[^,/?]+)(?:,[^,/?]+)+/, "$1");
  return url({ ...env, [name]: first }, name, ["postgres:", "postgresql:"]) && value!;
}

function directUrl(env: Env): string | null {
  const value = databaseUrl(env, "DATABASE_DIRECT_URL");
  if (value !== null && text(env, "DATABASE_URL") === undefined)
    refuse("DATABASE_DIRECT_URL", "…", "stands beside DATABASE_URL, the pooler's. Set that, or neither");
  return value;
}

function poolerPrepares(env: Env): boolean {
  const prepares = oneOf(env, "DATABASE_POOLER_PREPARES", ["on", "off"] as const, "off") === "on";
  if (prepares && text(env, "DATABASE_DIRECT_URL") === undefined)
    refuse(
      "DATABASE_POOLER_PREPARES",
      "on",
      "speaks of a pooler. Set DATABASE_DIRECT_URL to the database behind it, or leave this out",
    );
  return prepares;
}

function readUrl(env: Env): string | null {
  const value = databaseUrl(env, "DATABASE_READ_URL");
  if (value !== null && text(env, "DATABASE_URL") === undefined)
    refuse("DATABASE_READ_URL", "…", "stands beside DATABASE_URL, the primary's. Set that, or neither");
  return value;
}

function s3(env: Env): Config["s3"] {
  const bucket = text(env, "S3_BUCKET");
  if (bucket === undefined) return null;
  for (const name of ["S3_ACCESS_KEY_ID", "S3_SECRET_ACCESS_KEY"])
    if (text(env, name) === undefined) refuse(name, "", "is needed with S3_BUCKET");
  return { bucket, ...s3Server(env)! };
}

function s3Server(env: Env): Config["s3Server"] {
  const [accessKeyId, secretAccessKey] = [text(env, "S3_ACCESS_KEY_ID"), text(env, "S3_SECRET_ACCESS_KEY")];
  if (accessKeyId === undefined || secretAccessKey === undefined) return null;
  const endpoint = url(env, "S3_ENDPOINT", ["http:", "https:"]);
  return { endpoint, region: text(env, "S3_REGION") ?? null, accessKeyId, secretAccessKey };
}

function backupKey(env: Env): Uint8Array | null {
  const value = text(env, "BACKUP_KEY");
  if (value === undefined) return null;
  if (!/^[0-9a-f]{64}$/i.test(value))
    refuse("BACKUP_KEY", "…", "must be 64 hexadecimal digits, as openssl rand -hex 32 prints them");
  return Buffer.from(value, "hex");
}

function rspamd(env: Env): Config["rspamd"] {
  const scanner = url(env, "RSPAMD_URL", ["http:", "https:"]);
  const controller = url(env, "RSPAMD_CONTROLLER_URL", ["http:", "https:"]);
  if (scanner === null) return null;
  const beside = new URL(scanner);
  beside.port = "11334";
  const password = text(env, "RSPAMD_PASSWORD") ?? null;
  return { url: scanner, controllerUrl: controller ?? beside.href, password };
}

function relayDomains(env: Env): Map<string, string | null> {
  const name = "SMTP_RELAY_DOMAINS";
  const found = new Map<string, string | null>();
  for (const part of (text(env, name) ?? "").split(",").map((item) => item.trim())) {
    if (part === "") continue;
    const [, from = "", relay = ""] = /^([^=]*)=(.*)$/.exec(part) ?? [];
    const protocol = URL.canParse(relay) ? new URL(relay).protocol : "";
    const domain = domainToASCII(from.trim().toLowerCase());
    // The value may contain passwords: the message leaves it out.
    if (domain === "" || (relay !== "mx" && protocol !== "smtp:" && protocol !== "smtps:"))
      refuse(
        name,
        "…",
        "must be a list of domain=URL, with URLs that begin with smtp:// or smtps://, or domain=mx",
      );
    found.set(domain, relay === "mx" ? null : relay);
  }
  return found;
}

function sendingRamp(env: Env): readonly number[] | null {
  const value = (text(env, "SENDING_RAMP") ?? "off").toLowerCase();
  if (value === "off") return null;
  if (value === "on") return usualSchedule;
  const days = value.split(",").map((part) => part.trim());
  if (days.length > 365 || !days.every((day) => /^[1-9]\d{0,7}$/.test(day)))
    refuse("SENDING_RAMP", value, "must be off, on, or recipients by day with commas between, at most 365");
  return days.map(Number);
}

function dane(env: Env): boolean {
  const isOn = oneOf(env, "DANE", ["on", "off"] as const, "off") === "on";
  if (isOn && text(env, "DNS_SERVERS") === undefined)
    refuse("DANE", "on", "needs DNS_SERVERS: resolvers of your own that validate DNSSEC");
  return isOn;
}

function dnsServers(env: Env): string[] | null {
  const value = text(env, "DNS_SERVERS");
  if (value === undefined) return null;
  const servers = value.split(",").map((part) => part.trim());
  for (const server of servers) {
    const host = server.replace(/:\d+$/, "").replace(/^\[|\]$/g, "");
    if (!ipaddr.isValid(host) && !ipaddr.isValid(server))
      refuse("DNS_SERVERS", value, `has "${server}", which is not an address`);
  }
  return servers;
}

function tls(env: Env): Config["tls"] {
  const certFile = text(env, "TLS_CERT_FILE");
  const keyFile = text(env, "TLS_KEY_FILE");
  if (certFile === undefined && keyFile === undefined) return null;
  if (certFile === undefined) return refuse("TLS_CERT_FILE", "", "is needed with TLS_KEY_FILE");
  if (keyFile === undefined) return refuse("TLS_KEY_FILE", "", "is needed with TLS_CERT_FILE");
  return { certFile, keyFile };
}

const letsEncrypt = "https://acme-v02.api.letsencrypt.org/directory";

function acme(env: Env): Config["acme"] {
  const contact = email(env, "ACME_EMAIL");
  const directoryUrl = url(env, "ACME_DIRECTORY_URL", ["https:"]) ?? letsEncrypt;
  return contact === null
    ? null
    : { email: contact, directoryUrl, caFile: text(env, "ACME_CA_FILE") ?? null };
}
