-- The audit trail of an account: who changed whose role, which setting, and which key, with what was before.
create table account_audit (
  account_id uuid not null references accounts,
  id uuid not null,
  action text not null,
  -- The person, key or setting that was changed, and its name then; null: the account itself, or no name.
  target_id uuid,
  target text,
  before jsonb,
  after jsonb,
  actor jsonb not null,
  created_at timestamptz not null,
  primary key (account_id, id)
);
create index account_audit_time on account_audit (account_id, created_at);

-- Minutes before an event at which a calendar program reminds; null: none, or an older release wrote the row.
alter table calendar_events add column reminder_minutes jsonb;
