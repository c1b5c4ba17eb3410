// THREAD and UID THREAD. RFC 5256 3

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
    const threads = algorithm === "REFERENCES" ? references(records) : orderedSubject(records);
    writeThread(session.writer, formatThreads(threads));
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
  return found.flatMap(({ uid, sequence }, index) => {
    const [sent, subject, own] = [dates?.[index], subjects?.[index], ids?.[index]];
    if (sent === undefined || subject === undefined || own === undefined) return [];
    return [{ number: byUid ? uid : sequence, ...linksOf(own), subject: subjectOf(subject), sent }];
  });
}
