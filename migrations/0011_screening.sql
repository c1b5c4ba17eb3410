-- What a spam scanner, or our rules, said of a received mail, and by how many bytes the mail that IMAP shows is longer than
-- the raw one: our Authentication-Results on top, without the fields that pretended to be ours.
alter table messages add column spam jsonb, add column shown_growth integer not null default 0;
