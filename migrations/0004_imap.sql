-- What IMAP keeps beside folders and placements.

-- Subscriptions to names that have no folder: they outlive it. RFC 9051 6.3.7
create table subscriptions (
  account_id uuid not null,
  identity_id uuid not null,
  name text not null,
  primary key (account_id, identity_id, name)
);

-- The first uid that no session has been told of as \Recent. RFC 3501 2.3.2
create table folder_recent (
  account_id uuid not null,
  folder_id uuid not null,
  recent_from bigint not null,
  primary key (account_id, folder_id)
);

-- Access keys of folders, for URLs that carry their own right to be read. RFC 4467 5
create table url_keys (
  account_id uuid not null,
  folder_id uuid not null,
  identity_id uuid not null,
  key bytea not null,
  primary key (account_id, folder_id)
);
