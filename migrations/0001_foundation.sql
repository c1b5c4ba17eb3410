-- The foundation: accounts and what they own, identities and their mail, events and what becomes of them.
-- Every table that belongs to an account has account_id first in its primary key. Global look-ups are small tables
-- keyed by the value that is looked up. Instants are timestamptz with microseconds.

create table secrets (
  name text primary key,
  value bytea not null
);

create table accounts (
  account_id uuid primary key,
  plan text not null check (plan in ('operator', 'signup')),
  owner_email text,
  modseq bigint not null default 0,
  last_instant timestamptz not null,
  created_at timestamptz not null
) with (fillfactor = 70);

-- One row for each name that is owned: the domain's own row may be one of several pending claims.
create table domain_names (
  domain text primary key,
  account_id uuid not null,
  domain_id uuid not null
);

create table domains (
  account_id uuid not null references accounts,
  id uuid not null,
  domain text not null,
  status text not null check (status in ('pending', 'verified', 'failed')),
  is_default boolean not null default false,
  pod_id uuid not null,
  ownership_token text not null,
  verified_at timestamptz,
  created_at timestamptz not null,
  primary key (account_id, id)
);
create unique index domains_name_key on domains (account_id, domain);

create table pods (
  account_id uuid not null references accounts,
  id uuid not null,
  name text not null,
  client_id text,
  is_default boolean not null,
  created_at timestamptz not null,
  primary key (account_id, id)
);
create unique index pods_client_id_key on pods (account_id, client_id);

create table api_keys (
  account_id uuid not null references accounts,
  id uuid not null,
  name text not null,
  prefix text not null,
  identity_ids uuid[],
  parent_id uuid,
  last_used_at timestamptz,
  created_at timestamptz not null,
  primary key (account_id, id)
);
create index api_keys_parent on api_keys (account_id, parent_id);

create table api_key_tokens (
  token_hash bytea primary key,
  account_id uuid not null,
  api_key_id uuid not null,
  foreign key (account_id, api_key_id) references api_keys on delete cascade
);

-- Who has an address, and who had it: a row outlives its identity (identity_id null), so that on a shared domain an
-- address never goes to another account.
create table addresses (
  domain text not null,
  local_part text not null,
  account_id uuid not null,
  identity_id uuid,
  primary key (domain, local_part)
);

create table identities (
  account_id uuid not null references accounts,
  id uuid not null,
  domain_id uuid not null,
  domain text not null,
  local_part text not null,
  display_name text,
  type text not null check (type in ('human', 'team', 'application', 'workflow', 'agent')),
  mode text not null check (mode in ('human', 'automated', 'hybrid')),
  status text not null check (status in ('active', 'suspended', 'archived')),
  send_policy text not null check (send_policy in ('open', 'reply_only', 'list')),
  tenant_id text,
  pod_id uuid not null,
  expires_at timestamptz,
  deleted_at timestamptz,
  storage_bytes bigint not null default 0,
  modseq bigint not null default 0,
  last_instant timestamptz not null,
  created_at timestamptz not null,
  primary key (account_id, id)
) with (fillfactor = 70);
create index identities_list on identities (account_id, created_at, id) where deleted_at is null;
create index identities_domain on identities (account_id, domain_id) where deleted_at is null;
create index identities_expiry on identities (expires_at) where status = 'active' and deleted_at is null and expires_at is not null;
create index identities_deleted on identities (deleted_at) where deleted_at is not null;

create table folders (
  account_id uuid not null,
  id uuid not null,
  identity_id uuid not null,
  name text not null,
  role text,
  uid_validity bigint not null,
  uid_next bigint not null,
  total integer not null,
  unread integer not null,
  subscribed boolean not null,
  created_at timestamptz not null,
  primary key (account_id, id)
) with (fillfactor = 70);
create unique index folders_name_key on folders (account_id, identity_id, name);

create table threads (
  account_id uuid not null,
  id uuid not null,
  identity_id uuid not null,
  subject text,
  subject_key bigint,
  status text not null check (status in ('open', 'waiting', 'resolved', 'human_review')),
  owner_type text not null check (owner_type in ('human', 'automation', 'agent')),
  assignee_id uuid,
  assigned_at timestamptz,
  message_count integer not null,
  last_message_at timestamptz,
  sort_at timestamptz not null,
  created_at timestamptz not null,
  primary key (account_id, id)
) with (fillfactor = 80);
create index threads_list on threads (account_id, sort_at, id);
create index threads_identity_list on threads (account_id, identity_id, sort_at, id);
create index threads_subject on threads (account_id, identity_id, subject_key) where subject_key is not null;

create table messages (
  account_id uuid not null,
  id uuid not null,
  identity_id uuid,
  thread_id uuid not null,
  direction text not null check (direction in ('inbound', 'outbound')),
  state text not null check (state in ('received', 'sent', 'draft', 'scheduled', 'sending', 'spooled')),
  header_id text,
  header_hash bigint not null,
  reference_ids text[] not null,
  envelope_from text,
  delivered_to text,
  from_email text not null,
  from_name text,
  reply_to jsonb not null,
  mail_to jsonb not null,
  mail_cc jsonb not null,
  mail_bcc jsonb not null,
  subject text,
  preview text not null,
  has_attachments boolean not null,
  is_spam boolean not null,
  automated boolean not null,
  invitation jsonb,
  calendar_event_id text,
  date_header timestamptz,
  size integer not null,
  raw_sha256 bytea not null,
  created_at timestamptz not null,
  primary key (account_id, id)
);
create index messages_thread on messages (account_id, thread_id, created_at, id);
create index messages_from on messages (account_id, identity_id, lower(from_email)) where direction = 'inbound';
create index messages_header on messages (account_id, identity_id, header_hash);

-- What is large: the raw bytes (zstd; in the row up to 64 KiB compressed, else a blob) and what was read out of them
-- (zstd JSON). Both are compressed already, so they are kept out of line only when they must be.
create table bodies (
  account_id uuid not null,
  message_id uuid not null,
  raw bytea,
  raw_blob text,
  content bytea not null,
  primary key (account_id, message_id)
);
alter table bodies alter column raw set storage external, alter column content set storage external;
alter table bodies set (toast_tuple_target = 8160);

create table attachments (
  account_id uuid not null,
  id uuid not null,
  message_id uuid not null,
  ordinal integer not null,
  filename text not null,
  content_type text not null,
  size bigint not null,
  content_id text,
  inline boolean not null,
  part text,
  blob text,
  created_at timestamptz not null,
  primary key (account_id, id)
);
create index attachments_message on attachments (account_id, message_id, ordinal);

create table placements (
  account_id uuid not null,
  folder_id uuid not null,
  uid bigint not null,
  identity_id uuid not null,
  message_id uuid not null,
  flags smallint not null,
  keywords text[] not null,
  internal_date timestamptz not null,
  modseq bigint not null,
  created_at timestamptz not null,
  primary key (account_id, folder_id, uid)
) with (fillfactor = 90);
create index placements_message on placements (account_id, message_id);

create table changes (
  account_id uuid not null,
  identity_id uuid not null,
  modseq bigint not null,
  ordinal integer not null,
  kind text not null,
  folder_id uuid,
  uid bigint,
  message_id uuid,
  created_at timestamptz not null,
  primary key (account_id, identity_id, modseq, ordinal)
);

create table blobs (
  account_id uuid not null,
  key text not null,
  refs bigint not null,
  primary key (account_id, key)
);
create index blobs_key on blobs (key);

-- Read in the order (xid, id), below the oldest running transaction: no reader passes an event that commits later.
create table events (
  account_id uuid not null,
  xid xid8 not null default pg_current_xact_id(),
  id uuid not null,
  identity_id uuid,
  type text not null,
  data jsonb not null,
  created_at timestamptz not null,
  primary key (account_id, xid, id)
);

create table webhooks (
  account_id uuid not null references accounts,
  id uuid not null,
  url text not null,
  identity_id uuid,
  event_types text[] not null,
  status text not null check (status in ('active', 'failing', 'disabled')),
  secret text not null,
  consecutive_failures integer not null,
  first_failed_at timestamptz,
  last_delivered_at timestamptz,
  last_failed_at timestamptz,
  created_at timestamptz not null,
  primary key (account_id, id)
);

create table deliveries (
  account_id uuid not null,
  id uuid not null,
  webhook_id uuid not null,
  event_xid xid8 not null default pg_current_xact_id(),
  event_id uuid not null,
  event_type text not null,
  status text not null check (status in ('queued', 'delivering', 'retrying', 'delivered', 'failed')),
  attempt_count integer not null,
  response_status integer,
  response_body text,
  error text,
  next_attempt_at timestamptz,
  last_attempt_at timestamptz,
  delivered_at timestamptz,
  created_at timestamptz not null,
  primary key (account_id, id)
) with (fillfactor = 80);
create index deliveries_webhook on deliveries (account_id, webhook_id, created_at, id);
create index deliveries_due on deliveries (next_attempt_at) where next_attempt_at is not null;

create table outbound (
  account_id uuid not null,
  id uuid not null,
  identity_id uuid not null,
  message_id uuid not null,
  ordinal integer not null,
  recipient text not null,
  envelope_from text not null,
  status text not null check (status in ('queued', 'delivered', 'deferred', 'bounced')),
  attempts integer not null,
  response text,
  next_attempt_at timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (account_id, id)
) with (fillfactor = 80);
create index outbound_message on outbound (account_id, message_id, ordinal);
create index outbound_due on outbound (next_attempt_at) where next_attempt_at is not null;

create table idempotency (
  account_id uuid not null,
  scope_hash bytea not null,
  body_hash bytea not null,
  status smallint not null,
  body bytea,
  sealed boolean not null,
  created_at timestamptz not null,
  primary key (account_id, scope_hash)
);
create index idempotency_age on idempotency (created_at);
