// Queries over received mails that routing rules forward.
import type { Authentication } from "../../mail/trust/authentication.ts";
import type { Executor } from "../database/database.ts";

/** Counts of recipients queued to forward a received mail, and whether the rule has forwarded it. */
export async function queuedForwards(
  db: Executor,
  { accountId, messageId, ruleId }: { accountId: string; messageId: string; ruleId: string },
): Promise<{ recipients: number; byRule: boolean }> {
  const [row] = await db.rows<{ recipients: number; byRule: boolean }>(
    `select count(*)::int as recipients, coalesce(bool_or(forward->>'rule_id' = $3::text), false) as "byRule"
     from outbound where account_id = $1::uuid and message_id = $2::uuid`,
    [accountId, messageId, ruleId],
  );
  return row ?? { recipients: 0, byRule: false };
}

/** The fields of a received mail that an ARC seal reports. */
export interface ForwardedMail {
  fromEmail: string;
  envelopeFrom: string | null;
  authentication: Authentication | null;
}

/** Null: the message is gone. */
export async function forwardedMail(
  db: Executor,
  at: { accountId: string; messageId: string },
): Promise<ForwardedMail | null> {
  const [row] = await db.rows<ForwardedMail>(
    `select from_email as "fromEmail", envelope_from as "envelopeFrom", authentication from messages
     where account_id = $1::uuid and id = $2::uuid`,
    [at.accountId, at.messageId],
  );
  return row ?? null;
}
