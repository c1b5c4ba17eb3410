// The messages of a chunk as FETCH shows them: as the database has them, and those that another session has expunged as
// they were then, until this client is told. RFC 9051 7.5.1; RFC 2180 4.1
import { expungedMessages } from "../../store/mail/expunged.ts";
import { type Depth, type PlacedMessage, placedMessages, type UidChunk } from "../../store/mail/imap.ts";
import { selectedOf } from "../commands/handler.ts";
import type { Session } from "../session.ts";
import { splitFlags } from "../state/flag-words.ts";

/** By uid. Those that are missing from it were expunged more than an hour ago, or have not changed since. */
export async function shownMessages(
  session: Session,
  chunk: UidChunk,
  { depth, changedSince }: { depth: Depth; changedSince: number | null },
): Promise<PlacedMessage[]> {
  const at = selectedOf(session);
  const rows = await placedMessages(session.deps.database, at, { chunk, depth, changedSince });
  if (rows.length === chunk.uids.length) return rows;
  // Most of those that are missing have just not changed.
  if (changedSince !== null && !at.view.isBehind) return rows;
  const found = new Set(rows.map(({ uid }) => uid));
  const gone = await expungedMessages(session.deps.database, at, {
    uids: chunk.uids.filter((uid) => !found.has(uid)),
    withMail: depth !== "placement" && depth !== "message",
  });
  if (gone.length === 0) return rows;
  const shown = gone.filter(({ modseq }) => modseq > (changedSince ?? -1));
  return [...rows, ...shown.map((row) => withLastFlags(session, row))].sort((a, b) => a.uid - b.uid);
}

/** This session's own STORE may have changed what the message had when it went. */
function withLastFlags(session: Session, row: PlacedMessage): PlacedMessage {
  const last = session.selected?.view.tracker.states?.reader()(row.uid);
  return last ? { ...row, ...splitFlags(last.flags) } : row;
}
