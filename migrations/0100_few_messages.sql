-- Messages that were sent, and large ones, where they are few among many.
create index messages_sent on messages (account_id, identity_id, created_at) where direction = 'outbound';
create index messages_large on messages (account_id, identity_id, size) where size >= 100000;
