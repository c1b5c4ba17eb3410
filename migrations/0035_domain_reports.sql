-- Reports that others send about a domain (DMARC, TLS), and the mails that are still to be read for them.
create table domain_reports (
  account_id uuid not null references accounts,
  id uuid not null,
  domain_id uuid not null,
  kind text not null check (kind in ('dmarc', 'tls')),
  organization text not null,
  report_id text not null,
  begins_at timestamptz,
  ends_at timestamptz,
  passed bigint not null,
  failed bigint not null,
  -- the mail that brought it passed DMARC
  authenticated boolean not null,
  details jsonb not null,
  created_at timestamptz not null,
  primary key (account_id, id),
  foreign key (account_id, domain_id) references domains on delete cascade
);
create unique index domain_reports_key on domain_reports (account_id, domain_id, kind, organization, report_id);
create index domain_reports_list on domain_reports (account_id, domain_id, created_at);
create table report_mails (
  account_id uuid not null,
  message_id uuid not null,
  -- domain of the envelope recipient
  domain text not null,
  attempts integer not null,
  due_at timestamptz not null,
  primary key (account_id, message_id)
);
create index report_mails_due on report_mails (due_at);
