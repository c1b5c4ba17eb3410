-- Addresses outside to which a routing rule forwards what it leads to an address.
alter table routing_rules add column forward_to text[];
alter table routing_rules add constraint routing_rules_forward_check check (forward_to is null or identity_id is not null) not valid;
-- The rule by which a recipient is forwarded a received mail; null: the mail was written here.
alter table outbound add column forward jsonb;
