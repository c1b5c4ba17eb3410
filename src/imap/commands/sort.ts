// SORT and UID SORT. RFC 5256 3; RFC 5267 3 (RETURN)
import { Pauses } from "../../lib/pauses.ts";
import { placedMessages } from "../../store/mailbox/imap.ts";
import { MessageContent } from "../fetch/message-content.ts";
import { ok } from "../replies.ts";
import { highestModseq, searchAnswer } from "../search/answer.ts";
import { filterOf, findFiltered } from "../search/find-messages.ts";
import { type SortRecord, sortRecords } from "../search/sort.ts";
import type { ImapSession } from "../session.ts";
import type { SortCriterion } from "../wire/commands.ts";
import { writeEsearch, writeSort } from "../wire/encode.ts";
import { type CommandHandler, selectedOf } from "./handler.ts";
import { asksModseq, keepContext, resultsAsked, wantsUpdates } from "./search.ts";

const atOnce = 250;

export const sort: CommandHandler<"SORT"> = {
  when: "selected",
  holdsNumbers: ({ uid }) => !uid,
  findsAll: true,
  async run(session, { key, uid, returns, criteria }, tag) {
    const modseq = asksModseq(session, key);
    const filter = filterOf(session, key);
    const found = await findFiltered(session, filter);
    const sorted = await sortedMessages(
      session,
      found.map((each) => each.uid),
      criteria,
    );
    if (returns === null) {
      writeSort(
        session.writer,
        sorted.map((each) => (uid ? each.uid : each.sequence)),
        modseq ? highestModseq(sorted) : null,
      );
      return ok("Done");
    }
    const asked = resultsAsked(returns);
    const { data, saved } = searchAnswer(sorted, { tag, uid, returns: asked, sorted: true, modseq });
    if (saved) session.opened.view.save(saved);
    if (data) writeEsearch(session.writer, data);
    if (wantsUpdates(returns))
      keepContext(session, { tag, uid, filter, criteria, results: sorted.map((each) => each.uid) });
    return ok("Done");
  },
};

/** Sorts the found messages. */
export async function sortedMessages(
  session: ImapSession,
  all: readonly number[],
  criteria: readonly SortCriterion[],
): Promise<(SortRecord & { modseq: number })[]> {
  const at = selectedOf(session);
  const { database, blobs } = session.deps;
  const records: (SortRecord & { modseq: number })[] = [];
  // An outline may be a stranger's thousand parts.
  const pauses = new Pauses();
  for (let i = 0; i < all.length; i += atOnce) {
    const uids = all.slice(i, i + atOnce);
    for (const row of await placedMessages(database, at, {
      chunk: { uids, whole: false },
      depth: "thread",
    })) {
      if (pauses.isDue) await pauses.take();
      const { envelope } = await new MessageContent(row, { database, blobs, owner: at }).parts();
      records.push({
        sequence: at.view.sequenceOf(row.uid),
        uid: row.uid,
        modseq: row.modseq,
        arrival: row.internal_date,
        sent: row.date_header,
        size: row.size,
        subject: envelope.subject,
        from: envelope.from,
        to: envelope.to,
        cc: envelope.cc,
      });
    }
  }
  return sortRecords(records, criteria);
}
