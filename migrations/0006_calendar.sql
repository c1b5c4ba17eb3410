-- Calendars of identities.

-- What an identity has set for its calendar; without a row, the defaults.
create table calendars (
  account_id uuid not null references accounts,
  identity_id uuid not null,
  timezone text not null,
  primary key (account_id, identity_id)
);

-- One row a single event, a series, and a date of a series that was changed on its own. Ids are UUIDs, of such dates
-- instance ids; they order as bytes, as the program does.
create table calendar_events (
  account_id uuid not null references accounts,
  id text collate "C" not null,
  identity_id uuid not null,
  kind text not null check (kind in ('single', 'series', 'instance')),
  series_id text collate "C",
  original_start text,
  original_at timestamptz,
  uid text not null,
  uid_hash bigint not null,
  sequence integer not null,
  etag text not null,
  status text not null check (status in ('confirmed', 'tentative', 'cancelled')),
  title text not null,
  description text,
  location text,
  all_day boolean not null,
  start_local text not null,
  end_local text not null,
  timezone text not null,
  start_at timestamptz not null,
  end_at timestamptz not null,
  until_at timestamptz not null,
  span smallint not null,
  recurrence jsonb,
  attendees jsonb not null,
  organizer_email text,
  organizer_name text,
  organizer_sent_by text,
  response_status text,
  source text not null check (source in ('api', 'email')),
  origin_message_id uuid,
  dtstamp timestamptz,
  assurance smallint not null,
  metadata jsonb not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (account_id, id)
);

-- What touches a window: events by how long they are at most, series by when they are over.
create index calendar_events_window on calendar_events (account_id, identity_id, span, start_at, id) where kind <> 'series';
create index calendar_events_series on calendar_events (account_id, identity_id, until_at) where kind = 'series';
create index calendar_events_changed on calendar_events (account_id, series_id, original_at) where kind = 'instance';
-- What a calendar mail speaks of.
create index calendar_events_uid on calendar_events (account_id, identity_id, uid_hash);
