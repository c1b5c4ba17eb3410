// Searches whose results are kept up to date while the folder is selected. RFC 5267 4.3. REMOVEFROM
// is sent before its EXPUNGE, ADDTO and the rest after EXISTS or FETCH.

import { must } from "../../lib/must.ts";
import { allOf } from "../../mail/search/filter.ts";
import { sortedMessages } from "../commands/sort.ts";
import type { ImapSession } from "../session.ts";
import type { Update } from "../state/session-view.ts";
import { type EsearchData, writeEsearch } from "../wire/encode.ts";
import { formatRanges, rangesOf } from "../wire/sequence-set.ts";
import type { SavedSearch } from "./context.ts";
import { findFiltered } from "./find-messages.ts";

type Positions = NonNullable<EsearchData["addTo"]>;

/** Sends REMOVEFROM for results that this EXPUNGE removes; the view no longer has them. */
export function reportRemoved(session: ImapSession, update: Extract<Update, { kind: "expunge" }>): void {
  const contexts = session.selected?.contexts ?? [];
  if (contexts.length === 0) return;
  const gone = expand(update.uids);
  // Message numbers as before the first EXPUNGE.
  const numbers = new Map(gone.map((uid, index) => [uid, update.sequences[index]! + index]));
  for (const context of contexts) {
    const results = new Set(context.results);
    const lost = new Set(gone.filter((uid) => results.has(uid)));
    if (lost.size === 0) continue;
    const nameOf = (uid: number) =>
      context.uid ? uid : must(numbers.get(uid), "every UID of the view has a number");
    const removeFrom = removals(context, lost, nameOf);
    context.results = context.results.filter((uid) => !lost.has(uid));
    writeEsearch(session.writer, { tag: context.tag, uid: context.uid, removeFrom });
  }
}

/** Checks new and changed messages against each context, and sends ADDTO and REMOVEFROM. */
export async function reportChanged(session: ImapSession, uids: ReadonlySet<number>): Promise<void> {
  const { selected } = session;
  if (!selected || uids.size === 0) return;
  const ranges = rangesOf([...uids].sort((a, b) => a - b));
  for (const context of selected.contexts) {
    const found = await findFiltered(session, allOf([{ op: "uids", ranges }, context.filter]));
    const matching = new Set(found.map(({ uid }) => uid));
    const lost = new Set(context.results.filter((uid) => uids.has(uid) && !matching.has(uid)));
    const known = new Set(context.results);
    const added = found.filter(({ uid }) => !known.has(uid)).map(({ uid }) => uid);
    if (lost.size === 0 && added.length === 0) continue;
    const nameOf = (uid: number) => (context.uid ? uid : selected.view.sequenceOf(uid));
    const removeFrom = removals(context, lost, nameOf);
    context.results = context.results.filter((uid) => !lost.has(uid));
    const addTo = await additions(session, context, { added, nameOf });
    writeEsearch(session.writer, { tag: context.tag, uid: context.uid, removeFrom, addTo });
  }
}

/** Sends positions from the last to the first, so that each is right when it is applied. RFC 5267 4.3.4 */
function removals(
  { criteria, results }: SavedSearch,
  lost: ReadonlySet<number>,
  nameOf: (uid: number) => number,
): Positions {
  if (lost.size === 0) return [];
  if (!criteria) return [{ position: 0, set: setOf([...lost].map(nameOf)) }];
  return results
    .map((uid, index) => ({ uid, position: index + 1 }))
    .filter(({ uid }) => lost.has(uid))
    .map(({ uid, position }) => ({ position, set: String(nameOf(uid)) }))
    .reverse();
}

/** Sends positions from the first to the last. RFC 5267 4.3.3 */
async function additions(
  session: ImapSession,
  context: SavedSearch,
  { added, nameOf }: { added: readonly number[]; nameOf: (uid: number) => number },
): Promise<Positions> {
  if (added.length === 0) return [];
  const { criteria } = context;
  if (!criteria) {
    context.results = [...context.results, ...added].sort((a, b) => a - b);
    return [{ position: 0, set: setOf(added.map(nameOf)) }];
  }
  const isNew = new Set(added);
  const { view } = session.opened;
  const members = [...context.results, ...added].map((uid) => ({ uid, sequence: view.sequenceOf(uid) }));
  const sorted = await sortedMessages(session, members, criteria);
  context.results = sorted.map(({ uid }) => uid);
  return context.results
    .map((uid, index) => ({ uid, position: index + 1 }))
    .filter(({ uid }) => isNew.has(uid))
    .map(({ uid, position }) => ({ position, set: String(nameOf(uid)) }));
}

function setOf(numbers: number[]): string {
  return formatRanges(rangesOf(numbers.sort((a, b) => a - b)));
}

function expand(ranges: readonly number[]): number[] {
  const all: number[] = [];
  for (let i = 0; i < ranges.length; i += 2)
    for (let uid = ranges[i]!; uid <= ranges[i + 1]!; uid++) all.push(uid);
  return all;
}
