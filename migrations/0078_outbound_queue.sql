-- The queue, oldest entry first: a page goes on from an id, and one entry is found without its account.
create index outbound_queue on outbound (id) where next_attempt_at is not null;
