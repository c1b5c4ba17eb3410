-- What hangs off an identity's mail: drafts that wait to be sent, labels, and the search index.

-- Drafts are messages: state draft, scheduled or sending. updated_at changes with every edit, so that a turn sees that
-- what it was prepared from is still there. send_due is when a process next takes a scheduled one: send_at at first,
-- later while it is being sent, so that a crash is made up for.
alter table messages
  add column in_reply_to_message_id uuid,
  add column send_at timestamptz,
  add column send_due timestamptz,
  add column failed_reason text,
  add column updated_at timestamptz,
  add column authentication jsonb;
create index messages_drafts on messages (account_id, identity_id, created_at, id)
  where state in ('draft', 'scheduled', 'sending');
create index messages_send_due on messages (send_due) where send_due is not null;

-- A label is a keyword on placements. retired_keyword is being taken off (a new name, or removed_at: the whole label),
-- in steps; a label that is being removed is shown nowhere.
create table labels (
  account_id uuid not null,
  id uuid not null,
  identity_id uuid not null,
  name text not null,
  name_key text not null,
  colour text not null,
  keyword text not null,
  retired_keyword text,
  removed_at timestamptz,
  created_at timestamptz not null,
  primary key (account_id, id)
);
create unique index labels_name_key on labels (account_id, identity_id, name_key) where removed_at is null;
create index labels_list on labels (account_id, identity_id, created_at);
create index labels_unfinished on labels (account_id, id) where retired_keyword is not null;

-- Keywords of one identity, found by the index: its entries are '<identity id> <keyword>'.
create function keyword_keys(identity_id uuid, keywords text[]) returns text[]
  language sql immutable parallel safe
  return array(select identity_id::text || ' ' || lower(k) from unnest(keywords) as k);
create index placements_keywords on placements using gin (keyword_keys(identity_id, keywords)) where keywords <> '{}';

-- Conversations of a folder, newest first.
create index placements_recent on placements (account_id, folder_id, internal_date, uid);

-- Full text. The receive turn only queues the message; a clock actor writes the document. A document also holds one
-- word for its account and one for its identity, so that the index answers for one tenant alone.
create table message_search (
  account_id uuid not null,
  message_id uuid not null,
  identity_id uuid not null,
  document tsvector not null,
  created_at timestamptz not null,
  primary key (account_id, message_id)
);
create index message_search_document on message_search using gin (document);

create table search_queue (
  account_id uuid not null,
  message_id uuid not null,
  primary key (account_id, message_id)
);
insert into search_queue select account_id, id from messages where state in ('received', 'sent') and identity_id is not null;
