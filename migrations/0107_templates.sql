-- Texts that people and programs of an account begin letters with. Without a pod it is of the whole account.
create table templates (
  account_id uuid not null references accounts,
  id uuid not null,
  name text not null,
  subject text,
  text text not null,
  pod_id uuid,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (account_id, id)
);
create unique index templates_name on templates (account_id, lower(name));
create index templates_list on templates (account_id, created_at);

-- The lines that a person's letters from this address end with; null: none.
alter table identities add column signature text;

-- For a draft: who wrote it last. null: the service, or an older release.
alter table messages add column written_by jsonb;
