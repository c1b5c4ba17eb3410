// Recomputes derived state (counts, uids, modseqs, references, hashes) and reports each row that differs. It only reads.
// Deleted identities, which the janitor purges, are skipped.
import type { BlobStore } from "../blobs/blobs.ts";
import { partOfSql } from "../cluster/parts.ts";
import type { Database } from "../database/database.ts";
import { accountRules } from "./check-account.ts";
import { bytesRule, checkFiles, checkMails, fileRule } from "./check-bytes.ts";
import { completenessRules } from "./check-complete.ts";
import { mailboxRules } from "./check-mailbox.ts";
import { referenceRules } from "./check-references.ts";
import { type Disagreement, maxProblems } from "./disagreement.ts";

/** Each query returns one line of text for each row that breaks its rule. */
const rules: readonly { rule: string; sql: string }[] = [
  {
    rule: "a folder's counts are its placements",
    sql: `select format('folder %s (%s): total %s, unread %s; placed %s, unread %s', f.id, f.name, f.total, f.unread, p.total, p.unread)
          from folders f
          join identities i on i.account_id = f.account_id and i.id = f.identity_id and i.deleted_at is null
          cross join lateral (
            select count(*) as total, count(*) filter (where flags & 1 = 0) as unread
            from placements p where p.account_id = f.account_id and p.folder_id = f.id
          ) p where p.total <> f.total or p.unread <> f.unread`,
  },
  {
    rule: "every uid is below its folder's uid_next",
    sql: `select format('folder %s: uid %s, uid_next %s', f.id, p.uid, f.uid_next)
          from placements p join folders f on f.account_id = p.account_id and f.id = p.folder_id where p.uid >= f.uid_next`,
  },
  {
    rule: "no modseq is above its identity's",
    sql: `select format('identity %s: modseq %s, change %s', i.id, i.modseq, c.modseq)
          from identities i cross join lateral (
            select modseq from changes c where c.account_id = i.account_id and c.identity_id = i.id order by modseq desc limit 1
          ) c where c.modseq > i.modseq
          union all
          select format('identity %s: modseq %s, uid %s has %s', i.id, i.modseq, p.uid, p.modseq)
          from placements p join identities i on i.account_id = p.account_id and i.id = p.identity_id where p.modseq > i.modseq`,
  },
  {
    rule: "a thread's count and last message are its messages'",
    sql: `select format('thread %s: count %s, last %s; messages %s, last %s', t.id, t.message_count, t.last_message_at, m.count, m.last)
          from threads t
          join identities i on i.account_id = t.account_id and i.id = t.identity_id and i.deleted_at is null
          cross join lateral (
            select count(*) as count, max(created_at) as last from messages m
            where m.account_id = t.account_id and m.thread_id = t.id and m.state in ('received', 'sent')
          ) m
          where m.count <> t.message_count or t.last_message_at is distinct from m.last
             or t.sort_at <> coalesce(t.last_message_at, t.created_at)`,
  },
  {
    rule: "every message has a thread, a body and an identity",
    sql: `select format('message %s lacks %s', m.id, concat_ws(', ', case when t.id is null and m.state <> 'spooled' then 'a thread' end,
                 case when b.message_id is null then 'a body' end, case when i.id is null and m.identity_id is not null then 'an identity' end))
          from messages m
          left join threads t on t.account_id = m.account_id and t.id = m.thread_id
          left join bodies b on b.account_id = m.account_id and b.message_id = m.id
          left join identities i on i.account_id = m.account_id and i.id = m.identity_id
          where (t.id is null and m.state <> 'spooled') or b.message_id is null or (i.id is null and m.identity_id is not null)`,
  },
  {
    rule: "every received or sent message of an inbox is in a folder",
    sql: `select format('message %s (%s) is in no folder', m.id, m.state) from messages m
          join identities i on i.account_id = m.account_id and i.id = m.identity_id and i.deleted_at is null and i.type <> 'application'
          where m.state in ('received', 'sent')
            and not exists (select from placements p where p.account_id = m.account_id and p.message_id = m.id)`,
  },
  {
    rule: "every body, attachment and placement has its message",
    sql: `select format('body of %s', b.message_id) from bodies b
          where not exists (select from messages m where m.account_id = b.account_id and m.id = b.message_id)
          union all
          select format('attachment %s of %s', a.id, a.message_id) from attachments a
          where not exists (select from messages m where m.account_id = a.account_id and m.id = a.message_id)
          union all
          select format('uid %s in folder %s of %s', p.uid, p.folder_id, p.message_id) from placements p
          where not exists (select from messages m where m.account_id = p.account_id and m.id = p.message_id)
             or not exists (select from folders f where f.account_id = p.account_id and f.id = p.folder_id)`,
  },
  {
    rule: "has_attachments says what there is",
    sql: `select format('message %s: %s', m.id, m.has_attachments) from messages m
          where m.has_attachments <> exists (select from attachments a where a.account_id = m.account_id and a.message_id = m.id)`,
  },
  {
    rule: "an identity's storage is its messages' sizes",
    sql: `select format('identity %s: %s; messages %s', i.id, i.storage_bytes, m.size) from identities i
          cross join lateral (
            select coalesce(sum(size), 0) as size from messages m where m.account_id = i.account_id and m.identity_id = i.id
          ) m where i.deleted_at is null and i.storage_bytes <> m.size`,
  },
  {
    rule: "a blob's references are counted",
    sql: `select format('blob %s of account %s: %s counted, %s there', coalesce(b.key, r.key), coalesce(b.account_id, r.account_id), b.refs, r.refs)
          from blobs b full join (
            select account_id, key, count(*) as refs from (
              select account_id, raw_blob as key from bodies where raw_blob is not null
              union all select account_id, blob from attachments where blob is not null
            ) used group by account_id, key
          ) r on r.account_id = b.account_id and r.key = b.key
          where coalesce(b.refs, 0) <> coalesce(r.refs, 0)`,
  },
  {
    rule: "no delivery is without its event",
    sql: `select format('delivery %s of event %s', d.id, d.event_id) from deliveries d
          where not exists (select from events e where e.account_id = d.account_id and e.xid = d.event_xid and e.id = d.event_id)`,
  },
  {
    // Identities on a failed domain claim may have lost their address to the domain's owner.
    rule: "every identity has its address, and every address its identity",
    sql: `select format('identity %s %s@%s', i.id, i.local_part, i.domain) from identities i
          join domains d on d.account_id = i.account_id and d.id = i.domain_id
          where i.deleted_at is null and d.status <> 'failed' and not exists (
            select from addresses a where a.domain = i.domain and a.local_part = i.local_part
              and a.account_id = i.account_id and a.identity_id = i.id)
          union all
          select format('address %s@%s of %s', a.local_part, a.domain, a.identity_id) from addresses a
          where a.identity_id is not null and of_this_part(a.account_id) and not exists (
            select from identities i where i.account_id = a.account_id and i.id = a.identity_id and i.deleted_at is null)`,
  },
  {
    rule: "every outbound recipient has its message",
    sql: `select format('outbound %s of %s', o.id, o.message_id) from outbound o
          where not exists (select from messages m where m.account_id = o.account_id and m.id = o.message_id)
            and exists (select from identities i where i.account_id = o.account_id and i.id = o.identity_id and i.deleted_at is null)`,
  },
];

/** @param progress called with the name of each rule as it begins */
export async function check(
  { database, blobs }: { database: Database; blobs: BlobStore },
  progress: (rule: string, done: number, all: number) => void = () => undefined,
): Promise<Disagreement[]> {
  const found: Disagreement[] = [];
  const queries = [...rules, ...accountRules, ...mailboxRules, ...referenceRules, ...completenessRules];
  const all = queries.length + 2;
  for (const [done, { rule, sql }] of queries.entries()) {
    progress(rule, done, all);
    for (const { part, here } of placesOf(database)) {
      const text = sql
        .replaceAll(/of_this_part\((\w\.account_id)\)/g, (_, column: string) => here(column))
        .replaceAll("is_one_database()", String(database.parts === undefined));
      const rows = await part.values(`select * from (${text}) broken limit ${maxProblems}`);
      found.push(...rows.map(([detail]) => ({ rule, detail: detail as string })));
    }
  }
  progress(bytesRule, all - 2, all);
  found.push(...(await checkMails(database, blobs)));
  progress(fileRule, all - 1, all);
  return [...found, ...(await checkFiles(database, blobs))];
}

/**
 * The database, or each of its parts: there, tables that every node has hold the rows of other parts too, and a rule names
 * those of its own by `of_this_part(account_id)`. What a foreign key holds on one database alone says `is_one_database()`.
 */
function placesOf(database: Database): { part: Database; here: (column: string) => string }[] {
  const { parts } = database;
  if (!parts) return [{ part: database, here: () => "true" }];
  return parts.map((part, n) => ({ part, here: (column) => `${partOfSql(column, parts.length)} = ${n}` }));
}
