// People that an account has written to lately, for lists that complete what is typed. Senders of mail are not among them:
// a stranger's look-alike is not to be offered.
import type { RowSource } from "../database/database.ts";

/** Sent mails of each address that are looked through. */
const lookedThrough = 50;

export interface WrittenTo {
  email: string;
  name: string | null;
}

/** The latest first, each once. @param identityIds whose sent mails are looked through */
export async function writtenTo(
  db: RowSource,
  accountId: string,
  { identityIds, count }: { identityIds: readonly string[]; count: number },
): Promise<WrittenTo[]> {
  return db.rows<WrittenTo & Record<string, unknown>>(
    `select lower(b->>'email') as email, max(b->>'name') as name
     from unnest($2::uuid[]) as w(id)
     cross join lateral (
       select m.mail_to || m.mail_cc || m.mail_bcc as boxes, m.created_at from messages m
       where m.account_id = $1::uuid and m.identity_id = w.id and m.direction = 'outbound' and m.state = 'sent' and not m.withheld
       order by m.created_at desc limit ${lookedThrough}
     ) s
     cross join lateral jsonb_array_elements(s.boxes) as b
     group by lower(b->>'email') order by max(s.created_at) desc, 1 limit $3::int`,
    [accountId, identityIds, count],
  );
}
