-- Header fields that lists of mails show, as they stood in the mail; null: they are long, or the mail is older than this column.
alter table bodies add column fields bytea;
