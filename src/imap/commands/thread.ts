// THREAD and UID THREAD. RFC 5256 3

import { Pauses } from "../../lib/pauses.ts";
import { ok } from "../replies.ts";
import { comparedParts } from "../search/compared.ts";
import { type FoundMessage, filterOf, findFiltered } from "../search/find-messages.ts";
import { linksOf } from "../search/read-parts.ts";
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
): Promise<ThreadRecord[]> {
  const uids = found.map(({ uid }) => uid);
  const [dates, subjects, ids] = await comparedParts(session, uids, ["DATE", "SUBJECT", "IDS"]);
  const records: ThreadRecord[] = [];
  const pauses = new Pauses();
  for (const [index, { uid, sequence }] of found.entries()) {
    if (pauses.isDue) await pauses.take();
    const [sent, subject, own] = [dates?.[index], subjects?.[index], ids?.[index]];
    // A message that is gone has none.
    if (sent === undefined || subject === undefined || own === undefined) continue;
    records.push({ number: byUid ? uid : sequence, ...linksOf(own), subject: subjectOf(subject), sent });
  }
  return records;
}
