-- Threads by status begin with it: an index that began with the account was taken for lists of all threads too, while the
-- tables had no statistics, and then sorted them.
drop index threads_status;
drop index threads_identity_status;
create index threads_status on threads (status, account_id, sort_at);
create index threads_identity_status on threads (status, account_id, identity_id, sort_at);
