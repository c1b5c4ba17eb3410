// SORT and UID SORT. RFC 5256 3; RFC 5267 3 (RETURN)
import { ok } from "../replies.ts";
import { highestModseq, searchAnswer } from "../search/answer.ts";
import { comparedParts, type PartValues } from "../search/compared.ts";
import { type FoundMessage, filterOf, findFiltered } from "../search/find-messages.ts";
import { comparedDates, type DateKey } from "../search/kept-dates.ts";
import type { ComparedPart } from "../search/read-fields.ts";
import { type HeaderSortKey, type SortColumn, sortedIndexes, subjectOf } from "../search/sort.ts";
import type { ImapSession } from "../session.ts";
import type { SortCriterion, SortKey } from "../wire/commands.ts";
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
  const columns = await columnsOf(session, uids, compared);
  const sorted = await sortedIndexes(
    Uint32Array.from(found, ({ sequence }) => sequence),
    columns,
  );
  return sorted.map((index) => found[index]!);
}

async function columnsOf(
  session: ImapSession,
  uids: readonly number[],
  criteria: readonly SortCriterion[],
): Promise<SortColumn[]> {
  const dates = criteria.map(({ key }) => key).filter(isDate);
  const parts = criteria.map(({ key }) => key).filter(isPart);
  const numbers = await comparedDates(session, uids, dates);
  const texts = await comparedParts(session, uids, parts);
  return criteria.map(({ key, reverse }) => ({
    values: isDate(key)
      ? numbers[dates.indexOf(key)]!
      : isPart(key)
        ? textsOf(texts[parts.indexOf(key)]!, key)
        : [],
    reverse,
  }));
}

/** SUBJECT also says what SORT does not compare. */
function textsOf(values: PartValues, part: ComparedPart): PartValues {
  if (part !== "SUBJECT") return values;
  return values.map((value) => value && subjectOf(value).base);
}

function isDate(key: SortKey): key is DateKey {
  return key === "ARRIVAL" || key === "DATE" || key === "SIZE";
}

function isPart(key: SortKey): key is HeaderSortKey {
  return !isDate(key) && key !== "RELEVANCY";
}
