// The turn that writes an identity's send list. DECISIONS Addresses.
import { toRow } from "../../../src/store/database/rows.ts";
import type { Row } from "../../../src/store/database/table-shape.ts";
import { sendLists } from "../../../src/store/tables/index.ts";
import { beyondThisKey, noteSetter, settingsBeyond } from "../../account/restraints.ts";
import type { Turn } from "../../runtime/turn.ts";

/**
 * @param entries in canonical form
 * @param reach of the key that asks; null: everything
 * @throws Failure forbidden (adds to what a key with more reach has set)
 */
export async function replaceSendList(
  turn: Turn,
  entries: readonly string[],
  reach: readonly string[] | null,
): Promise<string[]> {
  const { accountId } = turn;
  const identityId = turn.ref.id;
  const [found] = await turn.rows<Record<string, unknown>>(
    "select * from send_lists where account_id = $1::uuid and identity_id = $2::uuid",
    [accountId, identityId],
  );
  const row = { accountId, identityId, entries: [...new Set(entries)] };
  const beyond = await settingsBeyond(turn, identityId, reach);
  const known = new Set(found?.entries as string[] | undefined);
  const added = row.entries.some((entry) => !known.has(entry));
  const listHeld = found !== undefined && beyond.has("send_list");
  if (added && listHeld) throw beyondThisKey("send_list");
  // A policy that its owner has set is not opened by the list that it reads.
  if (added && turn.identity().sendPolicy !== "open" && beyond.has("send_policy"))
    throw beyondThisKey("send_policy");
  if (!listHeld) noteSetter(turn, identityId, { settings: ["send_list"], reach });
  if (found) turn.update(sendLists, row, toRow<Row<typeof sendLists>>(sendLists, found));
  else turn.insert(sendLists, row);
  return row.entries;
}
