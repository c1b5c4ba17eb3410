-- Pods that a key names: their addresses are its identity_ids, kept so when an address joins or leaves one. null: none.
alter table api_keys add column pod_ids uuid[];
create index api_keys_pods on api_keys (account_id) where pod_ids is not null;
-- Lists narrowed by tenant.
create index identities_tenant on identities (account_id, tenant_id, created_at) where deleted_at is null and tenant_id is not null;
