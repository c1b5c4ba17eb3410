-- What sending, its reports and the janitor look things up by.

-- A bounce that comes back names its message alone.
create index outbound_by_message on outbound (message_id);

-- What a webhook that is disabled gives up.
create index deliveries_pending on deliveries (account_id, webhook_id) where next_attempt_at is not null;

create index messages_spooled on messages (created_at) where state = 'spooled';

-- Recipients that an account with a limit has written to on a day (UTC).
create table daily_recipients (
  account_id uuid not null references accounts,
  day date not null,
  recipients integer not null,
  primary key (account_id, day)
);
