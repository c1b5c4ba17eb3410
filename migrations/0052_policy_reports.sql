-- What is observed of domains that ask for reports (DMARC of mail in, TLS of mail out), by UTC day, counted.
create table policy_observations (
  kind text not null check (kind in ('dmarc', 'tls')),
  day date not null,
  domain text not null,
  -- SHA-256 of the detail
  digest text not null,
  detail jsonb not null,
  count int8 not null,
  primary key (kind, day, domain, digest)
);
-- The report of a day about a domain: at most one.
create table policy_reports (
  kind text not null check (kind in ('dmarc', 'tls')),
  day date not null,
  domain text not null,
  attempts integer not null,
  -- when it is tried next; null: it is over
  due_at timestamptz,
  -- null: it is to be sent
  outcome text check (outcome in ('sent', 'unwanted', 'failed')),
  primary key (kind, day, domain)
);
create index policy_reports_due on policy_reports (due_at) where due_at is not null;
