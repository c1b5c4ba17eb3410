// Mail that a routing rule hands to a webhook: spooled, told to that webhook alone, in no list, and purged once it is
// delivered. It is the account's, not an address's. DECISIONS Domains, pods, routing rules; Addresses (has_inbox).
import { addMs } from "../../src/lib/clock.ts";
import { Failure, notFound } from "../../src/lib/failure.ts";
import { bodies, messages } from "../../src/store/tables/index.ts";
import { type Arrival, type Received, repeatMs, tellReceived } from "../identity/receiving/receive.ts";
import { headerHash, releaseBlob, storeMessage } from "../identity/receiving/store-message.ts";
import type { Turn } from "../runtime/turn.ts";

/**
 * @throws Failure not_found when the rule went since the recipient was resolved, unavailable when its webhook was disabled
 */
export async function receiveRouted(
  turn: Turn,
  arrival: Arrival,
  { ruleId, webhookId }: { ruleId: string; webhookId: string },
): Promise<Received> {
  await checkRule(turn, { ruleId, webhookId });
  const repeat = await findRepeat(turn, arrival);
  if (repeat) return repeat;
  const { mail, recipient } = arrival;
  const messageId = turn.newId();
  const threadId = turn.newId();
  storeMessage(turn, mail, {
    id: messageId,
    threadId,
    direction: "inbound",
    state: "spooled",
    envelopeFrom: mail.envelopeFrom,
    deliveredTo: recipient,
    mailBcc: [],
    at: turn.instant(),
  });
  tellReceived(turn, arrival, { messageId, threadId, identityId: null, only: webhookId });
  return { messageId, threadId, repeated: false };
}

async function checkRule(turn: Turn, rule: { ruleId: string; webhookId: string }): Promise<void> {
  const [found] = await turn.rows(
    "select 1 from routing_rules where account_id = $1::uuid and id = $2::uuid and status = 'active'",
    [turn.accountId, rule.ruleId],
  );
  if (!found) throw notFound();
  // The account's state has no webhook that is disabled.
  if (!turn.account.webhooks.some(({ id }) => id === rule.webhookId)) {
    throw new Failure("unavailable", "The webhook that takes this mail is disabled. Send it again later.");
  }
}

/** The same delivery again: equal bytes, sender and recipient within five days. */
async function findRepeat(turn: Turn, { mail, recipient }: Arrival): Promise<Received | null> {
  const oldest = addMs(turn.instant(), -repeatMs);
  const written = turn
    .written(messages)
    .find(
      (row) =>
        row.identityId === null &&
        row.deliveredTo === recipient &&
        row.envelopeFrom === mail.envelopeFrom &&
        Buffer.from(mail.sha256).equals(row.rawSha256),
    );
  if (written) return { messageId: written.id, threadId: written.threadId, repeated: true };
  const [row] = await turn.rows<{ id: string; thread_id: string }>(
    `select id, thread_id from messages
     where account_id = $1::uuid and identity_id is null and header_hash = $2::int8 and raw_sha256 = $3::bytea
       and envelope_from = $4::text and delivered_to = $5::text and created_at > $6::timestamptz
     order by created_at desc limit 1`,
    [turn.accountId, headerHash(mail), mail.sha256, mail.envelopeFrom, recipient, oldest],
  );
  return row ? { messageId: row.id, threadId: row.thread_id, repeated: true } : null;
}

/** Deletes messages that were handed over, and the references to their blobs. */
export async function purgeRouted(turn: Turn, ids: readonly string[]): Promise<void> {
  const { accountId } = turn;
  const params = [accountId, ids];
  const rows = await turn.rows<{ id: string; raw_blob: string | null }>(
    `select m.id, b.raw_blob from messages m left join bodies b on b.account_id = m.account_id and b.message_id = m.id
     where m.account_id = $1::uuid and m.id = any($2::uuid[]) and m.identity_id is null and m.state = 'spooled'`,
    params,
  );
  for (const { id, raw_blob } of rows) {
    turn.remove(messages, { accountId, id });
    turn.remove(bodies, { accountId, messageId: id });
    if (raw_blob !== null) releaseBlob(turn, raw_blob);
  }
  turn.bulk({
    text: "delete from attachments where account_id = $1::uuid and message_id = any($2::uuid[])",
    params: [accountId, rows.map(({ id }) => id)],
  });
}
