// Where a search among older messages begins. Segments of the index have the order of ids, which is that of time but for imported
// messages: without a beginning, a word that is everywhere would be looked for from the newest message on.
import { type Instant, msOf } from "../../lib/clock.ts";
import { firstIdAt } from "../../lib/ids.ts";
import type { Executor } from "../database/database.ts";
import { importedMs, isOlder } from "../message/answered.ts";
import { ownedBy, type Scope } from "../scope.ts";

/** Imported messages of the account that are looked at. */
const maxImported = 5000;

/** An id that no message from before that time is above. */
export async function newestBefore(
  db: Executor,
  scope: Scope,
  { before, identityId }: { before: Instant; identityId: string | undefined },
): Promise<string> {
  // Mails of other addresses count among the ones that are looked at: nothing walks past all that an account ever imported.
  const reached = ownedBy(scope, "m.identity_id", "m.account_id")
    .and("m.identity_id = ?::uuid", identityId)
    .and("m.created_at < ?::timestamptz", before);
  const [[found, last] = []] = (await db.values(
    `with imported as materialized (
       select m.account_id, m.identity_id, m.id, m.created_at from messages m where m.account_id = $1::uuid and ${isOlder}
       order by m.id desc limit ${maxImported + 1})
     select (select m.id from imported m ${reached} order by m.id desc limit 1),
       (select id from imported order by id desc offset ${maxImported})`,
    reached.params,
  )) as [string | null, string | null][];
  const ofOthers = firstIdAt(msOf(before) + importedMs + 1);
  // Below the last that was looked at, nothing is known.
  return [found ?? last ?? ofOthers, ofOthers].sort()[1]!;
}
