create index threads_root on threads (account_id, identity_id, root_hash) where root_hash is not null;
