// Finds the message that a mail answers by the Message-IDs in its In-Reply-To and References.
import type { Instant } from "../../lib/clock.ts";
import { hash52 } from "../../lib/hash.ts";
import type { Executor } from "../database/database.ts";
import { ownedBy, type Scope } from "../scope.ts";
import type { MessageRow } from "./messages.ts";

export type AnsweredMessage = Pick<
  MessageRow,
  "id" | "threadId" | "direction" | "automated" | "envelopeFrom" | "createdAt"
>;

/** @param headerIds Message-IDs without angle brackets, the likeliest first */
export async function findAnswered(
  db: Executor,
  scope: Scope,
  headerIds: readonly string[],
): Promise<AnsweredMessage | null> {
  if (headerIds.length === 0) return null;
  const where = ownedBy(scope, "m.identity_id", "m.account_id")
    .and("m.header_hash = any(?::int8[])", headerIds.map(hash52))
    .and("m.header_id = any(?::text[])", headerIds);
  const order = where.param(headerIds);
  const [row] = await db.rows<{
    id: string;
    thread_id: string;
    direction: MessageRow["direction"];
    automated: boolean;
    envelope_from: string | null;
    created_at: Instant;
  }>(
    `select m.id, m.thread_id, m.direction, m.automated, m.envelope_from, m.created_at from messages m
     ${where} and m.state in ('received', 'sent')
     order by array_position(${order}::text[], m.header_id), m.created_at desc limit 1`,
    where.params,
  );
  if (!row) return null;
  const { id, direction, automated, thread_id: threadId, envelope_from: envelopeFrom } = row;
  return { id, direction, automated, threadId, envelopeFrom, createdAt: row.created_at };
}
