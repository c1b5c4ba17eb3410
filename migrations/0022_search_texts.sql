-- Trigrams have no accents, and those of the text that REST searches are marked: every message is indexed again.
insert into search_queue select account_id, message_id from message_search on conflict do nothing;
