-- Who has decided by a mailed link before has said yes to being asked.
create table reviewer_consents (
  account_id uuid not null references accounts,
  email text not null,
  -- Of the link in the question.
  token_hash bytea,
  -- When the question is to be sent; null: it was, or needs not be.
  ask_at timestamptz,
  asked_at timestamptz,
  answer text check (answer in ('yes', 'no')),
  answered_at timestamptz,
  created_at timestamptz not null,
  primary key (account_id, email)
);
create index reviewer_consents_token on reviewer_consents (token_hash) where token_hash is not null;
create index reviewer_consents_due on reviewer_consents (ask_at) where ask_at is not null;
insert into reviewer_consents (account_id, email, answer, answered_at, created_at)
select account_id, email, 'yes', min(used_at), min(used_at) from review_links where used_at is not null group by account_id, email;

-- Links that lie in a mailbox of this server, where keys and mail programs read them, open nothing any more.
delete from sign_in_links l using domain_names n where l.owner_email is not null and n.domain = substring(l.owner_email from '[^@]*$');
delete from review_links l using domain_names n where l.used_at is null and n.domain = substring(l.email from '[^@]*$');

-- The account that a mail of the service is about, or the sign-up, and the network that asked for it.
alter table human_mails drop constraint human_mails_kind_check;
alter table human_mails add constraint human_mails_kind_check
  check (kind in ('code', 'link', 'invitation', 'question', 'notice', 'passkey'));
alter table human_mails add column about uuid;
alter table human_mails add column network text;
create index human_mails_about on human_mails (account_id, kind, about, created_at);

-- Addresses of sign-ups are made on a domain of the operator's that nobody else uses.
alter table domains add column for_signups boolean not null default false;
