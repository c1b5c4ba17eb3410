// Whom an identity may write to: the account's suppressions, then the identity's send policy. SPEC Address: send_policy;
// DECISIONS Addresses; Drafts and sending.
import { canonicalAddress } from "../../src/mail/address.ts";
import { listedRecipients } from "../../src/store/send-lists.ts";
import type { Turn } from "../runtime/turn.ts";
import type { Rejected } from "./send.ts";

/** Recipients that may be written to, in their order, and those that are refused, each with its reason. */
export async function applyPolicy(
  turn: Turn,
  { recipients, rejected }: { recipients: readonly string[]; rejected: readonly Rejected[] },
): Promise<{ accepted: string[]; rejected: Rejected[] }> {
  if (recipients.length === 0) return { accepted: [], rejected: [...rejected] };
  const canonical = new Map(recipients.map((text) => [text, canonicalAddress(text) ?? text.toLowerCase()]));
  const asked = [...new Set(canonical.values())];
  const [suppressed, allowed] = await Promise.all([suppressedOf(turn, asked), allowedOf(turn, asked)]);
  const reasonOf = (recipient: string): Rejected["reason"] | null => {
    const address = canonical.get(recipient)!;
    if (suppressed.has(address)) return "suppressed";
    return allowed === null || allowed.has(address) ? null : "send_policy";
  };
  const judged = recipients.map((address) => ({ address, reason: reasonOf(address) }));
  return {
    accepted: judged.filter(({ reason }) => reason === null).map(({ address }) => address),
    rejected: [
      ...rejected,
      ...judged.flatMap(({ address, reason }) => (reason === null ? [] : [{ address, reason }])),
    ],
  };
}

async function suppressedOf(turn: Turn, recipients: readonly string[]): Promise<Set<string>> {
  const rows = await turn.rows<{ email: string }>(
    "select email from suppressions where account_id = $1::uuid and email = any($2::text[])",
    [turn.accountId, recipients],
  );
  return new Set(rows.map(({ email }) => email));
}

/** Those that the policy lets through; null: everybody. */
async function allowedOf(turn: Turn, recipients: readonly string[]): Promise<Set<string> | null> {
  switch (turn.identity().sendPolicy) {
    case "open":
      return null;
    case "list":
      return listedRecipients(turn, { accountId: turn.accountId, identityId: turn.ref.id }, recipients);
    case "reply_only":
      return writersOf(turn, recipients);
  }
}

/** Those who have written to this address before. */
async function writersOf(turn: Turn, recipients: readonly string[]): Promise<Set<string>> {
  const rows = await turn.rows<{ from_email: string }>(
    `select distinct lower(from_email) as from_email from messages
     where account_id = $1::uuid and identity_id = $2::uuid and direction = 'inbound' and lower(from_email) = any($3::text[])`,
    [turn.accountId, turn.ref.id, recipients],
  );
  return new Set(rows.map((row) => row.from_email));
}
