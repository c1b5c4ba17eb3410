-- Events are read in the order (xid, id), below the oldest running transaction. Both ends of that order are functions, so that
-- a database restored from a backup goes on behind the transactions of the old one: `postroom restore` adds an offset.
create function event_xid() returns xid8 language sql stable as 'select pg_current_xact_id()';
create function event_horizon() returns xid8 language sql stable as 'select pg_snapshot_xmin(pg_current_snapshot())';
alter table events alter column xid set default event_xid();
alter table deliveries alter column event_xid set default event_xid();
