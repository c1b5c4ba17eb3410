-- The caller's own id of an address; what the account keeps beside a thread, names with values, and the thread that caused it.
-- null: nothing.
alter table identities add column client_id text;
alter table threads add column metadata jsonb;
alter table threads add column parent_id uuid;
