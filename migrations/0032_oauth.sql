-- Access that a person granted to a program by OAuth: an API key with a level, whose tokens expire.
alter table api_keys add column level text check (level in ('read', 'draft', 'send', 'approve'));
alter table api_key_tokens add column expires_at timestamptz;
create index api_key_tokens_key on api_key_tokens (account_id, api_key_id);
create index api_key_tokens_expiry on api_key_tokens (account_id, expires_at) where expires_at is not null;

-- What a person allowed, until the program fetches it; for a while longer, so that a second use is seen.
create table oauth_codes (
  code_hash bytea primary key,
  account_id uuid not null references accounts,
  client_id text not null,
  client_name text not null,
  redirect_uri text not null,
  code_challenge text not null,
  level text not null check (level in ('read', 'draft', 'send', 'approve')),
  -- null: every address of the account
  identity_ids uuid[],
  -- the grant that it became; null: not used yet
  grant_id uuid,
  expires_at timestamptz not null,
  created_at timestamptz not null
);
create index oauth_codes_expiry on oauth_codes (account_id, expires_at);

-- A grant has the id of its key.
create table oauth_grants (
  account_id uuid not null,
  id uuid not null,
  client_id text not null,
  client_name text not null,
  redirect_uri text not null,
  created_at timestamptz not null,
  primary key (account_id, id),
  foreign key (account_id, id) references api_keys on delete cascade
);
create index oauth_grants_list on oauth_grants (account_id, created_at);

-- Every refresh token of a grant: one that was rotated is kept, so that its reuse is seen.
create table oauth_refresh_tokens (
  token_hash bytea primary key,
  account_id uuid not null,
  grant_id uuid not null,
  rotated_at timestamptz,
  expires_at timestamptz not null,
  created_at timestamptz not null,
  foreign key (account_id, grant_id) references oauth_grants on delete cascade
);
create index oauth_refresh_tokens_grant on oauth_refresh_tokens (account_id, grant_id);
create index oauth_refresh_tokens_expiry on oauth_refresh_tokens (account_id, expires_at);
