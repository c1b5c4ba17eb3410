// All settings, each once: its name, reader, default, meaning and example. `--help`, `doctor` and src/config/README.md list them from
// here (`bun test/support/settings-list.ts` writes the file), config.ts takes their values.
// Long: a table, one row a setting.
import { logLevels } from "../lib/log.ts";
import {
  address,
  backupEvery,
  backupKeep,
  backupKey,
  backupPlace,
  ConfigError,
  databaseUrl,
  dataFolder,
  dnsServers,
  domain,
  domains,
  type Env,
  email,
  emailOrOff,
  groupRoles,
  headerFields,
  httpPort,
  integerFrom,
  integerOrNone,
  issuerUrl,
  loginUrlOf,
  metricsToken,
  milliseconds,
  namedValues,
  networks,
  oneOf,
  onOff,
  port,
  type Reader,
  relayDomains,
  sampler,
  sendingRamp,
  share,
  text,
  urlOf,
} from "./values.ts";

interface SettingText {
  /** The default as lists show it. Without `unset` it is read as a given value is. */
  default: string;
  /** The value of a setting that is not set, where no text stands for it. */
  unset?: unknown;
  meaning: string;
  example: string;
  /** SIGHUP changes it without a restart: every part asks for it anew. The other ones are taken at the start: ports, names, the store. */
  isReloadable?: boolean;
}

interface Setting<T> extends SettingText {
  name: string;
  read: Reader<T>;
}

const webUrl = urlOf("http:", "https:");
const relayUrl = loginUrlOf("smtp:", "smtps:");
const noValues: ReadonlyMap<string, string> = new Map();
const noRelays: ReadonlyMap<string, string | null> = new Map();
const letsEncrypt = "https://acme-v02.api.letsencrypt.org/directory";

/** By the name of its value, in the order of src/config/README.md. DECISIONS Settings and command line. */
const table = {
  host: setting("HOST", address, {
    default: "127.0.0.1",
    meaning: "address that all listeners bind (the Docker image: 0.0.0.0)",
    example: "0.0.0.0",
  }),
  port: setting("PORT", httpPort, {
    default: "3000",
    meaning: "HTTP port; 0 takes a free one",
    example: "8080",
  }),
  sharePort: setting("SHARE_PORT", onOff, {
    default: "off",
    meaning: "on: servers on one DATABASE_URL listen on the same PORT of a machine, each with SHARE_PORT=on",
    example: "on",
  }),
  httpsPort: setting("HTTPS_PORT", port, { default: "off", meaning: "HTTPS port", example: "443" }),
  smtpPort: setting("SMTP_PORT", port, {
    default: "2525",
    meaning: "inbound SMTP; 0 takes a free port, off none",
    example: "25",
  }),
  submissionPort: setting("SUBMISSION_PORT", port, {
    default: "2587",
    meaning: "SMTP submission with STARTTLS",
    example: "587",
  }),
  submissionsPort: setting("SUBMISSIONS_PORT", port, {
    default: "2465",
    meaning: "SMTP submission over TLS",
    example: "465",
  }),
  imapPort: setting("IMAP_PORT", port, { default: "2143", meaning: "IMAP with STARTTLS", example: "143" }),
  imapsPort: setting("IMAPS_PORT", port, { default: "2993", meaning: "IMAP over TLS", example: "993" }),
  baseUrl: setting("BASE_URL", (value, refuse) => webUrl(value, refuse).replace(/(?<!\/)\/+$/, ""), {
    default: "http://localhost:PORT",
    unset: null,
    meaning: "links in mails and pages",
    example: "https://mail.example.com",
  }),
  mailDomain: setting("MAIL_DOMAIN", domain, {
    default: "postroom.localhost",
    meaning: "the default domain, made at first start",
    example: "agents.example.com",
  }),
  mailHostname: setting("MAIL_HOSTNAME", domain, {
    default: "the machine's name",
    unset: null,
    meaning: "HELO, greeting, Message-ID",
    example: "mail.example.com",
  }),
  dataDir: setting("DATA_DIR", dataFolder, {
    default: "./data",
    meaning: "embedded database, blobs, certificates, control socket",
    example: "/var/lib/postroom",
  }),
  databaseUrl: setting("DATABASE_URL", databaseUrl, {
    default: "none: embedded",
    unset: null,
    meaning: "Postgres 14 or later; of several hosts, comma separated, the one that takes writes is used",
    example: "postgres://postroom:secret@db.example.com/postroom",
  }),
  databaseDirectUrl: setting("DATABASE_DIRECT_URL", databaseUrl, {
    default: "none: no pooler",
    unset: null,
    meaning:
      "where DATABASE_URL is a pooler that shares connections by the transaction: the database behind it",
    example: "postgres://postroom:secret@db.example.com:5432/postroom",
  }),
  databasePreparesPooled: setting("DATABASE_POOLER_PREPARES", onOff, {
    default: "off",
    meaning:
      "on: the pooler keeps prepared statements (PgBouncer 1.21 or later with max_prepared_statements), which is quicker",
    example: "on",
  }),
  databaseReadUrl: setting("DATABASE_READ_URL", databaseUrl, {
    default: "none: the primary",
    unset: null,
    meaning:
      "a streaming standby for search, lists and exports; it is read only when it has everything that was committed before",
    example: "postgres://postroom:secret@standby.example.com/postroom",
  }),
  drainSeconds: setting("DRAIN_SECONDS", integerFrom(0), {
    default: "0",
    meaning: "behind a balancer: how long /readyz says 503 at SIGTERM before the listeners close",
    example: "5",
  }),
  databaseWaitSeconds: setting("DATABASE_WAIT_SECONDS", integerFrom(0), {
    default: "30",
    meaning: "how long a start waits for a Postgres that is not up yet",
    example: "120",
  }),
  s3Bucket: setting("S3_BUCKET", text, {
    default: "none: files",
    unset: null,
    meaning: "bucket for large blobs",
    example: "postroom-mail",
  }),
  s3Endpoint: setting("S3_ENDPOINT", webUrl, {
    default: "AWS",
    unset: null,
    meaning: "S3 server's address",
    example: "https://s3.example.com",
  }),
  s3Region: setting("S3_REGION", text, {
    default: "none",
    unset: null,
    meaning: "S3 region",
    example: "eu-central-1",
  }),
  s3AccessKeyId: setting("S3_ACCESS_KEY_ID", text, {
    default: "none",
    unset: null,
    meaning: "S3 key, for S3_BUCKET and backups",
    example: "AKIA…",
  }),
  s3SecretAccessKey: setting("S3_SECRET_ACCESS_KEY", text, {
    default: "none",
    unset: null,
    meaning: "S3 secret",
    example: "…",
  }),
  backupKey: setting("BACKUP_KEY", backupKey, {
    default: "none: not encrypted",
    unset: null,
    meaning: "32 bytes in hexadecimal: encrypts backups",
    example: "$(openssl rand -hex 32)",
  }),
  backupTo: setting("BACKUP_TO", backupPlace, {
    default: "none: the server makes none by itself",
    unset: null,
    meaning: "folder or s3://BUCKET/PREFIX to which the server makes backups (the same on every server)",
    example: "/mnt/backups",
  }),
  backupEverySeconds: setting("BACKUP_EVERY", backupEvery, {
    default: "1h",
    meaning: "how often it makes one",
    example: "30m",
  }),
  backupKeep: setting("BACKUP_KEEP", backupKeep, {
    default: "24h,7d,4w",
    meaning: "backups kept there: so many, or one of each of so many hours, days and weeks",
    example: "48h,14d,8w",
  }),
  smtpRelayUrl: setting("SMTP_RELAY_URL", relayUrl, {
    default: "none: MX",
    unset: null,
    meaning: "send through this server",
    example: "smtps://user:password@smtp.example.com:465",
    isReloadable: true,
  }),
  smtpRelayDomains: setting("SMTP_RELAY_DOMAINS", relayDomains, {
    default: "none",
    unset: noRelays,
    meaning: "other ways for mail from some domains, comma separated: domain=URL, or domain=mx",
    example: "news.example.com=smtps://user:password@smtp.example.net:465,example.org=mx",
    isReloadable: true,
  }),
  sendingRamp: setting("SENDING_RAMP", sendingRamp, {
    default: "off",
    meaning:
      "recipients a day outside that a new domain writes to, by day since it was verified; what is above waits for the next day. on: 50,100,200,400,800,1500,3000,6000,12000,25000",
    example: "20,50,100,250,500,1000",
  }),
  dmarcReports: setting("DMARC_REPORTS", emailOrOff, {
    default: "off",
    meaning:
      "an address of this service that sends DMARC aggregate reports (RFC 9990): once a day, to domains whose record asks for them, what was seen of mail from outside that claimed them",
    example: "postmaster@agents.example.com",
  }),
  tlsReports: setting("TLS_REPORTS", emailOrOff, {
    default: "off",
    meaning:
      "an address of this service that sends TLS reports (RFC 8460): once a day, to domains that ask for them, how sessions with their mail servers went",
    example: "postmaster@agents.example.com",
  }),
  dnsServers: setting("DNS_SERVERS", dnsServers, {
    default: "the system's",
    unset: null,
    meaning: "comma separated host or host:port",
    example: "9.9.9.9,127.0.0.1:5353",
  }),
  dane: setting("DANE", onOff, {
    default: "off",
    meaning:
      "on: DNS_SERVERS validate DNSSEC, and nobody between can change their answers (a resolver on this machine); mail to servers with TLSA records goes only where the certificate matches (RFC 7672)",
    example: "on",
  }),
  tlsCertFile: setting("TLS_CERT_FILE", text, {
    default: "self-signed",
    unset: null,
    meaning: "certificate chain, PEM",
    example: "/etc/ssl/mail.pem",
  }),
  tlsKeyFile: setting("TLS_KEY_FILE", text, {
    default: "self-signed",
    unset: null,
    meaning: "private key, PEM",
    example: "/etc/ssl/mail.key",
  }),
  acmeEmail: setting("ACME_EMAIL", email, {
    default: "none",
    unset: null,
    meaning:
      "get certificates by ACME, with this contact; the authority asks at ports 443 (HTTPS_PORT) or 80 (PORT)",
    example: "admin@example.com",
  }),
  acmeDirectoryUrl: setting("ACME_DIRECTORY_URL", urlOf("https:"), {
    default: "Let's Encrypt",
    unset: letsEncrypt,
    meaning: "the certificate authority's directory",
    example: "https://ca.example.com/acme/directory",
  }),
  acmeCaFile: setting("ACME_CA_FILE", text, {
    default: "the system's",
    unset: null,
    meaning: "who signed the authority's own certificate, PEM",
    example: "/etc/ssl/ca.pem",
  }),
  rspamdUrl: setting("RSPAMD_URL", webUrl, {
    default: "none",
    unset: null,
    meaning: "spam scanner",
    example: "http://127.0.0.1:11333",
  }),
  rspamdControllerUrl: setting("RSPAMD_CONTROLLER_URL", webUrl, {
    default: "port 11334 of RSPAMD_URL",
    unset: null,
    meaning: "where the spam scanner learns",
    example: "http://127.0.0.1:11334",
  }),
  rspamdPassword: setting("RSPAMD_PASSWORD", text, {
    default: "none",
    unset: null,
    meaning: "the controller's password",
    example: "…",
  }),
  dnsBlocklists: setting("DNS_BLOCKLISTS", domains, {
    default: "none",
    unset: [],
    meaning: "comma separated zones; mail from listed addresses is spam (without RSPAMD_URL)",
    example: "zen.spamhaus.org",
    isReloadable: true,
  }),
  dmarcReject: setting("DMARC_REJECT", oneOf("refuse", "mark"), {
    default: "refuse",
    meaning: "what fails a DMARC policy of reject: refuse, or mark as spam",
    example: "mark",
    isReloadable: true,
  }),
  allowPlaintextAuth: setting("ALLOW_PLAINTEXT_AUTH", oneOf("never", "loopback"), {
    default: "never",
    meaning: "loopback: IMAP and SMTP clients on this machine may log in without TLS",
    example: "loopback",
  }),
  trustedNetworks: setting("TRUSTED_NETWORKS", networks, {
    default: "127.0.0.0/8,::1",
    meaning: "CIDRs free of SPF, DMARC refusal, block lists and per-IP limits",
    example: "127.0.0.0/8,10.0.0.0/8",
  }),
  trustedProxies: setting("TRUSTED_PROXIES", networks, {
    default: "none",
    unset: [],
    meaning: "CIDRs whose X-Forwarded-For is believed",
    example: "10.0.0.0/8",
    isReloadable: true,
  }),
  proxyProtocol: setting("PROXY_PROTOCOL", onOff, {
    default: "off",
    meaning:
      "on: connections from TRUSTED_PROXIES to all ports but PORT begin with a PROXY header, version 1 or 2",
    example: "on",
  }),
  webhookAllowNetworks: setting("WEBHOOK_ALLOW_NETWORKS", networks, {
    default: "none",
    unset: [],
    meaning: "CIDRs that webhooks may reach although private",
    example: "127.0.0.0/8",
  }),
  rateLimitPerSecond: setting("RATE_LIMIT_PER_SECOND", integerFrom(0), {
    default: "50",
    meaning: "requests a second for a key, sustained; 0 turns it off",
    example: "100",
  }),
  rateLimitBurst: setting("RATE_LIMIT_BURST", integerFrom(1), {
    default: "200",
    meaning: "requests at once for a key",
    example: "400",
  }),
  smtpGreetingMs: setting("SMTP_GREETING_MS", integerFrom(0), {
    default: "1000",
    meaning: "wait before the SMTP greeting; who talks before it is refused",
    example: "0",
  }),
  smtpTarpitMs: setting("SMTP_TARPIT_MS", integerFrom(0), {
    default: "1000",
    meaning: "wait at an unknown recipient, twice as long at the next",
    example: "0",
  }),
  smtpMaxConnections: setting("SMTP_MAX_CONNECTIONS", integerFrom(10), {
    default: "1000",
    meaning: "inbound SMTP connections at once; a tenth is kept for networks that have none",
    example: "4000",
  }),
  smtpFirstMailSeconds: setting("SMTP_FIRST_MAIL_SECONDS", integerFrom(1), {
    default: "30",
    meaning: "seconds until an SMTP client has to have begun its first mail, or have logged in at submission",
    example: "60",
  }),
  httpBodySeconds: setting("HTTP_BODY_SECONDS", integerFrom(1), {
    default: "60",
    meaning: "seconds that the body of an HTTP request may take to come",
    example: "300",
  }),
  addressDailyRecipients: setting("ADDRESS_DAILY_RECIPIENTS", integerOrNone, {
    default: "none",
    meaning: "recipients a day (UTC) of one address",
    example: "2000",
  }),
  accountDailyRecipients: setting("ACCOUNT_DAILY_RECIPIENTS", integerOrNone, {
    default: "none",
    meaning: "recipients a day (UTC) of one account",
    example: "50000",
  }),
  oidcIssuer: setting("OIDC_ISSUER", issuerUrl, {
    default: "none",
    unset: null,
    meaning:
      "issuer of OpenID Connect by which people sign in to the console, beside links and passkeys; register BASE_URL/console/openid/callback there",
    example: "https://login.example.com/realms/staff",
  }),
  oidcClientId: setting("OIDC_CLIENT_ID", text, {
    default: "none",
    unset: null,
    meaning: "the client's id there",
    example: "postroom",
  }),
  oidcClientSecret: setting("OIDC_CLIENT_SECRET", text, {
    default: "none",
    unset: null,
    meaning: "the client's secret there; none: a public client, which PKCE protects",
    example: "…",
  }),
  oidcName: setting("OIDC_NAME", text, {
    default: "OpenID Connect",
    meaning: "the issuer as the button of the sign-in page names it",
    example: "Example Ltd",
  }),
  oidcScopes: setting("OIDC_SCOPES", text, {
    default: "openid email profile",
    meaning: "scopes that are asked for",
    example: "openid email profile groups",
  }),
  oidcGroupsClaim: setting("OIDC_GROUPS_CLAIM", text, {
    default: "groups",
    meaning: "claim with a person's groups; dots lead into objects",
    example: "realm_access.roles",
  }),
  oidcRoles: setting("OIDC_ROLES", groupRoles, {
    default: "none",
    unset: new Map(),
    meaning:
      "roles in the operator's account by group, the highest counts: owner, member or reviewer; without it only people sign in who are invited",
    example: "mail-admins=owner,support=member",
  }),
  agentSignup: setting("AGENT_SIGNUP", onOff, {
    default: "on",
    meaning: "on or off",
    example: "off",
    isReloadable: true,
  }),
  signupDomain: setting("SIGNUP_DOMAIN", domain, {
    default: "none",
    unset: null,
    meaning:
      "domain of the addresses of agents that sign themselves up: nobody else's, and of another organisation than the other domains here; without it they sign up only where MAIL_DOMAIN is a name of this machine",
    example: "example-agents.net",
  }),
  signupMaxAddresses: setting("SIGNUP_MAX_ADDRESSES", integerFrom(1), {
    default: "5",
    meaning: "addresses of a signup account",
    example: "10",
  }),
  signupDailyRecipients: setting("SIGNUP_DAILY_RECIPIENTS", integerFrom(0), {
    default: "100",
    meaning: "recipients a day of a signup account",
    example: "500",
  }),
  signupStorageMb: setting("SIGNUP_STORAGE_MB", integerFrom(1), {
    default: "1024",
    meaning: "megabytes of a signup account",
    example: "2048",
  }),
  logLevel: setting("LOG_LEVEL", oneOf(...logLevels), {
    default: "info",
    meaning: "trace (protocol lines, masked), debug (each request and command), info, warn, error or silent",
    example: "debug",
    isReloadable: true,
  }),
  logFormat: setting("LOG_FORMAT", oneOf("json", "text"), {
    default: "text on a terminal, else json",
    unset: null,
    meaning: "json or text",
    example: "json",
  }),
  metricsPort: setting("METRICS_PORT", port, {
    default: "off",
    meaning: "port on 127.0.0.1 for /metrics (Prometheus); 0 takes a free one",
    example: "9464",
  }),
  metricsToken: setting("METRICS_TOKEN", metricsToken, {
    default: "none",
    unset: null,
    meaning: "/metrics at the HTTP port, for who sends this as a bearer token; 16 characters or more",
    example: "…",
    isReloadable: true,
  }),
  otlpEndpoint: setting("OTEL_EXPORTER_OTLP_ENDPOINT", webUrl, {
    default: "off",
    unset: null,
    meaning:
      "OpenTelemetry collector that takes traces, metrics and logs by OTLP over HTTP; /v1/traces and so on are appended",
    example: "http://127.0.0.1:4318",
  }),
  otlpProtocol: setting("OTEL_EXPORTER_OTLP_PROTOCOL", oneOf("http/protobuf", "http/json"), {
    default: "http/protobuf",
    meaning: "how they are encoded: http/protobuf or http/json",
    example: "http/json",
  }),
  otlpHeaders: setting("OTEL_EXPORTER_OTLP_HEADERS", headerFields, {
    default: "none",
    unset: noValues,
    meaning: "header fields for the collector, comma separated name=value, percent-encoded",
    example: "authorization=Bearer%20…",
  }),
  otlpTimeoutMs: setting("OTEL_EXPORTER_OTLP_TIMEOUT", milliseconds(1), {
    default: "10000",
    meaning: "milliseconds after which an export has failed",
    example: "5000",
  }),
  tracesExporter: setting("OTEL_TRACES_EXPORTER", oneOf("otlp", "none"), {
    default: "otlp",
    meaning: "none: no traces",
    example: "none",
  }),
  metricsExporter: setting("OTEL_METRICS_EXPORTER", oneOf("otlp", "none"), {
    default: "otlp",
    meaning: "none: no metrics",
    example: "none",
  }),
  logsExporter: setting("OTEL_LOGS_EXPORTER", oneOf("otlp", "none"), {
    default: "otlp",
    meaning: "none: no logs",
    example: "none",
  }),
  metricIntervalMs: setting("OTEL_METRIC_EXPORT_INTERVAL", milliseconds(100), {
    default: "60000",
    meaning: "milliseconds between two readings of the metrics",
    example: "15000",
  }),
  tracesSampler: setting("OTEL_TRACES_SAMPLER", sampler, {
    default: "parentbased_traceidratio",
    meaning:
      "which traces are taken: always_on, always_off, traceidratio, or parentbased_ before one of them, which follows the caller's decision",
    example: "parentbased_always_on",
  }),
  tracesShare: setting("OTEL_TRACES_SAMPLER_ARG", share, {
    default: "0.1",
    meaning: "the share of traces that traceidratio takes, from 0 to 1",
    example: "1",
  }),
  otelServiceName: setting("OTEL_SERVICE_NAME", text, {
    default: "postroom",
    meaning: "service.name of what is sent to the collector",
    example: "postroom-eu",
  }),
  otelResource: setting("OTEL_RESOURCE_ATTRIBUTES", namedValues, {
    default: "none",
    unset: noValues,
    meaning: "more that is said of the service to the collector, comma separated name=value",
    example: "deployment.environment.name=production",
  }),
};

export const settings: readonly Setting<unknown>[] = Object.values(table);

export const reloadableSettings = Object.entries<Setting<unknown>>(table).flatMap(
  ([field, { name, isReloadable }]) => (isReloadable ? [{ name, field: field as SettingField }] : []),
);

type SettingField = keyof typeof table;

/** The value of each setting. */
export type SettingValues = {
  [F in SettingField]: (typeof table)[F] extends Setting<infer T> ? T : never;
};

/** @throws ConfigError for the first invalid setting */
export function readSettings(env: Env): SettingValues {
  return Object.fromEntries(
    Object.entries<Setting<unknown>>(table).map(([field, setting]) => [field, settingValue(setting, env)]),
  ) as SettingValues;
}

function settingValue(setting: Setting<unknown>, env: Env): unknown {
  const given = env[setting.name]?.trim() || undefined;
  if (given === undefined && setting.unset !== undefined) return setting.unset;
  const value = given ?? setting.default;
  return setting.read(value, (problem, shown = value) => refuse(setting.name, shown, problem));
}

/** @throws ConfigError that names the setting, says what is wrong and gives an example */
export function refuse(name: string, value: string, problem: string): never {
  const example = settings.find((setting) => setting.name === name)?.example ?? "";
  throw new ConfigError(`${name}=${value} ${problem}. Example: ${name}=${example}`);
}

function setting<T, const U = T>(
  name: string,
  read: Reader<T>,
  about: SettingText & { unset?: U },
): Setting<T | U> {
  return { name, read, ...about };
}
