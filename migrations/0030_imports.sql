-- How far an import from another IMAP server has come, written by the turn that stores the mails: a rerun takes none twice.
create table imports (
  account_id uuid not null,
  identity_id uuid not null,
  -- user@host:port
  source text not null,
  folder text not null,
  uid_validity bigint not null,
  last_uid bigint not null,
  updated_at timestamptz not null,
  primary key (account_id, identity_id, source, folder)
);
