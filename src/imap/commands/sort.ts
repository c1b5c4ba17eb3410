// SORT and UID SORT. RFC 5256 3; RFC 5267 3 (RETURN)
import { placedMessages } from "../../store/imap.ts";
import { MessageContent } from "../fetch/message-content.ts";
import { ok } from "../replies.ts";
import { searchAnswer } from "../search-answer.ts";
import type { Session } from "../session.ts";
import { type SortRecord, sortRecords } from "../sort.ts";
import { writeEsearch, writeSort } from "../wire/encode.ts";
import { type FoundMessage, findMessages } from "./find-messages.ts";
import { type Handler, selectedOf } from "./handler.ts";
import { asksModseq, refuseUpdates } from "./search.ts";

const atOnce = 250;

export const sort: Handler<"SORT"> = {
  when: "selected",
  holdsNumbers: ({ uid }) => !uid,
  async run(session, { key, uid, returns, criteria }, tag) {
    const modseq = asksModseq(session, key);
    const records = await recordsOf(session, await findMessages(session, key));
    const sorted = sortRecords(records, criteria);
    if (returns === null) {
      const highest = Math.max(0, ...(modseq ? sorted.map((each) => each.modseq) : []));
      writeSort(
        session.writer,
        sorted.map((each) => (uid ? each.uid : each.sequence)),
        modseq ? highest : null,
      );
      return ok("Done");
    }
    refuseUpdates(session, returns, tag);
    const { data, saved } = searchAnswer(sorted, { tag, uid, returns, sorted: true, modseq });
    if (saved) session.selected!.view.save(saved);
    if (data) writeEsearch(session.writer, data);
    return ok("Done");
  },
};

async function recordsOf(
  session: Session,
  found: readonly FoundMessage[],
): Promise<(SortRecord & { modseq: number })[]> {
  const at = selectedOf(session);
  const { database, blobs } = session.deps;
  const records: (SortRecord & { modseq: number })[] = [];
  for (let i = 0; i < found.length; i += atOnce) {
    const uids = found.slice(i, i + atOnce).map((each) => each.uid);
    for (const row of await placedMessages(database, at, {
      chunk: { uids, whole: false },
      depth: "content",
    })) {
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
  return records;
}
