-- What an account owns beside its identities and their mail: DKIM keys, routing rules, app passwords, suppressions and
-- send lists; and the columns and indexes that their calls need.

-- By purpose of a record (ownership, receiving, spf, dmarc): what the last look at DNS found.
alter table domains add column record_status jsonb not null default '{}';
create unique index domains_default_key on domains (is_default) where is_default;
create index domains_claims on domains (domain);
create index domains_list on domains (account_id, created_at);

-- At most two of one algorithm for a domain: the one in use and the one that takes its place once DNS shows it.
create table domain_keys (
  account_id uuid not null,
  id uuid not null,
  domain_id uuid not null,
  selector text not null,
  algorithm text not null check (algorithm in ('rsa', 'ed25519')),
  private_key text not null,
  dns_value text not null,
  status text not null check (status in ('pending', 'verified', 'failed')),
  created_at timestamptz not null,
  primary key (account_id, id),
  foreign key (account_id, domain_id) references domains on delete cascade
);
create index domain_keys_domain on domain_keys (account_id, domain_id, created_at);

alter table webhooks add column previous_secret text, add column previous_secret_until timestamptz;
create index webhooks_list on webhooks (account_id, created_at);

create table routing_rules (
  account_id uuid not null references accounts,
  id uuid not null,
  domain_id uuid not null,
  domain text collate "C" not null,
  local_part text not null,
  identity_id uuid,
  webhook_id uuid,
  status text not null check (status in ('active', 'disabled')),
  created_at timestamptz not null,
  primary key (account_id, id),
  check ((identity_id is null) <> (webhook_id is null)),
  foreign key (account_id, domain_id) references domains on delete cascade,
  foreign key (account_id, webhook_id) references webhooks
);
create unique index routing_rules_address_key on routing_rules (account_id, domain_id, local_part);
create index routing_rules_list on routing_rules (account_id, domain, created_at desc);
create index routing_rules_identity on routing_rules (account_id, identity_id) where identity_id is not null;
create index routing_rules_webhook on routing_rules (account_id, webhook_id) where webhook_id is not null;

-- `secret` is the hex SHA-256 of a generated password, or the Argon2id string of an imported one.
create table app_passwords (
  account_id uuid not null references accounts,
  id uuid not null,
  identity_id uuid not null,
  name text not null,
  scheme text not null check (scheme in ('sha256', 'argon2id')),
  secret text not null,
  last_used_at timestamptz,
  last_used_protocol text check (last_used_protocol in ('imap', 'smtp')),
  created_at timestamptz not null,
  primary key (account_id, id)
);
create index app_passwords_identity on app_passwords (account_id, identity_id, created_at);

create table suppressions (
  account_id uuid not null references accounts,
  id uuid not null,
  email text not null,
  reason text not null,
  created_at timestamptz not null,
  primary key (account_id, id)
);
create unique index suppressions_email_key on suppressions (account_id, email);
create index suppressions_list on suppressions (account_id, created_at);

-- Whom an identity with send policy `list` may write to: addresses and domains.
create table send_lists (
  account_id uuid not null,
  identity_id uuid not null,
  entries text[] not null,
  primary key (account_id, identity_id)
);

create index identities_pod on identities (account_id, pod_id, created_at) where deleted_at is null;

-- A reader may go on from the id of the last event that it saw.
create index events_id on events (account_id, id);
