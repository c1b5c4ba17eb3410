-- Events are listed by kind, by identity, and by both, in the order of reading. Both are one value: an index that began with
-- the identity could be taken for either list, and then be walked over.
create index events_type on events (account_id, type, xid, id);
create index events_identity on events (account_id, identity_id, xid, id);
create index events_identity_type on events (account_id, (identity_id::text || type), xid, id);
