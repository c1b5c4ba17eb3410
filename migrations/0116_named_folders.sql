-- Folders that somebody named, whatever their case, of all addresses of an account: each address has seven more.
create index folders_named on folders (account_id, lower(name)) where role is null;
