-- Members are invited by a mailed link and join by using it; where a session came from and when it was last used; whether a
-- person's page listens to single keys.
alter table members add column joined_at timestamptz, add column shortcuts boolean not null default true;
alter table accounts add column owner_shortcuts boolean not null default true;
alter table console_sessions add column user_agent text, add column last_used_at timestamptz;
create index console_sessions_person on console_sessions (owner_email, created_at) where owner_email is not null;
