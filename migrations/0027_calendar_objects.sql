-- Calendars as CalDAV shows them: collections of objects, one object a UID. The rows of calendar_events stay what was
-- understood of an object; what its client wrote stands beside it.

-- The UID under which programs see an event: its own, but for a part that RANGE=THISANDFUTURE cut off a series.
alter table calendar_events add column object_uid text;
update calendar_events e set object_uid = case
  when e.kind <> 'instance' and e.original_start is not null then e.id || '@part'
  when e.kind = 'instance' and exists (select from calendar_events s where s.account_id = e.account_id and s.id = e.series_id
    and s.original_start is not null) then e.series_id || '@part'
  else e.uid end;
alter table calendar_events alter column object_uid set not null;
-- The event takes up no time. RFC 5545 3.8.2.7
alter table calendar_events add column transparent boolean not null default false;
alter table calendar_events alter column transparent drop default;

-- The default calendar of an identity has the identity's id, and a row once something was written in it.
create table calendar_collections (
  account_id uuid not null references accounts,
  identity_id uuid not null,
  id uuid not null,
  -- Its segment of the path.
  name text collate "C" not null,
  -- Component types that it takes; null: all.
  components text[],
  -- Properties that clients set, as XML by {namespace}name.
  properties jsonb not null,
  -- Of the last change of an object in it.
  modseq bigint not null,
  -- Removals up to here are no longer known: sync tokens before it are too old.
  forgotten bigint not null,
  created_at timestamptz not null,
  primary key (account_id, id)
);
create unique index calendar_collections_name on calendar_collections (account_id, identity_id, name);

create table calendar_objects (
  account_id uuid not null,
  identity_id uuid not null,
  calendar_id uuid not null,
  -- Its segment of the path.
  name text collate "C" not null,
  object_uid text not null,
  uid_key text collate "C" not null,
  -- Of the rows in calendar_events.
  uid_hash bigint not null,
  component text not null,
  etag text not null,
  -- Changes with the etag, but for answers of attendees. RFC 6638 3.2.10
  schedule_tag text not null,
  modseq bigint not null,
  -- What a client wrote; null: nobody did. It is the object's text while source_etag is its etag.
  source bytea,
  source_etag text,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (account_id, identity_id, uid_key)
);
create unique index calendar_objects_name on calendar_objects (account_id, calendar_id, name);
create index calendar_objects_modseq on calendar_objects (account_id, calendar_id, modseq, name);

-- Objects that were removed from a calendar.
create table calendar_removals (
  account_id uuid not null,
  identity_id uuid not null,
  calendar_id uuid not null,
  name text collate "C" not null,
  modseq bigint not null,
  created_at timestamptz not null,
  primary key (account_id, calendar_id, name)
);
create index calendar_removals_modseq on calendar_removals (account_id, calendar_id, modseq, name);
create index calendar_removals_age on calendar_removals (created_at);

-- What mail brought to a calendar: the scheduling inbox. RFC 6638 2.2
create table calendar_inbox (
  account_id uuid not null,
  identity_id uuid not null,
  id uuid not null,
  message_id uuid not null,
  method text not null,
  created_at timestamptz not null,
  primary key (account_id, id)
);
create index calendar_inbox_list on calendar_inbox (account_id, identity_id, created_at);
create index calendar_inbox_age on calendar_inbox (created_at);

insert into calendar_objects
select e.account_id, e.identity_id, e.identity_id, min(e.id) || '.ics', e.object_uid, encode(sha256(convert_to(e.object_uid, 'UTF8')), 'hex'), min(e.uid_hash),
  'VEVENT', min(e.etag), min(e.etag), 1, null, null, min(e.created_at), max(e.updated_at)
from calendar_events e group by e.account_id, e.identity_id, e.object_uid;
insert into calendar_collections
select account_id, identity_id, identity_id, 'calendar', null, '{}'::jsonb, 1, 0, min(created_at)
from calendar_objects group by account_id, identity_id;

alter table app_passwords drop constraint app_passwords_last_used_protocol_check;
alter table app_passwords add constraint app_passwords_last_used_protocol_check
  check (last_used_protocol in ('imap', 'smtp', 'caldav'));
