-- Recipients who can end, or have ended, the mail of one address by the links in it (List-Unsubscribe).
create table unsubscribes (
  account_id uuid not null references accounts,
  -- in the links
  id uuid not null,
  identity_id uuid not null,
  -- in canonical form
  email text not null,
  -- null: the links were not used, or their use was taken back
  unsubscribed_at timestamptz,
  via text check (via in ('link', 'mail')),
  created_at timestamptz not null,
  primary key (account_id, id)
);
create unique index unsubscribes_links on unsubscribes (id);
create unique index unsubscribes_recipients on unsubscribes (account_id, identity_id, email);
create index unsubscribes_list on unsubscribes (account_id, identity_id, unsubscribed_at) where unsubscribed_at is not null;
