-- what was said of the address, and the message that it was said about
alter table suppressions add column detail text, add column message_id uuid;
