-- Whether the header fields that lists of mails show are left out beside a mail: they are long. Where both columns are null,
-- nobody has looked yet: the mail is older than `fields`, and a worker fills it.
alter table bodies add column fields_left_out boolean;
