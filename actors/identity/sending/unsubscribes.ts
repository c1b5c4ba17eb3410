// Turns over recipients who end the mail of an address that they get as one of many. Mail that is not sent with
// `list_unsubscribe` still reaches them. DECISIONS Drafts and sending.
import { Failure, notFound } from "../../../src/lib/failure.ts";
import { getUnsubscribe, type UnsubscribeRow } from "../../../src/store/sending/unsubscribes.ts";
import { unsubscribes } from "../../../src/store/tables/index.ts";
import type { Actors } from "../../runtime/registry.ts";
import type { Turn } from "../../runtime/turn.ts";

export type UnsubscribeWay = "link" | "mail";

/** The unsubscribe link that was used. */
export interface UsedLink {
  accountId: string;
  identityId: string;
  id: string;
}

/** Takes a recipient off; a repeat changes nothing. Resolves after the commit, also when the address is gone. */
export async function useUnsubscribeLink(
  actors: Actors,
  { accountId, identityId, id }: UsedLink,
  via: UnsubscribeWay,
): Promise<void> {
  try {
    await actors.identity(accountId, identityId).run((turn) => unsubscribe(turn, id, via));
  } catch (error) {
    if (!(error instanceof Failure && error.code === "not_found")) throw error;
  }
}

async function unsubscribe(turn: Turn, id: string, via: UnsubscribeWay): Promise<void> {
  const row = await getUnsubscribe(turn, turn.owner, id);
  if (!row || row.unsubscribedAt !== null) return;
  const { accountId, email } = row;
  turn.update(unsubscribes, { accountId, id, unsubscribedAt: turn.instant(), via }, row);
  turn.emit({
    type: "recipient.unsubscribed",
    identityId: turn.ref.id,
    data: { identity_id: turn.ref.id, recipient: email, via },
  });
}

/** Writes to a recipient again; the links in mails that were sent work on. @throws Failure not_found */
export async function deleteUnsubscribe(turn: Turn, id: string): Promise<UnsubscribeRow> {
  const row = await getUnsubscribe(turn, turn.owner, id);
  if (!row || row.unsubscribedAt === null) throw notFound();
  turn.update(unsubscribes, { accountId: row.accountId, id, unsubscribedAt: null, via: null }, row);
  return row;
}
