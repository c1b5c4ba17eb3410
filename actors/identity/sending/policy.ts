// Whom an identity may write to: the account's suppressions, then the identity's send policy. SPEC Address: send_policy;
// DECISIONS Addresses; Drafts and sending.
import { canonicalAddress } from "../../../src/mail/address.ts";
import type { Executor } from "../../../src/store/database/database.ts";
import type { ActorRef } from "../../runtime/actor.ts";
import type { Rejected } from "./send.ts";

/** Why recipients may not be written to, by their canonical form; those that are not here may be. */
export type Refusals = ReadonlyMap<string, "suppressed" | "send_policy">;

interface Asked {
  ref: ActorRef;
  recipients: readonly string[];
}

/**
 * One result an item, in order; asked in one statement. Whoever may write by reply_only has written by SMTP: a mail that an
 * IMAP client put here has no envelope, and would let the client choose whom it may write to.
 */
export async function loadRefusals(
  db: Pick<Executor, "rows">,
  items: readonly Asked[],
): Promise<Map<string, "suppressed" | "send_policy">[]> {
  const found = items.map(() => new Map<string, "suppressed" | "send_policy">());
  const asked = items.flatMap(({ ref, recipients }, n) =>
    [...new Set(recipients.map(canonical))].map((email) => ({ n, ref, email })),
  );
  if (asked.length === 0) return found;
  const rows = await db.rows<{ n: number; email: string; suppressed: boolean }>(
    `select * from (
       select k.n, k.email,
         exists (select from suppressions s where s.account_id = k.account_id and s.email = k.email) as suppressed,
         case i.send_policy
           when 'open' then true
           when 'list' then exists (
             select from send_lists l where l.account_id = k.account_id and l.identity_id = k.id
               and l.entries && array[k.email, substring(k.email from '[^@]*$')])
           else exists (
             select from messages m where m.account_id = k.account_id and m.identity_id = k.id
               and m.direction = 'inbound' and m.envelope_from is not null and lower(m.from_email) = k.email)
         end as allowed
       from unnest($1::int[], $2::uuid[], $3::uuid[], $4::text[]) as k(n, account_id, id, email)
       join identities i on i.account_id = k.account_id and i.id = k.id) judged
     where suppressed or not allowed`,
    [
      asked.map(({ n }) => n),
      asked.map(({ ref }) => ref.accountId),
      asked.map(({ ref }) => ref.id),
      asked.map(({ email }) => email),
    ],
  );
  for (const { n, email, suppressed } of rows)
    found[n]!.set(email, suppressed ? "suppressed" : "send_policy");
  return found;
}

/** Recipients that may be written to, in their order, and those that are refused, each with its reason. */
export function applyPolicy(
  { recipients, rejected }: { recipients: readonly string[]; rejected: readonly Rejected[] },
  refusals: Refusals,
): { accepted: string[]; rejected: Rejected[] } {
  const judged = recipients.map((address) => ({ address, reason: refusals.get(canonical(address)) }));
  return {
    accepted: judged.flatMap(({ address, reason }) => (reason === undefined ? [address] : [])),
    rejected: [
      ...rejected,
      ...judged.flatMap(({ address, reason }) => (reason === undefined ? [] : [{ address, reason }])),
    ],
  };
}

function canonical(address: string): string {
  return canonicalAddress(address) ?? address.toLowerCase();
}
