-- Notes that people and programs leave in a thread, never sent; and who scheduled a draft: what a person sends, a person
-- has decided.
create table notes (
  account_id uuid not null references accounts,
  id uuid not null,
  identity_id uuid not null,
  thread_id uuid not null,
  author jsonb not null,
  text text not null,
  created_at timestamptz not null,
  primary key (account_id, id)
);
create index notes_thread on notes (account_id, thread_id, created_at);

-- Drafts of all addresses of an account.
create index messages_account_drafts on messages (account_id, created_at) where state in ('draft', 'scheduled', 'sending');

alter table messages add column scheduled_by jsonb;
