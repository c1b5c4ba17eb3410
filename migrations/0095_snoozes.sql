-- The time until which a thread sleeps: lists of open and waiting threads leave it out. null: it does not.
alter table threads add column snoozed_until timestamptz;
