// EXPUNGE and UID EXPUNGE. RFC 9051 6.4.3, 6.4.9; RFC 4315 2.1; RFC 7162 3.2.7 (HIGHESTMODSEQ)
import { expungeMessages } from "../../../actors/identity/mailbox/imap.ts";
import { turnPlacements } from "../../../actors/identity/mailbox/placements.ts";
import { deletedUids } from "../../store/mailbox/imap.ts";
import { no, ok } from "../replies.ts";
import type { ImapSession } from "../session.ts";
import { numberCode } from "../wire/codes.ts";
import { type Ranges, rangesHave } from "../wire/sequence-set.ts";
import { type CommandHandler, selectedOf } from "./handler.ts";
import { actorOf } from "./mailboxes.ts";

export const expunge: CommandHandler<"EXPUNGE"> = {
  when: "selected",
  async run(session, { uids }) {
    const { view, readOnly } = selectedOf(session);
    if (readOnly) return no("The mailbox is open to read only", "READ-ONLY");
    const wanted = uids && view.uidsOf(view.sequences(uids, true) ?? []);
    await expungeDeleted(session, wanted);
    await session.report(true);
    const { condstore } = session.enabled;
    return ok("Done", condstore ? numberCode("HIGHESTMODSEQ", Math.max(1, view.highestModseq)) : null);
  },
};

/** Expunges messages with \Deleted: of these UIDs, or all in the view. */
export async function expungeDeleted(session: ImapSession, wanted: Ranges | null): Promise<void> {
  const at = selectedOf(session);
  const actor = actorOf(session);
  for (let after = 0; ; ) {
    const found = await deletedUids(session.deps.database, at, { after, most: turnPlacements });
    const uids = found.filter(
      (uid) => at.view.sequenceOf(uid) > 0 && (wanted === null || rangesHave(wanted, uid)),
    );
    if (uids.length > 0) await actor.run((turn) => expungeMessages(turn, { folderId: at.folderId, uids }));
    if (found.length < turnPlacements) return;
    after = found.at(-1)!;
  }
}
