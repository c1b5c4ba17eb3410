// The turn that writes an identity's send list. DECISIONS Addresses.
import { toRow } from "../../src/store/rows.ts";
import { sendLists } from "../../src/store/tables/index.ts";
import type { Row } from "../runtime/buffer.ts";
import type { Turn } from "../runtime/turn.ts";

/** @param entries in canonical form */
export async function replaceSendList(turn: Turn, entries: readonly string[]): Promise<string[]> {
  const { accountId } = turn;
  const identityId = turn.ref.id;
  const [found] = await turn.rows<Record<string, unknown>>(
    "select * from send_lists where account_id = $1::uuid and identity_id = $2::uuid",
    [accountId, identityId],
  );
  const row = { accountId, identityId, entries: [...new Set(entries)] };
  if (found) turn.update(sendLists, row, toRow<Row<typeof sendLists>>(sendLists, found));
  else turn.insert(sendLists, row);
  return row.entries;
}
