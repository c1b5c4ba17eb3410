// SORT and UID SORT. RFC 5256 3; RFC 5267 3 (RETURN)
import { ok } from "../replies.ts";
import { highestModseq, searchAnswer } from "../search/answer.ts";
import { comparedParts, type PartValues } from "../search/compared.ts";
import { type FoundMessage, filterOf, findFiltered } from "../search/find-messages.ts";
import { sortMessages, subjectOf } from "../search/sort.ts";
import type { ImapSession } from "../session.ts";
import type { SortCriterion } from "../wire/commands.ts";
import { writeEsearch, writeSort } from "../wire/encode.ts";
import type { CommandHandler } from "./handler.ts";
import { asksModseq, keepContext, resultsAsked, wantsUpdates } from "./search.ts";

export const sort: CommandHandler<"SORT"> = {
  when: "selected",
  holdsNumbers: ({ uid }) => !uid,
  findsAll: true,
  async run(session, { key, uid, returns, criteria }, tag) {
    const modseq = asksModseq(session, key);
    const filter = filterOf(session, key);
    const found = await findFiltered(session, filter, modseq);
    const sorted = await sortedMessages(session, found, criteria);
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

/** Sorts the found messages; those that are gone are left out. */
export async function sortedMessages(
  session: ImapSession,
  found: readonly FoundMessage[],
  criteria: readonly SortCriterion[],
): Promise<FoundMessage[]> {
  const compared = criteria.filter(({ key }) => key !== "RELEVANCY");
  const uids = found.map(({ uid }) => uid);
  const parts = await comparedParts(
    session,
    uids,
    compared.map(({ key }) => key),
  );
  const messages = found.flatMap((message, index) => {
    const keys = keysAt(parts, compared, index);
    return keys ? [{ ...message, keys }] : [];
  });
  return sortMessages(messages, compared);
}

/** Null for a message that is gone. */
function keysAt(
  parts: readonly PartValues[],
  criteria: readonly SortCriterion[],
  index: number,
): string[] | null {
  const keys: string[] = [];
  for (const [n, { key }] of criteria.entries()) {
    const value = parts[n]![index];
    if (value === undefined) return null;
    keys.push(key === "SUBJECT" ? subjectOf(value).base : value);
  }
  return keys;
}
