-- Messages that were not read whole in time: they are read again when this is due.
create table partly_read (
  account_id uuid not null,
  message_id uuid not null,
  attempts integer not null,
  due_at timestamptz not null,
  primary key (account_id, message_id)
);
create index partly_read_due on partly_read (due_at);
