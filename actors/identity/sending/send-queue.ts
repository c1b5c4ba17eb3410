// The operator's hand on recipients that wait to leave: tried now, held, released, dropped. In turns of the sender's identity,
// with the rows locked against claims. None of them lifts a review: what waits for a person is a draft, and in no queue.

import { type Clock, type Instant, nowInstant } from "../../../src/lib/clock.ts";
import { Failure } from "../../../src/lib/failure.ts";
import { explainQueued } from "../../../src/outbound/queue-text.ts";
import type { Database } from "../../../src/store/database/database.ts";
import type { OutboundRow, SentMessage } from "../../../src/store/sending/outbound.ts";
import {
  heldByOperator,
  heldUntil,
  listQueue,
  lockQueued,
  type QueuedRecipient,
  type QueueFilter,
} from "../../../src/store/sending/send-queue.ts";
import { type Origin, outbound } from "../../../src/store/tables/index.ts";
import { type Actors, preloaded } from "../../runtime/registry.ts";
import type { Turn } from "../../runtime/turn.ts";
import { type AuditAction, note } from "../message/audit.ts";
import { bounce, sentPreload } from "./outcomes.ts";

export type QueueAction = "retry" | "hold" | "release" | "drop";

/** Recipients that one call changes. */
const maxQueueChanges = 500;

/** Why a recipient was left as it is. */
export type QueueLeft = "active" | "held" | "not_held" | "ramp" | "settled";

interface QueueOutcome {
  id: string;
  recipient: string;
  /** Null: it is done. */
  left: QueueLeft | null;
}

interface QueueDeps {
  database: Database;
  actors: Actors;
  clock: Clock;
}

const dropped = "5.7.0 dropped from the queue by the operator of this service";

const audited: Record<QueueAction, AuditAction> = {
  retry: "queue_retried",
  hold: "queue_held",
  release: "queue_released",
  drop: "queue_dropped",
};

/**
 * Does it to the entries that fit, oldest first, at most `maxQueueChanges` of them.
 * @returns each with what came of it, and where the next call goes on; null: at the end
 */
export async function changeQueue(
  deps: QueueDeps,
  action: QueueAction,
  asked: { filter: QueueFilter; cursor: string | null; origin: Origin },
): Promise<{ outcomes: QueueOutcome[]; end: string | null }> {
  const now = nowInstant(deps.clock);
  const page = await listQueue(deps.database, asked.filter, {
    now,
    cursor: asked.cursor,
    count: maxQueueChanges,
  });
  const outcomes: QueueOutcome[] = [];
  for (const rows of Map.groupBy(page.rows, (row) => `${row.accountId} ${row.messageId}`).values())
    outcomes.push(...(await changeMessage(deps, action, { rows, origin: asked.origin })));
  return { outcomes, end: page.end };
}

/** @param rows of one message */
async function changeMessage(
  { actors }: QueueDeps,
  action: QueueAction,
  { rows, origin }: { rows: readonly QueuedRecipient[]; origin: Origin },
): Promise<QueueOutcome[]> {
  const { accountId, identityId, messageId } = rows[0]!;
  const ids = rows.map(({ id }) => id);
  const work = preloaded(sentPreload, { messageId }, (turn, sent: SentMessage | null) =>
    changeQueued(turn, action, { messageId, ids, sent }),
  );
  const left = await actors
    .identity(accountId, identityId)
    .run(work, { origin })
    .catch((error: unknown) => {
      // The sender was deleted since.
      if (error instanceof Failure && error.code === "not_found") return new Map<string, QueueLeft | null>();
      throw error;
    });
  return rows.map(({ id, recipient }) => ({
    id,
    recipient,
    left: left.get(id) ?? (left.has(id) ? null : "settled"),
  }));
}

async function changeQueued(
  turn: Turn,
  action: QueueAction,
  { messageId, ids, sent }: { messageId: string; ids: readonly string[]; sent: SentMessage | null },
): Promise<Map<string, QueueLeft | null>> {
  const outcomes = new Map<string, QueueLeft | null>();
  if (!sent) return outcomes;
  const rows = await lockQueued(turn, { accountId: turn.accountId, messageId, ids });
  const done: string[] = [];
  for (const row of rows) {
    const left = leftOf(action, row);
    outcomes.set(row.id, left);
    if (left !== null) continue;
    done.push(row.recipient);
    change(turn, action, { row, sent });
  }
  if (done.length === 0) return outcomes;
  if (action === "hold") turn.poke("held");
  else if (action !== "drop") turn.poke("outbound");
  note(turn, {
    action: audited[action],
    threadId: sent.threadId,
    messageId,
    rawSha256: null,
    detail: { recipients: done },
  });
  return outcomes;
}

/** Whether it stays as it is, and why. A claimed one may be under way to its server just now. */
function leftOf(action: QueueAction, { heldBy, claimedBy }: OutboundRow): QueueLeft | null {
  const isHeld = heldBy === heldByOperator;
  if (action === "hold") return isHeld ? "held" : null;
  if (action === "release") return isHeld ? null : "not_held";
  if (claimedBy !== null) return "active";
  if (action === "drop") return null;
  if (isHeld) return "held";
  return heldBy?.startsWith("ramp ") ? "ramp" : null;
}

function change(
  turn: Turn,
  action: QueueAction,
  { row, sent }: { row: OutboundRow; sent: SentMessage },
): void {
  const { accountId, id } = row;
  const key = { accountId, id };
  const now: Instant = turn.now();
  if (action === "drop") {
    bounce(turn, { sent, row, response: dropped, hard: false, reason: null, now: turn.instant() });
    return;
  }
  const patch =
    action === "hold"
      ? { heldBy: heldByOperator, nextAttemptAt: heldUntil, claimedBy: null }
      : { heldBy: null, nextAttemptAt: now };
  turn.update(outbound, { ...key, ...patch }, row);
}

/** An entry as the API and the command line show it. */
export function queueEntry(row: QueuedRecipient, now: Instant) {
  return {
    id: row.id,
    account_id: row.accountId,
    identity_id: row.identityId,
    message_id: row.messageId,
    from: row.fromEmail,
    recipient: row.recipient,
    state: row.state,
    destination: row.lane,
    attempts: row.attempts,
    response: row.response,
    next_attempt_at: row.state === "held" ? null : row.nextAttemptAt,
    waits_for: row.heldBy,
    size: row.size,
    queued_at: row.createdAt,
    explanation: explainQueued(row, now),
  };
}
