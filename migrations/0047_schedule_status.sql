-- How far the mails about a calendar object have come. RFC 6638 3.2.9

-- By address in lower case: { code, message_id }; null: none was sent.
alter table calendar_objects add column schedule_status jsonb;
-- The UID of the calendar object that a mail is about.
alter table outbound add column calendar_uid text;
