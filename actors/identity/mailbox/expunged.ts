// Expunged messages that IMAP sessions still show: FETCH by number answers with them until the session has
// reported the expunge, an hour at most. Only src/store/mailbox/expunged.ts reads them. RFC 9051 7.5.1, RFC
// 2180 4.1
import { type CurrentMail, currentMail, showExpungedMail } from "../../../src/store/mailbox/expunge.ts";
import { expungedMails } from "../../../src/store/tables/index.ts";
import type { Turn } from "../../runtime/turn.ts";

/**
 * Reads a message's mail before it is replaced, for the placements that go with it.
 * @returns keeps it; to be called once the placements were removed
 */
export async function keepMail(turn: Turn, messageId: string): Promise<() => void> {
  const mail = await currentMail(turn, turn.owner, messageId);
  return () => keepReplaced(turn, messageId, mail);
}

/** Keeps a message's mail, as it was before it was replaced, for the placements that were removed with it. */
export function keepReplaced(turn: Turn, messageId: string, mail: CurrentMail | null): void {
  if (!mail) return;
  const id = turn.newId();
  turn.insert(expungedMails, { ...turn.owner, id, ...mail, expungedAt: turn.now() });
  turn.bulk(showExpungedMail(turn.accountId, messageId, id));
}
