-- A recipient is looked up by the key of the entries alone: an index that began with the same columns would be taken for it
-- while the table is small, and would then be walked over. Reviews are mostly listed by status.
drop index protection_entries_list;
create index protection_entries_list on protection_entries (account_id, (owner_id::text), created_at);
create index reviews_status on reviews (account_id, status, created_at);
