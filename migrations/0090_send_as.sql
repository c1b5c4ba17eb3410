-- Who lets the address of a routing rule be written from, as { kind, id }; null: it is not.
alter table routing_rules add column send_as_maker jsonb;
