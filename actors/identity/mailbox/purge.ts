// Turns that delete messages for good: with body, attachments, references to blobs, bytes counted, and their thread's count.
import { Failure } from "../../../src/lib/failure.ts";
import { dropReferences } from "../../../src/store/blobs/references.ts";
import { expungeBodies } from "../../../src/store/mailbox/expunge.ts";
import {
  deleteDependents,
  type PurgeableMessage,
  purgeableMessages,
} from "../../../src/store/mailbox/purge.ts";
import { withdrawReviews } from "../../../src/store/reviews/reviews.ts";
import { someUnderReview } from "../../../src/store/reviews/watched.ts";
import { messages, type StoredProtection } from "../../../src/store/tables/index.ts";
import { mayReview, protectionOf } from "../../account/reviews/protection.ts";
import type { Turn } from "../../runtime/turn.ts";
import { countBytes } from "../message/store-message.ts";
import { refuseHeld } from "./legal-hold.ts";
import { shrinkThreads } from "./threads.ts";
import { tellDeleted } from "./told.ts";

/**
 * Deletes messages that have no placement any more. A message with recipients that are still to be served leaves every
 * list and keeps its bytes until they are.
 */
export async function purgeMessages(turn: Turn, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  const { accountId } = turn;
  const found = await purgeableMessages(turn, turn.owner, ids);
  await shrinkThreads(
    turn,
    [...new Set(found.map(({ threadId }) => threadId))],
    found.map(({ id }) => id),
  );
  for (const { id, isPending } of found) {
    if (isPending) turn.update(messages, { accountId, id, state: "spooled" });
    else turn.remove(messages, { accountId, id });
  }
  tellDeleted(turn, found);
  const gone = found.filter(({ isPending }) => !isPending);
  if (gone.length > 0) deleteContents(turn, gone);
}

/** The same, unless the address is under legal hold. @throws Failure legal_hold */
export async function purgeUnheld(turn: Turn, ids: readonly string[]): Promise<void> {
  refuseHeld(turn);
  await purgeMessages(turn, ids);
}

/**
 * Refuses to delete mail of a thread in human_review for good, of an address with protection: whose mail is held follows from
 * it. Who may decide reviews may.
 * @throws Failure forbidden
 */
export async function refuseWatched(turn: Turn, ids: readonly string[]): Promise<void> {
  const protection = protectionOf(turn);
  if (!protection || ids.length === 0 || mayDecide(turn, protection)) return;
  if (!(await someUnderReview(turn, turn.owner, ids))) return;
  throw new Failure(
    "forbidden",
    "A person looks at this thread (status human_review), so nothing of it is deleted for good by who may not decide reviews. Ask them to take it out of human_review first; its mail can be moved to the trash.",
  );
}

function mayDecide({ maker: { kind, level, reach } }: Turn, protection: StoredProtection): boolean {
  if (kind === "person") return true;
  return kind === "key" && mayReview({ kind, level, identityIds: reach }, protection);
}

function deleteContents(turn: Turn, gone: readonly PurgeableMessage[]): void {
  const { accountId } = turn;
  const mails = gone.map(({ id, threadId, displayedSize, preview }) => ({
    messageId: id,
    mailId: turn.newId(),
    threadId,
    size: displayedSize,
    preview,
  }));
  turn.bulk(expungeBodies(turn.owner, mails, turn.now()));
  const ids = gone.map(({ id }) => id);
  // An address without protection has no reviews.
  if (protectionOf(turn)) turn.bulk(withdrawReviews(accountId, ids, { at: turn.instant(), by: turn.origin }));
  for (const statement of deleteDependents(accountId, ids)) turn.bulk(statement);
  countBytes(turn, -gone.reduce((sum, { size }) => sum + size, 0));
  const keys = gone.flatMap(({ blobs }) => blobs);
  if (keys.length > 0) turn.bulk(dropReferences(accountId, keys));
}
