// People whose mail is watched: the other side of threads in human_review, and of the sends in them that a person took over.
import { must } from "../../lib/must.ts";
import { withoutTag } from "../../mail/address.ts";
import type { Executor } from "../database/database.ts";
import type { Owner } from "../scope.ts";

/** SQL: an address, or what it is without its tag, is one of $3. */
const isOneOf = (email: string) =>
  `(lower(${email}) = any($3::text[]) or regexp_replace(lower(${email}), '^([^"+@]+)\\+[^@]*@', '\\1@') = any($3::text[]))`;

/**
 * Whether a thread in human_review has mail from, or to (cc, bcc, Reply-To), one of these addresses, with whatever tag, or had a
 * send to one of them that a person took over: its draft may have been changed or deleted since.
 * @param emails in canonical form
 * @param own the address itself, to which received mail is
 */
export async function isUnderReview(
  db: Executor,
  { accountId, identityId }: Owner,
  { emails, own }: { emails: readonly string[]; own: string },
): Promise<boolean> {
  const [row] = await db.values(
    `select exists (
       select from threads t join messages m on m.account_id = t.account_id and m.thread_id = t.id
       where t.account_id = $1::uuid and t.identity_id = $2::uuid and t.status = 'human_review'
         and (m.direction = 'inbound' and ${isOneOf("m.from_email")} or exists (
           select from jsonb_array_elements(m.mail_to || m.mail_cc || m.mail_bcc || m.reply_to) as b
           where ${isOneOf("b->>'email'")} and (m.direction = 'outbound' or lower(b->>'email') <> $4::text))))
     or exists (
       select from threads t join reviews r on r.account_id = t.account_id and r.thread_id = t.id
       cross join lateral jsonb_array_elements_text(coalesce(r.envelope->'people', r.envelope->'recipients')) as p(email)
       where t.account_id = $1::uuid and t.identity_id = $2::uuid and t.status = 'human_review'
         and r.identity_id = $2::uuid and r.status = 'taken_over' and ${isOneOf("p.email")})`,
    [accountId, identityId, [...new Set(emails.flatMap((email) => [email, withoutTag(email)]))], own],
  );
  return must(row, "the statement returns one row")[0] as boolean;
}

/** Whether one of these messages is in a thread in human_review. */
export async function someUnderReview(
  db: Executor,
  { accountId, identityId }: Owner,
  messageIds: readonly string[],
): Promise<boolean> {
  const [row] = await db.values(
    `select exists (
       select from messages m join threads t on t.account_id = m.account_id and t.id = m.thread_id
       where m.account_id = $1::uuid and m.id = any($3::uuid[]) and t.identity_id = $2::uuid and t.status = 'human_review')`,
    [accountId, identityId, messageIds],
  );
  return must(row, "the statement returns one row")[0] as boolean;
}

/** Whether a thread of an address is in human_review. */
export async function anyUnderReview(db: Executor, { accountId, identityId }: Owner): Promise<boolean> {
  const [row] = await db.values(
    `select exists (
       select from threads where account_id = $1::uuid and identity_id = $2::uuid and status = 'human_review')`,
    [accountId, identityId],
  );
  return must(row, "the statement returns one row")[0] as boolean;
}
