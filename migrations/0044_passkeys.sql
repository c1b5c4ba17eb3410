-- Passkeys of people, and the challenges that were answered with one: each works once.
create table passkeys (
  account_id uuid not null references accounts,
  id uuid not null,
  -- The person, who may have other accounts too; null: the operator of this one.
  owner_email text,
  credential_id bytea not null,
  -- COSE_Key, RFC 9052 7
  public_key bytea not null,
  counter bigint not null,
  transports text[] not null,
  -- Whether it may be on several devices, and whether it was when it was last used. WebAuthn 3, 6.1.3
  backup_eligible boolean not null,
  backed_up boolean not null,
  name text not null,
  last_used_at timestamptz,
  created_at timestamptz not null,
  primary key (account_id, id)
);
create unique index passkeys_credential on passkeys (credential_id);
create index passkeys_person on passkeys (owner_email, created_at) where owner_email is not null;

create table used_challenges (
  challenge_hash bytea primary key,
  account_id uuid not null references accounts,
  expires_at timestamptz not null
);
create index used_challenges_account on used_challenges (account_id, expires_at);
