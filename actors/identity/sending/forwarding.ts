// A received mail on its way out again, by a routing rule: queued in the turn that files it, so that it leaves once whatever
// dies. It leaves as its address may send: suppressions, send policy, protection and daily limits hold, and what would wait
// for a person stays. What is added to the mail is made when it is sent (src/outbound/forward.ts). DECISIONS Domains, pods,
// routing rules.
import type { Instant } from "../../../src/lib/clock.ts";
import { Failure } from "../../../src/lib/failure.ts";
import { getRule } from "../../../src/store/accounts/routing-rules.ts";
import { getMessageRows } from "../../../src/store/mail/messages.ts";
import { queuedForwards } from "../../../src/store/sending/forwards.ts";
import { outbound } from "../../../src/store/tables/index.ts";
import { protectionOf } from "../../account/protection.ts";
import type { Turn } from "../../runtime/turn.ts";
import { note } from "../reviews/audit.ts";
import { judgeSend } from "../reviews/judge.ts";
import { applyPolicy, loadRefusals } from "./policy.ts";
import { checkSender } from "./send.ts";
import { countDaily } from "./send-limits.ts";

export interface Forwarded {
  messageId: string;
  threadId: string;
  sha256: Uint8Array;
  /** Of the mail as it came; "" is the null sender. */
  envelopeFrom: string;
  ruleId: string;
  /** The recipient that the rule has matched. */
  recipient: string;
  /** The author is an address of this service. */
  internal: boolean;
  at: Instant;
}

interface Refused {
  address: string;
  reason: string;
}

/** Queues a filed mail for the addresses of its rule; nothing where the rule is gone or disabled. */
export async function forward(turn: Turn, mail: Forwarded, ordinal = 0): Promise<void> {
  const { accountId } = turn;
  const rule = await getRule(turn, { accountId, identityIds: null }, mail.ruleId);
  if (!rule?.forwardTo || rule.status !== "active" || rule.identityId !== turn.ref.id) return;
  const { accepted, rejected } = await admitted(turn, rule.forwardTo, mail.at);
  for (const [n, to] of accepted.entries()) queue(turn, mail, { to, ordinal: ordinal + n });
  if (accepted.length > 0) turn.poke("outbound");
  const { messageId, threadId } = mail;
  const told = { rule_id: mail.ruleId, to: accepted, rejected };
  const data = { message_id: messageId, thread_id: threadId, identity_id: turn.ref.id, ...told };
  turn.emit({ type: "message.forwarded", identityId: turn.ref.id, data });
  if (protectionOf(turn))
    note(turn, { action: "forwarded", threadId, messageId, rawSha256: mail.sha256, detail: told });
}

/** As `forward`, of a mail that was filed before: a rule forwards it once. */
export async function forwardRepeat(turn: Turn, mail: Forwarded): Promise<void> {
  const { accountId } = turn;
  const { messageId, ruleId } = mail;
  const [row] = await getMessageRows(turn, { accountId, identityIds: [turn.ref.id] }, [messageId]);
  // What a person holds back is not here.
  if (!row || row.isSpam || row.direction !== "inbound") return;
  const queued = await queuedForwards(turn, { accountId, messageId, ruleId });
  if (!queued.byRule) await forward(turn, mail, queued.recipients);
}

/** Those that the address may write to now without asking a person, and why not the others. */
async function admitted(
  turn: Turn,
  forwardTo: readonly string[],
  at: Instant,
): Promise<{ accepted: string[]; rejected: Refused[] }> {
  const refusals = await loadRefusals(turn, [{ ref: turn.ref, recipients: forwardTo, isList: false }]);
  const policy = applyPolicy({ recipients: forwardTo, rejected: [] }, refusals[0]!);
  const rejected: Refused[] = [...policy.rejected];
  let accepted = policy.accepted;
  const refuse = (reason: string, of: readonly string[]) => {
    rejected.push(...of.map((address) => ({ address, reason })));
    accepted = accepted.filter((address) => !of.includes(address));
  };
  try {
    checkSender(turn, at);
    const judging = { accepted, thread: null, at, approved: false };
    const judged = await judgeSend(turn, { submitted: null }, judging);
    if (judged) {
      rejected.push(...judged.rejected);
      accepted = judged.accepted;
    }
    if (judged?.reasons) refuse("protection", waiting(judged.accepted, judged.reasons));
    if (accepted.length > 0) await countDaily(turn, { recipients: accepted.length, at });
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    refuse(error.code, accepted);
  }
  return { accepted, rejected };
}

/** Those that a person would have to approve: the named ones where only new recipients are the reason. */
function waiting(accepted: readonly string[], reasons: readonly string[]): string[] {
  const prefix = "new_recipient ";
  if (!reasons.every((reason) => reason.startsWith(prefix))) return [...accepted];
  const fresh = new Set(reasons.map((reason) => reason.slice(prefix.length)));
  return accepted.filter((address) => fresh.has(address));
}

function queue(turn: Turn, mail: Forwarded, { to, ordinal }: { to: string; ordinal: number }): void {
  const { accountId, outgoing } = turn;
  const { messageId, at, ruleId, recipient, internal } = mail;
  const envelopeFrom = outgoing.returnPath(messageId, turn.identity().domain);
  turn.insert(outbound, {
    accountId,
    id: turn.newId(),
    identityId: turn.ref.id,
    messageId,
    ordinal,
    recipient: to,
    envelopeFrom,
    status: "queued",
    attempts: 0,
    response: null,
    nextAttemptAt: turn.now(),
    heldBy: null,
    rampDay: null,
    lane: outgoing.laneOf({ from: envelopeFrom, recipient: to }),
    report: null,
    dsn: null,
    // RFC 5321 4.5.5: nothing is to come of a report but its end.
    nullSender: mail.envelopeFrom === "",
    calendarUid: null,
    forward: { rule_id: ruleId, recipient, internal },
    createdAt: at,
    updatedAt: at,
  });
}
