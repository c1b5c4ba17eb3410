-- Mails whose header fields are still to be kept: nothing once all older ones were looked at.
create index bodies_unkept on bodies (account_id, message_id) where fields is null and fields_left_out is null;
