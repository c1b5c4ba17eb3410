-- Secret addresses at which calendar programs read the events of one or several identities.
create table calendar_feeds (
  account_id uuid not null references accounts,
  id uuid not null,
  -- The identity under which the feed is listed; it ends with it.
  identity_id uuid not null,
  -- All identities whose events it shows, the first included.
  identity_ids uuid[] not null,
  name text not null,
  content text not null check (content in ('full', 'free_busy')),
  range text not null check (range in ('near', 'all')),
  secret_hash bytea not null,
  minted_by uuid,
  created_at timestamptz not null,
  primary key (account_id, id),
  foreign key (account_id, minted_by) references api_keys
);
create unique index calendar_feeds_secret on calendar_feeds (secret_hash);
create index calendar_feeds_identity on calendar_feeds (account_id, identity_id, created_at);
create index calendar_feeds_minted on calendar_feeds (account_id, minted_by) where minted_by is not null;

-- A calendar from its beginning, without the changed dates of its series.
create index calendar_events_whole on calendar_events (account_id, identity_id, id) where kind <> 'instance' or series_id is null;
