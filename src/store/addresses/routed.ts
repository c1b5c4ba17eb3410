// Mail that a routing rule sends to a webhook: messages of the account, without an identity.
import { and, desc, eq, gt, isNull } from "drizzle-orm";
import type { Instant } from "../../lib/clock.ts";
import type { DeferredStatement, Executor } from "../database/database.ts";
import { isAnyOf, orm, statementOf, write } from "../database/orm.ts";
import { attachments, bodies, messages } from "../tables/index.ts";

/** The fields in which a repeated delivery equals the first one. */
export interface RoutedMail {
  headerHash: number;
  sha256: Uint8Array;
  envelopeFrom: string;
  deliveredTo: string;
}

/** An equal delivery (bytes, sender, recipient) after `since`, or null. */
export async function findRoutedRepeat(
  db: Executor,
  accountId: string,
  { headerHash, sha256, envelopeFrom, deliveredTo, since }: RoutedMail & { since: Instant },
): Promise<{ id: string; threadId: string } | null> {
  const [row] = await orm(db)
    .select({ id: messages.id, threadId: messages.threadId })
    .from(messages)
    .where(
      and(
        eq(messages.accountId, accountId),
        isNull(messages.identityId),
        eq(messages.headerHash, headerHash),
        eq(messages.rawSha256, sha256),
        eq(messages.envelopeFrom, envelopeFrom),
        eq(messages.deliveredTo, deliveredTo),
        gt(messages.createdAt, since),
      ),
    )
    .orderBy(desc(messages.createdAt))
    .limit(1);
  return row ?? null;
}

/** The messages of these ids that are still spooled, with the blobs of their raw mail. */
export async function listSpooled(
  db: Executor,
  accountId: string,
  ids: readonly string[],
): Promise<{ id: string; rawBlob: string | null }[]> {
  return orm(db)
    .select({ id: messages.id, rawBlob: bodies.rawBlob })
    .from(messages)
    .leftJoin(bodies, and(eq(bodies.accountId, messages.accountId), eq(bodies.messageId, messages.id)))
    .where(
      and(
        eq(messages.accountId, accountId),
        isAnyOf(messages.id, ids),
        isNull(messages.identityId),
        eq(messages.state, "spooled"),
      ),
    );
}

/** Deletes the attachments of these messages. */
export function deleteAttachments(accountId: string, messageIds: readonly string[]): DeferredStatement {
  return statementOf(
    write
      .delete(attachments)
      .where(and(eq(attachments.accountId, accountId), isAnyOf(attachments.messageId, messageIds))),
  );
}
