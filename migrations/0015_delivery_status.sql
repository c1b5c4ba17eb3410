-- What the sender asked to be told about a recipient (RFC 3461); null: nothing was said.
alter table outbound add column dsn jsonb;

-- It was handed over with the null sender, and leaves with it.
alter table outbound add column null_sender boolean not null default false;

-- Reports by mail, to those who handed it over by SMTP. wanted: nothing was told yet; failed, delayed, delivered, relayed:
-- this is to be told; begun: something was, and what comes later still is; told: its failure was, and that is all.
alter table outbound drop constraint outbound_report_check;
update outbound set report = 'failed' where report = 'due';
alter table outbound add constraint outbound_report_check
  check (report in ('wanted', 'failed', 'delayed', 'delivered', 'relayed', 'begun', 'told'));
drop index outbound_reports;
create index outbound_reports on outbound (updated_at) where report in ('failed', 'delayed', 'delivered', 'relayed');
