-- Runs of words that a mail has (a Bloom filter over shingles), so that an answer's quotes are found by comparing. Null: the mail
-- is older, or has too few words; answers to it are folded by rules alone.
alter table bodies add column digest bytea;
