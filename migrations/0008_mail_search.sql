-- What lets mail be searched and its header be read without its body.

-- outline: structure and envelope (zstd JSON); null: still in content. head: the header block of a large mail (zstd); null:
-- the mail is small, or older than this column.
alter table bodies add column outline bytea, add column head bytea;
alter table bodies alter column outline set storage external, alter column head set storage external;

-- Every three letters that follow each other in a word of the whole mail, and one word for the identity: what holds a text
-- holds all its grams. Null: not made, or too many; such a message has to be read.
alter table message_search add column grams tsvector;
create index message_search_grams on message_search using gin (grams);
create index message_search_unread on message_search (account_id, identity_id) where grams is null;
insert into search_queue select account_id, message_id from message_search on conflict do nothing;
