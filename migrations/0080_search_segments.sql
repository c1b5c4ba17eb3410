-- What the search index has of an account, in segments: for each number that stands for a run of letters, the mails that have it.
-- Segments are appended and merged. postings: lists by number; offsets: where each range of numbers begins; messages: ids.
create table search_segments (
  account_id uuid not null,
  id uuid not null,
  newest uuid not null,
  size integer not null,
  shift integer not null,
  messages bytea not null,
  offsets bytea not null,
  postings bytea not null,
  primary key (account_id, id)
);
alter table search_segments alter column messages set storage external, alter column offsets set storage external,
  alter column postings set storage external;

-- The words of a message whose runs of letters are in a segment; document and grams are empty then. Null: they are in those.
alter table message_search add column words tsvector;
