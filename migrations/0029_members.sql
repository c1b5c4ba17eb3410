-- People who work on an account's mail beside its owner, and the indexes that their lists need: threads by status, and
-- mail that came back.
create table members (
  account_id uuid not null references accounts,
  id uuid not null,
  -- In canonical form.
  email text not null,
  name text,
  role text not null check (role in ('owner', 'member', 'reviewer')),
  created_at timestamptz not null,
  primary key (account_id, id)
);
create unique index members_email_key on members (account_id, email);
create index members_person on members (email, created_at);

create index threads_status on threads (account_id, status, sort_at);
create index threads_identity_status on threads (account_id, identity_id, status, sort_at);
create index outbound_bounced on outbound (account_id, updated_at) where status = 'bounced';
