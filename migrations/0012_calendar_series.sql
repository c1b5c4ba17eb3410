-- A series that begins after a window is left out by the index too.
drop index calendar_events_series;
create index calendar_events_series on calendar_events (account_id, identity_id, until_at, start_at) where kind = 'series';
