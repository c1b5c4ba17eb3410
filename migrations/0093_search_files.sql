-- Messages whose files, and quoted HTML, are still to be read for the search index, when this is due.
create table search_files (
  account_id uuid not null,
  message_id uuid not null,
  attempts integer not null,
  due_at timestamptz not null,
  primary key (account_id, message_id)
);
create index search_files_due on search_files (due_at);
