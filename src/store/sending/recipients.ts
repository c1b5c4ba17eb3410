// Queries over the delivery status of a message's recipients.
import type { Executor } from "../database/database.ts";
import { toRow } from "../database/rows.ts";
import type { Scope } from "../scope.ts";
import { outbound } from "../tables/index.ts";
import type { OutboundRow } from "./outbound.ts";

/** Above the recipient limit of a message. */
const maxRows = 1000;

/** In the order of the message. @param messageId of a message that the scope reaches */
export async function listRecipients(db: Executor, scope: Scope, messageId: string): Promise<OutboundRow[]> {
  const rows = await db.rows(
    `select * from outbound where account_id = $1::uuid and message_id = $2::uuid order by ordinal limit ${maxRows}`,
    [scope.accountId, messageId],
  );
  return rows.map((row) => toRow<OutboundRow>(outbound, row));
}
