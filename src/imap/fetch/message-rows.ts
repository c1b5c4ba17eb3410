// The rows of a chunk for FETCH: those in the database, and, while their EXPUNGE is pending in this session, those that
// another session has expunged, with their last flags. RFC 9051 7.5.1; RFC 2180 4.1

import { expungedMessages } from "../../store/mailbox/expunged.ts";
import { splitFlags } from "../../store/mailbox/flag-names.ts";
import {
  type PlacedMessage,
  type PlacedQuery,
  placedMessages,
  type UidChunk,
} from "../../store/mailbox/imap.ts";
import { selectedOf } from "../commands/handler.ts";
import type { ImapSession } from "../session.ts";

/** Rows in order of UID. Missing ones were expunged more than an hour ago, or have not changed since. */
export async function visibleMessages(
  session: ImapSession,
  chunk: UidChunk,
  reading: PlacedQuery & { changedSince: number | null },
): Promise<PlacedMessage[]> {
  const at = selectedOf(session);
  const { depth, changedSince } = reading;
  const rows = await placedMessages(session.deps.database, at, { chunk, ...reading });
  if (rows.length === chunk.uids.length) return rows;
  // Most missing rows have only not changed since.
  if (changedSince !== null && !at.view.isBehind) return rows;
  const found = new Set(rows.map(({ uid }) => uid));
  const gone = await expungedMessages(session.deps.database, at, {
    uids: chunk.uids.filter((uid) => !found.has(uid)),
    withMail: depth !== "placement" && depth !== "message",
  });
  if (gone.length === 0) return rows;
  const changed = gone.filter(({ modseq }) => modseq > (changedSince ?? -1));
  return [...rows, ...changed.map((row) => withLastFlags(session, row))].sort((a, b) => a.uid - b.uid);
}

/** The flags in memory are newer: this session's own STORE may have changed them after the EXPUNGE. */
function withLastFlags(session: ImapSession, row: PlacedMessage): PlacedMessage {
  const last = session.selected?.view.tracker.states?.reader()(row.uid);
  return last ? { ...row, ...splitFlags(last.flags) } : row;
}
