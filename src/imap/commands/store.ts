// STORE and UID STORE. RFC 9051 6.4.6; RFC 7162 3.1.3 (UNCHANGEDSINCE)
import { storeFlags } from "../../../actors/identity/mailbox/imap.ts";
import { turnPlacements } from "../../../actors/identity/mailbox/placements.ts";
import { changedFlags, splitFlags } from "../../store/mailbox/flag-names.ts";
import type { PlacementRow } from "../../store/mailbox/placements.ts";
import { FetchResponse } from "../fetch/response.ts";
import { no, ok } from "../replies.ts";
import type { ImapSession } from "../session.ts";
import { nameKeywords } from "../state/known-keywords.ts";
import { modifiedCode } from "../wire/codes.ts";
import type { StoreCommand } from "../wire/commands.ts";
import { bad } from "../wire/failure.ts";
import { rangesOf } from "../wire/sequence-set.ts";
import { chunksOf, rememberFlags, sessionFlags, withRecent } from "./chunks.ts";
import { type CommandHandler, selectedOf } from "./handler.ts";
import { actorOf } from "./mailboxes.ts";

export const store: CommandHandler<"STORE"> = {
  when: "selected",
  holdsNumbers: ({ uid }) => !uid,
  async run(session, command) {
    const { view, readOnly } = selectedOf(session);
    if (readOnly) return no("The mailbox is open to read only", "READ-ONLY");
    const sequences = view.sequences(command.set, command.uid);
    if (!sequences) throw bad("A message number is not there");
    if (command.unchangedSince !== null) session.enableCondstore();
    const modified: number[] = [];
    let missing = false;
    for (const { uids } of chunksOf(view, sequences, () => turnPlacements)) {
      const { kept, gone } = await storeChunk(session, command, uids);
      modified.push(...kept);
      missing ||= gone.length > 0;
      if (!command.uid) await answerGone(session, command, gone);
    }
    if (modified.length === 0)
      return missing && !command.uid ? ok("Done, some are gone", "EXPUNGEISSUED") : ok("Done");
    const numbers = command.uid ? modified : modified.map((uid) => view.sequenceOf(uid));
    return ok("Some had been changed", modifiedCode(rangesOf(numbers)));
  },
};

/** @returns the UIDs that failed UNCHANGEDSINCE, and those that are expunged */
async function storeChunk(
  session: ImapSession,
  command: StoreCommand,
  uids: readonly number[],
): Promise<{ kept: number[]; gone: number[] }> {
  const { folderId } = selectedOf(session);
  const { unchangedSince, action } = command;
  const change = { action, ...splitFlags(command.flags) };
  const { before, after, kept } = await actorOf(session).run((turn) =>
    storeFlags(turn, { folderId, uids, change, unchangedSince }),
  );
  await rememberFlags(session, after);
  nameKeywords(
    session,
    after.flatMap((row) => row.keywords),
  );
  for (const [index, row] of after.entries()) {
    const { modseq } = before[index]!;
    session.acknowledge(row.uid, row.modseq, command.silent ? modseq : null);
    answer(session, command, { row, changed: row.modseq !== modseq });
    await session.flushSome();
  }
  const found = new Set([...before, ...kept].map((row) => row.uid));
  return { kept: kept.map((row) => row.uid), gone: uids.filter((uid) => !found.has(uid)) };
}

/**
 * Answers for a message whose EXPUNGE is pending in this session, as if the message were still in the folder. RFC 9051 6.4.6, 7.5.1; RFC 2180 4.2
 */
async function answerGone(
  session: ImapSession,
  command: StoreCommand,
  gone: readonly number[],
): Promise<void> {
  if (command.unchangedSince !== null || gone.length === 0) return;
  // Another process may have expunged it, and this one has not heard of that: only then its last flags are kept apart.
  await session.ownFeed.refresh();
  const { view } = selectedOf(session);
  const { condstore } = session.enabled;
  const { states, modseq } = view.tracker;
  const flagsOf = states?.reader();
  for (const uid of gone) {
    const before = flagsOf?.(uid)?.flags;
    const sequence = view.sequenceOf(uid);
    if (!before || sequence === 0) continue;
    const flags = changedFlags(before, command);
    states!.setGone(uid, flags);
    if (command.silent) continue;
    nameKeywords(session, flags);
    const response = new FetchResponse(session.writer, sequence);
    if (session.updateForm.uid) response.uid(uid);
    if (condstore) response.modseq(modseq);
    response.flags(withRecent(session, uid, flags)).end();
    await session.flushSome();
  }
}

function answer(
  session: ImapSession,
  { silent, uid }: StoreCommand,
  { row, changed }: { row: PlacementRow; changed: boolean },
): void {
  const { condstore, uidOnly } = session.enabled;
  const { view } = session.opened;
  // With CONDSTORE even a .SILENT STORE answers the new MODSEQ. RFC 7162 3.1.3
  if (silent && !(condstore && changed)) return;
  const sequence = view.sequenceOf(row.uid);
  if (sequence === 0) return;
  const response = new FetchResponse(session.writer, uidOnly ? row.uid : sequence, uidOnly);
  if (!uidOnly && (uid || session.updateForm.uid)) response.uid(row.uid);
  if (condstore) response.modseq(row.modseq);
  if (!silent) response.flags(sessionFlags(session, row));
  response.end();
}
