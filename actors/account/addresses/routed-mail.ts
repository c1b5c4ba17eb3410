// Mail that a routing rule hands to a webhook. It is spooled, reported to that webhook alone and purged once delivered; no
// list has it. It belongs to the account, not to an address. DECISIONS Domains, pods, routing rules; Addresses (has_inbox).
import { addMs } from "../../../src/lib/clock.ts";
import { Failure, notFound } from "../../../src/lib/failure.ts";
import { deleteAttachments, findRoutedRepeat, listSpooled } from "../../../src/store/addresses/routed.ts";
import { isActiveRule } from "../../../src/store/addresses/routing-rules.ts";
import { bodies, messages } from "../../../src/store/tables/index.ts";
import { headerHash, releaseBlob, storeMessage } from "../../identity/message/store-message.ts";
import {
  emitReceived,
  type Received,
  type ReceiveInput,
  repeatMs,
} from "../../identity/receiving/receive.ts";
import type { Turn } from "../../runtime/turn.ts";

/**
 * @throws Failure not_found when the rule went since the recipient was resolved, unavailable when its webhook was disabled
 */
export async function receiveRouted(
  turn: Turn,
  input: ReceiveInput,
  { ruleId, webhookId }: { ruleId: string; webhookId: string },
): Promise<Received> {
  await checkRule(turn, { ruleId, webhookId });
  const repeat = await findRepeat(turn, input);
  if (repeat) return repeat;
  const { mail, recipient } = input;
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
  emitReceived(turn, input, { messageId, threadId, identityId: null, only: webhookId });
  return { messageId, threadId, repeated: false };
}

async function checkRule(turn: Turn, rule: { ruleId: string; webhookId: string }): Promise<void> {
  if (!(await isActiveRule(turn, turn.accountId, rule.ruleId))) throw notFound();
  // The account's state has no webhook that is disabled.
  if (!turn.account.webhooks.some(({ id }) => id === rule.webhookId)) {
    throw new Failure("unavailable", "The webhook that takes this mail is disabled. Send it again later.");
  }
}

/** The same delivery again: equal bytes, sender and recipient within five days. */
async function findRepeat(turn: Turn, { mail, recipient }: ReceiveInput): Promise<Received | null> {
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
  const row = await findRoutedRepeat(turn, turn.accountId, {
    headerHash: headerHash(mail),
    sha256: mail.sha256,
    envelopeFrom: mail.envelopeFrom,
    deliveredTo: recipient,
    since: oldest,
  });
  return row && { messageId: row.id, threadId: row.threadId, repeated: true };
}

/** Deletes messages that were handed over, and the references to their blobs. */
export async function purgeRouted(turn: Turn, ids: readonly string[]): Promise<void> {
  const { accountId } = turn;
  const rows = await listSpooled(turn, accountId, ids);
  for (const { id, rawBlob } of rows) {
    turn.remove(messages, { accountId, id });
    turn.remove(bodies, { accountId, messageId: id });
    if (rawBlob !== null) releaseBlob(turn, rawBlob);
  }
  const removed = rows.map(({ id }) => id);
  turn.bulk(deleteAttachments(accountId, removed));
}
