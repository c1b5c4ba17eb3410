-- What goes the same way out, so that one look finds work for a way that has room, however much waits for the others.
alter table outbound add column lane text;
update outbound set lane = 'mx ' || lower(substring(recipient from '[^@]*$'));
alter table outbound alter column lane set not null;
create index outbound_lane on outbound (lane, next_attempt_at) where next_attempt_at is not null;

-- Mail that a mail program handed over: its sender is told by mail when it does not arrive. wanted: if it does not;
-- due: it did not; told: the report is in the inbox.
alter table outbound add column report text check (report in ('wanted', 'due', 'told'));
create index outbound_reports on outbound (updated_at) where report = 'due';

-- Recipients that an address has written to on a day (UTC).
alter table identities add column sent_day text;
alter table identities add column sent_recipients integer not null default 0;
