// Finds the message that a mail answers by the Message-IDs in its In-Reply-To and References, and which of these an answer names.
import { type Instant, msOf } from "../../lib/clock.ts";
import { hash52 } from "../../lib/hash.ts";
import { isUuid } from "../../lib/ids.ts";
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

/** Milliseconds by which an imported mail is older than its row, at least. */
export const importedMs = 60_000;

/** Whether a mail that nobody delivered was imported: it has its own time, and its id that of its row. */
export function isOlderThanId({ id, createdAt }: Pick<MessageRow, "id" | "createdAt">): boolean {
  return msOf(createdAt) < Number.parseInt(id.replaceAll("-", "").slice(0, 12), 16) - importedMs;
}

/** SQL of the same, of the columns of `m`, in the words of the index `messages_imported`. */
export const isOlder = `m.created_at < to_timestamp((('x' || translate(left(m.id::text, 13), '-', ''))::bit(48)::int8 - ${importedMs}) / 1000.0)`;

/** SQL of an imported mail. */
export const isImported = `(m.delivered_to is null and m.envelope_from is null and ${isOlder})`;

/**
 * The Message-IDs of a chain that say nothing by anybody who writes here: those that this server gave, those of mail that came
 * to the thread from elsewhere, and those that such mail names. Of mail that an IMAP client put in, or that was
 * submitted here, a writer chose them; what an operator imported counts as come.
 * @param thread looked through from its newest mail on
 * @param headerIds without angle brackets
 */
export async function idsOfOthers(
  db: Executor,
  { accountId, threadId }: { accountId: string; threadId: string },
  headerIds: readonly string[],
): Promise<ReadonlySet<string>> {
  const given = headerIds.map((id) => id.slice(0, id.indexOf("@"))).filter(isUuid);
  const [own, come] = await Promise.all([
    given.length === 0
      ? []
      : db.rows<{ header_id: string }>(
          `select header_id from messages where account_id = $1::uuid and id = any($2::uuid[]) and direction = 'outbound'
             and starts_with(header_id, id::text || '@')`,
          [accountId, given],
        ),
    db.rows<{ header_id: string | null; reference_ids: string[] }>(
      `select m.header_id, m.reference_ids from messages m
       where m.account_id = $1::uuid and m.thread_id = $2::uuid and m.state in ('received', 'sent')
         and ((m.direction = 'inbound' and m.delivered_to is not null and m.authentication->>'authenticated_here' is null)
           or ${isImported})
       order by m.created_at desc limit 200`,
      [accountId, threadId],
    ),
  ]);
  return new Set([
    ...own.map((row) => row.header_id),
    ...come.flatMap((row) => [...(row.header_id === null ? [] : [row.header_id]), ...row.reference_ids]),
  ]);
}
