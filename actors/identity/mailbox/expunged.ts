// What sessions still show of messages that others have expunged: FETCH by number answers with it until the session has
// reported the expunge, an hour at most. Only src/store/mail/expunged.ts reads it. RFC 9051 7.5.1, RFC 2180 4.1
import { currentMail, showExpungedMail } from "../../../src/store/mail/expunge.ts";
import { expungedMails } from "../../../src/store/tables/index.ts";
import type { Turn } from "../../runtime/turn.ts";

/**
 * Reads a message's mail before it is replaced, for the placements that go with it.
 * @returns keeps it; to be called once the placements were removed
 */
export async function keepMail(turn: Turn, messageId: string): Promise<() => void> {
  const { accountId, owner } = turn;
  const mail = await currentMail(turn, owner, messageId);
  return () => {
    if (!mail) return;
    const id = turn.newId();
    turn.insert(expungedMails, { ...owner, id, ...mail, expungedAt: turn.now() });
    turn.bulk(showExpungedMail(accountId, messageId, id));
  };
}
