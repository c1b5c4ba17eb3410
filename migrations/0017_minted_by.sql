-- The API key that made it, and ends it when it is revoked; null: the command line, the console, or an older release.
alter table app_passwords add column minted_by uuid,
  add foreign key (account_id, minted_by) references api_keys;
create index app_passwords_minted on app_passwords (account_id, minted_by) where minted_by is not null;

alter table webhooks add column minted_by uuid,
  add foreign key (account_id, minted_by) references api_keys;
create index webhooks_minted on webhooks (account_id, minted_by) where minted_by is not null;

-- A setting of an address that a restricted key set last, and what that key reached. A setting that is not here was set
-- with an unrestricted key, in the console, on the command line or by an older release.
create table restricted_settings (
  account_id uuid not null references accounts,
  identity_id uuid not null,
  setting text not null check (setting in ('status', 'send_policy', 'expires_at', 'send_list')),
  identity_ids uuid[] not null,
  primary key (account_id, identity_id, setting)
);
