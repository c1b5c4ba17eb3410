-- What all accounts share is found with the domain's name: where accounts are spread, every node has it, and the account that
-- owns the domain lies on one.
alter table domain_names add column shared_as text;
alter table domain_names add constraint domain_names_shared_as_check check (shared_as in ('default', 'signups'));
create index domain_names_shared on domain_names (shared_as) where shared_as is not null;
-- By value: a statement that writes a table which every node has reads none of accounts.
do $$
declare
  shared record;
begin
  for shared in select domain, is_default from domains where status = 'verified' and (is_default or for_signups) loop
    update domain_names set shared_as = case when shared.is_default then 'default' else 'signups' end
    where domain = shared.domain;
  end loop;
end $$;
