// Reports what changed in a folder since a modseq that the client knows. RFC 7162 3.2.5, 3.2.6
import { expungedSince, placedMessages } from "../../store/mailbox/imap.ts";
import { FetchResponse } from "../fetch/response.ts";
import type { ImapSession, Selected } from "../session.ts";
import { nameKeywords } from "../state/known-keywords.ts";
import { writeVanished } from "../wire/encode.ts";
import { type NumberSet, type Ranges, rangesHave, rangesOf, resolveSet, star } from "../wire/sequence-set.ts";
import { chunksOf, sessionFlags } from "./chunks.ts";
import { selectedOf } from "./handler.ts";

/** Limit of changes read to find expunged UIDs; beyond it, VANISHED names every UID that is not in the folder. */
const maxChanges = 20_000;

/** Writes VANISHED (EARLIER) for the UIDs expunged since, of `uids`; null: of all. */
export async function writeVanishedSince(
  session: ImapSession,
  modseq: number,
  uids: NumberSet | null,
): Promise<void> {
  const at = selectedOf(session);
  // Expunged UIDs may be above the last UID: `*` is unbounded here.
  const known = uids && resolveSet(uids, star - 1);
  const gone = await expungedSince(session.deps.database, at, { after: modseq, most: maxChanges });
  const isKnown = (uid: number) => known === null || rangesHave(known, uid);
  const ranges =
    gone === null
      ? missing(at, known)
      : rangesOf(gone.filter((uid) => isKnown(uid) && at.view.sequenceOf(uid) === 0));
  writeVanished(session.writer, ranges, true);
}

/** Return the UIDs among `known` that are not in the folder. */
function missing({ view, uidNext }: Selected, known: Ranges | null): Ranges {
  const highest = Math.max(uidNext - 1, view.lastUid);
  const asked = known ?? [1, highest];
  const ranges: number[] = [];
  for (let i = 0; i < asked.length; i += 2) {
    let from = asked[i]!;
    const to = Math.min(asked[i + 1]!, highest);
    const sequences =
      view.sequences({ kind: "numbers", ranges: [from, Math.max(from, to)], starFrom: null }, true) ?? [];
    for (let s = sequences[0] ?? 1; s <= (sequences[1] ?? 0); s++) {
      const uid = view.uidAt(s);
      if (uid > from) ranges.push(from, uid - 1);
      from = uid + 1;
    }
    if (from <= to) ranges.push(from, to);
  }
  return ranges;
}

/** Writes FETCH (UID FLAGS MODSEQ) for messages changed since. */
export async function writeChangedSince(
  session: ImapSession,
  modseq: number,
  uids: NumberSet | null,
): Promise<void> {
  const at = selectedOf(session);
  const all: NumberSet = { kind: "numbers", ranges: [], starFrom: 1 };
  const sequences = at.view.exists === 0 ? [] : (at.view.sequences(uids ?? all, true) ?? []);
  for (const chunk of chunksOf(at.view, sequences, () => 5000)) {
    const rows = await placedMessages(session.deps.database, at, {
      chunk,
      depth: "placement",
      changedSince: modseq,
    });
    nameKeywords(
      session,
      rows.flatMap((row) => row.keywords),
    );
    for (const row of rows) {
      const sequence = at.view.sequenceOf(row.uid);
      if (sequence === 0) continue;
      const { uidOnly } = session.enabled;
      const response = new FetchResponse(session.writer, uidOnly ? row.uid : sequence, uidOnly);
      if (!uidOnly) response.uid(row.uid);
      response.flags(sessionFlags(session, row)).modseq(row.modseq).end();
      await session.flushSome();
    }
  }
}
