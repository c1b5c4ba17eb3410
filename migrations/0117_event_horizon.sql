-- The oldest transaction that may still write events: of this database alone. A snapshot names the running transactions of the whole
-- cluster, and one of another database never writes here. It is known as such by its backend, or because it is prepared there: a
-- backend keeps its database for life, and one that is not found counts as ours. The snapshot is older than what is read of backends.
-- https://www.postgresql.org/docs/current/monitoring-stats.html, pg_stat_activity: everybody sees datid and backend_xid
create function oldest_writer() returns xid8 language sql stable as '
  select coalesce(
    (select x from pg_snapshot_xip(pg_current_snapshot()) x
     where not exists (
       select from pg_stat_get_activity(null) a
       where a.backend_xid = x::xid and a.datid <> (select oid from pg_database where datname = current_database()))
     and not exists (
       select from pg_prepared_xacts p where p.transaction = x::xid and p.database <> current_database())
     order by x limit 1),
    pg_snapshot_xmax(pg_current_snapshot()))';
-- A restored database keeps the offset that its restore added.
do $$ begin
  execute format('create or replace function event_horizon() returns xid8 language sql stable as %L',
    replace((select prosrc from pg_proc where oid = to_regprocedure('event_horizon()')), 'pg_snapshot_xmin(pg_current_snapshot())', 'oldest_writer()'));
end $$;
