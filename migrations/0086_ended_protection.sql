-- The protection of a deleted address, which comes back where the address is made again.
alter table addresses add column ended jsonb;
