-- The hash of the Message-ID with which a thread began, where that mail never came here: later answers to it, and the mail itself
-- should it come late, join the thread. Null: the first mail is here.
alter table threads add column root_hash bigint;
