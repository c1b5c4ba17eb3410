// Recipients that an identity may send to, by the account's suppressions, its own unsubscribes and its send
// policy. SPEC Address: send_policy
import type { Executor } from "../database/database.ts";
import { meansAddress } from "../reviews/protection.ts";

export type RefusalReason = "suppressed" | "unsubscribed" | "send_policy";

/** `email` in canonical form; `isList`: the mail has List-Unsubscribe; `n` is returned with it. */
export interface AskedRecipient {
  n: number;
  accountId: string;
  identityId: string;
  email: string;
  isList: boolean;
}

/** The refused ones of the recipients that `paramsOf` gives. */
const refused = `(
       select k.n, k.email,
         exists (select from suppressions s where s.account_id = k.account_id and s.email = k.email) as suppressed,
         k.list and exists (select from unsubscribes u where u.account_id = k.account_id and u.identity_id = k.id
           and u.email = k.email and u.unsubscribed_at is not null) as unsubscribed,
         case i.send_policy
           when 'open' then true
           when 'list' then exists (
             select from send_lists l where l.account_id = k.account_id and l.identity_id = k.id
               and (l.entries && array[k.email] or (l.entries && array[substring(k.email from '[^@]*$')]
                 and ${meansAddress({ email: "k.email", account: "k.account_id" })})))
           else exists (
             select from messages m where m.account_id = k.account_id and m.identity_id = k.id
               and m.direction = 'inbound' and m.envelope_from is not null and lower(m.from_email) = k.email)
         end as allowed
       from unnest($1::int[], $2::uuid[], $3::uuid[], $4::text[], $5::boolean[]) as k(n, account_id, id, email, list)
       join identities i on i.account_id = k.account_id and i.id = k.id) judged
     where suppressed or unsubscribed or not allowed`;

function paramsOf(asked: readonly AskedRecipient[]) {
  return [
    asked.map(({ n }) => n),
    asked.map(({ accountId }) => accountId),
    asked.map(({ identityId }) => identityId),
    asked.map(({ email }) => email),
    asked.map(({ isList }) => isList),
  ];
}

/**
 * The refused recipients, with the reason. With policy reply_only a recipient is allowed once a mail from it came by SMTP;
 * mails that an IMAP client stored do not count, or the client could allow itself any recipient: they have no envelope.
 */
export async function refusedRecipients(
  db: Executor,
  asked: readonly AskedRecipient[],
): Promise<{ n: number; email: string; reason: RefusalReason }[]> {
  if (asked.length === 0) return [];
  const rows = await db.rows<{ n: number; email: string; suppressed: boolean; unsubscribed: boolean }>(
    `select * from ${refused}`,
    paramsOf(asked),
  );
  return rows.map(({ n, email, suppressed, unsubscribed }) => ({
    n,
    email,
    reason: suppressed ? "suppressed" : unsubscribed ? "unsubscribed" : "send_policy",
  }));
}

/**
 * Expects that each of these recipients may be written to.
 * @throws SqlError where `refusedRecipients` would find one; the transaction fails with it
 */
export async function expectNoneRefused(db: Executor, asked: readonly AskedRecipient[]): Promise<void> {
  if (asked.length === 0) return;
  await db.values(
    `select case when count(*) = 0 then 0 else ('refused recipients that were not expected: ' || count(*))::int end
     from ${refused}`,
    paramsOf(asked),
  );
}
