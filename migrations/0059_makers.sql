-- Who made what goes on after them, as { kind, id }; null: the service itself, the command line, or an older release.
alter table routing_rules add column maker jsonb;
alter table protection_entries add column maker jsonb;
-- Who allowed sending to a contact, and mail from it.
alter table contacts add column send_allowed_by jsonb;
alter table contacts add column receive_allowed_by jsonb;

-- Keys and grants that have ended: what they made is found, and what sleeps is taken over, for a year.
create table revoked_keys (
  account_id uuid not null references accounts,
  id uuid not null,
  parent_id uuid,
  name text not null,
  prefix text not null,
  -- null: it reached everything.
  identity_ids uuid[],
  level text,
  created_at timestamptz not null,
  revoked_at timestamptz not null,
  primary key (account_id, id)
);
create index revoked_keys_sweep on revoked_keys (account_id, revoked_at);
