// Queries over queued recipients.
import type { InferSelectModel } from "drizzle-orm";
import { addMs, type Instant } from "../lib/clock.ts";
import type { Executor } from "./database.ts";
import { toRow } from "./rows.ts";
import { outbound } from "./tables/index.ts";

export type OutboundRow = InferSelectModel<typeof outbound>;

/** How long a claimed row is left alone: longer than any attempt lasts. */
const leaseMs = 45 * 60_000;

/** Takes due rows, counts the attempt and sets the next time before the network is touched: a crash repeats nothing at once. */
export async function claimOutbound(db: Executor, now: Instant, count: number): Promise<OutboundRow[]> {
  const rows = await db.rows(
    `update outbound o set attempts = o.attempts + 1, next_attempt_at = $2::timestamptz
     from (select account_id, id from outbound where next_attempt_at <= $1::timestamptz
           order by next_attempt_at limit $3::int for update skip locked) due
     where o.account_id = due.account_id and o.id = due.id
     returning o.*`,
    [now, addMs(now, leaseMs), count],
  );
  return rows.map((row) => toRow<OutboundRow>(outbound, row));
}
