-- Searches that people keep under a name. One that is not shared is its member's, or the owner's, who has no row: it goes with
-- the member, whatever program removes that.
create table saved_searches (
  account_id uuid not null references accounts,
  id uuid not null,
  name text not null,
  q text not null,
  -- What narrows it. It may be gone: then the search says so.
  address_id uuid,
  pod_id uuid,
  label_id uuid,
  is_shared boolean not null,
  -- null: the owner's, or everybody's where it is shared.
  member_id uuid,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (account_id, id),
  foreign key (account_id, member_id) references members on delete cascade,
  constraint saved_searches_whose check (not is_shared or member_id is null)
);
