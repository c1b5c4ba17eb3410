// The documentation of all settings: name, default, meaning, example. config.ts parses them; src/config/README.md lists them.

export interface SettingDoc {
  name: string;
  /** The default as the list shows it. */
  defaultText: string;
  meaning: string;
  example: string;
}

/** All settings in the order of src/config/README.md. DECISIONS Settings and command line. */
export const settings: readonly SettingDoc[] = [
  setting("HOST", "127.0.0.1", "address that all listeners bind (the Docker image: 0.0.0.0)", "0.0.0.0"),
  setting("PORT", "3000", "HTTP port; 0 takes a free one", "8080"),
  setting(
    "SHARE_PORT",
    "off",
    "on: servers on one DATABASE_URL listen on the same PORT of a machine, each with SHARE_PORT=on",
    "on",
  ),
  setting("HTTPS_PORT", "off", "HTTPS port", "443"),
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
    "Postgres 14 or later; of several hosts, comma separated, the one that takes writes is used",
    "postgres://postroom:secret@db.example.com/postroom",
  ),
  setting(
    "DATABASE_DIRECT_URL",
    "none: no pooler",
    "where DATABASE_URL is a pooler that shares connections by the transaction: the database behind it",
    "postgres://postroom:secret@db.example.com:5432/postroom",
  ),
  setting(
    "DATABASE_POOLER_PREPARES",
    "off",
    "on: the pooler keeps prepared statements (PgBouncer 1.21 or later with max_prepared_statements), which is quicker",
    "on",
  ),
  setting(
    "DATABASE_READ_URL",
    "none: the primary",
    "a streaming standby for search, lists and exports; it is read only when it has everything that was committed before",
    "postgres://postroom:secret@standby.example.com/postroom",
  ),
  setting(
    "DRAIN_SECONDS",
    "0",
    "behind a balancer: how long /readyz says 503 at SIGTERM before the listeners close",
    "5",
  ),
  setting("DATABASE_WAIT_SECONDS", "30", "how long a start waits for a Postgres that is not up yet", "120"),
  setting("S3_BUCKET", "none: files", "bucket for large blobs", "postroom-mail"),
  setting("S3_ENDPOINT", "AWS", "S3 server's address", "https://s3.example.com"),
  setting("S3_REGION", "none", "S3 region", "eu-central-1"),
  setting("S3_ACCESS_KEY_ID", "none", "S3 key, for S3_BUCKET and backups", "AKIA…"),
  setting("S3_SECRET_ACCESS_KEY", "none", "S3 secret", "…"),
  setting(
    "BACKUP_KEY",
    "none: not encrypted",
    "32 bytes in hexadecimal: encrypts backups",
    "$(openssl rand -hex 32)",
  ),
  setting(
    "SMTP_RELAY_URL",
    "none: MX",
    "send through this server",
    "smtps://user:password@smtp.example.com:465",
  ),
  setting(
    "SMTP_RELAY_DOMAINS",
    "none",
    "other ways for mail from some domains, comma separated: domain=URL, or domain=mx",
    "news.example.com=smtps://user:password@smtp.example.net:465,example.org=mx",
  ),
  setting(
    "SENDING_RAMP",
    "off",
    "recipients a day outside that a new domain writes to, by day since it was verified; what is above waits for the next day. on: 50,100,200,400,800,1500,3000,6000,12000,25000",
    "20,50,100,250,500,1000",
  ),
  setting(
    "DMARC_REPORTS",
    "off",
    "an address of this service that sends DMARC aggregate reports (RFC 9990): once a day, to domains whose record asks for them, what was seen of mail from outside that claimed them",
    "postmaster@agents.example.com",
  ),
  setting(
    "TLS_REPORTS",
    "off",
    "an address of this service that sends TLS reports (RFC 8460): once a day, to domains that ask for them, how sessions with their mail servers went",
    "postmaster@agents.example.com",
  ),
  setting("DNS_SERVERS", "the system's", "comma separated host or host:port", "9.9.9.9,127.0.0.1:5353"),
  setting(
    "DANE",
    "off",
    "on: DNS_SERVERS validate DNSSEC, and nobody between can change their answers (a resolver on this machine); mail to servers with TLSA records goes only where the certificate matches (RFC 7672)",
    "on",
  ),
  setting("TLS_CERT_FILE", "self-signed", "certificate chain, PEM", "/etc/ssl/mail.pem"),
  setting("TLS_KEY_FILE", "self-signed", "private key, PEM", "/etc/ssl/mail.key"),
  setting(
    "ACME_EMAIL",
    "none",
    "get certificates by ACME, with this contact; the authority asks at ports 443 (HTTPS_PORT) or 80 (PORT)",
    "admin@example.com",
  ),
  setting(
    "ACME_DIRECTORY_URL",
    "Let's Encrypt",
    "the certificate authority's directory",
    "https://ca.example.com/acme/directory",
  ),
  setting(
    "ACME_CA_FILE",
    "the system's",
    "who signed the authority's own certificate, PEM",
    "/etc/ssl/ca.pem",
  ),
  setting("RSPAMD_URL", "none", "spam scanner", "http://127.0.0.1:11333"),
  setting(
    "RSPAMD_CONTROLLER_URL",
    "port 11334 of RSPAMD_URL",
    "where the spam scanner learns",
    "http://127.0.0.1:11334",
  ),
  setting("RSPAMD_PASSWORD", "none", "the controller's password", "…"),
  setting(
    "DNS_BLOCKLISTS",
    "none",
    "comma separated zones; mail from listed addresses is spam (without RSPAMD_URL)",
    "zen.spamhaus.org",
  ),
  setting("DMARC_REJECT", "refuse", "what fails a DMARC policy of reject: refuse, or mark as spam", "mark"),
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
  setting(
    "PROXY_PROTOCOL",
    "off",
    "on: connections from TRUSTED_PROXIES to all ports but PORT begin with a PROXY header, version 1 or 2",
    "on",
  ),
  setting("WEBHOOK_ALLOW_NETWORKS", "none", "CIDRs that webhooks may reach although private", "127.0.0.0/8"),
  setting("RATE_LIMIT_PER_SECOND", "50", "requests a second for a key, sustained; 0 turns it off", "100"),
  setting("RATE_LIMIT_BURST", "200", "requests at once for a key", "400"),
  setting("SMTP_GREETING_MS", "1000", "wait before the SMTP greeting; who talks before it is refused", "0"),
  setting("SMTP_TARPIT_MS", "1000", "wait at an unknown recipient, twice as long at the next", "0"),
  setting(
    "SMTP_MAX_CONNECTIONS",
    "1000",
    "inbound SMTP connections at once; a tenth is kept for networks that have none",
    "4000",
  ),
  setting(
    "SMTP_FIRST_MAIL_SECONDS",
    "30",
    "seconds until an SMTP client has to have begun its first mail, or have logged in at submission",
    "60",
  ),
  setting("HTTP_BODY_SECONDS", "60", "seconds that the body of an HTTP request may take to come", "300"),
  setting("ADDRESS_DAILY_RECIPIENTS", "none", "recipients a day (UTC) of one address", "2000"),
  setting("ACCOUNT_DAILY_RECIPIENTS", "none", "recipients a day (UTC) of one account", "50000"),
  setting("AGENT_SIGNUP", "on", "on or off", "off"),
  setting(
    "SIGNUP_DOMAIN",
    "none",
    "domain of the addresses of agents that sign themselves up: nobody else's, and of another organisation than the other domains here; without it they sign up only where MAIL_DOMAIN is a name of this machine",
    "example-agents.net",
  ),
  setting("SIGNUP_MAX_ADDRESSES", "5", "addresses of a signup account", "10"),
  setting("SIGNUP_DAILY_RECIPIENTS", "100", "recipients a day of a signup account", "500"),
  setting("SIGNUP_STORAGE_MB", "1024", "megabytes of a signup account", "2048"),
  setting(
    "LOG_LEVEL",
    "info",
    "trace (protocol lines, masked), debug (each request and command), info, warn, error or silent",
    "debug",
  ),
  setting("LOG_FORMAT", "text on a terminal, else json", "json or text", "json"),
  setting("METRICS_PORT", "off", "port on 127.0.0.1 for /metrics (Prometheus); 0 takes a free one", "9464"),
  setting(
    "METRICS_TOKEN",
    "none",
    "/metrics at the HTTP port, for who sends this as a bearer token; 16 characters or more",
    "…",
  ),
];

function setting(name: string, defaultText: string, meaning: string, example: string): SettingDoc {
  return { name, defaultText, meaning, example };
}
