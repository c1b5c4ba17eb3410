// Events about what is done with stored mail. One event tells of all messages that one turn changed.
// DECISIONS Events, webhooks, deliveries.
import type { FolderRow } from "../../../src/store/mailbox/folders.ts";
import type { LabelRow } from "../../../src/store/mailbox/labels.ts";
import type { PlacementRow } from "../../../src/store/mailbox/placements.ts";
import type { PurgeableMessage } from "../../../src/store/mailbox/purge.ts";
import type { Turn } from "../../runtime/turn.ts";

type MessageKind = "message.read" | "message.unread" | "message.deleted";

/** Emits nothing when there are no messages. */
export function tellMessages(turn: Turn, type: MessageKind, messageIds: readonly string[]): void {
  if (messageIds.length === 0) return;
  const identityId = turn.ref.id;
  const data = { identity_id: identityId, message_ids: [...new Set(messageIds)] };
  turn.emit({ type, identityId, data });
}

/** Drafts that are filed anew, and messages that stay where they are, have not moved. */
export function tellMoved(turn: Turn, rows: readonly PlacementRow[], target: FolderRow): void {
  const isDrafts = ({ role }: FolderRow) => role === "drafts" || role === "scheduled";
  const still = new Set([
    target.id,
    ...turn
      .folders()
      .filter(isDrafts)
      .map(({ id }) => id),
  ]);
  const moved = rows.filter(({ folderId }) => !still.has(folderId)).map(({ messageId }) => messageId);
  if (moved.length === 0 || isDrafts(target)) return;
  const identityId = turn.ref.id;
  const data = {
    identity_id: identityId,
    message_ids: [...new Set(moved)],
    folder_id: target.id,
    folder: target.role ?? target.name,
  };
  turn.emit({ type: "message.moved", identityId, data });
}

/** Messages still to be delivered when they were deleted have been reported then. */
export function tellDeleted(turn: Turn, gone: readonly PurgeableMessage[]): void {
  const stored = gone.filter(({ state }) => state === "received" || state === "sent");
  tellMessages(
    turn,
    "message.deleted",
    stored.map(({ id }) => id),
  );
  for (const { id, threadId, state } of gone) {
    if (state === "draft" || state === "scheduled" || state === "pending_review")
      tellDraft(turn, "draft.deleted", { id, threadId });
  }
}

export function tellDraft(
  turn: Turn,
  type: "draft.created" | "draft.updated" | "draft.deleted",
  { id, threadId }: { id: string; threadId: string },
): void {
  const identityId = turn.ref.id;
  turn.emit({ type, identityId, data: { draft_id: id, thread_id: threadId, identity_id: identityId } });
}

/** A label was put on, or taken off, messages of these threads. */
export function tellLabelled(
  turn: Turn,
  type: "thread.labelled" | "thread.unlabelled",
  { label, threadIds }: { label: LabelRow; threadIds: readonly string[] },
): void {
  if (threadIds.length === 0) return;
  const identityId = turn.ref.id;
  const thread_ids = [...new Set(threadIds)];
  turn.emit({ type, identityId, data: { identity_id: identityId, label_id: label.id, thread_ids } });
}
