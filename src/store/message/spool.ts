// Spooled messages: kept until they are delivered, and a day longer. DECISIONS Addresses: has_inbox.
import type { Instant } from "../../lib/clock.ts";
import { by, merged } from "../cluster/together.ts";
import type { Executor } from "../database/database.ts";

export interface Spooled {
  accountId: string;
  id: string;
  /** null: a routing rule's. */
  identityId: string | null;
  createdAt: Instant;
}

/** The most messages that one query returns. */
export const spoolStep = 100;

/** The oldest spooled messages created between `after` and `before`. */
export async function listSpooled(
  db: Executor,
  { before, after }: { before: Instant; after: Instant | null },
): Promise<Spooled[]> {
  const rows = await db.values(
    `select account_id, id, identity_id, created_at from messages
     where state = 'spooled' and created_at < $1::timestamptz and created_at > $2::timestamptz
     order by created_at limit ${spoolStep}`,
    [before, after ?? "-infinity"],
  );
  const spooled = rows.map(([accountId, id, identityId, createdAt]) => ({
    accountId: accountId as string,
    id: id as string,
    identityId: identityId as string | null,
    createdAt: createdAt as string,
  }));
  return merged(
    spooled,
    by(({ createdAt }) => createdAt),
    spoolStep,
  );
}

/** A message's deliveries get their ids within this time of its own; ids rise with time. */
const madeWithinMs = 2000;

/** The messages whose deliveries and recipients all reached a final state before `before`. */
export async function finalSpooled(
  db: Executor,
  spooled: readonly Spooled[],
  before: Instant,
): Promise<Spooled[]> {
  const rows = await db.values(
    `select k.id from unnest($1::uuid[], $2::uuid[], $3::uuid[]) as k(account_id, id, until)
     where not exists (
       select from deliveries d join events e on e.account_id = d.account_id and e.xid = d.event_xid and e.id = d.event_id
       where d.account_id = k.account_id and d.id > k.id and d.id < k.until and e.data->>'message_id' = k.id::text
         and (d.next_attempt_at is not null or coalesce(d.last_attempt_at, d.created_at) > $4::timestamptz))
     and not exists (
       select from outbound o where o.account_id = k.account_id and o.message_id = k.id
         and (o.next_attempt_at is not null or o.updated_at > $4::timestamptz))`,
    [
      spooled.map(({ accountId }) => accountId),
      spooled.map(({ id }) => id),
      spooled.map(({ id }) => laterId(id, madeWithinMs)),
      before,
    ],
  );
  const final = new Set(rows.map(([id]) => id));
  return spooled.filter(({ id }) => final.has(id));
}

/** The lowest UUIDv7 of a time that many milliseconds later. RFC 9562 5.7 */
function laterId(id: string, ms: number): string {
  const time = (Number.parseInt(id.slice(0, 8) + id.slice(9, 13), 16) + ms).toString(16).padStart(12, "0");
  return `${time.slice(0, 8)}-${time.slice(8)}-7000-8000-000000000000`;
}
