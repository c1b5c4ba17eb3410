// The turn that writes an identity's send list. DECISIONS Addresses.
import { findSendList } from "../../../src/store/sending/send-lists.ts";
import { sendLists } from "../../../src/store/tables/index.ts";
import { beyondThisKey, noteSetter, settingsBeyond } from "../../account/addresses/restraints.ts";
import type { Turn } from "../../runtime/turn.ts";

/**
 * @param entries in canonical form
 * @param reach identities that the calling key reaches; null: all
 * @throws Failure forbidden (adds to what a key with more reach has set)
 */
export async function replaceSendList(
  turn: Turn,
  entries: readonly string[],
  reach: readonly string[] | null,
): Promise<string[]> {
  const { owner } = turn;
  const { identityId } = owner;
  const before = await findSendList(turn, owner);
  const row = { ...owner, entries: [...new Set(entries)] };
  const beyond = await settingsBeyond(turn, identityId, reach);
  const known = new Set(before);
  const added = row.entries.some((entry) => !known.has(entry));
  const listHeld = before !== null && beyond.has("send_list");
  if (added && listHeld) throw beyondThisKey("send_list");
  // A key with less reach cannot widen a policy by the list that the policy reads.
  if (added && turn.identity().sendPolicy !== "open" && beyond.has("send_policy"))
    throw beyondThisKey("send_policy");
  if (!listHeld) noteSetter(turn, identityId, { settings: ["send_list"], reach });
  if (before) turn.update(sendLists, row, { ...owner, entries: before });
  else turn.insert(sendLists, row);
  return row.entries;
}
