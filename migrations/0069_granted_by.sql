-- The person who let a program in, or made a password in the console, by their email; null: the operator, a key, or an older
-- release.
alter table oauth_codes add column granted_by text;
alter table oauth_grants add column granted_by text;
alter table app_passwords add column made_by text;
