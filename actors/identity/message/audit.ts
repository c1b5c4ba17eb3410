// The audit trail of protected addresses: who did what to a mail, when, from where, with the hash of its bytes.
import { auditEntries, type Origin } from "../../../src/store/tables/index.ts";
import type { Turn } from "../../runtime/turn.ts";

export type AuditAction =
  | "sent"
  | "forwarded"
  | "review_requested"
  | "edited"
  | "approved"
  | "rejected"
  | "returned"
  | "taken_over"
  | "expired"
  | "status_changed"
  | "queue_retried"
  | "queue_held"
  | "queue_released"
  | "queue_dropped";

export interface AuditNote {
  action: AuditAction;
  threadId: string;
  messageId: string | null;
  reviewId?: string | null;
  rawSha256: Uint8Array | null;
  detail?: Record<string, unknown> | null;
  /** By default who asked for the turn. */
  actor?: Origin;
}

/** Writes one entry in a turn of the identity. */
export function note(turn: Turn, { reviewId = null, detail = null, actor, ...entry }: AuditNote): void {
  turn.insert(auditEntries, {
    accountId: turn.accountId,
    id: turn.newId(),
    identityId: turn.ref.id,
    ...entry,
    reviewId,
    detail,
    actor: actor ?? turn.origin,
    createdAt: turn.instant(),
  });
}
