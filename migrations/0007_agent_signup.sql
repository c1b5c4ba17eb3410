-- Agent signup and the console: signups (all of them the operator's rows), what was mailed to humans, one-time links and
-- sessions. Secrets are stored as hashes only.

-- `new_account_id` and `identity_id` are reserved: they exist once the signup is verified. While `held_until` lies ahead
-- the name is held by a row of `addresses` without an identity.
create table agent_signups (
  account_id uuid not null references accounts,
  id uuid not null,
  status text not null check (status in ('dormant', 'pending', 'verified', 'spent')),
  domain_id uuid not null,
  domain text not null,
  local_part text not null,
  identity_id uuid not null,
  new_account_id uuid not null,
  human_email text,
  source text,
  client text not null,
  code_hash bytea,
  code_expires_at timestamptz,
  wrong_codes integer not null,
  held_until timestamptz,
  created_at timestamptz not null,
  primary key (account_id, id)
);
create index agent_signups_client on agent_signups (account_id, client, created_at);
create index agent_signups_held on agent_signups (account_id, held_until) where held_until is not null;

-- Codes and sign-in links that were mailed, for the hourly limit; older rows are removed.
create table human_mails (
  account_id uuid not null references accounts,
  id uuid not null,
  kind text not null check (kind in ('code', 'link')),
  email text not null,
  created_at timestamptz not null,
  primary key (account_id, id)
);
create index human_mails_email on human_mails (account_id, kind, email, created_at);
create index human_mails_age on human_mails (account_id, created_at);

-- With `owner_email` the link was mailed to that human (or made by the operator): it opens all accounts of that owner.
-- Without, it opens the one account.
create table sign_in_links (
  token_hash bytea primary key,
  account_id uuid not null references accounts,
  owner_email text,
  expires_at timestamptz not null,
  created_at timestamptz not null
);
create index sign_in_links_account on sign_in_links (account_id, expires_at);

create table console_sessions (
  token_hash bytea primary key,
  account_id uuid not null references accounts,
  owner_email text,
  expires_at timestamptz not null,
  created_at timestamptz not null
);
create index console_sessions_account on console_sessions (account_id, expires_at);

create index accounts_owner on accounts (owner_email, created_at) where owner_email is not null;
