-- Reminders of events of which was told, each with its minutes and the beginning that it told. Programs between 0.2.0 and this kept
-- them among the notices, under "<event> <minutes>"; those rows go when they are two days over. 0.2.0 tells by no reminder.
create table told_reminders (
  account_id uuid not null,
  identity_id uuid not null,
  event_id text collate "C" not null,
  minutes integer not null,
  at timestamptz not null,
  primary key (account_id, identity_id, event_id, minutes)
);
create index told_reminders_past on told_reminders (account_id, identity_id, at);
insert into told_reminders (account_id, identity_id, event_id, minutes, at)
select account_id, identity_id, split_part(event_id, ' ', 1), split_part(event_id, ' ', 2)::integer, at
from calendar_notices where event_id ~ '^[^ ]+ [0-9]{1,9}$';
