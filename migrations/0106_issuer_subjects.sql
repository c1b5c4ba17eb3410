-- People who sign in by OpenID Connect: who a subject of the issuer is here, and until when its groups give somebody a role.
create table issuer_subjects (
  account_id uuid not null references accounts,
  issuer text not null,
  subject text not null,
  -- The person, in canonical form. A subject stays who it was when it first came, whatever address it has later.
  email text not null,
  -- A person of the account removed them: the issuer's groups let them in no more.
  ended_at timestamptz,
  created_at timestamptz not null,
  primary key (account_id, issuer, subject)
);
create unique index issuer_subjects_person on issuer_subjects (account_id, issuer, email);

-- Null: somebody of the account invited them.
alter table members add column granted_until timestamptz;
create index members_granted on members (granted_until) where granted_until is not null;
