-- Mail that has been in a folder for some days is deleted or archived; a legal hold keeps everything; deleted accounts are
-- removed in steps.
create table retention_rules (
  account_id uuid not null references accounts,
  id uuid not null,
  -- null: all addresses of the account
  identity_id uuid,
  -- role or name; null: all folders but drafts and scheduled
  folder text,
  action text not null check (action in ('delete', 'archive')),
  after_days integer not null,
  created_at timestamptz not null,
  primary key (account_id, id)
);
alter table identities add column legal_hold_at timestamptz;
alter table accounts add column legal_hold_at timestamptz, add column deleted_at timestamptz;
create index accounts_deleted on accounts (deleted_at) where deleted_at is not null;
