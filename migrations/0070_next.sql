-- Where a key stands in the events that it takes in turn, one row for each filter that it asks with: all up to (xid, event_id)
-- is settled, as is all from before settled_at. Of mail up to (begun_xid, begun_id) only what is unread counts.
create table next_places (
  account_id uuid not null,
  key_id uuid not null,
  filter bytea not null,
  xid xid8 not null,
  event_id uuid not null,
  begun_xid xid8 not null,
  begun_id uuid not null,
  settled_at timestamptz not null,
  used_at timestamptz not null,
  primary key (account_id, key_id, filter),
  foreign key (account_id, key_id) references api_keys on delete cascade
);

-- What was handed out to a key: leased until then, or acknowledged.
create table next_items (
  account_id uuid not null,
  key_id uuid not null,
  item_id uuid not null,
  event_id uuid,
  ack text not null,
  attempt integer not null,
  leased_until timestamptz not null,
  acknowledged_at timestamptz,
  asked_by bytea,
  asked_with bytea,
  created_at timestamptz not null,
  primary key (account_id, key_id, item_id),
  foreign key (account_id, key_id) references api_keys on delete cascade
);
create unique index next_items_ack on next_items (account_id, key_id, ack);
create index next_items_asked_by on next_items (account_id, key_id, asked_by) where asked_by is not null;
create index next_items_created on next_items (account_id, key_id, created_at);
create index next_items_leased on next_items (account_id, key_id, leased_until) where acknowledged_at is null;
