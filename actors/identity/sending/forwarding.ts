// A received mail on its way out again, by a routing rule: queued in the turn that files it, so that it leaves once whatever
// dies. It leaves as its address may send: suppressions, send policy, protection and daily limits hold, and what would wait
// for a person stays. What is added to the mail is made when it is sent (src/outbound/forward.ts). DECISIONS Domains, pods,
// routing rules.

import { type Instant, msOf } from "../../../src/lib/clock.ts";
import { must } from "../../../src/lib/must.ts";
import { type KnownMaker, keyMay } from "../../../src/store/access/makers.ts";
import { ruleWithMaker } from "../../../src/store/addresses/routing-rules.ts";
import { getMessageRows } from "../../../src/store/message/messages.ts";
import { queuedForwards } from "../../../src/store/sending/forwards.ts";
import { protectionOf } from "../../account/reviews/protection.ts";
import type { Turn } from "../../runtime/turn.ts";
import { askForward } from "../gate/departure.ts";
import { loadRefusals } from "../gate/policy.ts";
import { queue } from "../gate/queue.ts";
import { note } from "../message/audit.ts";

export interface Forwarded {
  messageId: string;
  threadId: string;
  sha256: Uint8Array;
  /** The received mail's envelope sender; "" is the null sender. */
  envelopeFrom: string;
  ruleId: string;
  /** The recipient that the rule has matched. */
  recipient: string;
  /** The author is an address of this service. */
  internal: boolean;
  at: Instant;
}

/** Queues a filed mail for the addresses of its rule; nothing where the rule is gone or disabled. */
export async function forward(turn: Turn, mail: Forwarded, ordinal = 0): Promise<void> {
  const { accountId } = turn;
  const found = await ruleWithMaker(turn, accountId, mail.ruleId);
  if (!found) return;
  const { rule, by } = found;
  if (!rule.forwardTo || rule.status !== "active" || rule.identityId !== turn.ref.id) return;
  const { messageId, threadId, at, sha256, internal, recipient } = mail;
  const { departure, rejected } = sleeps(turn, by)
    ? { departure: null, rejected: rule.forwardTo.map((address) => ({ address, reason: "maker_ended" })) }
    : await asked(turn, rule.forwardTo, { octets: sha256, at });
  const envelopeFrom = turn.outgoing.returnPath(messageId, turn.identity().domain);
  if (departure) {
    queue(turn, departure, {
      ...{ messageId, sha256, envelopeFrom, at, firstOrdinal: ordinal },
      laneOf: (to) => turn.outgoing.laneOf({ from: envelopeFrom, recipient: to }),
      nullSender: mail.envelopeFrom === "",
      forward: { rule_id: mail.ruleId, recipient, internal },
    });
  }
  const told = { rule_id: mail.ruleId, to: departure?.recipients ?? [], rejected };
  const data = { message_id: messageId, thread_id: threadId, identity_id: turn.ref.id, ...told };
  turn.emit({ type: "message.forwarded", identityId: turn.ref.id, data });
  if (protectionOf(turn))
    note(turn, { action: "forwarded", threadId, messageId, rawSha256: mail.sha256, detail: told });
}

async function asked(
  turn: Turn,
  recipients: readonly string[],
  { octets, at }: { octets: Uint8Array; at: Instant },
) {
  const [refusals] = await loadRefusals(turn, [{ ref: turn.ref, recipients, isList: false }]);
  return askForward(
    turn,
    { recipients, octets },
    { refusals: must(refusals, "the preload reads refusals of forwards"), at },
  );
}

/** A rule goes on leading mail in when its key has ended, or does not reach the address any more; nothing leaves by it. */
function sleeps(turn: Turn, by: KnownMaker): boolean {
  if (by.maker?.kind !== "key") return false;
  return !keyMay(by, { identityId: turn.ref.id, level: "send", at: msOf(turn.now()) });
}

/** As `forward`, of a mail that was filed before: a rule forwards it once. */
export async function forwardRepeat(turn: Turn, mail: Forwarded): Promise<void> {
  const { accountId } = turn;
  const { messageId, ruleId } = mail;
  const [row] = await getMessageRows(turn, { accountId, identityIds: [turn.ref.id] }, [messageId]);
  // Mail that a person holds back is not here.
  if (!row || row.isSpam || row.direction !== "inbound") return;
  const queued = await queuedForwards(turn, { accountId, messageId, ruleId });
  if (!queued.byRule) await forward(turn, mail, queued.recipients);
}
