-- Notices before events begin and end: settings of a calendar, when it is next looked at, and what was told.

-- Minutes before; null: no notice.
alter table calendars add column starting_minutes integer;
alter table calendars add column ending_minutes integer;
-- What was due up to here is told.
alter table calendars add column notices_until timestamptz;
-- Null: no notice is wanted. A turn that changes events sets it to now.
alter table calendars add column next_notice_at timestamptz;
create index calendars_next_notice on calendars (next_notice_at) where next_notice_at is not null;

-- The last notice of each kind about an event, by the beginning or end that it told.
create table calendar_notices (
  account_id uuid not null,
  identity_id uuid not null,
  event_id text collate "C" not null,
  kind text not null check (kind in ('starting', 'ending')),
  at timestamptz not null,
  primary key (account_id, identity_id, event_id, kind)
);
create index calendar_notices_past on calendar_notices (account_id, identity_id, at);
