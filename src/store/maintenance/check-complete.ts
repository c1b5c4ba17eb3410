// The rules of check.ts for rows that must be there because of others: a key's secret, an inbox's folders, a change of the log.
import { folderRoles } from "../mailbox/folders.ts";

/** Each query returns one line of text for each row that breaks its rule. */
export const completenessRules: readonly { rule: string; sql: string }[] = [
  {
    rule: "every key has its secret, and every program's its grant",
    sql: `select format('key %s (%s) has no %s', k.id, k.name, case when k.level is null then 'secret' else 'grant' end) from api_keys k
          where case when k.level is null
            then not exists (select from api_key_tokens t where t.account_id = k.account_id and t.api_key_id = k.id)
            else not exists (select from oauth_grants g where g.account_id = k.account_id and g.id = k.id) end`,
  },
  {
    rule: "every inbox has its folders",
    sql: `select format('identity %s has no folder %s', i.id, r.role)
          from identities i cross join unnest('{${folderRoles.join(",")}}'::text[]) as r(role)
          where i.deleted_at is null and i.type <> 'application' and not exists (
            select from folders f where f.account_id = i.account_id and f.identity_id = i.id and f.role = r.role)`,
  },
  {
    rule: "the change log has each placement's last change",
    sql: `select format('uid %s in folder %s: modseq %s is not in the log', p.uid, p.folder_id, p.modseq)
          from placements p
          join (select account_id, identity_id, min(modseq) as modseq from changes group by account_id, identity_id) first
            on first.account_id = p.account_id and first.identity_id = p.identity_id and first.modseq < p.modseq
          where not exists (
            select from changes c where c.account_id = p.account_id and c.identity_id = p.identity_id and c.modseq = p.modseq
              and c.folder_id = p.folder_id and c.uid = p.uid)`,
  },
  {
    rule: "recipients and attachments of a mail are numbered from 0 on",
    sql: `select format('outbound of message %s: %s recipients, last number %s', message_id, count(*), max(ordinal)) from outbound
          group by account_id, message_id having count(*) <> max(ordinal) + 1 or min(ordinal) <> 0
          union all
          select format('attachments of message %s: %s files, last number %s', a.message_id, count(*), max(a.ordinal)) from attachments a
          join messages m on m.account_id = a.account_id and m.id = a.message_id and m.state in ('received', 'sent')
          group by a.account_id, a.message_id having count(*) <> max(a.ordinal) + 1 or min(a.ordinal) <> 0`,
  },
  {
    rule: "every calendar event is part of an object, and every object of a kind that is indexed has events",
    sql: `select format('event %s (%s) has no object', e.id, e.object_uid) from calendar_events e
          where not exists (select from calendar_objects o where o.account_id = e.account_id and o.identity_id = e.identity_id
            and o.object_uid = e.object_uid)
          union all
          select format('object %s (%s) has no event', o.name, o.object_uid) from calendar_objects o
          where o.component = 'VEVENT' and not exists (select from calendar_events e where e.account_id = o.account_id
            and e.identity_id = o.identity_id and e.object_uid = o.object_uid)`,
  },
  {
    rule: "every verified domain has a DKIM key of each kind",
    sql: `select format('domain %s (%s) has none of %s', d.id, d.domain, a.algorithm)
          from domains d cross join (values ('rsa'), ('ed25519')) as a(algorithm)
          where d.status = 'verified' and not exists (select from domain_keys k
            where k.account_id = d.account_id and k.domain_id = d.id and k.algorithm = a.algorithm)`,
  },
  {
    rule: "every review has its trail",
    sql: `select format('review %s (%s)', r.id, r.status) from reviews r
          where not exists (select from audit_entries a where a.account_id = r.account_id and a.review_id = r.id)`,
  },
  {
    rule: "segments hold every mail that is searched by them",
    // As a difference of sets: the planner asks for each mail through all segments where a limit stands around it.
    sql: `select format('message %s is in no segment', message_id) from (
            select account_id, message_id from message_search where words is not null
            except
            select account_id, encode(substring(messages from n * 16 + 1 for 16), 'hex')::uuid
              from search_segments cross join lateral generate_series(0, size - 1) n) missing
          union all
          select format('segment %s: %s mails, %s ids', id, size, length(messages) / 16) from search_segments where length(messages) <> size * 16`,
  },
  {
    rule: "every mail that came since the oldest event has one",
    // A set operation: with the limit of each rule, the planner would read all events once for each message.
    sql: `select format('message %s has no event', id) from (
            select m.account_id, m.id::text as id from messages m
            join (select account_id, min(created_at) as since from events group by account_id) e
              on e.account_id = m.account_id and m.created_at > e.since
            where m.state = 'received' and m.delivered_to is not null
            except select account_id, data->>'message_id' from events) untold`,
  },
];
