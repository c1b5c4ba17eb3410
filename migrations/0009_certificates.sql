-- Certificates by ACME (RFC 8555). They are the service's, not an account's: one for each host name that is served.

create table certificates (
  host text primary key,
  -- PEM; null until there is one
  chain text,
  key text,
  not_after timestamptz,
  -- when it is asked for, or renewed
  due_at timestamptz not null,
  claimed_until timestamptz,
  failures integer not null default 0,
  last_error text,
  check ((chain is null) = (key is null))
);
create index certificates_due_idx on certificates (due_at);

create table acme_accounts (
  directory_url text not null,
  email text not null,
  -- PEM
  key text not null,
  primary key (directory_url, email)
);

-- What any process answers with while the authority looks. http-01: by token; tls-alpn-01: by host, key and certificate.
create table acme_challenges (
  kind text not null check (kind in ('http-01', 'tls-alpn-01')),
  name text not null,
  answer text not null,
  expires_at timestamptz not null,
  primary key (kind, name)
);
