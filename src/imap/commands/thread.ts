// THREAD and UID THREAD. RFC 5256 3

import { Pauses } from "../../lib/pauses.ts";
import { ok } from "../replies.ts";
import { comparedLinks, comparedParts } from "../search/compared.ts";
import { type FoundMessage, filterOf, findFiltered } from "../search/find-messages.ts";
import { comparedDates } from "../search/kept-dates.ts";
import { subjectOf } from "../search/sort.ts";
import { formatThreads, orderedSubject, references } from "../search/thread.ts";
import type { ThreadRecord } from "../search/thread-links.ts";
import type { ImapSession } from "../session.ts";
import { writeThread } from "../wire/encode.ts";
import type { CommandHandler } from "./handler.ts";
import { asksModseq } from "./search.ts";

export const thread: CommandHandler<"THREAD"> = {
  when: "selected",
  holdsNumbers: ({ uid }) => !uid,
  findsAll: true,
  async run(session, { key, uid, algorithm }) {
    asksModseq(session, key);
    const found = await findFiltered(session, filterOf(session, key));
    const records = await recordsOf(session, found, uid);
    const threads = await (algorithm === "REFERENCES" ? references(records) : orderedSubject(records));
    writeThread(session.writer, await formatThreads(threads));
    return ok("Done");
  },
};

async function recordsOf(
  session: ImapSession,
  found: readonly FoundMessage[],
  byUid: boolean,
): Promise<ThreadRecord<number>[]> {
  const uids = found.map(({ uid }) => uid);
  const [dates] = await comparedDates(session, uids, ["DATE"]);
  const [subjects] = await comparedParts(session, uids, ["SUBJECT"]);
  const links = await comparedLinks(session, uids);
  const records: ThreadRecord<number>[] = [];
  const pauses = new Pauses();
  for (const [index, { uid, sequence }] of found.entries()) {
    if (pauses.isDue) await pauses.take();
    const [sent, subject, own] = [dates![index]!, subjects![index], links[index]];
    // A message that is gone has none.
    if (Number.isNaN(sent) || subject === undefined || !own) continue;
    const { messageId, references } = own;
    records.push({
      number: byUid ? uid : sequence,
      messageId,
      references,
      subject: subjectOf(subject),
      sent,
    });
  }
  return records;
}
