// The rules of check.ts for resources of accounts: domains and their names, pods, routing rules, keys, passwords.

/** Each query returns one line of text for each row that breaks its rule. */
export const accountRules: readonly { rule: string; sql: string }[] = [
  {
    rule: "every owned name has its verified domain, and every verified domain its name",
    sql: `select format('name %s of domain %s', n.domain, n.domain_id) from domain_names n
          where of_this_part(n.account_id) and not exists (select from domains d where d.account_id = n.account_id and d.id = n.domain_id
                              and d.domain = n.domain and d.status = 'verified')
          union all
          select format('domain %s (%s)', d.id, d.domain) from domains d
          where (d.status = 'verified') <> exists (
              select from domain_names n where n.domain = d.domain and n.account_id = d.account_id and n.domain_id = d.id)
             or (d.status = 'verified') <> (d.verified_at is not null)`,
  },
  {
    rule: "a name says what all accounts share, as its domain does",
    sql: `select format('name %s: %s; domain %s', n.domain, n.shared_as, d.id) from domain_names n
          join domains d on d.account_id = n.account_id and d.id = n.domain_id
          where n.shared_as is distinct from case when d.is_default then 'default' when d.for_signups then 'signups' end`,
  },
  {
    rule: "a domain has at most two DKIM keys of a kind",
    sql: `select format('domain %s has %s of %s', domain_id, count(*), algorithm) from domain_keys
          group by account_id, domain_id, algorithm having count(*) > 2`,
  },
  {
    rule: "every account has one default pod, and every address and domain a pod of its account",
    sql: `select format('account %s has %s default pods', a.account_id, p.count) from accounts a
          cross join lateral (select count(*) as count from pods where account_id = a.account_id and is_default) p
          where p.count <> 1
          union all
          select format('identity %s is in pod %s', i.id, i.pod_id) from identities i
          where i.deleted_at is null and not exists (select from pods p where p.account_id = i.account_id and p.id = i.pod_id)
          union all
          select format('domain %s is in pod %s', d.id, d.pod_id) from domains d
          where not exists (select from pods p where p.account_id = d.account_id and p.id = d.pod_id)`,
  },
  {
    rule: "every routing rule is on its domain's name and leads somewhere",
    sql: `select format('rule %s (%s@%s)', r.id, r.local_part, r.domain) from routing_rules r
          join domains d on d.account_id = r.account_id and d.id = r.domain_id
          where d.domain <> r.domain or (r.identity_id is not null and not exists (
            select from identities i where i.account_id = r.account_id and i.id = r.identity_id and i.deleted_at is null))`,
  },
  {
    rule: "app passwords, calendar feeds, send lists, restricted settings and webhooks end with their address",
    sql: `select format('%s of identity %s', x.what, x.identity_id) from (
            select 'app password' as what, account_id, identity_id from app_passwords
            union all select 'calendar feed', account_id, identity_id from calendar_feeds
            union all select 'send list', account_id, identity_id from send_lists
            union all select 'restricted setting', account_id, identity_id from restricted_settings
            union all select 'webhook', account_id, identity_id from webhooks where identity_id is not null
          ) x where not exists (
            select from identities i where i.account_id = x.account_id and i.id = x.identity_id and i.deleted_at is null)`,
  },
  {
    rule: "every minted key has its parent and reaches no more",
    sql: `select format('key %s of %s', k.id, k.parent_id) from api_keys k
          left join api_keys p on p.account_id = k.account_id and p.id = k.parent_id
          where k.parent_id is not null and (p.id is null or k.identity_ids is null or not (k.identity_ids <@ coalesce(p.identity_ids, k.identity_ids)))`,
  },
  {
    rule: "every changed date has its series, and every event its kind's columns",
    sql: `select format('event %s (%s)', e.id, e.kind) from calendar_events e
          where (e.kind = 'instance') <> (e.original_at is not null) or (e.kind = 'series') <> (e.recurrence is not null)
             or e.end_at < e.start_at or e.until_at < e.end_at
             or (e.kind = 'instance' and e.series_id is not null and not exists (
               select from calendar_events s where s.account_id = e.account_id and s.id = e.series_id
                 and s.identity_id = e.identity_id and s.kind = 'series'))`,
  },
];
