// The rules of check.ts for drafts, labels and the search index.

/** Each query returns one line of text for each row that breaks its rule. */
export const mailboxRules: readonly { rule: string; sql: string }[] = [
  {
    rule: "a draft has a thread, a time of editing, and a time of sending only while it is scheduled",
    sql: `select format('draft %s (%s): thread %s, updated %s, send_at %s, due %s', m.id, m.state, t.id, m.updated_at, m.send_at, m.send_due)
          from messages m
          join identities i on i.account_id = m.account_id and i.id = m.identity_id and i.deleted_at is null
          left join threads t on t.account_id = m.account_id and t.id = m.thread_id and t.identity_id = m.identity_id
          where m.state in ('draft', 'scheduled', 'sending')
            and (t.id is null or m.updated_at is null or m.direction <> 'outbound'
                 or (m.send_at is not null) <> (m.state in ('scheduled', 'sending'))
                 or (m.send_due is not null) <> (m.state in ('scheduled', 'sending')))
          union all
          select format('message %s (%s): send_at %s, due %s', m.id, m.state, m.send_at, m.send_due) from messages m
          where m.state not in ('draft', 'scheduled', 'sending') and (m.send_at is not null or m.send_due is not null)`,
  },
  {
    rule: "every draft is in a folder, and marked as a draft in Drafts and Scheduled",
    sql: `select format('draft %s is in no folder', m.id) from messages m
          join identities i on i.account_id = m.account_id and i.id = m.identity_id and i.deleted_at is null
          where m.state in ('draft', 'scheduled', 'sending')
            and not exists (select from placements p where p.account_id = m.account_id and p.message_id = m.id)
          union all
          select format('message %s (%s) in %s', m.id, m.state, f.name) from placements p
          join folders f on f.account_id = p.account_id and f.id = p.folder_id and f.role = 'scheduled'
          join messages m on m.account_id = p.account_id and m.id = p.message_id
          where m.state not in ('scheduled', 'sending')`,
  },
  {
    rule: "a mail waits for a person while its review does",
    sql: `select format('message %s (%s) has no pending review', m.id, m.state) from messages m
          join identities i on i.account_id = m.account_id and i.id = m.identity_id and i.deleted_at is null
          where m.state in ('pending_review', 'held')
            and not exists (select from reviews r where r.account_id = m.account_id and r.message_id = m.id and r.status = 'pending'
              and r.identity_id = m.identity_id and r.raw_sha256 = m.raw_sha256 and r.direction = m.direction)
          union all
          select format('review %s of message %s waits for nothing', r.id, r.message_id) from reviews r
          join identities i on i.account_id = r.account_id and i.id = r.identity_id and i.deleted_at is null
          where r.status = 'pending' and not exists (select from messages m where m.account_id = r.account_id and m.id = r.message_id
            and m.state in ('pending_review', 'held'))
          union all
          select format('message %s waits and is queued for %s', o.message_id, o.recipient) from outbound o
          join messages m on m.account_id = o.account_id and m.id = o.message_id
          where m.state in ('pending_review', 'held')
          union all
          select format('message %s is held in folder %s', m.id, p.folder_id) from placements p
          join messages m on m.account_id = p.account_id and m.id = p.message_id where m.state = 'held'`,
  },
  {
    rule: "an attachment is a part of its mail or a blob",
    sql: `select format('attachment %s of %s: part %s, blob %s', a.id, a.message_id, a.part, a.blob) from attachments a
          where (a.part is null) = (a.blob is null)`,
  },
  {
    rule: "labels of an address have names and keywords of their own",
    sql: `select format('labels of %s: %s', identity_id, string_agg(id::text, ', ')) from labels
          where removed_at is null group by account_id, identity_id, lower(keyword) having count(*) > 1
          union all
          select format('label %s of %s', l.id, l.identity_id) from labels l
          where not exists (select from identities i where i.account_id = l.account_id and i.id = l.identity_id)
          union all
          select format('label %s is removed and keeps no keyword to take off', id) from labels
          where removed_at is not null and retired_keyword is null`,
  },
  {
    rule: "every message of a list can be searched or waits for it, and nothing else is in the index",
    sql: `select format('message %s (%s) is not in the index', m.id, m.state) from messages m
          join identities i on i.account_id = m.account_id and i.id = m.identity_id and i.deleted_at is null
          where m.state in ('received', 'sent')
            and not exists (select from message_search s where s.account_id = m.account_id and s.message_id = m.id)
            and not exists (select from search_queue q where q.account_id = m.account_id and q.message_id = m.id)
          union all
          select format('document of %s, which is gone', s.message_id) from message_search s
          where not exists (select from messages m where m.account_id = s.account_id and m.id = s.message_id and m.identity_id = s.identity_id)`,
  },
];
