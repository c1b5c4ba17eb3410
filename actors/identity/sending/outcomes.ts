// Outcomes of a message's recipients: statuses and events, in turns of the sender's identity. An event is emitted when a
// status changes, not at every attempt. DECISIONS Drafts and sending; Events, webhooks, deliveries.
import { scheduleCodes } from "../../../src/calendar/objects/schedule-status.ts";
import { addMs, type Instant } from "../../../src/lib/clock.ts";
import { canonicalAddress } from "../../../src/mail/address.ts";
import type { BounceReason } from "../../../src/mail/report/bounce-phrases.ts";
import { judgeBounce } from "../../../src/mail/report/bounce-reason.ts";
import { nextAttempt } from "../../../src/outbound/backoff.ts";
import type { RecipientResult } from "../../../src/outbound/outcome.ts";
import { startOf } from "../../../src/outbound/ramp.ts";
import { type OutboundRow, type SentMessage, sentMessages } from "../../../src/store/sending/outbound.ts";
import { heldByOperator } from "../../../src/store/sending/send-queue.ts";
import { outbound, type ReportAction } from "../../../src/store/tables/index.ts";
import { suppress } from "../../account/sending/suppressions.ts";
import type { Preload } from "../../runtime/committer.ts";
import type { Turn } from "../../runtime/turn.ts";
import { codeOfBounce, noteOutcome } from "../calendar/schedule-status.ts";
import { delayMs, reportAfter } from "./report-state.ts";

/** One attempt for recipients of one message, and a result for each. */
export interface Attempted {
  messageId: string;
  rows: readonly Pick<OutboundRow, "id" | "attempts">[];
  results: readonly RecipientResult[];
  /** From 0 up to 1: spreads the next attempt; the recipients of one attempt stay together. */
  random: number;
}

/** The sent message; null when it is gone. */
export const sentPreload: Preload<{ messageId: string }, SentMessage | null> = {
  name: "sent",
  async load(tx, items) {
    const found = await sentMessages(
      tx,
      items.map(({ ref, input }) => ({ accountId: ref.accountId, messageId: input.messageId })),
    );
    return items.map((_, n) => found.get(n) ?? null);
  },
};

/** The outcome of an attempt for one recipient. */
export type OutcomeStatus = "delivered" | "deferred" | "bounced";

/**
 * Writes the outcome of each recipient and emits events.
 * @returns by the id of its outbound row; rows that another attempt has settled are left out
 */
export function recordAttempt(
  turn: Turn,
  attempted: Attempted,
  sent: SentMessage | null,
): Map<string, OutcomeStatus> {
  const recorded = new Map<string, OutcomeStatus>();
  if (!sent) return recorded;
  const now = turn.instant();
  for (const [index, { id, attempts }] of attempted.rows.entries()) {
    const before = latestOf(turn, sent).find((row) => row.id === id);
    // Another attempt was recorded since, or the sender gave up.
    if (!before || before.attempts !== attempts || before.nextAttemptAt === null) continue;
    const result = attempted.results[index]!;
    const { kind } = result;
    const response = responseOf(result);
    // The operator has held it during the attempt: it stays so.
    const heldBy = before.heldBy === heldByOperator ? heldByOperator : null;
    const retryAt =
      kind !== "deferred"
        ? null
        : heldBy !== null
          ? before.nextAttemptAt
          : nextAttempt(attempts, { since: sinceOf(before), now }, attempted.random);
    const status = kind === "delivered" ? "delivered" : retryAt ? "deferred" : "bounced";
    recorded.set(id, status);
    const report = reportAfter(before, reportedAction(before, result, now));
    if (status === "bounced") {
      const judged = kind === "failed" ? judgedOf(result, attempted.results) : { hard: false, reason: null };
      bounce(turn, { sent, row: before, response, ...judged, now });
      continue;
    }
    turn.update(
      outbound,
      {
        ...keyOf(before),
        status,
        response,
        nextAttemptAt: retryAt,
        claimedBy: null,
        heldBy: retryAt === null ? null : heldBy,
        updatedAt: now,
        report,
      },
      before,
    );
    if (retryAt) turn.poke("outbound");
    else noteOutcome(turn, before, result.mx === null ? scheduleCodes.delivered : scheduleCodes.sent);
    if (report !== before.report) turn.poke("reports");
    if (status !== before.status)
      turn.emit({
        type: `message.${status}`,
        identityId: before.identityId,
        data: recipientData(sent, before, response),
      });
  }
  return recorded;
}

/** The action that a DSN may report of an attempt without failure. A server that supports DSN sends its own. RFC 3461 5.2 */
function reportedAction(
  row: OutboundRow,
  { kind, mx, dsn }: RecipientResult,
  now: Instant,
): ReportAction | null {
  if (kind !== "delivered") return addMs(row.createdAt, delayMs) <= now ? "delayed" : null;
  if (mx === null) return "delivered";
  return dsn ? null : "relayed";
}

/** From when on it could be tried: a new domain's ramp may have kept it back for days. */
function sinceOf({ createdAt, rampDay }: OutboundRow): Instant {
  const day = rampDay === null ? createdAt : startOf(rampDay);
  return day > createdAt ? day : createdAt;
}

/** The server's response, and whether the mail went in plain text though TLS was offered. RFC 7435 3 */
function responseOf({ response, tlsFallback }: RecipientResult): string {
  return tlsFallback === null ? response : `${response} (sent without TLS: ${tlsFallback})`.slice(0, 500);
}

interface BounceJudgement {
  /** The address does not exist. */
  hard: boolean;
  /** Null: nobody said it of this recipient. */
  reason: BounceReason | null;
}

/**
 * Only the server's response about an address says that it does not exist. A response to DATA that several recipients
 * share counts for the one that it names.
 */
function judgedOf(result: RecipientResult, all: readonly RecipientResult[]): BounceJudgement {
  const { code, enhanced, response, refusedAt, recipient } = result;
  const shared = refusedAt === "data" && all.some((other) => other !== result && other.response === response);
  if (shared && !response.toLowerCase().includes(recipient.toLowerCase()))
    return { hard: false, reason: null };
  const { reason, hard } = judgeBounce({ texts: [response], statuses: [enhanced], command: refusedAt });
  return { reason, hard: hard && code !== null };
}

/** The recipients, with what earlier turns of the batch wrote of them. */
export function latestOf(turn: Turn, sent: SentMessage): OutboundRow[] {
  return sent.recipients.flatMap((row) => turn.latest(outbound, row) ?? []);
}

/** Records a permanent failure: status, event, suppression (hard bounces only), `message.failed` with the last recipient. */
export function bounce(
  turn: Turn,
  {
    sent,
    row,
    response,
    hard,
    reason,
    now,
  }: { sent: SentMessage; row: OutboundRow; response: string; now: Instant } & BounceJudgement,
): void {
  if (row.status === "bounced") return;
  noteOutcome(turn, row, codeOfBounce(reason));
  const report = reportAfter(row, "failed");
  turn.update(
    outbound,
    {
      ...keyOf(row),
      status: "bounced",
      response,
      nextAttemptAt: null,
      heldBy: null,
      claimedBy: null,
      updatedAt: now,
      report,
    },
    row,
  );
  if (report !== row.report) turn.poke("reports");
  turn.emit({
    type: "message.bounced",
    identityId: row.identityId,
    data: { ...recipientData(sent, row, response), hard },
  });
  const email = canonicalAddress(row.recipient);
  if (hard && email) suppress(turn, { email, reason: "bounce", detail: response, messageId: row.messageId });
  if (latestOf(turn, sent).some(({ status }) => status !== "bounced")) return;
  const { messageId, identityId } = row;
  turn.emit({
    type: "message.failed",
    identityId,
    data: { message_id: messageId, thread_id: sent.threadId, identity_id: identityId },
  });
}

/** Event data of message.delivered, .deferred, .bounced and .complained. */
export function recipientData(
  { threadId }: { threadId: string },
  row: Pick<OutboundRow, "messageId" | "identityId" | "recipient">,
  response: string,
) {
  return {
    message_id: row.messageId,
    thread_id: threadId,
    identity_id: row.identityId,
    recipient: row.recipient,
    response,
  };
}

function keyOf({ accountId, id }: OutboundRow) {
  return { accountId, id };
}
