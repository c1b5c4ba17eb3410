-- Review of mail by a person: what an address may send and take in without one, the mails that wait, and who decided.
-- Null: the address has no settings of its own, the account no default.
alter table accounts add column protection jsonb;
alter table identities add column protection jsonb;

-- pending_review: a send that waits; held: a received mail that waits, in no folder and no list.
alter table messages drop constraint messages_state_check;
alter table messages add constraint messages_state_check
  check (state in ('received', 'sent', 'draft', 'scheduled', 'sending', 'spooled', 'pending_review', 'held')) not valid;

-- A mail of the service itself: no key reads what it says, such as a link that decides a review.
alter table messages add column withheld boolean not null default false;

-- Addresses and domains. `owner_id` is the address's id, or the account's own: then the entry is every address's.
create table protection_entries (
  account_id uuid not null references accounts,
  id uuid not null,
  owner_id uuid not null,
  direction text not null check (direction in ('send', 'receive')),
  list text not null check (list in ('allow', 'block')),
  entry text not null,
  created_at timestamptz not null,
  primary key (account_id, id)
);
create unique index protection_entries_key on protection_entries (account_id, owner_id, direction, entry);
create index protection_entries_list on protection_entries (account_id, owner_id, created_at);

-- Whom a protected address has to do with: a person allowed sending to them or mail from them, they were written to, or
-- they were first read of in a received mail.
create table contacts (
  account_id uuid not null references accounts,
  identity_id uuid not null,
  email text not null,
  send_allowed_at timestamptz,
  receive_allowed_at timestamptz,
  written_at timestamptz,
  read_at timestamptz,
  primary key (account_id, identity_id, email)
);
create index contacts_written on contacts (account_id, identity_id, written_at) where written_at is not null;

create table reviews (
  account_id uuid not null references accounts,
  id uuid not null,
  identity_id uuid not null,
  thread_id uuid not null,
  message_id uuid not null,
  direction text not null check (direction in ('outbound', 'inbound')),
  status text not null
    check (status in ('pending', 'approved', 'rejected', 'returned', 'taken_over', 'expired', 'withdrawn')),
  reasons text[] not null,
  -- The bytes that the reviewer saw; changed by an edit alone.
  raw_sha256 bytea not null,
  -- What the mail needs beside its bytes to leave, or to be filed.
  envelope jsonb not null,
  -- The fields before an edit.
  original jsonb,
  requested_by jsonb not null,
  decided_by jsonb,
  decided_at timestamptz,
  comment text,
  expires_at timestamptz,
  -- When the reviewers are to be told; null: they were, or are not.
  notify_at timestamptz,
  created_at timestamptz not null,
  primary key (account_id, id)
) with (fillfactor = 80);
create index reviews_list on reviews (account_id, created_at);
create index reviews_identity on reviews (account_id, identity_id, created_at);
create index reviews_thread on reviews (account_id, thread_id);
create index reviews_message on reviews (account_id, message_id);
create index reviews_expiry on reviews (expires_at) where status = 'pending' and expires_at is not null;
create index reviews_notice on reviews (notify_at) where notify_at is not null;

-- One-time links in reviewers' mails: a hash, never the token.
create table review_links (
  token_hash bytea primary key,
  account_id uuid not null,
  review_id uuid not null,
  email text not null,
  used_at timestamptz,
  created_at timestamptz not null,
  foreign key (account_id, review_id) references reviews on delete cascade
);
create index review_links_review on review_links (account_id, review_id);

create table audit_entries (
  account_id uuid not null references accounts,
  id uuid not null,
  identity_id uuid not null,
  thread_id uuid not null,
  message_id uuid,
  review_id uuid,
  action text not null,
  actor jsonb not null,
  raw_sha256 bytea,
  detail jsonb,
  created_at timestamptz not null,
  primary key (account_id, id)
);
create index audit_entries_thread on audit_entries (account_id, thread_id, created_at);

drop index messages_drafts;
create index messages_drafts on messages (account_id, identity_id, created_at, id)
  where state in ('draft', 'scheduled', 'sending', 'pending_review');
