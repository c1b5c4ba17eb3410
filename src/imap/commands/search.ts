// SEARCH and UID SEARCH. RFC 9051 6.4.4; RFC 4731 (RETURN); RFC 5182 (SAVE); RFC 5267 (CONTEXT, UPDATE, CANCELUPDATE)

import { ok } from "../replies.ts";
import { highestModseq, searchAnswer } from "../search/answer.ts";
import { maxContexts, maxSorted, type SavedSearch } from "../search/context.ts";
import { filterOf, findFiltered } from "../search/find-messages.ts";
import type { ImapSession } from "../session.ts";
import { noUpdateCode } from "../wire/codes.ts";
import type { SearchReturn } from "../wire/commands.ts";
import { writeEsearch, writeSearch, writeUntagged } from "../wire/encode.ts";
import { bad } from "../wire/failure.ts";
import { type SearchKey, searchLeaves } from "../wire/search-keys.ts";
import { type CommandHandler, selectedOf } from "./handler.ts";

export const search: CommandHandler<"SEARCH"> = {
  when: "selected",
  holdsNumbers: ({ uid }) => !uid,
  findsAll: true,
  async run(session, { key, uid, returns }, tag) {
    const { view } = selectedOf(session);
    const modseq = asksModseq(session, key);
    const filter = filterOf(session, key);
    const found = await findFiltered(session, filter, modseq);
    if (returns === null && !session.mode.rev2) {
      const numbers = found.map((each) => (uid ? each.uid : each.sequence));
      writeSearch(session.writer, numbers, modseq ? highestModseq(found) : null);
      return ok("Done");
    }
    const asked = resultsAsked(returns ?? []);
    const { data, saved } = searchAnswer(found, { tag, uid, returns: asked, sorted: false, modseq });
    if (saved) view.save(saved);
    if (data) writeEsearch(session.writer, data);
    if (wantsUpdates(returns ?? []))
      keepContext(session, { tag, uid, filter, criteria: null, results: found.map((each) => each.uid) });
    return ok("Done");
  },
};

/** A MODSEQ key turns CONDSTORE on. RFC 7162 3.1.5 */
export function asksModseq(session: ImapSession, key: SearchKey): boolean {
  for (const leaf of searchLeaves(key)) {
    if (leaf.kind !== "modseq") continue;
    session.enableCondstore();
    return true;
  }
  return false;
}

/** The RETURN options without CONTEXT, which is only a hint. RFC 5267 4.2 */
export function resultsAsked(returns: readonly SearchReturn[]): SearchReturn[] {
  return returns.filter(({ option }) => option !== "UPDATE" && option !== "CONTEXT");
}

export function wantsUpdates(returns: readonly SearchReturn[]): boolean {
  return returns.some(({ option }) => option === "UPDATE");
}

/** Opens a search context, or sends NOUPDATE. RFC 5267 4.3.1 @throws WireFailure BAD */
export function keepContext(session: ImapSession, context: SavedSearch): void {
  const { contexts } = session.opened;
  if (contexts.some(({ tag }) => tag === context.tag))
    throw bad("The tag names a search that is kept up to date");
  if (contexts.length >= maxContexts || (context.criteria && context.results.length > maxSorted)) {
    const code = noUpdateCode(context.tag);
    writeUntagged(session.writer, "NO", { code, text: "Results are not kept up to date" });
  } else contexts.push(context);
}

export const cancelUpdate: CommandHandler<"CANCELUPDATE"> = {
  when: "selected",
  run(session, { tags }) {
    const selected = session.opened;
    const unknown = tags.some((tag) => !selected.contexts.some((context) => context.tag === tag));
    if (unknown) throw bad("No search of that tag is kept up to date");
    selected.contexts = selected.contexts.filter(({ tag }) => !tags.includes(tag));
    return ok("Done");
  },
};
