-- What the account keeps beside an address, names with values; null: nothing.
alter table identities add column metadata jsonb;

-- Names and values of one account's addresses, found by the index: its entries are '<account id> <name>:<value>'.
create function metadata_keys(account_id uuid, metadata jsonb) returns text[]
  language sql immutable parallel safe
  return array(select account_id::text || ' ' || m.key || ':' || m.value from jsonb_each_text(metadata) as m);
