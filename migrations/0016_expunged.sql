-- What was expunged within the hour: sessions that have not been told of it still show it. RFC 2180 4.1.1

-- A placement as it was. mail_id: its bytes, once its message is gone or holds another mail; null: the message has them.
create table expunged (
  account_id uuid not null,
  folder_id uuid not null,
  uid bigint not null,
  identity_id uuid not null,
  message_id uuid not null,
  flags smallint not null,
  keywords text[] not null,
  internal_date timestamptz not null,
  modseq bigint not null,
  created_at timestamptz not null,
  mail_id uuid,
  expunged_at timestamptz not null,
  primary key (account_id, folder_id, uid)
);
create index expunged_message on expunged (account_id, message_id) where mail_id is null;
create index expunged_at on expunged (expunged_at);

-- What FETCH shows of a mail. Its columns are those of messages and bodies; size is as the mail is shown.
create table expunged_mails (
  account_id uuid not null,
  id uuid not null,
  identity_id uuid not null,
  thread_id uuid not null,
  size integer not null,
  preview text not null,
  raw bytea,
  raw_blob text,
  head bytea,
  outline bytea not null,
  expunged_at timestamptz not null,
  primary key (account_id, id)
);
create index expunged_mails_at on expunged_mails (expunged_at);
create index expunged_mails_blob on expunged_mails (raw_blob) where raw_blob is not null;
alter table expunged_mails alter column raw set storage external, alter column head set storage external,
  alter column outline set storage external;
alter table expunged_mails set (toast_tuple_target = 8160);
