-- Messages that are older than their ids: an import gave them the time that each has had. All others have the order of their ids.
create index messages_imported on messages (account_id, id)
  where created_at < to_timestamp((('x' || translate(left(id::text, 13), '-', ''))::bit(48)::int8 - 60000) / 1000.0);
