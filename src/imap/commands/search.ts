// SEARCH and UID SEARCH. RFC 9051 6.4.4; RFC 4731 (RETURN); RFC 5182 (SAVE); RFC 5267 (CONTEXT is a hint)
import { ok } from "../replies.ts";
import { searchAnswer } from "../search-answer.ts";
import type { Session } from "../session.ts";
import { noUpdateCode } from "../wire/codes.ts";
import type { SearchReturn } from "../wire/commands.ts";
import { writeEsearch, writeSearch, writeUntagged } from "../wire/encode.ts";
import { type SearchKey, searchLeaves } from "../wire/search-keys.ts";
import { findMessages } from "./find-messages.ts";
import { type Handler, selectedOf } from "./handler.ts";

export const search: Handler<"SEARCH"> = {
  when: "selected",
  holdsNumbers: ({ uid }) => !uid,
  async run(session, { key, uid, returns }, tag) {
    const { view } = selectedOf(session);
    const modseq = asksModseq(session, key);
    const found = await findMessages(session, key);
    if (returns === null && !session.mode.rev2) {
      const numbers = found.map((each) => (uid ? each.uid : each.sequence));
      const highest = Math.max(0, ...(modseq ? found.map((each) => each.modseq) : []));
      writeSearch(session.writer, numbers, modseq ? highest : null);
      return ok("Done");
    }
    refuseUpdates(session, returns ?? [], tag);
    const { data, saved } = searchAnswer(found, { tag, uid, returns: returns ?? [], sorted: false, modseq });
    if (saved) view.save(saved);
    if (data) writeEsearch(session.writer, data);
    return ok("Done");
  },
};

/** A MODSEQ key turns CONDSTORE on. RFC 7162 3.1.5 */
export function asksModseq(session: Session, key: SearchKey): boolean {
  for (const leaf of searchLeaves(key)) {
    if (leaf.kind !== "modseq") continue;
    session.enableCondstore();
    return true;
  }
  return false;
}

/** Results are not kept up to date. RFC 5267 4.3.1 */
export function refuseUpdates(session: Session, returns: readonly SearchReturn[], tag: string): void {
  if (!returns.some(({ option }) => option === "UPDATE")) return;
  writeUntagged(session.writer, "NO", { code: noUpdateCode(tag), text: "Results are not kept up to date" });
}
