-- Addresses by what is kept beside them. A migration of its own, so that the index of a large table is built beforehand.
create index identities_metadata on identities using gin (metadata_keys(account_id, metadata)) where metadata is not null;
