-- Addresses by the caller's own id; threads by what is kept beside them, and by their cause. A migration of its own, so that
-- the indexes of large tables are built beforehand.
create unique index identities_client_id on identities (account_id, client_id) where client_id is not null and deleted_at is null;
create index threads_metadata on threads using gin (metadata_keys(account_id, metadata)) where metadata is not null;
create index threads_parent on threads (account_id, parent_id) where parent_id is not null;
