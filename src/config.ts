// The only reader of the environment. Every setting is declared once, here: its name, its default, how it is read
// and what it means; README's table and the start-up errors come from the same list. The result is frozen.
import { hostname } from "node:os";
import { join, resolve } from "node:path";
import { domainToASCII } from "node:url";
import ipaddr from "ipaddr.js";

/** A port number, or null for "off". 0 takes a free one. */
export type Port = number | null;

export interface Config {
  host: string;
  port: number;
  httpsPort: Port;
  smtpPort: Port;
  submissionPort: Port;
  submissionsPort: Port;
  imapPort: Port;
  imapsPort: Port;
  /** null: made from the HTTP port that was taken. */
  baseUrl: string | null;
  mailDomain: string;
  mailHostname: string;
  dataDir: string;
  databaseUrl: string | null;
  s3: {
    bucket: string;
    endpoint: string | null;
    region: string | null;
    accessKeyId: string;
    secretAccessKey: string;
  } | null;
  smtpRelayUrl: string | null;
  dnsServers: readonly string[] | null;
  tls: { certFile: string; keyFile: string } | null;
  acmeEmail: string | null;
  rspamdUrl: string | null;
  allowPlaintextAuth: "never" | "loopback";
  trustedNetworks: readonly Cidr[];
  trustedProxies: readonly Cidr[];
  webhookAllowNetworks: readonly Cidr[];
  rateLimit: { perSecond: number; burst: number };
  agentSignup: boolean;
  signupPlan: { maxAddresses: number; dailyRecipients: number; storageMb: number };
  logLevel: LogLevel;
}

export type LogLevel = "debug" | "info" | "warn" | "error" | "silent";
export type Cidr = [ipaddr.IPv4 | ipaddr.IPv6, number];

/** A setting that cannot be used; the message names it, says what is wrong and gives an example. */
export class ConfigError extends Error {
  override readonly name = "ConfigError";
}

export interface Setting {
  name: string;
  /** As README shows it. */
  defaultText: string;
  meaning: string;
  example: string;
}

/** All settings in the order in which they are shown. DECISIONS Settings and command line. */
export const settings: readonly Setting[] = [
  setting("HOST", "127.0.0.1", "address that all listeners bind (the Docker image: 0.0.0.0)", "0.0.0.0"),
  setting("PORT", "3000", "HTTP port; 0 takes a free one", "8080"),
  setting("HTTPS_PORT", "off", "HTTPS port, with TLS_CERT_FILE or ACME_EMAIL", "443"),
  setting("SMTP_PORT", "2525", "inbound SMTP; 0 takes a free port, off none", "25"),
  setting("SUBMISSION_PORT", "2587", "SMTP submission with STARTTLS", "587"),
  setting("SUBMISSIONS_PORT", "2465", "SMTP submission over TLS", "465"),
  setting("IMAP_PORT", "2143", "IMAP with STARTTLS", "143"),
  setting("IMAPS_PORT", "2993", "IMAP over TLS", "993"),
  setting("BASE_URL", "http://localhost:PORT", "links in mails and pages", "https://mail.example.com"),
  setting(
    "MAIL_DOMAIN",
    "postroom.localhost",
    "the default domain, made at first start",
    "agents.example.com",
  ),
  setting("MAIL_HOSTNAME", "the machine's name", "HELO, greeting, Message-ID", "mail.example.com"),
  setting(
    "DATA_DIR",
    "./data",
    "embedded database, blobs, certificates, control socket",
    "/var/lib/postroom",
  ),
  setting(
    "DATABASE_URL",
    "none: embedded",
    "Postgres 14 or later",
    "postgres://postroom:secret@db.example.com/postroom",
  ),
  setting("S3_BUCKET", "none: files", "bucket for large blobs", "postroom-mail"),
  setting("S3_ENDPOINT", "AWS", "S3 server's address", "https://s3.example.com"),
  setting("S3_REGION", "none", "S3 region", "eu-central-1"),
  setting("S3_ACCESS_KEY_ID", "none", "S3 key, with S3_BUCKET", "AKIA…"),
  setting("S3_SECRET_ACCESS_KEY", "none", "S3 secret, with S3_BUCKET", "…"),
  setting(
    "SMTP_RELAY_URL",
    "none: MX",
    "send through this server",
    "smtps://user:password@smtp.example.com:465",
  ),
  setting("DNS_SERVERS", "the system's", "comma separated host or host:port", "9.9.9.9,127.0.0.1:5353"),
  setting("TLS_CERT_FILE", "self-signed", "certificate chain, PEM", "/etc/ssl/mail.pem"),
  setting("TLS_KEY_FILE", "self-signed", "private key, PEM", "/etc/ssl/mail.key"),
  setting("ACME_EMAIL", "none", "get certificates by ACME, with this contact", "admin@example.com"),
  setting("RSPAMD_URL", "none", "spam scanner", "http://127.0.0.1:11333"),
  setting(
    "ALLOW_PLAINTEXT_AUTH",
    "never",
    "loopback: IMAP and SMTP clients on this machine may log in without TLS",
    "loopback",
  ),
  setting(
    "TRUSTED_NETWORKS",
    "127.0.0.0/8,::1",
    "CIDRs free of SPF, DMARC refusal, block lists and per-IP limits",
    "127.0.0.0/8,10.0.0.0/8",
  ),
  setting("TRUSTED_PROXIES", "none", "CIDRs whose X-Forwarded-For is believed", "10.0.0.0/8"),
  setting("WEBHOOK_ALLOW_NETWORKS", "none", "CIDRs that webhooks may reach although private", "127.0.0.0/8"),
  setting("RATE_LIMIT_PER_SECOND", "50", "requests a second for a key, sustained; 0 turns it off", "100"),
  setting("RATE_LIMIT_BURST", "200", "requests at once for a key", "400"),
  setting("AGENT_SIGNUP", "on", "on or off", "off"),
  setting("SIGNUP_MAX_ADDRESSES", "5", "addresses of a signup account", "10"),
  setting("SIGNUP_DAILY_RECIPIENTS", "100", "recipients a day of a signup account", "500"),
  setting("SIGNUP_STORAGE_MB", "1024", "megabytes of a signup account", "2048"),
  setting("LOG_LEVEL", "info", "debug, info, warn, error or silent", "debug"),
];

function setting(name: string, defaultText: string, meaning: string, example: string): Setting {
  return { name, defaultText, meaning, example };
}

type Env = Record<string, string | undefined>;

/**
 * Reads and checks all settings.
 * @throws ConfigError for the first one that cannot be used
 */
export function readConfig(env: Env = process.env): Config {
  const config: Config = {
    host: address(env, "HOST", "127.0.0.1"),
    port: port(env, "PORT", 3000) ?? refuse("PORT", "off", "must be a number: the API cannot be off"),
    httpsPort: port(env, "HTTPS_PORT", null),
    smtpPort: port(env, "SMTP_PORT", 2525),
    submissionPort: port(env, "SUBMISSION_PORT", 2587),
    submissionsPort: port(env, "SUBMISSIONS_PORT", 2465),
    imapPort: port(env, "IMAP_PORT", 2143),
    imapsPort: port(env, "IMAPS_PORT", 2993),
    baseUrl: url(env, "BASE_URL", ["http:", "https:"])?.replace(/\/+$/, "") ?? null,
    mailDomain: domain(env, "MAIL_DOMAIN", "postroom.localhost"),
    mailHostname: domain(env, "MAIL_HOSTNAME", hostname()),
    dataDir: resolve(text(env, "DATA_DIR") ?? "./data"),
    databaseUrl: url(env, "DATABASE_URL", ["postgres:", "postgresql:"]),
    s3: s3(env),
    smtpRelayUrl: url(env, "SMTP_RELAY_URL", ["smtp:", "smtps:"]),
    dnsServers: dnsServers(env),
    tls: tls(env),
    acmeEmail: email(env, "ACME_EMAIL"),
    rspamdUrl: url(env, "RSPAMD_URL", ["http:", "https:"]),
    allowPlaintextAuth: oneOf(env, "ALLOW_PLAINTEXT_AUTH", ["never", "loopback"] as const, "never"),
    trustedNetworks: cidrs(env, "TRUSTED_NETWORKS", "127.0.0.0/8,::1"),
    trustedProxies: cidrs(env, "TRUSTED_PROXIES", ""),
    webhookAllowNetworks: cidrs(env, "WEBHOOK_ALLOW_NETWORKS", ""),
    rateLimit: {
      perSecond: integer(env, "RATE_LIMIT_PER_SECOND", 50, 0),
      burst: integer(env, "RATE_LIMIT_BURST", 200, 1),
    },
    agentSignup: oneOf(env, "AGENT_SIGNUP", ["on", "off"] as const, "on") === "on",
    signupPlan: {
      maxAddresses: integer(env, "SIGNUP_MAX_ADDRESSES", 5, 1),
      dailyRecipients: integer(env, "SIGNUP_DAILY_RECIPIENTS", 100, 0),
      storageMb: integer(env, "SIGNUP_STORAGE_MB", 1024, 1),
    },
    logLevel: oneOf(env, "LOG_LEVEL", ["debug", "info", "warn", "error", "silent"] as const, "info"),
  };
  return Object.freeze(config);
}

/** The path of a file in the data directory. */
export function dataPath(config: Pick<Config, "dataDir">, name: string): string {
  return join(config.dataDir, name);
}

function text(env: Env, name: string): string | undefined {
  const value = env[name]?.trim();
  return value === "" ? undefined : value;
}

function refuse(name: string, value: string, problem: string): never {
  const example = settings.find((s) => s.name === name)?.example ?? "";
  throw new ConfigError(`${name}=${value} ${problem}. Example: ${name}=${example}`);
}

function integer(env: Env, name: string, fallback: number, least: number): number {
  const value = text(env, name);
  if (value === undefined) return fallback;
  const number = Number(value);
  if (!Number.isSafeInteger(number) || number < least)
    refuse(name, value, `must be a whole number from ${least}`);
  return number;
}

function port(env: Env, name: string, fallback: Port): Port {
  const value = text(env, name);
  if (value === undefined) return fallback;
  if (value === "off") return null;
  const number = Number(value);
  if (!/^\d+$/.test(value) || number > 65535) refuse(name, value, "must be a port from 0 to 65535, or off");
  return number;
}

function oneOf<const T extends string>(env: Env, name: string, choices: readonly T[], fallback: T): T {
  const value = text(env, name);
  if (value === undefined) return fallback;
  return (
    choices.find((choice) => choice === value.toLowerCase()) ??
    refuse(name, value, `must be one of ${choices.join(", ")}`)
  );
}

function address(env: Env, name: string, fallback: string): string {
  const value = text(env, name) ?? fallback;
  return value === "localhost" || ipaddr.isValid(value)
    ? value
    : refuse(name, value, "must be an IP address");
}

function domain(env: Env, name: string, fallback: string): string {
  const value = text(env, name) ?? fallback;
  const ascii = domainToASCII(value.toLowerCase());
  const label = "[a-z0-9_]([a-z0-9_-]{0,61}[a-z0-9])?";
  if (ascii.length > 253 || !new RegExp(`^${label}(\\.${label})*$`).test(ascii))
    refuse(name, value, "must be a domain name");
  return ascii;
}

function email(env: Env, name: string): string | null {
  const value = text(env, name);
  if (value === undefined) return null;
  return /^[^@\s]+@[^@\s]+$/.test(value) ? value : refuse(name, value, "must be an email address");
}

function url(env: Env, name: string, protocols: readonly string[]): string | null {
  const value = text(env, name);
  if (value === undefined) return null;
  const parsed = URL.canParse(value) ? new URL(value) : null;
  if (!parsed || !protocols.includes(parsed.protocol)) {
    // The value may hold a password: it is not repeated.
    refuse(name, "…", `must be a URL that begins with ${protocols.map((p) => `${p}//`).join(" or ")}`);
  }
  return value;
}

function cidrs(env: Env, name: string, fallback: string): Cidr[] {
  const value = text(env, name) ?? fallback;
  return value
    .split(",")
    .map((part) => part.trim())
    .filter((part) => part !== "")
    .map((part) => {
      if (ipaddr.isValidCIDR(part)) return ipaddr.parseCIDR(part) as Cidr;
      if (!ipaddr.isValid(part))
        return refuse(name, value, `has "${part}", which is neither an address nor a network`);
      const single = ipaddr.parse(part);
      return [single, single.kind() === "ipv4" ? 32 : 128] as Cidr;
    });
}

/** True when the address lies in one of the networks; IPv4-mapped IPv6 counts as IPv4. */
export function inNetworks(ip: string, networks: readonly Cidr[]): boolean {
  if (!ipaddr.isValid(ip)) return false;
  const parsed = ipaddr.process(ip);
  return networks.some(([net, bits]) => net.kind() === parsed.kind() && parsed.match(net as never, bits));
}

function s3(env: Env): Config["s3"] {
  const bucket = text(env, "S3_BUCKET");
  if (bucket === undefined) return null;
  const accessKeyId =
    text(env, "S3_ACCESS_KEY_ID") ?? refuse("S3_ACCESS_KEY_ID", "", "is needed with S3_BUCKET");
  const secretAccessKey =
    text(env, "S3_SECRET_ACCESS_KEY") ?? refuse("S3_SECRET_ACCESS_KEY", "", "is needed with S3_BUCKET");
  const endpoint = url(env, "S3_ENDPOINT", ["http:", "https:"]);
  return { bucket, endpoint, region: text(env, "S3_REGION") ?? null, accessKeyId, secretAccessKey };
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
